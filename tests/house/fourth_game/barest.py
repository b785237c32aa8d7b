"""Lamps without all that a game may leave out, under the name of Candles: nothing in the house misses it.

Runs only in the copy of the house that ``tests/house/test_fourth_game.py`` makes.
"""

from __future__ import annotations

import pytest
from flask import Flask

from app.games import GAMES
from tests.house.fourth_game.people import TURNS, Reader, words
from tests.leagues.clubs import open_club
from tests.players import Night, fresh_key, in_process, open_night

PAGES = ("", "/tv", "/tv/screen", "/people", "/people/1", "/log", "/receipt", "/receipt?as=text", "/correct",
         "/house-rules", "/judge", "/record.json")  # fmt: skip


def night_of(app: Flask, turns: int) -> Night:
    night = open_night(in_process(app), 3, "candles")
    night.host.post(f"{night.at}/start", key=fresh_key()).ok()
    for number, lamps in enumerate(TURNS[:turns]):
        night.act(number % 3, type="light", lamps=lamps).ok()
    return night


def test_it_leaves_out_what_may_be_left_out() -> None:
    game = GAMES["candles"]
    assert (game.questions, game.kept, game.quiet, game.club.short, game.club.records) == ((), (), frozenset(), "", ())


@pytest.mark.parametrize("turns", [0, 2, len(TURNS)])
def test_every_page_of_its_table_is_there(app: Flask, turns: int) -> None:
    night = night_of(app, turns)
    client = app.test_client()
    for token in (night.host.token, None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for path in PAGES:
            got = client.get(f"/t/{night.code}{path}", headers=headers, follow_redirects=True)
            assert got.status_code == 200, (path, words(got.text))


def test_its_lobby_starts_without_a_question(app: Flask) -> None:
    ana, bo = (Reader(app.test_client(), name) for name in ("Ana", "Bo"))
    at = ana.send("/new", game="candles", name="Ana")
    bo.send(f"/j/{at.rpartition('/')[2]}", name="Bo")
    ana.send(f"{at}/start")
    assert "It is the turn of Ana." in bo.page(at)


def test_the_judge_leads_to_its_rules(app: Flask) -> None:
    ana = Reader(app.test_client(), "Ana")
    assert ana.client.get("/judge/candles").headers["Location"] == "/rules/candles"
    assert "/judge/candles" not in ana.get("/judge")
    assert "A lit lamp stays lit." in ana.page("/rules/candles")
    ana.get("/judge/candles/may", 404)


def test_a_league_counts_it_by_places(app: Flask) -> None:
    night = night_of(app, len(TURNS))
    club = open_club(in_process(app), people=("Ana", "Bo", "Chiyo"))
    club.enter(night.host, "member").ok()
    club.save(night).ok()
    assert club.ranks(game="candles")["Chiyo"][0] == 1
