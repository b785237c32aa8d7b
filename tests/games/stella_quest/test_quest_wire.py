"""Stella Quest on the wire: strict in what it takes, plain in what it says, the same in both directions."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.games.phrases import Seat
from app.games.stella_quest import GAME, wire
from app.games.stella_quest import actions as do
from app.games.stella_quest.cards import CARDS, DECK, REST, Card, Colour
from app.games.stella_quest.state import Options, Recording
from tests.games.stella_quest import playing
from tests.games.stella_quest.tables import english

seats = st.integers(0, 3).map(Seat)
cards = st.sampled_from(CARDS)
any_action = st.one_of(
    st.builds(do.Recording, st.sampled_from(tuple(Recording))),
    *(st.builds(kind, seats, cards) for kind in (do.FirstCard, do.Play, do.Opponent, do.Take, do.Top)),
    *(st.builds(kind, seats) for kind in (do.Draw, do.Leave, do.Return)),
    st.just(do.EndEarly()),
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def refused(data: Any, seat: int | None = 0, record: bool = False) -> dict[str, Any]:
    """The complaints, by field."""
    with pytest.raises(ValidationError) as wrong:
        wire.load_action(data, None if seat is None else Seat(seat), record)
    return dict(wrong.value.messages)


@settings(max_examples=300, deadline=None)
@given(any_action)
def test_there_and_back(action: do.Action) -> None:
    line = json.loads(json.dumps(wire.dump_action(action)))
    assert wire.load_action(line, None, record=True) == action
    assert line["type"] == type(action).name


@settings(max_examples=300, deadline=None)
@given(any_action)
def test_a_log_line_may_have_its_seat_beside_it(action: do.Action) -> None:
    line = wire.dump_action(action)
    seat = line.pop("seat", -1)
    assert wire.load_action(line, seat, record=True) == action


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from((*wire.ACTION_SCHEMAS, "", "nothing", None, 3)), st.dictionaries(st.text(max_size=8), junk), junk
)
def test_junk_is_answered_with_words_never_with_a_crash(kind: Any, data: dict[str, Any], value: Any) -> None:
    for field in ("card", "how", "seat", "by", "x"):
        for record in (False, True):
            with contextlib.suppress(ValidationError):
                wire.load_action({**data, "type": kind, field: value}, Seat(0), record)


@pytest.mark.parametrize("data", [None, [], "play", 3, True])
def test_only_objects_are_actions(data: Any) -> None:
    assert refused(data) == {"_schema": ["Send an object."]}


def test_an_unknown_action_is_told_the_known_ones() -> None:
    assert "opponent" in refused({"type": "pass"})["type"][0]
    assert "opponent" in refused({})["type"][0]


def test_the_seat_comes_from_the_credential_never_from_the_body() -> None:
    kinds = [kind.name for kind in do.Action.__args__ if kind.by == "seat"]  # type: ignore[attr-defined]
    assert len(kinds) == 6
    for kind in kinds:
        more = {} if kind == "draw" else {"card": "rest"}
        assert set(refused({"type": kind, "seat": 2, **more})) == {"seat"}
        assert wire.load_action({"type": kind, **more}, Seat(3)).seat == 3  # type: ignore[union-attr]
        assert refused({"type": kind, **more}, None) == {"seat": ["Send the seat that acted."]}


def test_the_host_names_who_left() -> None:
    assert wire.load_action({"type": "leave", "seat": "2"}, Seat(0)) == do.Leave(Seat(2))
    assert set(refused({"type": "leave"})) == {"seat"}
    assert set(refused({"type": "return", "seat": 4})) == {"seat"}


@pytest.mark.parametrize(
    "card", [None, True, 4, "", "blue", "blue-7", "blue-0", "Blue-4", "blue 4", "rest-1", ["rest"]]
)
def test_what_is_no_card(card: Any) -> None:
    said = "Send a card: blue, green, red or yellow with -1 to -6, or rest."
    assert refused({"type": "play", "card": card}) == {"card": [said]}
    assert refused({"type": "play"}) == {"card": [said]}


def test_all_fifty_four_cards() -> None:
    assert len(DECK) == 54
    assert DECK.count(REST) == 6
    assert len(CARDS) == 25
    assert [card.name for card in CARDS[:2]] == ["blue-1", "blue-2"]
    for card in CARDS:
        assert wire.load_action({"type": "play", "card": card.name}, Seat(0)) == do.Play(Seat(0), card)
    assert Card(Colour.RED, CARDS[2].value).gems == 2


def test_who_enters_the_cards() -> None:
    assert wire.load_action({"type": "recording", "how": "each"}, None) == do.Recording(Recording.EACH)
    for how in (None, "both", 1):
        assert refused({"type": "recording", "how": how}) == {"how": ["Send who enters the cards: one or each."]}
    assert set(refused({"type": "recording"})) == {"how"}


def test_options() -> None:
    assert wire.load_options({"first_player": 2}, 3) == Options(Seat(2), Recording.ONE)
    assert wire.load_options({"first_player": "1", "recording": "each"}, 2) == Options(Seat(1), Recording.EACH)
    for data, number in (
        ({"first_player": 3}, 3),
        ({"first_player": True}, 3),
        ({}, 3),
        ({"first_player": 0, "recording": "two"}, 3),
        ({"first_player": 0, "top": "rest"}, 3),
        ([], 3),
    ):
        with pytest.raises(ValidationError):
            wire.load_options(data, number)  # type: ignore[arg-type]
    for number in (1, 5):
        with pytest.raises(ValidationError) as wrong:
            wire.load_options({"first_player": 0}, number)
        assert wrong.value.messages == {"seats": ["Stella Quest is for 2 to 4 players."]}


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (5, 0), (3, 3)])
def test_no_box_allows_that_set_up(seats: int, first: int) -> None:
    with pytest.raises(ValueError, match="seats with first player"):
        GAME.setup(Options(Seat(first)), seats)


def test_every_action_is_on_the_wire_under_its_name() -> None:
    names = {kind.name for kind in do.Action.__args__}  # type: ignore[attr-defined]
    assert set(wire.ACTION_SCHEMAS) == names
    assert all(kind.sighted for kind in do.Action.__args__ if kind is not do.Recording)  # type: ignore[attr-defined]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_views_keep_what_their_schema_promises(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)), honest=rnd.random() < 0.5, draw=0.3)
    schema = wire.ViewSchema()
    for state in (first, *rnd.sample(states, min(12, len(states))), states[-1]):
        for reader in (None, Seat(rnd.randrange(first.table.seats))):
            dumped = json.loads(json.dumps(wire.dump_view(GAME.view_for(state, reader), english)))
            assert schema.validate(dumped) == {}
