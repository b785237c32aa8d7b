"""The lines of a league, and their fold. Like positions of tables: kept in a bounded cache, caught up by reading only
the newer lines, whichever process wrote them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.leagues import changes, fold
from app.leagues.answers import Refused
from app.leagues.book import Book, Moment
from app.leagues.changes import Line, MemberErased
from app.leagues.stored.models import LeagueLine
from app.leagues.valid import Counted, valid

T = TypeVar("T")

KEEP_AT_MOST = 200


@dataclass(slots=True)
class Position:
    """A league at line ``seq``. ``broken``: the first stored line that does not fold; nothing after it is guessed.
    ``memo`` holds what was worked out from this very book."""

    book: Book | None = None
    seq: int = 0
    broken: int | None = None
    memo: dict[Any, Any] = field(default_factory=dict)

    @property
    def whole(self) -> Book:
        """The book; there is one in every stored league whose first line folds."""
        assert self.book is not None
        return self.book

    def once(self, key: Any, work: Callable[[], T]) -> T:
        """What ``work`` gives, worked out once per position."""
        if key not in self.memo:
            self.memo[key] = work()
        return cast(T, self.memo[key])

    @property
    def games(self) -> tuple[Counted, ...]:
        """The results that count, in order."""
        return self.once("games", lambda: valid(self.whole))


_newer = (
    sa.select(LeagueLine.seq, LeagueLine.at, LeagueLine.by, LeagueLine.kind, LeagueLine.body)
    .where(LeagueLine.league_id == sa.bindparam("league"), LeagueLine.seq > sa.bindparam("after"))
    .order_by(LeagueLine.seq)
)


def rows_after(connection: Connection, league_id: int, after: int = 0) -> list[Any]:
    """The stored lines newer than ``after``."""
    return list(connection.execute(_newer, {"league": league_id, "after": after}))


def line_of(row: Any) -> Line | None:
    """The change that a row holds; None for one that cannot be read."""
    answer = changes.load(row.kind, row.body)
    return None if isinstance(answer, Refused) else Line(row.seq, Moment(row.at), row.by, answer.value)


def lines_of(rows: Iterable[Any]) -> tuple[list[Line], int | None]:
    """The changes of these rows up to the first that cannot be read, and that one's number."""
    lines: list[Line] = []
    for row in rows:
        line = line_of(row)
        if line is None:
            return lines, int(row.seq)
        lines.append(line)
    return lines, None


def advanced(position: Position, rows: list[Any]) -> Position:
    """The position after these further rows; the given one stays as it is."""
    if not rows or position.broken is not None:
        return Position(position.book, rows[-1].seq if rows else position.seq, position.broken)
    lines, unreadable = lines_of(rows)
    folded = fold.fold(lines, position.book)
    broken = unreadable if folded.refused is None else lines[folded.done].seq
    return Position(folded.book, rows[-1].seq, broken)


_positions: OrderedDict[int, Position] = OrderedDict()
_guard = threading.Lock()


def position_at(connection: Connection, league: Any) -> Position:
    """The league at its newest line, from the cache or caught up.

    Being forgotten rewrites older lines: whoever catches up past such a line folds everything anew.
    """
    with _guard:
        known = _positions.get(league.id)
        if known is not None and known.seq == league.seq:
            _positions.move_to_end(league.id)
            return known
    start = known if known is not None and known.seq < league.seq else Position()
    rows = [row for row in rows_after(connection, league.id, start.seq) if row.seq <= league.seq]
    if start.seq and any(row.kind == MemberErased.kind for row in rows):
        start, rows = Position(), [row for row in rows_after(connection, league.id) if row.seq <= league.seq]
    fresh = advanced(start, rows)
    keep(league.id, fresh)
    return fresh


def keep(league_id: int, position: Position) -> None:
    """Remember a position that is in the database."""
    with _guard:
        _positions[league_id] = position
        _positions.move_to_end(league_id)
        while len(_positions) > KEEP_AT_MOST:
            _positions.popitem(last=False)


def forget(league_id: int | None = None) -> None:
    """Drop a position, or all of them, so that the next look folds the lines anew."""
    with _guard:
        if league_id is None:
            _positions.clear()
        else:
            _positions.pop(league_id, None)
