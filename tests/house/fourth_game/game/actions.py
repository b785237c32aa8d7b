"""What a table can tell the app in a game of Lamps. Data only; nothing here is secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.lamps.state import Lamp
from app.games.phrases import Seat


@dataclass(frozen=True, slots=True)
class Light:
    """A seat lights lamps. Sighted: it is decided on the row as it lies on the table."""

    name: ClassVar[str] = "light"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    lamps: frozenset[Lamp]


@dataclass(frozen=True, slots=True)
class Glow:
    """The colour in which the screens show lit lamps. Blind: it changes nothing of the game."""

    name: ClassVar[str] = "glow"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = False
    colour: str


Action = Light | Glow
