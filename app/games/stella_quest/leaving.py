"""Players who leave and come back, and the end before the end: our reading, the book knows none of it (QU-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.games.kernel import Accepted, Refused
from app.games.phrases import Seat
from app.games.stella_quest import refusals, steps
from app.games.stella_quest.state import Common, End, Finished, Opening, Playing, Round, State, Taking, Topping


def leave(state: State, seat: Seat) -> Accepted[State] | Refused:
    """The seat plays no more cards; its hand lies aside. A card it has played stays, and can still win its round.

    The last one present cannot leave: then the game is ended instead.
    """
    table = state.table
    if not 0 <= seat < table.seats:
        return refusals.no_seat(table)
    if seat in table.gone:
        return refusals.already_gone(seat)
    if len(table.gone) == table.seats - 1:
        return refusals.last_one_present()
    return Accepted(_going_on(state, replace(table, gone=table.gone | {seat}, left_once=table.left_once | {seat})))


def come_back(state: State, seat: Seat) -> Accepted[State] | Refused:
    """The seat plays again, in the running round too if it is still open and it has not played in it."""
    table = state.table
    if not 0 <= seat < table.seats:
        return refusals.no_seat(table)
    if seat not in table.gone:
        return refusals.not_gone(seat)
    return Accepted(_going_on(state, replace(table, gone=table.gone - {seat})))


def _going_on(state: State, table: Common) -> State:
    """The round goes on with those who are here, or is decided without the one who left."""
    match state:
        case Playing():
            return steps.going_on(Playing(*steps.refilled(table, state.round)))
        case Opening() | Taking() | Topping() | Finished():
            return replace(state, table=table)
        case _ as never:
            assert_never(never)


def end_early(state: State) -> Accepted[State] | Refused:
    """Somebody has left: the points so far decide. Cards of the running round stay on the table and count nothing."""
    if not steps.may_end_early(state):
        return refusals.nobody_left_table()
    round_ = steps.running(state)
    if round_ is None or round_ == Round(round_.number, round_.first, round_.top):
        return Accepted(Finished(state.table, End.EARLY, None))
    return Accepted(steps.finished(state.table, round_, End.EARLY, None))
