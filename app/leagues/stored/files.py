"""Files that come in: read, matched by people, taken in; kept in between for a day at most."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import Closed, Malformed
from app.games.phrases import say
from app.leagues import changes
from app.leagues.answers import Accepted, Refused
from app.leagues.book import ORGANISER, Book, MemberId, Moment
from app.leagues.changes import Line
from app.leagues.exchange import bgstats_reading, csv_reading, taking
from app.leagues.exchange.plays import File, Skipped
from app.leagues.stored import lines as stored_lines
from app.leagues.stored import turn
from app.leagues.stored.models import LeagueFile
from app.leagues.stored.position import Position
from app.leagues.stored.tables import GUEST, NEW, fresh_id
from app.leagues.stored.turn import at_league, need
from app.tables import names, store
from app.tables.models import now
from app.tables.phones import digest
from app.tables.taps import check_key

KEPT_MS = 24 * 3600 * 1000
MOST_BYTES = 16_000_000
#: What a player of a file may be besides a member: nobody (those plays are left out).
SKIP = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A file that was read: ``token`` takes it in, once it is said who is who."""

    token: str
    matches: tuple[taking.Match, ...]
    plays: int
    there: int
    skipped: tuple[Skipped, ...]
    others: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of it."""

    added: int
    there: int
    skipped: tuple[Skipped, ...]


def read(data: bytes) -> File:
    """A BG Stats file or a table of games. Raises Malformed with the reason of the one it looks like."""
    looks_json = data.startswith(b"PK") or data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"{", b"["))
    answer = bgstats_reading.read(data) if looks_json else csv_reading.read(data)
    match answer:
        case Accepted(value=file):
            return file
        case Refused(says=says):
            raise Malformed(says, fields={"file": "unreadable"})


def upload(slug: object, phone: int | None, data: bytes) -> Waiting:
    """Keep a file until people have said who is who."""
    if len(data) > MOST_BYTES:
        raise Malformed(say("That file is too big."), fields={"file": "big"})
    file = read(data)
    token = secrets.token_urlsafe(24)
    with store.writing() as connection:
        league = turn.row_of(connection, slug)
        need(turn.roles_of(connection, league, phone), organiser=True)
        connection.execute(sa.delete(LeagueFile).where(LeagueFile.at < now() - KEPT_MS))
        connection.execute(sa.insert(LeagueFile).values(id=digest(token), league_id=league.id, at=now(), data=data))
    return waiting(slug, phone, token, file)


def waiting(slug: object, phone: int | None, token: str, file: File | None = None) -> Waiting:
    """The file that waits under that token. Raises Closed when it has been taken in, or is too old."""
    seen = turn.organised(slug, phone)
    if file is None:
        with store.reading() as connection:
            file = _kept(connection, seen.league.id, token)
    return looked_into(seen, file, token)


def looked_into(seen: turn.Seen, file: File, token: str = "") -> Waiting:
    """Who is in the file, and what of it is here already."""
    there = taking.plan(seen.book, file, {}, Moment(now()), ORGANISER).there
    return Waiting(token, taking.matches(seen.book, file), len(file.plays), there, file.skipped, file.other_games)


def _kept(connection: Connection, league_id: int, token: str) -> File:
    row = connection.execute(
        sa.select(LeagueFile.data).where(LeagueFile.id == digest(token[:100]), LeagueFile.league_id == league_id)
    ).first()
    if row is None:
        raise Closed(say("That file is not here any more. Choose it once more."))
    return read(bytes(row.data))


def take(slug: object, phone: int | None, key: object, token: str, chosen: Mapping[str, str], note: str = "") -> Taken:
    """Take the plays in. ``chosen``: by player of the file a member's id, ``new``, ``guest``, or nothing (then the
    plays with this player are left out). The same tap again does it once."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if write.counted_before(tap) is not None:
            return Taken(0, 0, ())
        taken = _take(write, _kept(write.connection, write.league.id, token), chosen, tap, note)
        write.connection.execute(sa.delete(LeagueFile).where(LeagueFile.id == digest(token[:100])))
    return taken


def take_now(slug: object, phone: int | None, key: object, file: File, chosen: Mapping[str, str], note: str) -> Taken:
    """The same in one step, for programs that know who is who."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if write.counted_before(tap) is not None:
            return Taken(0, 0, ())
        return _take(write, file, chosen, tap, note)


def _take(write: turn.Turn, file: File, chosen: Mapping[str, str], tap: str, note: str) -> Taken:
    more, people = _people(write.book, file, chosen)
    if more:
        write.apply(*more, key=tap)
    plan = taking.plan(write.book, file, people, write.at, ORGANISER, note=note)
    if plan.lines:
        write.apply(*(line.change for line in plan.lines), key=None if more else tap)
    added = sum(isinstance(line.change, changes.ResultAdded) for line in plan.lines)
    return Taken(added, plan.there, plan.skipped)


def _people(book: Book, file: File, chosen: Mapping[str, str]) -> tuple[list[changes.Change], dict[str, MemberId]]:
    made: dict[str, MemberId] = {}
    more: list[changes.Change] = []
    taken = {names.key(member.name) for member in book.members.values() if member.id not in book.merged}
    for player in file.players:
        picked = chosen.get(player.uuid, SKIP)
        if picked in (NEW, GUEST):
            name = names.visible(player.name)[: names.LONGEST].strip() or "?"
            if names.key(name) in taken:
                name = names.numbered(name, taken)
            taken.add(names.key(name))
            member = MemberId(fresh_id())
            more.append(changes.MemberAdded(member, name, guest=picked == GUEST))
            made[player.uuid] = member
        elif picked != SKIP:
            if picked not in book.members:
                raise Malformed(
                    say("Say who %(name)s is: choose a member, a new member or a guest.", name=player.name),
                    fields={"chosen": player.uuid},
                )
            made[player.uuid] = MemberId(picked)
    return more, made


def lines_of(slug: object, phone: int | None) -> list[Line]:
    """The whole league as its lines, for the organiser."""
    with store.reading() as connection:
        league = turn.row_of(connection, slug)
        need(turn.roles_of(connection, league, phone), organiser=True)
        lines, unreadable = stored_lines.lines_of(stored_lines.rows_after(connection, league.id))
    if unreadable is not None:
        raise turn.broken(Position(None, unreadable, unreadable))
    return lines
