"""What if: the same answer as the action itself, and nothing stored; and no answer that would tell a secret."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask

from app.tables import bell
from tests.games.stella_quest.playing import payloads
from tests.players import Answer, Night, Phone, in_process, open_night
from tests.tables.righting import MARKS, log_lines, quest, stored


def _what_if(night: Night, who: int | Phone, **data: Any) -> Answer:
    phone = night.phones[who] if isinstance(who, int) else who
    if "for_" in data:
        data["for"] = data.pop("for_")
    return phone.post(f"{night.at}/preview", **data)


def _same(told: Answer, done: Answer, night: Night, who: int) -> bool:
    """The preview said what happened then; whether it happened."""
    assert told.status == done.status
    if done.status != 200:
        assert (told.json["detail"], told.json.get("findings")) == (done.json["detail"], done.json.get("findings"))
        return False
    assert told.json["view"] == night.look(who)["view"]
    line = log_lines(night)[-1]
    assert (told.json["text"], told.json["why"]) == (line["text"], line["why"])
    return True


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_previewed_is_what_happens(each_app: Flask, seed: int) -> None:
    """Any action of Stella Quest: the same view, line and reasons, or the same refusal."""
    chance = random.Random(seed)
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    done = 0
    for _ in range(60):
        view = night.look(None)["view"]
        offered = [(seat, offer) for seat in range(3) for offer in night.look(seat)["view"]["offers"]]
        data: Any = chance.choice(payloads(chance))
        who = chance.randrange(3)
        if offered and chance.random() < 0.6:
            who, offer = chance.choice(offered)
            fields = {name: chance.choice(choice["one_of"]) for name, choice in offer["fields"].items()}
            data = {"type": offer["action"], **fields}
        told = _what_if(night, who, **data)
        assert night.look(None)["view"] == view
        done += _same(told, night.act(who, **data), night, who)
    assert done > 15


def test_what_the_host_would_do_between_the_secret_parts(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    actions: list[Any] = [{"type": "word", "text": "whisper"}, {"type": "swap_row", "row": 1}, {"type": "begin"}]
    for data in actions:
        _same(_what_if(night, 0, **data), night.act(0, **data), night, 0)
    night.lock_all(MARKS)
    for data in ({"type": "leave", "seat": 2}, {"type": "return", "seat": 2}, {"type": "place_lanterns"}):
        assert _same(_what_if(night, 0, **data), night.act(0, **data), night, 0)
    night.reveal_rest()
    assert _same(_what_if(night, 0, type="next_round"), night.act(0, type="next_round"), night, 0)


def test_nothing_is_stored_and_nobody_is_rung(each_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    night = open_night(in_process(each_app), people=3).start()
    before, looks = stored(each_app), [night.look(who) for who in (0, 1, None)]
    rung: list[Any] = []
    monkeypatch.setattr(bell, "ring", lambda *told: rung.append(told))
    _what_if(night, 0, type="begin").ok()
    _what_if(night, 0, type="next_round").no(422, "refusal")
    _what_if(night, 1, type="begin").no(403)
    _what_if(night, 0, type="win").no(400)
    night.begin()
    rung.clear()
    _what_if(night, 1, type="lock", cells=[1]).ok()
    _what_if(night, 1, type="lock", cells=[]).no(422, "refusal")
    assert rung == []
    night.tap("undo").ok()
    assert len(stored(each_app)) == len(before) + 2
    assert [{**night.look(who), "seq": 0, "game_seq": 0, "redo": None} for who in (0, 1, None)] == [
        {**look, "seq": 0, "game_seq": 0} for look in looks
    ]


def test_ones_own_marks_are_tried_without_an_end(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    view = _what_if(night, 1, type="lock", cells=[3, 4]).ok()["view"]
    assert (view["my_marks"], view["phase"]) == ([3, 4], "marking")
    assert night.look(1)["view"]["my_marks"] is None
    night.lock(0, [0]).ok()
    night.lock(2, [0]).ok()
    asked = _what_if(night, 1, type="lock", cells=[3, 4]).no(422, "refusal")
    assert asked["findings"][0]["rule"] == "stella.last-one-confirms"
    told = _what_if(night, 1, type="lock", cells=[3, 4], closing=True).no(422, "unfit")
    assert told["detail"].startswith("That ends the secret part for everybody")
    assert "findings" not in told


SECRET = "While people choose in secret, nothing can be tried out. Do it, or wait until all are in."


@pytest.mark.parametrize(
    "data",
    [{"type": "leave", "seat": 1}, {"type": "word", "text": "x"}, {"type": "place_lanterns"}, {"type": "end_early"},
     {"type": "return", "seat": 1}, {"type": "begin"}],
    ids=lambda data: data["type"],
)  # fmt: skip
def test_in_the_secret_part_the_host_tries_nothing(each_app: Flask, data: Any) -> None:
    """Somebody who leaves would end the marking: the host would see all numbers before they are announced."""
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(0, [0]).ok()
    night.lock(2, [0]).ok()
    assert _what_if(night, 0, **data).no(422, "unfit")["detail"] == SECRET


def test_no_card_is_tried_before_it_is_shown(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().to_reveal(MARKS)
    told = {
        _what_if(night, who, type="reveal", cell=cell).no(422, "unfit")["detail"]
        for who in range(3)
        for cell in (0, 2, 9)
    }
    assert told == {"What that would show is secret until it is shown. It cannot be tried out."}
    for cell in range(15):
        _what_if(night, 0, type="reveal", cell=cell, for_=2).no(422, "unfit")
    night.act(0, type="reveal", cell=0).ok()
    assert "refused_try" not in {kind for _row, kind, _body in stored(each_app)}


def test_a_stale_what_if_says_so(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    seen = night.look()["seq"]
    night.act(0, type="play", card="blue-6").ok()
    _what_if(night, 0, type="play", card="blue-5", seen=seen).no(409, "stale")
    _what_if(night, 1, type="play", card="blue-5").ok()


def test_who_trusts_a_draft_is_not_helped(each_app: Flask) -> None:
    """What a seat has saved cannot be tried for it: whether there is anything is nobody's business."""
    night = open_night(in_process(each_app), people=3).start().begin()
    night.draft(1, [3]).ok()
    answers = [_what_if(night, 0, type="lock", for_=1, from_draft=True, **more).status for more in ({}, {"cells": [1]})]
    night.phones[1].put(f"{night.at}/draft", cells=[]).ok()
    assert answers == [
        _what_if(night, 0, type="lock", for_=1, from_draft=True, **more).status for more in ({}, {"cells": [1]})
    ]
