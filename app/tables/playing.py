"""Playing: submit an action, take it back, bring it back. One action, one path.

A phone's ``key`` is random per tap: the same key again gets the same answer, once. ``seen`` is the number the phone
had on its screen; a sighted action is refused as stale when the game has moved on since.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError

from app.errors import Malformed, NotYourSeat, Problem, Refusal, TooMany, Unfit
from app.games.kernel import Accepted, Game, Refused
from app.games.phrases import Seat, Who, say
from app.tables import drafts, log, looking, results, store
from app.tables.models import Entry, now
from app.tables.taps import (
    Submitted,
    check_key,
    check_seen,
    check_whole,
    counted_before,
    may_redo,
    may_undo,
    same_question,
    there_already,
    veiled,
)
from app.tables.turns import Turn, at_table, find_table

REFUSED_TRIES_ALLOWED = 3


def submit(
    code: str,
    phone: int | None,
    data: Mapping[str, Any],
    *,
    key: str,
    seen: int | None = None,
    for_seat: Seat | None = None,
    from_draft: bool = False,
) -> Submitted:
    """An action of a seat, or of the host for a seat. ``from_draft`` takes the choice from what the seat saved.

    Raises Malformed, Stranger, NotYourSeat, Closed, Stale, TooMany, BrokenLog, and Refusal with the rules' findings.
    """
    key = check_key(key)
    refusal: Problem | None = None
    taken: log.Position | None = None
    look: looking.Look | None = None
    seq = 0
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before_this := counted_before(turn, phone, position, key)) is not None:
            return before_this
        turn.need("playing", "finished")
        check_whole(position)
        game = position.game
        seat = me if for_seat is None else turn.seat(for_seat)
        holds = seat.phone_id == phone
        if not holds and not turn.is_host(phone):
            raise NotYourSeat(say("That seat is played on another phone. Only it or the host can act for it."))
        if from_draft:
            data = {**data, **drafts.body_of(turn, seat, position)}
        action = load_action(game, data, Seat(seat.number))
        check_may(turn, phone, action, seat, holds, from_draft, game)
        if type(action).sighted:
            if (there := there_already(position, action, seen)) is not None:
                return Submitted(there, True)
            check_seen(turn, position, seen, action)
        secret = game.draft is not None and type(action).by == "seat" and type(action).sighted
        guessed = secret and (not holds or veiled(position, seat))
        if guessed:
            check_tries(turn, position, seat)
        match game.apply(position.state, action):
            case Refused(violations=violations):
                refusal = Refusal(violations, seq=turn.head)
                if guessed:
                    turn.append("refused_try", {"for": seat.id, "reached": reached(position)}, me.id)
            case Accepted(state=after):
                quiet = type(action).name in game.quiet
                seq = turn.append("action", game.wire.dump_action(action), me.id, key, quiet=quiet)
                taken = log.copy_of(position)
                log.push(taken, seq, now(), me.id, key, action, after)
                _follow(turn, game, position.state, after)
                if type(action).by == "seat" and holds:
                    cover_again(turn, phone)
                look = looking.look_at(turn, phone, taken)
    if refusal is not None:
        raise refusal
    if taken is not None:  # only now is it in the database
        log.keep(turn.table.id, taken)
    return Submitted(seq, False, look)


def instead(
    code: str,
    phone: int | None,
    data: Mapping[str, Any],
    *,
    key: str,
    seen: int | None,
    for_seat: Seat | None = None,
) -> Submitted:
    """This action in the place of the last one: somebody else was faster and wrong. All or nothing: where the rules
    refuse the new one, the old one stays.

    Raises what ``submit`` and ``undo`` raise.
    """
    key = check_key(key)
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before_this := counted_before(turn, phone, position, key)) is not None:
            return before_this
        check_whole(position)
        check_seen(turn, position, seen)
        game = position.game
        seat = me if for_seat is None else turn.seat(for_seat)
        action = load_action(game, data, Seat(seat.number))
        holds = seat.phone_id == phone
        if not holds and not turn.is_host(phone):
            raise NotYourSeat(say("That seat is played on another phone. Only it or the host can act for it."))
        if not replaceable(position, action):
            raise Unfit(say("There is nothing to put that in the place of. Look at the new state, then decide again."))
        check_may(turn, phone, action, seat, holds, False, game)
        if not may_undo(turn, phone, game, position.steps[-1:]):
            raise NotYourSeat(say("Only whoever did this, or the host, can undo it."))
        before = position.steps[-2].state if len(position.steps) > 1 else position.start
        match game.apply(before, action):
            case Refused(violations=violations):
                raise Refusal(violations, seq=turn.head)
            case Accepted(state=after):
                turn.append("undo", {"count": 1}, me.id)
                results.follow(turn, game, before)
                seq = turn.append("action", game.wire.dump_action(action), me.id, key)
                results.follow(turn, game, after)
    return Submitted(seq, False)


def replaceable(position: log.Position, action: Any) -> bool:
    """Whether ``action`` answers the same question as the last step did."""
    return bool(position.steps) and same_question(position.game, position.steps[-1].action, action)


def may_replace(code: str, phone: int | None, data: Mapping[str, Any], for_seat: Seat | None) -> bool:
    """Whether this phone could put that action in the place of the last one (``instead``)."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        me = turn.sitting(phone)
        position = log.position_at(connection, table)
        seat = me if for_seat is None else turn.seat(for_seat)
        try:
            action = load_action(position.game, data, Seat(seat.number))
        except Malformed:
            return False
        return replaceable(position, action) and may_undo(turn, phone, position.game, position.steps[-1:])


def load_action(game: Game[Any, Any, Any], data: Mapping[str, Any], seat: Seat) -> Any:
    """The action a phone sent. Raises Malformed with what is wrong in which field."""
    try:
        return game.wire.load_action(data, seat)
    except ValidationError as wrong:
        raise Malformed(
            say("That action cannot be read. Reload the page, then try again."), fields=wrong.messages
        ) from wrong


def check_may(
    turn: Turn, phone: int | None, action: Any, seat: Any, holds: bool, from_draft: bool, game: Game[Any, Any, Any]
) -> None:
    """May this phone do this? Seats act for themselves, the host for everybody; but nobody chooses secretly for
    somebody else: for a seat on another phone only what that seat saved itself can be handed in."""
    if type(action).by == "host":
        turn.host(phone)
        return
    if holds:
        return
    chooses = not game.wire.dump_action(action).keys().isdisjoint(game.drafted)
    if game.draft is not None and not type(action).sighted and chooses and not from_draft:
        raise NotYourSeat(
            say("You cannot choose secretly for %(who)s. Take that seat onto this phone first.", who=Who(seat.number))
        )


def check_tries(turn: Turn, position: log.Position, seat: Any) -> None:
    """Whoever enters a card for a seat whose marks are not on the screen could feel them out: refused tries are
    written down, and after three the right card is refused too. They count until a seat's own step takes the game
    farther than it was; going back, however one goes, brings the old tries back. Raises TooMany."""
    since = next((step.seq for step in reversed(position.steps) if type(step.action).by == "seat"), 0)
    here = reached(position)
    rows = turn.connection.execute(
        sa.select(Entry.seq, Entry.body).where(Entry.table_id == turn.table.id, Entry.kind == "refused_try")
    )
    tries = sum(row.body["reached"] >= here if "reached" in row.body else row.seq > since for row in rows)
    if tries >= REFUSED_TRIES_ALLOWED:
        who = Who(seat.number)
        raise TooMany(
            say("Three tries for %(who)s were refused. Let %(who)s point on a phone of their own.", who=who),
            retry_after=60,
        )


def reached(position: log.Position) -> int:
    """How far the game has come: cards shown and secret parts begun. Undo and corrections only ever bring it back to
    where it has been."""
    stage_of, before, far = position.game.draft_stage, None, 0
    for step in position.steps:
        stage = stage_of(step.state)
        far += type(step.action).by == "seat" and type(step.action).sighted
        far += stage is not None and before is None
        before = stage
    return far


def _follow(turn: Turn, game: Game[Any, Any, Any], before: Any, after: Any) -> None:
    """What a step forward means for drafts and the result."""
    if game.draft_stage(after) != game.draft_stage(before):
        drafts.forget(turn)
    results.follow(turn, game, after)


def cover_again(turn: Turn, phone: int | None) -> None:
    """On a phone with several seats nothing of the last player stays visible."""
    for other in turn.seats_of(phone):
        if other.uncovered:
            turn.set_seat(other.id, uncovered=False)


def undo(code: str, phone: int | None, *, key: str, seen: int | None) -> Submitted:
    """Take the last step back: whoever made it, or the host. Secret steps go back together, by the host only.

    A correction is no step: undo takes back the last step of the corrected list, and another correction corrects the
    first one."""
    key = check_key(key)
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before_this := counted_before(turn, phone, position, key)) is not None:
            return before_this
        check_whole(position)
        check_seen(turn, position, seen, undoing=True)
        span = position.undo_span()
        if span == 0:
            raise Unfit(say("There is nothing to undo."))
        steps = position.steps[-span:]
        if not may_undo(turn, phone, position.game, steps):
            raise NotYourSeat(say("Only whoever did this, or the host, can undo it."))
        seq = turn.append("undo", {"count": span}, me.id, key)
        after = position.steps[-span - 1].state if len(position.steps) > span else position.start
        drafts.keep_what_was_locked(turn, position.game, steps, after)
        results.follow(turn, position.game, after)
    return Submitted(seq, False)


def redo(code: str, phone: int | None, *, key: str, seen: int | None) -> Submitted:
    """Bring back what the last undo took away, as long as nothing else was played: whoever undid it, or the host."""
    key = check_key(key)
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before_this := counted_before(turn, phone, position, key)) is not None:
            return before_this
        check_whole(position)
        check_seen(turn, position, seen, undoing=True)
        if not position.taken_back:
            raise Unfit(say("There is nothing to redo."))
        by, steps = position.taken_back[-1]
        if not may_redo(turn, phone, by):
            raise NotYourSeat(say("Only whoever undid this, or the host, can bring it back."))
        seq = turn.append("redo", {"count": len(steps)}, me.id, key)
        _follow(turn, position.game, position.state, steps[-1].state)
    return Submitted(seq, False)
