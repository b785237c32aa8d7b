"""People who leave a table of Stella Quest and come back, and the end before the end."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Finding, Refused, fold
from app.games.phrases import Seat, Who, say
from app.games.rulebook import RuleId
from app.games.stella_quest import GAME, steps
from app.games.stella_quest.actions import Draw, EndEarly, Leave, Opponent, Play, Recording, Return, Take, Top
from app.games.stella_quest.cards import BY_NAME
from app.games.stella_quest.state import Finished, Opening, Playing, Taking, Topping
from tests.games.stella_quest import playing

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)


@few
@given(rnds)
def test_a_table_with_people_who_leave_is_never_stuck(rnd: random.Random) -> None:
    """Somebody present can go on, or the game is paused and can be ended."""
    _first, _actions, states = playing.game(rnd, leaving=0.2)
    for state in states:
        assert len(state.table.gone) < state.table.seats
        if isinstance(state, Playing):
            turn = steps.on_turn(state)
            assert (turn is None) == steps.paused(state.table)
            assert turn is None or turn.seat not in state.table.gone
        if not isinstance(state, Finished) and steps.paused(state.table):
            assert isinstance(GAME.apply(state, EndEarly()), Accepted)


def test_a_card_that_was_played_can_still_win_for_who_left() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"]})
    plays = [Play(Seat(0), BY_NAME["blue-6"]), Leave(Seat(0)), Play(Seat(1), BY_NAME["blue-1"])]
    folded = fold(GAME, state, [*plays, Play(Seat(2), BY_NAME["blue-2"])])
    assert isinstance(folded.state, Taking)
    assert folded.state.round.winner == 0
    folded = fold(GAME, folded.state, [Take(Seat(0), BY_NAME["blue-1"]), Top(Seat(0), BY_NAME["blue-6"])])
    assert isinstance(folded.state, Playing)
    assert folded.state.table.marker == folded.state.round.first == 0
    assert steps.on_turn(folded.state) == steps.Turn(Seat(1))


def test_who_has_left_draws_nothing_until_back() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"], "deck": 0, "hands": [3, 0, 3]})
    plays = [Leave(Seat(1)), Play(Seat(0), BY_NAME["blue-6"]), Play(Seat(2), BY_NAME["blue-1"])]
    folded = fold(GAME, state, [*plays, Take(Seat(0), BY_NAME["blue-1"])])
    assert isinstance(folded.state, Playing)
    assert (folded.state.table.hands, folded.state.table.deck) == ((2, 0, 2), 1)
    folded = fold(GAME, folded.state, [Return(Seat(1))])
    assert (folded.state.table.hands, folded.state.table.deck) == ((2, 1, 2), 0)


def test_who_is_back_plays_in_the_open_round() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"]})
    told = [Leave(Seat(1)), Play(Seat(0), BY_NAME["blue-6"]), Return(Seat(1))]
    folded = fold(GAME, state, told)
    assert isinstance(folded.state, Playing)
    assert steps.on_turn(folded.state) == steps.Turn(Seat(1))


def test_leaving_while_the_winner_chooses_changes_nothing_of_the_round() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"]})
    plays = [Play(Seat(seat), BY_NAME[name]) for seat, name in enumerate(("blue-6", "blue-1", "green-2"))]
    folded = fold(GAME, state, [*plays, Leave(Seat(1)), Take(Seat(0), BY_NAME["blue-6"]), Leave(Seat(2))])
    assert isinstance(folded.state, Topping)
    assert not folded.state.table.played_on
    assert isinstance(GAME.apply(folded.state, Leave(Seat(0))), Refused)


@pytest.mark.parametrize("taken", [False, True], ids=["before the take", "after it"])
def test_ending_early_leaves_out_the_running_round(taken: bool) -> None:
    """A paid draw, the black star and the taken card of the round that was not finished: as if they had not been."""
    given = {"seats": 3, "pile": ["green-4"], "marker": 2, "radiance": [5, 5, 4], "collections": [[], [], ["red-3"]]}
    told = [Draw(Seat(0)), *(Play(Seat(seat), BY_NAME[f"blue-{seat + 1}"]) for seat in range(3))]
    told += [Take(Seat(2), BY_NAME["blue-3"])] if taken else []
    folded = fold(GAME, playing.position(given), [*told, Leave(Seat(1)), EndEarly()])
    assert folded.refused is None
    outcome = GAME.outcome(folded.state)
    assert outcome is not None
    assert outcome.points == (5, 5, 6)
    assert folded.state.table.radiance == (5, 5, 4)
    assert folded.state.table.collections == ((), (), (BY_NAME["red-3"],))
    assert "The unfinished round does not count, nor what it cost." in [one.says.text for one in outcome.house]


@few
@given(rnds)
def test_ending_early_counts_what_stood_when_the_round_began(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, draw=0.3)
    begun = first.table
    for before, state in zip((first, *states), states, strict=False):
        if isinstance(state, Finished):
            break
        if isinstance(before, Opening) or len(state.table.rounds) > len(before.table.rounds):
            begun = state.table
        left = fold(GAME, state, [Leave(Seat(rnd.randrange(first.table.seats)))]).state
        if isinstance(left, Finished) or len(left.table.rounds) > len(state.table.rounds):
            continue  # it was the last card that was missing
        ended = fold(GAME, left, [EndEarly()]).state
        assert isinstance(ended, Finished)
        assert ended.table.radiance == begun.radiance
        assert ended.table.collections == begun.collections


def test_a_short_absence_in_which_no_round_was_decided_costs_nothing() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"], "marker": 0, "radiance": [1, 5, 5]})
    told = [Leave(Seat(1)), Play(Seat(0), BY_NAME["blue-6"]), Play(Seat(2), BY_NAME["blue-2"])]
    back = fold(GAME, state, [*told[:2], Return(Seat(1)), Play(Seat(1), BY_NAME["blue-1"]), told[2]])
    assert back.refused is None
    assert not back.state.table.played_on
    outcome = GAME.outcome(back.state)
    assert outcome is not None
    assert outcome.points == (None, 5, 5)
    without = fold(GAME, state, told)
    assert without.state.table.played_on
    view = GAME.view_for(without.state, None)
    assert view.played_on
    assert [seat.points for seat in view.seats] == [None, None, None]


def test_a_table_that_played_on_counts_no_points_however_it_ends() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"]})
    told = [Leave(Seat(1)), Play(Seat(0), BY_NAME["blue-6"]), Play(Seat(2), BY_NAME["blue-2"])]
    folded = fold(GAME, state, [*told, Take(Seat(0), BY_NAME["blue-6"]), EndEarly()])
    outcome = GAME.outcome(folded.state)
    assert outcome is not None
    assert outcome.points == (None, None, None)
    assert outcome.winners == (0, 2)
    assert outcome.why
    assert GAME.view_for(folded.state, None).counts == ()


def test_points_on_the_screen_are_those_that_count() -> None:
    """The eliminated has none, and after a completed collection nobody has."""
    state = playing.position({"seats": 3, "pile": ["rest"], "marker": 0, "radiance": [1, 5, 4]})
    plays = [Play(Seat(seat), BY_NAME[name]) for seat, name in enumerate(("blue-6", "blue-1", "blue-2"))]
    out = GAME.view_for(fold(GAME, state, plays).state, None)
    assert [seat.points for seat in out.seats] == [None, 5, 4]
    held = ["red-2", "red-3", "red-4", "red-5", "red-6"]
    state = playing.position({"seats": 3, "pile": ["rest"], "collections": [held, [], []]})
    assert GAME.view_for(state, None).seats[0].points == 14
    won = GAME.view_for(fold(GAME, state, [*plays, Take(Seat(0), BY_NAME["blue-1"])]).state, None)
    assert won.outcome is not None
    assert [seat.points for seat in won.seats] == [None, None, None]


def test_a_seat_that_has_left_does_not_lead() -> None:
    """The marker stays with whoever won; the first present one clockwise begins, and everything says so."""
    state = playing.position({"seats": 4, "pile": ["green-4"]})
    plays = [Play(Seat(seat), BY_NAME[f"blue-{seat + 1}"]) for seat in range(4)]
    told = [*plays, Leave(Seat(3)), Take(Seat(3), BY_NAME["blue-4"])]
    before = fold(GAME, state, told).state
    top = Top(Seat(3), BY_NAME["blue-1"])
    after = fold(GAME, before, [top]).state
    view = GAME.view_for(after, None)
    assert (view.turn, view.marker) == (0, 3)
    assert [seat.first for seat in view.seats] == [True, False, False, False]
    assert view.last is not None
    assert Finding(RuleId("stella_quest.qu-17"), say("%(who)s plays first next.", who=Who(Seat(0)))) in view.last.end
    assert Finding(RuleId("stella_quest.qu-17"), say("%(who)s plays first next.", who=Who(Seat(0)))) in GAME.why(
        before, top, after
    )


def test_two_people_one_left_the_opponent_does_not_play_on() -> None:
    state = playing.position({"seats": 2, "pile": ["rest"]})
    folded = fold(GAME, state, [Play(Seat(0), BY_NAME["blue-6"]), Leave(Seat(1))])
    answer = GAME.apply(folded.state, Opponent(Seat(0), BY_NAME["blue-1"]))
    assert isinstance(answer, Refused)
    assert [finding.rule for finding in answer.violations] == ["stella_quest.qu-17"]
    assert isinstance(GAME.apply(folded.state, Recording(folded.state.table.recording)), Accepted)
