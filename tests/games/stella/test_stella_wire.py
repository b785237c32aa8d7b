"""Stella on the wire: strict in what it takes, plain in what it says, the same in both directions."""

from __future__ import annotations

import contextlib
import json
import random
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.games.phrases import Seat
from app.games.stella import GAME, wire
from app.games.stella import actions as do
from app.games.stella.state import CELLS, ROWS, Cell, Options
from tests.games.stella import playing
from tests.games.stella.tables import english

seats = st.integers(0, 5).map(Seat)
cells = st.sampled_from(CELLS)
texts = st.text(max_size=60).map(lambda text: wire.WordSchema().load({"text": text})["text"])
any_action = st.one_of(
    st.builds(do.Word, texts),
    st.builds(do.OtherWord, texts),
    st.builds(do.SwapRow, st.sampled_from(ROWS)),
    st.builds(do.Lock, seats, st.frozensets(cells, max_size=15), st.booleans(), st.integers(0, 10)),
    st.builds(do.Withdraw, seats),
    st.builds(do.Reveal, seats, cells),
    st.builds(do.Leave, seats),
    st.builds(do.Return, seats),
    st.sampled_from((do.Begin(), do.PlaceLanterns(), do.NextRound(), do.EndEarly())),
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
    assert wire.dump_action(action)["type"] == type(action).name


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
    for field in ("cells", "cell", "text", "row", "seat", "closing", "sealed", "x"):
        for record in (False, True):
            with contextlib.suppress(ValidationError):
                wire.load_action({**data, "type": kind, field: value}, Seat(0), record)


@pytest.mark.parametrize("data", [None, [], "lock", 3, True])
def test_only_objects_are_actions(data: Any) -> None:
    assert refused(data) == {"_schema": ["Send an object."]}


def test_an_unknown_action_is_told_the_known_ones() -> None:
    assert "lock" in refused({"type": "pass"})["type"][0]
    assert "lock" in refused({})["type"][0]


def test_the_seat_comes_from_the_credential_never_from_the_body() -> None:
    for kind, more in (("lock", {"cells": [1]}), ("withdraw", {}), ("reveal", {"cell": 1})):
        assert set(refused({"type": kind, "seat": 2, **more})) == {"seat"}
        assert wire.load_action({"type": kind, **more}, Seat(4)).seat == 4  # type: ignore[union-attr]
        assert refused({"type": kind, **more}, None) == {"seat": ["Send the seat that acted."]}


def test_the_host_names_who_left() -> None:
    assert wire.load_action({"type": "leave", "seat": "2"}, Seat(0)) == do.Leave(Seat(2))
    assert set(refused({"type": "leave"})) == {"seat"}
    assert set(refused({"type": "return", "seat": 6})) == {"seat"}


def test_no_phone_can_seal_marks() -> None:
    line = {"type": "lock", "cells": [1], "sealed": 2}
    assert refused(line) == {"sealed": ["This field is not known here. Leave it out."]}
    assert wire.load_action(line, Seat(1), record=True) == do.Lock(Seat(1), frozenset({Cell(1)}), sealed=2)


@pytest.mark.parametrize("cell", [True, False, None, 1.0, -1, 15, "", "A1", "1.0", "-1", "٣", " 3", [3], {"cell": 3}])
def test_what_is_no_cell(cell: Any) -> None:
    assert set(refused({"type": "reveal", "cell": cell})) == {"cell"}
    assert set(refused({"type": "lock", "cells": [cell]})) == {"cells"}


def test_forms_send_digits() -> None:
    lock = wire.load_action({"type": "lock", "cells": ["0", "14"], "closing": "true"}, Seat(0))
    assert lock == do.Lock(Seat(0), frozenset({Cell(0), Cell(14)}), closing=True)
    assert wire.load_action({"type": "swap_row", "row": "2"}, Seat(0)) == do.SwapRow(ROWS[2])


def test_each_card_only_once() -> None:
    assert refused({"type": "lock", "cells": [4, 4]}) == {"cells": ["Send each card only once."]}
    assert refused({"type": "lock", "cells": [4, "4"]}) == {"cells": ["Send each card only once."]}


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_a_word_is_one_clean_line(text: str) -> None:
    try:
        word = wire.load_action({"type": "word", "text": text}, None)
    except ValidationError:
        assert len(text) > 60 or len(unicodedata.normalize("NFC", text)) > 60
        return
    assert isinstance(word, do.Word)
    assert len(word.text) <= 60
    assert word.text == word.text.strip()
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in word.text)
    assert wire.load_action({"type": "word", "text": word.text}, None) == word


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("  night \n sky ", "night sky"), ("\u202egnik\u202c", "gnik"), ("a\x00b\u200bc", "abc"), ("a \u200b b", "a b")],
)
def test_invisible_characters_are_dropped(sent: str, kept: str) -> None:
    assert wire.load_action({"type": "word", "text": sent}, None) == do.Word(kept)


def test_a_word_has_at_most_sixty_characters() -> None:
    assert refused({"type": "word", "text": "x" * 61}) == {"text": ["Send at most 60 characters."]}
    assert set(refused({"type": "word", "text": 3})) == set(refused({"type": "word"})) == {"text"}


def test_options() -> None:
    assert wire.load_options({"first_scout": 2}, 3) == Options(Seat(2))
    assert wire.load_options({"first_scout": "2"}, 3) == Options(Seat(2))
    for data, count in (({"first_scout": 3}, 3), ({"first_scout": True}, 3), ({}, 3), ({"first_scout": 0}, 2)):
        with pytest.raises(ValidationError):
            wire.load_options(data, count)
    with pytest.raises(ValidationError) as wrong:
        wire.load_options({"first_scout": 0}, 7)
    assert wrong.value.messages == {"seats": ["Stella is for 3 to 6 players."]}


def test_every_action_is_on_the_wire_under_its_name() -> None:
    names = {kind.name for kind in do.Action.__args__}  # type: ignore[attr-defined]
    assert set(wire.ACTION_SCHEMAS) == names


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_views_keep_what_their_schema_promises(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.2)))
    schema = wire.ViewSchema()
    for state in (first, *rnd.sample(states, min(8, len(states))), states[-1]):
        for reader in (None, Seat(rnd.randrange(first.table.seats))):
            dumped = json.loads(json.dumps(wire.dump_view(GAME.view_for(state, reader), english)))
            assert schema.validate(dumped) == {}
