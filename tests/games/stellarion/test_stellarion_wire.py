"""Stellarion on the wire: strict in what it takes, plain in what it says, the same in both directions."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.games.phrases import Seat
from app.games.stellarion import GAME, wire
from app.games.stellarion import actions as do
from app.games.stellarion.cards import CARDS, SYMBOLS, whole_deck
from app.games.stellarion.state import Board, Expansion, Options, Space, Stacks
from tests.games.stellarion import playing
from tests.games.stellarion.tables import english

rnds = st.integers(0, 2**32 - 1).map(random.Random)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KINDS: tuple[Any, ...] = get_args(do.Action)


def refused(data: Any, seat: int | None = 0, record: bool = False) -> dict[str, Any]:
    """The complaints, by field."""
    with pytest.raises(ValidationError) as wrong:
        wire.load_action(data, None if seat is None else Seat(seat), record)
    return dict(wrong.value.messages)


def refused_options(data: Any, seats: int = 1) -> dict[str, Any]:
    with pytest.raises(ValidationError) as wrong:
        wire.load_options(data, seats)
    return dict(wrong.value.messages)


@settings(max_examples=300, deadline=None)
@given(rnds)
def test_there_and_back(rnd: random.Random) -> None:
    try:
        action = wire.load_action(playing.any_line(rnd), Seat(rnd.randrange(2)))
    except ValidationError:
        return
    line = json.loads(json.dumps(wire.dump_action(action)))
    assert wire.load_action(line, None, record=True) == action
    assert line["type"] == type(action).name
    seat = line.pop("seat", None)
    assert (seat is None) == (line["type"] == do.Decide.name)
    assert wire.load_action(line, seat, record=True) == action


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from((*wire.ACTION_SCHEMAS, "", "nothing", None, 3)), st.dictionaries(st.text(max_size=8), junk), junk
)
def test_junk_is_answered_with_words_never_with_a_crash(kind: Any, data: dict[str, Any], value: Any) -> None:
    for field in (
        "deck",
        "card",
        "cards",
        "decks",
        "voyage",
        "to",
        "next",
        "star",
        "back",
        "put",
        "upper",
        "seat",
        "x",
    ):
        for record in (False, True):
            with contextlib.suppress(ValidationError):
                wire.load_action({**data, "type": kind, field: value}, Seat(0), record)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(tuple(wire.OptionsSchema().fields)), junk), st.integers(0, 3))
def test_junk_is_no_set_up(data: dict[str, Any], seats: int) -> None:
    with contextlib.suppress(ValidationError):
        wire.load_options({"stars": 1, **data}, seats)


@pytest.mark.parametrize("data", [None, [], "launch", 3, True])
def test_only_objects_are_actions(data: Any) -> None:
    assert refused(data) == {"_schema": ["Send an object."]}
    assert refused_options(data) == {"_schema": ["Send an object."]}


def test_an_unknown_action_is_told_the_known_ones() -> None:
    assert "traverse" in refused({"type": "pass"})["type"][0]
    assert "traverse" in refused({})["type"][0]


def test_the_seat_comes_from_the_credential_never_from_the_body() -> None:
    assert set(refused({"type": "done", "seat": 1})) == {"seat"}
    assert refused({"type": "done"}, None) == {"seat": ["Send the seat that acted."]}
    assert wire.load_action({"type": "done"}, Seat(1)) == do.Done(Seat(1))


def test_every_action_is_on_the_wire_under_its_name() -> None:
    assert set(wire.ACTION_SCHEMAS) == {kind.name for kind in KINDS}
    assert [kind for kind in KINDS if kind.by != "seat"] == [do.Decide]
    assert all(kind.sighted for kind in KINDS)


def test_cards_of_a_deck_are_named_and_no_others() -> None:
    said = "The gamma deck has: gamma-ship, gamma-nebula, gamma-stars, gamma-planet, mirror, black-hole."
    assert refused({"type": "reveal", "deck": "gamma", "card": "alpha-ship"}) == {"card": [said]}
    assert set(refused({"type": "reveal", "deck": "omega", "card": "alpha-ship"})) == {"deck"}
    assert set(refused({"type": "reveal"})) == {"deck", "card"}
    for symbol in SYMBOLS:
        for name, card in CARDS[symbol].items():
            line = {"type": "reveal", "deck": symbol.value, "card": name}
            assert wire.load_action(line, Seat(0)) == do.Reveal(Seat(0), card)


def test_a_selection_has_no_order_and_no_card_twice() -> None:
    one = {"type": "coordinate", "cards": ["outpost-alpha-ship", "beta"]}
    assert wire.load_action(one, Seat(0)) == wire.load_action({**one, "cards": one["cards"][::-1]}, Seat(0))
    assert refused({"type": "coordinate", "cards": ["beta", "beta"]}) == {"cards": ["Send each of them once."]}
    assert set(refused({"type": "coordinate", "cards": []})) == {"cards"}
    assert set(refused({"type": "coordinate", "cards": "alpha"})) == {"cards"}


def test_retrieved_cards_have_an_order_only_on_top() -> None:
    line = {"type": "retrieve", "deck": "gamma", "cards": ["gamma-planet", "gamma-ship"]}
    other = {**line, "cards": ["gamma-ship", "gamma-planet"]}
    assert wire.load_action(line, Seat(0)) == wire.load_action(other, Seat(0))
    on_top = {"put": "on_top"}
    assert wire.load_action({**line, **on_top}, Seat(0)) != wire.load_action({**other, **on_top}, Seat(0))


def test_numbers_and_ticks_of_a_form() -> None:
    assert wire.load_action({"type": "forfeit", "back": "3"}, Seat(0)) == do.Forfeit(Seat(0), 3)
    line = {"type": "launch", "cards": ["ship", "stars", "planet"], "voyage": "alpha"}
    for told, star in (("true", True), ("on", True), ("1", True), (1, True), ("0", False), (False, False)):
        action = wire.load_action({**line, "star": told}, Seat(0))
        assert isinstance(action, do.Launch)
        assert action.star is star
    assert set(refused({**line, "star": "perhaps"})) == {"star"}
    assert set(refused({"type": "take", "voyage": "alpha"})) == {"to"}


def test_the_smallest_set_up() -> None:
    assert wire.load_options({"stars": 1}, 1) == Options(stars=1, voyages=Stacks((2, 2, 2, 2)))
    assert wire.load_options({"stars": "3", "first_player": "1"}, 2).first_player == 1


def test_a_set_up_out_of_a_form() -> None:
    """Blank fields are fields that were not sent."""
    form = {
        "stars": "1",
        "expansions": ["sun"],
        "advanced": ["gamma", ""],
        "spaces": "30",
        "meteors": ["20", "5", "", "10", "15"],
        "theory": "",
        "left": [],
        "before": "",
    }
    options = wire.load_options(form, 1)
    assert options.board == Board(Space(30), (Space(5), Space(10), Space(15), Space(20)))
    assert options.voyages == Stacks((2, 2, 3, 2))
    assert wire.load_options({**form, "spaces": "", "meteors": ["", "", "", ""]}, 1).board is None


@pytest.mark.parametrize(
    ("data", "seats", "field"),
    [
        ({}, 1, "stars"),
        ({"stars": 1}, 0, "seats"),
        ({"stars": 1}, 3, "seats"),
        ({"stars": 1, "first_player": 1}, 1, "first_player"),
        ({"stars": 1, "expansions": ["moon"]}, 1, "expansions"),
        ({"stars": 1, "expansions": ["sun", "sun"], "advanced": ["alpha"]}, 1, "expansions"),
        ({"stars": 5}, 1, "stars"),
        ({"stars": 7}, 2, "stars"),
        ({"stars": 1, "before": "lost"}, 1, "before_stars"),
        ({"stars": 1, "before_stars": 1}, 1, "before_stars"),
        ({"stars": 1, "theory": "ship"}, 1, "theory"),
        ({"stars": 1, "breakthrough": "radar"}, 1, "breakthrough"),
        ({"stars": 1, "expansions": ["theories"], "advanced": ["alpha"], "theory": "ship"}, 1, "breakthrough"),
        ({"stars": 1, "spaces": 30}, 1, "spaces"),
        ({"stars": 1, "meteors": [1, 2, 3, 4]}, 1, "meteors"),
        ({"stars": 1, "expansions": ["sun"], "advanced": ["alpha"], "spaces": 30}, 1, "meteors"),
        ({"stars": 1, "expansions": ["sun"], "advanced": ["alpha"], "meteors": [1, 2, 3, 4]}, 1, "spaces"),
        (
            {"stars": 1, "expansions": ["sun"], "advanced": ["alpha"], "spaces": 9, "meteors": [1, 2, 3, 9]},
            1,
            "meteors",
        ),
        (
            {"stars": 1, "expansions": ["sun"], "advanced": ["alpha"], "spaces": 9, "meteors": [1, 2, 3, 3]},
            1,
            "meteors",
        ),
        ({"stars": 1, "expansions": ["mirrors"], "advanced": ["alpha"]}, 1, "advanced"),
        ({"stars": 1, "expansions": ["mirrors"], "left": ["alpha"] * 5, "right": ["beta"] * 4}, 1, "left"),
        (
            {
                "stars": 1,
                "expansions": ["black_holes", "mirrors"],
                "left": ["alpha"] * 5 + ["beta", "beta"],
                "right": ["gamma", "gamma", "delta", "delta", "beta", "gamma", "delta"],
            },
            1,
            "left",
        ),
    ],
)
def test_no_box_allows_that_set_up(data: dict[str, Any], seats: int, field: str) -> None:
    assert set(refused_options(data, seats)) == {field}


@pytest.mark.parametrize(("seats", "first"), [(0, 0), (3, 0), (1, 1)])
def test_no_table_has_those_seats(seats: int, first: int) -> None:
    with pytest.raises(ValueError, match="seats with first player"):
        GAME.setup(Options(stars=1, voyages=Stacks((2, 2, 2, 2)), first_player=Seat(first)), seats)


@settings(max_examples=60, deadline=None)
@given(rnds)
def test_every_set_up_the_book_allows_can_be_entered(rnd: random.Random) -> None:
    for seats in (1, 2):
        for expansions in playing.COMBINATIONS:
            state = playing.start(rnd, seats, expansions, blank=rnd.random() < 0.3)
            assert state.table.expansions == expansions


def test_all_sixty_four_cards_and_sixteen_more() -> None:
    base = [card for symbol in SYMBOLS for card in whole_deck(symbol, black_holes=False, mirrors=False)]
    every = [card for symbol in SYMBOLS for card in whole_deck(symbol, black_holes=True, mirrors=True)]
    assert (len(base), len(every)) == (64, 80)
    assert all(base.count(card) == 2 for card in base)
    for name in {card.name for card in base}:
        assert sum(card.name == name for card in base) == 4
    assert len({card.number for card in every}) == 48
    assert repr(every[0]) == "alpha-ship@alpha"


@settings(max_examples=25, deadline=None)
@given(rnds)
def test_views_keep_what_their_schema_promises(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, blank=rnd.random() < 0.2, near=rnd.random() < 0.5)
    schema = wire.ViewSchema()
    for state in (first, *rnd.sample(states, min(12, len(states))), states[-1]):
        for reader in (None, Seat(rnd.randrange(first.table.seats))):
            dumped = json.loads(json.dumps(wire.dump_view(GAME.view_for(state, reader), english)))
            assert schema.validate(dumped) == {}


def test_each_expansion_brings_its_fields() -> None:
    rnd = random.Random(5)
    for expansions in playing.COMBINATIONS:
        view = GAME.view_for(playing.start(rnd, 1, expansions), None)
        assert (view.theories is not None) == (Expansion.THEORIES in expansions)
        assert (view.sun is not None) == (Expansion.SUN in expansions)
        assert (view.voyages.left_column is not None) == (Expansion.MIRRORS in expansions)
        assert view.decks[0].size == 8 + (Expansion.MIRRORS in expansions) + (Expansion.BLACK_HOLES in expansions)
