"""Two seats on one phone: after it was passed on, nothing of the other player is left anywhere on it. And E16 for
everybody else: what one phone marks changes no byte of what another is told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from tests.browser.handset import Handset, House, until
from tests.browser.relay import Told
from tests.players import Night, fresh_key

Table = Callable[..., Night]

#: Everything a curious next player could read without tools of a detective: all of the document, its inputs' state,
#: what the tab keeps, and what the scripts' only public object holds.
EVERYTHING = """() => JSON.stringify({
  html: document.documentElement.outerHTML,
  state: [...document.querySelectorAll('input, select, textarea')].map(at => [at.name, at.value, at.checked]),
  kept: {...sessionStorage, ...localStorage}, history: history.state, name: window.name,
})"""
CHECKED = "() => document.querySelectorAll('input:checked, .tile.picked, .tile.mine').length"


def one_for_two(house: House, table: Table) -> tuple[Night, Handset]:
    """Ana's phone carries Mia; the marking has begun and the phone lies covered on the table."""
    night = table(3)
    night.host.post(f"{night.at}/seats", name="Mia", without_phone=True).ok()
    night.start().begin()
    phone = house.phone(relay=True).sit(night.phones[0], night.code)
    return night, phone.stage("cover-1")


def since(phone: Handset, number: int) -> list[Told]:
    assert phone.relay is not None
    return phone.relay.told[number:]


def clean(phone: Handset, told: list[Told]) -> None:
    """Nobody's marks are on this page or came with these answers."""
    assert phone.page.evaluate(CHECKED) == 0
    assert phone.marked == []
    state = phone.page.evaluate(EVERYTHING)
    assert '"cells":' not in state
    assert "my_marks" not in state
    for each in told:
        if not each.path.startswith("/static/") and not each.path.endswith("/events"):
            body = each.content.decode()
            assert " checked" not in body, each.path
            assert "tile picked" not in body, each.path
            assert "tile mine" not in body, each.path


def test_E07_after_passing_the_phone_nothing_of_the_marks_is_left(house: House, table: Table) -> None:
    night, phone = one_for_two(house, table)
    phone.hand_over("I am Ana").stage("marking-1").mark([2, 7, 11])
    until(lambda: (night.look(0)["draft"] or {}).get("cells") == [2, 7, 11])
    before = len(since(phone, 0))
    phone.hand_over("Cover: pass the phone").stage("cover-1")
    clean(phone, since(phone, before))
    phone.hand_over("I am Mia").stage("marking-1")
    clean(phone, since(phone, before))
    phone.go(f"/t/{night.code}").stage("marking-1")
    clean(phone, since(phone, before))
    phone.mark([4]).tap("#lock")
    phone.stage("cover-1")
    phone.hand_over("I am Ana").stage("marking-1").shows([2, 7, 11])


def test_E07_a_locked_seat_is_not_peeked_at_by_the_next_player(house: House, table: Table) -> None:
    night, phone = one_for_two(house, table)
    phone.hand_over("I am Ana").stage("marking-1").mark([2, 7, 11])
    phone.tap("#lock")
    phone.page.locator("[data-stage^='locked'], [data-stage^='cover']").first.wait_for(state="attached")
    if phone.where.startswith("locked"):
        phone.hand_over("Cover: pass the phone").stage("cover-1")
    before = len(since(phone, 0))
    assert phone.page.locator("[data-peek]").count() == 0
    peeked = phone.page.evaluate("code => fetch(`/t/${code}/peek`).then(answer => answer.text())", night.code)
    assert "tile picked" not in peeked
    phone.hand_over("I am Mia").stage("marking-1")
    peeked = phone.page.evaluate("code => fetch(`/t/${code}/peek`).then(answer => answer.text())", night.code)
    assert "tile picked" not in peeked
    clean(phone, since(phone, before))


def test_E07_a_late_peek_does_not_come_after_the_phone_was_passed(house: House, table: Table) -> None:
    _night, phone = one_for_two(house, table)
    phone.hand_over("I am Mia").stage("marking-1").mark([4]).tap("#lock").stage("cover-1")
    phone.hand_over("I am Ana").stage("marking-1").mark([2]).tap("#lock").stage("locked-1")
    phone.hand_over("I am Ana: change my mind").see("[data-peek]")
    phone.page.route("**/peek", lambda route: (time.sleep(0.6), route.continue_()))
    phone.tap("[data-peek]")
    phone.hand_over("Cover: pass the phone").gone("[data-peek]")
    phone.page.wait_for_timeout(900)
    assert phone.page.locator("#peek").count() == 0
    clean(phone, [])


def quiet_bytes(phone: Handset) -> tuple[bytes, str]:
    """What this phone is told now, without the number of the table."""
    told: Any = phone.page.evaluate(
        "src => fetch(src, {headers: {'X-Starkeeper': 'fragment'}}).then(async answer =>"
        " [await answer.text(), answer.headers.get('ETag')])",
        f"/t/{phone.page.url.rsplit('/t/', 1)[1].split('/')[0]}/"
        + ("tv/screen" if "/tv" in phone.page.url else "stage"),
    )
    return told[0].encode(), told[1]


def test_E16_marking_changes_no_byte_for_anybody_else(house: House, table: Table) -> None:
    night = table(4).start().begin()
    night.draft(1, [])
    night.lock(2, [1, 2]).ok()
    marker, locked, other = house.seated(night, 1, 2, 3, relay=True)
    wall = house.wall(relay=True).go(f"/t/{night.code}/tv").stage("marking-1").live()
    watcher = house.phone(relay=True).go(f"/t/{night.code}").stage("watch-1").live()
    marker.stage("marking-1").live()
    others = (locked.stage("locked-1").live(), other.stage("side-1").live(), wall, watcher)
    before = [quiet_bytes(phone) for phone in others]
    seq = night.look(0)["seq"]
    heard = [b"".join(told.content for told in since(phone, 0) if told.path.endswith("/events")) for phone in others]
    for cells in ([0], [5, 6, 7, 8, 9, 10, 11, 12, 13]):
        marker.mark(cells)
    until(lambda: len((night.look(1)["draft"] or {}).get("cells", [])) == 10)
    marker.page.wait_for_timeout(300)
    assert [quiet_bytes(phone) for phone in others] == before
    assert night.look(0)["seq"] == seq  # not even that somebody is marking
    assert [
        b"".join(told.content for told in since(phone, 0) if told.path.endswith("/events")) for phone in others
    ] == heard


def test_E16_a_lock_says_who_and_not_how_many(house: House, table: Table) -> None:
    said = []
    for cells in ([3], [0, 2, 3, 5, 6, 7, 9, 11, 13, 14]):
        night = table(3).start().begin()
        night.act(1, type="lock", cells=cells, key=fresh_key()).ok()
        wall = house.wall().go(f"/t/{night.code}/tv").stage("marking-1")
        (host,) = house.seated(night, 0)
        told = [quiet_bytes(phone)[0].decode() for phone in (wall, host.stage("marking-1"))]
        told.append(host.go(f"/t/{night.code}/log").page.locator(".log").inner_text())
        record = host.page.evaluate("code => fetch(`/t/${code}/record.json`).then(answer => answer.text())", night.code)
        assert '"cells"' not in record
        told.append(re.sub(r'"(code|[a-z]+_at)": "[^"]*"', "", record))
        said.append([re.sub(r"\b\d\d:\d\d\b", "", one.replace(night.code, "CODE")) for one in told])
    assert said[0] == said[1]
