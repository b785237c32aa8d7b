"""What was worked out from the lines of a long league, kept so that a fresh process need not fold them all.

A snapshot is derived: it can be thrown away at any time, and what is missing, older than the league, made by other
code or damaged is worked out anew. One part of it is a whole book (``BOOK``), which may be some lines old: the newer
ones are folded onto it. One part is what a book has besides its results (``FRONT``), and there is one for each thing
that was worked out for a page: these are of the newest line or of no use.

Whoever looks at a page first pays for what it needs; it is saved after the answer. Being forgotten deletes the snapshot
in the transaction that scrubs the lines, and only what belongs to the newest line is ever saved: no name comes back.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection

import app.leagues
from app.errors import NoRoom
from app.leagues import zones
from app.leagues.book import Book
from app.leagues.changes import MemberErased
from app.leagues.later import Later
from app.leagues.packing import pack, unpack
from app.leagues.stored import lines
from app.leagues.stored.models import League, LeagueSnapshot
from app.leagues.stored.position import Position, due, uncollected
from app.tables import names, store

#: So many lines later the whole book is saved anew; until then they are folded onto the old one.
REFRESH = 500
BOOK, FRONT = "book", "front"
#: What comes of unpacking something else than was packed.
UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error)

#: What comes of packing a number of more than 64 bits, or text that is none.
UNPACKABLE = (orjson.JSONEncodeError, UnicodeError)


@cache
def version() -> str:
    """The code that works things out, as a number: the same only where its sources are the same."""
    rooms = Path(app.leagues.__file__).parent
    told = hashlib.sha256(importlib.metadata.version("openskill").encode())
    for path in (*sorted(rooms.rglob("*.py")), Path(names.__file__)):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()


def _seal(league: int, part: str, seq: int, content: bytes) -> bytes:
    return hashlib.sha256(f"{version()} {league} {part} {seq} ".encode() + content).digest()


def _packed(kind: Any, value: Any) -> bytes:
    return zlib.compress(orjson.dumps(pack(kind, value)), 1)


def _unpacked(kind: Any, content: bytes) -> Any:
    with uncollected():
        return unpack(kind, orjson.loads(zlib.decompress(content)))


# Reading


def load(connection: Connection, league: Any) -> Position | None:
    """The league at its newest line, as far as a snapshot tells; None: fold the lines."""
    parts = _parts(connection, league)
    if BOOK not in parts:
        return None
    based, content = parts.pop(BOOK)
    newer = [row for row in lines.rows_after(connection, league.id, based) if row.seq <= league.seq]
    if any(row.kind == MemberErased.kind for row in newer):
        return None
    try:
        if FRONT in parts:
            front, zone = _unpacked(tuple[Book, str], parts.pop(FRONT)[1])
            if zone != zones.known_days(front.zone):
                return None
            book = _with_results(front, partial(_whole, league, content, newer))
            stored = {part: partial(_kept, content) for part, (_seq, content) in parts.items()}
            return Position(book, league.seq, league=league.id, stored=stored, based=based)
        old = _unpacked(Book, content)
    except UNREADABLE:
        return None
    position = lines.advanced(Position(old, based, league=league.id, based=based), newer)
    return None if position.broken is not None else position


def _parts(connection: Connection, league: Any) -> dict[str, tuple[int, bytes]]:
    """The parts that are whole, made by this code, and of use."""
    rows = connection.execute(
        sa.select(LeagueSnapshot.part, LeagueSnapshot.seq, LeagueSnapshot.seal, LeagueSnapshot.data).where(
            LeagueSnapshot.league_id == league.id, LeagueSnapshot.seq <= league.seq
        )
    )
    return {
        row.part: (row.seq, bytes(row.data))
        for row in rows
        if (row.part == BOOK or row.seq == league.seq)
        and bytes(row.seal) == _seal(league.id, row.part, row.seq, bytes(row.data))
    }


def _with_results(front: Book, whole: Callable[[], Book]) -> Book:
    once = cache(whole)
    return replace(
        front,
        results=Later(lambda: once().results),
        confirmed=Later(lambda: once().confirmed),
        past=Later(lambda: once().past),
    )


def _whole(league: Any, content: bytes, newer: list[Any]) -> Book:
    with suppress(*UNREADABLE):
        position = lines.advanced(Position(_unpacked(Book, content)), newer)
        if position.broken is None:
            return position.whole
    with store.reading() as connection:
        rows = [row for row in lines.rows_after(connection, league.id) if row.seq <= league.seq]
    return lines.advanced(Position(), rows).whole


def _kept(content: bytes, kind: Any) -> Any:
    with suppress(*UNREADABLE):
        return _unpacked(kind, content)
    return None


# Saving


def save_due() -> None:
    """Keep what was marked. What a database has no room for, or what cannot be packed, is not kept, and nobody has to
    know: the answer that it was worked out for is made already."""
    for position in due():
        with suppress(NoRoom, sa.exc.SQLAlchemyError, *UNPACKABLE):
            save(position)


@uncollected()
def save(position: Position) -> bool:
    """Keep what this position has and the snapshot has not, unless the league has moved on since."""
    league, book, seq = position.league, position.book, position.seq
    if league is None or book is None:
        return False
    unsaved = dict(position.unsaved)
    parts = {name: _packed(kind, value) for name, (kind, value) in unsaved.items()}
    based = position.based
    if based is None or seq - based >= REFRESH:
        parts[BOOK], based = _packed(Book, book), seq
    front = replace(book, results={}, confirmed={}, past={})
    parts[FRONT] = _packed(tuple[Book, str], (front, zones.known_days(book.zone)))
    with store.writing() as connection:
        head = connection.execute(sa.select(League.seq).where(League.id == league).with_for_update()).scalar()
        if head != seq:
            return False
        old = sa.or_(
            LeagueSnapshot.part.in_(list(parts)), sa.and_(LeagueSnapshot.seq != seq, LeagueSnapshot.part != BOOK)
        )
        connection.execute(sa.delete(LeagueSnapshot).where(LeagueSnapshot.league_id == league, old))
        connection.execute(
            sa.insert(LeagueSnapshot),
            [
                {"league_id": league, "part": part, "seq": seq, "seal": _seal(league, part, seq, data), "data": data}
                for part, data in parts.items()
            ],
        )
    position.based = based
    for name in unsaved:
        position.unsaved.pop(name, None)
    return True


def throw_away(connection: Connection, league: int) -> None:
    """Delete the snapshot of a league."""
    connection.execute(sa.delete(LeagueSnapshot).where(LeagueSnapshot.league_id == league))
