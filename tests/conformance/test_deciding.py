"""The laws of rulings that a table plays the other way: told, taken back, never about what has happened already."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.games import GAMES
from app.games.deciding import Decide
from app.games.kernel import Accepted, Game, Refused, fold
from app.games.phrases import Seat
from app.games.rulebook import RuleId
from tests.conformance.drivers import DRIVERS
from tests.conformance.test_laws import check_findings, few, of, screen, seats_of

ALTERNATIVES = [(key, rule) for key, game in GAMES.items() for rule in game.alternatives]
each = pytest.mark.parametrize(("key", "rule"), ALTERNATIVES)
every_such_game = pytest.mark.parametrize("key", list(dict(ALTERNATIVES)))


def played(game: Game[Any, Any, Any], state: Any) -> list[str]:
    """What the screen on the wall says is played the other way; it says nothing where nothing is."""
    shown = json.loads(screen(game, state, None))
    assert shown.get("house") != []
    return list(shown.get("house", ()))


def decided(game: Game[Any, Any, Any], state: Any, rule: RuleId, other: bool) -> Any:
    answer = game.apply(state, Decide(rule, other))
    assert isinstance(answer, Accepted), answer
    return answer.state


@every_such_game
def test_what_can_be_played_the_other_way_is_a_ruling(key: str) -> None:
    game = GAMES[key]
    for rule, how in game.alternatives.items():
        assert game.rulebook[rule].kind == "ruling"
        assert how.endswith(".")
        assert how not in (game.rulebook[rule].text, game.rulebook[rule].other)
    assert list(game.alternatives) == [rule for rule in game.rulebook if rule in game.alternatives]


@each
def test_a_decision_is_told_and_taken_back(key: str, rule: RuleId) -> None:
    game, driver = of(key)
    start = driver.game(random.Random(1))[0]
    readers = (None, *map(Seat, seats_of(game, start)))
    before = [screen(game, start, reader) for reader in readers]
    assert played(game, start) == []
    after = decided(game, start, rule, True)
    assert played(game, after) == [rule]
    for reader, was in zip(readers, before, strict=True):
        shown = json.loads(screen(game, after, reader))
        assert {**shown, "house": None} == {**json.loads(was), "house": None}
    line = game.line_for(start, Decide(rule, True), after, None)
    assert line is not None
    check_findings(game, (line, game.why(start, Decide(rule, True), after)))
    assert [one.rule for one in game.why(start, Decide(rule, True), after)] == [rule]
    again = game.apply(after, Decide(rule, True))
    assert isinstance(again, Refused)
    assert [one.rule for one in again.violations] == [rule]
    back = decided(game, after, rule, False)
    assert [screen(game, back, reader) for reader in readers] == before
    assert isinstance(game.apply(back, Decide(rule, False)), Refused)


@each
@pytest.mark.parametrize("other", [True, False, "1", "0"])
def test_decisions_go_over_the_wire(key: str, rule: RuleId, other: bool | str) -> None:
    wire = GAMES[key].wire
    action = wire.load_action({"type": "decide", "rule": rule, "other": other}, Seat(0))
    assert action == Decide(rule, other in (True, "1"))
    assert wire.load_action(json.loads(json.dumps(wire.dump_action(action))), None, record=True) == action


@every_such_game
@pytest.mark.parametrize(
    "wrong",
    [{}, {"rule": None, "other": True}, {"other": True}, {"rule": "x", "other": True}, {"rule": [], "other": True},
     {"rule": "FIRST"}, {"rule": "FIRST", "other": None}, {"rule": "FIRST", "other": "maybe"},
     {"rule": "FIRST", "other": True, "seat": 0}, {"rule": "stella.spark", "other": True}],
    ids=str,
)  # fmt: skip
def test_what_is_no_decision(key: str, wrong: dict[str, Any]) -> None:
    wire, first = GAMES[key].wire, next(iter(GAMES[key].alternatives))
    sent = {name: first if value == "FIRST" else value for name, value in wrong.items()}
    with pytest.raises(ValidationError):
        wire.load_action({"type": "decide", **sent}, Seat(0))


@every_such_game
@settings(max_examples=60, deadline=None)
@given(rnd=st.integers(0, 2**32 - 1).map(random.Random))
def test_a_decision_never_changes_what_has_happened(key: str, rnd: random.Random) -> None:
    """At any state of any game: refused with the rule and when to decide it, or all that was played stays as it was."""
    game, driver = of(key)
    start, _actions, states = driver.game(rnd)
    for state in (start, *rnd.sample(states, min(10, len(states))), states[-1]):
        for rule in game.alternatives:
            answer = game.apply(state, Decide(rule, rule not in played(game, state)))
            if isinstance(answer, Refused):
                check_findings(game, answer.violations)
                assert len(answer.violations) == 1
                continue
            before, after = (json.loads(screen(game, one, None)) for one in (state, answer.state))
            assert after["scores"] == before["scores"]
            if game.outcome(answer.state) is None:
                assert after["phase"] in (before["phase"], "stuck")
    for rule in game.alternatives:
        for other in (True, False):
            assert isinstance(game.apply(states[-1], Decide(rule, other)), Refused)


@every_such_game
@few
@given(rnd=st.integers(0, 2**32 - 1).map(random.Random))
def test_the_log_the_view_and_the_result_agree(key: str, rnd: random.Random) -> None:
    """Whatever a table decided and took back: shown while it holds, and on the result if it ever did."""
    game, driver = of(key)
    start, actions, states = driver.game(rnd)
    holds: set[str] = set()
    once: set[str] = set()
    for (before, after), action in zip(pairwise((start, *states)), actions, strict=True):
        if isinstance(action, Decide):
            assert (action.rule in holds) != action.other
            (holds.add if action.other else holds.discard)(action.rule)
            once |= holds
        assert set(played(game, after)) == holds
        assert before is not after
    ended = game.outcome(states[-1])
    assert ended is not None
    on_result = [one.rule for one in ended.house if one.rule in game.alternatives]
    assert set(on_result) == once
    assert fold(game, start, game.publish(start, actions)).refused is None


@every_such_game
def test_drivers_do_decide(key: str) -> None:
    """Else the laws would say nothing about it."""
    driver = DRIVERS[key]
    seen = {
        (action.rule, action.other)
        for seed in range(60)
        for action in driver.game(random.Random(seed))[1]
        if isinstance(action, Decide)
    }
    assert seen == {(rule, other) for rule in GAMES[key].alternatives for other in (True, False)}
