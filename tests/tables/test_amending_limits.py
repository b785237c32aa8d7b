"""What a correction may not do: reach for what was never shown, open a round again, shake one that runs."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.houses import elsewhere, forget
from tests.players import Answer, Night, in_process, open_night
from tests.tables.righting import (
    MARKS,
    amend,
    edit,
    entry,
    points,
    preview,
    quest,
)


def _scored(app: Flask) -> Night:
    """Round 1 of Stella is counted: A1 spark for three, A2 super spark for Ana and Bo, Chiyo fell with A3."""
    return open_night(in_process(app), people=3).start().play_round(MARKS)


def _quest(app: Flask) -> Night:
    return quest(open_night(in_process(app), people=3, game="stella_quest"))


def _forgotten(night: Night) -> None:
    """What is remembered and what is folded anew are the same, here and elsewhere."""
    before = [night.look(who) for who in (0, 1, None)]
    with elsewhere():
        assert [night.look(who) for who in (0, 1, None)] == before
    forget()
    assert [night.look(who) for who in (0, 1, None)] == before


def _ask(case: str, night: Night) -> Answer:
    word = {"type": "word", "text": "x"}
    lock = entry(night, "lock", 2)
    match case:
        case "neither an entry nor a place":
            return preview(night, 0, {"action": word})
        case "both":
            return preview(night, 0, {"seq": lock["seq"], "after": 0, "action": word})
        case "nothing to put in":
            return preview(night, 0, {"after": 0})
        case "twice the same entry":
            return preview(night, 0, edit(lock, None), edit(lock, {"cells": [0]}))
        case "no edits":
            return preview(night, 0)
        case "too many":
            return preview(night, 0, *[{"after": 0, "action": word}] * 201)
        case "an unknown kind":
            return preview(night, 0, edit(lock, {"type": "win"}))
        case "a seat that is not there":
            return preview(night, 0, edit(lock, {"seat": 5}))
        case "a seat that is no number":
            return preview(night, 0, edit(lock, {"seat": True}))
        case "a row of the lobby":
            return preview(night, 0, {"seq": 1, "action": None})
        case "a row of nobody":
            return preview(night, 0, {"seq": 10**30, "action": None})
        case "what is there already":
            return preview(night, 0, edit(lock, {"cells": [2, 0]}))
        case "a card that nobody showed":
            return preview(night, 0, edit(lock, {"cells": [0, 2, 9]}))
        case "a card shown that nobody showed":
            return preview(night, 0, edit(entry(night, "reveal", 2), {"cell": 9}))
        case "somebody leaves between the locks":
            return preview(night, 0, {"after": entry(night, "lock", 0)["seq"], "action": {"type": "leave", "seat": 1}})
        case "a round open again":
            return preview(night, 0, edit(entry(night, "reveal", last=True), None))
        case _:
            raise AssertionError(case)


#: The status, and how the sentence begins.
NO: dict[str, tuple[int, str]] = {
    "neither an entry nor a place": (400, "Every edit names an entry"),
    "both": (400, "Every edit names an entry"),
    "nothing to put in": (400, "Say what is to be put in"),
    "twice the same entry": (400, "Name each entry only once"),
    "no edits": (400, ""),
    "too many": (400, ""),
    "an unknown kind": (400, "That correction cannot be read"),
    "a seat that is not there": (400, "There is no such seat"),
    "a seat that is no number": (400, "There is no such seat"),
    "a row of the lobby": (422, "That entry is not in the log"),
    "a row of nobody": (422, "That entry is not in the log"),
    "what is there already": (422, "That is what the log says already"),
    "a card that nobody showed": (422, "B5 was not shown in that round"),
    "a card shown that nobody showed": (422, "B5 was not shown in that round"),
    "somebody leaves between the locks": (422, "Between the marks of a round nothing can be put in"),
    "a round open again": (422, "With this correction a round that is over would not be over"),
}


@pytest.mark.parametrize("case", NO)
def test_what_a_correction_cannot_do(app: Flask, case: str) -> None:
    status, says = NO[case]
    night = _scored(app)
    before = night.look()
    told = _ask(case, night).no(status)
    assert told["detail"].startswith(says), told
    assert night.look() == before


def test_an_entry_that_was_undone_is_not_there(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    last = entry(night, "play")
    night.tap("undo").ok()
    told = preview(night, 0, edit(last, None)).no(422, "unfit")
    assert told["detail"] == "That entry is not in the log, or was taken back. Look at the log again."


def test_a_running_round_can_only_be_undone(each_app: Flask) -> None:
    night = _scored(each_app)
    night.act(0, type="next_round").ok()
    begun = night.act(0, type="begin").ok()["seq"]
    locked = night.lock(1, [7, 8]).ok()["seq"]
    for row in (begun, locked):
        told = preview(night, 0, {"seq": row, "action": None}).no(422, "unfit")
        assert told["detail"] == "The round that is being played is secret still. Undo its last step instead."
        preview(night, 0, {"after": row, "action": {"type": "word", "text": "x"}}).no(422, "unfit")
    listed = night.host.get(f"{night.at}/amendments").ok()
    assert listed["running"]
    assert max(one["seq"] for one in listed["entries"]) < begun


def test_an_earlier_round_is_corrected_while_a_secret_one_runs(each_app: Flask) -> None:
    night = _scored(each_app)
    night.act(0, type="next_round").ok()
    night.begin()
    night.draft(2, [3]).ok()
    night.lock(1, [7, 8]).ok()
    edits = [edit(entry(night, "lock", 2), {"cells": [0, 1]}), edit(entry(night, "reveal", 2), None)]
    amend(night, 0, *edits).ok()
    assert points(night) == [4, 4, 4]
    look = night.look(1)
    assert (look["view"]["phase"], look["view"]["my_marks"]) == ("marking", [7, 8])
    assert night.look(2)["draft"] == {"cells": [3]}
    night.lock(0, [7]).ok()
    night.lock(2, [7], closing=True).ok()
    night.act(0, type="place_lanterns").ok()
    amend(night, 0, {"after": 0, "action": {"type": "word", "text": "late"}}).ok()
    night.reveal_rest()
    assert night.look()["view"]["scores"][0]["word"] == "late"
    _forgotten(night)
    night.verify(each_app)


def test_a_running_round_keeps_its_ground(each_app: Flask) -> None:
    night = _scored(each_app)
    night.act(0, type="next_round").ok()
    night.begin()
    leave = {"after": entry(night, "next_round")["seq"], "action": {"type": "leave", "seat": 2}}
    told = preview(night, 0, leave).no(422, "unfit")
    assert told["detail"].startswith("The round that is being played stands on this.")
    back = {"after": entry(night, "next_round")["seq"], "action": {"type": "return", "seat": 2}}
    assert preview(night, 0, leave, back).ok()["fits"]


# Feeling out a seat's cards


def test_nothing_brings_fresh_tries(each_app: Flask) -> None:
    """The host enters cards for Bo until one fits: three are refused, then all, whatever is undone or corrected."""
    night = open_night(in_process(each_app), people=3).start().play_round(MARKS)
    night.act(0, type="next_round").ok()
    night.begin().lock_all([[0, 5], [0, 9, 13], [0]])
    night.act(0, type="place_lanterns").ok()
    night.tap("undo").ok()
    night.act(0, type="place_lanterns").ok()

    def tries() -> list[int]:
        return [night.act(0, type="reveal", cell=cell, for_=1).status for cell in (1, 2, 3, 4, 9)]

    assert night.look()["view"]["scout"] == 1
    assert tries() == [422, 422, 422, 429, 429]
    amend(night, 0, {"after": 0, "action": {"type": "word", "text": "x"}}).ok()
    amend(night, 0, edit(entry(night, "lock", 2), {"cells": [0, 1]}), edit(entry(night, "reveal", 2), None)).ok()
    assert set(tries()) == {429}
    night.tap("undo").ok()
    night.act(0, type="place_lanterns").ok()
    assert set(tries()) == {429}
    night.act(1, type="reveal", cell=0).ok()
    night.act(0, type="reveal", cell=5).ok()
    assert night.look()["view"]["scout"] == 1
    assert tries()[:4] == [422, 422, 422, 429]
    night.tap("undo").ok()
    night.act(0, type="reveal", cell=5).ok()
    assert set(tries()) == {429}, "one's own card taken back and shown again is nothing new"
