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
from app.tables import rewriting
from app.tables.models import Entry
from app.tables.rewriting import Misfit, Past
from app.tables.rewriting import Step as Step

KEEP_AT_MOST = 2_000
#: What folding a row raises that does not fit.
DAMAGED = (ValidationError, Misfit, KeyError, TypeError, ValueError, IndexError)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """The table plays a rule differently: the log row that says so, when, which seat's id, which rule, and how."""

    seq: int
    at: int
    by: int | None
    rule: str
    text: str


@dataclass(slots=True)
class Position:
    """A table's game at log row ``seq``.

    ``steps`` are the actions that hold now; ``taken_back`` the groups that undo removed and redo can bring back, each
    with the seat that removed it; ``keys`` maps every tap's key to its row and acting seat. ``began`` is the row of the
    start, ``amended`` the newest correction's, ``corrections`` how many there were; ``house`` are the house rules that
    stand. ``broken`` is the first stored row that does not fold: nothing after it is guessed. ``verdict`` is the
    address of the one that is shown to everybody.
    """

    game: Game[Any, Any, Any]
    seq: int = 0
    start: Any = None
    started_by: int | None = None
    steps: list[Step] = field(default_factory=list)
    taken_back: list[tuple[int | None, list[Step]]] = field(default_factory=list)
    keys: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    began: int = 0
    amended: int = 0
    corrections: int = 0
    house: tuple[HouseRule, ...] = ()
    broken: int | None = None
    verdict: str | None = None

    @property
    def state(self) -> Any:
        """The state now; None while the game has not begun."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def actions(self) -> list[Any]:
        return [step.action for step in self.steps]

    def past(self) -> Past:
        """What is public of the steps, for corrections."""
        return rewriting.past(self.game, self.start, self.steps)

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
            except DAMAGED:
                position.broken = row.seq
        position.seq = row.seq
        if row.kind == "verdict":
            address = row.body.get("address") if isinstance(row.body, dict) else None
            position.verdict = address if isinstance(address, str) else None
        elif row.kind in MOVES_ON:
            position.verdict = None


#: What puts a shown verdict away: the game goes on.
MOVES_ON = frozenset({"started", "unstarted", "action", "undo", "redo", "amend"})


def _take(position: Position, row: Any) -> None:
    match row.kind:
        case "started":
            seats = row.body["seats"]
            options = position.game.wire.load_options(row.body["options"], seats)
            position.start = position.game.setup(options, seats)
            position.started_by, position.began = row.by_seat_id, row.seq
            position.steps, position.taken_back = [], []
            position.amended = position.corrections = 0
        case "unstarted":
            position.start = None
            position.steps, position.taken_back = [], []
        case "action":
            action = rewriting.action_of(position.game, row.body)
            match position.game.apply(position.state, action):
                case Accepted(state=after):
                    position.steps.append(Step(row.seq, row.at, row.by_seat_id, action, after))
                    position.taken_back = []
                case Refused():
                    raise Misfit
        case "undo":
            number = row.body["count"]
            if not 0 < number <= len(position.steps):
                raise Misfit
            position.taken_back.append((row.by_seat_id, position.steps[-number:]))
            del position.steps[-number:]
        case "redo":
            position.steps.extend(position.taken_back.pop()[1])
        case "amend":
            before = position.past()
            edits = rewriting.load(position.game, before.entries, row.body["edits"])
            position.steps = rewriting.rewritten(before, position.steps, edits, row)
            position.taken_back = []
            position.amended = row.seq
            position.corrections += 1
        case "house_rule" | "house_back":
            position.house = house_after(position.house, row)
        case _:
            pass


def house_after(rules: tuple[HouseRule, ...], row: Any) -> tuple[HouseRule, ...]:
    """The house rules after this row. The game does not need them: a damaged row breaks nothing."""
    body = row.body if isinstance(row.body, dict) else {}
    if row.kind == "house_back":
        return tuple(rule for rule in rules if rule.seq != body.get("row"))
    rule, text = body.get("rule"), body.get("text")
    if not isinstance(rule, str) or not isinstance(text, str):
        return rules
    return (*rules, HouseRule(row.seq, row.at, row.by_seat_id, rule, text))


def push(position: Position, seq: int, at: int, by: int | None, key: str, action: Any, state: Any) -> None:
    """Take a freshly accepted action in without folding it a second time."""
    position.steps.append(Step(seq, at, by, action, state))
    position.taken_back = []
    position.keys[key] = (seq, by)
    position.seq = seq
    position.verdict = None


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
        position.began,
        position.amended,
        position.corrections,
        position.house,
        position.broken,
        position.verdict,
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
