"""The book of a league: who is in it, how it counts, what was played. Data only; ``fold`` writes it.

Moments are whole milliseconds since 1970, UTC. Days are dates in the league's zone. Points are exact fractions.
What was never entered is None, never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NewType

from app.leagues.games import COMPETITIVE, GameKey

MemberId = NewType("MemberId", str)
ResultId = NewType("ResultId", str)
SeasonId = NewType("SeasonId", str)
NightId = NewType("NightId", str)
Moment = NewType("Moment", int)

#: Who made a change, where it was the organiser.
ORGANISER = "organiser"

#: Points by place: a row of length n is for tables of n players, the winner's points first.
Rows = tuple[tuple[Fraction, ...], ...]


class Measure(StrEnum):
    """What standings are ordered by."""

    SUM = "sum"
    AVERAGE = "average"
    #: People beaten, divided by people met; a tie is half a person beaten.
    SHARE = "share"


class GuestRule(StrEnum):
    """What a guest does to the points of a game."""

    #: The guest keeps the place, and its points go to nobody.
    KEEP = "keep"
    #: The members close ranks, as if the guest had not played.
    CLOSE = "close"


class TieBreak(StrEnum):
    """What can decide between equal points; more is better in all of them."""

    WINS = "wins"
    SECONDS = "seconds"
    THIRDS = "thirds"
    FOURTHS = "fourths"
    #: People beaten ÷ people met, in games among those who are tied.
    HEAD_TO_HEAD = "head-to-head"
    #: People beaten ÷ people met, in all games.
    BEATEN = "beaten"
    GAMES = "games"
    #: The points of the results that "best N" left out.
    DROPPED = "dropped"
    #: The sum of scores.
    SCORE = "score"
    #: The sum of one's shares of all the points scored at each table.
    TABLE_SHARE = "table-share"
    #: The sum of one's differences to the average score of each table.
    OVER_AVERAGE = "over-average"


@dataclass(frozen=True, slots=True)
class GameRows:
    """Points of one game, where they differ from the league's."""

    game: GameKey
    rows: Rows


@dataclass(frozen=True, slots=True)
class Rules:
    """How results become standings.

    ``rows``/``own_rows``: points by place. ``rest``: the points for places of tables that have no row of their own.
    ``best``: only so many best results count (None: all). ``minimum``: games below which nobody is ranked.
    ``attendance``: points for each day on which somebody played or was checked in, at most ``attendance_days`` of them
    (None: all). ``bye``: points for sitting out a round, at most ``byes`` times (None: each time); it stands among the
    results for "best N". ``confirmations``: how many people of the table must confirm a result that came from one.
    ``rated``: the games with ratings; ``provisional``: below so many games a rating is marked as provisional.
    ``preset`` names the preset it began as.
    """

    rows: Rows
    rest: tuple[Fraction, ...] = ()
    own_rows: tuple[GameRows, ...] = ()
    measure: Measure = Measure.SUM
    best: int | None = None
    minimum: int = 0
    attendance: Fraction = Fraction(0)
    attendance_days: int | None = None
    bye: Fraction = Fraction(0)
    byes: int | None = None
    guests: GuestRule = GuestRule.KEEP
    breaks: tuple[TieBreak, ...] = (TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.GAMES)
    confirmations: int = 2
    rated: tuple[GameKey, ...] = COMPETITIVE
    provisional: int = 5
    preset: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A person. ``guest``: plays, but is in no standings. ``hidden``: others see initials. ``erased``: the name is gone
    for good, the results stay under a pseudonym. ``active`` False: listed apart. Before ``joined`` and after ``left``
    (None: no such day) one plays as a guest. ``links``: what other programs call this person."""

    id: MemberId
    name: str
    guest: bool = False
    hidden: bool = False
    erased: bool = False
    active: bool = True
    joined: date | None = None
    left: date | None = None
    links: tuple[str, ...] = ()


class Source(StrEnum):
    """Where a result came from."""

    TABLE = "table"
    HAND = "hand"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Seated:
    """One person's part in a game. ``place``: competition rank. ``written``: the score as it was written (``3+20+5``).
    ``rounds``: points per round."""

    member: MemberId
    place: int
    score: int | None = None
    written: str = ""
    rounds: tuple[int | None, ...] = ()
    first: bool | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two seats (numbers, smaller first) and the super sparks they had together in this game."""

    a: int
    b: int
    super_sparks: int


@dataclass(frozen=True, slots=True)
class Mission:
    """How a game of Stellarion went, and how it was set up: ``expansions`` in alphabetical order, ``stars`` the
    shooting stars at the start."""

    won: bool
    expansions: tuple[str, ...] = ()
    stars: int | None = None
    stars_used: int | None = None
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played. ``source_id``: what the place it came from calls it; the same one counts only once.

    ``seats`` in seat order; the order means nothing for points. ``turns``: rounds the game took. ``house``: decisions
    of the table that the book does not know.
    """

    id: ResultId
    game: GameKey
    ended: Moment
    seats: tuple[Seated, ...]
    source: Source = Source.HAND
    source_id: str = ""
    started: Moment | None = None
    turns: int | None = None
    variant: str = ""
    note: str = ""
    house: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    mission: Mission | None = None
    night: NightId | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What was done to a result after it came in. ``before``: the result as it stood until then."""

    seq: int
    at: Moment
    by: str
    what: str
    note: str
    before: Result


@dataclass(frozen=True, slots=True)
class Frozen:
    """The standings as they were when a season was closed: JSON, members by id."""

    at: Moment
    note: str
    copy: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Season:
    """``start`` and ``end`` are its first and last day. ``frozen``: one copy for each time it was closed, newest last;
    ``notes``: why it was touched since it was first closed."""

    id: SeasonId
    name: str
    start: date
    end: date
    closed: bool = False
    frozen: tuple[Frozen, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """One round of a night: who sits at which table, and who sits out."""

    tables: tuple[tuple[MemberId, ...], ...]
    byes: tuple[MemberId, ...] = ()


@dataclass(frozen=True, slots=True)
class Night:
    """Several tables on one day. ``starts`` None: the hour is not fixed. ``here``: who was checked in, ever;
    ``gone``: who of them has left again."""

    id: NightId
    name: str
    day: date
    starts: Moment | None = None
    place: str = ""
    game: GameKey | None = None
    here: tuple[MemberId, ...] = ()
    gone: tuple[MemberId, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    cancelled: bool = False


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Book:
    """A league as it stands after ``seq`` changes. ``id`` is its name for programs, the same on every server.

    ``merged``: members who turned out to be somebody else, and who; their results keep their own id, so that taking the
    merge back is exact. ``withdrawn``: results that do not count. ``confirmed``: who confirmed each result.
    ``past``: what happened to corrected and withdrawn results.
    """

    id: str
    name: str
    zone: str
    rules: Rules
    public: bool = False
    seq: int = 0
    members: Mapping[MemberId, Member] = field(default_factory=_nothing)
    merged: Mapping[MemberId, MemberId] = field(default_factory=_nothing)
    seasons: Mapping[SeasonId, Season] = field(default_factory=_nothing)
    results: Mapping[ResultId, Result] = field(default_factory=_nothing)
    withdrawn: frozenset[ResultId] = frozenset()
    confirmed: Mapping[ResultId, tuple[str, ...]] = field(default_factory=_nothing)
    past: Mapping[ResultId, tuple[Past, ...]] = field(default_factory=_nothing)
    nights: Mapping[NightId, Night] = field(default_factory=_nothing)


def who(merged: Mapping[MemberId, MemberId], member: MemberId) -> MemberId:
    """Who this member is, after all merges."""
    while member in merged:
        member = merged[member]
    return member
