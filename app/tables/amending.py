"""Putting a table right: a correction of the log, seen before it is saved, replayed from there on.

Everything is decided on what is public (``corrections``). Only what holds there is folded with the real log, so no
answer can depend on a mark that was never shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError

from app.errors import Malformed, Refusal, TooMany, Unfit
from app.games import amending
from app.games.amending import BEGINNING, Edit, Entry, Id
from app.games.phrases import Phrase, say
from app.tables import corrections, drafts, log, results, rewriting, store, texts
from app.tables.corrections import Effect
from app.tables.models import Proposal, now
from app.tables.rewriting import Past
from app.tables.taps import check_key, check_seen, check_whole, counted_before
from app.tables.turns import Turn, at_table, find_table

MOST_EDITS = 200
MOST_OPEN = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """A correction that could be saved, if it ``fits``: ``seq`` is the table's number it was looked at."""

    seq: int
    edits: tuple[Edit[Any], ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Amended:
    """The row of the correction, or of the proposal; ``proposal`` is its number when the host has to decide."""

    seq: int
    replayed: bool
    proposal: int | None


@dataclass(frozen=True, slots=True)
class EntryTold:
    """An entry that can be corrected: what it says, and the action as others may keep it."""

    id: Id
    says: Phrase | None
    action: Any


def entries_of(position: log.Position) -> tuple[list[EntryTold], bool]:
    """What can be corrected now, and whether a secret part runs whose entries cannot."""
    if position.start is None or position.broken is not None:
        return [], False
    past = position.past()
    told, _state = amending.tell(past.game, past.start, past.entries)
    listed = [EntryTold(entry.id, told[entry.id].entry, entry.action) for entry in past.entries]
    return listed, past.open_from < len(position.steps)


def preview(code: str, phone: int | None, edits: Sequence[Mapping[str, Any]]) -> Plan:
    """What these edits would change, for whoever sits at the table. Nothing is stored.

    Raises Stranger, Closed, BrokenLog, Malformed, and Unfit for what a correction cannot do."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        turn.sitting(phone)
        turn.need("playing", "finished")
        position = log.position_at(connection, table)
        check_whole(position)
        return planned(turn, position, edits)


def amend(
    code: str,
    phone: int | None,
    edits: Sequence[Mapping[str, Any]],
    *,
    key: str,
    seen: int | None,
    why: str = "",
) -> Amended:
    """Correct the log: the host at once, everybody else proposes it to the host. All or nothing.

    Raises what ``preview`` and a tap raise, Stale when the game has moved on since ``seen``, and Refusal (with
    ``entry``) while an entry would be impossible."""
    key, why = check_key(key), texts.tidy(why, "why")
    taken = None
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return _again(turn, before.seq)
        turn.need("playing", "finished")
        check_whole(position)
        check_seen(turn, position, seen)
        need_reason(turn, why)
        plan = planned(turn, position, edits)
        need_fit(plan)
        if turn.is_host(phone):
            seq, taken = save(turn, position, plan, why, key, None)
            done = Amended(seq, False, None)
        else:
            done = _propose(turn, position, plan, why, key, me)
    if taken is not None:  # only now is it in the database
        log.keep(turn.table.id, taken)
    return done


def need_reason(turn: Turn, why: str) -> None:
    """A finished game is not changed without a word. Raises Malformed."""
    if turn.table.status == "finished" and not why:
        raise Malformed(say("This game is over. Say why it is corrected."), fields={"why": "missing"})


def need_fit(plan: Plan) -> None:
    """Raises Refusal for the first entry that would be impossible; ``entry`` names it."""
    for change in plan.effect.changes:
        if change.kind == "impossible":
            raise Refusal(change.why, seq=plan.seq, entry={"seq": change.id[0], "part": change.id[1]})


def _again(turn: Turn, seq: int) -> Amended:
    """The same tap once more: the same answer."""
    row = next(row for row in log.rows_after(turn.connection, turn.table.id, seq - 1) if row.seq == seq)
    return Amended(seq, True, row.body.get("proposal") if row.kind == "proposed" else None)


def save(
    turn: Turn, position: log.Position, plan: Plan, why: str, key: str, proposed_by: int | None
) -> tuple[int, log.Position]:
    """Write the correction down by the host's hand; the result follows. Returns its row and the position after it."""
    host, game = turn.seat_by_id(turn.table.host_seat_id), position.game
    body = {
        "edits": rewriting.dump(game, position.past().entries, plan.edits),
        "why": why,
        "proposed_by": proposed_by,
        "result": results.stored(turn),
    }
    seq = turn.append("amend", body, host.id, key)
    taken = log.copy_of(position)
    row = SimpleNamespace(seq=seq, at=now(), by_seat_id=host.id, kind="amend", key=key, body=body)
    log.advance(taken, [row])
    if taken.broken is not None:  # what is public allowed it: not a word more
        raise Unfit(say("That correction does not fit this game. Undo the last steps instead."))
    if game.draft_stage(taken.state) != game.draft_stage(position.state):
        drafts.forget(turn)
    results.follow(turn, game, taken.state)
    return seq, taken


def _propose(turn: Turn, position: log.Position, plan: Plan, why: str, key: str, me: Any) -> Amended:
    waiting = turn.connection.execute(
        sa.select(sa.func.count())
        .select_from(Proposal)
        .where(Proposal.table_id == turn.table.id, Proposal.decided.is_(None))
    ).scalar_one()
    if waiting >= MOST_OPEN:
        raise TooMany(say("Enough corrections wait for the host. Let the host decide them first."), retry_after=60)
    kept = rewriting.dump(position.game, position.past().entries, plan.edits)
    made = turn.connection.execute(
        sa.insert(Proposal)
        .values(table_id=turn.table.id, seat_id=me.id, created_at=now(), edits=kept, why=why)
        .returning(Proposal.id)
    )
    number = int(made.scalar_one())
    seq = turn.append("proposed", {"proposal": number, "name": me.name, "why": why}, me.id, key)
    return Amended(seq, False, number)


# Weighing


def planned(turn: Turn, position: log.Position, asked: Sequence[Mapping[str, Any]]) -> Plan:
    """A correction as a phone sends it, weighed."""
    past = position.past()
    return weighed(turn, position, past, tuple(read(turn, position, past, asked)))


def weighed(turn: Turn, position: log.Position, past: Past, edits: tuple[Edit[Any], ...]) -> Plan:
    """What the edits change, if they are within what a correction can do. Decided on what is public alone.

    Raises Unfit."""
    game, row = past.game, turn.head + 1
    new = amending.edited(past.entries, edits, row)
    old = [entry.action for entry in past.entries]
    if (reason := game.beyond(old, [(entry.was, entry.action) for entry in new])) is not None:
        raise Unfit(reason)
    if [entry.action for entry in new] == old:
        raise Unfit(say("That is what the log says already. Nothing would change."))
    plan = Plan(turn.head, edits, corrections.effect(past, edits, row))
    if plan.effect.fits:
        _check_ground(past, new, plan.effect, running=past.open_from < len(position.steps))
    return plan


def _check_ground(past: Past, new: Sequence[Entry[Any]], effect: Effect, *, running: bool) -> None:
    """A secret part that runs goes on just so; and no secret part is opened again, in which some are bound by what
    they chose and others are free."""
    if running:
        if not past.game.same_ground(*effect.ground):
            raise Unfit(
                say("The round that is being played stands on this. Finish it first, or undo back to before it.")
            )
        return
    actions = [entry.action for entry in new]
    if past.game.settled(past.start, actions).open_from < len(actions):
        raise Unfit(
            say("With this correction a round that is over would not be over. Undo back to that place instead.")
        )


def read(turn: Turn, position: log.Position, past: Past, asked: Sequence[Mapping[str, Any]]) -> list[Edit[Any]]:
    """Edits as a phone sends them. Raises Malformed, and Unfit for an entry that cannot be corrected."""
    if not 0 < len(asked) <= MOST_EDITS:
        raise Malformed(say("Send 1 to %(most)s edits.", most=MOST_EDITS), fields={"edits": "number"})
    actions = {entry.id: entry.action for entry in past.entries}
    running = {step.id for step in position.steps[past.open_from :]}
    edits: list[Edit[Any]] = []
    seen: set[Id] = set()
    for one in asked:
        insert = one.get("after") is not None
        if insert == (one.get("seq") is not None):
            raise Malformed(
                say("Every edit names an entry (seq), or the one before it (after)."), fields={"edits": "seq"}
            )
        at: Id = (one["after"] if insert else one["seq"], one.get("part") or 0)
        if at in running:
            raise Unfit(say("The round that is being played is secret still. Undo its last step instead."))
        if at not in actions and not (insert and at == BEGINNING):
            raise Unfit(say("That entry is not in the log, or was taken back. Look at the log again."))
        if not insert and at in seen:
            raise Malformed(say("Name each entry only once."), fields={"edits": "twice"})
        if not insert:
            seen.add(at)
        edits.append(Edit(at, _action(turn, position, one.get("action"), None if insert else actions[at]), insert))
    if any(edit.insert and edit.action is None for edit in edits):
        raise Malformed(say("Say what is to be put in there (action)."), fields={"edits": "action"})
    return edits


def _action(turn: Turn, position: log.Position, sent: Mapping[str, Any] | None, old: Any) -> Any:
    """The action of an edit. Of an action of the same kind, members that are not sent stay as they are."""
    if sent is None:
        return None
    data = dict(sent)
    if old is not None:
        was = position.game.wire.dump_action(old)
        if data.get("type", was["type"]) == was["type"]:
            data = {**was, **data}
    seat = data.get("seat", -1)
    if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < len(turn.seats):
        raise Malformed(
            say("There is no such seat at this table. Look at the list of players."), fields={"seat": "unknown"}
        )
    try:
        return rewriting.action_of(position.game, data)
    except ValidationError as wrong:
        raise Malformed(
            say("That correction cannot be read. Reload the page, then try again."), fields=wrong.messages
        ) from wrong
