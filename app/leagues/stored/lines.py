"""The stored lines of a league, and their fold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.leagues import changes, fold
from app.leagues.answers import Refused
from app.leagues.book import Moment
from app.leagues.changes import Line
from app.leagues.stored.models import LeagueLine
from app.leagues.stored.position import Position, uncollected

_newer = (
    sa.select(LeagueLine.seq, LeagueLine.at, LeagueLine.by, LeagueLine.kind, LeagueLine.body)
    .where(LeagueLine.league_id == sa.bindparam("league"), LeagueLine.seq > sa.bindparam("after"))
    .order_by(LeagueLine.seq)
)


def rows_after(connection: Connection, league_id: int, after: int = 0) -> list[Any]:
    """The stored lines newer than ``after``."""
    with uncollected():
        return list(connection.execute(_newer, {"league": league_id, "after": after}))


def line_of(row: Any) -> Line | None:
    """The change that a row holds; None for one that cannot be read."""
    answer = changes.load(row.kind, row.body)
    return None if isinstance(answer, Refused) else Line(row.seq, Moment(row.at), row.by, answer.value)


def lines_of(rows: Iterable[Any]) -> tuple[list[Line], int | None]:
    """The changes of these rows up to the first that cannot be read, and that one's number."""
    found: list[Line] = []
    for row in rows:
        line = line_of(row)
        if line is None:
            return found, int(row.seq)
        found.append(line)
    return found, None


def advanced(position: Position, rows: list[Any]) -> Position:
    """The position after these further rows; the given one stays as it is."""
    if not rows or position.broken is not None:
        return position.onto(position.book, rows[-1].seq if rows else position.seq, position.broken)
    with uncollected():
        lines, unreadable = lines_of(rows)
        folded = fold.fold(lines, position.book)
    broken = unreadable if folded.refused is None else lines[folded.done].seq
    return position.onto(folded.book, rows[-1].seq, broken)
