"""Corrections of the log: what is seen before, what is saved, what it says afterwards, and what it may not do."""

from __future__ import annotations

import threading
from typing import Any

from flask import Flask

from tests.houses import elsewhere, forget
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night
from tests.tables.righting import (
    MARKS,
    amend,
    edit,
    entries,
    entry,
    log_lines,
    points,
    preview,
    quest,
    quest_round,
    stored,
)


def _scored(app: Flask) -> Night:
    """Round 1 of Stella is counted: A1 spark for three, A2 super spark for Ana and Bo, Chiyo fell with A3."""
    return open_night(in_process(app), people=3).start().play_round(MARKS)


def _quest(app: Flask) -> Night:
    return quest(open_night(in_process(app), people=3, game="stella_quest"))


def _views(night: Night) -> list[Any]:
    return [night.look(who)["view"] for who in (*range(len(night.phones)), None)]


def _forgotten(night: Night) -> None:
    """What is remembered and what is folded anew are the same, here and elsewhere."""
    before = [night.look(who) for who in (0, 1, None)]
    with elsewhere():
        assert [night.look(who) for who in (0, 1, None)] == before
    forget()
    assert [night.look(who) for who in (0, 1, None)] == before


# One correction


def test_marks_that_were_shown_are_corrected(each_app: Flask) -> None:
    night = _scored(each_app)
    assert points(night) == [5, 5, 2]
    lock, fall = entry(night, "lock", 2), entry(night, "reveal", 2)
    edits = [edit(lock, {"cells": [0, 1]}), edit(fall, None)]
    seen = preview(night, 1, *edits).ok()
    assert seen["fits"]
    assert seen["points"] == {"before": [5, 5, 2], "after": [4, 4, 4]}
    assert [(one["kind"], one["old"], one["new"]) for one in seen["changes"]] == [
        ("replaced", "Chiyo had marked A1, A3.", "Chiyo had marked A1, A2."),
        ("follows", "Bo points at A2: super spark with Ana.", "Bo points at A2: spark with Ana and Chiyo."),
        ("dropped", "Chiyo points at A3, alone: fall.", None),
    ]
    assert points(night) == [5, 5, 2], "nothing is stored"
    done = amend(night, 0, *edits, seen=seen["seq"], why="Chiyo had A2.").ok()
    assert (done["proposal"], done["replayed"]) == (None, False)
    assert done["table"]["view"] == {**seen["view"], "offers": done["table"]["view"]["offers"]}
    assert points(night) == [4, 4, 4]
    assert night.look()["corrections"] == 1
    _forgotten(night)
    night.verify(each_app)


def test_the_log_keeps_old_and_new_who_when_and_why(each_app: Flask) -> None:
    night = _scored(each_app)
    before = stored(each_app)
    lock, fall = entry(night, "lock", 2), entry(night, "reveal", 2)
    row = amend(night, 0, edit(lock, {"cells": [0, 1]}), edit(fall, None), why="Chiyo had A2.").ok()["seq"]
    assert stored(each_app)[: len(before)] == before, "nothing is ever rewritten"
    assert stored(each_app)[-1] == (
        row, "amend",
        {
            "edits": [
                {"seq": lock["seq"], "part": 0, "action": {"type": "lock", "seat": 2, "cells": [0, 1], "closing": True},
                 "was": {"type": "lock", "seat": 2, "cells": [0, 2], "closing": True}},
                {"seq": fall["seq"], "part": 0, "action": None, "was": {"type": "reveal", "seat": 2, "cell": 2}},
            ],
            "why": "Chiyo had A2.", "proposed_by": None, "result": None,
        },
    )  # fmt: skip
    told = {line["seq"]: line for line in log_lines(night)}
    assert told[row]["text"] == (
        "Ana corrected: “Chiyo had marked A1, A3.” is now “Chiyo had marked A1, A2.” "
        "“Chiyo points at A3, alone: fall.” was taken out. Why: Chiyo had A2."
    )
    assert told[row]["correction"]["points"] == {"before": [5, 5, 2], "after": [4, 4, 4]}
    bo = told[entry(night, "reveal", 1)["seq"]]
    assert (bo["text"], bo["now"], bo["corrected"]) == (
        "Bo points at A2: super spark with Ana.", "Bo points at A2: spark with Ana and Chiyo.", row,
    )  # fmt: skip
    gone = told[fall["seq"]]
    assert (gone["text"], gone["now"], gone["corrected"]) == ("Chiyo points at A3, alone: fall.", None, row)
    assert told[entry(night, "reveal", 0)["seq"]]["corrected"] is None


def test_there_and_back_again(each_app: Flask) -> None:
    night = _scored(each_app)
    before = _views(night)
    lock, fall = entry(night, "lock", 2), entry(night, "reveal", 2)
    amend(night, 0, edit(lock, {"cells": [0, 1]}), edit(fall, None)).ok()
    bo = entry(night, "reveal", 1)
    back = [edit(lock, {"cells": [0, 2]}), {"after": bo["seq"], "action": {"type": "reveal", "seat": 2, "cell": 2}}]
    row = amend(night, 0, *back).ok()["seq"]
    assert _views(night) == before
    assert entry(night, "reveal", 2)["seq"] == row
    assert entry(night, "reveal", 2)["part"] == 1
    amend(night, 0, edit(entry(night, "reveal", 2), None), edit(lock, {"cells": [0, 1]})).ok()
    assert points(night) == [4, 4, 4]
    _forgotten(night)
    night.verify(each_app)


def test_words_rows_and_more_are_put_in(each_app: Flask) -> None:
    night = _scored(each_app)
    night.act(0, type="next_round").ok()
    start = {"after": 0, "action": {"type": "word", "text": "  whisper "}}
    row = {"after": entry(night, "next_round")["seq"], "action": {"type": "swap_row", "row": 2}}
    seen = preview(night, 0, start, row).ok()
    assert [(one["kind"], one["part"], one["new"]) for one in seen["changes"] if one["edited"]] == [
        ("inserted", 1, "The word: whisper"), ("inserted", 2, "Row C was swapped."),
    ]  # fmt: skip
    amend(night, 0, start, row).ok()
    view = night.look()["view"]
    assert (view["scores"][0]["word"], view["swapped"]) == ("whisper", [2, None, None])
    assert entries(night)[0]["text"] == "The word: whisper"
    night.tap("undo").ok()
    assert night.look()["view"]["phase"] == "opening"
    assert log_lines(night)[-1]["text"] == "Undone: Row C was swapped."
    night.verify(each_app)


def test_a_card_of_quest_changes_one_line(each_app: Flask) -> None:
    night = quest_round(_quest(each_app), ["blue-6", "red-2", "green-1"], "red-2", "blue-6")
    seen = preview(night, 0, edit(entry(night, "play", card="green-1"), {"card": "green-2"})).ok()
    assert [(one["kind"], one["new"]) for one in seen["changes"]] == [
        ("replaced", "Chiyo plays green 2. Chiyo wins the round.")
    ]
    assert seen["points"]["before"] == seen["points"]["after"]


def test_what_becomes_impossible_is_told_and_corrected_in_turn(each_app: Flask) -> None:
    night = quest_round(_quest(each_app), ["blue-6", "red-2", "green-1"], "red-2", "blue-6")
    card, take, top = entry(night, "play", card="green-1"), entry(night, "take"), entry(night, "top")
    seen = preview(night, 2, edit(card, {"card": "yellow-3"})).ok()
    assert not seen["fits"]
    assert [(one["seq"], one["kind"]) for one in seen["changes"]] == [
        (card["seq"], "replaced"), (take["seq"], "impossible"), (top["seq"], "impossible"),
    ]  # fmt: skip
    assert seen["changes"][1]["why"][0]["text"] == "Ana won the round, not Chiyo. Ana chooses."
    no = amend(night, 0, edit(card, {"card": "yellow-3"})).no(422, "refusal")
    assert no["entry"] == {"seq": take["seq"], "part": 0}
    assert no["findings"][0]["text"] == "Ana won the round, not Chiyo. Ana chooses."
    turned = [edit(card, {"card": "yellow-3"}), edit(take, {"seat": 0}), edit(top, {"seat": 0})]
    seen = preview(night, 2, *turned).ok()
    assert seen["fits"]
    assert seen["points"] == {"before": [5, 5, 8], "after": [8, 5, 5]}
    amend(night, 0, *turned).ok()
    view = night.look()["view"]
    assert (view["turn"], view["seats"][0]["collection"]) == (0, ["red-2"])
    _forgotten(night)
    night.verify(each_app)


def test_what_becomes_impossible_can_be_dropped(each_app: Flask) -> None:
    night = quest_round(_quest(each_app), ["blue-6", "red-2", "green-1"], "red-2", "blue-6")
    card = edit(entry(night, "play", card="green-1"), {"card": "yellow-3"})
    gone = [one for one in preview(night, 0, card).ok()["changes"] if one["kind"] == "impossible"]
    amend(night, 0, card, *(edit(one, None) for one in gone)).ok()
    view = night.look()["view"]
    assert (view["phase"], view["winner"]) == ("taking", 0)
    night.verify(each_app)


def test_the_last_action_corrected_is_undo_and_another_action(each_app: Flask) -> None:
    one, two = _quest(each_app), _quest(each_app)
    for night in (one, two):
        night.act(0, type="play", card="blue-6").ok()
    amend(one, 0, edit(entry(one, "play"), {"card": "red-5"})).ok()
    two.tap("undo").ok()
    two.act(0, type="play", card="red-5").ok()
    assert _views(one) == _views(two)


# Undo, redo, taps, races


def test_undo_goes_on_from_the_corrected_list(each_app: Flask) -> None:
    night = _scored(each_app)
    amend(night, 0, edit(entry(night, "lock", 2), {"cells": [0, 1]}), edit(entry(night, "reveal", 2), None)).ok()
    assert night.look()["undo"] == "Undo: Bo points at A2: spark with Ana and Chiyo."
    assert night.look()["redo"] is None
    after = _views(night)
    night.tap("undo").ok()
    assert night.look()["view"]["phase"] == "revealing"
    assert night.look(2)["view"]["my_marks"] == [0, 1]
    night.tap("redo").ok()
    assert _views(night) == after
    assert [line["text"] for line in log_lines(night)[-2:]] == [
        "Undone: Bo points at A2: spark with Ana and Chiyo.",
        "Brought back: Bo points at A2: spark with Ana and Chiyo.",
    ]  # fmt: skip
    night.verify(each_app)


def test_a_correction_ends_redo(each_app: Flask) -> None:
    night = _scored(each_app)
    night.act(0, type="next_round").ok()
    night.tap("undo").ok()
    amend(night, 0, {"after": 0, "action": {"type": "word", "text": "x"}}).ok()
    night.tap("redo").no(422, "unfit")
    night.verify(each_app)


def test_the_same_tap_counts_once(each_app: Flask) -> None:
    night = _scored(each_app)
    word = {"after": 0, "action": {"type": "word", "text": "x"}}
    for who, kind in ((0, "amend"), (1, "proposed")):
        seen, key = night.look()["seq"], fresh_key()
        first = amend(night, who, word, key=key, seen=seen).ok()
        again = amend(night, who, word, key=key, seen=seen).ok()
        assert (again["seq"], again["proposal"]) == (first["seq"], first["proposal"])
        assert (first["replayed"], again["replayed"]) == (False, True)
        amend(night, 2, word, key=key, seen=seen).no(400)
        assert [row[1] for row in stored(each_app)].count(kind) == 1


def test_two_corrections_at_the_same_moment(each_app: Flask) -> None:
    night = _scored(each_app)
    for phone in night.phones:
        phone.send = in_process(each_app)
    seen, ready, answers = night.look()["seq"], threading.Barrier(2), list[Answer]()
    bodies = [{"after": 0, "action": {"type": "word", "text": text}} for text in ("one", "two")]
    clients = [Phone(in_process(each_app), night.host.token) for _ in bodies]

    def press(number: int) -> None:
        ready.wait()
        answers.append(amend(night, clients[number], bodies[number], seen=seen))

    threads = [threading.Thread(target=press, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status for answer in answers) == [200, 409]
    late = next(answer for answer in answers if answer.status == 409).no(409, "stale")
    assert late["detail"].startswith("The game was corrected meanwhile.")
    night.verify(each_app)


def test_who_is_late_is_told(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    seen = night.look()["seq"]
    amend(night, 0, edit(entry(night, "play"), {"card": "blue-5"})).ok()
    late = night.act(1, type="play", card="blue-1", seen=seen).no(409, "stale")
    assert late["detail"].startswith("The game was corrected meanwhile.")
    amend(night, 0, edit(entry(night, "play"), {"card": "blue-4"}), seen=seen).no(409)
