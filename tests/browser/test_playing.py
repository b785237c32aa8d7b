"""Announcing, revealing, counting: what people at the table read on their phones."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.browser.handset import House, until
from tests.players import Night

Table = Callable[..., Night]


# E25: who is dark


def test_E25_a_single_maximum_is_dark_in_word_and_shape(house: House, table: Table) -> None:
    """The example of the Japanese book: 4, 3, 3, 2."""
    night = table(4).start().begin().lock_all([[0, 1, 2, 3], [0, 1, 2], [4, 5, 6], [7, 8]])
    (phone,) = house.seated(night, 1)
    phone.stage("announced-1")
    rows = phone.page.locator("ul.players > li").all()
    said = [row.inner_text().split() for row in rows]
    assert [(words[0], words[1]) for words in said] == [("Ana", "4"), ("Bo", "3"), ("Chiyo", "3"), ("Dan", "2")]
    assert ["DARK" in " ".join(words).upper() for words in said] == [True, False, False, False]
    assert ["light" in words for words in said] == [False, True, True, True]
    shapes = [row.locator("svg use").last.get_attribute("href") for row in rows]
    assert [str(shape).rsplit("#", 1)[1] for shape in shapes] == ["lantern-dark", "lantern", "lantern", "lantern"]
    assert "Ana turns the lantern" in phone.text
    phone.tap("details.why > summary")
    assert "DEUXIÈME ÉTAPE" in phone.text or "闇" in phone.text
    wall = house.wall().go(f"/t/{night.code}/tv").stage("announced-1")
    assert wall.page.locator(".dark-word").count() == 1


def test_E25_a_tie_makes_nobody_dark_and_says_why(house: House, table: Table) -> None:
    night = table(4).start().begin().lock_all([[0, 1, 2], [0, 1, 2], [4, 5], [7]])
    (phone,) = house.seated(night, 3)
    phone.stage("announced-1")
    assert "share the most, 3 cards: nobody is dark." in phone.text
    assert phone.page.locator(".dark-word").count() == 0
    assert [row.inner_text().split()[-1] for row in phone.page.locator("ul.players > li").all()] == ["light"] * 4
    phone.tap("details.why > summary")
    assert "Ana" in phone.see("details.why[open] ol").inner_text()


# E26: two taps, at once on all phones, undone until the next scout points


def test_E26_a_reveal_needs_two_taps_and_reaches_all_within_a_second(house: House, table: Table) -> None:
    night = table(3).start().to_reveal([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]])
    phones = house.seated(night)
    wall = house.wall().go(f"/t/{night.code}/tv")
    for phone in (*phones, wall):
        phone.live()
    took = []
    for step in range(5):
        scout = phones[step % 3].stage(f"pick-1-{step}")
        others = [phone for phone in phones if phone is not scout]
        assert scout.at("#reveal").get_attribute("aria-disabled") == "true"
        scout.tap("#reveal", force=True)  # without a card nothing happens, and the button says so
        assert len(night.look(None)["view"]["revealed"]) == step
        scout.tap(scout.tile(step))
        assert len(night.look(None)["view"]["revealed"]) == step  # the first tap only chooses
        assert f"A{step + 1}" in scout.at("#reveal").inner_text() or step == 5
        began = time.monotonic()
        scout.tap("#reveal")
        name = f"-1-{step + 1}"
        for phone in (*others, wall):
            phone.page.locator(f"[data-stage$='{name}']").first.wait_for(state="attached", timeout=4000)
        took.append(time.monotonic() - began)
    assert sorted(took)[-2] < 1.0, took


def test_E26_undo_until_the_next_scout_points(house: House, table: Table) -> None:
    night = table(3).start().to_reveal([[0, 1], [0, 1], [0]])
    ana, bo, chiyo = house.seated(night)
    ana.stage("pick-1-0").tap(ana.tile(0)).tap("#reveal").stage("reveal-1-1")
    undo = ana.see(".steps-back .btn.back:has-text('A1')")
    assert undo.inner_text().startswith("Undo")
    assert chiyo.stage("reveal-1-1").page.locator(".steps-back").count() == 0  # neither the host nor the one who did it
    ana.tap(undo).stage("pick-1-0")
    bo.stage("reveal-1-0")
    assert night.look(None)["view"]["revealed"] == []
    ana.see(".steps-back .btn.back:has-text('Redo')")
    ana.tap(ana.tile(1)).tap("#reveal").stage("reveal-1-1")
    bo.stage("pick-1-1").tap(bo.tile(0)).tap("#reveal")
    chiyo.page.locator("[data-stage^='scored'], [data-stage='reveal-1-2']").first.wait_for(state="attached")
    lines = [line["text"] for line in night.host.get(f"{night.at}/log").ok()]
    assert any("undo" in line.lower() or "back" in line.lower() for line in lines), lines


def test_E26_a_stale_tap_is_refused_with_a_reason(house: House, table: Table) -> None:
    night = table(3).start().to_reveal([[0, 1], [0, 1], [0]])
    (ana,) = house.seated(night, 0, relay=True)
    ana.quiet = False
    ana.stage("pick-1-0").live()
    assert ana.relay is not None
    ana.relay.stream = "mute"
    ana.page.wait_for_timeout(300)
    ana.tap(ana.tile(1))
    night.act(0, type="reveal", cell=0).ok()
    ana.tap("#reveal")
    told = ana.see("#alerts .banner").inner_text()
    assert len(told.split()) >= 4
    ana.stage("reveal-1-1")
    assert len(night.look(None)["view"]["revealed"]) == 1


# E27, E28: the score


def test_E27_the_dark_players_score_is_struck_through_and_sums_up(house: House, table: Table) -> None:
    """The example of the Japanese book: dark and fallen with spark, spark, super spark makes 1 + 1 + 2."""
    marks = [[0, 1, 2, 3], [0, 1, 2], [0, 1], []]
    marks[3] = [9]
    night = table(4).start().to_reveal(marks)
    for scout, cell in ((0, 0), (1, 1), (2, None), (3, 9), (0, 2), (1, None), (0, 3)):
        view = night.look(None)["view"]
        if view["phase"] == "revealing" and cell is not None and view["scout"] == scout:
            night.act(scout, type="reveal", cell=cell).ok()
    night.reveal_rest()
    (phone,) = house.seated(night, 1)
    phone.stage("scored-1")
    card = phone.page.locator("section.card.tight").first
    assert "Ana" in card.inner_text()
    assert "dark, fell" in card.inner_text()
    lines = [line.locator(".num").inner_text().split() for line in card.locator(".items > li").all()]
    assert lines == [["2", "1"], ["2", "1"], ["3", "2"]]
    assert card.locator(".items s").count() == 3
    assert card.locator(".sums .num").all_inner_texts() == ["4", "4"]
    card.locator("summary").first.tap()
    assert len(card.locator("ol.steps > li").all()) <= 4
    assert card.locator(".cite").count() >= 1


def test_E28_a_fallen_players_mark_still_makes_a_spark_for_the_others(house: House, table: Table) -> None:
    night = table(3).start().to_reveal([[0, 14], [0, 1], [0, 1]])
    ana, bo, _chiyo = house.seated(night)
    ana.stage("pick-1-0").tap(ana.tile(14)).tap("#reveal")
    bo.stage("pick-1-1")
    ana.stage("reveal-1-1")
    assert "Fall" in ana.see(".outcome").inner_text()
    bo.tap(bo.tile(0)).tap("#reveal").stage("reveal-1-2")
    gains = [row.inner_text() for row in bo.page.locator(".gains > li").all()]
    assert bo.see("h1.verdict").inner_text() == "Spark"
    assert "no stars" in gains[0]
    assert [gain.split()[-1] for gain in gains[1:]] == ["+2", "+2"]
    assert [seat["filled"] for seat in night.look(None)["view"]["seats"]] == [0, 2, 2]


# The host's other duties


@pytest.mark.parametrize("who", ["host", "other"])
def test_only_the_host_goes_on(house: House, table: Table, who: str) -> None:
    night = table(3).start().play_round([[0], [0], [1]])
    (phone,) = house.seated(night, 0 if who == "host" else 1)
    phone.stage("scored-1")
    assert phone.page.locator(".bar-bottom .cta").count() == (1 if who == "host" else 0)
    if who == "host":
        phone.cta().stage("opening-2")
        until(lambda: night.look(None)["view"]["phase"] == "opening")
