"""E6 and a little more: without JavaScript everything works through plain forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.handset import Handset, House
from tests.players import Night

Table = Callable[..., Night]


def plain(house: House) -> Handset:
    return house.phone(java_script_enabled=False)


def again(phone: Handset) -> Handset:
    """The button for browsers without a script."""
    phone.press("Look again")
    return phone


def test_E06_join_mark_lock_withdraw_and_lock_again(house: House, table: Table) -> None:
    night = table(2)
    guest = plain(house).go(f"/j/{night.code}")
    guest.at("#name").fill("Chiyo")
    guest.cta().stage("waiting")
    night.start().begin()
    again(guest).stage("side-1")
    guest.tap("label[data-side='left']").cta().stage("marking-1")
    guest.mark([1, 6])
    guest.cta().stage("locked-1")
    code = guest.page.url.rsplit("/", 1)[-1]
    assert code == night.code
    guest.press("peek at my cards").see(".tile.picked")
    assert guest.marked == [1, 6]
    guest.press("Hide again").stage("locked-1")
    guest.press("Change my mind").stage("marking-1")
    assert sorted(int(at.get_attribute("value") or -1) for at in guest.page.locator("#grid input:checked").all()) == [
        1,
        6,
    ]
    guest.mark([6, 3]).cta().stage("locked-1")
    night.lock(0, [1]).ok()
    night.lock(1, [3], closing=True).ok()
    again(guest).stage("announced-1")
    assert [seat["count"] for seat in night.look(None)["view"]["seats"]] == [1, 1, 2]
    for secret in ("cells=", "name=", "key="):
        assert secret not in guest.page.url


def test_a_whole_round_with_the_last_question_a_reveal_and_an_undo(house: House, table: Table) -> None:
    night = table(3).start()
    host = plain(house).sit(night.phones[0], night.code).stage("opening-1")
    host.quiet = False  # the browser itself reports that the first lock was not accepted
    host.at("#word").fill("whisper")
    host.cta().stage("marking-1")
    night.lock(1, [0, 4]).ok()
    night.lock(2, [4]).ok()
    host.mark([0, 4]).cta()
    host.see("h1:has-text('You are the last')")
    host.press("Not yet").stage("marking-1")
    host.cta()  # the marks were kept
    host.see("h1:has-text('You are the last')")
    host.press("Yes").stage("announced-1")
    assert "whisper" in night.look(None)["view"]["word"]
    host.press("Lanterns placed: reveal").stage("pick-1-0")
    host.tap(host.tile(0)).cta().stage("reveal-1-1")
    assert "Super Spark" in host.text
    host.tap(".steps-back .btn.back").stage("pick-1-0")
    assert night.look(None)["view"]["revealed"] == []
    host.tap(host.tile(4)).cta().stage("reveal-1-1")
    assert "Spark" in host.text
    night.reveal_rest()
    again(host).stage("scored-1")
    host.press("Scores agreed: go on").stage("opening-2")
    host.tap("label:has-text('top A')").cta().stage("marking-2")
    assert night.look(None)["view"]["swapped"][0] == 0


def test_nothing_marked_and_eleven_marks_are_explained(house: House, table: Table) -> None:
    night = table(3).start().begin()
    guest = plain(house).sit(night.phones[0], night.code).stage("marking-1")
    guest.quiet = False
    guest.cta().see(".banner:has-text('Mark at least 1 card')")
    guest.press("Back to the table").stage("marking-1")
    guest.mark(range(11)).cta().see(".banner:has-text('10 is the most')")
    guest.press("Back to the table").stage("marking-1")
    assert not night.look(0)["view"]["seats"][0]["locked"]


def test_passing_the_phone(house: House, table: Table) -> None:
    night = table(3)
    host = plain(house).sit(night.phones[0], night.code).stage("lobby")
    host.at("#add-name").fill("Mia")
    host.press("Add this player").stage("lobby")
    host.press("Start (4 players)").stage("opening-1")
    host.cta().stage("cover-1")
    host.press("I am Ana").stage("marking-1").mark([3]).cta()
    host.page.locator("[data-stage^='locked'], [data-stage^='cover']").first.wait_for(state="attached")
    if host.where.startswith("locked"):
        host.press("Cover: pass the phone")
    host.stage("cover-1")
    host.press("I am Mia").stage("marking-1")
    assert host.page.locator("#grid input:checked").count() == 0
    host.mark([3, 4]).cta().stage("locked-1")
    assert [seat["locked"] for seat in night.look(0)["view"]["seats"]] == [True, False, False, True]


@pytest.mark.parametrize("words", ["Turn", "Hide"])
def test_only_what_works_is_shown(house: House, table: Table, words: str) -> None:
    night = table(3).start().begin()
    guest = plain(house).sit(night.phones[0], night.code).stage("marking-1")
    button = guest.page.get_by_role("button", name=words, exact=True)
    if words == "Hide":
        assert button.count() == 0
        return
    guest.tap(button).see("#grid[data-turn='90']")


def test_language_and_theme(house: House) -> None:
    phone = plain(house).go("/")
    phone.press("日本語").see("html[lang='ja']")
    phone.tap("button[value='light']").see("html[lang='ja'][data-theme='light']")
