"""A table of Lamps: one frozen value per phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from app.games.phrases import Seat

#: A lamp of the row, counted from 1.
Lamp = NewType("Lamp", int)
FEWEST, MOST = 5, 15
COLOURS = ("amber", "blue")


@dataclass(frozen=True, slots=True)
class Options:
    """Who plays first, and how many lamps stand in the row."""

    first_player: Seat
    lamps: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Who lit what, in one turn."""

    seat: Seat
    lamps: frozenset[Lamp]


@dataclass(frozen=True, slots=True)
class Playing:
    """``turn`` lights next; ``turns`` are those done, in order."""

    seats: int
    lamps: int
    turn: Seat
    turns: tuple[Turn, ...] = ()
    colour: str = COLOURS[0]

    @property
    def dark(self) -> tuple[Lamp, ...]:
        """The lamps still dark, in the order of the row."""
        lit = {lamp for turn in self.turns for lamp in turn.lamps}
        return tuple(lamp for lamp in map(Lamp, range(1, self.lamps + 1)) if lamp not in lit)


@dataclass(frozen=True, slots=True)
class Finished:
    """The whole row is lit; the last turn has won."""

    seats: int
    lamps: int
    turns: tuple[Turn, ...]
    colour: str


State = Playing | Finished
