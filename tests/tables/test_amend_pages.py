"""The pages about what happened, for every line of a game: they come in each language, and nothing of then acts."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from tests.browser.tour_stellarion import EXPANSIONS
from tests.conformance.drivers import DRIVERS
from tests.players import Night, fresh_key, in_process, open_night
from tests.tables.righting import MARKS, amend, edit, entries, entry, quest, quest_round


def _get(night: Night, path: str, who: int | None = 0, language: str = "en") -> tuple[int, str]:
    headers = {"Cookie": f"lang={language}"}
    if who is not None:
        headers["Authorization"] = f"Bearer {night.phones[who].token}"
    got = night.host.send("GET", f"/t/{night.code}{path}", None, headers)
    return got.status, got.raw.decode()


def _post(night: Night, path: str, who: int = 0, **fields: str) -> tuple[int, str]:
    headers = {
        "Authorization": f"Bearer {night.phones[who].token}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = "&".join(f"{name}={quote(value)}" for name, value in {"key": fresh_key(), **fields}.items())
    got = night.host.send("POST", f"/t/{night.code}{path}", body.encode(), headers)
    return got.status, got.headers.get("Location") or got.raw.decode()


def _stella(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start().play_round(MARKS)
    night.act(0, type="next_round").ok()
    return night.to_reveal(MARKS)


def _quest(app: Flask) -> Night:
    night = quest(open_night(in_process(app), people=3, game="stella_quest"))
    return quest_round(night, ["blue-6", "green-1", "red-2"], "blue-6", "red-2")


def _stellarion(app: Flask) -> Night:
    night = open_night(in_process(app), 2, "stellarion")
    night.host.post(f"{night.at}/start", key=fresh_key(), **EXPANSIONS).ok()
    while "reveal" in (view := night.look(0)["view"])["can"]:
        deck = next(each for each in view["decks"] if each["due"])
        night.act(0, type="reveal", deck=deck["deck"], card=deck["following"][0]["card"]).ok()
    pair = night.look(0)["view"]["coordinates"][0]["cards"]
    night.act(0, type="coordinate", cards=pair).ok()
    return night


TABLES: dict[str, Any] = {"stella": _stella, "stella_quest": _quest, "stellarion": _stellarion}


def test_the_tables_are_those_of_all_games() -> None:
    assert TABLES.keys() == DRIVERS.keys()


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_moment_is_shown_and_nothing_on_it_acts(each_app: Flask, game: str) -> None:
    night = TABLES[game](each_app)
    for row in range(1, night.look()["seq"] + 1):
        for who in (0, 1, None):
            status, html = _get(night, f"/at/{row}", who, random.Random(row).choice(("en", "fr", "ja")))
            assert status == 200, (row, who)
            assert not re.search(r"<form|<button|<script|data-peek|type=\"(radio|checkbox)\"", html), (row, who)


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_entry_can_be_asked_about_and_looked_at_changed(each_app: Flask, game: str) -> None:
    night = TABLES[game](each_app)
    for of in entries(night):
        status, html = _get(night, f"/correct?seq={of['seq']}&part={of['part']}")
        assert (status, "Traceback" in html) == (200, False)
        for way in ("insert", "any"):
            assert _get(night, f"/correct?seq={of['seq']}&{way}=1", language="fr")[0] == 200
        status, html = _get(night, f"/correct/preview?edits=[{of['seq']}]")
        assert status in (200, 422)
        assert "<h1" in html
    for path in (
        "/log",
        "/correct",
        "/correct?seq=0&insert=1",
        "/corrections",
        "/receipt",
        "/receipt?as=text",
        "/house-rules",
    ):
        for language in ("en", "fr", "ja"):
            assert _get(night, path, language=language)[0] == 200, path


def test_what_is_typed_stays_when_it_cannot_be_saved(each_app: Flask) -> None:
    night = _quest(each_app)
    play = entry(night, "play", 1)
    edits = json.dumps([{"seq": play["seq"], "action": {"type": "play", "card": "green-2"}}])
    seen = str(night.look()["seq"])
    status, html = _post(night, "/correct", edits=edits, seen=seen, why="x" * 201)
    assert status == 400
    assert "x" * 201 in html
    night.act(0, type="play", card="blue-2", for_=night.look(None)["view"]["turn"]).ok()
    status, html = _post(night, "/correct", edits=edits, seen=seen, why="It was red.")
    assert status == 409
    assert "It was red." in html
    assert "green-2" in html
    status, where = _post(night, "/correct", edits=edits, seen=str(night.look()["seq"]), why="It was red.")
    assert (status, where.endswith("/log")) == (303, True)
    html = _get(night, "/log")[1]
    assert "<del>Bo plays green 1.</del>" in html
    assert "<ins>Bo plays green 2.</ins>" in html
    assert "It was red." in html


def test_a_choice_becomes_an_edit_and_an_address(each_app: Flask) -> None:
    night = _quest(each_app)
    play = entry(night, "play", 1)
    chosen = quote(json.dumps({"type": "play", "seat": 1, "card": "green-2"}))
    got = night.host.send(
        "GET",
        f"/t/{night.code}/correct/preview?seq={play['seq']}&to={chosen}&edits=[3]",
        None,
        {"Authorization": f"Bearer {night.host.token}"},
    )
    assert got.status == 303
    status, html = _get(night, f"/correct/preview?seq={play['seq']}")
    assert status == 400
    assert "Choose what it should have been." in html
    assert _get(night, "/correct/preview?edits={")[0] == 400
    assert _get(night, "/correct/preview?edits=[true]")[0] == 400


def test_the_receipt_as_text_tells_corrections_and_house_rules(each_app: Flask) -> None:
    night = _quest(each_app)
    amend(night, 0, edit(entry(night, "play", 1), {"card": "green-2"}), why="It was red.").ok()
    assert _post(night, "/house-rules", rule="stella_quest.no-such", text="So.")[0] == 400
    rule = next(iter(_rules(night)))
    status, _where = _post(night, "/house-rules", rule=rule, text="We draw two.")
    assert status == 303
    status, text = _get(night, "/receipt?as=text")
    assert status == 200
    for words in ("Stella Quest", "Ana", "Bo plays green 1. → Bo plays green 2.", "Why: It was red.", "We draw two."):
        assert words in text, text
    assert "&" not in text
    assert "\n\n\n" not in text
    row = night.look()["house_rules"][0]["seq"]
    assert _post(night, "/house-rules", row=str(row))[0] == 303
    assert night.look()["house_rules"] == []


def _rules(night: Night) -> list[str]:
    return re.findall(r'<option value="([^"]+)"', _get(night, "/house-rules")[1])
