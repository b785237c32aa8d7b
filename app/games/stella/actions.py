"""What a table can tell the app in a game of Stella. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.games.deciding import Decide as Decide
from app.games.phrases import Seat
from app.games.stella.state import Cell, Row


@dataclass(frozen=True, slots=True)
class Word:
    """The clue of the round, for the screens; ``""`` takes it away. Optional (ST-13)."""

    name: ClassVar[str] = "word"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = False
    text: str


@dataclass(frozen=True, slots=True)
class OtherWord:
    """Everybody agreed to the other word of the card; recorded, before the first lock (ST-13)."""

    name: ClassVar[str] = "other_word"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class SwapRow:
    """The row of five cards that the round token shows is replaced (ST-12). Before rounds 2, 3 and 4."""

    name: ClassVar[str] = "swap_row"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = False
    row: Row


@dataclass(frozen=True, slots=True)
class Begin:
    """The word lies on the table: the secret marking starts."""

    name: ClassVar[str] = "begin"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, repr=False)
class Lock:
    """A seat passes its pen: these are its marks. Prints sealed, like everything secret.

    ``closing`` is the second yes of the last one, whose lock ends the selection for everybody (ST-1).
    ``sealed`` counts further marks that were never shown: only in published records, where they stay hidden (ST-9).
    ``told`` are the cards of which everybody knows whether this lock has them, because a correction took their reveal
    out again. It goes with the log of a table, not over the wire, and makes no other lock of it.
    """

    name: ClassVar[str] = "lock"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = False
    seat: Seat
    cells: frozenset[Cell]
    closing: bool = False
    sealed: int = 0
    told: frozenset[Cell] = field(default=frozenset(), compare=False)

    def __repr__(self) -> str:
        return f"Lock(seat={self.seat}, <sealed>)"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A seat changes its mind before the last one has locked (ST-1)."""

    name: ClassVar[str] = "withdraw"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = False
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlaceLanterns:
    """All lanterns stand on their numbers: the reveal starts."""

    name: ClassVar[str] = "place_lanterns"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reveal:
    """The scout points at one of its own cards."""

    name: ClassVar[str] = "reveal"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class NextRound:
    """The scores are agreed; word card away, first scout passed on, lanterns back to the start."""

    name: ClassVar[str] = "next_round"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Leave:
    """A player has left the table (ST-15)."""

    name: ClassVar[str] = "leave"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """A player who had left is back and plays again from the next round (ST-15)."""

    name: ClassVar[str] = "return"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndEarly:
    """Fewer than three are left: the game ends with the scores so far (ST-15)."""

    name: ClassVar[str] = "end_early"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True


Action = (
    Word
    | OtherWord
    | SwapRow
    | Begin
    | Lock
    | Withdraw
    | PlaceLanterns
    | Reveal
    | NextRound
    | Leave
    | Return
    | EndEarly
    | Decide
)
