"""Whoever sits at the table proposes a correction; the host decides it, once."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.players import Night, Phone, in_process, open_night
from tests.tables.righting import MARKS, amend, decide, edit, entry, log_lines, points, quest, results, stored


def _scored(app: Flask) -> Night:
    return open_night(in_process(app), people=3).start().play_round(MARKS)


def _edits(night: Night) -> list[Any]:
    return [edit(entry(night, "lock", 2), {"cells": [0, 1]}), edit(entry(night, "reveal", 2), None)]


def _open(night: Night) -> list[Any]:
    return list(night.host.get(f"{night.at}/amendments").ok()["open"])


def test_a_proposal_waits_for_the_host_and_is_saved_with_a_yes(each_app: Flask) -> None:
    night = _scored(each_app)
    asked = amend(night, 2, *_edits(night), why="I had A2.").ok()
    assert points(night) == [5, 5, 2]
    assert [night.look(who)["proposals"] for who in (0, 1, 2, None)] == [1, 0, 0, 0]
    (waiting,) = _open(night)
    assert (waiting["id"], waiting["by"], waiting["why"], waiting["trouble"]) == (
        asked["proposal"],
        2,
        "I had A2.",
        None,
    )
    assert waiting["effect"]["points"] == {"before": [5, 5, 2], "after": [4, 4, 4]}
    assert log_lines(night)[-1]["text"] == "Chiyo proposes a correction. Why: I had A2."
    decide(night, 1, waiting["id"], True).no(403)
    done = decide(night, 0, waiting["id"], True).ok()
    assert points(night) == [4, 4, 4]
    assert (done["table"]["proposals"], _open(night)) == (0, [])
    assert log_lines(night)[-1]["text"].startswith(
        "Ana corrected, as Chiyo proposed: “Chiyo had marked A1, A3.” is now"
    )
    assert stored(each_app)[-1][2]["proposed_by"] == night.ids[2]
    night.verify(each_app)


def test_a_no_and_taking_it_back(each_app: Flask) -> None:
    night = _scored(each_app)
    first = amend(night, 2, *_edits(night)).ok()["proposal"]
    decide(night, 0, first, False).ok()
    assert log_lines(night)[-1]["text"] == "The host said no to a correction that Chiyo proposed."
    second = amend(night, 2, *_edits(night)).ok()["proposal"]
    decide(night, 1, second, False).no(403)
    decide(night, 2, second, False).ok()
    assert log_lines(night)[-1]["text"] == "Chiyo took a proposal back."
    for number in (first, second):
        decide(night, 0, number, True).no(410)
    assert points(night) == [5, 5, 2]


def test_deciding_with_the_same_tap_counts_once(each_app: Flask) -> None:
    night = _scored(each_app)
    number = amend(night, 2, *_edits(night)).ok()["proposal"]
    seen = night.look()["seq"]
    answers = [decide(night, 0, number, True, key="the-same-tap", seen=seen).ok() for _ in range(2)]
    assert answers[0]["seq"] == answers[1]["seq"]
    assert [answer["replayed"] for answer in answers] == [False, True]
    assert night.look()["corrections"] == 1


def test_a_yes_to_what_one_has_not_seen_is_stale(each_app: Flask) -> None:
    night = _scored(each_app)
    number = amend(night, 2, *_edits(night)).ok()["proposal"]
    seen = night.look()["seq"]
    night.act(0, type="next_round").ok()
    decide(night, 0, number, True, seen=seen).no(409, "stale")
    decide(night, 0, number, True, seen=None).no(400)
    decide(night, 0, number, True).ok()


def test_a_proposal_that_does_not_fit_any_more(each_app: Flask) -> None:
    night = _scored(each_app)
    number = amend(night, 2, *_edits(night)).ok()["proposal"]
    for _ in range(2):
        night.tap("undo").ok()
    (waiting,) = _open(night)
    assert waiting["effect"] is None
    assert waiting["trouble"].startswith("What this proposal is about has changed.")
    decide(night, 0, number, True).no(422, "unfit")
    decide(night, 0, number, False).ok()


def test_a_proposal_that_became_impossible_says_what(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    night.act(0, type="play", card="blue-6").ok()
    number = amend(night, 1, edit(entry(night, "play"), {"card": "red-3"})).ok()["proposal"]
    night.act(1, type="play", card="red-3").ok()
    night.act(2, type="play", card="red-3").ok()
    (waiting,) = _open(night)
    assert [one["kind"] for one in waiting["effect"]["changes"]].count("impossible") == 1
    decide(night, 0, number, True).no(422, "refusal")
    night.verify(each_app)


def test_a_finished_game_asks_for_a_reason_here_too(each_app: Flask) -> None:
    night = _scored(each_app)
    number = amend(night, 2, {"after": 0, "action": {"type": "word", "text": "x"}}, why="").ok()["proposal"]
    for _ in range(3):
        night.act(0, type="next_round").ok()
        night.play_round(MARKS)
    decide(night, 0, number, True).no(400)
    decide(night, 0, number, True, why="It was that word.").ok()
    assert results(each_app)[0]["corrections"] == 1
    night.verify(each_app)


def test_proposals_of_nobody_and_of_other_tables(each_app: Flask) -> None:
    night, other = _scored(each_app), _scored(each_app)
    number = amend(night, 2, *_edits(night)).ok()["proposal"]
    for wrong in (0, number + 1, 10**30):
        decide(night, 0, wrong, True).no(404)
    decide(other, 0, number, True).no(404)
    amend(night, Phone(night.host.send), *_edits(night)).no(401)


def test_not_more_proposals_than_a_host_can_read(each_app: Flask) -> None:
    night = _scored(each_app)
    for number in range(10):
        amend(night, 1, {"after": 0, "action": {"type": "word", "text": f"word {number}"}}).ok()
    amend(night, 2, *_edits(night)).no(429, "too-many")
    amend(night, 0, *_edits(night)).ok()


def test_back_to_the_lobby_forgets_them(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=4).start()
    night.act(0, type="word", text="whisper").ok()
    amend(night, 3, edit(entry(night, "word"), {"text": "storm"})).ok()
    night.tap("undo").ok()
    night.tap("lobby").ok()
    assert night.look()["proposals"] == 0
    night.host.delete(f"{night.at}/seats/{night.ids[3]}").ok()
    night.start()
    night.verify(each_app)
