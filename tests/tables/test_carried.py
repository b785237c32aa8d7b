"""One phone for several: uncovered one at a time; and a dead phone's seat on the host's, whose marks stay sealed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from flask import Flask

from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import MINUTE, silent_for

#: Bo's marks; nobody else has these cards.
SECRET = [11, 12, 13]
MARKS = [[0, 1, 2], SECRET, [0, 1]]


# Three players on one phone


@pytest.fixture
def shared(each_app: Flask) -> Night:
    """Ana's phone (seats 0, 2 and 3) and Bo's."""
    night = open_night(in_process(each_app), people=2)
    for name in ("Mia", "Noor"):
        night.host.post(f"{night.at}/seats", name=name, without_phone=True).ok()
    return night.start(2).begin()


def _is_covered(look: Any) -> bool:
    view = look["view"]
    return bool(look["covered"] and look["draft"] is None and view["my_marks"] is None and view["offers"] == [])


def test_a_shared_phone_starts_covered_and_shows_one_seat_at_a_time(shared: Night) -> None:
    look = shared.look()
    assert look["yours"] == [0, 2, 3]
    assert _is_covered(look)
    assert [seat["on_phone_of"] for seat in look["seats"]] == [None, None, 0, 0]
    shared.host.put(f"{shared.at}/draft", cells=[4], **{"for": 2}).ok()
    for seat, draft in ((2, {"cells": [4]}), (3, None), (0, None)):
        look = shared.host.post(f"{shared.at}/uncover", seat=seat).ok()
        assert (look["you"], look["covered"], look["draft"]) == (seat, False, draft)
    assert _is_covered(shared.host.post(f"{shared.at}/cover").ok())


def test_a_lock_covers_the_phone_again(shared: Night) -> None:
    shared.host.post(f"{shared.at}/uncover", seat=2).ok()
    done = shared.lock(0, [4, 5], for_=2).ok()
    assert _is_covered(done["table"])
    assert _is_covered(shared.look())
    look = shared.host.post(f"{shared.at}/uncover", seat=2).ok()
    assert look["view"]["my_marks"] == [4, 5]
    assert shared.host.post(f"{shared.at}/uncover", seat=3).ok()["view"]["my_marks"] is None


def test_only_ones_own_phone_uncovers(shared: Night) -> None:
    shared.phones[1].post(f"{shared.at}/uncover", seat=2).no(403)
    Phone(shared.host.send).post(f"{shared.at}/uncover", seat=2).no(401)
    Phone(shared.host.send).post(f"{shared.at}/cover").no(401)
    shared.phones[1].post(f"{shared.at}/uncover", seat=5).no(404)


def test_a_round_on_a_shared_phone(shared: Night) -> None:
    for seat in (0, 2, 3):
        shared.host.post(f"{shared.at}/uncover", seat=seat).ok()
        shared.lock(0, [0, seat + 5], for_=seat).ok()
    shared.lock(1, [0], closing=True).ok()
    shared.act(0, type="place_lanterns").ok()
    while (view := shared.look(None)["view"])["phase"] == "revealing":
        scout = view["scout"]
        phone = 1 if scout == 1 else 0
        if phone == 0:
            shared.host.post(f"{shared.at}/uncover", seat=scout).ok()
        cell = shared.look(phone)["view"]["my_open"][0]
        shared.act(phone, type="reveal", cell=cell, for_=scout).ok()
        assert phone or _is_covered(shared.look())
    assert view["phase"] == "scored"


def test_a_seat_without_a_phone_gets_one_later(shared: Night) -> None:
    shared.host.put(f"{shared.at}/draft", cells=[4], **{"for": 2}).ok()
    mia = shared.look()["seats"][2]["id"]
    code = shared.host.post(f"{shared.at}/seats/{mia}/move").ok()["move_code"]
    new = Phone(shared.host.send)
    sat = new.post(f"{shared.at}/moves", move_code=code).ok()
    assert (sat["table"]["yours"], sat["table"]["draft"]) == ([2], {"cells": [4]})
    assert shared.look()["yours"] == [0, 3]
    shared.host.post(f"{shared.at}/uncover", seat=2).no(403)


# A dead phone's seat on the host's


class Curious:
    """A host who took Bo's seat over and looks at everything, by every way there is."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.heard: list[bytes] = []
        night.host.witness = lambda _phone, _method, _path, answer: self.heard.append(answer.raw)

    def look_around(self) -> Any:
        night = self.night
        night.host.post(f"{night.at}/uncover", seat=1)
        look = night.look()
        for path in ("", "/log", "/record"):
            night.host.get(f"{night.at}{path}")
        night.host.post(f"{night.at}/cover")
        night.look()
        return look

    def knows(self) -> set[int]:
        """Bo's cards that were told in so many words: as numbers in marks, drafts and offers, or by name."""
        told: set[int] = set()
        for raw in self.heard:
            found = json.loads(raw) if raw else None
            told |= _cells(found)
        return told & set(SECRET)


def _cells(found: Any) -> set[int]:
    match found:
        case dict():
            own: set[int] = set()
            for name, value in found.items():
                if name in ("cells", "my_marks", "my_open", "one_of") and isinstance(value, list):
                    own |= set(value)
                elif name == "cell" and isinstance(value, int):
                    own.add(value)
                elif name not in ("several", "move_code"):  # all fifteen, offered to whoever marks; letters by chance
                    own |= _cells(value)
            return own
        case list():
            return set().union(*map(_cells, found))
        case str():
            return {number for number in SECRET if f"{'ABC'[number // 5]}{number % 5 + 1}" in found}
    return set()


def _carried(app: Flask, *, locked: bool = True, reveal: bool = False) -> tuple[Night, Curious]:
    night = open_night(in_process(app), people=3).start(1).begin()
    if locked:
        night.draft(1, SECRET).ok()
        night.lock(1, SECRET).ok()
    else:
        night.draft(1, SECRET).ok()
    if reveal:
        night.lock(0, MARKS[0]).ok()
        night.lock(2, MARKS[2], closing=True).ok()
        night.act(0, type="place_lanterns").ok()
    silent_for(app, night.phones[1], MINUTE + 1)
    night.host.post(f"{night.at}/seats/{night.ids[1]}/carry").ok()
    return night, Curious(night)


def test_only_the_host_carries_and_only_when_the_phone_is_away(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    path = f"{night.at}/seats/{night.ids[1]}/carry"
    night.host.post(path).no(422, "unfit")
    silent_for(each_app, night.phones[1], MINUTE - 3_000)
    night.host.post(path).no(422, "unfit")
    silent_for(each_app, night.phones[1], MINUTE + 1)
    night.phones[2].post(path).no(403)
    look = night.host.post(path).ok()
    assert look["yours"] == [0, 1]
    assert look["seats"][1]["on_phone_of"] == 0
    before = look["seq"]
    assert night.host.post(path).ok()["seq"] == before
    night.act(1, type="lock", cells=[1]).no(401)
    assert "Bo is now played on Ana's phone." in [line["text"] for line in night.host.get(f"{night.at}/log").ok()]


def test_what_was_locked_stays_sealed_while_others_mark(each_app: Flask) -> None:
    night, curious = _carried(each_app)
    look = curious.look_around()
    assert (look["you"], look["veiled"], look["draft"], look["view"]["my_marks"]) == (1, True, None, None)
    assert look["view"]["offers"] == []
    night.lock(0, [0]).ok()
    curious.look_around()
    assert curious.knows() == set()


def test_what_was_locked_stays_sealed_in_the_reveal(each_app: Flask) -> None:
    night, curious = _carried(each_app, reveal=True)
    look = curious.look_around()
    assert (look["view"]["scout"], look["view"]["my_open"], look["view"]["offers"]) == (1, [], [])
    assert curious.knows() == set()
    night.act(0, type="reveal", cell=SECRET[0], for_=1).ok()
    curious.look_around()
    assert curious.knows() == {SECRET[0]}


def test_the_draft_of_a_dead_phone_is_not_taken_over(each_app: Flask) -> None:
    night, curious = _carried(each_app, locked=False)
    look = curious.look_around()
    assert (look["veiled"], look["draft"]) == (False, None)
    night.act(0, type="lock", from_draft=True, for_=1).no(422, "unfit")
    assert curious.knows() == set()


def test_its_player_marks_anew_on_the_hosts_phone(each_app: Flask) -> None:
    night, _curious = _carried(each_app, locked=False)
    night.host.put(f"{night.at}/draft", cells=[3, 4], **{"for": 1}).ok()
    assert night.host.post(f"{night.at}/uncover", seat=1).ok()["draft"] == {"cells": [3, 4]}
    night.lock(0, [3, 4], for_=1).ok()
    look = night.host.post(f"{night.at}/uncover", seat=1).ok()
    assert (look["veiled"], look["view"]["my_marks"]) == (False, [3, 4])


def test_withdrawing_for_it_shows_nothing_of_before(each_app: Flask) -> None:
    night, curious = _carried(each_app)
    night.act(0, type="withdraw", for_=1).ok()
    look = curious.look_around()
    assert (look["draft"], look["view"]["my_marks"], look["veiled"]) == (None, None, False)
    night.act(0, type="lock", from_draft=True, for_=1).no(422)
    night.lock(0, [3], for_=1).ok()
    assert curious.look_around()["view"]["my_marks"] == [3]
    assert curious.knows() == set()


#: Steps of undo and redo after which the same marks hold again, or their end is near.
WAYS = {
    "undo the marking, redo it": ["undo", "redo"],
    "twice": ["undo", "redo", "undo", "redo"],
    "leave and back, undone": ["leave", "return", "undo", "undo"],
    "leave, withdraw, undo": ["leave", "withdraw", "undo"],
    "withdraw, undo, redo": ["withdraw", "undo", "redo"],
    "rename and redo": ["rename", "undo", "redo"],
}
WAYS_IN_REVEAL = {
    "lanterns undone": ["undo"],
    "the marking reopened": ["undo", "undo"],
    "reopened and closed again": ["undo", "undo", "redo"],
    "back before the round": ["undo", "undo", "undo"],
    "back and all the way here": ["undo", "undo", "undo", "redo", "redo", "redo"],
    "a card, then all the way back and here": ["reveal", *["undo"] * 4, *["redo"] * 4],
    "reopened, then handed in from a draft": ["undo", "undo", "from_draft"],
    "the round played to its end and undone": ["rest", "next_round", "begin", "undo", "undo", "undo"],
    "the next round marked and undone": ["rest", "next_round", "begin", "lock", "undo", "undo", "undo"],
}


def _go(night: Night, way: list[str]) -> None:
    for step in way:
        match step:
            case "undo" | "redo":
                night.tap(step).ok()
            case "leave" | "return":
                night.act(0, type=step, seat=2).ok()
            case "withdraw":
                night.act(0, type="withdraw", for_=1).ok()
            case "rename":
                night.host.put(f"{night.at}/seats/{night.ids[1]}", name="Bob").ok()
            case "reveal":
                night.act(0, type="reveal", cell=SECRET[0], for_=1).ok()
            case "from_draft":
                night.act(0, type="lock", for_=1, from_draft=True).no(422)
            case "lock":
                night.lock(0, [1], for_=1).ok()
            case "rest":
                while (view := night.look(None)["view"])["phase"] == "revealing":
                    scout = view["scout"]
                    if scout == 1:
                        shown = {card["cell"] for card in view["revealed"]}
                        night.act(0, type="reveal", for_=1, cell=next(c for c in SECRET if c not in shown)).ok()
                    else:
                        night.host.post(f"{night.at}/uncover", seat=0).ok()
                        night.act(scout, type="reveal", cell=night.look(scout)["view"]["my_open"][0]).ok()
            case "next_round" | "begin":
                night.act(0, type=step).ok()


@pytest.mark.parametrize("way", WAYS)
def test_no_way_of_undoing_unseals_while_marking(each_app: Flask, way: str) -> None:
    night, curious = _carried(each_app)
    for step in WAYS[way]:
        _go(night, [step])
        curious.look_around()
    assert curious.knows() == set()


@pytest.mark.parametrize("way", WAYS_IN_REVEAL)
def test_no_way_of_undoing_unseals_in_the_reveal(each_app: Flask, way: str) -> None:
    night, curious = _carried(each_app, reveal=True)
    for step in WAYS_IN_REVEAL[way]:
        _go(night, [step])
        curious.look_around()
    shown = {SECRET[0]} if "reveal" in WAYS_IN_REVEAL[way] else set()
    if "rest" in WAYS_IN_REVEAL[way]:
        shown = {SECRET[0]}  # its only card: Bo falls with it
    assert curious.knows() == shown
    night.verify(each_app)


def test_feeling_out_a_sealed_seat_ends_after_three_tries(each_app: Flask) -> None:
    night, curious = _carried(each_app, reveal=True)
    for cell in (0, 1, 2):
        night.act(0, type="reveal", cell=cell, for_=1).no(422)
    wrong, right = (night.act(0, type="reveal", cell=cell, for_=1) for cell in (3, SECRET[0]))
    assert (wrong.status, wrong.raw) == (right.status, right.raw)
    wrong.no(429)
    assert curious.knows() == set()


def test_the_next_round_is_marked_on_the_hosts_phone(each_app: Flask) -> None:
    night, _curious = _carried(each_app, reveal=True)
    _go(night, ["rest", "next_round", "begin"])
    look = night.host.post(f"{night.at}/uncover", seat=1).ok()
    assert look["veiled"] is False
    assert look["view"]["offers"]
    night.lock(0, [7, 8], for_=1).ok()
    assert night.host.post(f"{night.at}/uncover", seat=1).ok()["view"]["my_marks"] == [7, 8]


@pytest.mark.parametrize("way", ["claim", "code"])
def test_no_second_phone_opens_what_the_host_took_over(each_app: Flask, way: str) -> None:
    """The host took a seat over, moved it on to a second phone of the own, and saw the marks there."""
    night, curious = _carried(each_app)
    new = Phone(night.host.send)
    if way == "claim":
        new.post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
        night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=True).ok()
    else:
        code = night.host.post(f"{night.at}/seats/{night.ids[1]}/move").ok()["move_code"]
        new.post(f"{night.at}/moves", move_code=code).ok()
    look = night.look(new)
    assert (look["you"], look["veiled"], look["view"]["my_marks"], look["draft"]) == (1, True, None, None)
    assert night.look()["yours"] == [0]
    curious.look_around()
    assert curious.knows() == set()


def test_a_seat_that_never_had_a_phone_is_carried_too(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().play(random.Random(5))
    record = night.host.get(f"{night.at}/record").ok()
    reader = Phone(night.host.send)
    got = reader.post("/records", **record).ok()
    then = Night([reader], got["code"])
    for seat in got["table"]["seats"][1:]:
        assert seat["here"] is False
        reader.post(f"{then.at}/seats/{seat['id']}/carry").ok()
    assert then.look()["yours"] == [0, 1, 2]
