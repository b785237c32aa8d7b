"""Keys (a tap counts once) and numbers (who decided on an old state is told who was faster)."""

from __future__ import annotations

import pytest
from flask import Flask

from app.tables.models import Entry
from tests.players import Night, fresh_key, in_process, open_night
from tests.tables.clock import rows

MARKS = [[0, 1], [0, 1], [0, 2]]


def _started(app: Flask) -> Night:
    return open_night(in_process(app), people=3).start()


def _log(app: Flask) -> list[tuple[int, str]]:
    return [(row.seq, row.kind) for row in rows(app, Entry.__table__.select().order_by(Entry.seq))]


def test_the_same_tap_counts_once_and_answers_alike(each_app: Flask) -> None:
    night = _started(each_app).begin()
    key = fresh_key()
    first = night.lock(0, [1, 2], key=key).ok()
    before = _log(each_app)
    second = night.lock(0, [1, 2], key=key).ok()
    assert (first["replayed"], second["replayed"]) == (False, True)
    assert (first["seq"], first["table"]) == (second["seq"], second["table"])
    assert _log(each_app) == before


def test_a_replayed_tap_answers_even_after_the_game_went_on(each_app: Flask) -> None:
    night = _started(each_app)
    key, seen = fresh_key(), night.look()["seq"]
    first = night.act(0, type="begin", key=key, seen=seen).ok()
    night.lock_all(MARKS)
    again = night.act(0, type="begin", key=key, seen=seen).ok()
    assert again["replayed"] is True
    assert again["seq"] == first["seq"]
    assert again["table"]["view"]["phase"] == "announced"


def test_undo_and_redo_count_once(each_app: Flask) -> None:
    night = _started(each_app).begin()
    for what in ("undo", "redo"):
        key = fresh_key()
        first, second = (night.tap(what, key=key).ok() for _ in range(2))
        assert (first["replayed"], second["replayed"]) == (False, True)
        assert first["seq"] == second["seq"]


def test_a_key_of_another_phone_is_refused_and_tells_nothing(each_app: Flask) -> None:
    night = _started(each_app).begin()
    key = fresh_key()
    night.lock(0, [1, 2], key=key).ok()
    problem = night.lock(1, [3], key=key).no(400, "malformed")
    assert problem["fields"] == {"key": "used"}
    assert night.look(1)["view"]["seats"][1]["locked"] is False
    night.lock(1, [3]).ok()


KEYS = {
    "missing": None, "empty": "", "short": "1234567", "long": "x" * 65, "a number": 12345678, "reserved": "~abcdefgh",
    "a list": ["12345678"], "a blank in it": "1234 5678", "with a NUL": "1234567\x008", "not ASCII": "ключключ",
    "a lone surrogate": "\ud800" * 8,
}  # fmt: skip


@pytest.mark.parametrize("case", KEYS)
def test_keys_that_are_none(each_app: Flask, case: str) -> None:
    night = _started(each_app)
    night.act(0, type="begin", key=KEYS[case]).no(400, "malformed")
    for path in ("undo", "redo", "again", "lobby", "start"):
        night.host.post(f"{night.at}/{path}", key=KEYS[case], seen=99).no(400, "malformed")
    night.host.post("/tables", game="stella", name="Ana", key=KEYS[case] or "").no(400, "malformed")
    assert night.look()["view"]["phase"] == "opening"


def test_who_decided_on_an_old_state_is_told_who_was_faster(each_app: Flask) -> None:
    night = _started(each_app).to_reveal(MARKS)
    seen = night.look()["seq"]
    night.act(0, type="reveal", cell=0, seen=seen).ok()
    problem = night.act(1, type="reveal", cell=0, seen=seen).no(409, "stale")
    assert problem["by"] == 0
    assert "Ana" in problem["detail"]
    assert problem["seq"] == night.look()["seq"]
    night.act(1, type="reveal", cell=1, seen=problem["seq"]).ok()


def test_undo_of_an_old_state_is_refused(each_app: Flask) -> None:
    night = _started(each_app).to_reveal(MARKS)
    seen = night.look()["seq"]
    night.act(0, type="reveal", cell=0).ok()
    night.tap("undo", seen=seen).no(409, "stale")
    night.tap("undo").ok()
    night.tap("redo", seen=seen).no(409, "stale")


def test_a_stale_answer_never_says_who_locked_last(each_app: Flask) -> None:
    night = _started(each_app).begin()
    seen = night.look()["seq"]
    night.lock(0, [1]).ok()
    night.lock(2, [2]).ok()
    problem = night.act(0, type="leave", seat=1, seen=seen).no(409, "stale")
    assert "by" not in problem
    assert not any(name in problem["detail"] for name in ("Ana", "Bo", "Chiyo"))


def test_blind_actions_do_not_care(each_app: Flask) -> None:
    night = _started(each_app).begin()
    seen = night.look()["seq"]
    for seat in (0, 1):
        night.lock(seat, [seat], seen=seen).ok()
    night.act(1, type="withdraw", seen=0).ok()
    night.phones[1].post(f"{night.at}/actions", type="lock", cells=[3], key=fresh_key()).ok()


def test_a_sighted_action_without_a_number_is_refused(each_app: Flask) -> None:
    night = _started(each_app)
    problem = night.act(0, type="begin", seen=None).no(400, "malformed")
    assert problem["fields"] == {"seen": "missing"}


def test_what_does_not_change_the_game_makes_nobody_stale(each_app: Flask) -> None:
    night = _started(each_app)
    seen = night.look()["seq"]
    night.phones[1].put(f"{night.at}/seats/{night.ids[1]}", name="Bob").ok()
    night.host.put(f"{night.at}/joining", open=False).ok()
    assert night.look()["seq"] == seen + 2
    night.act(0, type="begin", seen=seen).ok()


def test_a_refused_action_stores_nothing(each_app: Flask) -> None:
    night = _started(each_app).begin()
    before = _log(each_app)
    for cells in ([], list(range(11))):
        problem = night.lock(0, cells).no(422, "refusal")
        assert problem["findings"][0]["rule"] == "stella.marks-1-to-10"
        assert problem["findings"][0]["places"]
    night.act(0, type="place_lanterns").no(422, "refusal")
    assert _log(each_app) == before
