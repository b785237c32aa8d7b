"""Laws of every correction, in every game: what is public decides alone, the real log follows, and back is back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given, settings

from app.errors import Unfit
from app.games import GAMES
from app.games.amending import Edit, tell
from app.games.kernel import Accepted, fold
from app.games.phrases import Seat
from app.tables import log, rewriting
from tests.conformance.drivers import DRIVERS
from tests.conformance.test_laws import every_game, rnds, screen, seats_of
from tests.tables.correcting import dropping_what_is_impossible, position_of, row, some_edits, weigh

some = settings(max_examples=40, deadline=None)


def _position(rnd: random.Random, key: str, *, whole: bool = False) -> log.Position:
    start, actions, _states = DRIVERS[key].game(rnd)
    return position_of(GAMES[key], start, actions if whole else actions[: rnd.randint(1, len(actions))])


def _planned(rnd: random.Random, key: str, position: log.Position) -> tuple[list[Edit[Any]], Any] | None:
    """A correction that could be saved, if chance finds one."""
    for _ in range(12):
        try:
            edits, plan = dropping_what_is_impossible(position, some_edits(rnd, key, position.past()))
        except (Unfit, IndexError):
            continue
        if plan.effect.fits:
            return edits, plan
    return None


@every_game
@some
@given(rnd=rnds)
def test_what_can_be_corrected_folds_and_looks_the_same(key: str, rnd: random.Random) -> None:
    position = _position(rnd, key)
    game, past = position.game, position.past()
    told, state = tell(game, past.start, past.entries)
    assert not any(one.refused for one in told.values())
    real = position.steps[past.open_from - 1].state if past.open_from else position.start
    for reader in (None, *map(Seat, seats_of(game, position.start))):
        assert screen(game, state, reader) == screen(game, real, reader)
    assert fold(game, state, past.rest).refused is None
    lines = [
        game.line_for(position.steps[place - 1].state if place else position.start, step.action, step.state, None)
        for place, step in enumerate(position.steps)
    ]
    for entry, place in zip(past.entries, past.places, strict=True):
        assert told[entry.id].line == lines[place], "a line says the same, whoever reads it from what is public"


@every_game
@settings(max_examples=80, deadline=None)
@given(rnd=rnds)
def test_what_the_public_allows_the_real_log_allows_and_it_looks_the_same(key: str, rnd: random.Random) -> None:
    position = _position(rnd, key)
    planned = _planned(rnd, key, position)
    assume(planned is not None)
    assert planned is not None
    edits, plan = planned
    game, past = position.game, position.past()
    steps = rewriting.rewritten(past, position.steps, edits, row(position))
    assert [step.id for step in steps] == [entry.id for entry in plan.effect.entries] + [
        step.id for step in position.steps[past.open_from :]
    ]
    state = steps[-1].state if steps else position.start
    assert fold(game, position.start, [step.action for step in steps]).state == state
    if past.open_from == len(position.steps):
        for reader in (None, *map(Seat, seats_of(game, position.start))):
            assert screen(game, state, reader) == screen(game, plan.effect.after, reader)
    assert game.outcome(state) == game.outcome(plan.effect.after)
    actions = [step.action for step in steps]
    assert game.publish(position.start, actions) == game.publish(
        position.start, [*(entry.action for entry in plan.effect.entries), *past.rest]
    )
    assert fold(game, position.start, game.publish(position.start, actions)).refused is None


@every_game
@some
@given(rnd=rnds)
def test_edits_are_stored_and_read_again(key: str, rnd: random.Random) -> None:
    position = _position(rnd, key)
    past, edits = position.past(), some_edits(rnd, key, position.past())
    kept = rewriting.dump(position.game, past.entries, edits)
    assert rewriting.load(position.game, past.entries, kept) == edits


@every_game
@settings(max_examples=60, deadline=None)
@given(rnd=rnds)
def test_there_and_back_is_where_it_was(key: str, rnd: random.Random) -> None:
    """Correct one entry, then correct it back: the state and every view are the first ones again."""
    position = _position(rnd, key, whole=rnd.random() < 0.5)
    past = position.past()
    assume(past.entries)
    for _ in range(12):
        edits = [edit for edit in some_edits(rnd, key, past)[:1] if not edit.insert and edit.action is not None]
        try:
            if edits and weigh(position, edits).effect.fits:
                break
        except Unfit:
            continue
    else:
        return
    there = log.copy_of(position)
    there.steps = rewriting.rewritten(past, position.steps, edits, row(position))
    there.seq += 1
    old = next(entry.action for entry in past.entries if entry.id == edits[0].at)
    back = [Edit(edits[0].at, old)]
    assert weigh(there, back).effect.fits
    steps = rewriting.rewritten(there.past(), there.steps, back, row(there))
    assert steps[-1].state == position.state


def test_an_amended_end_is_an_undo_and_another_action() -> None:
    """In a game without secrets the correction of the last action equals undo and the other action."""
    done = 0
    for number in range(150):
        rnd = random.Random(number)
        position = _position(rnd, "stella_quest")
        game, last = position.game, position.steps[-1]
        before = position.steps[-2].state if len(position.steps) > 1 else position.start
        other = DRIVERS["stella_quest"].any_action(rnd, before)
        answer = game.apply(before, other)
        if not isinstance(answer, Accepted) or other == last.action:
            continue
        steps = rewriting.rewritten(position.past(), position.steps, [Edit(last.id, other)], row(position))
        assert steps[-1].state == answer.state
        assert weigh(position, [Edit(last.id, other)]).effect.after == answer.state
        done += 1
    assert done > 10


@settings(max_examples=100, deadline=None)
@given(rnd=rnds)
def test_two_worlds_are_corrected_alike(rnd: random.Random) -> None:
    """Worlds that differ in marks that were not shown: the same entries, the same answers, the same corrected game."""
    game, driver = GAMES["stella"], DRIVERS["stella"]
    played = driver.game(rnd)
    start, actions, _states = played
    _seat, twin = driver.twin(rnd, played)
    one, two = position_of(game, start, actions[: len(twin)]), position_of(game, start, twin)
    for _ in range(3):
        assert one.past().entries == two.past().entries
        assert one.past().rest == two.past().rest
        edits = some_edits(rnd, "stella", one.past())
        answers: list[Any] = []
        for world in (one, two):
            try:
                plan = dropping_what_is_impossible(world, edits)
                answers.append((plan[0], plan[1].effect))
            except Unfit as unfit:
                answers.append(unfit.says)
        assert answers[0] == answers[1]
        if isinstance(answers[0], tuple) and answers[0][1].fits:
            for world in (one, two):
                world.steps = rewriting.rewritten(world.past(), world.steps, answers[0][0], row(world))
                world.seq += 1
            assert screen(game, one.state, None) == screen(game, two.state, None)


@pytest.mark.parametrize("key", GAMES)
def test_chance_finds_corrections_enough(key: str) -> None:
    """The laws above are not about nothing."""
    rnds = [random.Random(number) for number in range(40)]
    assert sum(_planned(rnd, key, _position(rnd, key)) is not None for rnd in rnds) > 20
