"""A table of the demonstration night: how a game is played to be looked at. Chance is handed in, as everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.games.phrases import Seat

#: What a seat sees now; None: the screen on the wall.
Look = Callable[[Seat | None], Any]
#: Who acts, and the action as the wire writes it, without its seat.
Step = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Demo:
    """``what`` it is, for the command line; ``people`` play with these ``options`` of the set-up.

    ``steps(look, chance)`` are their actions, each decided on what its seat sees when it is its turn; ``chance`` is a
    ``random.Random``.
    """

    what: str
    people: int
    steps: Callable[[Look, Any], Iterator[Step]]
    options: Mapping[str, Any] = field(default_factory=dict)
