"""Nobody learns what another one has marked before its card is shown: a checker that knows the secrets reads every
answer of a night, refusals, log lines and records included. (The next file compares two worlds byte by byte.)
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.players import Answer, Night, Phone, in_process, open_night, some_cells

CELL = re.compile(r"\b([A-C])([1-5])\b")
#: Members whose lists of numbers are seats, stars or places, never somebody's cards.
NO_CARDS = {"yours", "waiting_for", "stars", "winners", "places", "points", "swapped", "markers", "had_fallen"}
WATCHER = "watcher"


# The checker that knows everything


@dataclasses.dataclass
class Truth:
    """What is secret now. ``shown``: cards of this round that were pointed at; ``before``: of finished rounds."""

    marks: dict[int, set[int]]
    drafts: dict[int, set[int]]
    announced: bool
    shown: set[int]
    before: set[int]


def check(reader: int | None, told: Any, truth: Truth, place: str = "") -> None:
    """Raises AssertionError where ``told`` holds what ``reader`` may not know."""
    match told:
        case dict():
            for name, value in told.items():
                _check_member(reader, name, value, truth, f"{place}.{name}")
        case list():
            for value in told:
                check(reader, value, truth, place)
        case str():
            named = {"ABC".index(row) * 5 + int(column) - 1 for row, column in CELL.findall(told)}
            assert named <= truth.shown | truth.before, (place, told)


def _check_member(reader: int | None, name: str, value: Any, truth: Truth, place: str) -> None:
    own = truth.marks.get(reader, set()) if reader is not None else set()
    match name:
        case "my_marks":
            assert value is None or (reader is not None and set(value) == own), (place, value)
        case "my_open":
            assert set(value) <= own, (place, value)
        case "draft":
            kept = truth.drafts.get(reader, set()) if reader is not None else set()
            assert value is None or set(value["cells"]) <= kept, (place, value, kept)
        case "offers":
            for offer in value:
                cards = offer["fields"].get("cell", {}).get("one_of", [])
                assert set(cards) <= own, (place, value)
        case "count" | "open" if "scores" not in place:
            assert truth.announced or value is None, (place, value)
        case "cells":
            assert set(value) <= truth.before, (place, value)
        case "cell":
            assert value in truth.shown | truth.before, (place, value)
        case "undo" | "redo" | "text" | "detail":
            check(reader, value, truth, place)
        case _:
            if isinstance(value, list) and value and all(type(one) is int for one in value):
                assert name in NO_CARDS, (place, value)
            else:
                check(reader, value, truth, place)


def _everybody_looks(night: Night, watcher: Phone, truth: Truth, watch: list[int]) -> None:
    for reader, phone in (*enumerate(night.phones), (None, watcher)):
        for path in ("", "/log", "/record"):
            check(reader, phone.get(f"{night.at}{path}").ok(), truth, path)
    with night_app.app_context():
        from app.tables import looking

        watch.append(looking.head(night.code)[1])


night_app: Flask


def _steps(night: Night, chance: random.Random, truth: Truth) -> Iterator[None]:
    """Two rounds with drafts, changes of mind, undo and redo, a leaver; ``truth`` is kept true."""
    for number in range(2):
        if number:
            night.act(0, type="next_round").ok()
            truth.announced, truth.marks, truth.shown = False, {}, set()
            yield
        night.begin()
        yield
        marks = [some_cells(chance, fewest=2) for _ in night.phones]
        order = chance.sample(range(4), 4)
        for seat in order:
            for size in range(1, len(marks[seat]) + 1, 3):
                night.draft(seat, marks[seat][:size]).ok()
                truth.drafts[seat] = set(marks[seat])
                yield
            last = seat == order[-1]
            if last:
                night.lock(seat, marks[seat]).no(422)
                yield
            truth.marks[seat] = set(marks[seat])
            truth.announced = last
            if last:
                truth.drafts = {}
            night.lock(seat, marks[seat], closing=last).ok()
            yield
            if not last and chance.random() < 0.5:
                night.act(seat, type="withdraw").ok()
                truth.drafts[seat] = truth.marks.pop(seat)
                yield
                night.lock(seat, marks[seat]).ok()
                truth.marks[seat] = set(marks[seat])
                yield
        night.tap("undo").ok()
        truth.announced, locked, truth.marks = False, truth.marks, {}
        truth.drafts = dict(locked)
        yield
        night.tap("redo").ok()
        truth.announced, truth.marks = True, locked
        truth.drafts = {}
        yield
        night.act(0, type="place_lanterns").ok()
        yield
        while (view := night.look(None)["view"])["phase"] == "revealing":
            scout = view["scout"]
            cell = chance.choice(night.look(scout)["view"]["my_open"])
            night.act(scout, type="reveal", cell=cell).ok()
            truth.shown.add(cell)
            if night.look(None)["view"]["phase"] != "revealing":
                truth.before |= truth.shown
            yield
            if chance.random() < 0.3:
                ended = night.look(None)["view"]["phase"] == "scored"
                night.tap("undo").ok()
                night.tap("redo").ok()
                assert ended or night.look(None)["view"]["phase"] == "revealing"
                yield


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_of_a_night_holds_anothers_secret(app: Flask, seed: int) -> None:
    global night_app
    night_app = app
    chance = random.Random(seed)
    night = open_night(in_process(app), people=4).start(chance.randrange(4))
    watcher = Phone(night.host.send, name=WATCHER)
    truth = Truth({}, {}, False, set(), set())
    heard: list[int] = []
    watch: list[int] = []
    for index, phone in enumerate(night.phones):
        phone.witness = _judge(index, lambda: truth, heard)
    for _ in _steps(night, chance, truth):
        _everybody_looks(night, watcher, truth, watch)
    assert len(heard) > 400
    assert watch == sorted(watch)


def _judge(reader: int, truth: Callable[[], Truth], heard: list[int]) -> Callable[[Phone, str, str, Answer], None]:
    """Every answer to this phone, the answers to its own actions included."""

    def witness(_phone: Phone, method: str, path: str, answer: Answer) -> None:
        heard.append(answer.status)
        if method == "GET" or not isinstance(answer.json, dict):
            return  # looked at by _everybody_looks, when the truth is up to date
        now = truth()
        table = answer.json.get("table") or {}
        view = table.get("view") or {}
        shown = {card["cell"] for card in view.get("revealed", [])}
        late = dataclasses.replace(
            now, shown=now.shown | shown, before=now.before | shown,
            announced=now.announced or view.get("phase") not in (None, "opening", "marking"),
        )  # fmt: skip
        if view.get("phase") == "opening":
            late.marks, late.announced = {}, False
        table.pop("draft", None)
        if view.get("my_marks") is not None:
            assert reader in late.marks or method == "POST"
            late.marks = {**late.marks, reader: set(view["my_marks"])}
        check(reader, answer.json, late, path)

    return witness


def test_the_checker_sees_what_it_should() -> None:
    truth = Truth({0: {1}, 1: {7}}, {}, False, set(), set())
    good = {"view": {"my_marks": [1], "seats": [{"count": None}]}}
    check(0, good, truth)
    for bad in (
        {"view": {"my_marks": [7]}},
        {"view": {"seats": [{"count": 3}]}},
        {"lines": [{"text": "Bo has B3."}]},
        {"view": {"odd": [7, 8]}},
        {"actions": [{"cells": [7]}]},
        {"draft": {"cells": [7]}},
        {"view": {"offers": [{"fields": {"cell": {"one_of": [7]}}}]}},
    ):
        with pytest.raises(AssertionError):
            check(0, bad, truth)
    with pytest.raises(AssertionError):
        check(None, good, truth)


# What is written on the server itself


def test_the_servers_log_holds_no_secret(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    """Not even when something breaks in the middle of a lock."""
    import sqlalchemy as sa

    from app.tables.models import Entry
    from tests.tables.clock import run

    app.config["PROPAGATE_EXCEPTIONS"] = False
    night = open_night(in_process(app), people=3).start().begin()
    run(app, sa.update(Entry).where(Entry.seq == 2).values(seq=night.look()["seq"] + 1))
    answer = night.lock(1, [11, 12, 13])
    assert answer.status == 500
    assert "cells" not in caplog.text
    assert "11, 12, 13" not in caplog.text
    assert str(night.phones[1].token) not in caplog.text
