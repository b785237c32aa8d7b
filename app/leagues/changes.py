"""Everything that can happen to a league, as data. A league is the ordered list of these; ``fold`` applies them.

``kind`` is the name on the wire and in the store; a promise that never changes. Ids are made by whoever makes the
change, because nothing here throws dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, ClassVar

from app.games.phrases import say
from app.leagues import plain
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Moment, NightId, Result, ResultId, Rules, SeasonId, Sitting
from app.leagues.games import GameKey

# The league itself


@dataclass(frozen=True, slots=True)
class Opened:
    """The first change of every league. ``id`` names it everywhere, also after it was read in elsewhere; ``zone``: an
    IANA name like ``Europe/Paris``."""

    kind: ClassVar[str] = "opened"
    id: str
    name: str
    zone: str
    rules: Rules
    public: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """Another name or zone, and whether strangers may read it. A zone moves the days of games, not closed seasons."""

    kind: ClassVar[str] = "named"
    name: str
    zone: str
    public: bool = False


@dataclass(frozen=True, slots=True)
class Ruled:
    """Other rules, for every season that is not closed."""

    kind: ClassVar[str] = "ruled"
    rules: Rules


# People


@dataclass(frozen=True, slots=True)
class MemberAdded:
    kind: ClassVar[str] = "member-added"
    member: MemberId
    name: str
    guest: bool = False
    joined: date | None = None


@dataclass(frozen=True, slots=True)
class MemberRenamed:
    kind: ClassVar[str] = "member-renamed"
    member: MemberId
    name: str


@dataclass(frozen=True, slots=True)
class MemberSet:
    """Guest or member, hidden, active, and the days of joining and leaving: all of them at once."""

    kind: ClassVar[str] = "member-set"
    member: MemberId
    guest: bool = False
    hidden: bool = False
    active: bool = True
    joined: date | None = None
    left: date | None = None


@dataclass(frozen=True, slots=True)
class MemberErased:
    """The name is gone for good; results stay under ``pseudonym``. The store also scrubs older lines
    (``people.scrubbed``)."""

    kind: ClassVar[str] = "member-erased"
    member: MemberId
    pseudonym: str


@dataclass(frozen=True, slots=True)
class MemberLinked:
    """Another program calls this person ``link`` (for example ``bgstats:`` and a uuid): the next file knows it."""

    kind: ClassVar[str] = "member-linked"
    member: MemberId
    link: str


@dataclass(frozen=True, slots=True)
class Merged:
    """``gone`` is the same person as ``kept``: all results of both are results of ``kept``."""

    kind: ClassVar[str] = "merged"
    kept: MemberId
    gone: MemberId


@dataclass(frozen=True, slots=True)
class Unmerged:
    """``gone`` is a person of its own again, with its own results."""

    kind: ClassVar[str] = "unmerged"
    gone: MemberId


# Results


@dataclass(frozen=True, slots=True)
class ResultAdded:
    """``by_organiser``: needs nobody else to confirm it. ``note`` is needed where the season is closed."""

    kind: ClassVar[str] = "result-added"
    result: Result
    by_organiser: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """``member``: who says that it is right; None: the organiser, whose word is enough. ``note`` is needed where the
    season is closed."""

    kind: ClassVar[str] = "result-confirmed"
    result: ResultId
    member: MemberId | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """The whole result as it should have been; ``note`` says why."""

    kind: ClassVar[str] = "result-corrected"
    result: Result
    note: str


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    kind: ClassVar[str] = "result-withdrawn"
    result: ResultId
    note: str


@dataclass(frozen=True, slots=True)
class ResultRestored:
    kind: ClassVar[str] = "result-restored"
    result: ResultId
    note: str


# Seasons


@dataclass(frozen=True, slots=True)
class SeasonSet:
    """A new season, or other days or another name for one that is not closed."""

    kind: ClassVar[str] = "season-set"
    season: SeasonId
    name: str
    start: date
    end: date


@dataclass(frozen=True, slots=True)
class SeasonRemoved:
    kind: ClassVar[str] = "season-removed"
    season: SeasonId


@dataclass(frozen=True, slots=True)
class SeasonClosed:
    """``copy`` is made by ``seasons.closing``. Closing once more, after corrections, needs a note."""

    kind: ClassVar[str] = "season-closed"
    season: SeasonId
    copy: Mapping[str, Any]
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeasonReopened:
    kind: ClassVar[str] = "season-reopened"
    season: SeasonId
    note: str


# Nights


@dataclass(frozen=True, slots=True)
class NightSet:
    """A new night, or other facts about one."""

    kind: ClassVar[str] = "night-set"
    night: NightId
    name: str
    day: date
    starts: Moment | None = None
    place: str = ""
    game: GameKey | None = None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """``here``: has come, or come back; otherwise has left."""

    kind: ClassVar[str] = "checked-in"
    night: NightId
    member: MemberId
    here: bool = True


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in round ``number`` (from 1); the same number again replaces it."""

    kind: ClassVar[str] = "seating"
    night: NightId
    number: int
    sitting: Sitting


Change = (
    Opened
    | Named
    | Ruled
    | MemberAdded
    | MemberRenamed
    | MemberSet
    | MemberErased
    | MemberLinked
    | Merged
    | Unmerged
    | ResultAdded
    | ResultConfirmed
    | ResultCorrected
    | ResultWithdrawn
    | ResultRestored
    | SeasonSet
    | SeasonRemoved
    | SeasonClosed
    | SeasonReopened
    | NightSet
    | CheckedIn
    | Seating
)

KINDS: Mapping[str, type[Change]] = MappingProxyType({one.kind: one for one in Change.__args__})


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the store: the ``seq``-th change of the league, counted from 1. ``by``: ``organiser``, a member's id,
    or a table's code."""

    seq: int
    at: Moment
    by: str
    change: Change


def dump(change: Change) -> dict[str, Any]:
    """The body of the row; its kind is ``change.kind``."""
    body: dict[str, Any] = plain.dump(change)
    return body


def load(kind: str, body: object) -> Accepted[Change] | Refused:
    """The change that is stored or was sent under that kind."""
    made = KINDS.get(kind)
    if made is None:
        return Refused(say("There is no such change of a league: %(kind)s.", kind=kind[:40]), "kind")
    try:
        return Accepted(plain.load(made, body))
    except plain.Unreadable as wrong:
        return Refused(say("That change cannot be read: %(where)s.", where=str(wrong)[:200].lstrip(".")), kind)
