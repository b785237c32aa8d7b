"""What must hold in every game of Stella, tried on random whole games."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Refused, fold
from app.games.phrases import Seat
from app.games.stella import GAME, log, rules, steps
from app.games.stella.actions import Begin, Leave, Lock, Reveal, Withdraw
from app.games.stella.state import (
    CELLS,
    Announced,
    Cell,
    Finished,
    Kind,
    Marking,
    Opening,
    Revealing,
    RoundScore,
    Scored,
)
from tests.games.stella import oracle, playing

seeds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
many = settings(max_examples=200, deadline=None)

mark_sets = st.lists(st.frozensets(st.sampled_from(CELLS), min_size=1, max_size=10), min_size=3, max_size=6)


def finish(state: Revealing, rnd: random.Random) -> RoundScore:
    answer = state
    while isinstance(answer, Revealing):
        cell = rnd.choice(sorted(steps.open_cells(answer, answer.scout)))
        told = GAME.apply(answer, Reveal(answer.scout, cell))
        assert isinstance(told, Accepted)
        answer = told.state
    return answer.table.scores[-1]


@many
@given(mark_sets, seeds)
def test_an_independent_scorer_agrees(marks: list[frozenset[Cell]], rnd: random.Random) -> None:
    first = rnd.randrange(len(marks))
    score = finish(playing.marked_round(marks, first), rnd)
    slates = {seat: set(cells) for seat, cells in enumerate(marks)}
    order = [(first + step) % len(marks) for step in range(len(marks))]
    scouts, filled, points = oracle.play_round(slates, order, [card.cell for card in score.reveals])
    assert [card.scout for card in score.reveals] == scouts
    assert {seat: sum(item.filled for item in line) for seat, line in enumerate(score.items)} == filled
    assert dict(enumerate(score.points)) == points
    assert score.dark == oracle.who_is_dark(slates)


@many
@given(mark_sets, seeds)
def test_who_falls_follows_from_the_marks_alone(marks: list[frozenset[Cell]], rnd: random.Random) -> None:
    slates = {seat: set(cells) for seat, cells in enumerate(marks)}
    for _ in range(2):
        score = finish(playing.marked_round(marks, rnd.randrange(len(marks))), rnd)
        assert score.fallen == oracle.who_falls(slates)


@many
@given(mark_sets, seeds)
def test_no_stars_after_a_fall_and_the_penalty_is_bounded(marks: list[frozenset[Cell]], rnd: random.Random) -> None:
    score = finish(playing.marked_round(marks), rnd)
    down: set[int] = set()
    for card in score.reveals:
        assert all(card.stars[seat] == 0 for seat in down)
        assert all(card.stars[seat] == 0 for seat in range(len(marks)) if seat not in card.markers)
        assert card.out == down
        if card.kind is Kind.FALL:
            down.add(card.scout)
    for seat, line in enumerate(score.items):
        lost = sum(item.filled - item.kept for item in line)
        assert score.points[seat] == sum(item.kept for item in line) >= 0
        assert lost == (len(line) if seat == score.dark and seat in score.fallen else 0)
        assert lost <= sum(item.filled for item in line) // 2


@few
@given(seeds)
def test_turning_the_seats_turns_the_result_and_nothing_else(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)))
    seats = first.table.seats
    by = rnd.randrange(1, seats)
    other = fold(GAME, *playing.turned(first, actions, by))
    assert other.refused is None
    here, there = GAME.outcome(states[-1]), GAME.outcome(other.state)
    assert here is not None
    assert there is not None
    for seat in range(seats):
        assert here.points[seat] == there.points[(seat + by) % seats]
        assert here.places[seat] == there.places[(seat + by) % seats]


@many
@given(mark_sets, seeds)
def test_any_permutation_of_the_slates_keeps_falls_and_darkness(
    marks: list[frozenset[Cell]], rnd: random.Random
) -> None:
    order = list(range(len(marks)))
    rnd.shuffle(order)
    one = finish(playing.marked_round(marks), rnd)
    two = finish(playing.marked_round([marks[seat] for seat in order]), rnd)
    assert {order[seat] for seat in two.fallen} == one.fallen
    assert one.dark == (None if two.dark is None else order[two.dark])


@few
@given(seeds)
def test_replay_is_stepwise_and_the_state_is_a_value(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    state = first
    for action, wanted in zip(actions, states, strict=True):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
        assert state == wanted
    assert fold(GAME, first, actions).state == states[-1]


@few
@given(seeds)
def test_every_game_ends_with_four_rounds_or_by_a_decision(rnd: random.Random) -> None:
    _first, actions, states = playing.game(rnd, leaving=0.3)
    last = states[-1]
    assert isinstance(last, Finished)
    assert last.early or len(last.table.scores) == 4
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert outcome.points == tuple(
        sum(score.points[seat] for score in last.table.scores) for seat in range(last.table.seats)
    )
    assert {place for place in outcome.places if place == 1}
    left = any(isinstance(action, Leave) for action in actions)
    assert len(outcome.house) == left + last.early


@few
@given(seeds)
def test_a_table_with_people_who_leave_is_never_stuck(rnd: random.Random) -> None:
    """In every phase somebody present can do the next thing."""
    first, _actions, states = playing.game(rnd, leaving=0.3)
    for state in (first, *states):
        assert len(state.table.gone) < state.table.seats
        match state:
            case Marking():
                assert set(steps.waiting_for(state)) - state.table.gone == set(steps.waiting_for(state)) != set()
            case Revealing():
                assert state.scout not in state.table.gone | state.fallen
                assert steps.open_cells(state, state.scout)
            case Opening() | Announced() | Scored() | Finished():
                pass


@few
@given(seeds)
def test_the_pawn_moves_one_seat_each_round(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, leaving=0.1)
    seats = first.table.seats
    for score in states[-1].table.scores:
        assert score.first_scout == (first.table.first_scout + score.number - 1) % seats


# Undo


@few
@given(seeds)
def test_undo_takes_back_one_public_step_and_the_secret_ones_behind_it(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.15)))
    assert log.undo_span([]) == 0
    for done in range(1, len(actions) + 1):
        span = log.undo_span(actions[:done])
        taken = actions[done - span : done]
        rest = actions[: done - span]
        assert 1 <= span <= done
        assert all(isinstance(action, Lock | Withdraw) for action in taken[1:])
        after = states[done - span - 1] if rest else first
        if isinstance(states[done - 1], Announced) and isinstance(actions[done - 1], Lock):
            assert all(isinstance(action, Lock | Withdraw) for action in taken)
            assert isinstance(after, Marking)
            assert isinstance(rest[-1], Begin) <= (not any(after.locked)), "nobody can tell who was last"
        elif isinstance(states[done - 1], Marking):
            assert not isinstance(taken[0], Lock | Withdraw), "an open selection goes with the step before it"
        assert fold(GAME, first, rest).state == after


def test_undo_of_a_closed_selection_unlocks_everybody() -> None:
    """Reopening must not say who was last."""
    locks = [Lock(Seat(seat), frozenset({Cell(seat)}), closing=seat == 0) for seat in (2, 1, 0)]
    for order in itertools.permutations(locks[:2]):
        assert log.undo_span([Begin(), *order, locks[2]]) == 3


def test_undo_of_an_open_selection_goes_back_before_it() -> None:
    one = Lock(Seat(1), frozenset({Cell(4)}))
    assert log.undo_span([Begin(), one]) == 2
    assert log.undo_span([Begin(), one, Withdraw(Seat(1))]) == 3


def test_undo_never_loses_somebody_who_left_between_the_locks() -> None:
    one, two = (Lock(Seat(seat), frozenset({Cell(4)})) for seat in (1, 2))
    assert log.undo_span([Begin(), one, Leave(Seat(0)), two]) == 2
    assert log.undo_span([Begin(), one, Leave(Seat(0)), replace(two, closing=True)]) == 1
    assert log.undo_span([Begin(), one, Leave(Seat(0))]) == 1


# Drafts


@many
@given(st.lists(st.integers(-2, 16) | st.booleans() | st.text(max_size=2), max_size=12), seeds)
def test_a_draft_is_kept_exactly_when_it_could_become_marks(cells: list[object], rnd: random.Random) -> None:
    state = GAME.apply(playing.start(rnd), Begin())
    assert isinstance(state, Accepted)
    answer = rules.draft(state.state, Seat(0), {"cells": cells})
    good = (
        len(cells) <= 10
        and all(type(cell) is int and 0 <= cell <= 14 for cell in cells)
        and len(set(cells)) == len(cells)
    )
    assert isinstance(answer, Accepted if good else Refused)
    if isinstance(answer, Accepted):
        assert answer.state == {"cells": sorted(cells)}  # type: ignore[type-var]


def test_drafts_belong_to_one_round_of_marking() -> None:
    rnd = random.Random(1)
    _first, _actions, states = playing.game(rnd)
    for state in states:
        stage = rules.draft_stage(state)
        assert stage == (f"round-{state.table.number}" if isinstance(state, Marking) else None)
        if stage is None:
            assert isinstance(rules.draft(state, Seat(0), {"cells": []}), Refused)
