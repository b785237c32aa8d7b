"""Leagues as they stand. Like positions of tables: kept in a bounded cache, caught up by reading only the newer lines,
whichever process wrote them; a process that does not know a league begins with its snapshot."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from sqlalchemy.engine import Connection

from app.leagues.changes import MemberErased
from app.leagues.stored import snapshots
from app.leagues.stored.lines import advanced, rows_after
from app.leagues.stored.position import Position, mark

KEEP_AT_MOST = 200

_positions: OrderedDict[int, Position] = OrderedDict()
_guard = threading.Lock()


def position_at(connection: Connection, league: Any) -> Position:
    """The league at its newest line, from the cache, caught up, or out of its snapshot.

    Being forgotten rewrites older lines: whoever catches up past such a line folds everything anew.
    """
    with _guard:
        known = _positions.get(league.id)
        if known is not None and known.seq == league.seq:
            _positions.move_to_end(league.id)
            return known
    fresh = None if known is None or known.seq > league.seq else _caught_up(connection, league, known)
    if fresh is None:
        fresh = snapshots.load(connection, league) or anew(connection, league)
    keep(league.id, fresh)
    return fresh


def _caught_up(connection: Connection, league: Any, known: Position) -> Position | None:
    rows = [row for row in rows_after(connection, league.id, known.seq) if row.seq <= league.seq]
    return None if any(row.kind == MemberErased.kind for row in rows) else advanced(known, rows)


def anew(connection: Connection, league: Any) -> Position:
    """The league folded from its first line."""
    rows = [row for row in rows_after(connection, league.id) if row.seq <= league.seq]
    return advanced(Position(league=league.id), rows)


def keep(league_id: int, position: Position) -> None:
    """Remember a position that is in the database."""
    with _guard:
        _positions[league_id] = position
        _positions.move_to_end(league_id)
        while len(_positions) > KEEP_AT_MOST:
            _positions.popitem(last=False)
    if position.based is None or position.seq - position.based >= snapshots.REFRESH:
        mark(position)


def forget(league_id: int | None = None) -> None:
    """Drop a position, or all of them, so that the next look takes what is stored."""
    with _guard:
        if league_id is None:
            _positions.clear()
        else:
            _positions.pop(league_id, None)
