"""The table of Stella, one frozen record per phase.

Cells are numbered 0 to 14, row by row from the row farthest from the host: ``row * 5 + column``.
They are called A1 to C5. Seats are counted clockwise. Stars are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from app.games.deciding import BY_THE_BOOK, House
from app.games.kernel import Secret
from app.games.phrases import Seat

Cell = NewType("Cell", int)
Row = NewType("Row", int)
Stars = NewType("Stars", int)

ROUNDS = 4
CELLS: tuple[Cell, ...] = tuple(Cell(cell) for cell in range(15))
ROWS: tuple[Row, ...] = (Row(0), Row(1), Row(2))
FEWEST_MARKS, MOST_MARKS = 1, 10
SPARK_STARS, SUPER_SPARK_STARS = Stars(2), Stars(3)
FEWEST_PLAYERS = 3


def cell_name(cell: Cell) -> str:
    """``A1`` (far left as the host sees it) to ``C5``."""
    return f"{'ABC'[cell // 5]}{cell % 5 + 1}"


class Kind(StrEnum):
    """What a pointed card turned out to be."""

    SPARK = "spark"
    SUPER_SPARK = "super_spark"
    FALL = "fall"


@dataclass(frozen=True, slots=True)
class Marks:
    """What one seat has locked: the cells, and how many more were never shown (published records only)."""

    cells: frozenset[Cell]
    sealed: int = 0

    @property
    def number(self) -> int:
        return len(self.cells) + self.sealed


@dataclass(frozen=True, slots=True)
class Revealed:
    """One pointed card.

    ``markers`` are all who had it, the scout and the fallen included, in seat order; ``stars`` has one number per
    seat. ``fallen_before`` are those of the markers who had fallen before this card; ``out`` are all, markers or not,
    who had fallen or left before it.
    """

    scout: Seat
    cell: Cell
    kind: Kind
    markers: tuple[Seat, ...]
    fallen_before: tuple[Seat, ...]
    stars: tuple[Stars, ...]
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a round's score: a card that gave stars, and what the darkness left of them."""

    cell: Cell
    kind: Kind
    filled: Stars
    kept: Stars


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One finished round. One entry per seat in ``items``, ``points``, ``counts`` (None: marked nothing).

    ``fallen`` includes those who left with marks on their slate (ST-15).
    """

    number: int
    first_scout: Seat
    word: str
    counts: tuple[int | None, ...]
    dark: Seat | None
    fallen: frozenset[Seat]
    reveals: tuple[Revealed, ...]
    items: tuple[tuple[Item, ...], ...]
    points: tuple[Stars, ...]


@dataclass(frozen=True, slots=True)
class Common:
    """What every phase carries. ``number`` is the round, 1 to 4; ``scores`` are the finished rounds.

    ``gone`` are the seats marked as gone now; ``left_once`` all that ever were (a decision for the result). ``house``:
    the rulings that the table plays the other way.
    """

    seats: int
    number: int
    first_scout: Seat
    scores: tuple[RoundScore, ...]
    gone: frozenset[Seat]
    left_once: frozenset[Seat]
    word: str
    swapped: tuple[Row | None, ...]
    other_word: bool
    house: House = BY_THE_BOOK


@dataclass(frozen=True, slots=True)
class Opening:
    """Before the secret marking: the word, and from round 2 on the row that is swapped."""

    table: Common


@dataclass(frozen=True, slots=True)
class Marking:
    """Everybody marks in secret. ``locked`` has None for a seat that still thinks or does not play this round.

    ``sitting_out`` are those without marks this round, because they had left before they locked; ``fallen`` are those
    who left after it: their marks stay (ST-15).
    """

    table: Common
    sitting_out: frozenset[Seat]
    locked: tuple[Secret[Marks] | None, ...]
    fallen: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Announced:
    """All have locked; the numbers are on the table. ``dark`` is the single maximum, if there is one."""

    table: Common
    sitting_out: frozenset[Seat]
    marks: tuple[Secret[Marks] | None, ...]
    dark: Seat | None
    fallen: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Revealing:
    """Scouts point at cards. ``scout`` is whose turn it is; ``fallen`` includes those who left."""

    table: Common
    sitting_out: frozenset[Seat]
    marks: tuple[Secret[Marks] | None, ...]
    dark: Seat | None
    scout: Seat
    fallen: frozenset[Seat]
    reveals: tuple[Revealed, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """Rounds 1 to 3: the round is counted (the last of ``table.scores``)."""

    table: Common


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over: after round 4, or early by a decision of the table."""

    table: Common
    early: bool


State = Opening | Marking | Announced | Revealing | Scored | Finished


_ANYONE = Seat(0)


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up: who holds the First Scout pawn in round 1 (chosen or drawn by the table)."""

    first_scout: Seat = _ANYONE
