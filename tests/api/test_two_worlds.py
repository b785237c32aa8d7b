"""Two worlds that differ only in one seat's hidden marks are played alike: everybody else must receive the same bytes,
in every answer, page, log line, record, live number, refusal and header.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from app.tables import opening, records
from tests.houses import empty
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night

WATCHER = "watcher"
#: Bo. The others are Ana (the host), Chiyo, Dan and somebody who only watches.
VICTIM = 1
OTHERS = (0, 2, 3)

API_PATHS = ("", "/log", "/record")
PAGES = ("", "/stage", "/peek", "/tv", "/tv/screen", "/log", "/people", "/people/2", "/record.json", "/sure/undo",
         "/sure/redo", "/sure/put-away", "/move")  # fmt: skip


@dataclasses.dataclass
class World:
    """A night in which Bo's marks are these; ``heard`` is all that the others receive."""

    app: Flask
    night: Night
    marks: list[int]
    watcher: Phone
    heard: list[tuple[str, str, int, bytes]] = dataclasses.field(default_factory=list)
    own: list[bytes] = dataclasses.field(default_factory=list)

    def normal(self, raw: bytes) -> bytes:
        """Without what is random or a moment: tokens, keys of forms, times."""
        raw = re.sub(rb'"(at|started_at|ended_at)":\d+', rb'"\1":0', raw)
        raw = re.sub(rb'"(started_at|ended_at)":\s*"[^"]*"', rb'"\1":0', raw)
        raw = re.sub(rb'name="key" value="[0-9a-f]+"', b'name="key"', raw)
        raw = re.sub(rb'"move_code":"[^"]*"', b'"move_code"', raw)
        raw = re.sub(rb'"token":"[^"]*"', b'"token"', raw)
        return re.sub(rb"\d{1,2}:\d{2}(:\d{2})?|datetime=\"[^\"]*\"", b"TIME", raw)

    def witness(self, phone: Phone, method: str, path: str, answer: Answer) -> None:
        headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items())
                            if name not in ("Date", "ETag", "Content-Length", "Set-Cookie"))  # fmt: skip
        entry = (f"{phone.name} {method}", path, answer.status,
                 self.normal(answer.raw) + headers.encode())  # fmt: skip
        self.heard.append(entry)

    def everybody_looks(self) -> None:
        """All others look at everything there is to see, in the API and on the pages."""
        night = self.night
        for phone in (*(night.phones[seat] for seat in OTHERS), self.watcher):
            for path in API_PATHS:
                phone.get(f"{night.at}{path}")
            for path in PAGES:
                self.page(phone, path)
        self.events()
        self.own.append(night.phones[VICTIM].get(night.at).raw)

    def page(self, phone: Phone, path: str) -> None:
        client = self.app.test_client(use_cookies=False)
        headers = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
        got = client.get(f"/t/{self.night.code}{path}", headers=headers)
        self.witness(phone, "PAGE", path, Answer(got.status_code, None, dict(got.headers), got.data))

    def events(self) -> None:
        """The first thing the live channel says."""
        client = self.app.test_client(use_cookies=False)
        got = client.get(f"/t/{self.night.code}/events", buffered=False)
        first = next(iter(got.iter_encoded()))
        got.close()
        assert re.fullmatch(rb"event: v\ndata: \d+\n\n", first), first
        self.heard.append(("stream", "/events", got.status_code, first))


def _world(app: Flask, marks: list[int]) -> World:
    empty(app)
    night = open_night(in_process(app), people=4)
    world = World(app, night, marks, Phone(night.host.send, name=WATCHER))
    for seat in OTHERS:
        night.phones[seat].witness = world.witness
    world.watcher.witness = world.witness
    return world


def _pry(world: World) -> None:
    """Everything a curious host, a neighbour or a stranger can try without being let in."""
    night = world.night
    bo = night.ids[VICTIM]
    seen = night.look(0)["seq"]
    stranger = world.watcher
    for phone in (night.phones[0], night.phones[2], stranger):
        key = fresh_key()
        phone.post(f"{night.at}/actions", type="lock", cells=[0], key=key, seen=seen, **{"for": VICTIM})
        phone.post(f"{night.at}/actions", type="withdraw", key=fresh_key(), seen=seen, **{"for": 2 if phone is
                   night.phones[0] and night.look(0)["view"]["phase"] == "announced" else 9})  # fmt: skip
        phone.post(f"{night.at}/actions", type="reveal", cell=0, key=fresh_key(), seen=seen, **{"for": 9})
        phone.put(f"{night.at}/draft", cells=[0], **{"for": VICTIM})
        phone.post(f"{night.at}/uncover", seat=VICTIM)
        phone.post(f"{night.at}/seats/{bo}/carry")
        phone.call("POST", f"{night.at}/actions", {"type": "lock", "cells": [0], "key": "short"})
        phone.get(f"{night.at}/record?complete=1")
        phone.get(f"{night.at}?for={VICTIM}&seat={VICTIM}&you={VICTIM}")
        phone.get(f"{night.at}", X_Seat=str(VICTIM))
    record = night.host.get(f"{night.at}/record")
    if record.status == 200:
        night.host.post("/replays", **record.json)


def _pry_after_locking(world: World) -> None:
    """What the host may try for a seat that has locked: nothing of it may tell."""
    night = world.night
    for more in ({"from_draft": True}, {"from_draft": True, "closing": True}, {"from_draft": True, "cells": [0]}):
        night.act(0, type="lock", for_=VICTIM, **more)


def _marking(world: World) -> None:
    """Up to the moment when only Dan has not locked. How often Bo saves depends on how much Bo marks."""
    night = world.night
    night.start(VICTIM).begin()
    world.everybody_looks()
    for size in range(len(world.marks) + 1):
        night.draft(VICTIM, world.marks[:size]).ok()
    world.everybody_looks()
    _pry(world)
    night.lock(0, [0, 1, 2]).ok()
    night.lock(VICTIM, world.marks).ok()
    world.everybody_looks()
    _pry(world)
    _pry_after_locking(world)
    night.act(VICTIM, type="withdraw").ok()
    world.everybody_looks()
    night.draft(VICTIM, world.marks[::-1]).ok()
    night.lock(VICTIM, world.marks).ok()
    night.act(0, type="leave", seat=2).ok()
    world.everybody_looks()
    night.tap("undo").ok()
    night.lock(2, [0, 1, 2]).ok()
    world.everybody_looks()
    night.tap("undo").ok()
    world.everybody_looks()
    night.tap("redo").ok()
    world.everybody_looks()
    night.act(0, type="place_lanterns").no(422)
    night.lock(3, [0, 1]).no(422)
    _pry(world)


def _announced(world: World) -> None:
    night = world.night
    night.lock(3, [0, 1, 2], closing=True).ok()
    world.everybody_looks()
    _pry(world)
    night.tap("undo").ok()
    world.everybody_looks()
    night.tap("redo").ok()
    night.act(0, type="place_lanterns").ok()
    world.everybody_looks()
    _pry(world)


def _revealed(world: World) -> None:
    """Bo points at the card that is the same in both worlds, and falls; the others at theirs."""
    night = world.night
    night.act(VICTIM, type="reveal", cell=14).ok()
    world.everybody_looks()
    _pry(world)
    while (view := night.look(None)["view"])["phase"] == "revealing":
        scout = view["scout"]
        assert scout != VICTIM
        night.act(scout, type="reveal", cell=night.look(scout)["view"]["my_open"][0]).ok()
        world.everybody_looks()


def _to_the_end(world: World) -> None:
    night = world.night
    for _ in range(3):
        night.act(0, type="next_round").ok()
        night.begin()
        for seat in range(4):
            cells = world.marks if seat == VICTIM else [0, 1, 2]
            night.lock(seat, cells, closing=seat == 3).ok()
        night.act(0, type="place_lanterns").ok()
        while (view := night.look(None)["view"])["phase"] == "revealing":
            scout = view["scout"]
            cell = 14 if scout == VICTIM else night.look(scout)["view"]["my_open"][0]
            night.act(scout, type="reveal", cell=cell).ok()
        world.everybody_looks()
        _pry(world)
    assert night.look(None)["status"] == "finished"
    record = night.host.get(f"{night.at}/record").ok()
    night.host.post("/records", **record).ok()
    night.tap("undo").ok()
    night.tap("undo").ok()
    world.everybody_looks()


PAIRS: dict[str, tuple[list[int], list[int], Sequence[Callable[[World], None]]]] = {
    "one card or another": ([3], [9], [_marking]),
    "one card or ten": ([3], list(range(4, 14)), [_marking]),
    "the same number, announced": ([3, 4, 14], [9, 12, 14], [_marking, _announced]),
    "hidden in the reveal": ([3, 4, 14], [9, 12, 14], [_marking, _announced, _revealed]),
    "hidden for good": ([3, 4, 5, 14], [10, 11, 12, 14], [_marking, _announced, _revealed, _to_the_end]),
}


@pytest.mark.parametrize("case", PAIRS)
def test_two_worlds_look_the_same_to_everybody_else(app: Flask, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, acts = PAIRS[case]
    worlds = []
    for marks in (one, two):
        codes = map("".join, itertools.product("ABCDEF", repeat=4))
        monkeypatch.setattr(opening, "free_code", lambda _connection, codes=codes: next(codes))
        monkeypatch.setattr(records, "free_code", lambda _connection, codes=codes: next(codes))
        world = _world(app, marks)
        for act in acts:
            act(world)
        worlds.append(world)
    first, second = worlds
    assert len(first.heard) == len(second.heard) > 150
    for here, there in zip(first.heard, second.heard, strict=True):
        assert here == there
    assert first.own != second.own, "the worlds do not even differ for Bo: this test could not fail"


def test_two_worlds_that_do_differ_are_told_apart(app: Flask) -> None:
    """The comparison is worth something: a difference that is public is seen."""
    worlds = []
    for marks in ([3, 14], [3, 4, 14]):
        world = _world(app, marks)
        _marking(world)
        world.night.lock(3, [0, 1, 2], closing=True).ok()
        world.everybody_looks()
        worlds.append(world)
    assert worlds[0].heard != worlds[1].heard
