"""The table of Stella Quest, one frozen record per phase.

Seats are counted clockwise from 0; where somebody plays a card, ``None`` is the artificial opponent. Radiance is the
number of tokens lying light side up. Hands are numbers of cards: the app sees none of them. Nothing here is secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from app.games.deciding import BY_THE_BOOK, House
from app.games.phrases import Seat
from app.games.stella_quest.cards import Card, Colour

Radiance = NewType("Radiance", int)

FULL_RADIANCE = Radiance(5)
DEALT = 5
MOST_IN_HAND = 10
PAID_CARDS, PAID_PRICE, LEAST_TO_PAY = 3, Radiance(1), Radiance(2)
FEWEST_DRAWN = 2  #: to an empty hand, even with one light token
FEWEST_PLAYERS = 2


class Recording(StrEnum):
    """Which phones show the pad. The rules are the same either way, and it can change at any time."""

    ONE = "one"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table; ``by`` None: the artificial opponent."""

    by: Seat | None
    card: Card


@dataclass(frozen=True, slots=True)
class Drawn:
    """``cards`` drawn from the deck: paid for with radiance, or free to an empty hand. ``due`` may be more (QU-7);
    ``light`` was the seat's radiance when it drew."""

    seat: Seat
    cards: int
    due: int
    paid: bool
    light: Radiance


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck ran out after ``after`` cards of the draw just before; ``cards`` of the pile are the new deck."""

    cards: int
    after: int


class Cause(StrEnum):
    """The three ways to lose radiance."""

    MARKER = "marker"
    DUPLICATE = "duplicate"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Loss:
    """``due`` radiance to lose, ``flipped`` tokens turned to the dark side: fewer, if there were fewer (QU-10)."""

    seat: Seat
    cause: Cause
    due: int
    flipped: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round, running or finished. ``top`` lay on the pile when it began.

    ``winner`` is the player who won it, None while it runs and where nobody won; ``taken`` is the card that went into
    the winner's collection, ``on_top`` the one that came to lie on the pile. While ``on_top`` is None the cards, but
    for the taken one, still lie on the table. ``away``: they have left the game, and the pile is as it was (QU-13).
    """

    number: int
    first: Seat
    top: Card
    played: tuple[Played, ...] = ()
    supplies: tuple[Drawn | Shuffled, ...] = ()
    losses: tuple[Loss, ...] = ()
    winner: Seat | None = None
    taken: Card | None = None
    on_top: Card | None = None
    away: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(one.card for one in self.played)

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The cards that lie on the table now."""
        if self.on_top is not None:
            return ()
        return self.cards if self.taken is None else without(self.cards, self.taken)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards but for one ``card``."""
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


@dataclass(frozen=True, slots=True)
class Doubt:
    """In round ``number`` this hand did not follow ``colour``: fine, if it held none (QU-4)."""

    colour: Colour
    number: int
    card: Card


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proven one: the colour came from the same hand in round ``shown``, with no draw between (QU-4)."""

    seat: Seat
    doubt: Doubt
    shown: int
    card: Card


@dataclass(frozen=True, slots=True)
class Common:
    """What every phase carries; the tuples have one entry per seat.

    ``marker``: in front of whom the black star stands, None: in the centre. ``deck`` is a number of cards, ``pile`` the
    cards since the last shuffle, the top last. ``gone`` are the seats marked as gone now, ``left_once`` all that ever
    were; ``played_on``: a round was decided without the card of somebody gone, so no points count any more (QU-17).
    ``house``: the rulings that the table plays the other way; ``away``: how many rests have left the game by that.
    """

    seats: int
    recording: Recording
    marker: Seat | None
    radiance: tuple[Radiance, ...]
    hands: tuple[int, ...]
    collections: tuple[tuple[Card, ...], ...]
    deck: int
    pile: tuple[Card, ...]
    rounds: tuple[Round, ...]
    doubts: tuple[tuple[Doubt, ...], ...]
    revokes: tuple[Revoke, ...]
    gone: frozenset[Seat]
    left_once: frozenset[Seat]
    played_on: bool
    house: House = BY_THE_BOOK
    away: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """Cards are dealt; the first card of the pile was not told yet."""

    table: Common
    first: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """Everybody plays one card, in turn order."""

    table: Common
    round: Round


@dataclass(frozen=True, slots=True)
class Taking:
    """The winner takes one of the emotion cards. A marker loss has been paid already (QU-8)."""

    table: Common
    round: Round


@dataclass(frozen=True, slots=True)
class Topping:
    """The winner has taken a card and chooses which of the others lies on top of the pile."""

    table: Common
    round: Round


class End(StrEnum):
    COLLECTION = "collection"
    ELIMINATION = "elimination"
    EARLY = "early"


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over; ``who`` completed the collection or was eliminated. The last round is in ``table.rounds``."""

    table: Common
    end: End
    who: Seat | None


State = Opening | Playing | Taking | Topping | Finished

_ANYONE = Seat(0)


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up: who plays first (who last looked at the stars), and which phones show the pad."""

    first_player: Seat = _ANYONE
    recording: Recording = Recording.ONE
