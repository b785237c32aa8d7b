"""What a league has to know of a game: how its results compare, and what its last state tells beside who won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.games.phrases import Seat


@dataclass(frozen=True, slots=True)
class Played:
    """What a finished game's last state knows; what a game does not count is left out.

    ``first``: who began. ``turns``: how many rounds were played. ``rounds``: points of each round, for every seat.
    ``pairs``: two seats (the lower one first) and how many super sparks were between them.
    """

    first: Seat | None = None
    turns: int | None = None
    rounds: tuple[tuple[int, ...], ...] = ()
    pairs: tuple[tuple[Seat, Seat, int], ...] = ()


def _nothing_more(state: Any) -> Played:
    return Played()


@dataclass(frozen=True, slots=True)
class Club:
    """A game in a league.

    ``short``: its name where there is little room; empty: its title. ``together``: played as one team, won or lost, and
    never mixed with competitive points. ``bgg_id``: its number at BoardGameGeek, None where we could not make sure of
    it. ``other_titles``: what other programs call it. ``records``: what beside scores and streaks is worth a record
    (names of ``app.leagues.bests.Best``). ``expansions``: those that a game won together can be set up with, by the
    words of its set-up, with their names (marked for translation). ``played(state)``: what the last state of a finished
    game knows.
    """

    short: str = ""
    together: bool = False
    bgg_id: int | None = None
    other_titles: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    expansions: Mapping[str, str] = field(default_factory=dict)
    played: Callable[[Any], Played] = _nothing_more


#: Places and points compare, and nothing else is known.
NO_CLUB = Club()
