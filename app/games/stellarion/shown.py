"""What a screen of Stellarion gets: plain records, all of it public; only the offers are the reader's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.kernel import Finding, Offer, Outcome
from app.games.phrases import Seat
from app.games.rulebook import RuleId
from app.games.stellarion.actions import Slot
from app.games.stellarion.cards import Card, Galaxy, Symbol, Type
from app.games.stellarion.state import Breakthrough, Expansion, ShootingStars, Space, Spot, Turn

Phase = Literal["opening", "acting", "power", "traversing", "revealing", "stuck", "finished"]
#: A card and how many there are of it.
Counted = tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class DeckView:
    """One deck. ``up``: face-up cards from the top; ``size`` with them. ``left``: what is in it in all, ``following``:
    what its first face-down card can be; ``bottom``: known cards there, the bottommost last. ``due``: its top is to be
    turned up now."""

    symbol: Symbol
    up: tuple[Card, ...]
    face_down: bool
    size: int
    left: Counted
    following: Counted
    bottom: tuple[Card, ...]
    discard: tuple[Card, ...]
    due: bool


@dataclass(frozen=True, slots=True)
class StockedView:
    """A card in the Outpost, and the slot that names it in an action."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class EndView:
    """A Voyage that is accessible, where it is taken from, and the seats whose pile it fits."""

    spot: Spot
    galaxy: Galaxy
    fits: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class VoyagesView:
    """``counts`` are those left of each Galaxy; the columns go from the top down, None without Mirrors and Orbits."""

    total: int
    left: int
    counts: tuple[tuple[Galaxy, int], ...]
    left_column: tuple[Galaxy, ...] | None
    right_column: tuple[Galaxy, ...] | None
    ends: tuple[EndView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player; ``pile`` in the order the Voyages came. ``full``: no third Galaxy fits."""

    seat: Seat
    on_turn: bool
    pile: tuple[Galaxy, ...]
    counts: tuple[tuple[Galaxy, int], ...]
    full: bool


@dataclass(frozen=True, slots=True)
class TheoriesView:
    """``left`` tokens with the top one; ``seen`` cards of its Type in the Observatory; ``provable`` now."""

    top: Type | None
    hidden: tuple[Type, ...]
    left: int
    seen: int
    provable: bool


@dataclass(frozen=True, slots=True)
class SunView:
    """``final`` and ``meteors`` are None and empty where the board was left blank: then nothing is ``judged``."""

    at: Space
    final: Space | None
    meteors: tuple[Space, ...]
    held: int
    spent: int
    judged: bool
    can_spend: bool


@dataclass(frozen=True, slots=True)
class LaunchView:
    """A legal Launch: its cards, and the spots its Voyage can be taken from."""

    galaxy: Galaxy
    cards: tuple[Slot, ...]
    star: bool
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CoordinateView:
    """A legal Coordinate. ``thrusters``: one of the two may go under its deck."""

    type: Type
    major: bool
    mirror: bool
    cards: tuple[Slot, ...]
    thrusters: bool


@dataclass(frozen=True, slots=True)
class TargetView:
    """A deck or discard pile that the power can be used on, and the cards there that it can be used on."""

    symbol: Symbol
    cards: Counted


@dataclass(frozen=True, slots=True)
class PowerView:
    """The power under way: ``step`` of ``steps`` are done; ``at_once`` cards can go in one step. ``pairs`` are decks
    whose tops can go into the Outpost together. ``back`` is the most a forfeit can move the figure."""

    type: Type
    major: bool
    cards: tuple[Card, ...]
    does: Finding
    step: int
    steps: int
    at_once: int
    targets: tuple[TargetView, ...]
    pairs: tuple[tuple[Symbol, Symbol], ...]
    breakthrough: bool
    can_done: bool
    can_forfeit: bool
    back: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything. ``turn`` is 0 before the first one; ``player`` is on turn. ``launches``, ``coordinates`` and
    ``traverse`` (the Black Holes to choose four of) are the legal actions, ``can`` the wire names of all that can be
    done now. ``took``: the Voyages of a Traverse under way. ``hands``: what to do on the table after the last action.
    ``lost_hope``: the victory has become impossible. ``notes``: remarks; ``why``: how the game stands or ended.
    ``scores``: the finished turns. ``offers`` are for the reading seat. ``house``: the rulings that are played
    the other way now."""

    phase: Phase
    turn: int
    player: Seat | None
    expansions: tuple[Expansion, ...]
    stars: ShootingStars
    decks: tuple[DeckView, ...]
    outpost: tuple[StockedView, ...]
    outpost_galaxy: Galaxy | None
    voyages: VoyagesView
    seats: tuple[SeatView, ...]
    theories: TheoriesView | None
    breakthrough: Breakthrough | None
    sun: SunView | None
    launches: tuple[LaunchView, ...]
    coordinates: tuple[CoordinateView, ...]
    traverse: tuple[Slot, ...]
    can: tuple[str, ...]
    power: PowerView | None
    took: tuple[Galaxy, ...]
    due: tuple[Symbol, ...]
    hands: tuple[Finding, ...]
    lost_hope: bool
    notes: tuple[Finding, ...]
    why: tuple[Finding, ...]
    scores: tuple[Turn, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    house: tuple[RuleId, ...] = ()
