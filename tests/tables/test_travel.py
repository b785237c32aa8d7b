"""Time travel: every row of the log as everybody could see it then, and never more; and the receipt of it all."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask
from marshmallow import RAISE

from app.api import amendment_schemas as schemas
from app.games import GAMES
from tests.players import Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import MINUTE, silent_for
from tests.tables.righting import MARKS, amend, edit, entry, quest, quest_round


def _at(night: Night, who: int | Phone | None, row: int) -> Any:
    phone = Phone(night.host.send) if who is None else night.phones[who] if isinstance(who, int) else who
    return phone.get(f"{night.at}/at/{row}").ok()


class Diary:
    """What everybody saw after each row that changed the game."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.seen: dict[int, list[Any]] = {}

    def note(self) -> None:
        readers = (*range(len(self.night.phones)), None)
        self.seen[self.night.look(None)["game_seq"]] = [self.night.look(who)["view"] for who in readers]

    def check(self) -> None:
        for row, views in self.seen.items():
            for who, view in zip((*range(len(self.night.phones)), None), views, strict=True):
                moment = _at(self.night, who, row)
                assert (moment["seq"], moment["you"]) == (row, who)
                assert moment["view"] == view, (row, who)


def test_every_moment_is_as_it_was(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    diary = Diary(night)
    diary.note()
    for number in range(2):
        if number:
            night.act(0, type="next_round").ok()
            diary.note()
        night.begin()
        diary.note()
        for seat, cells in enumerate(([0, 1, 5], [0, 1], [0, 2])):
            night.lock(seat, cells, closing=seat == 2).ok()
            diary.note()
        for what in ("undo", "redo"):
            night.tap(what).ok()
            diary.note()
        night.act(0, type="place_lanterns").ok()
        diary.note()
        while (view := night.look(None)["view"])["phase"] == "revealing":
            scout = view["scout"]
            night.act(scout, type="reveal", cell=night.look(scout)["view"]["my_open"][0]).ok()
            diary.note()
    amend(night, 0, {"after": 0, "action": {"type": "word", "text": "late"}}).ok()
    diary.note()
    night.tap("undo").ok()
    diary.note()
    assert len(diary.seen) > 20
    diary.check()


def test_stepping_from_moment_to_moment(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    begun = night.act(0, type="begin").ok()["seq"]
    night.host.put(f"{night.at}/joining", open=False).ok()
    locked = night.lock(1, [4]).ok()["seq"]
    moment = _at(night, 0, begun)
    assert (moment["before"], moment["after"], moment["head"]) == (begun - 1, locked, locked)
    assert moment["text"] == "Round 1: the secret marking starts."
    assert _at(night, 0, locked)["text"] is None, "a lock has no line"
    assert _at(night, 0, 1)["view"] is None, "the lobby"
    for row in (0, locked + 1, 10**30):
        night.host.get(f"{night.at}/at/{row}").no(404)


def test_nobody_sees_anothers_marks_of_then(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    row = night.lock(1, [7, 8]).ok()["seq"]
    assert [_at(night, who, row)["view"]["my_marks"] for who in (0, 1, 2, None)] == [None, [7, 8], None, None]


def test_a_seat_that_was_taken_over_keeps_its_past(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    locked = night.lock(1, [7, 8]).ok()["seq"]
    silent_for(each_app, night.phones[1], MINUTE + 1)
    night.host.post(f"{night.at}/seats/{night.ids[1]}/carry").ok()
    night.host.post(f"{night.at}/uncover", seat=1).ok()
    new = Phone(night.host.send)
    code = night.host.post(f"{night.at}/seats/{night.ids[1]}/move").ok()["move_code"]
    new.post(f"{night.at}/moves", move_code=code).ok()
    later = night.lock(0, [1]).ok()["seq"]
    for row in (locked, later):
        for who in (night.host, new):
            assert _at(night, who, row)["view"]["my_marks"] in (None, [1])
    assert (_at(night, new, locked)["you"], _at(night, night.host, locked)["you"]) == (None, 0)


@pytest.mark.parametrize("way", ["move", "claim"])
def test_a_new_phone_sees_from_when_it_came(each_app: Flask, way: str) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    locked = night.lock(1, [7, 8]).ok()["seq"]
    new = Phone(night.host.send)
    if way == "move":
        code = night.phones[1].post(f"{night.at}/seats/{night.ids[1]}/move").ok()["move_code"]
        new.post(f"{night.at}/moves", move_code=code).ok()
    else:
        silent_for(each_app, night.phones[1], MINUTE + 1)
        new.post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
        night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=True).ok()
    later = night.lock(2, [1]).ok()["seq"]
    assert _at(night, new, locked)["you"] is None
    assert _at(night, new, later)["view"]["my_marks"] == [7, 8], "as on its own screen"
    assert _at(night, night.phones[1], locked)["you"] is None


def test_a_shared_phone_shows_nobodys(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    night.phones[1].post(f"{night.at}/seats", name="Mia", without_phone=True).ok()
    night.start().begin()
    row = night.lock(1, [7, 8]).ok()["seq"]
    for seat in (1, 3):
        night.phones[1].post(f"{night.at}/uncover", seat=seat).ok()
        assert _at(night, 1, row)["you"] is None


def test_seats_that_changed_places_before_the_game(each_app: Flask) -> None:
    """Bo locked as number 1; then everything was undone and the seats were put in another order."""
    night = open_night(in_process(each_app), people=3).start().begin()
    row = night.lock(1, [7, 8]).ok()["seq"]
    night.tap("undo").ok()
    night.tap("lobby").ok()
    night.host.put(f"{night.at}/order", order=[night.ids[0], night.ids[2], night.ids[1]]).ok()
    night.start().begin()
    for who in (0, 1, 2, None):
        moment = _at(night, who, row)
        assert (moment["you"], moment["view"]["my_marks"]) == (None, None)


# The receipt


def _receipt(night: Night) -> Any:
    told = Phone(night.host.send).get(f"{night.at}/receipt").ok()
    schemas.ReceiptSchema(unknown=RAISE).load(told)
    return told


def test_the_receipt_of_a_corrected_game(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().play_round(MARKS)
    for _ in range(3):
        night.act(0, type="next_round").ok()
        night.play_round(MARKS)
    rule = night.phones[1].post(
        f"{night.at}/house-rules", key=fresh_key(), rule="stella.st-14", text="We roll a die."
    ).ok()["seq"]  # fmt: skip
    edits = [edit(entry(night, "lock", 2, last=True), {"cells": [0, 1]}), edit(entry(night, "reveal", 2, True), None)]
    row = amend(night, 0, *edits, why="Chiyo had A2.").ok()["seq"]
    told = _receipt(night)
    assert [seat["name"] for seat in told["seats"]] == ["Ana", "Bo", "Chiyo"]
    assert (told["status"], told["points"], told["outcome"]["winners"]) == ("finished", [19, 19, 10], [0, 1])
    assert told["view"] == night.look(None)["view"]
    assert len(told["view"]["scores"]) == 4
    (house,) = told["house_rules"]
    assert (house["seq"], house["by"], house["kind"], house["text"]) == (rule, 1, "ruling", "We roll a die.")
    assert house["book"]
    (correction,) = told["corrections"]
    assert (correction["seq"], correction["by"], correction["why"]) == (row, 0, "Chiyo had A2.")
    assert correction["effect"]["points"] == {"before": [20, 20, 8], "after": [19, 19, 10]}
    assert correction["result"]["points"] == [20, 20, 8]
    assert [(one["old"], one["new"]) for one in correction["effect"]["changes"] if one["edited"]] == [
        ("Chiyo had marked A1, A3.", "Chiyo had marked A1, A2."), ("Chiyo points at A3, alone: fall.", None),
    ]  # fmt: skip
    assert told["started_at"] <= told["ended_at"] <= correction["at"]


def test_the_receipt_of_a_running_game_and_of_quest(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    night.host.get(f"{night.at}/receipt").no(400)
    night.start().begin()
    night.lock(1, [7, 8]).ok()
    assert _receipt(night)["outcome"] is None
    other = quest_round(
        quest(open_night(in_process(each_app), 3, "stella_quest")), ["blue-6", "red-2", "green-1"], "red-2", "blue-6"
    )
    assert (_receipt(other)["points"], len(_receipt(other)["view"]["scores"])) == ([5, 5, 8], 1)


@pytest.mark.parametrize("key", GAMES)
def test_every_moment_and_receipt_keeps_its_promise(each_app: Flask, key: str) -> None:
    night = open_night(in_process(each_app), 3, key)
    if key == "stella":
        night.start().play(random.Random(2), rounds=2)
    else:
        quest_round(quest(night), ["blue-6", "red-2", "green-1"], "red-2", "blue-6")
    for row in range(1, night.look()["seq"] + 1):
        moment = _at(night, 0, row)
        schemas.MomentSchema(unknown=RAISE).load(moment)
        if moment["view"] is not None:
            GAMES[key].wire.ViewSchema().load(moment["view"])
    _receipt(night)
