"""What a process remembers is never older, newer or other than what is stored."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables import log, store
from app.tables.models import Entry, Table
from tests.houses import elsewhere, forget
from tests.players import Night, in_process, open_night
from tests.tables.clock import rows

SAME = [[0, 1], [0, 1], [0, 1]]


def _views(night: Night) -> list[Any]:
    return [night.look(who) for who in (*range(len(night.phones)), None)]


def test_two_processes_take_turns(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    chance = random.Random(4)

    def somewhere(step: Callable[[], Any]) -> None:
        with elsewhere() if chance.random() < 0.5 else contextlib.nullcontext():
            step()
        here = _views(night)
        with elsewhere():
            assert _views(night) == here

    somewhere(night.begin)
    for seat in range(3):
        somewhere(lambda seat=seat: night.lock(seat, SAME[seat], closing=seat == 2).ok())
    somewhere(lambda: night.tap("undo").ok())
    somewhere(lambda: night.tap("redo").ok())
    somewhere(lambda: night.act(0, type="place_lanterns").ok())
    somewhere(lambda: night.act(0, type="reveal", cell=0).ok())
    somewhere(lambda: night.tap("undo").ok())
    somewhere(lambda: night.act(0, type="reveal", cell=1).ok())
    somewhere(night.reveal_rest)
    night.verify(each_app)


def test_a_key_counted_in_another_process_is_known_here(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    night.look()
    with elsewhere():
        first = night.act(0, type="begin", key="another-process").ok()
    again = night.act(0, type="begin", key="another-process").ok()
    assert (again["seq"], again["replayed"]) == (first["seq"], True)


def test_a_write_that_fails_at_the_end_is_not_remembered(each_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    _views(night)
    real = store.writing

    @contextlib.contextmanager
    def failing() -> Any:
        with real() as connection:
            yield connection
            raise sa.exc.OperationalError("COMMIT", {}, Exception("disk full"))

    monkeypatch.setattr(store, "writing", failing)
    night.tap("undo", seen=10_000).no(503)
    night.lock(1, [1, 2], seen=0).no(503)
    monkeypatch.setattr(store, "writing", real)
    with elsewhere():  # the number that failed here is taken there
        night.lock(2, [5], seen=0).ok()
        there = _views(night)
    assert _views(night) == there
    assert night.look(1)["view"]["my_marks"] is None
    night.tap("undo").ok()
    night.tap("redo").ok()
    night.lock(1, [3]).ok()
    assert night.look(1)["view"]["my_marks"] == [3]
    night.verify(each_app)


def test_forgetting_everything_changes_nothing(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=4).start().play(random.Random(9), rounds=2)
    night.tap("undo").ok()
    before = _views(night)
    forget()
    assert _views(night) == before


def test_the_cache_is_bounded(each_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "KEEP_AT_MOST", 3)
    nights = [open_night(in_process(each_app), people=3).start() for _ in range(6)]
    for night in (*nights, *reversed(nights)):
        assert night.look()["view"]["phase"] == "opening"
        assert len(log._positions) <= 3
    for night in nights:
        night.begin()


def test_readers_of_an_older_moment_do_not_disturb_writers(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    with each_app.app_context(), store.reading() as connection:
        (old,) = connection.execute(sa.select(Table)).all()
    night.begin()
    newest = night.look(None)
    with each_app.app_context(), store.reading() as connection:
        assert log.position_at(connection, old).seq == old.seq
    assert night.look(None) == newest
    night.lock(0, [1]).ok()


def test_one_entry_for_one_key_from_eight_threads(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    ready, answers = threading.Barrier(8), []

    def press() -> None:
        with each_app.test_client(use_cookies=False) as client:
            ready.wait()
            got = client.post(
                f"/api{night.at}/actions",
                json={"type": "lock", "cells": [4, 5], "key": "same-key-eight-times"},
                headers={"Authorization": f"Bearer {night.phones[1].token}"},
            )
            answers.append((got.status_code, got.get_json()["seq"], got.get_json()["replayed"]))

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(status, seq) for status, seq, _replayed in answers} == {(200, answers[0][1])}
    assert sorted(replayed for *_rest, replayed in answers) == [False] + [True] * 7
    kept = [row for row in rows(each_app, Entry.__table__.select()) if row.key == "same-key-eight-times"]
    assert len(kept) == 1


def test_one_table_for_one_key_from_eight_threads(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=1)
    ready, codes = threading.Barrier(8), set()

    def press() -> None:
        with each_app.test_client(use_cookies=False) as client:
            ready.wait()
            got = client.post(
                "/api/tables",
                json={"game": "stella", "name": "Ana", "key": "open-it-eight-times"},
                headers={"Authorization": f"Bearer {night.phones[0].token}"},
            )
            codes.add((got.status_code, got.get_json()["code"]))

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(codes) == 1
