"""What the screens say: short reasons for everything, the same log for all, nothing that is secret."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Finding
from app.games.phrases import Phrase, Seat
from app.games.stella import GAME, refusals
from app.games.stella.actions import Begin, Leave, Lock, PlaceLanterns, Reveal, Withdraw
from app.games.stella.state import Announced, Cell, Finished, Marking, Revealing, State
from app.games.stella.view import View, view_for
from tests.games.stella import playing

rnds = st.integers(0, 2**32 - 1).map(random.Random)


def reasons_of(view: View) -> list[tuple[Finding, ...]]:
    """Every group of reasons that a screen shows together."""
    groups = [view.darkness]
    for card in (*view.revealed, *(card for score in view.scores for card in score.reveals)):
        groups += [card.why]
    for score in view.scores:
        groups += [score.end, *(line.why for line in score.seats)]
    if view.outcome is not None:
        groups += [view.outcome.why, view.outcome.house]
    return groups


def words(text: str) -> int:
    return len(re.findall(r"[\w%()']+", text))


def filled(phrase: Phrase) -> str:
    text = phrase.plural if phrase.plural is not None and phrase.params["num"] != 1 else phrase.text
    params = {name: filled(value) if isinstance(value, Phrase) else value for name, value in phrase.params.items()}
    return text % params if params else text


@settings(max_examples=40, deadline=None)
@given(rnds)
def test_reasons_are_few_and_short(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    for state in [*rnd.sample(states, min(10, len(states))), states[-1]]:
        view = view_for(state, None)
        for group in reasons_of(view):
            assert len(group) <= 4
            for finding in group:
                assert words(finding.says.text) <= 12, finding.says.text
                assert filled(finding.says)
    assert all(card.why for score in view_for(states[-1], None).scores for card in score.reveals)
    assert all(line.why for score in view_for(states[-1], None).scores for line in score.seats)
    assert view_for(first, None).darkness == ()


@settings(max_examples=40, deadline=None)
@given(rnds)
def test_items_sum_to_points_and_points_to_totals(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    view = view_for(states[-1], None)
    totals = [0] * len(view.seats)
    for score in view.scores:
        for line in score.seats:
            totals[line.seat] += line.points
            assert sum(item.kept for item in line.items) == line.points
            assert line.total == totals[line.seat]
    assert [seat.total for seat in view.seats] == totals
    assert view.outcome is not None
    assert list(view.outcome.points) == totals


@settings(max_examples=40, deadline=None)
@given(rnds)
def test_the_skipped_are_all_who_sit_between_two_scouts(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    seats = states[-1].table.seats
    for score in view_for(states[-1], None).scores:
        for card, after in zip(score.reveals, score.reveals[1:], strict=False):
            assert card.next_scout == after.scout
            assert len(card.skipped) == (after.scout - card.scout - 1) % seats
        if score.reveals:
            assert score.reveals[-1].next_scout is None
            assert score.reveals[-1].skipped == ()
            assert len(score.skipped) == (score.reveals[0].scout - score.first_scout) % seats


@settings(max_examples=40, deadline=None)
@given(rnds)
def test_log_lines_are_the_same_for_all_and_silent_about_locks(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    before = first
    for action, after in zip(actions, states, strict=True):
        lines = [GAME.line_for(before, action, after, reader) for reader in (None, *map(Seat, range(3)))]
        assert lines.count(lines[0]) == len(lines)
        line = lines[0]
        closes = isinstance(before, Marking) and isinstance(after, Announced)
        if isinstance(action, Lock | Withdraw):
            assert (line is not None) == closes
        else:
            assert line is not None
        if line is not None:
            assert filled(line)
        before = after


def test_the_closing_line_does_not_say_who_was_last() -> None:
    told = []
    for order in ((0, 1, 2), (2, 0, 1)):
        state: State = playing.start(random.Random(0), 3)
        for action in (Begin(), *(Lock(Seat(seat), frozenset({Cell(seat)}), closing=True) for seat in order)):
            before, answer = state, GAME.apply(state, action)
            assert isinstance(answer, Accepted)
            state = answer.state
        told.append(GAME.line_for(before, action, state, None))
    assert told[0] == told[1]


def test_the_question_to_the_last_one_has_its_own_rule() -> None:
    state: State = playing.start(random.Random(0), 3)
    for action in (Begin(), Lock(Seat(0), frozenset({Cell(0)})), Lock(Seat(2), frozenset({Cell(0)}))):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
    answer = GAME.apply(state, Lock(Seat(1), frozenset({Cell(0)})))
    assert [finding.rule for finding in answer.violations] == [refusals.LAST_ONE_CONFIRMS]  # type: ignore[union-attr]
    assert "closing" in GAME.legal_actions(state, Seat(1))[0].fields


def test_the_scout_who_leaves_hands_on_and_the_screen_says_so() -> None:
    state: State = playing.marked_round([frozenset({Cell(0), Cell(cell)}) for cell in (1, 2, 3, 4)])
    for action in (Reveal(Seat(0), Cell(0)), Leave(Seat(1))):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
    assert isinstance(state, Revealing)
    assert state.scout == 2
    (skipped,) = view_for(state, None).revealed[0].skipped
    assert (skipped.rule, skipped.says.text) == ("stella.st-15", "%(who)s has left: skipped.")


def test_a_table_without_any_marks_goes_on() -> None:
    """Everybody who played left before locking, one is back and waits for the next round."""
    state: State = playing.start(random.Random(0), 3)
    for action in (Leave(Seat(0)), Begin(), *map(playing.Return, [Seat(0)]), Leave(Seat(1)), Leave(Seat(2))):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
    assert isinstance(state, Announced)
    answer = GAME.apply(state, PlaceLanterns())
    assert isinstance(answer, Accepted)
    view = view_for(answer.state, None)
    assert view.phase == "scored"
    assert [line.points for line in view.scores[0].seats] == [0, 0, 0]


def test_nothing_secret_prints() -> None:
    action = Lock(Seat(1), frozenset({Cell(7)}))
    assert repr(action) == "Lock(seat=1, <sealed>)"
    state = playing.marked_round([frozenset({Cell(7), Cell(9)})] * 3)
    assert "frozenset({" not in repr(state)
    assert repr(state).count("<sealed, seat ") == 3


@pytest.mark.parametrize("rounds", [0, 2])
def test_an_early_end_counts_only_finished_rounds(rounds: int) -> None:
    rnd = random.Random(rounds)
    _first, actions, states = playing.game(rnd, seats=3)
    number = next((i for i, state in enumerate(states) if len(state.table.scores) == rounds), 0)
    state = states[number]
    for action in (Leave(Seat(0)), playing.EndEarly()):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
    assert isinstance(state, Finished)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert len(outcome.house) == 2
    assert sum(points or 0 for points in outcome.points) == sum(sum(score.points) for score in state.table.scores)
    assert actions
