"""Stellarion on real phones: a mission alone with the Glaucous Sun, and one of two people with all expansions."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from app.games.stellarion.state import Expansion
from tests.browser.conftest import sender
from tests.browser.handset import SMALL, House
from tests.browser.stellarion import Mission, begin
from tests.games.stellarion.playing import options
from tests.players import Night, Server, open_night

Open = Callable[[int], Night]
TOPS = (
    "alpha-ship",
    "beta-ship",
    "gamma-ship",
    "delta-ship",
    "alpha-ship",
    "alpha-nebula",
    "alpha-stars",
    "beta-planet",
)
DECKS = ("alpha", "beta", "gamma", "delta", "ship", "nebula", "stars", "planet")


@pytest.fixture
def stellarion(server: Server, address: str) -> Open:
    send = sender(server.port, address)
    return lambda people=1: open_night(send, people, "stellarion")


def turned_up(night: Night) -> Night:
    for deck, card in zip(DECKS, TOPS, strict=True):
        night.act(0, type="reveal", deck=deck, card=card).ok()
    return night


def test_a_mission_alone_with_the_glaucous_sun(house: House, stellarion: Open) -> None:
    night = stellarion(1)
    given = {"stars": 1, "expansions": ["sun"], "advanced": ["alpha"], "spaces": 20, "meteors": [5, 9, 13, 17]}
    (phone,) = house.seated(begin(night, given), 0)
    mission = Mission(night, (phone,), given, seed=19)
    assert list(mission.play())
    assert {"launch", "coordinate", "search", "retrieve", "look", "stock", "forfeit"} <= set(mission.kinds)
    assert night.look(None)["status"] == "finished"


def test_two_phones_with_all_expansions(house: House, stellarion: Open) -> None:
    night = stellarion(2)
    board = {"first_player": 0, "spaces": 20, "meteors": [5, 9, 13, 17]}
    given = options(random.Random(2), 2, frozenset(Expansion)) | board
    phones = house.seated(begin(night, given), 0, 1)
    wall = house.wall().go(f"/t/{night.code}/tv").stage("opening")
    mission = Mission(night, tuple(phones), given, seed=0)
    assert list(mission.play())
    wall.stage("finished")
    assert {"launch", "coordinate", "theory", "traverse", "take", "meteors"} <= set(mission.kinds)
    assert night.look(None)["status"] == "finished"


def test_set_up_by_taps_in_the_lobby(house: House, stellarion: Open) -> None:
    """All expansions: a tap per Voyage, tokens, and the board; the next table remembers the board."""
    night = stellarion(1)
    (phone,) = house.seated(night, 0, **SMALL)
    before = phone.taps
    for one in ("black_holes", "theories", "mirrors", "sun"):
        phone.tap(f"label.choice:has(#x-{one})")
    for galaxy in ("alpha", "beta", "gamma", "delta") * 4:
        phone.tap(f"[data-galaxy-key={galaxy}]")
    phone.tap("label:has([name=theory][value=ship])").tap("label:has([name=breakthrough][value=radar])")
    for at, space in zip(
        ("#spaces", *(f"[name=meteors] >> nth={n}" for n in range(4))), (30, 5, 11, 17, 23), strict=True
    ):
        phone.at(at).fill(str(space))
    phone.press("Start (1 player)").stage("opening")
    assert phone.taps - before <= 24
    view = night.look(None)["view"]
    assert view["voyages"]["total"] == 16
    assert view["voyages"]["left_column"] == ["alpha", "beta", "gamma", "delta"] * 2
    assert (view["sun"]["final"], view["sun"]["meteors"]) == (30, [5, 11, 17, 23])
    fresh = night.phones[0].post("/tables", game="stellarion", name="Ana", key="stellarion-again").ok()
    phone.go(f"/t/{fresh['code']}").stage("lobby")
    assert phone.at("#x-sun").is_checked()
    assert phone.at("#spaces").input_value() == "30"


def test_a_set_up_that_cannot_be_keeps_what_was_typed(house: House, stellarion: Open) -> None:
    night = stellarion(1)
    (phone,) = house.seated(night, 0)
    phone.quiet = False
    phone.tap("label.choice:has(#x-sun)").at("#spaces").fill("30")
    phone.press("Start (1 player)").see(".banner.warn")
    assert phone.at("#spaces").input_value() == "30"
    assert phone.at("#x-sun").is_checked()


@pytest.mark.parametrize(
    ("slots", "star", "words"),
    [
        (("ship", "nebula", "stars"), True, "Launch Alpha"),
        (("ship", "nebula", "stars"), False, "No action."),
        (("alpha", "ship"), False, "Coordinate: Ship, major"),
        (("alpha", "beta"), False, "Coordinate: Ship, minor"),
        (("alpha", "nebula"), False, "No action."),
    ],
    ids=["with a Shooting Star", "one is missing", "identical", "two galaxies", "two types"],
)
def test_touched_cards_say_what_they_make(
    house: House, stellarion: Open, slots: tuple[str, ...], star: bool, words: str
) -> None:
    night = turned_up(begin(stellarion(1), {"stars": 1}))
    (phone,) = house.seated(night, 0)
    phone.stage("acting-1")
    for slot in slots:
        phone.tap(f"#pick label:has([name=cards][value={slot}])")
    if star:
        phone.tap("#pick .star-choice")
    phone.see(f"#made :text('{words}')")
    phone.press("Clear").see("text=Touch two to four cards")


def test_another_phone_that_was_faster_is_named(house: House, stellarion: Open) -> None:
    night = turned_up(begin(stellarion(2), {"stars": 3}))
    (bo,) = house.seated(night, 1)
    bo.stage("acting-1")
    bo.page.route("**/stage*", lambda route: route.abort())
    bo.tap("#pick label:has([value=alpha])").tap("#pick label:has([value=ship])").see("#coordinate")
    night.act(0, type="coordinate", cards=["alpha", "beta"]).ok()
    bo.quiet = False
    bo.tap("#coordinate .cta")
    assert "Ana was faster" in bo.see(".banner.conflict").inner_text()


def test_without_a_script_a_turn_is_played_by_plain_forms(house: House, stellarion: Open) -> None:
    night = turned_up(begin(stellarion(1), {"stars": 1}))
    phone = house.phone(java_script_enabled=False).sit(night.phones[0], night.code)
    phone.at("#pick [name=cards][value=alpha]").check()
    phone.at("#pick [name=cards][value=ship]").check()
    phone.tap("noscript button, .board-form > button")
    phone.press("Coordinate: Ship").see("#forfeit")
    phone.tap("#forfeit button").see("#tops")
    assert night.look(None)["view"]["phase"] == "revealing"
