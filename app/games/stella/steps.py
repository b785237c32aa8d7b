"""What happens at the table by itself: the marking closes, the scout changes, the reveal ends.

Questions about a state first, then the three steps that no button triggers.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from app.games.phrases import Seat
from app.games.stella import scoring
from app.games.stella.state import (
    FEWEST_PLAYERS,
    ROUNDS,
    Announced,
    Cell,
    Common,
    Finished,
    Marking,
    Revealed,
    Revealing,
    Scored,
    State,
)


def everyone(table: Common) -> tuple[Seat, ...]:
    """All seats, clockwise from 0, present or not."""
    return tuple(map(Seat, range(table.seats)))


def clockwise(seats: int, start: Seat) -> tuple[Seat, ...]:
    """All seats once, clockwise, beginning with ``start``."""
    return tuple(Seat((start + step) % seats) for step in range(seats))


def left_of(seats: int, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return Seat((seat + 1) % seats)


def may_end_early(state: State) -> bool:
    """Fewer than three are present and the game still runs (ST-15)."""
    return not isinstance(state, Finished) and state.table.seats - len(state.table.gone) < FEWEST_PLAYERS


def waiting_for(state: Marking) -> tuple[Seat, ...]:
    """Those who still think: they play this round and have not locked."""
    return tuple(seat for seat in everyone(state.table) if state.locked[seat] is None and seat not in state.sitting_out)


def is_last(state: Marking, seat: Seat) -> bool:
    """Would this seat's lock end the selection for everybody (ST-1)?"""
    return waiting_for(state) == (seat,)


def shown(reveals: tuple[Revealed, ...]) -> frozenset[Cell]:
    """The cards that were pointed at this round; none of them can be again (``stella.revealed-once``)."""
    return frozenset(card.cell for card in reveals)


def open_cells(state: Revealing, seat: Seat) -> frozenset[Cell]:
    """The seat's own cards that were not shown yet. Secret: only for the seat itself, and for the rules."""
    slate = state.marks[seat]
    return frozenset() if slate is None else slate.value.cells - shown(state.reveals)


def has_open_mark(state: Revealing, seat: Seat) -> bool:
    """Marks that a published record keeps sealed are open marks too; they can never be pointed at."""
    slate = state.marks[seat]
    return slate is not None and (slate.value.sealed > 0 or bool(open_cells(state, seat)))


def next_scout(state: Revealing) -> Seat | None:
    """Whose turn it is to point: the first player clockwise who has not fallen and has an open mark.

    Counted from the holder of the First Scout pawn before the first card, and from the seat after the last scout
    later, who may be the same one again (``stella.next-scout``, ``stella.skip-fallen``, ``stella.skip-spent``, ST-4).
    None: nobody can, the reveal is over (ST-9).
    """
    table = state.table
    start = left_of(table.seats, state.reveals[-1].scout) if state.reveals else table.first_scout
    spent = {seat for seat in everyone(table) if not has_open_mark(state, seat)}
    return first_able(table.seats, start, state.fallen | spent)


def first_able(seats: int, start: Seat, unable: Container[Seat]) -> Seat | None:
    """The first seat clockwise from ``start`` that is not ``unable``; None: all are."""
    return next((seat for seat in clockwise(seats, start) if seat not in unable), None)


def closed(state: Marking) -> Marking | Announced:
    """The selection ends once nobody is waited for: all numbers are told together (ST-1, ST-2)."""
    if waiting_for(state):
        return state
    dark = scoring.in_the_dark(scoring.announced(state.locked))
    return Announced(state.table, state.sitting_out, state.locked, dark, state.fallen)


def revealing(state: Announced) -> Revealing | Scored | Finished:
    """All lanterns stand: the reveal begins (``stella.first-scout-begins``)."""
    table = state.table
    return going_on(
        Revealing(table, state.sitting_out, state.marks, state.dark, table.first_scout, state.fallen, reveals=())
    )


def going_on(state: Revealing) -> Revealing | Scored | Finished:
    """After every card, and after somebody left: the next scout, or the end of the reveal (ST-9).

    The end counts the round at once; round 4 ends the game (``stella.four-rounds``).
    """
    scout = next_scout(state)
    if scout is not None:
        return replace(state, scout=scout)
    table = replace(state.table, scores=(*state.table.scores, scoring.score_round(state)))
    return Finished(table, early=False) if table.number == ROUNDS else Scored(table)
