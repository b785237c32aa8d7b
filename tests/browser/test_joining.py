"""From a QR code to a seat, and how a seat stays one's own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno

from tests.browser.handset import Handset, House, until
from tests.players import Night

Table = Callable[..., Night]


def drawn(svg: str) -> list[bytes]:
    """The modules of a QR code out of its drawing."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg).group(1))  # type: ignore[union-attr]
    rows = [bytearray(size) for _ in range(size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", svg):
        rows[int(y)][int(x) : int(x) + int(width)] = b"\1" * int(width)
    return [bytes(row) for row in rows]


def qr_of(content: str) -> list[bytes]:
    return [bytes(row) for row in segno.make(content, error="m", micro=False).matrix]


def fields(phone: Handset) -> int:
    return phone.page.locator(
        "input:not([type=hidden]):not([type=radio]):visible, textarea:visible, select:visible"
    ).count()


def test_E01_from_qr_link_to_seat_takes_two_taps_and_one_text_field(house: House, table: Table) -> None:
    night = table(1)
    (host,) = house.seated(night)
    link = f"{host.base}/j/{night.code}"
    assert drawn(host.see(".qr svg").evaluate("at => at.outerHTML")) == qr_of(link)
    guest = house.phone().go(link)
    assert fields(guest) == 1
    assert guest.page.locator("input[type=email], input[type=password], input[type=tel]").count() == 0
    guest.at("#name").fill("Chiyo")
    guest.cta().stage("waiting")
    assert guest.taps <= 2
    assert guest.dialogs == []
    assert "Chiyo" in guest.text
    host.see("text=Chiyo")
    assert host.page.locator(".seat-list > li").count() == 2


def test_E01_the_enter_key_sits_down_too(house: House, table: Table) -> None:
    night = table(1)
    guest = house.phone().go(f"/j/{night.code}")
    guest.at("#name").fill("Bo")
    guest.page.keyboard.press("Enter")
    guest.stage("waiting")


def test_E01_no_permission_is_asked(house: House, table: Table) -> None:
    night = table(3).start()
    ask = """for (const [where, what] of [[Notification, "requestPermission"], [navigator.mediaDevices || {}, "getUserMedia"],
      [navigator.geolocation, "getCurrentPosition"], [navigator.storage || {}, "persist"]])
      where[what] = () => { throw new Error(what); };"""
    phone = house.phone()
    phone.context.add_init_script(ask)
    phone.sit(night.phones[1], night.code).live()
    assert phone.dialogs == []


@pytest.mark.parametrize("typed", [" {code} ", "{lower}", "{link}"])
def test_E02_a_code_is_case_blind_and_a_pasted_address_works(house: House, table: Table, typed: str) -> None:
    night = table(1)
    guest = house.phone().go("/")
    code = night.code
    text = typed.format(code=" ".join(code), lower=code.lower(), link=f"{guest.base}/j/{code}")
    guest.at("input[name=code]").fill(text)
    guest.cta()
    guest.page.wait_for_url(f"**/j/{code}")
    assert guest.page.locator("#name").count() == 1


@pytest.mark.parametrize(("typed", "says"), [("KALS", "no LS"), ("KAW", "four letters"), ("QQQQ", "QQQQ")])
def test_E02_a_wrong_code_stays_typed_and_the_wrong_part_is_named(house: House, typed: str, says: str) -> None:
    guest = house.phone().go("/")
    guest.quiet = False
    guest.at("input[name=code]").fill(typed)
    guest.cta()
    told = guest.see("[role=alert]").inner_text()
    assert says in told, told
    assert guest.at("input[name=code]").input_value() == typed
    assert guest.at("input[name=code]").get_attribute("aria-invalid") == "true"


def test_E03_the_same_phone_reopens_its_seat_with_one_tap(house: House, table: Table) -> None:
    night = table(1)
    guest = house.phone().go(f"/j/{night.code}")
    guest.at("#name").fill("Bo")
    guest.cta().stage("waiting")
    kept = next(each for each in guest.context.cookies() if each["name"] == "starkeeper")
    assert kept["httpOnly"]
    assert kept["expires"] - time.time() > 30 * 24 * 3600
    guest.go("/")
    guest.taps = 0
    guest.tap(f"a[href='/t/{night.code}']").stage("waiting")
    assert guest.taps == 1
    assert "Bo" in guest.text
    guest.go(f"/j/{night.code}").stage("waiting")  # the QR code once more: no text field either
    assert night.look(0)["seats"][1]["name"] == "Bo"
    assert len(night.look(0)["seats"]) == 2


def test_E04_a_taken_name_leads_to_a_choice(house: House, table: Table) -> None:
    night = table(2)  # Ana, Bo
    guest = house.phone().go(f"/j/{night.code}")
    guest.quiet = False  # the browser itself reports the 409
    guest.at("#name").fill("bo")
    guest.cta()
    assert "Bo" in guest.see("[role=alert]").inner_text()
    other = guest.page.get_by_role("button", name=re.compile("^Be "))
    name = other.inner_text().removeprefix("Be ").strip()
    assert name.lower() != "bo"
    guest.tap(other).stage("waiting")
    assert [seat["name"] for seat in night.look(0)["seats"]] == ["Ana", "Bo", name]


def test_E04_i_am_that_bo_asks_the_host(house: House, table: Table) -> None:
    night = table(3).start()
    guest = house.phone().go(f"/j/{night.code}")
    (host,) = house.seated(night, 0)
    guest.press("I am Bo")
    guest.see("text=The host is asked")
    host.press("Yes, let Bo in").gone(".banner")
    guest.stage("opening-1").see("text=First scout")
    until(lambda: "Bo" in guest.go(f"/t/{night.code}/people").text)
    assert "You are Bo" in guest.text
    assert night.look(0)["seats"][1]["name"] == "Bo"
    assert len(night.look(0)["seats"]) == 3


def test_E05_a_seat_moves_with_its_unsent_marks_and_the_old_phone_is_out(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.phones[1].put(f"{night.at}/face", turn=180).ok()
    night.draft(1, [])
    (old,) = house.seated(night, 1)
    old.stage("marking-1").mark([2, 9, 14])
    until(lambda: (night.look(1)["draft"] or {}).get("cells") == [2, 9, 14], why="the draft was not saved")
    began = time.monotonic()
    old.tap(".bar-top .where")
    old.press("Move my seat").press("Make a code for Bo")
    secret = old.see("#secret").input_value()
    link = f"{old.base}/t/{night.code}/move#{secret}"
    assert drawn(old.see(".qr svg").evaluate("at => at.outerHTML")) == qr_of(link)
    fresh = house.phone().go(link)
    fresh.stage("marking-1")
    assert time.monotonic() - began < 30
    assert fresh.marked == [2, 9, 14]
    assert secret not in fresh.page.url
    asked: list[str] = []
    old.quiet = False
    old.page.on("response", lambda answer: asked.append(f"{answer.request.method} {answer.status}"))
    old.go(f"/t/{night.code}")
    assert old.page.locator("#grid").count() == 0
    assert old.marked == []
    refused = old.page.evaluate(
        "code => fetch(`/t/${code}/draft`, {method: 'PUT', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({cells: [1], for: 1})}).then(answer => answer.status)",
        night.code,
    )
    assert refused in (401, 403, 409)
    fresh.mark([0]).tap("#lock").stage("locked-1")
    again = house.phone()
    again.quiet = False
    again.go(link)  # a code works once
    again.see("[role=alert]")


def test_E05_an_open_page_of_the_old_phone_notices(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [4])
    (old,) = house.seated(night, 1)
    old.stage("marking-1").live()
    offer = night.phones[1].post(f"{night.at}/seats/{night.ids[1]}/move").ok()
    secret = next(value for value in offer.values() if isinstance(value, str) and len(value) > 15).split("#")[-1]
    fresh = house.phone().go(f"/t/{night.code}/move#{secret}")
    fresh.stage("marking-1")
    old.gone("#grid")
    assert "4" not in [str(cell) for cell in old.marked]


def test_E14_back_and_forward_show_the_present_and_no_marks(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    (phone,) = house.seated(night, 1)
    phone.stage("marking-1").mark([3, 8])
    until(lambda: (night.look(1)["draft"] or {}).get("cells") == [3, 8])
    phone.tap(".bar-top .where")
    phone.page.wait_for_url("**/people")
    night.lock(1, [3, 8]).ok()
    night.lock(0, [1]).ok()
    night.lock(2, [1], closing=True).ok()
    phone.page.go_back(wait_until="commit")
    phone.stage("announced-1")
    assert phone.marked == []
    night.act(0, type="place_lanterns").ok()
    phone.page.go_back()
    phone.page.go_forward(wait_until="commit")
    phone.stage("reveal-1")
    assert phone.marked == []


def test_E14_a_page_out_of_the_back_forward_cache(chromium: Any, server: Any, table: Table) -> None:
    from tests.browser.conftest import ARGUMENTS

    kind, path = chromium
    night = table(3).start().begin()
    night.draft(1, [])
    browser = kind.launch(executable_path=path, args=ARGUMENTS, ignore_default_args=["--disable-back-forward-cache"])
    house = House(browser, server.port, "10.9.9.9")
    try:
        (phone,) = house.seated(night, 1)
        phone.stage("marking-1").mark([3, 8])
        until(lambda: (night.look(1)["draft"] or {}).get("cells") == [3, 8])
        phone.go("/changelog")
        night.lock(1, [3, 8]).ok()
        phone.page.evaluate("history.back()")
        phone.page.wait_for_url("**/t/*")
        phone.stage("locked-1")
        assert phone.marked == []
    finally:
        house.close()
        browser.close()


def test_E14_a_frozen_page_is_shaded_and_asks_again(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    (phone,) = house.seated(night, 1)
    phone.stage("marking-1").mark([3, 8])
    phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert phone.marked == []
    until(lambda: (night.look(1)["draft"] or {}).get("cells") == [3, 8], why="leaving keeps the marks")
    night.lock(1, [3, 8]).ok()
    phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    phone.stage("locked-1", 2000)


def test_the_link_for_guests_holds_the_code_and_nothing_else(house: House, table: Table) -> None:
    night = table(1)
    (host,) = house.seated(night)
    host.go(f"/t/{night.code}/qr")
    link = f"{host.base}/j/{night.code}"
    assert drawn(host.see(".qr svg").evaluate("at => at.outerHTML")) == qr_of(link)
    assert urlsplit(link).query == urlsplit(link).fragment == ""
