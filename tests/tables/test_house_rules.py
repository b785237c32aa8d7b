"""House rules: recorded on the table, its log, its receipt and its result; taken back by the right people."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables.models import Entry
from tests.houses import elsewhere, forget
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import run
from tests.tables.righting import MARKS, log_lines, results


def _record(night: Night, who: int | Phone, rule: str = "stella.st-14", text: str = "We roll a die.",
            key: str | None = None) -> Answer:  # fmt: skip
    phone = night.phones[who] if isinstance(who, int) else who
    return phone.post(f"{night.at}/house-rules", key=key or fresh_key(), rule=rule, text=text)


def _back(night: Night, who: int | Phone, row: int) -> Answer:
    phone = night.phones[who] if isinstance(who, int) else who
    return phone.post(f"{night.at}/house-rules/{row}", key=fresh_key())


def _finished(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start().play_round(MARKS)
    for _ in range(3):
        night.act(0, type="next_round").ok()
        night.play_round(MARKS)
    return night


def test_it_is_seen_by_all_and_changes_nothing_that_is_counted(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    before = night.look()
    done = _record(night, 1, text="  We   roll a\u200b die. ").ok()
    for who in (0, 1, None):
        (rule,) = night.look(who)["house_rules"]
        assert (rule["seq"], rule["by"], rule["rule"], rule["text"]) == (
            done["seq"],
            1,
            "stella.st-14",
            "We roll a die.",
        )
    after = night.look()
    assert (after["view"], after["game_seq"], after["undo"]) == (before["view"], before["game_seq"], before["undo"])
    line = log_lines(night)[-1]
    assert line["text"].startswith("Bo: this table plays it differently. We roll a die. (The rule: ")
    with elsewhere():
        assert night.look()["house_rules"] == after["house_rules"]


def test_whoever_recorded_it_or_the_host_takes_it_back(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    first, second = _record(night, 1).ok()["seq"], _record(night, 1, "stella.spark", "Sparks are 3.").ok()["seq"]
    _back(night, 2, first).no(403)
    _back(night, Phone(night.host.send), first).no(401)
    _back(night, 1, first).ok()
    assert log_lines(night)[-1]["text"] == "Bo took a house rule back: We roll a die."
    _back(night, 1, first).no(404)
    done = _back(night, 0, second).ok()
    assert done["table"]["house_rules"] == []
    for wrong in (0, 1, 10**30):
        _back(night, 0, wrong).no(404)


@pytest.mark.parametrize(
    ("rule", "text"),
    [("stella.win", "x"), ("stella_quest.qu-4", "x"), ("", "x"), ("stella.spark", ""), ("stella.spark", " \u200b "),
     ("stella.spark", "x" * 201)],
    ids=["unknown", "of another game", "none", "no text", "nothing to read", "too long"],
)  # fmt: skip
def test_what_is_no_house_rule(each_app: Flask, rule: str, text: str) -> None:
    night = open_night(in_process(each_app), people=3).start()
    _record(night, 0, rule, text).no(400)
    assert night.look()["house_rules"] == []


def test_the_same_tap_counts_once_and_there_is_an_end(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    for _ in range(2):
        _record(night, 0, key="the-same-tap").ok()
    assert len(night.look()["house_rules"]) == 1
    for _ in range(29):
        _record(night, 0).ok()
    _record(night, 0).no(429, "too-many")


def test_the_result_names_them_whenever_they_are_recorded(each_app: Flask) -> None:
    night = _finished(each_app)
    assert results(each_app)[0]["house_rules"] == []
    row = _record(night, 0).ok()["seq"]
    _record(night, 0).ok()
    assert results(each_app)[0]["house_rules"] == ["stella.st-14"]
    night.tap("undo").ok()
    night.tap("redo").ok()
    assert results(each_app)[0]["house_rules"] == ["stella.st-14"]
    _back(night, 0, row).ok()
    _back(night, 0, row + 1).ok()
    assert results(each_app)[0]["house_rules"] == []
    night.verify(each_app)


def test_a_damaged_one_breaks_nothing(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    row = _record(night, 0).ok()["seq"]
    run(each_app, sa.update(Entry).where(Entry.seq == row).values(body=[]))
    forget()
    look = night.look()
    assert (look["broken"], look["house_rules"]) == (None, [])
    assert log_lines(night)
    night.begin()
