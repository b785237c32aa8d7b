"""The examination that every game must pass."""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games import GAMES
from app.games.kernel import Accepted, Finding, Game, Refused, Secret, fold
from app.games.phrases import Everyone, Phrase, Seat, Who
from tests.conformance.drivers import DRIVERS, Driver, Played

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=30, deadline=None)
every_game = pytest.mark.parametrize("key", GAMES)


def of(key: str) -> tuple[Game[Any, Any, Any], Driver]:
    return GAMES[key], DRIVERS[key]


def seats_of(game: Game[Any, Any, Any], state: Any) -> range:
    return range(len(game.view_for(state, None).seats))


def spoken(phrase: Phrase) -> str:
    """All of a phrase: nothing that differs is lost."""
    holes = {
        name: spoken(value) if isinstance(value, Phrase) else repr(value)
        for name, value in sorted(phrase.params.items())
    }
    return f"{phrase.text} | {phrase.plural} | {holes}"


def screen(game: Game[Any, Any, Any], state: Any, reader: Seat | None) -> str:
    """The bytes that a reader gets."""
    return json.dumps(game.wire.dump_view(game.view_for(state, reader), spoken), sort_keys=True)


def inside(value: Any) -> Iterator[Any]:
    """Everything in a value of dataclasses, mappings and sequences."""
    yield value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for one in dataclasses.fields(value):
            yield from inside(getattr(value, one.name))
    elif isinstance(value, Mapping):
        yield from itertools.chain.from_iterable(map(inside, value.values()))
    elif isinstance(value, tuple | list | frozenset):
        yield from itertools.chain.from_iterable(map(inside, value))


def check_findings(game: Game[Any, Any, Any], value: Any) -> None:
    """Every rule that is cited exists, and every sentence can be filled in."""
    for one in inside(value):
        if isinstance(one, Finding):
            assert one.rule in game.rulebook, one
        if isinstance(one, Phrase):
            plain = {
                name: 1 if isinstance(hole, Who | Everyone | Phrase) else hole for name, hole in one.params.items()
            }
            assert one.text % plain
            assert one.plural is None or one.plural % plain


def sample(rnd: random.Random, played: Played, number: int) -> list[Any]:
    start, _actions, states = played
    return [start, states[-1], *rnd.sample(states, min(number, len(states)))]


def test_every_game_has_a_driver() -> None:
    assert set(DRIVERS) == set(GAMES)


@every_game
@few
@given(rnd=rnds)
def test_apply_never_raises_and_a_no_changes_nothing(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    for state in sample(rnd, driver.game(rnd), 12):
        before = (repr(state), screen(game, state, None), hash(state))
        for _ in range(25):
            answer = game.apply(state, driver.any_action(rnd, state))
            assert isinstance(answer, Accepted | Refused)
            if isinstance(answer, Refused):
                assert answer.violations
            else:
                assert answer.state is not state
            check_findings(game, answer.violations if isinstance(answer, Refused) else answer.notes)
        assert (repr(state), screen(game, state, None), hash(state)) == before


@every_game
@few
@given(rnd=rnds)
def test_a_wild_table_never_breaks_a_screen(key: str, rnd: random.Random) -> None:
    """Long walks over whatever is accepted, off the roads a sensible table takes."""
    game, driver = of(key)
    start = state = driver.game(rnd)[0]
    walked: list[Any] = []
    for _ in range(150):
        action = driver.any_action(rnd, state)
        answer = game.apply(state, action)
        if isinstance(answer, Accepted):
            line = game.line_for(state, action, answer.state, None)
            check_findings(game, line)
            state = answer.state
            walked.append(action)
            for reader in (None, *map(Seat, seats_of(game, state))):
                check_findings(game, game.view_for(state, reader))
                assert screen(game, state, reader)
    public = game.publish(start, walked)
    assert fold(game, start, public).refused is None
    assert game.publish(start, public) == public


@every_game
@few
@given(rnd=rnds)
def test_what_is_offered_is_exactly_what_is_accepted(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    for state in sample(rnd, driver.game(rnd), 8):
        for seat in map(Seat, seats_of(game, state)):
            offers = game.legal_actions(state, seat)
            for offer in offers:
                for payload in itertools.islice(offer.expand(), 40):
                    action = game.wire.load_action({"type": offer.action, **payload}, seat)
                    assert isinstance(game.apply(state, action), Accepted)
            for payload in driver.payloads(rnd):
                accepted = isinstance(game.apply(state, game.wire.load_action(payload, seat)), Accepted)
                assert accepted == any(_within(payload, offer) for offer in offers), payload


def _within(payload: Mapping[str, Any], offer: Any) -> bool:
    """Does the offer's range hold this payload? A field that the offer does not name may be left as it is."""
    given_fields = {name: value for name, value in payload.items() if name != "type"}
    if payload["type"] != offer.action or not set(offer.fields) <= set(given_fields):
        return False
    for name, choice in offer.fields.items():
        value = given_fields[name]
        if isinstance(value, list):
            if not set(value) <= set(choice.of) or not choice.at_least <= len(value) <= choice.at_most:
                return False
        elif value not in choice.of:
            return False
    return True


@every_game
@few
@given(rnd=rnds)
def test_two_entries_that_lead_elsewhere_are_told_apart(key: str, rnd: random.Random) -> None:
    """A correction offers what an entry could have been by its words: what reads alike cannot be chosen."""
    game, driver = of(key)
    for state in sample(rnd, driver.game(rnd), 3):
        seen: dict[str, tuple[str, Any]] = {}
        for seat in map(Seat, seats_of(game, state)):
            for offer in game.legal_actions(state, seat):
                for payload in itertools.islice(offer.expand(), 40):
                    action = game.wire.load_action({"type": offer.action, **payload}, seat)
                    answer = game.apply(state, action)
                    assert isinstance(answer, Accepted)
                    entry = (game.entry_for or _line_for_all(game))(state, action, answer.state)
                    if entry is not None:
                        wall = screen(game, answer.state, None)
                        found, other = seen.setdefault(spoken(entry), (wall, action))
                        assert found == wall, (action, other)


def _line_for_all(game: Game[Any, Any, Any]) -> Callable[[Any, Any, Any], Phrase | None]:
    return lambda before, action, after: game.line_for(before, action, after, None)


@every_game
@few
@given(rnd=rnds)
def test_there_is_an_outcome_exactly_at_the_end(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    start, _actions, states = driver.game(rnd)
    assert all(game.outcome(state) is None for state in (start, *states[:-1]))
    outcome = game.outcome(states[-1])
    assert outcome is not None
    check_findings(game, outcome)
    assert outcome.why
    assert len(outcome.places) == len(outcome.points) == len(seats_of(game, start))
    for seat in map(Seat, seats_of(game, start)):
        assert game.legal_actions(states[-1], seat) == ()
    game_itself = 1 not in outcome.places  # played together and lost: nobody is first
    for place in outcome.places:
        assert place == 1 + game_itself + sum(other < place for other in outcome.places)


@every_game
@settings(max_examples=80, deadline=None)
@given(rnd=rnds)
def test_what_was_not_shown_nobody_else_can_tell(key: str, rnd: random.Random) -> None:
    """Two worlds with other secrets of one seat: the same bytes for everybody else, the wall and the log."""
    game, driver = of(key)
    played = driver.game(rnd)
    start, actions, states = played
    seat, twin = driver.twin(rnd, played)
    readers = [None, *(Seat(other) for other in seats_of(game, start) if other != seat)]
    look_at = {0, len(twin) - 1, *rnd.sample(range(len(twin)), min(8, len(twin)))}
    before = there = start
    for index, (action, other) in enumerate(zip(actions, twin, strict=False)):
        answer = game.apply(there, other)
        assert isinstance(answer, Accepted), answer
        for reader in readers:
            line = game.line_for(before, action, states[index], reader)
            assert line == game.line_for(there, other, answer.state, reader)
        before, there = states[index], answer.state
        if index in look_at:
            for reader in readers:
                assert screen(game, before, reader) == screen(game, there, reader)
            assert game.draft_stage(before) == game.draft_stage(there)
    for _ in range(20):
        action = driver.any_action(rnd, there)
        here_too, answer = game.apply(before, action), game.apply(there, action)
        if getattr(action, "seat", None) != seat:
            assert type(here_too) is type(answer)
        if isinstance(here_too, Refused) and isinstance(answer, Refused):
            assert here_too == answer, "a no has the same words, whatever it hides"
    assert game.undo_span(actions[: len(twin)]) == game.undo_span(twin)
    assert game.publish(start, actions[: len(twin)]) == game.publish(start, twin)


@every_game
@few
@given(rnd=rnds)
def test_the_wall_shows_a_part_of_what_every_seat_sees(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    for state in sample(rnd, driver.game(rnd), 3):
        wall = json.loads(screen(game, state, None))
        for seat in map(Seat, seats_of(game, state)):
            mine = json.loads(screen(game, state, seat))
            assert set(wall) == set(mine)
            assert all(value == mine[name] or not value for name, value in wall.items())


@every_game
@few
@given(rnd=rnds)
def test_secrets_never_print(key: str, rnd: random.Random) -> None:
    driver = DRIVERS[key]
    for state in sample(rnd, driver.game(rnd), 12):
        secrets = [one for one in inside(state) if isinstance(one, Secret)]
        for secret in secrets:
            assert repr(secret.value) not in repr(state)
        assert repr(state).count("<sealed") == len(secrets)


@every_game
@few
@given(rnd=rnds)
def test_a_public_record_looks_the_same_and_says_no_more(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    start, actions, states = driver.game(rnd)
    public = game.publish(start, actions)
    shown = fold(game, start, public)
    assert shown.refused is None
    for reader in (None, *map(Seat, seats_of(game, start))):
        assert screen(game, shown.state, reader) == screen(game, states[-1], reader)
    assert game.outcome(shown.state) == game.outcome(states[-1])
    assert game.publish(start, public) == public


def _scores(game: Game[Any, Any, Any], state: Any) -> Any:
    """What was counted so far, in games that count on the way."""
    return getattr(game.view_for(state, None), "scores", None)


@every_game
@few
@given(rnd=rnds)
def test_a_public_record_can_be_made_at_any_time(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    start, actions, states = driver.game(rnd)
    for done in rnd.sample(range(len(actions) + 1), min(12, len(actions))):
        public = game.publish(start, actions[:done])
        shown = fold(game, start, public)
        assert shown.refused is None
        assert game.publish(start, public) == public
        state = states[done - 1] if done else start
        assert _scores(game, shown.state) == _scores(game, state)
        assert not any(isinstance(one, Secret) for one in inside(shown.state))


@every_game
@few
@given(rnd=rnds)
def test_actions_go_over_the_wire_and_back(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    start, actions, _states = driver.game(rnd)
    for action in (*actions, *game.publish(start, actions)):
        line = json.loads(json.dumps(game.wire.dump_action(action)))
        assert line["type"] == type(action).name
        assert game.wire.load_action(line, None, record=True) == action


@every_game
@few
@given(rnd=rnds)
def test_undo_takes_at_least_one_and_never_more_than_there_are(key: str, rnd: random.Random) -> None:
    game, driver = of(key)
    _start, actions, _states = driver.game(rnd)
    assert game.undo_span([]) == 0
    for done in range(1, len(actions) + 1):
        assert 1 <= game.undo_span(actions[:done]) <= done


@every_game
def test_the_rulebook_says_where_each_rule_stands(key: str) -> None:
    game = GAMES[key]
    for rule in game.rulebook.values():
        assert rule.id.startswith(f"{key}.")
        assert rule.text.strip()
        assert all(place.book and place.heading and place.lang in {"en", "fr", "ja"} for place in rule.places)
        assert (rule.kind == "ruling") == bool(rule.reason) == bool(rule.other)


@every_game
def test_the_number_of_seats_is_kept(key: str) -> None:
    game = GAMES[key]
    assert game.seats.stop - 1 <= 6, "a house has six signs"
    rnd = random.Random(0)
    for _ in range(20):
        assert len(seats_of(game, DRIVERS[key].game(rnd)[0])) in game.seats
