"""The rules of Stella, in the order of play: associate, announce, reveal, count, and on to the next round.

``apply`` takes what the table tells and answers ``Accepted`` with the table after it, or ``Refused`` with the rule
that forbids it. It never raises for an action that ``wire`` can load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding, Offer, OneOf, Refused, Secret, Several
from app.games.phrases import Seat
from app.games.rulebook import RuleId
from app.games.stella import leaving, refusals, scoring, steps
from app.games.stella.actions import (
    Action,
    Begin,
    Decide,
    EndEarly,
    Leave,
    Lock,
    NextRound,
    OtherWord,
    PlaceLanterns,
    Return,
    Reveal,
    SwapRow,
    Withdraw,
    Word,
)
from app.games.stella.state import (
    CELLS,
    FEWEST_MARKS,
    MOST_MARKS,
    ROUNDS,
    ROWS,
    Announced,
    Common,
    Finished,
    Kind,
    Marking,
    Marks,
    Opening,
    Options,
    Revealing,
    Scored,
    State,
)

Answer = Accepted[State] | Refused

#: Played the other way: a lock is final at once.
FINAL_AT_ONCE = RuleId("stella.st-1")

SEATS = range(3, 7)


def setup(options: Options, seats: int) -> State:
    """The table before round 1: ``seats`` players (``stella.players``), one of them with the First Scout pawn.

    Raises ValueError for a number of seats or a first scout that no box allows: the wire has checked both.
    """
    if seats not in SEATS or options.first_scout not in range(seats):
        raise ValueError(f"{seats} seats with first scout {options.first_scout}")
    return Opening(
        Common(
            seats=seats,
            number=1,
            first_scout=options.first_scout,
            scores=(),
            gone=frozenset(),
            left_once=frozenset(),
            word="",
            swapped=(None,) * (ROUNDS - 1),
            other_word=False,
        )
    )


def apply(state: State, action: Action) -> Answer:
    """One action on one state. Refused leaves nothing changed: a state is a value."""
    if isinstance(state, Finished):
        return refusals.game_over()
    match action:
        case Word(text=text):
            return _word(state, text, other=False)
        case OtherWord(text=text):
            return _word(state, text, other=True)
        case SwapRow():
            return _swap_row(state, action)
        case Begin():
            return _begin(state)
        case Lock():
            return _lock(state, action)
        case Withdraw(seat=seat):
            return _withdraw(state, seat)
        case PlaceLanterns():
            return _place_lanterns(state)
        case Reveal():
            return _reveal(state, action)
        case NextRound():
            return _next_round(state)
        case Leave(seat=seat):
            return leaving.leave(state, seat)
        case Return(seat=seat):
            return leaving.come_back(state, seat)
        case EndEarly():
            return leaving.end_early(state)
        case Decide():
            return _decide(state, action)
        case _ as never:
            assert_never(never)


# First step: associate


def _word(state: State, text: str, other: bool) -> Answer:
    """The clue, or with everybody's consent the other word of the card; not after the first lock (ST-13)."""
    if isinstance(state, Marking) and any(state.locked):
        return refusals.word_is_fixed()
    if not isinstance(state, Opening | Marking):
        return refusals.word_is_fixed()
    table = replace(state.table, word=text, other_word=state.table.other_word or other)
    return Accepted(replace(state, table=table))


def _swap_row(state: State, action: SwapRow) -> Answer:
    """One whole row is replaced before rounds 2, 3 and 4 (``stella.swap-row``). Told twice, the later one holds."""
    if action.row not in ROWS:
        return refusals.no_such_row()
    if not isinstance(state, Opening) or state.table.number == 1:
        return refusals.no_swap_now(state)
    swapped = list(state.table.swapped)
    swapped[state.table.number - 2] = action.row
    return Accepted(Opening(replace(state.table, swapped=tuple(swapped))))


def _begin(state: State) -> Answer:
    """Everybody who is here marks in secret (``stella.secret-marks``); who has left sits out (ST-15)."""
    if not isinstance(state, Opening):
        return refusals.already_begun()
    table = state.table
    return Accepted(Marking(table, table.gone, (None,) * table.seats), _reminders(table))


def _reminders(table: Common) -> tuple[Finding, ...]:
    """Remarks at the start of the marking; none of them blocks."""
    notes: list[Finding] = []
    if table.number > 1 and table.swapped[table.number - 2] is None:
        notes.append(refusals.row_not_told())
    return tuple(notes)


def _lock(state: State, action: Lock) -> Answer:
    """A seat passes its pen: 1 to 10 marks, final once the last one has locked too (``stella.marks-1-to-10``, ST-1)."""
    seat = action.seat
    if not isinstance(state, Marking):
        return refusals.no_seat(state.table) if _unknown(state, seat) else refusals.not_marking(state)
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if seat in state.table.gone or seat in state.sitting_out or seat in state.fallen:
        return refusals.not_in_this_round(state, seat)
    if state.locked[seat] is not None:
        final = FINAL_AT_ONCE in state.table.house
        return refusals.locked_for_good(seat) if final else refusals.already_locked(seat)
    if not action.cells <= _ALL_CELLS or action.sealed < 0:
        return refusals.no_such_card()
    marks = Marks(action.cells, action.sealed)
    if marks.number < FEWEST_MARKS:
        return refusals.too_few_marks()
    if marks.number > MOST_MARKS:
        return refusals.too_many_marks()
    if steps.is_last(state, seat) and not action.closing:
        return refusals.last_one_confirms()
    return Accepted(steps.closed(replace(state, locked=_with(state.locked, seat, Secret(seat, marks)))))


def _withdraw(state: State, seat: Seat) -> Answer:
    """A seat takes its pen back, as long as not all have passed theirs; not where locking in is final (ST-1)."""
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Marking):
        return refusals.not_marking(state)
    if seat in state.table.gone or seat in state.sitting_out or seat in state.fallen:
        return refusals.not_in_this_round(state, seat)
    if state.locked[seat] is None:
        return refusals.not_locked(seat)
    if FINAL_AT_ONCE in state.table.house:
        return refusals.locked_for_good(seat)
    return Accepted(replace(state, locked=_with(state.locked, seat, None)))


# Second step: announce


def _place_lanterns(state: State) -> Answer:
    """All lanterns stand on their numbers (``stella.announce-number``): the reveal begins."""
    if not isinstance(state, Announced):
        return refusals.lanterns_not_now(state)
    return Accepted(steps.revealing(state))


# Third step: reveal


def _reveal(state: State, action: Reveal) -> Answer:
    """The scout points at one of its own cards that was not shown yet (``stella.scout-points``, ST-5).

    The answer to a seat that asks for another tells yes or no, never which cards that one has.
    """
    seat, cell = action.seat, action.cell
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Revealing):
        return refusals.not_revealing(state)
    if seat != state.scout:
        return refusals.not_the_scout(state, seat)
    if cell not in _ALL_CELLS:
        return refusals.no_such_card()
    if cell in steps.shown(state.reveals):
        return refusals.already_revealed(cell)
    if cell not in steps.open_cells(state, seat):
        return refusals.not_own_card(seat, cell)
    card = scoring.point_at(seat, cell, state.marks, state.fallen)
    fallen = state.fallen | {seat} if card.kind is Kind.FALL else state.fallen
    return Accepted(steps.going_on(replace(state, fallen=fallen, reveals=(*state.reveals, card))))


# After the fourth step: on to the next round


def _next_round(state: State) -> Answer:
    """The pawn goes one seat clockwise, whatever happened (``stella.pawn-passed``, ST-11); the slates are wiped."""
    if not isinstance(state, Scored):
        return refusals.round_not_over(state)
    table = state.table
    return Accepted(
        Opening(
            replace(
                table,
                number=table.number + 1,
                first_scout=steps.left_of(table.seats, table.first_scout),
                word="",
                other_word=False,
            )
        )
    )


# What the table decides


def _decide(state: State, action: Decide) -> Answer:
    """A ruling is played the other way, or as we read it again: between the rounds only (ST-1)."""
    too_late = None if isinstance(state, Opening | Scored) else refusals.BETWEEN_ROUNDS
    house = deciding.decided(state.table.house, action, too_late)
    if isinstance(house, Refused):
        return house
    return Accepted(replace(state, table=replace(state.table, house=house)))


# What may be done


def legal_actions(state: State, seat: Seat) -> tuple[Offer, ...]:
    """What ``seat`` may do now. The last one's lock carries its second yes: ``closing`` (ST-1)."""
    match state:
        case Marking() if seat not in state.table.gone | state.sitting_out | state.fallen:
            if state.locked[seat] is not None:
                return () if FINAL_AT_ONCE in state.table.house else (_WITHDRAW,)
            return (_LAST_LOCK,) if steps.is_last(state, seat) else (_LOCK,)
        case Revealing() if seat == state.scout:
            cells = tuple(sorted(steps.open_cells(state, seat)))
            return (Offer(Reveal.name, MappingProxyType({"cell": OneOf(cells)})),) if cells else ()
        case _:
            return ()


_ALL_CELLS = frozenset(CELLS)
_MARKS = Several(CELLS, FEWEST_MARKS, MOST_MARKS)
_LOCK = Offer(Lock.name, MappingProxyType({"cells": _MARKS}))
_LAST_LOCK = Offer(Lock.name, MappingProxyType({"cells": _MARKS, "closing": OneOf((True,))}))
_WITHDRAW = Offer(Withdraw.name, MappingProxyType({}))


# What is still being thought about


def draft_stage(state: State) -> str | None:
    """Drafts of a round mean something only while that round is being marked."""
    return f"round-{state.table.number}" if isinstance(state, Marking) else None


def draft(state: State, seat: Seat, data: Mapping[str, Any]) -> Accepted[dict[str, Any]] | Refused:
    """Marks a seat has not locked yet: ``{"cells": [...]}``, 0 to 10 different numbers from 0 to 14.

    The accepted value is the same with the cells in order. Whoever has locked may still change the draft: it is what
    a withdrawal comes back to.
    """
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Marking):
        return refusals.not_marking(state)
    if seat in state.table.gone or seat in state.sitting_out or seat in state.fallen:
        return refusals.not_in_this_round(state, seat)
    cells = data.get("cells")
    if set(data) != {"cells"} or not isinstance(cells, list | tuple) or not all(type(cell) is int for cell in cells):
        return refusals.no_such_card()
    chosen = set(cells)
    if not chosen <= _ALL_CELLS or len(chosen) != len(cells):
        return refusals.no_such_card()
    if len(cells) > MOST_MARKS:
        return refusals.too_many_marks()
    return Accepted({"cells": sorted(cells)})


def _unknown(state: State, seat: Seat) -> bool:
    return not 0 <= seat < state.table.seats


def _with(slates: tuple[Secret[Marks] | None, ...], seat: Seat, slate: Secret[Marks] | None) -> Any:
    return (*slates[:seat], slate, *slates[seat + 1 :])
