"""What a table can tell the app in a game of Stella Quest. Data only; none of it is secret.

Cards are seen by everybody the moment they lie on the table, so each of these is sighted: the second phone to enter a
card is told that another one was faster. Any phone may enter what chance decided; its ``seat`` says whose it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.deciding import Decide as Decide
from app.games.phrases import Seat
from app.games.stella_quest import state
from app.games.stella_quest.cards import Card


@dataclass(frozen=True, slots=True)
class Recording:
    """Who enters the cards from now on: one phone for all, or each its own. Only says what the phones show."""

    name: ClassVar[str] = "recording"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = False
    how: state.Recording


@dataclass(frozen=True, slots=True)
class FirstCard:
    """The top card of the deck, turned up beside it: it begins the discard pile. ``seat`` entered it."""

    name: ClassVar[str] = "first_card"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card from its hand."""

    name: ClassVar[str] = "play"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Opponent:
    """The artificial opponent plays the top card of the deck (QU-15). ``seat`` entered it."""

    name: ClassVar[str] = "opponent"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """On its turn, before its card, a seat loses 1 radiance and draws 3 cards (QU-5)."""

    name: ClassVar[str] = "draw"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """The winner takes one of the emotion cards into its collection."""

    name: ClassVar[str] = "take"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Top:
    """The winner chooses the card that lies on top of the pile. Only where there is a choice."""

    name: ClassVar[str] = "top"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Leave:
    """A player has left the table (QU-17)."""

    name: ClassVar[str] = "leave"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """A player who had left is back, with the same hand (QU-17)."""

    name: ClassVar[str] = "return"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndEarly:
    """Somebody has left: the game ends with the points so far (QU-17)."""

    name: ClassVar[str] = "end_early"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True


Action = Recording | FirstCard | Play | Opponent | Draw | Take | Top | Leave | Return | EndEarly | Decide
