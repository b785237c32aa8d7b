"""Records: out of running and finished tables, in again to an equal table, and everything hostile a file can hold."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import Malformed, Problem, Refusal
from app.tables import phones, records
from app.tables.models import Entry, Table
from tests.players import Night, Phone, fresh_key, in_process, open_night, some_cells
from tests.tables.clock import rows, run

#: Of a table's look, what is the same for the same game; the rest is about phones and moments.
SAME = ("game", "title", "status", "options", "view")


def _night(app: Flask, people: int = 4) -> Night:
    return open_night(in_process(app), people=people).start(1)


def _record(night: Night) -> Any:
    return night.host.get(f"{night.at}/record").ok()


def _read_in(night: Night, record: Any) -> Night:
    reader = Phone(night.host.send)
    return Night([reader], reader.post("/records", **record).ok()["code"])


def _equal(one: Any, two: Any) -> None:
    assert {name: one[name] for name in SAME} == {name: two[name] for name in SAME}
    assert [(seat["name"], seat["sign"]) for seat in one["seats"]] == [
        (seat["name"], seat["sign"]) for seat in two["seats"]
    ]


@pytest.mark.parametrize("seed", range(3))
def test_a_finished_table_and_its_record_are_equal(each_app: Flask, seed: int) -> None:
    chance = random.Random(seed)
    night = _night(each_app, people=3 + seed).play(chance)
    record = _record(night)
    then = _read_in(night, record)
    _equal(night.look(None), then.look(None))
    assert _record(then) == record
    assert then.look(0)["host"] is True
    assert then.look(0)["yours"] == [0]
    assert _record(_read_in(then, _record(then))) == record
    then.verify(each_app)


def test_moments_are_kept(each_app: Flask) -> None:
    night = _night(each_app, 3).play(random.Random(1))
    run(each_app, sa.update(Table).values(started_at=1_700_000_000_000, ended_at=1_700_003_600_000))
    record = _record(night)
    assert (record["started_at"], record["ended_at"]) == ("2023-11-14T22:13:20+00:00", "2023-11-14T23:13:20+00:00")
    then = _read_in(night, record)
    assert (then.look()["started_at"], then.look()["ended_at"]) == (1_700_000_000_000, 1_700_003_600_000)


def test_a_running_table_is_recorded_without_its_secrets(each_app: Flask) -> None:
    night = _night(each_app).play(random.Random(2), rounds=2)
    night.act(0, type="next_round").ok()
    night.begin().lock(2, [3, 4]).ok()
    record = _record(night)
    assert record["result"] is None
    assert record["actions"][-1]["type"] == "next_round"
    then = _read_in(night, record)
    one, two = night.look(None), then.look(None)
    assert one["view"]["scores"] == two["view"]["scores"]
    assert two["view"]["phase"] == "opening"
    assert _record(then) == record


def test_a_table_read_in_can_be_played_on(each_app: Flask) -> None:
    night = _night(each_app, 3).play(random.Random(2), rounds=3)
    then = _read_in(night, _record(night))
    look = then.look()
    assert look["view"]["phase"] == "scored"
    for seat in look["seats"][1:]:
        then.host.post(f"{then.at}/seats/{seat['id']}/carry").ok()
    then.act(0, type="next_round").ok()
    then.act(0, type="begin").ok()
    for seat in range(3):
        then.lock(0, [seat], for_=seat, closing=seat == 2).ok()
    then.act(0, type="place_lanterns").ok()
    while (scout := then.look(None)["view"]["scout"]) is not None:
        then.act(0, type="reveal", cell=scout, for_=scout).ok()
    assert then.look()["status"] == "finished"
    then.verify(each_app)


def test_sealed_marks_are_counted_and_never_named(each_app: Flask) -> None:
    night = _night(each_app, 3)
    night.to_reveal([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    night.reveal_rest()
    hidden = set(range(9)) - {0, 3, 6}
    text = json.dumps(_record(night)["actions"])
    for action in json.loads(text):
        assert not hidden & set(action.get("cells", [])), action
    assert [action["sealed"] for action in json.loads(text) if action["type"] == "lock"] == [2, 2, 2]


def test_undone_steps_are_not_in_the_record(each_app: Flask) -> None:
    night = _night(each_app, 3)
    night.act(0, type="word", text="one").ok()
    night.tap("undo").ok()
    night.act(0, type="word", text="two").ok()
    assert _record(night)["actions"] == [{"type": "word", "text": "two"}]


def test_the_order_of_locks_tells_nothing(each_app: Flask) -> None:
    told = []
    for order in ((0, 1, 2), (2, 0, 1)):
        night = _night(each_app, 3).begin()
        for index, seat in enumerate(order):
            night.lock(seat, [0, seat + 1], closing=index == 2).ok()
        night.act(0, type="place_lanterns").ok()
        night.reveal_rest()
        told.append(_record(night)["actions"])
    assert told[0] == told[1]


def test_nobody_gets_a_complete_record_over_the_net(app: Flask) -> None:
    night = _night(app, 3).begin()
    night.lock(1, [13]).ok()
    for query in ("complete=1", "complete=true", "secret=1"):
        assert night.host.get(f"{night.at}/record?{query}").ok()["actions"] == []


def test_the_complete_record_of_the_command_line_holds_everything(app: Flask) -> None:
    night = _night(app, 3).begin()
    night.lock(1, [13]).ok()
    with app.app_context():
        complete = records.record(night.code, complete=True)
        assert {"type": "lock", "seat": 1, "cells": [13]} in complete["actions"]
    then = _read_in(night, complete)
    assert then.look(None)["view"]["seats"][1]["locked"] is True


# Hostile and broken files


def _base() -> dict[str, Any]:
    return {
        "format": "starkeeper-record",
        "version": 1,
        "game": "stella",
        "rules_version": 1,
        "options": {"first_scout": 0},
        "seats": [{"name": name, "sign": sign} for sign, name in enumerate(("Ana", "Bo", "Chiyo"))],
        "actions": [{"type": "begin"}, {"type": "lock", "seat": 1, "cells": [3]}],
        "result": None,
        "started_at": None,
        "ended_at": None,
    }


def _with(**changes: Any) -> Callable[[], Any]:
    return lambda: {**_base(), **changes}


def _without(name: str) -> Callable[[], Any]:
    return lambda: {key: value for key, value in _base().items() if key != name}


def _actions(*actions: Any) -> Callable[[], Any]:
    return _with(actions=list(actions))


def _nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


LOCK = {"type": "lock", "seat": 1, "cells": [3]}
HOSTILE: dict[str, tuple[Callable[[], Any], type[Problem]]] = {
    "a list": (lambda: [_base()], Malformed),
    "null": (lambda: None, Malformed),
    "text": (lambda: "starkeeper-record", Malformed),
    "empty": (dict, Malformed),
    "another format": (_with(format="pgn"), Malformed),
    "a later version": (_with(version=2), Malformed),
    "the version as text": (_with(version="1"), Malformed),
    "the version as true": (_with(version=True), Malformed),
    "another game": (_with(game="chess"), Malformed),
    "the game as a list": (_with(game=["stella"]), Malformed),
    "no actions": (_without("actions"), Malformed),
    "no seats": (_with(seats=[]), Malformed),
    "two seats": (_with(seats=_base()["seats"][:2]), Malformed),
    "seven seats": (_with(seats=[{"name": f"N{n}", "sign": n % 6} for n in range(7)]), Malformed),
    "a seat without a name": (_with(seats=[{"sign": 0}] * 3), Malformed),
    "an invisible name": (_with(seats=[{"name": "\u200b\u3164", "sign": n} for n in range(3)]), Malformed),
    "a name that is a number": (_with(seats=[{"name": 7, "sign": n} for n in range(3)]), Malformed),
    "a very long name": (_with(seats=[{"name": "x" * 10_000, "sign": n} for n in range(3)]), Malformed),
    "a sign that is not there": (_with(seats=[{"name": "Ana", "sign": 6}] * 3), Malformed),
    "more in a seat": (_with(seats=[{**seat, "phone_id": 1} for seat in _base()["seats"]]), Malformed),
    "more in the record": (_with(code="ABCD"), Malformed),
    "options as a list": (_with(options=[0]), Malformed),
    "an option too many": (_with(options={"first_scout": 0, "x": 1}), Malformed),
    "a first scout who is not there": (_with(options={"first_scout": 3}), Malformed),
    "a huge first scout": (_with(options={"first_scout": 10**30}), Malformed),
    "an action that is text": (_actions("begin"), Malformed),
    "an action without a type": (_actions({"seat": 1}), Malformed),
    "an unknown action": (_actions({"type": "win", "seat": 1}), Malformed),
    "a type that is a list": (_actions({"type": ["begin"]}), Malformed),
    "a seat that is not there": (_actions({"type": "begin"}, {**LOCK, "seat": 3}), Malformed),
    "a seat that is true": (_actions({"type": "begin"}, {**LOCK, "seat": True}), Malformed),
    "a seat that is text": (_actions({"type": "begin"}, {**LOCK, "seat": "1"}), Malformed),
    "a seat that is null": (_actions({"type": "begin"}, {**LOCK, "seat": None}), Malformed),
    "a huge seat": (_actions({"type": "begin"}, {**LOCK, "seat": 10**30}), Malformed),
    "a lock without a seat": (_actions({"type": "begin"}, {"type": "lock", "cells": [3]}), Refusal),
    "a leave without a seat": (_actions({"type": "leave"}), Malformed),
    "more in an action": (_actions({"type": "begin", "at": 7}), Malformed),
    "cells that are not there": (_actions({"type": "begin"}, {**LOCK, "cells": [15]}), Malformed),
    "cells twice": (_actions({"type": "begin"}, {**LOCK, "cells": [3, 3]}), Malformed),
    "deep cells": (_actions({"type": "begin"}, {**LOCK, "cells": _nested(300)}), Malformed),
    "minus one sealed": (_actions({"type": "begin"}, {**LOCK, "sealed": -1}), Malformed),
    "eleven with the sealed": (_actions({"type": "begin"}, {**LOCK, "sealed": 10}), Refusal),
    "no marks": (_actions({"type": "begin"}, {**LOCK, "cells": []}), Refusal),
    "twice the same lock": (_actions({"type": "begin"}, LOCK, LOCK), Refusal),
    "out of order": (_actions(LOCK), Refusal),
    "undo as an action": (_actions({"type": "undo", "count": 1}), Malformed),
    "a started row as an action": (_actions({"type": "started"}), Malformed),
    "too many actions": (_actions(*[{"type": "begin"}] * 20_001), Malformed),
    "a result without places": (_with(result={"points": [], "winners": [], "house": []}), Malformed),
    "a time that is none": (_with(started_at="yesterday"), Malformed),
    "a time without a zone": (_with(started_at="2026-01-01T00:00:00"), Malformed),
    "a time before all times": (_with(ended_at="0001-01-01T00:00:00+00:00"), Malformed),
    "a time that is a number": (_with(started_at=1_700_000_000), Malformed),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_records(each_app: Flask, case: str) -> None:
    make, kind = HOSTILE[case]
    data = make()
    with each_app.app_context(), pytest.raises(kind) as caught:
        records.import_record(copy.deepcopy(data), 1)
    if kind is Refusal:
        assert caught.value.extra["action"] >= 1
    phone = Phone(in_process(each_app))
    if isinstance(data, dict):
        phone.call("POST", "/records", data).no(kind.status)
        answer = phone.call("POST", "/replays", data)
        assert answer.status in (200, 400), answer.json
        if answer.status == 200:
            assert answer.json["findings"], "the replay must say where it stopped"
    else:
        phone.call("POST", "/records", data).no(400)
    assert rows(each_app, Table.__table__.select()) == []
    assert rows(each_app, Entry.__table__.select()) == []


FORGIVEN: dict[str, Callable[[], Any]] = {
    "the base": _base,
    "the same name three times": _with(seats=[{"name": "Ana", "sign": 0}] * 3),
    "nasty names": _with(seats=[{"name": name, "sign": 1} for name in ("%s", "<b>", "\u202eevil\x00")]),
    "a result that is not the one": _with(
        result={"places": [1, 1, 1], "points": [99, 99, 99], "winners": [0, 1, 2], "house": []}
    ),
    "another rules version": _with(rules_version=-5),
    "a huge rules version": _with(rules_version=10**40),
    "times to come": _with(started_at="2999-01-01T00:00:00+00:00", ended_at="2999-01-01T00:00:00+00:00"),
    "a word with a NUL": _actions({"type": "word", "text": "a\x00b"}),
}


@pytest.mark.parametrize("case", FORGIVEN)
def test_odd_records_that_can_be_read(each_app: Flask, case: str) -> None:
    phone = Phone(in_process(each_app))
    got = phone.post("/records", **FORGIVEN[case]()).ok()
    names = [seat["name"] for seat in got["table"]["seats"]]
    assert len(set(names)) == 3
    assert len({seat["sign"] for seat in got["table"]["seats"]}) == 3
    assert got["table"]["status"] == "playing"
    assert got["table"]["view"]["outcome"] is None
    Night([phone], got["code"]).verify(each_app)


def test_a_refused_record_says_which_action_and_stores_nothing(each_app: Flask) -> None:
    phone = Phone(in_process(each_app))
    problem = phone.post("/records", **_actions({"type": "begin"}, LOCK, {"type": "place_lanterns"})()).no(422)
    assert problem["action"] == 3
    assert problem["findings"]
    told = phone.post("/replays", **_actions({"type": "begin"}, LOCK, {"type": "place_lanterns"})()).ok()
    assert told["refused_at"] == 3
    assert told["findings"] == problem["findings"]
    assert rows(each_app, Table.__table__.select()) == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(
    ("word", "other_word", "swap_row", "begin", "lock", "withdraw", "place_lanterns", "reveal", "next_round", "leave",
     "return", "end_early", "nothing")
)  # fmt: skip
some_actions = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        "seat": st.integers(-2, 4) | json_values,
        "cells": st.lists(st.integers(0, 14), max_size=4) | json_values,
        "cell": st.integers(0, 14) | json_values,
        "row": st.integers(0, 2) | json_values,
        "text": st.text(max_size=5) | json_values,
        "closing": st.booleans() | json_values,
        "sealed": st.integers(0, 3) | json_values,
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.lists(some_actions, max_size=8), st.sampled_from([*_base(), "x"]), json_values | st.none())
def test_whatever_a_record_holds_it_is_read_or_refused(app: Flask, actions: list[Any], place: str, found: Any) -> None:
    data = {**_base(), "actions": actions}
    if found is not None:
        data[place] = found
    with app.app_context(), contextlib.suppress(Malformed):
        loaded = records.load(data)
        records.replayed(loaded)
        records.told(loaded)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
@given(st.integers(0, 2**32), st.integers(3, 6), st.integers(0, 3), st.booleans())
def test_any_night_can_be_read_in_again(app: Flask, seed: int, people: int, rounds: int, leaves: bool) -> None:
    chance = random.Random(seed)
    night = open_night(in_process(app), people=people).start(chance.randrange(people))
    for _ in range(rounds):
        night.play_round([some_cells(chance) for _ in range(people)])
        if leaves and people > 3 and not any(seat["gone"] for seat in night.look()["view"]["seats"]):
            night.act(0, type="leave", seat=people - 1).ok()
            night.act(0, type="return", seat=people - 1).ok()
        night.act(0, type="next_round").ok()
    record = _record(night)
    then = _read_in(night, record)
    assert _record(then) == record
    _equal(night.look(None), then.look(None))


def test_the_same_tap_reads_a_record_in_once(each_app: Flask) -> None:
    """Two taps on "Bring it back" made two tables."""
    night = open_night(in_process(each_app), people=3).start()
    record, key = night.host.get(f"{night.at}/record").ok(), fresh_key()
    with each_app.app_context():
        phone, _token = phones.new_phone()
        first, second = (records.import_record(record, phone, key) for _ in range(2))
        assert first == second
        assert records.import_record(record, phone, fresh_key()) != first
