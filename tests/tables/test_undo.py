"""Undo and redo: every span, by whom, with the same state again; results go and come with the end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask

from app.tables.models import Entry, Result
from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import rows

SAME = [[0, 1], [0, 1], [0, 1]]


def _night(app: Flask, people: int = 3) -> Night:
    return open_night(in_process(app), people=people).start()


def _without_numbers(look: Any) -> Any:
    return {name: value for name, value in look.items() if name not in ("seq", "game_seq", "ended_at", "started_at")}


def _views(night: Night) -> list[Any]:
    return [_without_numbers(night.look(who)) for who in (*range(len(night.phones)), None)]


def _views_but_redo(night: Night) -> list[Any]:
    return [{**view, "redo": None} for view in _views(night)]


def test_a_whole_game_undone_step_by_step_and_redone(each_app: Flask) -> None:
    night = _night(each_app)
    chance = random.Random(11)
    night.act(0, type="word", text="whisper").ok()
    night.play(chance, rounds=4)
    night.act(0, type="begin").no(422)
    passed = []
    while night.look()["undo"] is not None:
        passed.append(_views_but_redo(night))
        night.tap("undo").ok()
    assert night.look()["view"]["phase"] == "opening"
    assert night.look()["redo"] == "Redo: The word: whisper"
    while passed:
        night.tap("redo").ok()
        now = _views_but_redo(night)
        before = passed.pop()
        for one, other in zip(now, before, strict=True):
            assert {**one, "draft": None} == {**other, "draft": None}
    night.tap("redo").no(422, "unfit")
    night.verify(each_app)


#: What was done, what undo says, and the phase and locks after it.
SPANS: dict[str, tuple[list[Any], str, str, list[bool]]] = {
    "a word": (["word"], "Undo: The word: whisper", "opening", [False] * 3),
    "the begin": (["word", "begin"], "Undo: Round 1: the secret marking starts.", "opening", [False] * 3),
    "one lock and the begin": (["begin", 0], "Undo: Round 1: the secret marking starts.", "opening", [False] * 3),
    "two locks and the begin": (["begin", 2, 0], "Undo: Round 1: the secret marking starts.", "opening", [False] * 3),
    "a withdrawal too": (["begin", 2, "withdraw"], "Undo: Round 1: the secret marking starts.", "opening", [False] * 3),
    "a word while marking": (["begin", "word"], "Undo: The word: whisper", "marking", [False] * 3),
    "locks after the word": (["begin", "word", 0, 1], "Undo: The word: whisper", "marking", [False] * 3),
    "the closed marking": (["begin", 1, 2, 0], "Undo: All cards are locked in: Ana 2, Bo 2, Chiyo 2. Ana, Bo, and",
                           "marking", [False] * 3),
    "the lanterns": (["begin", 1, 2, 0, "lanterns"], "Undo: The lanterns stand. Ana is the first to point.",
                     "announced", [True] * 3),
    "a card": (["begin", 1, 2, 0, "lanterns", "reveal"], "Undo: Ana points at A1: spark with Bo and Chiyo.",
               "revealing", [True] * 3),
    "the last card": (["begin", 1, 2, 0, "lanterns", "reveal", "reveal"],
                      "Undo: Bo points at A2: spark with Ana and Chiyo.", "revealing", [True] * 3),
    "the next round": (["begin", 1, 2, 0, "lanterns", "reveal", "reveal", "next"], "Undo: Round 2. First Scout: Bo.",
                       "scored", [False] * 3),
    "somebody who left": (["begin", 0, "leave"], "Undo: Chiyo has left the table.", "marking", [True, False, False]),
}  # fmt: skip


def _do(night: Night, steps: list[Any]) -> None:
    for step in steps:
        match step:
            case int():
                last = all(seat["locked"] for seat in night.look()["view"]["seats"] if seat["seat"] != step)
                night.lock(step, SAME[step], closing=last).ok()
            case "word":
                night.act(0, type="word", text="whisper").ok()
            case "begin":
                night.begin()
            case "withdraw":
                night.act(2, type="withdraw").ok()
            case "lanterns":
                night.act(0, type="place_lanterns").ok()
            case "reveal":
                scout = night.look(None)["view"]["scout"]
                night.act(scout, type="reveal", cell=night.look(scout)["view"]["my_open"][0]).ok()
            case "next":
                night.act(0, type="next_round").ok()
            case "leave":
                night.act(0, type="leave", seat=2).ok()


@pytest.mark.parametrize("case", SPANS)
def test_every_span(each_app: Flask, case: str) -> None:
    steps, says, phase, locked = SPANS[case]
    night = _night(each_app)
    _do(night, steps)
    before = _views(night)
    look = night.look()
    assert look["undo"].startswith(says)
    night.tap("undo").ok()
    after = night.look()
    assert after["view"]["phase"] == phase
    assert [seat["locked"] for seat in after["view"]["seats"]] == locked
    assert after["redo"].removeprefix("Redo: ").startswith(says.removeprefix("Undo: "))
    night.tap("redo").ok()
    for one, other in zip(_views(night), before, strict=True):
        assert {**one, "draft": None} == other
    night.verify(each_app)


def test_a_new_step_ends_redo(each_app: Flask) -> None:
    night = _night(each_app)
    night.act(0, type="word", text="one").ok()
    night.tap("undo").ok()
    night.act(0, type="word", text="two").ok()
    assert night.look()["redo"] is None
    night.tap("redo").no(422, "unfit")


def test_who_may_undo_what(each_app: Flask) -> None:
    night = _night(each_app).to_reveal(SAME)
    night.act(0, type="reveal", cell=0).ok()
    night.act(1, type="reveal", cell=1).ok()
    assert [night.look(who)["undo"] is not None for who in (0, 1, 2, None)] == [True, True, False, False]
    night.tap("undo", 2).no(403)
    night.tap("undo", Phone(night.host.send)).no(401)
    night.tap("undo", 1).ok()
    assert [night.look(who)["redo"] is not None for who in (0, 1, 2, None)] == [True, True, False, False]
    night.tap("redo", 2).no(403)
    night.tap("redo", 1).ok()
    night.tap("undo", 1).ok()
    night.tap("undo", 1).no(403)
    night.tap("undo", 0).ok()
    night.tap("redo", 1).no(403)


def test_secret_steps_are_undone_by_the_host_alone(each_app: Flask) -> None:
    night = _night(each_app).begin()
    night.lock(1, [1]).ok()
    assert night.look(1)["undo"] is None
    night.tap("undo", 1).no(403)
    assert night.look(0)["undo"] is not None


def test_reopening_never_says_who_was_last(each_app: Flask) -> None:
    told = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        night = _night(each_app)
        _do(night, ["begin", *order])
        log = night.host.get(f"{night.at}/log").ok()
        closing = [(line["text"], line["by"]) for line in log][-1]
        night.tap("undo").ok()
        undone = [(line["text"], line["by"], line["undone"]) for line in night.host.get(f"{night.at}/log").ok()[-2:]]
        told.append((closing, undone, [night.look(who)["redo"] for who in (0, None)]))
    assert told[0] == told[1] == told[2]
    assert told[0][0][1] is None


def test_the_selection_reopened_can_be_changed_and_closed_again(each_app: Flask) -> None:
    night = _night(each_app)
    _do(night, ["begin", 0, 1, 2])
    night.tap("undo").ok()
    night.lock(2, [7]).ok()
    night.lock(0, [7]).ok()
    night.lock(1, [7]).no(422)
    night.lock(1, [7], closing=True).ok()
    assert [seat["count"] for seat in night.look()["view"]["seats"]] == [1, 1, 1]
    night.verify(each_app)


# Results


def _results(app: Flask) -> list[Any]:
    return [row.body for row in rows(app, Result.__table__.select())]


def _finish(app: Flask) -> Night:
    night = _night(app)
    for number in range(4):
        if number:
            night.act(0, type="next_round").ok()
        night.play_round([[0, 1], [0, 1], [0, 2]])
    assert night.look()["status"] == "finished"
    return night


def test_a_result_is_stored_once_with_names_and_places(each_app: Flask) -> None:
    night = _finish(each_app)
    (body,) = _results(each_app)
    outcome = night.look()["view"]["outcome"]
    assert (body["places"], body["points"], body["winners"]) == (
        outcome["places"], outcome["points"], outcome["winners"],
    )  # fmt: skip
    assert body["names"] == ["Ana", "Bo", "Chiyo"]
    assert body["house"] == []
    assert night.look()["ended_at"] is not None
    night.act(0, type="next_round").no(422)
    night.tap("again").ok()
    assert len(_results(each_app)) == 1


def test_a_result_is_withdrawn_with_the_end_and_written_anew(each_app: Flask) -> None:
    night = _finish(each_app)
    (before,) = _results(each_app)
    night.tap("undo").ok()
    look = night.look()
    assert (look["status"], look["ended_at"], look["view"]["outcome"]) == ("playing", None, None)
    assert _results(each_app) == []
    night.verify(each_app)
    night.tap("redo").ok()
    assert _results(each_app) == [before]
    for _ in range(3):
        night.tap("undo").ok()
    night.tap("undo").ok()
    assert _results(each_app) == []
    while night.look()["view"]["phase"] != "opening":
        night.tap("undo").ok()
    night.play_round([[3], [3], [3]])
    (after,) = _results(each_app)
    assert after["points"] != before["points"]
    assert night.look()["status"] == "finished"
    night.verify(each_app)


def test_ending_early_is_a_decision_of_the_table(each_app: Flask) -> None:
    night = _night(each_app)
    night.play_round(SAME)
    night.act(0, type="leave", seat=2).ok()
    night.act(0, type="end_early").ok()
    (body,) = _results(each_app)
    assert body["house"]
    night.tap("undo").ok()
    assert _results(each_app) == []
    night.verify(each_app)


def test_undo_and_redo_are_rows_of_the_log_and_take_nothing_away(each_app: Flask) -> None:
    night = _night(each_app)
    _do(night, ["begin", 0, 1, 2])
    before = [(row.seq, row.kind, row.body) for row in rows(each_app, Entry.__table__.select().order_by(Entry.seq))]
    for what in ("undo", "redo", "undo"):
        night.tap(what).ok()
    after = [(row.seq, row.kind, row.body) for row in rows(each_app, Entry.__table__.select().order_by(Entry.seq))]
    assert after[: len(before)] == before
    assert [(kind, body) for _seq, kind, body in after[len(before) :]] == [
        ("undo", {"count": 3}), ("redo", {"count": 3}), ("undo", {"count": 3}),
    ]  # fmt: skip
