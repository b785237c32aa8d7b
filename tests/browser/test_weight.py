"""E40: the first visit is light, and so is each later screen."""

from __future__ import annotations

import gzip
import time
from typing import Any

import pytest

from tests.browser import tour
from tests.browser.conftest import sender
from tests.browser.handset import Handset, House
from tests.players import Server, fresh_key, open_night

#: Slow 3G as developer tools know it: 400 kbit/s each way, 400 ms to and fro.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def weigh(phone: Handset) -> tuple[Any, dict[str, int]]:
    """Bytes on the wire per request from now on."""
    session, bytes_of, names = phone.cdp(), {}, {}
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda told: names.update({told["requestId"]: told["request"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda told: bytes_of.update({names.get(told["requestId"], told["requestId"]): int(told["encodedDataLength"])}),
    )
    return session, bytes_of


def test_E40_the_first_visit_is_light_and_usable_within_3_s_on_slow_3g(
    house: House, server: Server, address: str
) -> None:
    night = open_night(sender(server.port, address), 5)
    phone = house.phone()
    session, bytes_of = weigh(phone)
    session.send("Network.emulateNetworkConditions", SLOW)
    began = time.monotonic()
    phone.page.goto(f"{phone.base}/j/{night.code}", wait_until="commit")
    phone.at("#name").fill("Fumiko")
    assert time.monotonic() - began < 3
    phone.page.wait_for_load_state("load")
    phone.page.wait_for_timeout(1500)
    total = sum(bytes_of.values())
    assert total < 60_000, bytes_of
    assert all(url.startswith(phone.base) for url in bytes_of)
    # sitting down brings the scripts of the table once
    phone.cta().stage("waiting", 15_000)
    phone.page.wait_for_load_state("load")
    assert sum(bytes_of.values()) < 120_000, bytes_of


def test_E40_a_second_visit_brings_no_file_again(house: House, server: Server, address: str) -> None:
    night = open_night(sender(server.port, address), 3)
    phone = house.phone().sit(night.phones[1], night.code).live()
    _session, bytes_of = weigh(phone)
    phone.go(f"/t/{night.code}").live()
    phone.page.wait_for_timeout(300)
    assert sum(size for url, size in bytes_of.items() if "/static/" in url) == 0, bytes_of


@pytest.mark.parametrize("secure", [True, False], ids=["https", "http"])
def test_nothing_of_the_kept_judge_comes_before_it_is_asked_for(house: House, secure: bool) -> None:
    """Where it could be kept its page says so; over plain http nothing of it is there, and no error either."""
    phone = house.phone()
    base = f"http://localhost:{phone.port}" if secure else phone.base
    _session, bytes_of = weigh(phone)
    for path in ("/", "/judge", "/judge/stella_quest/winner?top=green-4&cards=blue-6", "/judge"):
        phone.go(base + path)
        if secure:
            phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    if secure:
        phone.see("#keep button[name=keep]")
    phone.page.wait_for_timeout(500)
    assert phone.at("#keep").is_visible() == secure
    assert phone.page.evaluate("'Kept' in window") == secure
    wrong = [
        url for url in bytes_of if "pyodide" in url or ("/offline/judge" in url and url != f"{base}/offline/judge")
    ]
    assert wrong == []
    assert sum(bytes_of.values()) < 160_000, bytes_of


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_E40_each_stage_is_under_15_kb(server: Server, address: str, language: str) -> None:
    send = sender(server.port, address)
    heavy = {}
    for part in tour.PARTS.values():
        for screen in part(send):
            judged = screen.path.startswith("/judge/") and "wrong" not in screen.name
            if not judged and ("/t/" not in screen.path or screen.path.count("/") > 2 + screen.wall):
                continue
            headers = {"X-Starkeeper": "fragment", "Cookie": f"lang={language}"}
            if screen.phone is not None:
                headers["Cookie"] += f"; starkeeper={screen.phone.token}"
            path = screen.path if judged else f"{screen.path}/screen" if screen.wall else f"{screen.path}/stage"
            answer = send("GET", path, None, {**headers, "Accept-Encoding": "identity"})
            assert answer.status == 200, (screen.name, answer.status)
            size = len(gzip.compress(answer.raw, 6))
            if size >= 15_000:
                heavy[screen.name] = size
            packed = send("GET", path, None, {**headers, "Accept-Encoding": "gzip"})
            assert len(packed.raw) < 15_000
            assert packed.headers.get("Content-Encoding") == "gzip" or len(answer.raw) < 1000, screen.name
    assert heavy == {}


def test_a_fresh_stage_is_asked_for_only_when_it_changed(house: House, server: Server, address: str) -> None:
    night = open_night(sender(server.port, address), 3).start().begin()
    night.draft(1, [])
    phone = house.phone(relay=True).sit(night.phones[1], night.code).stage("marking-1").live()
    phone.page.evaluate("SK.refresh()")
    phone.page.wait_for_timeout(300)
    phone.page.evaluate("SK.refresh()")
    phone.page.wait_for_timeout(300)
    assert phone.relay is not None
    asked = [told for told in phone.relay.told if told.path.endswith("/stage")]
    assert asked[-1].status == 304
    assert asked[-1].content == b""
    night.act(2, type="lock", cells=[1], key=fresh_key()).ok()
    phone.see(".ready .ok")
