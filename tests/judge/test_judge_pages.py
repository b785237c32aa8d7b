"""The judge's pages and the rules: every key leads on, an address is a verdict, a table shows nothing secret."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.games import GAMES
from app.games.judging import Question
from app.games.kernel import Game
from app.judge import wire
from tests.judge.asked import IDS, QUESTIONS, many
from tests.players import Night, fresh_key, in_process, open_night

HREF = re.compile(r'href="([^"]+)"')
HEADLINE = re.compile(r'<h1 class="verdict"[^>]*>([^<]*)</h1>')
FRAGMENT = {"X-Starkeeper": "fragment"}

each = pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=IDS)


@pytest.fixture
def page(app: Flask) -> Callable[..., str]:
    """The page at an address, which must be there."""
    client: FlaskClient = app.test_client()

    def get(address: str, status: int = 200, **headers: str) -> str:
        answer = client.get(address, headers=headers)
        assert answer.status_code == status, (address, answer.status_code)
        return answer.get_data(as_text=True)

    return get


def links(text: str, start: str = "/judge") -> list[str]:
    return [html.unescape(found) for found in HREF.findall(text) if found.startswith(start)]


@each
def test_every_position_has_a_page(page: Callable[..., str], game: Game[Any, Any, Any], question: Question) -> None:
    for told in many(question, 25, seed=3):
        address = f"/judge/{game.key}/{question.key}?{wire.to_address(question, told)}"
        text = page(address, **FRAGMENT)
        assert HEADLINE.search(text)
        assert "%(" not in text
        assert html.escape(address.rstrip("?")) in text  # the way back from the language button


@each
def test_every_key_leads_on(page: Callable[..., str], game: Game[Any, Any, Any], question: Question) -> None:
    chance, address = random.Random(8), f"/judge/{game.key}/{question.key}"
    for _ in range(12):
        onward = links(page(address, **FRAGMENT), f"/judge/{game.key}/{question.key}")
        assert onward
        address = chance.choice(onward)


@each
def test_every_rule_that_is_cited_stands_on_the_page_of_rules(
    page: Callable[..., str], game: Game[Any, Any, Any], question: Question
) -> None:
    rules, readings = page(f"/rules/{game.key}"), page("/rules/readings")
    for told in many(question, 15, seed=4):
        text = page(f"/judge/{game.key}/{question.key}?{wire.to_address(question, told)}", **FRAGMENT)
        for link in links(text, "/rules/"):
            place, _sign, anchor = link.partition("#")
            assert not anchor or f'id="{anchor}"' in (readings if place.endswith("readings") else rules), link


def test_the_judge_opens_on_the_most_common_question(page: Callable[..., str]) -> None:
    assert "Which card lies on the pile?" in page("/judge/stella_quest")
    assert "How many had the card, scout included?" in page("/judge/stella")
    assert "Which cards, two to four?" in page("/judge/stellarion")
    for game in GAMES.values():
        assert (f"/judge/{game.key}" in page("/judge")) == bool(game.questions)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/judge/chess", 404), ("/judge/stella/chess", 404), ("/judge/stella/stars?markers=7", 400),
     ("/judge/stella/stars?markers=%00", 400), ("/judge/stella_quest/winner?cards=blue-7", 400),
     ("/judge/stella_quest/winner?top=green-4&cards=" + ".".join(["blue-1"] * 5), 400),
     ("/judge/stella_quest/points?lights=9.9", 400), ("/judge/stella_quest/points?lights=1.2&collections=1.1.1", 400),
     ("/judge/stella/dark?counts=" + "9." * 400, 400), ("/judge/stella/round?dark=yes", 400),
     ("/judge/stella/stars?markers=2&surprise=1", 200), ("/judge/stella?table=I0S5", 200),
     ("/judge/stella?table=ABCD&seats=x.-1.99999", 404), ("/t/ABCD/judge", 404)],
)  # fmt: skip
def test_wrong_addresses(page: Callable[..., str], address: str, status: int) -> None:
    text = page(address, status)
    if status >= 400:
        assert "Traceback" not in text


def test_a_wrong_code_in_the_way_back_counts_as_a_guess(app: Flask) -> None:
    """Names of a table are told to whoever has its code, and codes are not tried out here either."""
    from app.web.limits import _missed

    for address, counted in (("/judge/stella?table=ABCD", True), ("/judge/stella", False)):
        with app.test_request_context(address):
            answer = app.test_client().get(address)
            assert _missed(answer) == counted


# From a table


def _told(app: Flask, night: Night) -> str:
    answer = app.test_client().get(f"/t/{night.code}/judge")
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_from_a_table_of_stella(app: Flask) -> None:
    night = open_night(in_process(app), 4)
    assert _told(app, night) == f"/judge/stella?table={night.code}"
    night.start().begin()
    night.draft(0, [1, 2])
    night.lock(1, [0, 3, 5]).ok()
    assert _told(app, night) == f"/judge/stella/change?table={night.code}"
    night.lock(0, [0, 14]).ok()
    night.lock(2, [0]).ok()
    night.lock(3, [0, 1], closing=True).ok()
    assert _told(app, night) == f"/judge/stella/dark?counts=2.3.1.2&table={night.code}&seats=0.1.2.3"
    night.act(0, type="place_lanterns").ok()
    assert _told(app, night) == (
        f"/judge/stella/scout?players=open.open.open.open&first_card=1&table={night.code}&seats=0.1.2.3"
    )
    night.act(0, type="reveal", cell=0).ok()
    address = _told(app, night)
    assert address == f"/judge/stella/stars?markers=4&table={night.code}"
    text = app.test_client().get(address).get_data(as_text=True)
    assert "Spark: 2 stars each." in text
    assert f'href="/t/{night.code}"' in text
    assert "table=" not in re.findall(r'data-share="([^"]*)"', text)[0]


def test_from_a_table_of_stella_quest(app: Flask) -> None:
    night = open_night(in_process(app), 3, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=1).ok()
    night.act(0, type="first_card", card="green-4").ok()
    for seat, card in ((1, "blue-6"), (2, "green-1")):
        night.act(seat, type="play", card=card).ok()
    address = _told(app, night)
    assert address == (
        f"/judge/stella_quest/winner?top=green-4&cards=blue-6.green-1&players=3&table={night.code}&seats=1.2.0"
    )
    assert "Chiyo is ahead." in app.test_client().get(address).get_data(as_text=True)
    night.act(0, type="play", card="blue-4").ok()
    text = app.test_client().get(_told(app, night)).get_data(as_text=True)
    assert "Chiyo wins." in text


def test_from_a_table_of_stellarion(app: Flask) -> None:
    night = open_night(in_process(app), 1, "stellarion")
    night.host.post(f"{night.at}/start", key=fresh_key(), stars=1).ok()
    assert _told(app, night) == f"/judge/stellarion?table={night.code}"
    tops = ("alpha-ship", "beta-ship", "gamma-stars", "delta-planet", "beta-ship", "gamma-nebula", "beta-stars")
    decks = ("alpha", "beta", "gamma", "delta", "ship", "nebula", "stars", "planet")
    for deck, card in zip(decks, (*tops, "alpha-planet"), strict=True):
        night.act(0, type="reveal", deck=deck, card=card).ok()
    address = _told(app, night)
    cards = ".".join((*tops, "alpha-planet"))
    assert address == f"/judge/stellarion/lost?stars=1&cards={cards}&table={night.code}&seats=0"
    text = app.test_client().get(address).get_data(as_text=True)
    assert HEADLINE.findall(text) == ["No, not lost."]
    assert "Coordinate: Ship, major." in text
    night.act(0, type="coordinate", cards=["beta", "ship"]).ok()
    address = _told(app, night)
    assert address == f"/judge/stellarion/made?cards=beta-ship.beta-ship&table={night.code}"
    assert HEADLINE.findall(app.test_client().get(address).get_data(as_text=True)) == ["Coordinate: Ship, major."]


def test_a_share_address_says_the_same_without_the_table(app: Flask) -> None:
    night = open_night(in_process(app), 2, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    night.act(0, type="first_card", card="rest").ok()
    night.act(0, type="play", card="blue-6").ok()
    night.act(0, type="opponent", card="blue-6").ok()
    night.act(1, type="play", card="blue-1").ok()
    night.tap("undo").ok()
    client = app.test_client()
    text = client.get(_told(app, night)).get_data(as_text=True)
    shared = html.unescape(re.findall(r'data-share="([^"]*)"', text)[0])
    again = client.get(shared.partition("localhost")[2]).get_data(as_text=True)
    assert HEADLINE.findall(again) == HEADLINE.findall(text) == ["The opponent is ahead."]
    assert night.code not in again


# The rules


def test_rules_stand_in_sections_each_once(page: Callable[..., str]) -> None:
    for game in GAMES.values():
        text = page(f"/rules/{game.key}")
        assert re.findall(r'<li id="([^"]+)"', text) == list(game.rulebook)
    assert len(re.findall(r'id="part-', page("/rules/stella"))) > 4


def test_rules_are_searched_by_word_id_heading_and_without_accents(page: Callable[..., str]) -> None:
    def found(search: str, game: str = "stella", **headers: str) -> list[str]:
        return re.findall(r'<li id="[^.]+\.([^"]+)"', page(f"/rules/{game}?q={search}", **headers))

    assert found("super spark star") == ["super-spark", "darkness-penalty", "bonus-star-stays"]
    assert found("st-12") == ["st-12"]
    assert "spark" in found("ETAPE REVELER")
    assert "dark" in found("obscurite", Accept_Language="fr")
    assert found("スーパースパーク", Accept_Language="ja")
    assert found("<script>") == []
    assert "No rule has these words" in page("/rules/stella?q=zebra")
    assert len(found("")) == len(GAMES["stella"].rulebook)
    assert page("/rules/stella?q=" + "x" * 5000)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_wherever_a_ruling_is_shown_the_other_reading_is(app: Flask, language: str) -> None:
    """The readings, the rules, the verdict, Why? at the table, and the API."""
    client = app.test_client()
    client.set_cookie("lang", language)
    words = {"en": "The other reading:", "fr": "L’autre lecture\u00a0:", "ja": "別の解釈："}[language]
    readings = html.unescape(client.get("/rules/readings").get_data(as_text=True))
    rules = {
        rule["id"]: rule
        for game in GAMES
        for rule in client.get(f"/api/games/{game}/rules", headers={"Accept-Language": language}).json
    }
    rulings = [rule for rule in rules.values() if rule["kind"] == "ruling"]
    assert readings.count(words) == len(rulings)
    assert all(rule["other"] in readings for rule in rulings)
    assert not any(rule["other"] for rule in rules.values() if rule["kind"] != "ruling")
    stella = html.unescape(client.get("/rules/stella").get_data(as_text=True))
    assert rules["stella.st-1"]["other"] in stella
    verdict = html.unescape(client.get("/judge/stella/change?locked=me").get_data(as_text=True))
    assert f"{words} {rules['stella.st-1']['other']}" in verdict
    night = open_night(in_process(app), 2, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    night.act(0, type="first_card", card="rest").ok()
    for who in (0, 0, 1):
        night.act(who, type="opponent" if who == 0 and night.look()["view"]["opponent_turn"] else "play", card="rest")
    log = html.unescape(client.get(f"/t/{night.code}/log").get_data(as_text=True))
    assert f"{words} {rules['stella_quest.qu-13']['other']}" in log


def test_all_rulings_of_all_games_are_our_readings(page: Callable[..., str]) -> None:
    text = page("/rules/readings")
    rulings = [rule.id for game in GAMES.values() for rule in game.rulebook.values() if rule.kind == "ruling"]
    assert re.findall(r'<li id="([^"]+)"', text) == rulings
    assert {f"stellarion.sn-{number}" for number in range(1, 23)} <= set(rulings)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_page_in_every_language(app: Flask, language: str) -> None:
    client = app.test_client()
    client.set_cookie("lang", language)
    for game, question in QUESTIONS:
        told = next(iter(many(question, 1, seed=9)))
        address = f"/judge/{game.key}/{question.key}?{wire.to_address(question, told)}"
        text = client.get(address).get_data(as_text=True)
        assert f'<html lang="{language}"' in text
        assert "%(" not in text


def test_the_judge_is_told_the_position_of_any_line_of_the_log(app: Flask) -> None:
    night = open_night(in_process(app), 3, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    night.act(0, type="first_card", card="green-4").ok()
    then = night.act(0, type="play", card="blue-6").ok()["seq"]
    night.act(1, type="play", card="green-1").ok()
    client = app.test_client()

    def cards(more: str) -> list[str]:
        place = client.get(f"/t/{night.code}/judge{more}").headers["Location"]
        return re.findall(r"cards=([^&]*)", place)

    assert cards("") == ["blue-6.green-1"]
    assert cards(f"?at={then}") == ["blue-6"]
    assert client.get(f"/t/{night.code}/judge?at=999").status_code == 404
