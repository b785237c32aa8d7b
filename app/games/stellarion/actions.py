"""What a table can tell the app in a game of Stellarion. Data only; none of it is secret.

The players act together, so any phone may enter anything: ``seat`` is who entered it, and whoever is on turn is the
one who acts. All of it is sighted: the second phone is told that another one was faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal, NewType

from app.games.deciding import Decide as Decide
from app.games.phrases import Seat
from app.games.stellarion.cards import Card, Symbol, Type
from app.games.stellarion.state import Spot

#: Where a card is that can be used: the name of a deck, for its face-up top, or ``outpost-`` and the card's name.
Slot = NewType("Slot", str)
OUTPOST = "outpost-"


class Put(StrEnum):
    """Where the two cards go that were looked at. ``apart``: one on top, one at the bottom. The other two need the
    Reflection amplifier."""

    APART = "apart"
    ON_TOP = "on_top"
    UNDER = "under"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The top of a face-down deck is turned up: at the beginning of the game, and at the end of a turn."""

    name: ClassVar[str] = "reveal"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Launch:
    """Four different cards of a Galaxy, or three and a Shooting Star, for the Voyage at ``voyage``."""

    name: ClassVar[str] = "launch"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Slot, ...]
    star: bool
    voyage: Spot


@dataclass(frozen=True, slots=True)
class Coordinate:
    """Two cards of a Type for its power. ``thrusters``: the Ship that goes under its deck instead of being discarded,
    None for neither."""

    name: ClassVar[str] = "coordinate"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Slot, ...]
    thrusters: Slot | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """Ship: a deck was searched for ``card`` and shuffled; the card lies face up on top."""

    name: ClassVar[str] = "search"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Nebula: ``cards`` of one discard pile are shuffled into their deck; or, with the Time shift radar, lie face up
    on top of it, the first one uppermost."""

    name: ClassVar[str] = "retrieve"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Card, ...]
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Stars: a deck was shuffled and its top two cards looked at; ``upper`` ends above ``lower``."""

    name: ClassVar[str] = "look"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    upper: Card
    lower: Card
    put: Put = Put.APART


@dataclass(frozen=True, slots=True)
class Stock:
    """Planet: the face-up tops of these decks go to the Outpost."""

    name: ClassVar[str] = "stock"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    decks: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The effect was used in part, and no more of it is wanted (SN-4)."""

    name: ClassVar[str] = "done"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The whole effect is forfeited; the Glaucous Sun goes ``back`` so many spaces."""

    name: ClassVar[str] = "forfeit"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    back: int = 0


@dataclass(frozen=True, slots=True)
class Traverse:
    """Four Black Holes of the Observatory are discarded; the Voyages are taken one by one."""

    name: ClassVar[str] = "traverse"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """A Voyage of a Traverse, for the pile of ``to``: one's own, or the other player's as a gift."""

    name: ClassVar[str] = "take"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    voyage: Spot
    to: Seat


@dataclass(frozen=True, slots=True)
class Theory:
    """The top theory is proven; ``next`` is the Type of the token under it, None where there is none."""

    name: ClassVar[str] = "theory"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    next: Type | None


@dataclass(frozen=True, slots=True)
class Meteors:
    """Two Meteor tokens for a Voyage, at any time, for the pile of ``to``."""

    name: ClassVar[str] = "meteors"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat
    voyage: Spot
    to: Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Nothing is face down: the turn ends without a reveal."""

    name: ClassVar[str] = "end_turn"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class FinalSpace:
    """The Glaucous Sun has reached the final space of a board that the app does not know (SN-14)."""

    name: ClassVar[str] = "final_space"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Nothing can be done, and the Meteor tokens are not spent (SN-13)."""

    name: ClassVar[str] = "give_up"
    by: ClassVar[Literal["seat", "host"]] = "seat"
    sighted: ClassVar[bool] = True
    seat: Seat


Action = (
    Reveal
    | Launch
    | Coordinate
    | Search
    | Retrieve
    | Look
    | Stock
    | Done
    | Forfeit
    | Traverse
    | Take
    | Theory
    | Meteors
    | EndTurn
    | FinalSpace
    | GiveUp
    | Decide
)
