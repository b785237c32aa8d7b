"""Players who leave and come back, and the end before the end: our reading, the book knows none of it (QU-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.games.kernel import Accepted, Refused
from app.games.phrases import Seat
from app.games.stella_quest import refusals, steps
from app.games.stella_quest.state import (
    Common,
    End,
    Finished,
    Opening,
    Playing,
    Radiance,
    Round,
    State,
    Taking,
    Topping,
)


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
    """Somebody has left: the points of the finished rounds decide. What the running round cost or brought is given
    back, paid draws too; its cards stay on the table."""
    if not steps.may_end_early(state):
        return refusals.nobody_left_table()
    round_ = steps.running(state)
    if round_ is None:
        return Accepted(Finished(state.table, End.EARLY, None))
    table = _before(state.table, round_)
    if round_ == Round(round_.number, round_.first, round_.top, supplies=round_.supplies):
        return Accepted(Finished(table, End.EARLY, None))
    return Accepted(steps.finished(table, replace(round_, losses=(), winner=None, taken=None), End.EARLY, None))


def _before(table: Common, round_: Round) -> Common:
    """Radiance and collections as they were when the round began."""
    for lost in round_.losses:
        light = Radiance(table.radiance[lost.seat] + lost.flipped)
        table = replace(table, radiance=steps.at(table.radiance, lost.seat, light))
    if round_.winner is not None and round_.taken is not None:
        held = table.collections[round_.winner]
        table = replace(table, collections=steps.at(table.collections, round_.winner, held[:-1]))
    return table
