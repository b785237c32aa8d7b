"""What a seat is still thinking about: kept, shown to it alone, and without a trace for everybody else."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from app.tables.models import Draft, Entry
from tests.players import Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import rows


def _marking(app: Flask) -> Night:
    return open_night(in_process(app), people=3).start().begin()


def test_a_reload_finds_the_marks_and_nobody_else_does(each_app: Flask) -> None:
    night = _marking(each_app)
    others = [night.look(who) for who in (0, 2, None)]
    log = rows(each_app, Entry.__table__.select())
    for cells in ([3], [3, 7], [7, 3, 9], [9]):
        answer = night.draft(1, cells)
        assert (answer.status, answer.raw) == (204, b"")
        assert night.look(1)["draft"] == {"cells": sorted(cells)}
    assert [night.look(who) for who in (0, 2, None)] == others
    assert rows(each_app, Entry.__table__.select()) == log
    assert night.look(0)["draft"] is None
    assert night.host.get(f"{night.at}/record").ok()["actions"] == []


def test_the_answer_does_not_depend_on_how_much_is_marked(each_app: Flask) -> None:
    night = _marking(each_app)
    answers = [night.draft(1, range(size)) for size in (0, 1, 5, 10)]
    told = {(answer.status, answer.raw, tuple(sorted(answer.headers.items()))) for answer in answers}
    assert len(told) == 1


DRAFTS: dict[str, tuple[Any, int]] = {
    "none": ({"cells": []}, 204),
    "ten": ({"cells": list(range(10))}, 204),
    "eleven": ({"cells": list(range(11))}, 422),
    "twice the same": ({"cells": [1, 1]}, 422),
    "a card that is not there": ({"cells": [15]}, 422),
    "a negative one": ({"cells": [-1]}, 422),
    "true": ({"cells": [True]}, 422),
    "a float": ({"cells": [1.5]}, 422),
    "text": ({"cells": ["1"]}, 422),
    "huge": ({"cells": [10**40]}, 422),
    "nested": ({"cells": [[1]]}, 422),
    "not a list": ({"cells": 3}, 422),
    "null": ({"cells": None}, 422),
    "nothing": ({}, 422),
    "something more": ({"cells": [1], "note": "x"}, 422),
    "another seat in the body": ({"cells": [1], "seat": 0}, 422),
    "for a seat that is not there": ({"cells": [1], "for": 9}, 404),
    "for no number": ({"cells": [1], "for": "x"}, 400),
    "for another seat": ({"cells": [1], "for": 0}, 403),
    "for itself": ({"cells": [1], "for": 1}, 204),
}


@pytest.mark.parametrize("case", DRAFTS)
def test_drafts_that_fit_and_that_do_not(each_app: Flask, case: str) -> None:
    body, status = DRAFTS[case]
    night = _marking(each_app)
    answer = night.phones[1].put(f"{night.at}/draft", **body)
    if status < 300:
        assert answer.status == status, answer.json
        assert night.look(1)["draft"] == {"cells": sorted(body["cells"])}
    else:
        answer.no(status)
        assert night.look(1)["draft"] is None


def test_nobody_saves_for_another_phone(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(0, [1], **{"for": 1}).no(403)
    Phone(night.host.send).put(f"{night.at}/draft", cells=[1]).no(401)


def test_drafts_end_with_the_marking(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(1, [5]).ok()
    night.lock_all([[1], [2], [3]])
    assert rows(each_app, Draft.__table__.select()) == []
    assert night.look(1)["draft"] is None
    night.draft(1, [5]).no(422)


def test_a_draft_of_this_round_is_not_found_in_the_next(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(1, [5]).ok()
    night.lock_all([[1], [1], [1]])
    night.act(0, type="place_lanterns").ok()
    night.reveal_rest()
    night.act(0, type="next_round").ok()
    night.begin()
    assert night.look(1)["draft"] is None


def test_withdrawing_finds_the_draft(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(1, [5, 6]).ok()
    night.lock(1, [5, 6]).ok()
    night.act(1, type="withdraw").ok()
    assert night.look(1)["draft"] == {"cells": [5, 6]}


def test_reopening_finds_what_was_locked(each_app: Flask) -> None:
    night = _marking(each_app)
    night.lock_all([[1], [2, 4], [3]])
    night.tap("undo").ok()
    assert [night.look(seat)["draft"] for seat in range(3)] == [{"cells": [1]}, {"cells": [2, 4]}, {"cells": [3]}]
    assert night.look(None)["draft"] is None
    assert [night.look(seat)["view"]["my_marks"] for seat in range(3)] == [None, None, None]


def test_locking_from_the_draft(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(1, [5, 6]).ok()
    night.act(1, type="lock", from_draft=True).ok()
    assert night.look(1)["view"]["my_marks"] == [5, 6]
    night.act(2, type="lock", from_draft=True).no(422, "unfit")


def test_two_saves_at_once_leave_one_draft(each_app: Flask) -> None:
    night = _marking(each_app)
    ready = threading.Barrier(6)
    statuses: list[int] = []

    def save(number: int) -> None:
        phone = Phone(in_process(each_app), night.phones[1].token)
        ready.wait()
        for cell in range(8):
            statuses.append(phone.put(f"{night.at}/draft", cells=[number, 6 + cell]).status)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) == {204}
    assert len(rows(each_app, Draft.__table__.select())) == 1


# The host hands in for somebody whose phone is dead: only what that seat itself has saved.


def test_the_host_hands_in_what_a_seat_saved(each_app: Flask) -> None:
    night = _marking(each_app)
    night.draft(1, [5, 6]).ok()
    night.act(0, type="lock", for_=1, from_draft=True).ok()
    assert night.look(1)["view"]["my_marks"] == [5, 6]
    assert night.look(0)["view"]["seats"][1]["locked"] is True


def test_the_host_never_chooses_for_another_phone(each_app: Flask) -> None:
    night = _marking(each_app)
    night.lock(0, [1], for_=1).no(403)
    night.lock(0, [1], for_=1, from_draft=True).no(422, "unfit")
    night.draft(1, [5, 6]).ok()
    night.lock(0, [1], for_=1, from_draft=True).ok()
    assert night.look(1)["view"]["my_marks"] == [5, 6]


def test_a_draft_with_nothing_in_it_looks_like_none(each_app: Flask) -> None:
    night = _marking(each_app)
    key = fresh_key()
    without = night.act(0, type="lock", for_=1, from_draft=True, key=key)
    night.draft(1, []).ok()
    empty = night.act(0, type="lock", for_=1, from_draft=True, key=key)
    assert (without.status, without.raw) == (empty.status, empty.raw)
    without.no(422, "unfit")


def test_only_the_host_learns_whether_a_seat_saved_anything(each_app: Flask) -> None:
    night = _marking(each_app)
    without = night.act(2, type="lock", for_=1, from_draft=True)
    night.draft(1, [5]).ok()
    saved = night.act(2, type="lock", for_=1, from_draft=True)
    assert (without.status, without.raw) == (saved.status, saved.raw)
    without.no(403)
