"""The lobby's form of a game with expansions: a browser sends what the page hides, and a "no" says which question."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.players import Night, fresh_key, in_process, open_night

BOARD = {"spaces": "20", "meteors": ["5", "10", "15", "18"]}

#: What was ticked and filled in, and what is played then.
PLAYED = {
    "the sun's board, and the sun not ticked": (BOARD, [], None),
    "a Voyage, and no expansion ticked": ({"advanced": ["alpha"]}, [], None),
    "a Theory, and theories not ticked": ({"theory": "ship", "breakthrough": "radar"}, [], None),
    "the sun with its board": ({"expansions": ["sun"], "advanced": ["alpha"], **BOARD}, ["sun"], 20),
}

#: What was ticked and filled in, and a word of the question to look at.
REFUSED = {
    "no advanced Voyage": ({"expansions": ["sun"]}, "advanced Voyages"),
    "half a board": ({"expansions": ["sun"], "advanced": ["alpha"], "spaces": "20"}, "Meteor spaces"),
    "no Theory": ({"expansions": ["theories"], "advanced": ["alpha"], "breakthrough": "radar"}, "Theory token"),
    "no Breakthrough": ({"expansions": ["theories"], "advanced": ["alpha"], "theory": "ship"}, "Breakthrough token"),
    "no columns": ({"expansions": ["mirrors"]}, "both columns"),
}


def _start(app: Flask, night: Night, fields: object) -> tuple[int, str]:
    client = app.test_client()
    client.set_cookie("starkeeper", str(night.host.token))
    answer = client.post(f"/t/{night.code}/start", data={"stars": "1", **dict(fields), "key": fresh_key()})  # type: ignore[call-overload]
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.parametrize("name", PLAYED)
def test_answers_to_hidden_questions_are_left_out(app: Flask, name: str) -> None:
    fields, expansions, spaces = PLAYED[name]
    night = open_night(in_process(app), 1, "stellarion")
    assert _start(app, night, fields)[0] < 400
    options = night.host.get(f"{night.at}/record").ok()["options"]
    assert (options["expansions"], options["spaces"]) == (expansions, spaces)


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_set_up_names_the_question(app: Flask, name: str) -> None:
    fields, word = REFUSED[name]
    night = open_night(in_process(app), 1, "stellarion")
    status, page = _start(app, night, fields)
    assert status == 400
    assert word in page


def test_an_expansion_of_the_last_game_can_be_unticked(app: Flask) -> None:
    night = open_night(in_process(app), 1, "stellarion")
    assert _start(app, night, {"expansions": ["sun"], "advanced": ["alpha"], **BOARD})[0] < 400
    night.tap("lobby").ok()
    assert _start(app, night, BOARD)[0] < 400
    assert night.host.get(f"{night.at}/record").ok()["options"]["expansions"] == []
