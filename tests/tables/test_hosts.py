"""Leading a table: handed on, taken over from a silent phone, joining, putting away, tries for others."""

from __future__ import annotations

import pytest
from flask import Flask

from app.tables.models import Entry
from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import MINUTE, rows, silent_for


def _night(app: Flask, people: int = 3) -> Night:
    return open_night(in_process(app), people=people)


def test_handing_the_table_on(each_app: Flask) -> None:
    night = _night(each_app)
    night.phones[1].post(f"{night.at}/seats/{night.ids[1]}/host").no(403)
    assert night.host.post(f"{night.at}/seats/{night.ids[1]}/host").ok()["host"] is False
    assert night.look(1)["host"] is True
    night.host.put(f"{night.at}/joining", open=False).no(403)
    night.phones[1].put(f"{night.at}/joining", open=False).ok()
    assert "Bo leads the table now." in [line["text"] for line in night.host.get(f"{night.at}/log").ok()]


def test_handing_on_to_nobody(each_app: Flask) -> None:
    night = _night(each_app)
    carried = night.host.post(f"{night.at}/seats", name="Mia", without_phone=True).ok()["seat_id"]
    night.host.post(f"{night.at}/seats/{carried}/host").no(422, "unfit")
    night.host.post(f"{night.at}/seats/99999999999999999999999/host").no(404)
    before = night.look()["seq"]
    assert night.host.post(f"{night.at}/seats/{night.ids[0]}/host").ok()["seq"] == before


def test_taking_over_only_when_the_host_was_silent_for_a_minute(each_app: Flask) -> None:
    night = _night(each_app)
    assert night.look(1)["host_away"] is False
    silent_for(each_app, night.host, MINUTE - 3_000)
    night.phones[1].post(f"{night.at}/host").no(403)
    silent_for(each_app, night.host, MINUTE + 1)
    assert night.look(1)["host_away"] is True
    Phone(night.host.send).post(f"{night.at}/host").no(401)
    assert night.phones[1].post(f"{night.at}/host").ok()["host"] is True
    assert night.phones[1].post(f"{night.at}/host").ok()["host"] is True
    assert night.look(0)["host"] is False
    night.host.post(f"{night.at}/host").no(403)
    assert len([row for row in rows(each_app, Entry.__table__.select()) if row.kind == "host"]) == 1


def test_a_host_that_comes_back_in_time_stays_host(each_app: Flask) -> None:
    night = _night(each_app)
    silent_for(each_app, night.host, MINUTE + 1)
    night.look(0)
    night.phones[1].post(f"{night.at}/host").no(403)


def test_nothing_is_lost_when_the_host_goes_in_the_middle(each_app: Flask) -> None:
    night = _night(each_app).start().begin()
    night.draft(1, [4]).ok()
    night.lock(2, [1, 2]).ok()
    silent_for(each_app, night.host, 2 * MINUTE)
    night.phones[1].post(f"{night.at}/host").ok()
    look = night.look(1)
    assert look["draft"] == {"cells": [4]}
    assert night.look(2)["view"]["my_marks"] == [1, 2]
    night.act(1, type="leave", seat=0).ok()
    night.lock(1, [4], closing=True).ok()
    night.act(1, type="place_lanterns").ok()


def test_joining_can_be_closed_and_opened(each_app: Flask) -> None:
    night = _night(each_app, 2)
    look = night.host.put(f"{night.at}/joining", open=False).ok()
    assert look["joining_open"] is False
    assert night.host.put(f"{night.at}/joining", open=False).ok()["seq"] == look["seq"]
    late = Phone(night.host.send)
    late.post(f"{night.at}/seats", name="Late").no(410, "closed")
    night.phones[1].put(f"{night.at}/joining", open=True).no(403)
    night.host.put(f"{night.at}/joining", open=True).ok()
    late.post(f"{night.at}/seats", name="Late").ok()


def _put_away(app: Flask, night: Night, phone: int, back: bool = False) -> None:
    from app.tables import hosting, phones

    with app.app_context():
        known = phones.phone_of(night.phones[phone].token)
        (hosting.bring_back if back else hosting.put_away)(night.code, known)


def test_a_table_that_was_put_away_comes_back_whole(each_app: Flask) -> None:
    from app.errors import NotYourSeat

    night = _night(each_app).start().begin()
    night.lock(1, [1]).ok()
    before = night.look(1)
    with pytest.raises(NotYourSeat):
        _put_away(each_app, night, 1)
    _put_away(each_app, night, 0)
    for answer in (night.host.get(night.at), night.lock(0, [1], seen=0), night.host.get(f"{night.at}/log"),
                   night.host.get(f"{night.at}/record"), night.draft(0, [1])):  # fmt: skip
        answer.no(410, "closed")
    with pytest.raises(NotYourSeat):
        _put_away(each_app, night, 1, back=True)
    _put_away(each_app, night, 0, back=True)
    after = night.look(1)
    assert after | {"seq": 0} == before | {"seq": 0}
    night.verify(each_app)


# The host points for somebody whose phone is dead: each refused try is written down, three at most.

MARKS = [[0, 1], [2, 3, 4], [5]]


def _bo_points(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start(1).to_reveal(MARKS)
    assert night.look(None)["view"]["scout"] == 1
    return night


def test_the_host_points_for_a_dead_phone(each_app: Flask) -> None:
    night = _bo_points(each_app)
    night.act(2, type="reveal", cell=2, for_=1).no(403)
    night.act(0, type="reveal", cell=2, for_=1).ok()
    assert night.look(None)["view"]["revealed"][0]["cell"] == 2


def test_refused_tries_are_written_down_and_end_after_three(each_app: Flask) -> None:
    night = _bo_points(each_app)
    for cell in (0, 1, 5):
        night.act(0, type="reveal", cell=cell, for_=1).no(422, "refusal")
    lines = [line["text"] for line in night.look(None) and night.host.get(f"{night.at}/log").ok()]
    assert len([line for line in lines if "refused" in line]) == 3
    wrong, right = night.act(0, type="reveal", cell=6, for_=1), night.act(0, type="reveal", cell=2, for_=1)
    assert wrong.headers["Retry-After"]
    wrong.no(429, "too-many")
    assert (wrong.status, wrong.raw) == (right.status, right.raw), "the fourth answer still tells right from wrong"
    night.act(1, type="reveal", cell=2).ok()


def test_undo_and_redo_give_no_further_tries(each_app: Flask) -> None:
    night = _bo_points(each_app)
    for cell in (0, 1, 5):
        night.act(0, type="reveal", cell=cell, for_=1).no(422)
    for what in ("undo", "redo"):
        night.tap(what).ok()
    night.act(0, type="reveal", cell=6, for_=1).no(429)
    night.act(0, type="leave", seat=2).ok()
    night.act(0, type="reveal", cell=6, for_=1).no(429)


def test_tries_begin_anew_when_the_game_has_moved_on(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start(1).to_reveal([[0, 1], [0, 1, 2], [0, 1]])
    for cell in (5, 6, 7):
        night.act(0, type="reveal", cell=cell, for_=1).no(422)
    night.act(1, type="reveal", cell=0).ok()
    night.act(2, type="reveal", cell=1).ok()
    assert night.look(None)["view"]["scout"] == 1
    night.act(0, type="reveal", cell=9, for_=1).no(422)
    night.act(0, type="reveal", cell=2, for_=1).ok()


def test_ones_own_mistakes_are_not_written_down(each_app: Flask) -> None:
    night = _bo_points(each_app)
    before = night.look()["seq"]
    for cell in (0, 1, 5, 6, 7):
        night.act(1, type="reveal", cell=cell).no(422)
    assert night.look()["seq"] == before


def test_handing_in_for_the_last_one_is_no_refused_try(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    night.draft(2, [3]).ok()
    for seat in (0, 1):
        night.lock(seat, [1]).ok()
    problem = night.act(0, type="lock", for_=2, from_draft=True).no(422)
    assert problem["findings"][0]["rule"] == "stella.last-one-confirms"
    night.act(0, type="lock", for_=2, from_draft=True, closing=True).ok()
    assert "refused_try" not in {row.kind for row in rows(each_app, Entry.__table__.select())}
