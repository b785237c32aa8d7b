"""Locked phones, dead sockets, flight mode, eager thumbs and a server that is killed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import sender
from tests.browser.handset import Handset, House, until
from tests.players import Night, Server, free_port, open_night

Table = Callable[..., Night]


def marking(house: House, table: Table, *seats: int, **more: Any) -> tuple[Night, list[Handset]]:
    night = table(3).start().begin()
    for seat in seats:
        night.draft(seat, [])
    phones = house.seated(night, *seats, **more)
    return night, [phone.stage("marking-1").live() for phone in phones]


def locks(night: Night, seat: int) -> int:
    """How often the log says that this seat locked in. (It says so once all have; the order is nobody's business.)"""
    name = night.phones[seat].name
    lines = night.host.get(f"{night.at}/log").ok()
    return sum(name in line["text"] and "locked in" in line["text"] for line in lines)


def is_locked(night: Night, seat: int) -> bool:
    return bool(night.look(seat)["view"]["seats"][seat]["locked"])


def heard(phone: Handset) -> int:
    """Requests for the stage so far."""
    assert phone.relay is not None
    return sum(told.path.endswith("/stage") for told in phone.relay.told)


# E8, E9, and the proxy that keeps everything


def test_E08_a_phone_that_slept_shows_the_present_within_a_second(house: House, table: Table) -> None:
    night, (phone,) = marking(house, table, 1, relay=True)
    phone.mark([1, 2]).tap("#lock").stage("locked-1")
    phone.hide()
    chrome = phone.cdp()
    chrome.send("Page.setWebLifecycleState", {"state": "frozen"})
    before = heard(phone)
    night.lock(0, [1]).ok()
    night.lock(2, [2], closing=True).ok()
    night.act(0, type="place_lanterns").ok()
    time.sleep(0.5)
    assert heard(phone) == before  # it slept
    chrome.send("Page.setWebLifecycleState", {"state": "active"})
    began = time.monotonic()
    phone.hide(False)
    phone.stage("reveal-1", 1000)
    assert time.monotonic() - began < 1
    phone.live()
    assert heard(phone) - before <= 2  # one request catches up


def test_E08_the_stream_is_closed_while_nobody_looks(house: House, table: Table) -> None:
    _night, (phone,) = marking(house, table, 1)
    phone.page.evaluate("window.seen = []; document.addEventListener('sk:conn', event => seen.push(event.detail))")
    phone.hide()
    phone.page.wait_for_timeout(200)
    phone.hide(False)
    phone.live()
    assert phone.page.evaluate("seen.includes('offline')") is False


def test_E09_a_stream_that_died_in_silence_is_noticed(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    phone = house.phone(relay=True)
    phone.page.clock.install()
    phone.sit(night.phones[1], night.code).stage("marking-1").live()
    assert phone.relay is not None
    phone.relay.stream = "mute"
    night.lock(1, [4]).ok()
    time.sleep(0.5)
    assert phone.where == "marking-1"
    phone.page.clock.fast_forward(35_000)
    began = time.monotonic()
    phone.stage("locked-1", 1000)
    assert time.monotonic() - began < 1
    phone.relay.stream = "pass"
    phone.page.clock.fast_forward(36_000)
    phone.live()


def test_E09_no_answer_at_all_is_said_and_healed(house: House, table: Table) -> None:
    night, (phone,) = marking(house, table, 1, relay=True)
    phone.quiet = False
    assert phone.relay is not None
    phone.relay.cut = True
    phone.relay.stream = "refuse"
    phone.page.evaluate("SK.refresh()")
    phone.live("reconnecting")
    phone.live("offline", 9000)
    assert "Wi-Fi is slow" in phone.see("#alerts .net").inner_text()
    night.lock(1, [4]).ok()
    phone.relay.cut, phone.relay.stream = False, "pass"
    phone.stage("locked-1", 12_000)
    phone.live(timeout=12_000)
    assert "Wi-Fi" not in phone.text


@pytest.mark.parametrize("way", ["buffer", "refuse"])
def test_a_proxy_that_lets_no_stream_through_leads_to_asking(house: House, table: Table, way: str) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    phone = house.phone(relay=True)
    phone.quiet = False
    assert phone.relay is not None
    phone.relay.stream = way
    phone.page.clock.install()
    phone.sit(night.phones[1], night.code).stage("marking-1")
    for _ in range(4):
        if phone.page.locator('.conn[data-state="slow"]').count():
            break
        phone.page.clock.fast_forward(36_000)
        phone.page.wait_for_timeout(300)
    phone.live("slow")
    assert phone.at(".conn").inner_text() == "Live (slow)"
    assert phone.page.locator("#alerts .net .banner").count() == 0
    night.lock(1, [4]).ok()
    phone.stage("locked-1", 4500)
    phone.press("Change my mind: unlock").stage("marking-1")  # taps work all the same
    phone.relay.stream = "pass"
    phone.page.clock.fast_forward(12_000)
    phone.live()


# E10, E11


def test_E10_a_lock_in_flight_mode_is_kept_said_and_sent_once(house: House, table: Table) -> None:
    night, (phone,) = marking(house, table, 1)
    phone.quiet = False
    phone.mark([3, 9])
    before = night.look(1)["seq"]
    phone.context.set_offline(True)
    began = time.monotonic()
    phone.tap("#lock")
    assert "Not sent yet" in phone.see("#alerts .banner:has-text('Not sent yet')", 2000).inner_text()
    assert time.monotonic() - began < 2
    assert phone.where == "marking-1"  # nothing is shown as agreed before the server has it
    phone.tap("#lock", force=True)
    assert not is_locked(night, 1)
    phone.context.set_offline(False)
    phone.stage("locked-1", 12_000)
    phone.gone("#alerts .banner:has-text('Not sent yet')")
    assert night.look(1)["seq"] == before + 1
    assert night.look(1)["view"]["my_marks"] == [3, 9]


def test_E10_the_kept_lock_survives_a_reload(house: House, table: Table) -> None:
    night, (phone,) = marking(house, table, 1, relay=True)
    phone.quiet = False
    phone.mark([3, 9])
    until(lambda: (night.look(1)["draft"] or {}).get("cells") == [3, 9])
    before = night.look(1)["seq"]
    assert phone.relay is not None
    phone.relay.cut = True
    phone.tap("#lock").see("#alerts .banner:has-text('Not sent yet')")
    phone.relay.cut = False
    phone.page.reload()
    phone.stage("locked-1", 12_000)
    assert night.look(1)["seq"] == before + 1
    assert phone.page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})") == "{}"


def test_E10_marks_made_in_flight_mode_arrive_later(house: House, table: Table) -> None:
    night, (phone,) = marking(house, table, 1)
    phone.quiet = False
    phone.context.set_offline(True)
    phone.mark([3, 9])
    phone.see("#marks-say:has-text('Not saved yet')")
    phone.context.set_offline(False)
    until(lambda: (night.look(1)["draft"] or {}).get("cells") == [3, 9], 8)
    phone.page.reload()
    phone.stage("marking-1").shows([3, 9])


THREE = """where => { const at = document.querySelector(where); at.click(); at.click(); at.click(); }"""


@pytest.mark.parametrize("way", ["script", "thumb"])
def test_E11_three_fast_taps_are_one_event(house: House, table: Table, way: str) -> None:
    night = table(3).start()
    (host,) = house.seated(night, 0)
    host.live()

    def hammer(what: str) -> None:
        if way == "script":
            host.page.evaluate(THREE, what)
            return
        box = host.see(what).bounding_box()
        assert box is not None
        finger, at = host.cdp(), {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for _ in range(3):
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def seq() -> int:
        return int(night.look(0)["seq"])

    before = seq()
    hammer(".cta")  # start secret marking
    host.stage("marking-1")
    assert seq() == before + 1
    host.mark([0, 1])
    before = seq()
    hammer("#lock")
    host.stage("locked-1")
    assert seq() == before + 1
    assert is_locked(night, 0)
    night.lock(1, [0]).ok()
    night.lock(2, [0, 1], closing=True).ok()
    host.stage("announced-1")
    before = seq()
    hammer(".cta")  # lanterns placed
    host.stage("pick-1-0")
    assert seq() == before + 1
    assert host.marked == []
    host.tap(host.tile(0))
    before = seq()
    hammer("#reveal")
    host.stage("reveal-1-1")
    assert seq() == before + 1
    assert len(night.look(0)["view"]["revealed"]) == 1


def test_E11_three_fast_taps_open_one_table_and_take_one_seat(house: House, table: Table) -> None:
    phone = house.phone().go("/new")
    phone.at("#name").fill("Ana")
    phone.page.evaluate(THREE, ".cta")
    phone.page.wait_for_url("**/t/*")
    phone.go("/")
    assert phone.page.locator("ul.list a[href^='/t/']").count() == 1
    night = table(1)
    guest = house.phone().go(f"/j/{night.code}")
    guest.at("#name").fill("Chiyo")
    guest.page.evaluate(THREE, ".cta")
    guest.page.wait_for_url("**/t/*")
    assert [seat["name"] for seat in night.look(0)["seats"]] == ["Ana", "Chiyo"]


# E12


@pytest.fixture
def mortal(tmp_path: Path, chromium: object) -> Iterator[Server]:
    """A server of its own, to be killed."""
    with Server(tmp_path / "instance", free_port(), {"STARKEEPER_PROXIES": "1"}) as running:
        yield running


def test_E12_a_killed_server_loses_no_tap_and_no_phone_joins_again(browser: Any, mortal: Server) -> None:
    night = open_night(sender(mortal.port, "10.8.8.8"), 3).start().begin()
    house = House(browser, mortal.port, "10.8.8.8")
    try:
        night.draft(1, [])
        night.draft(2, [])
        host, bo, chiyo = house.seated(night)
        wall = house.wall().go(f"/t/{night.code}/tv").stage("marking-1")
        for phone in house.handsets:
            phone.quiet = False
            phone.live()
            phone.page.evaluate("window.sameLife = true")
        host.mark([0, 1]).tap("#lock").stage("locked-1")
        bo.mark([0])
        until(lambda: (night.look(1)["draft"] or {}).get("cells") == [0])
        mortal.kill()
        bo.tap("#lock")
        bo.see("#alerts .banner:has-text('Not sent yet')")
        chiyo.mark([1, 5])
        mortal.start()
        bo.stage("locked-1", 15_000)
        until(lambda: (night.look(2)["draft"] or {}).get("cells") == [1, 5], 15)
        host.see(".ready .ok:has-text('Bo')", 15_000)
        chiyo.tap("#lock")
        chiyo.tap(".ask .yes").stage("announced-1")
        host.stage("announced-1", 15_000)
        wall.stage("announced-1", 15_000)
        mortal.kill()
        mortal.start()
        host.cta().stage("pick-1-0", 15_000)
        bo.stage("reveal-1-0", 15_000)
        chiyo.stage("reveal-1-0", 15_000)
        for phone in house.handsets:
            assert phone.page.evaluate("window.sameLife") is True, "a phone was loaded again"
            phone.live(timeout=15_000)
        assert (locks(night, 0), locks(night, 1), locks(night, 2)) == (1, 1, 1)
        assert [seat["count"] for seat in night.look(0)["view"]["seats"]] == [2, 1, 2]
    finally:
        house.close()
