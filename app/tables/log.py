"""The one log of a table, and its fold: what was played, what was taken back, and the state after it.

Positions are kept in a bounded cache. The log is append-only, so a position that is behind catches up by reading
only the newer rows, whichever process wrote them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError
from sqlalchemy.engine import Connection

from app.games import GAMES
from app.games.kernel import Accepted, Game, Refused
from app.games.phrases import Seat
from app.tables.models import Entry

KEEP_AT_MOST = 2_000


@dataclass(slots=True)
class Step:
    """A played action: its log row's number, the action, and the state after it."""

    seq: int
    at: int
    by: int | None
    action: Any
    state: Any


@dataclass(slots=True)
class Position:
    """A table's game at log row ``seq``.

    ``steps`` are the actions that hold now; ``taken_back`` the groups that undo removed and redo can bring back, each
    with the seat that removed it; ``keys`` maps every tap's key to its row and acting seat. ``broken`` is the first
    stored row that does not fold: nothing after it is guessed.
    """

    game: Game[Any, Any, Any]
    seq: int = 0
    start: Any = None
    started_by: int | None = None
    steps: list[Step] = field(default_factory=list)
    taken_back: list[tuple[int | None, list[Step]]] = field(default_factory=list)
    keys: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    broken: int | None = None

    @property
    def state(self) -> Any:
        """The state now; None while the game has not begun."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def actions(self) -> list[Any]:
        return [step.action for step in self.steps]

    def undo_span(self) -> int:
        """How many steps the next undo takes back; 0 when there is nothing to undo."""
        return self.game.undo_span(self.actions) if self.steps else 0


def advance(position: Position, rows: Iterable[Any]) -> None:
    """Take further log rows into the position, in order. A row that does not fold marks it as broken and stops it."""
    for row in rows:
        position.keys[row.key] = (row.seq, row.by_seat_id)
        if position.broken is None:
            try:
                _take(position, row)
            except (ValidationError, _Misfit, KeyError, TypeError, ValueError, IndexError):
                position.broken = row.seq
        position.seq = row.seq


class _Misfit(Exception):
    """A stored row that the rules refuse."""


def _take(position: Position, row: Any) -> None:
    match row.kind:
        case "started":
            seats = row.body["seats"]
            options = position.game.wire.load_options(row.body["options"], seats)
            position.start = position.game.setup(options, seats)
            position.started_by = row.by_seat_id
            position.steps, position.taken_back = [], []
        case "unstarted":
            position.start = None
            position.steps, position.taken_back = [], []
        case "action":
            data = dict(row.body)
            seat = Seat(data.pop("seat", -1))
            action = position.game.wire.load_action(data, seat, record=True)
            match position.game.apply(position.state, action):
                case Accepted(state=after):
                    position.steps.append(Step(row.seq, row.at, row.by_seat_id, action, after))
                    position.taken_back = []
                case Refused():
                    raise _Misfit
        case "undo":
            number = row.body["count"]
            if not 0 < number <= len(position.steps):
                raise _Misfit
            position.taken_back.append((row.by_seat_id, position.steps[-number:]))
            del position.steps[-number:]
        case "redo":
            position.steps.extend(position.taken_back.pop()[1])
        case _:
            pass


def push(position: Position, seq: int, at: int, by: int | None, key: str, action: Any, state: Any) -> None:
    """Take a freshly accepted action in without folding it a second time."""
    position.steps.append(Step(seq, at, by, action, state))
    position.taken_back = []
    position.keys[key] = (seq, by)
    position.seq = seq


_positions: OrderedDict[int, Position] = OrderedDict()
_guard = threading.Lock()
_newer_rows = (
    sa.select(Entry.seq, Entry.at, Entry.by_seat_id, Entry.kind, Entry.key, Entry.body)
    .where(Entry.table_id == sa.bindparam("table"), Entry.seq > sa.bindparam("after"))
    .order_by(Entry.seq)
)


def rows_after(connection: Connection, table_id: int, after: int) -> list[Any]:
    """The log rows newer than ``after``."""
    return list(connection.execute(_newer_rows, {"table": table_id, "after": after}))


def position_at(connection: Connection, table: Any) -> Position:
    """The table's position at its newest row, from the cache or caught up from the log.

    The caller must not change it unless it holds the table's write turn. A cached position that is ahead of the row
    the caller sees (a write that was rolled back, a reader in an older snapshot) is thrown away and folded anew.
    """
    with _guard:
        position = _positions.get(table.id)
        if position is not None and position.seq == table.seq:
            _positions.move_to_end(table.id)
            return position
    fresh = Position(GAMES[table.game])
    if position is not None and position.seq < table.seq:
        fresh = copy_of(position)
    advance(fresh, (row for row in rows_after(connection, table.id, fresh.seq) if row.seq <= table.seq))
    keep(table.id, fresh)
    return fresh


def copy_of(position: Position) -> Position:
    """A position that can be advanced without touching the one other readers hold."""
    return Position(
        position.game,
        position.seq,
        position.start,
        position.started_by,
        list(position.steps),
        list(position.taken_back),
        dict(position.keys),
        position.broken,
    )


def keep(table_id: int, position: Position) -> None:
    """Remember a position that is in the database."""
    with _guard:
        _positions[table_id] = position
        _positions.move_to_end(table_id)
        while len(_positions) > KEEP_AT_MOST:
            _positions.popitem(last=False)


def forget(table_id: int | None = None) -> None:
    """Drop a position, or all of them, so that the next look folds the log anew."""
    with _guard:
        if table_id is None:
            _positions.clear()
        else:
            _positions.pop(table_id, None)
