"""Looking: everything one phone may see of a table, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.games import GAMES
from app.games.kernel import Game
from app.games.phrases import Phrase, Seat, first_of, say
from app.tables import drafts, log, moving, phones, store, taps
from app.tables.models import Claim, Proposal, SeatRow, Table
from app.tables.turns import Turn, find_table


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat as everybody sees it. ``on_phone_of``: the seat whose phone it is played on, when it has none itself."""

    id: int
    number: Seat
    name: str
    sign: int
    host: bool
    here: bool
    on_phone_of: Seat | None


@dataclass(frozen=True, slots=True)
class ClaimLook:
    """Somebody who says that a seat is theirs (shown to the host)."""

    id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class HouseRuleLook:
    """A rule that this table plays differently: the log row that says so, when, by which seat, which rule, and how."""

    seq: int
    at: int
    by: Seat | None
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one phone may see it now.

    ``you`` is the seat whose eyes these are (None: a watcher); ``yours`` all seats on this phone. ``covered``: the
    phone holds several seats and none is uncovered, so ``view`` is the wall's. ``veiled``: this seat was taken over
    from a dead phone in this round, and what it had chosen stays sealed. ``draft``: what ``you`` saved but have not
    handed in. ``undo`` and ``redo`` say what they would take back or bring back, if this phone may. ``broken``: the
    log row that does not fold, if any. ``view`` is None in the lobby. ``frame``: the seat from whose side the cards are
    named A1 to C5 (``turn`` is relative to it). ``untouched``: the game has begun, but
    nothing was played yet. ``proposals``: how many corrections wait for this phone's yes or no (the host's);
    ``corrections``: how often the log of this game was corrected. ``verdict``: the address of the judge's verdict that
    somebody shows to everybody, until the game goes on.
    """

    code: str
    game: Game[Any, Any, Any]
    status: str
    seq: int
    game_seq: int
    joining_open: bool
    options: dict[str, Any]
    seats: tuple[SeatLook, ...]
    you: Seat | None
    yours: tuple[Seat, ...]
    host: bool
    host_away: bool
    covered: bool
    veiled: bool
    turn: int
    frame: Seat | None
    view: Any
    draft: dict[str, Any] | None
    undo: Phrase | None
    redo: Phrase | None
    can_reopen_lobby: bool
    untouched: bool
    claims: tuple[ClaimLook, ...]
    claim: str | None
    proposals: int
    corrections: int
    house_rules: tuple[HouseRuleLook, ...]
    verdict: str | None
    next_code: str | None
    started_at: int | None
    ended_at: int | None
    broken: int | None


def look(code: str, phone: int | None) -> Look:
    """The table of that code for this phone; ``None`` is the screen on the wall. Raises NotFound or Closed."""
    if phone is not None:
        phones.touch(phone)
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        return look_at(turn, phone, log.position_at(connection, table))


def look_at(turn: Turn, phone: int | None, position: log.Position) -> Look:
    """The table in the middle of a turn, at this position of its log."""
    table, connection = turn.table, turn.connection
    game, state = position.game, position.state
    held = turn.seats_of(phone)
    me = _eyes(held)
    veiled = me is not None and taps.veiled(position, me)
    open_to = Seat(me.number) if me is not None and not veiled else None
    host_seat = next((seat for seat in turn.seats if seat.id == table.host_seat_id), None)
    host = turn.is_host(phone)
    draft = None
    if me is not None and state is not None and game.draft is not None:
        draft = drafts.read(connection, me.id, game.draft_stage(state))
    span = position.undo_span() if held and position.broken is None else 0
    undo = None
    if span and taps.may_undo(turn, phone, game, position.steps[-span:]):
        undo = _undo_line(position, span)
    redo = None
    back = position.taken_back[-1] if position.taken_back and held and position.broken is None else None
    if back is not None and taps.may_redo(turn, phone, back[0]):
        redo = _redo_line(position)
    you = me if me is not None else (held[0] if held else None)
    numbers = {seat.id: Seat(seat.number) for seat in turn.seats}
    untouched = table.status == "playing" and not position.steps
    return Look(
        code=table.code,
        game=game,
        status=table.status,
        seq=turn.head,
        game_seq=turn.game_head,
        joining_open=table.joining_open,
        options=dict(table.options),
        seats=tuple(_seat_look(seat, turn) for seat in turn.seats),
        you=None if you is None else Seat(you.number),
        yours=tuple(Seat(seat.number) for seat in held),
        host=host,
        host_away=host_seat is not None and not turn.here(host_seat),
        covered=bool(held) and me is None,
        veiled=veiled,
        turn=0 if you is None else you.turn,
        frame=_frame(turn, position),
        view=None if state is None else game.view_for(state, open_to),
        draft=draft,
        undo=undo,
        redo=redo,
        can_reopen_lobby=host and untouched,
        untouched=untouched,
        claims=_claims(connection, turn) if host else (),
        claim=None if held else moving.claim_of(connection, table.id, phone),
        proposals=_proposals(connection, turn) if host else 0,
        corrections=position.corrections,
        house_rules=tuple(
            HouseRuleLook(rule.seq, rule.at, numbers.get(rule.by or 0), rule.rule, rule.text) for rule in position.house
        ),
        verdict=position.verdict,
        next_code=table.next_code,
        started_at=table.started_at,
        ended_at=table.ended_at,
        broken=position.broken,
    )


def _frame(turn: Turn, position: log.Position) -> Seat | None:
    """The seat from whose side the cards are named, whoever leads the table later: who started the game."""
    frame = position.started_by if position.start is not None else turn.table.host_seat_id
    return next((Seat(seat.number) for seat in turn.seats if seat.id == frame), None)


def eyes(turn: Turn, phone: int | None, position: log.Position) -> Seat | None:
    """The seat whose secrets this phone may be shown now; None: the wall's view."""
    me = _eyes(turn.seats_of(phone))
    return None if me is None or taps.veiled(position, me) else Seat(me.number)


def _eyes(held: list[Any]) -> Any:
    """The seat whose secrets this phone shows now: its only one, or the uncovered one of several."""
    if len(held) == 1:
        return held[0]
    return next((seat for seat in held if seat.uncovered), None)


def _seat_look(seat: Any, turn: Turn) -> SeatLook:
    carrier = None
    if not seat.own:
        carrier = next((other for other in turn.seats if other.own and other.phone_id == seat.phone_id), None)
    return SeatLook(
        id=seat.id,
        number=Seat(seat.number),
        name=seat.name,
        sign=seat.sign,
        host=seat.id == turn.table.host_seat_id,
        here=turn.here(seat),
        on_phone_of=None if carrier is None else Seat(carrier.number),
    )


def _proposals(connection: Connection, turn: Turn) -> int:
    found = connection.execute(
        sa.select(sa.func.count())
        .select_from(Proposal)
        .where(Proposal.table_id == turn.table.id, Proposal.decided.is_(None))
    )
    return int(found.scalar_one())


def _claims(connection: Connection, turn: Turn) -> tuple[ClaimLook, ...]:
    rows = connection.execute(
        sa.select(Claim.id, SeatRow.number)
        .join(SeatRow, SeatRow.id == Claim.seat_id)
        .where(Claim.table_id == turn.table.id, Claim.decided.is_(None))
        .order_by(Claim.id)
    )
    return tuple(ClaimLook(row.id, Seat(row.number)) for row in rows)


def _line(position: log.Position, steps: list[log.Step], before: Any) -> Phrase | None:
    """The last readable line of these steps, as everybody may read it."""
    line = None
    for step in steps:
        line = position.game.line_for(before, step.action, step.state, None) or line
        before = step.state
    return line


def _undo_line(position: log.Position, span: int) -> Phrase:
    before = position.steps[-span - 1].state if len(position.steps) > span else position.start
    line = _line(position, position.steps[-span:], before)
    return say("Undo") if line is None else say("Undo: %(line)s", line=first_of(line))


def _redo_line(position: log.Position) -> Phrase:
    line = _line(position, position.taken_back[-1][1], position.state)
    return say("Redo") if line is None else say("Redo: %(line)s", line=first_of(line))


def game_at(code: str) -> Game[Any, Any, Any]:
    """The game of that table. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, _seats = find_table(connection, code)
        return GAMES[table.game]


def head(code: str) -> tuple[int, int]:
    """The table's id and its newest number. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, _seats = find_table(connection, code)
        return int(table.id), int(table.seq)


def head_of(table_id: int) -> int:
    """The newest number of a table that a stream listens to."""
    with store.reading() as connection:
        return int(connection.execute(sa.select(Table.seq).where(Table.id == table_id)).scalar_one())


def tables_of(phone: int | None) -> list[dict[str, Any]]:
    """The tables this phone sits at, newest first, for "continue"."""
    if phone is None:
        return []
    with store.reading() as connection:
        rows = connection.execute(
            sa.select(Table.code, Table.game, Table.status, SeatRow.name, Table.created_at)
            .join(SeatRow, SeatRow.table_id == Table.id)
            .where(SeatRow.phone_id == phone, SeatRow.own, Table.deleted_at.is_(None))
            .order_by(Table.created_at.desc(), Table.id.desc())
            .limit(8)
        )
        return [dict(row._mapping) for row in rows]


def names_at(code: str) -> dict[int, str]:
    """Seat numbers to names, for sentences that speak of players. Raises NotFound or Closed."""
    with store.reading() as connection:
        _table, seats = find_table(connection, code)
        return {seat.number: seat.name for seat in seats}
