"""What if: any action, looked at before it is taken. Nothing is stored, no bell rings.

In a game with secrets only what the asker could work out alone is answered: what the table's host does outside the
secret parts, and whether one's own secret choice would be taken. What it would uncover is asked of nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.errors import NotYourSeat, Refusal, Unfit
from app.games.kernel import Accepted, Finding, Game, Refused
from app.games.phrases import Phrase, Seat, say
from app.tables import log, looking, store
from app.tables.playing import check_may, load_action
from app.tables.taps import check_seen, check_whole
from app.tables.turns import Turn, find_table


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What the action would do: its line and reasons, remarks of the rules, and the view after it with the eyes of
    the asking phone. ``seq`` is the table's number, which does not move."""

    game: Game[Any, Any, Any]
    seq: int
    line: Phrase | None
    why: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    view: Any


def preview(
    code: str, phone: int | None, data: Mapping[str, Any], *, seen: int | None = None, for_seat: Seat | None = None
) -> WhatIf:
    """The action as ``playing.submit`` would take it. Raises what that raises, and Unfit where an answer would tell a
    secret."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        me = turn.sitting(phone)
        position = log.position_at(connection, table)
        turn.need("playing", "finished")
        check_whole(position)
        game = position.game
        seat = me if for_seat is None else turn.seat(for_seat)
        holds = seat.phone_id == phone
        if not holds and not turn.is_host(phone):
            raise NotYourSeat(say("That seat is played on another phone. Only it or the host can act for it."))
        action = load_action(game, data, Seat(seat.number))
        check_may(turn, phone, action, seat, holds, False, game)
        if type(action).sighted and seen is not None:
            check_seen(turn, position, seen)
        _check_tells_nothing(game, position.state, action)
        match game.apply(position.state, action):
            case Refused(violations=violations):
                raise Refusal(violations, seq=turn.head)
            case Accepted(state=after, notes=notes):
                _check_stays_secret(game, position.state, action, after)
                return WhatIf(
                    game,
                    turn.head,
                    game.line_for(position.state, action, after, None),
                    game.why(position.state, action, after),
                    notes,
                    game.view_for(after, looking.eyes(turn, phone, position)),
                )


def _check_tells_nothing(game: Game[Any, Any, Any], state: Any, action: Any) -> None:
    if game.draft is None:
        return
    if type(action).by == "host":
        if game.draft_stage(state) is not None:
            raise Unfit(
                say("While people choose in secret, nothing can be tried out. Do it, or wait until all are in.")
            )
    elif type(action).sighted:
        raise Unfit(say("What that would show is secret until it is shown. It cannot be tried out."))


def _check_stays_secret(game: Game[Any, Any, Any], state: Any, action: Any, after: Any) -> None:
    """One's own secret choice may be tried, as long as it does not end the secret part."""
    secret = game.draft is not None and type(action).by == "seat"
    if secret and game.draft_stage(after) != game.draft_stage(state):
        raise Unfit(
            say("That ends the secret part for everybody, so it cannot be tried out. Lock in to see the numbers.")
        )
