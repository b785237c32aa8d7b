"""Corrections of games that are over, the result that follows, and the corrected list in records and damaged logs."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables.models import Entry, Table
from tests.houses import elsewhere, forget
from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import rows, run
from tests.tables.righting import (
    MARKS,
    amend,
    edit,
    entries,
    entry,
    log_lines,
    preview,
    quest,
    results,
    stored,
)


def _scored(app: Flask) -> Night:
    """Round 1 of Stella is counted: A1 spark for three, A2 super spark for Ana and Bo, Chiyo fell with A3."""
    return open_night(in_process(app), people=3).start().play_round(MARKS)


def _finished(app: Flask) -> Night:
    night = _scored(app)
    for _ in range(3):
        night.act(0, type="next_round").ok()
        night.play_round(MARKS)
    assert night.look()["status"] == "finished"
    return night


def _quest(app: Flask) -> Night:
    return quest(open_night(in_process(app), people=3, game="stella_quest"))


def _forgotten(night: Night) -> None:
    """What is remembered and what is folded anew are the same, here and elsewhere."""
    before = [night.look(who) for who in (0, 1, None)]
    with elsewhere():
        assert [night.look(who) for who in (0, 1, None)] == before
    forget()
    assert [night.look(who) for who in (0, 1, None)] == before


def test_a_finished_game_is_corrected_with_a_reason_and_its_result_follows(each_app: Flask) -> None:
    night = _finished(each_app)
    (before,) = results(each_app)
    ended = night.look()["ended_at"]
    lock, fall = entry(night, "lock", 2, last=True), entry(night, "reveal", 2, last=True)
    edits = [edit(lock, {"cells": [0, 1]}), edit(fall, None)]
    seen = preview(night, 0, *edits).ok()
    assert seen["winners"] == {"before": [0, 1], "after": [0, 1]}
    told = amend(night, 0, *edits, why=" \u200b ").no(400)
    assert told["fields"] == {"why": "missing"}
    amend(night, 0, *edits, why="We counted again.").ok()
    (after,) = results(each_app)
    assert (before["points"], after["points"]) == ([20, 20, 8], [19, 19, 10])
    assert (before["corrections"], after["corrections"]) == (0, 1)
    assert stored(each_app)[-1][2]["result"] == before
    look = night.look()
    assert (look["status"], look["ended_at"], look["view"]["outcome"]["points"]) == ("finished", ended, [19, 19, 10])
    night.tap("undo").ok()
    assert results(each_app) == []
    night.tap("redo").ok()
    assert results(each_app) == [after]
    night.verify(each_app)


def test_a_finished_game_runs_on_when_its_end_is_corrected(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="leave", seat=2).ok()
    night.act(0, type="end_early").ok()
    assert night.look()["status"] == "finished"
    end = entry(night, "end_early")
    amend(night, 0, edit(entry(night, "leave"), None), edit(end, None), why="Chiyo was only on the balcony.").ok()
    assert (night.look()["status"], results(each_app)) == ("playing", [])
    night.act(0, type="play", card="blue-6").ok()
    night.verify(each_app)
    last = entry(night, "play")
    leave = {"after": last["seq"], "action": {"type": "leave", "seat": 2}}
    over = {"after": last["seq"], "action": {"type": "end_early"}}
    amend(night, 0, leave, over).ok()
    assert night.look()["status"] == "finished"
    assert results(each_app)[0]["corrections"] == 2
    night.verify(each_app)


# The list elsewhere


def test_the_record_is_that_of_the_corrected_list(each_app: Flask) -> None:
    night = _finished(each_app)
    lock, fall = entry(night, "lock", 2), entry(night, "reveal", 2)
    amend(night, 0, edit(lock, {"cells": [0, 1]}), edit(fall, None)).ok()
    record = night.host.get(f"{night.at}/record").ok()
    sat = Phone(night.host.send).post("/records", **record).ok()
    assert sat["table"]["view"]["scores"] == night.look(None)["view"]["scores"]
    assert night.host.post("/replays", **record).ok()["view"] == night.look(None)["view"]


@pytest.mark.parametrize("damage", [{}, {"edits": [{"seq": 1, "part": 0, "action": None}]}, None, []])
def test_a_damaged_correction_breaks_the_log_and_nothing_is_guessed(each_app: Flask, damage: Any) -> None:
    night = _scored(each_app)
    row = amend(night, 0, {"after": 0, "action": {"type": "word", "text": "x"}}).ok()["seq"]
    run(each_app, sa.update(Entry).where(Entry.seq == row).values(body=damage))
    forget()
    assert night.look()["broken"] == row
    preview(night, 0, {"after": 0, "action": {"type": "word", "text": "y"}}).no(500, "broken-log")
    assert log_lines(night)
    assert night.host.get(f"{night.at}/amendments").ok()["entries"] == []
    assert rows(each_app, sa.select(Table.status))[0].status == "playing"


def _round_of(night: Night, lock: Any) -> list[Any]:
    """The entries of the round of this lock."""
    listed = entries(night)
    begins = [place for place, one in enumerate(listed) if one["action"]["type"] == "begin"] + [len(listed)]
    here = listed.index(lock)
    first = max(place for place in begins if place < here)
    return listed[first : next(place for place in begins if place > here)]


def test_many_corrections_of_a_whole_game(each_app: Flask) -> None:
    """By chance: whatever is saved folds to the same again and agrees with its result."""
    chance = random.Random(5)
    night = open_night(in_process(each_app), people=4).start().play(chance)
    saved = 0
    for _ in range(40):
        one = chance.choice([each for each in entries(night) if each["action"]["type"] == "lock"])
        more = chance.choice([card["action"]["cell"] for card in _round_of(night, one) if "cell" in card["action"]])
        cells = sorted({*one["action"]["cells"]} ^ {more})
        seen = preview(night, 0, edit(one, {"cells": cells}))
        if seen.status == 200:
            gone = [edit(each, None) for each in seen.json["changes"] if each["kind"] == "impossible"]
            saved += amend(night, 0, edit(one, {"cells": cells}), *gone).status == 200
    assert saved > 3
    _forgotten(night)
    night.verify(each_app)
