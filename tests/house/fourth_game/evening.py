"""An evening of Lamps in a house that has never heard of it: its pages and its API, as people use them.

Runs only in the copy of the house that ``tests/house/test_fourth_game.py`` makes: there is no such game in this one.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.house.fourth_game.people import Reader, Table, night_of, words
from tests.players import fresh_key

# Before the game


def test_the_first_pages_offer_it(app: Flask) -> None:
    ana = Reader(app.test_client(), "Ana")
    assert re.search(r'name="game" value="lamps"', ana.get("/new"))
    assert "Lamps" in ana.page("/rules")
    assert "Lamps" in ana.page("/judge")


def test_the_lobby_asks_its_set_up_and_remembers_what_is_kept(finished: Table) -> None:
    ana = finished.host
    assert f"{finished.at[3:]} · Lamps" in ana.page("/")
    lobby = ana.get(ana.send("/new", game="lamps", name="Ana"))
    assert "Who plays first?" in words(lobby)
    assert 'name="lamps" type="number" min="5" max="15" value="9"' in lobby


def test_a_set_up_that_cannot_be_is_refused(app: Flask) -> None:
    ana, bo = (Reader(app.test_client(), name) for name in ("Ana", "Bo"))
    at = ana.send("/new", game="lamps", name="Ana")
    bo.send(f"/j/{at.rpartition('/')[2]}", name="Bo")
    assert "Check the set-up" in words(ana.send(f"{at}/start", 400, first_player="0", lamps="99"))
    ana.send(f"{at}/start", first_player="random", lamps="5")
    assert "It is the turn of" in bo.page(at)


# On the table


def test_whoever_is_on_turn_lights_lamps_and_the_others_wait(table: Table) -> None:
    assert "Light one lamp, or two." in table.people[0].page(table.at)
    assert "Waiting for Ana." in table.people[1].page(table.at)
    table.light(0, [1, 9])
    assert "It is the turn of Bo." in table.people[2].page(table.at)


REFUSALS = {
    "three at once": (0, [1, 2, 3], "Two lamps are the most.", "Lamps › Your turn"),
    "none": (0, [], "Nobody passes.", "Our reading"),
    "not on turn": (1, [1], "It is the turn of Ana.", "Lamps › Your turn"),
    "not in the row": (0, [14], "The row has 9 lamps.", "Lamps › Set-up"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_no_says_why_and_where_it_stands(table: Table, name: str) -> None:
    who, lamps, why, place = REFUSALS[name]
    told = words(table.light(who, lamps, status=422))
    assert why in told
    assert place in told


def test_the_hosts_own_action_moves_no_screen_on(table: Table) -> None:
    seen = table.seen(1)
    table.do(0, type="glow", colour="blue")
    assert 'data-colour="blue"' in table.people[1].get(table.at)
    assert table.people[1].send(f"{table.at}/do", 403, type="glow", colour="amber", seen=seen)
    table.people[0].send(f"{table.at}/do", type="light", lamps=[1], seen=seen)


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(table: Table) -> None:
    table.light(0, [1])
    assert "Undo: Ana lights lamp 1." in table.people[0].page(table.at)
    table.host.send(f"{table.at}/undo", seen=table.seen(0))
    assert "It is the turn of Ana." in table.people[1].page(table.at)
    table.host.send(f"{table.at}/redo", seen=table.seen(0))
    assert "It is the turn of Bo." in table.people[1].page(table.at)


def test_two_phones_at_once_the_slower_one_is_told_by_whom(app: Flask) -> None:
    night = night_of(app, 0)
    seen = night.look(0)["seq"]
    night.act(0, type="light", lamps=[1]).ok()
    told = night.act(0, type="light", lamps=[2], seen=seen, for_=0).no(409)
    assert "Ana lights lamp 1." in told["detail"]
    night.host.post(f"{night.at}/instead", type="light", lamps=[2], key=fresh_key(), seen=night.look(0)["seq"]).ok()
    assert night.look(None)["view"]["turns"] == [{"seat": 0, "lamps": [2]}]


def test_the_wall_and_a_watcher_see_it_and_can_do_nothing(table: Table, app: Flask) -> None:
    watcher = Reader(app.test_client(), "")
    for turn in ([1], None):
        assert "It is the turn of" in watcher.page(f"{table.at}/tv")
        assert watcher.get(f"{table.at}/tv/screen")
        assert "<form" not in watcher.get(f"{table.at}/tv")
        assert "Waiting for" in watcher.page(table.at)
        if turn:
            table.light(0, turn)


def test_every_page_of_a_table_comes_in_each_language(finished: Table) -> None:
    paths = ("", "/tv", "/people", "/log", "/receipt", "/receipt?as=text", "/correct", "/house-rules", "/judge")
    for language in ("en", "fr", "ja"):
        finished.host.client.set_cookie("lang", language)
        for path in paths:
            got = finished.host.client.get(finished.at + path, follow_redirects=True)
            assert got.status_code == 200, (language, path)
            assert "%(" not in got.text, (language, path)


#: What only a game with secrets, or with people who leave, has behind it: a "no", never a broken page.
ASIDE = ("/peek", "/sure/end-early", "/sure/gone?seat={seat}", "/made", "/may-play")


@pytest.mark.parametrize("path", ASIDE)
def test_what_this_game_does_not_have_is_no_broken_page(table: Table, path: str) -> None:
    seat = re.search(r"/people/(\d+)", table.host.get(f"{table.at}/people"))
    assert seat is not None
    assert table.host.client.get(table.at + path.format(seat=seat.group(1))).status_code < 500


@pytest.mark.parametrize("what", ["leave", "return", "end_early"])
def test_actions_that_it_does_not_know_are_malformed(table: Table, what: str) -> None:
    assert table.do(0, 400, type=what, seat="1")
