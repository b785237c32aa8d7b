"""The page "What if?": what can be chosen can be done, the answer is what would happen, and nothing is stored."""

from __future__ import annotations

import html
import json
import re
import threading
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from app.games import GAMES
from app.tables import whatif
from tests.players import Answer, Night, in_process, open_night
from tests.tables.righting import MARKS, log_lines, quest, stored
from tests.tables.test_amend_pages import TABLES

CHOICE = re.compile(r'name="to" value="([^"]*)" required><span>([^<]*)</span>')
#: What differs between two tables that are the same: a fresh key per form, and their codes.
KEY = re.compile(r'name="key" value="[^"]*"')


def ask(night: Night, who: int | None = 0, language: str = "en", **fields: Any) -> Answer:
    """The page, or with fields its answer."""
    headers = {"Cookie": f"lang={language}"}
    if who is not None:
        headers["Authorization"] = f"Bearer {night.phones[who].token}"
    body = None
    if fields:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        pairs = [(n, one) for n, value in fields.items() for one in (value if isinstance(value, list) else [value])]
        body = "&".join(f"{name.rstrip('_')}={quote(str(value))}" for name, value in pairs).encode()
    return night.host.send("POST" if fields else "GET", f"/t/{night.code}/whatif", body, headers)


def text(answer: Answer) -> str:
    return html.unescape(answer.raw.decode())


def choices(night: Night, who: int | None = 0) -> dict[str, dict[str, Any]]:
    """What can be chosen, by its sentence."""
    found = CHOICE.findall(ask(night, who).raw.decode())
    return {html.unescape(says): json.loads(html.unescape(value)) for value, says in found}


def tell(night: Night, choice: dict[str, Any], who: int = 0, **more: Any) -> Answer:
    return ask(night, who, to=json.dumps(choice), seen=night.look()["seq"], **more)


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_choice_is_told_and_none_is_stored(each_app: Flask, game: str) -> None:
    night = TABLES[game](each_app)
    rows, look = stored(each_app), night.look(None)
    found = choices(night)
    for says, choice in list(found.items())[:25]:
        answer = tell(night, choice)
        assert answer.status == 200, (says, text(answer)[:300])
        assert says.split(". ")[0].rstrip(".") in text(answer)
        assert "This did not happen. Nothing is saved." in text(answer)
    assert stored(each_app) == rows
    assert night.look(None) == look


def test_actions_that_read_alike_in_the_log_can_be_told_apart(each_app: Flask) -> None:
    """Two decks can show the same card."""
    night = TABLES["stellarion"](each_app)
    night.tap("undo").ok()
    view = night.look()["view"]
    wanted = {tuple(sorted(one["cards"])) for one in view["coordinates"]}
    offered = [choice for choice in choices(night).values() if choice["type"] == "coordinate"]
    assert len(wanted) > 1
    assert {tuple(sorted(one["cards"])) for one in offered} == wanted


def test_what_was_told_is_what_happens_when_it_is_done(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    says = "Ana plays blue 6."
    told = text(tell(night, choices(night)[says]))
    fields = dict(re.findall(r'name="(key|seen|for|type|card)" value="([^"]*)"', told.split('id="do"')[1]))
    assert fields["card"] == "blue-6"
    headers = {"Authorization": f"Bearer {night.phones[0].token}", "Content-Type": "application/x-www-form-urlencoded"}
    body = "&".join(f"{name}={quote(value)}" for name, value in fields.items()).encode()
    assert night.host.send("POST", f"/t/{night.code}/do", body, headers).status in (200, 303)
    assert log_lines(night)[-1]["text"] == says
    assert log_lines(night)[-1]["why"][0]["text"] in told


def test_points_and_winner_are_shown_before_they_are_won(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    for seat, card in enumerate(("blue-6", "blue-5", "blue-4")):
        night.act(seat, type="play", card=card).ok()
    told = text(tell(night, choices(night)["Ana takes blue 6."]))
    assert re.search(r'<tr class="moved">.*?Ana.*?<td>5</td><td>6</td>', told, re.DOTALL)


def test_who_may_choose_what(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    assert {choice["type"] for choice in choices(night, 0).values()} >= {"play", "draw", "leave", "decide", "recording"}
    assert choices(night, 1) == {}  # it is Ana's turn
    night.act(0, type="play", card="blue-6").ok()
    assert {choice["type"] for choice in choices(night, 1).values()} == {"play", "draw"}
    assert {choice["for"] for choice in choices(night, 1).values()} == {1}
    assert tell(night, choices(night, 1)["Bo plays blue 5."], who=2).status == 403
    assert ask(night, None).status == 401


def test_what_is_no_choice(each_app: Flask) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    seen = night.look()["seq"]
    assert ask(night, 0, seen=seen).status == 400
    play = '{"type": "play", "card": "blue-%s", "for": %s}'
    for wrong in ("x", "[]", "3", "{}", '{"type": "win"}', play % (9, 0), play % (6, '"x"'), play % (6, 99)):
        assert ask(night, 0, to=wrong, seen=seen).status in (400, 404), wrong
    fine = choices(night)["Ana plays blue 6."]
    night.act(0, type="play", card="blue-5").ok()
    assert ask(night, 0, to=json.dumps(fine), seen=seen).status == 409
    assert ask(open_night(in_process(each_app), 3)).status in (409, 410, 422)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_the_table_leads_there(each_app: Flask, language: str) -> None:
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    headers = {"Authorization": f"Bearer {night.phones[0].token}", "Cookie": f"lang={language}"}
    menu = night.host.send("GET", f"/t/{night.code}/people", None, headers).raw.decode()
    assert f'href="/t/{night.code}/whatif"' in menu
    page = ask(night, 0, language)
    assert page.status == 200
    assert f'<html lang="{language}"' in page.raw.decode()


# Nothing secret


def _worlds(app: Flask, there: list[int]) -> list[Night]:
    """Two tables that differ only in what Bo has marked and nobody was shown."""
    worlds = []
    for marks in ([0, 3, 4], there):
        night = open_night(in_process(app), people=3).start().begin()
        night.lock(1, marks).ok()
        worlds.append(night)
    return worlds


def _bytes(night: Night, answer: Answer) -> str:
    return KEY.sub("", answer.raw.decode()).replace(night.code, "CODE")


def _same(one: Night, two: Night, who: int | None) -> int:
    """The page, and the answer to everything that can be sent from it and to much that cannot: the same bytes."""
    pages = [ask(night, who) for night in (one, two)]
    assert pages[0].status == pages[1].status
    assert _bytes(one, pages[0]) == _bytes(two, pages[1])
    if who is None:
        return 1
    sent: list[dict[str, Any]] = [{"to": json.dumps(choice)} for choice in choices(one, who).values()]
    for cell in range(15):
        sent.append({"type": "lock", "field": "cells", "for_": who, "ticked": [cell, 14]})
        sent += [{"to": json.dumps({"type": "reveal", "cell": cell, "for": seat})} for seat in range(3)]
    sent += [
        {"to": json.dumps({"type": kind, "for": seat, **more})}
        for seat in range(3)
        for kind, more in (("withdraw", {}), ("lock", {"cells": [1]}), ("lock", {"from_draft": True}))
    ]
    sent += [{"to": json.dumps({"type": kind, "seat": 1})} for kind in ("leave", "return")]
    sent += [{"to": json.dumps({"type": kind})} for kind in ("begin", "place_lanterns", "next_round", "end_early")]
    for fields in sent:
        answers = [ask(night, who, seen=night.look()["seq"], **fields) for night in (one, two)]
        assert answers[0].status == answers[1].status, fields
        assert _bytes(one, answers[0]) == _bytes(two, answers[1]), fields
    return len(sent)


@pytest.mark.parametrize("who", [0, 2, None], ids=["the host", "a player", "nobody"])
def test_two_worlds_give_the_same_bytes(app: Flask, who: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ana (the host) and Chiyo try everything while people mark, when all are announced, and when cards are shown."""
    one, two = _worlds(app, [0, 8, 9])
    assert _same(one, two, who)
    for night in (one, two):
        night.lock(0, [0, 1]).ok()
        night.lock(2, [0], closing=True).ok()
    assert _same(one, two, who)
    for night in (one, two):
        night.act(0, type="place_lanterns").ok()
        night.act(0, type="reveal", cell=0).ok()
    assert _same(one, two, who)


def test_ones_own_marks_are_tried_and_stay_out_of_the_address(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    page = text(ask(night, 1))
    assert 'id="own"' in page
    assert "While people choose in secret" in page
    told = ask(night, 1, type="lock", field="cells", for_=1, ticked=[3, 4], seen=night.look()["seq"])
    assert told.status == 200
    assert "Nobody would see it in the log." in text(told)
    assert night.look(1)["view"]["my_marks"] is None
    assert 'method="get"' not in page
    eleven = ask(night, 1, type="lock", field="cells", for_=1, ticked=list(range(11)), seen=night.look()["seq"])
    assert eleven.status == 422
    night.lock(0, [0]).ok()
    night.lock(2, [0]).ok()
    assert 'id="own"' not in text(ask(night, 1))  # the last one's lock would end it


def test_after_the_announcement_the_host_sees_the_next_step(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin().lock_all(MARKS)
    found = choices(night)
    assert "The lanterns stand. Ana is the first to point." in found
    assert choices(night, 1) == {}
    told = text(tell(night, found["The lanterns stand. Ana is the first to point."]))
    assert "This did not happen." in told


def test_games_are_all_there() -> None:
    assert set(TABLES) == set(GAMES)


@pytest.mark.parametrize("part", ["choices", "preview"])
def test_a_page_says_the_number_that_it_was_worked_out_from(
    each_app: Flask, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Another phone acts between the answer and its page: what is done then was looked at before that."""
    night = quest(open_night(in_process(each_app), people=3, game="stella_quest"))
    seen, choice, real = night.look()["seq"], choices(night)["Ana plays blue 6."], getattr(whatif, part)

    def slowly(*given: Any, **more: Any) -> Any:
        told = real(*given, **more)
        other = threading.Thread(target=lambda: night.act(0, type="play", card="blue-5").ok())
        other.start()
        other.join()
        return told

    monkeypatch.setattr(whatif, part, slowly)
    page = text(ask(night) if part == "choices" else tell(night, choice))
    assert night.look()["seq"] == seen + 1
    assert set(re.findall(r'name="seen" value="(\d+)"', page)) == {str(seen)}
