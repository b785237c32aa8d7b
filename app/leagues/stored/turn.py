"""One look at a league, or one write to it: who is asking, the book as it is, new lines."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import BrokenLog, Malformed, NotFound, NotYourSeat, Stranger, Unfit
from app.games.phrases import say
from app.leagues import changes, fold
from app.leagues.answers import Refused
from app.leagues.book import ORGANISER, Book, Moment
from app.leagues.changes import Change, Line
from app.leagues.stored import log
from app.leagues.stored.models import League, LeagueKey, LeagueLine
from app.leagues.stored.position import Position, uncollected
from app.tables import bell, store
from app.tables.models import now
from app.tables.taps import check_key


class Role(StrEnum):
    """What a phone may do in a league, by the link it was opened with."""

    ORGANISER = "organiser"
    SECOND = "second"
    MEMBER = "member"


HASH_OF = {Role.ORGANISER: "organiser_hash", Role.SECOND: "second_hash", Role.MEMBER: "member_hash"}
COLUMNS = tuple(League.__table__.columns)
_SLUG = re.compile(r"[a-z0-9-]{1,48}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Seen:
    """A league as one phone finds it."""

    league: Any
    roles: frozenset[Role]
    position: Position

    @property
    def slug(self) -> str:
        return str(self.league.slug)

    @property
    def book(self) -> Book:
        return self.position.whole

    @property
    def organises(self) -> bool:
        return bool(self.roles & {Role.ORGANISER, Role.SECOND})

    @property
    def belongs(self) -> bool:
        """Whether this phone may save tables here."""
        return bool(self.roles)


@dataclass(frozen=True, slots=True)
class Done:
    """An accepted tap: the number of its first line, and whether this very tap had been counted before."""

    seq: int
    replayed: bool


@dataclass(slots=True)
class Turn:
    """A league during one write, begun at ``position``. ``book`` holds the changes of this write too."""

    connection: Connection
    league: Any
    roles: frozenset[Role]
    position: Position
    book: Book
    at: Moment
    wrote: list[tuple[Line, str]] = field(default_factory=list)

    @property
    def organises(self) -> bool:
        return bool(self.roles & {Role.ORGANISER, Role.SECOND})

    @uncollected()
    def apply(self, *wanted: Change, by: str = ORGANISER, key: str | None = None) -> None:
        """Add these changes; the first carries the tap's key. Raises Unfit with the first refusal: then none is
        stored."""
        for one in wanted:
            check_storable(one)
        first = self.book.seq + 1
        lines = [Line(first + number, self.at, by, change) for number, change in enumerate(wanted)]
        folded = fold.fold(lines, self.book)
        if folded.refused is not None:
            raise refused(folded.refused)
        assert folded.book is not None, "there was a book before"
        self.book = folded.book
        for line in lines:
            self.wrote.append((line, key if key and line.seq == first else f"~{secrets.token_hex(12)}"))

    def counted_before(self, key: str) -> Done | None:
        """The same tap once more: the number that it was given."""
        row = self.connection.execute(
            sa.select(LeagueLine.seq).where(LeagueLine.league_id == self.league.id, LeagueLine.key == key)
        ).first()
        return None if row is None else Done(int(row.seq), True)

    def set(self, **values: Any) -> None:
        """Change columns of the league's row."""
        vars(self.league).update(values)
        self.connection.execute(sa.update(League).where(League.id == self.league.id).values(**values))


def refused(no: Refused) -> Unfit:
    """The league's "no" as a problem; ``fields`` names what is at fault."""
    return Unfit(no.says, **({"fields": {no.about: "refused"}} if no.about else {}))


def row_of(connection: Connection, slug: object, *, lock: bool = False) -> Any:
    """What the league's row holds. Raises NotFound."""
    row = None
    if _SLUG.fullmatch(str(slug)[:60]):  # anything else is in no database, and some of it no database takes
        query = sa.select(*COLUMNS).where(League.slug == str(slug))
        row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise NotFound(say("There is no such league. Check the address, or ask the organiser for the link."))
    return SimpleNamespace(**row._mapping)


def roles_of(connection: Connection, league: Any, phone: int | None) -> frozenset[Role]:
    """What this phone may do: by the links it has opened, as far as they are still the league's."""
    if phone is None:
        return frozenset()
    rows = connection.execute(
        sa.select(LeagueKey.role, LeagueKey.key_hash).where(
            LeagueKey.league_id == league.id, LeagueKey.phone_id == phone
        )
    )
    held = {Role(row.role): row.key_hash for row in rows}
    return frozenset(role for role, known in held.items() if known == getattr(league, HASH_OF[role]))


def seen_by(connection: Connection, slug: object, phone: int | None) -> Seen:
    """The league, for whoever may read it. Raises NotFound, BrokenLog, and Stranger for a private one."""
    league = row_of(connection, slug)
    position = log.position_at(connection, league)
    if position.book is None:
        raise broken(position)
    seen = Seen(league, roles_of(connection, league, phone), position)
    if not (position.book.public or seen.belongs):
        raise Stranger(say("This league is private. Open it with its link, or ask the organiser for one."))
    return seen


def look(slug: object, phone: int | None) -> Seen:
    """``seen_by`` with a connection of its own."""
    with store.reading() as connection:
        return seen_by(connection, slug, phone)


def head(slug: object, phone: int | None) -> tuple[int, int]:
    """The league's id and its newest number, for whoever may read it. Raises as ``look`` does."""
    seen = look(slug, phone)
    return int(seen.league.id), int(seen.league.seq)


def room_of(league: int) -> str:
    """Where the bell of a league rings."""
    return f"league-{league}"


def organised(slug: object, phone: int | None) -> Seen:
    """The league, for its organiser. Raises Stranger or NotYourSeat for everybody else."""
    seen = look(slug, phone)
    need(seen.roles, organiser=True)
    return seen


def need(roles: frozenset[Role], *, organiser: bool = False) -> None:
    """Raises Stranger for a phone without a link of this league, NotYourSeat where the organiser's is needed."""
    if not roles:
        raise Stranger(say("This phone does not belong to the league. Open it with the members' link first."))
    if organiser and not roles & {Role.ORGANISER, Role.SECOND}:
        raise NotYourSeat(say("Only the organiser can do that. Ask the organiser, or open the organiser's link."))


def broken(position: Position) -> BrokenLog:
    return BrokenLog(
        say(
            "Line %(row)s of this league cannot be replayed. It can be read up to there, but not written to.",
            row=position.broken or 1,
        )
    )


@contextmanager
def at_league(slug: object, phone: int | None) -> Iterator[Turn]:
    """Write to a league: everything is committed together. Who may write what is asked by the caller."""
    with store.writing() as connection, on(connection, slug, phone) as turn:
        yield turn
    settle(turn)


@contextmanager
def on(connection: Connection, slug: object, phone: int | None) -> Iterator[Turn]:
    """The same inside a write that has begun; the caller calls ``settle`` after the commit."""
    league = row_of(connection, slug, lock=connection.dialect.name != "sqlite")
    position = log.position_at(connection, league)
    if position.book is None or position.broken is not None:
        raise broken(position)
    turn = Turn(connection, league, roles_of(connection, league, phone), position, position.book, Moment(now()))
    yield turn
    if turn.wrote:
        store_lines(connection, league.id, turn.wrote)
        turn.set(seq=turn.book.seq)


def settle(turn: Turn) -> None:
    """After the commit, never before: the next look need not fold what was just written, and the bell rings."""
    if not turn.wrote:
        return
    if not any(isinstance(line.change, changes.MemberErased) for line, _key in turn.wrote):
        log.keep(turn.league.id, turn.position.onto(turn.book, turn.book.seq))
    bell.ring(room_of(turn.league.id), turn.book.seq)


@uncollected()
def store_lines(connection: Connection, league_id: int, lines: Sequence[tuple[Line, str]]) -> None:
    """Insert these lines with their keys."""
    connection.execute(
        sa.insert(LeagueLine),
        [
            {
                "league_id": league_id,
                "seq": line.seq,
                "at": line.at,
                "by": line.by,
                "kind": line.change.kind,
                "key": key,
                "body": changes.dump(line.change),
            }
            for line, key in lines
        ],
    )


def change(slug: object, phone: int | None, key: object, *wanted: Change, organiser: bool = True) -> Done:
    """One tap of the organiser (or of a member, where that is enough): these changes, once."""
    tap = check_key(key)
    with at_league(slug, phone) as turn:
        need(turn.roles, organiser=organiser)
        if (before := turn.counted_before(tap)) is not None:
            return before
        first = turn.book.seq + 1
        turn.apply(*wanted, key=tap)
    return Done(first, False)


def check_storable(wanted: Change) -> None:
    """Raises Malformed for what could not be read again once it is stored: an endless note, signs no database keeps."""
    answer = changes.load(wanted.kind, changes.dump(wanted))
    if isinstance(answer, Refused):
        raise Malformed(answer.says, fields={answer.about: "unreadable"})
