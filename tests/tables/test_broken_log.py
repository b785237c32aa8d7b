"""A stored row that no longer folds: the table can be read, nothing more is written to it, and it is named."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables import checking
from app.tables.models import Entry, Result, Table
from tests.houses import forget
from tests.players import Night, fresh_key, in_process, open_night
from tests.tables.clock import rows, run

#: Row 8 of the log below is Bo's lock.
ROW = 7

BODIES: dict[str, Any] = {
    "an unknown action": {"type": "nonsense"},
    "no type": {},
    "an action the rules refuse": {"type": "place_lanterns"},
    "cells that are not there": {"type": "lock", "seat": 1, "cells": [99]},
    "a seat that is not there": {"type": "lock", "seat": 9, "cells": [1]},
    "a seat that is text": {"type": "lock", "seat": "x", "cells": [1]},
    "a list": [1, 2],
    "text": "lock",
    "a number": 7,
    "null": None,
}


def _night(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start().begin()
    night.lock(0, [0]).ok()
    night.lock(1, [1]).ok()
    night.tap("undo").ok()
    night.tap("redo").ok()
    return night


def _break(app: Flask, seq: int, **values: Any) -> None:
    run(app, sa.update(Entry).where(Entry.seq == seq).values(**values))
    forget()


def _check_broken(app: Flask, night: Night, row: int) -> None:
    look = night.look(1)
    assert look["broken"] == row
    assert night.look(None)["broken"] == row
    assert (look["undo"], look["redo"]) == (None, None)
    night.host.get(f"{night.at}/log").ok()
    assert night.host.get(f"{night.at}/record").status in (200, 400)
    stored = len(rows(app, Entry.__table__.select()))
    for answer in (
        night.act(0, type="word", text="x"), night.lock(2, [1]), night.tap("undo"), night.tap("redo"),
        night.host.post(f"{night.at}/lobby", key=fresh_key()), night.draft(2, [1]),
    ):  # fmt: skip
        assert str(row) in answer.no(500, "broken-log")["detail"]
    assert len(rows(app, Entry.__table__.select())) == stored
    with app.app_context():
        checked, troubles = checking.verify()
    assert checked == 2
    assert [(trouble.code, str(row) in trouble.what) for trouble in troubles] == [(night.code, True)]


@pytest.mark.parametrize("case", BODIES)
def test_a_row_that_does_not_fold(each_app: Flask, case: str) -> None:
    open_night(in_process(each_app), people=3).start()
    night = _night(each_app)
    run(each_app, sa.update(Entry).where(Entry.seq == ROW, Entry.table_id == _id(each_app, night)).values(
        body=BODIES[case]))  # fmt: skip
    forget()
    _check_broken(each_app, night, ROW)


def _id(app: Flask, night: Night) -> int:
    return int(rows(app, sa.select(Table.id).where(Table.code == night.code))[0].id)


KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "an undo of too many": (8, {"body": {"count": 99}}),
    "an undo of none": (8, {"body": {"count": 0}}),
    "an undo without a number": (8, {"body": {}}),
    "an undo that is a list": (8, {"body": []}),
    "a redo of nothing": (8, {"kind": "redo"}),
    "a start without options": (4, {"body": {"seats": 3}}),
    "a start of nine": (4, {"body": {"seats": 9, "options": {"first_scout": 0}}}),
    "no start": (4, {"kind": "sat", "body": {"name": "x"}}),
}


@pytest.mark.parametrize("case", KINDS)
def test_rows_of_other_kinds(each_app: Flask, case: str) -> None:
    open_night(in_process(each_app), people=3).start()
    night = _night(each_app)
    seq, values = KINDS[case]
    run(each_app, sa.update(Entry).where(Entry.seq == seq, Entry.table_id == _id(each_app, night)).values(**values))
    forget()
    _check_broken(each_app, night, 5 if case == "no start" else seq)


def test_a_body_that_is_no_json(app: Flask) -> None:
    open_night(in_process(app), people=3).start()
    night = _night(app)
    run(app, sa.text(f"UPDATE entries SET body = '{{\"type' WHERE seq = {ROW} AND table_id = {_id(app, night)}"))
    forget()
    _check_broken(app, night, ROW)


def test_a_missing_row_is_found(each_app: Flask) -> None:
    night = _night(each_app)
    run(each_app, sa.delete(Entry).where(Entry.seq == 2))
    forget()
    with each_app.app_context():
        _checked, troubles = checking.verify()
    assert [trouble.code for trouble in troubles] == [night.code]


def test_a_result_that_is_not_the_logs_is_found(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    for number in range(4):
        if number:
            night.act(0, type="next_round").ok()
        night.play_round([[0], [0], [1]])
    night.verify(each_app)
    (stored,) = rows(each_app, sa.select(Result.body))
    run(each_app, sa.update(Result).values(body={**stored.body, "places": [3, 2, 1]}))
    with each_app.app_context():
        assert "result" in checking.verify()[1][0].what
    run(each_app, sa.delete(Result))
    with each_app.app_context():
        assert "result" in checking.verify()[1][0].what


def test_the_other_tables_play_on(each_app: Flask) -> None:
    broken, sound = _night(each_app), _night(each_app)
    run(each_app, sa.update(Entry).where(Entry.seq == ROW, Entry.table_id == _id(each_app, broken)).values(body={}))
    forget()
    broken.lock(2, [1]).no(500)
    sound.lock(2, [1], closing=True).ok()
