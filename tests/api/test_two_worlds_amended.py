"""A curious host and a curious player in two worlds that differ only in marks of Bo's that were never shown: over many
random previews, corrections, proposals, entries, moments and exports they receive the same bytes in both.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from flask import Flask

from app.tables import opening, records
from tests.api.test_two_worlds import OTHERS, VICTIM, World, _world
from tests.players import Phone, fresh_key
from tests.tables.righting import log_lines

#: Bo's marks in the two worlds. Everybody may come to know 13 and 14, and how many there are; nobody the others.
HERE, THERE = [3, 4, 13, 14], [9, 12, 13, 14]
KNOWN = [cell for cell in range(15) if cell not in {*HERE, *THERE}] + [13, 14]
NEVER_SHOWN = [3, 4, 9, 12]
STEPS = 60
PATHS = ("", "/log", "/record", "/amendments", "/receipt", "/at/1")


class Curious:
    """Somebody who tries everything. Chance and what was answered decide what comes next, in both worlds alike."""

    def __init__(self, world: World, who: int, chance: random.Random) -> None:
        self.world, self.night, self.who, self.chance = world, world.night, who, chance
        self.phone = self.night.phones[who]
        self.said: dict[str, int] = {}

    def step(self) -> None:
        chance = self.chance
        kind = chance.choice(
            ("preview", "preview", "what if", "amend", "amend", "propose", "decide", "enter", "undo", "go on", "go on",
             "moment", "rule", "look")
        )  # fmt: skip
        answer = {
            "preview": self.preview, "what if": self.what_if, "amend": self.amend, "propose": self.propose,
            "decide": self.decide, "enter": self.enter, "undo": self.undo, "go on": self.go_on,
            "moment": self.moment, "rule": self.rule, "look": self.look,
        }[kind]()  # fmt: skip
        if answer is not None and answer.status == 200:
            self.said[kind] = self.said.get(kind, 0) + 1

    # What one may ask and do

    def edits(self) -> list[Any]:
        """Random edits of public entries; often those that would tell the most."""
        chance = self.chance
        entries = self.phone.get(f"{self.night.at}/amendments").ok()["entries"]
        how = chance.random()
        if how < 0.35:
            return [self.gentle(entries)]
        if how < 0.55 and (probe := self.probe(entries)):
            return probe
        edits: list[Any] = []
        for _ in range(chance.choice((1, 1, 2, 3))):
            one = chance.choice(entries) if entries and chance.random() < 0.85 else None
            if one is None:
                edits.append({"after": chance.choice([0, *(each["seq"] for each in entries)]), "action": self.action()})
                continue
            at = {"seq": one["seq"], "part": one["part"]}
            kind = one["action"]["type"]
            if kind == "lock" and chance.random() < 0.8:
                flipped = {*one["action"]["cells"]} ^ {chance.choice([*KNOWN, *NEVER_SHOWN])}
                more = {"sealed": chance.randrange(4)} if chance.random() < 0.3 else {}
                edits.append({**at, "action": {"cells": sorted(flipped), **more}})
            elif kind == "reveal" and chance.random() < 0.5:
                edits.append({**at, "action": {"cell": chance.choice([*NEVER_SHOWN, 0, 14])}})
            else:
                edits.append({**at, "action": None if chance.random() < 0.5 else self.action()})
        return edits

    def gentle(self, entries: list[Any]) -> Any:
        """An edit that has a chance to be saved: a word, or a shown card more or less in one lock."""
        chance = self.chance
        locks = [one for one in entries if one["action"]["type"] == "lock"]
        if not locks or chance.random() < 0.3:
            return {"after": 0, "action": {"type": "word", "text": chance.choice("abcdefgh")}}
        one = chance.choice(locks)
        shown = {cell for lock in locks for cell in lock["action"]["cells"]}
        flipped = {*one["action"]["cells"]} ^ {chance.choice(sorted(shown))}
        return {"seq": one["seq"], "part": one["part"], "action": {"cells": sorted(flipped)}}

    def probe(self, entries: list[Any]) -> list[Any]:
        """Somebody is said to have marked and shown another card than was shown: who else has it would be told."""
        shown = [place for place, one in enumerate(entries) if one["action"]["type"] == "reveal"]
        if not shown:
            return []
        place = self.chance.choice(shown)
        card, seat = entries[place]["action"]["cell"], entries[place]["action"]["seat"]
        lock = next(one for one in reversed(entries[:place]) if one["action"]["type"] == "lock"
                    and one["action"]["seat"] == seat)  # fmt: skip
        other = self.chance.choice(NEVER_SHOWN)
        cells = sorted({*lock["action"]["cells"]} - {card} | {other})
        return [
            {"seq": one["seq"], "part": one["part"], "action": action}
            for one, action in ((lock, {"cells": cells}), (entries[place], {"cell": other}))
        ]

    def action(self) -> Any:
        chance = self.chance
        return chance.choice(
            [
                {"type": "word", "text": chance.choice("abc")},
                {"type": "leave", "seat": chance.randrange(4)},
                {"type": "return", "seat": chance.randrange(4)},
                {"type": "reveal", "seat": chance.randrange(4), "cell": chance.randrange(15)},
                {"type": "lock", "seat": chance.randrange(4), "cells": chance.sample(range(15), 3)},
                {"type": "begin"}, {"type": "place_lanterns"}, {"type": "next_round"}, {"type": "end_early"},
            ]
        )  # fmt: skip

    def fitting(self) -> list[Any]:
        """Edits, with drops of all that a preview says would be impossible."""
        edits = self.edits()
        seen = self.phone.post(f"{self.night.at}/amendments/preview", edits=edits)
        if seen.status != 200:
            return edits
        named = {(edit.get("seq"), edit.get("part")) for edit in edits}
        gone = [change for change in seen.json["changes"] if change["kind"] == "impossible" and not change["edited"]]
        return edits + [
            {"seq": change["seq"], "part": change["part"], "action": None}
            for change in gone
            if (change["seq"], change["part"]) not in named
        ]

    def preview(self) -> Any:
        return self.phone.post(f"{self.night.at}/amendments/preview", edits=self.fitting())

    def amend(self) -> Any:
        return self._amend(self.phone)

    def propose(self) -> Any:
        return self._amend(self.night.phones[2])

    def _amend(self, phone: Phone) -> Any:
        edits, seen = self.fitting(), self.night.look(None)["seq"]
        return phone.post(f"{self.night.at}/amendments", key=fresh_key(), seen=seen, edits=edits, why="So it was.")

    def decide(self) -> Any:
        waiting = self.phone.get(f"{self.night.at}/amendments").ok()["open"]
        number = self.chance.choice(waiting)["id"] if waiting else 1
        seen = self.night.look(None)["seq"]
        path = f"{self.night.at}/amendments/{number}"
        return self.phone.post(path, key=fresh_key(), seen=seen, yes=self.chance.random() < 0.7)

    def what_if(self) -> Any:
        data = self.action()
        if data["type"] in ("lock", "reveal"):
            data["for"] = data.pop("seat")
        return self.phone.post(f"{self.night.at}/preview", **data)

    def enter(self) -> Any:
        """For Bo, what nobody could learn from; three wrong cards of a seat on the host's word are the app's limit."""
        kind = self.chance.choice(("lock", "withdraw", "reveal"))
        data: dict[str, Any] = {"type": kind, "for": VICTIM, "key": fresh_key(), "seen": self.night.look(None)["seq"]}
        if kind == "reveal":
            data["cell"] = self.chance.choice([0, 1, 5])
        if kind == "lock":
            data["cells"] = self.chance.sample(range(15), 2)
        if kind == "withdraw" and self.night.look(None)["view"]["phase"] == "marking":
            return None
        return self.phone.post(f"{self.night.at}/actions", **data)

    def undo(self) -> Any:
        return self.night.tap(self.chance.choice(("undo", "redo")), self.who)

    def moment(self) -> Any:
        head = self.night.look(None)["seq"]
        return self.phone.get(f"{self.night.at}/at/{self.chance.randint(1, head)}")

    def rule(self) -> Any:
        return self.phone.post(
            f"{self.night.at}/house-rules", key=fresh_key(), rule="stella.st-9", text="We show them."
        )

    def look(self) -> Any:
        for phone in (*(self.night.phones[seat] for seat in OTHERS), self.world.watcher):
            for path in PATHS:
                phone.get(f"{self.night.at}{path}")
        self.world.own.append(self.night.phones[VICTIM].get(self.night.at).raw)
        record = self.phone.get(f"{self.night.at}/record")
        return self.phone.post("/replays", **record.json)

    # The game goes on

    def go_on(self) -> Any:
        """The next thing that happens at this table, as long as Bo has to show nothing that was not to be shown."""
        night, chance = self.night, self.chance
        view = night.look(None)["view"]
        match view["phase"]:
            case "opening":
                return night.act(0, type="begin")
            case "marking":
                for seat in view["waiting_for"]:
                    cells = (
                        self.world.marks if seat == VICTIM else sorted({0, chance.choice(KNOWN), chance.choice(KNOWN)})
                    )
                    last = night.look(None)["view"]["waiting_for"] == [seat]
                    night.lock(seat, cells, closing=last)
                return None
            case "announced":
                return night.act(0, type="place_lanterns")
            case "revealing" if view["scout"] == VICTIM:
                shown = {card["cell"] for card in view["revealed"]}
                cells = [cell for cell in (14, 13) if cell not in shown]
                return night.act(VICTIM, type="reveal", cell=cells[0]) if cells else night.tap("undo")
            case "revealing":
                scout = view["scout"]
                return night.act(scout, type="reveal", cell=chance.choice(night.look(scout)["view"]["my_open"]))
            case "scored":
                return night.act(0, type="next_round")
            case _:
                return None


def _play(app: Flask, marks: list[int], who: int, seed: int) -> tuple[World, dict[str, int]]:
    world = _world(app, marks)
    chance = random.Random(seed)
    night = world.night.start(VICTIM)
    curious = Curious(world, who, chance)
    while night.look(None)["view"]["phase"] != "scored":
        curious.go_on()
    for _ in range(STEPS):
        curious.step()
    curious.look()
    assert log_lines(night)
    night.verify(app)
    return world, curious.said


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("who", [0, 2], ids=["the host", "a player"])
def test_two_worlds_are_corrected_alike(app: Flask, who: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds, said = [], []
    for marks in (HERE, THERE):
        codes = map("".join, itertools.product("ABCDEF", repeat=4))
        for module in (opening, records):
            monkeypatch.setattr(module, "free_code", lambda _connection, codes=codes: next(codes))
        world, counted = _play(app, marks, who, seed)
        worlds.append(world)
        said.append(counted)
    first, second = worlds
    assert said[0] == said[1]
    assert len(first.heard) == len(second.heard) > 200
    for here, there in zip(first.heard, second.heard, strict=True):
        assert here == there
    assert first.own != second.own, "the worlds do not even differ for Bo: this test could not fail"


def test_the_curious_do_get_somewhere(app: Flask) -> None:
    """Many of their corrections are previewed, saved and decided: the worlds above were not all refusals."""
    said: dict[str, int] = {}
    for seed in range(3):
        _, counted = _play(app, HERE, 0, seed)
        for kind, number in counted.items():
            said[kind] = said.get(kind, 0) + number
    assert all(said.get(kind, 0) >= 3 for kind in ("preview", "amend", "propose", "moment")), said
