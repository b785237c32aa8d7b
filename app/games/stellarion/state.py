"""The table of Stellarion, one frozen record per phase.

Seats are 0 and, with two players, 1. A turn is one player's action with the reveals that follow it. Nothing here is
secret: what the table knows of a deck, the app knows, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NewType

from app.games.deciding import BY_THE_BOOK, House
from app.games.kernel import Finding
from app.games.phrases import Seat
from app.games.stellarion.cards import Card, Galaxy, Symbol, Type

ShootingStars = NewType("ShootingStars", int)
#: A space of the board of the Glaucous Sun: 0 is its starting field.
Space = NewType("Space", int)

MOST_STARS, STARS_FOR_TWO = 4, 2
FIRST_GAME_STARS = ShootingStars(1)
VOYAGES_PER_GALAXY = 2  #: of the base game, and the most of the advanced ones
TRAVERSE_HOLES, TRAVERSE_VOYAGES = 4, 3
THEORY_CARDS = 3
METEORS, METEOR_PRICE = 4, 2
GALAXIES_PER_PILE = 2  #: with two players


class Expansion(StrEnum):
    BLACK_HOLES = "black_holes"
    THEORIES = "theories"
    MIRRORS = "mirrors"
    SUN = "sun"


#: How many advanced Voyages each expansion adds (``stellarion.advanced-voyages``).
ADVANCED: Mapping[Expansion, int] = MappingProxyType(
    {Expansion.BLACK_HOLES: 5, Expansion.THEORIES: 1, Expansion.MIRRORS: 1, Expansion.SUN: 1}
)


class Breakthrough(StrEnum):
    THRUSTERS = "thrusters"
    RADAR = "radar"
    AMPLIFIER = "amplifier"
    BIODOMES = "biodomes"


class Side(StrEnum):
    """A column of Voyages, with Mirrors and Orbits."""

    LEFT = "left"
    RIGHT = "right"


#: Where a Voyage is taken from: a Galaxy's stack, or the lower end of a column.
Spot = Galaxy | Side


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck, as far as the table knows it, and its discard pile.

    ``up``: face up, from the top; covered ones too (SN-19). ``unknown``: the cards under them whose order nobody knows,
    sorted. ``bottom``: below those, in known order, the bottommost last (SN-20). ``discard``: the last one on top.
    """

    symbol: Symbol
    up: tuple[Card, ...]
    unknown: tuple[Card, ...]
    bottom: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()

    @property
    def size(self) -> int:
        return len(self.up) + len(self.unknown) + len(self.bottom)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the deck, without its discard pile; from the top only as far as that is known."""
        return self.up + self.unknown + self.bottom

    @property
    def is_face_down(self) -> bool:
        """There is a top, and nobody sees it."""
        return not self.up and bool(self.unknown or self.bottom)


@dataclass(frozen=True, slots=True)
class Stacks:
    """Voyages left, one stack per Galaxy: how many, in the order of the Galaxies."""

    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Voyages left in two columns, each from the top down: the last one is accessible."""

    left: tuple[Galaxy, ...]
    right: tuple[Galaxy, ...]


@dataclass(frozen=True, slots=True)
class Theories:
    """The stack: the Type of the top token, None once it is empty, and the Types under it in unknown order."""

    top: Type | None
    hidden: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """``final`` is the last space, counted from the starting field 0; ``meteors`` are the spaces with a token."""

    final: Space
    meteors: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Sun:
    """The figure stands ``at`` a space. Without a ``board`` the app only counts moves (SN-14).

    ``held``: Meteor tokens acquired and not spent, unknown without a board; ``spent``: how many were.
    """

    at: Space
    board: Board | None
    held: int = 0
    spent: int = 0


class Did(StrEnum):
    LAUNCH = "launch"
    COORDINATE = "coordinate"
    TRAVERSE = "traverse"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did in a turn. ``type``, ``major`` and ``used`` tell of a Coordinate (``used`` False: forfeited);
    ``took`` are the Galaxies of the Voyages its action gained."""

    number: int
    player: Seat
    did: Did
    took: tuple[Galaxy, ...] = ()
    type: Type | None = None
    major: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class Common:
    """What every phase carries.

    ``decks`` in the order of ``cards.SYMBOLS``; ``piles``: each seat's Voyages, in the order they came. ``number`` is
    the turn, 0 before the first; ``player`` is on turn. ``hands``: what is to be done on the table after the last
    action. ``turns``: the finished ones. ``house``: the rulings that the table plays the other way.
    """

    seats: int
    expansions: frozenset[Expansion]
    decks: tuple[Deck, ...]
    outpost: tuple[Card, ...]
    voyages: Stacks | Columns
    piles: tuple[tuple[Galaxy, ...], ...]
    stars: ShootingStars
    theories: Theories | None
    breakthrough: Breakthrough | None
    sun: Sun | None
    number: int
    player: Seat
    turns: tuple[Turn, ...]
    hands: tuple[Finding, ...]
    house: House = BY_THE_BOOK


@dataclass(frozen=True, slots=True)
class Opening:
    """The decks lie face down; their tops are being turned up."""

    table: Common


@dataclass(frozen=True, slots=True)
class Acting:
    """A player chooses an action."""

    table: Common


@dataclass(frozen=True, slots=True)
class Power:
    """A Coordinate's two cards have left; its effect is carried out, or forfeited.

    ``cards`` are those two, ``steps`` the decks or piles that the effect has been used on so far.
    """

    table: Common
    cards: tuple[Card, ...]
    type: Type
    major: bool
    steps: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Traversing:
    """Four Black Holes have left; Voyages are taken one after another."""

    table: Common
    took: tuple[Galaxy, ...] = ()


@dataclass(frozen=True, slots=True)
class Revealing:
    """The action is done; face-down tops are turned up. ``begun``: one of them was."""

    table: Common
    turn: Turn
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Stuck:
    """No action is possible, and two Meteor tokens could still be spent (SN-13)."""

    table: Common


class End(StrEnum):
    WON = "won"
    UNABLE = "unable"
    FINAL_SPACE = "final_space"
    GAVE_UP = "gave_up"


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over, for all players alike."""

    table: Common
    end: End


State = Opening | Acting | Power | Traversing | Revealing | Stuck | Finished

_ANYONE = Seat(0)


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up. ``voyages`` are all of them, advanced ones included; ``theory`` is the Type of the first token;
    ``board`` None with the sun in play: not counted (SN-14)."""

    stars: ShootingStars
    voyages: Stacks | Columns
    expansions: frozenset[Expansion] = frozenset()
    theory: Type | None = None
    breakthrough: Breakthrough | None = None
    board: Board | None = None
    first_player: Seat = _ANYONE
