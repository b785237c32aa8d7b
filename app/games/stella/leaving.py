"""Players who leave, come back, and a table that becomes too small: our reading, the books know none of it (ST-15)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.games.kernel import Accepted, Refused
from app.games.phrases import Seat
from app.games.stella import refusals, steps
from app.games.stella.state import Announced, Finished, Marking, Opening, Revealing, Scored, State


def leave(state: State, seat: Seat) -> Accepted[State] | Refused:
    """The seat counts as fallen from now on; its marks of the running round stay for the others' count.

    Who had not locked has no marks this round. The marking closes, and the reveal goes on or ends, as if the seat
    had locked or fallen. The last one present cannot leave: then the game is ended instead.
    """
    table = state.table
    if not 0 <= seat < table.seats:
        return refusals.no_seat(table)
    if seat in table.gone:
        return refusals.already_gone(seat)
    if len(table.gone) == table.seats - 1:
        return refusals.last_one_present()
    table = replace(table, gone=table.gone | {seat}, left_once=table.left_once | {seat})
    match state:
        case Opening():
            return Accepted(Opening(table))
        case Scored():
            return Accepted(Scored(table))
        case Marking() if state.locked[seat] is None:
            return Accepted(steps.closed(replace(state, table=table, sitting_out=state.sitting_out | {seat})))
        case Marking():
            return Accepted(replace(state, table=table, fallen=state.fallen | {seat}))
        case Announced() if state.marks[seat] is None:
            return Accepted(replace(state, table=table))
        case Announced():
            return Accepted(replace(state, table=table, fallen=state.fallen | {seat}))
        case Revealing() if state.marks[seat] is None:
            return Accepted(replace(state, table=table))
        case Revealing():
            return Accepted(steps.going_on(replace(state, table=table, fallen=state.fallen | {seat})))
        case Finished():
            return refusals.game_over()
        case _ as never:
            assert_never(never)


def come_back(state: State, seat: Seat) -> Accepted[State] | Refused:
    """The seat plays again from the next marking on; in the running round it stays as it was left."""
    table = state.table
    if not 0 <= seat < table.seats:
        return refusals.no_seat(table)
    if seat not in table.gone:
        return refusals.not_gone(seat)
    return Accepted(replace(state, table=replace(table, gone=table.gone - {seat})))


def end_early(state: State) -> Accepted[State] | Refused:
    """Fewer than three are present: the finished rounds decide, the running one does not count."""
    if not steps.may_end_early(state):
        return refusals.enough_players()
    return Accepted(Finished(state.table, early=True))
