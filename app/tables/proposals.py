"""Corrections that somebody at the table proposes: the host decides; who proposed one may take it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError

from app.errors import Closed, NotFound, Problem, Refusal, Unfit
from app.games.kernel import Finding, Game
from app.games.phrases import Phrase, Seat, say
from app.tables import log, rewriting, store, texts
from app.tables.amending import Amended, EntryTold, Plan, entries_of, need_fit, need_reason, save, weighed
from app.tables.models import Proposal
from app.tables.rewriting import Misfit
from app.tables.taps import check_key, check_seen, check_whole, counted_before
from app.tables.turns import Turn, at_table, find_table


@dataclass(frozen=True, slots=True)
class Open:
    """A proposal that waits: by which seat, when, why, and what it would change now. ``trouble``: why it does not fit
    the game any more (then there is no plan)."""

    id: int
    by: Seat
    at: int
    why: str
    plan: Plan | None
    trouble: Phrase | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """All that can be corrected, whether a secret part runs that cannot, and the proposals that wait."""

    game: Game[Any, Any, Any]
    seq: int
    entries: list[EntryTold]
    running: bool
    open: list[Open]


def listed(code: str) -> Listed:
    """Entries and open proposals; all of it public. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        position = log.position_at(connection, table)
        entries, running = entries_of(position)
        rows = connection.execute(
            sa.select(Proposal.id, Proposal.seat_id, Proposal.created_at, Proposal.edits, Proposal.why)
            .where(Proposal.table_id == table.id, Proposal.decided.is_(None))
            .order_by(Proposal.id)
        ).all()
        return Listed(position.game, table.seq, entries, running, [_open(turn, position, row) for row in rows])


def _open(turn: Turn, position: log.Position, row: Any) -> Open:
    by = Seat(turn.seat_by_id(row.seat_id).number)
    try:
        plan = _plan(turn, position, row.edits)
    except Problem as problem:
        findings = problem.findings if isinstance(problem, Refusal) else ()
        return Open(row.id, by, row.created_at, row.why, None, problem.says, findings)
    return Open(row.id, by, row.created_at, row.why, plan, None, ())


def _plan(turn: Turn, position: log.Position, edits: Any) -> Plan:
    """The proposal as it stands now. Raises Unfit when what it is about has changed."""
    check_whole(position)
    gone = Unfit(say("What this proposal is about has changed. Say no to it, and propose it again."))
    if position.start is None:
        raise gone
    past = position.past()
    try:
        return weighed(turn, position, past, tuple(rewriting.load(position.game, past.entries, edits)))
    except (Misfit, ValidationError, KeyError, TypeError, ValueError) as wrong:
        raise gone from wrong


def decide(
    code: str, phone: int | None, proposal: int, yes: bool, *, key: str, seen: int | None = None, why: str = ""
) -> Amended:
    """The host says yes (``seen`` is the number on the screen) or no; who proposed it may say no to it, too.

    Raises NotFound, Closed for one that was decided, NotYourSeat, and with a yes what ``amend`` raises."""
    key, why = check_key(key), texts.tidy(why, "why")
    taken = None
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return Amended(before.seq, True, None)
        row = _find(turn, proposal)
        mine = row.seat_id in {seat.id for seat in turn.seats_of(phone)}
        if yes or not mine:
            turn.host(phone)
        if row.decided is not None:
            raise Closed(say("That proposal was decided before. Look at the log."))
        decided = sa.update(Proposal).where(Proposal.id == row.id)
        if yes:
            turn.need("playing", "finished")
            check_seen(turn, position, seen)
            why = row.why or why
            plan = _plan(turn, position, row.edits)
            need_reason(turn, why)
            need_fit(plan)
            seq, taken = save(turn, position, plan, why, key, row.seat_id)
            turn.connection.execute(decided.values(decided="yes"))
        else:
            name = turn.seat_by_id(row.seat_id).name
            seq = turn.append("not_amended", {"proposal": row.id, "name": name, "back": mine}, me.id, key)
            turn.connection.execute(decided.values(decided="no"))
    if taken is not None:  # only now is it in the database
        log.keep(turn.table.id, taken)
    return Amended(seq, False, None)


def _find(turn: Turn, proposal: int) -> Any:
    row = None
    if proposal.bit_length() < 64:  # a larger one fits in no database
        row = turn.connection.execute(
            sa.select(Proposal.id, Proposal.seat_id, Proposal.edits, Proposal.why, Proposal.decided).where(
                Proposal.id == proposal, Proposal.table_id == turn.table.id
            )
        ).first()
    if row is None:
        raise NotFound(say("There is no such proposal at this table. Look at the list again."))
    return row
