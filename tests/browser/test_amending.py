"""Putting a game right on real phones: five rounds back, as a guest's proposal, by looking back, and on paper."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from app.games.phrases import Seat
from app.games.stella_quest import GAME
from app.games.stella_quest.state import Finished, Options, Recording
from tests.browser.conftest import sender
from tests.browser.handset import SMALL, House
from tests.browser.quest import begin
from tests.games.stella_quest.playing import People
from tests.players import Night, Server, open_night
from tests.tables.righting import entries, log_lines

Quest = Callable[[], Night]


@pytest.fixture
def finished(server: Server, address: str) -> Quest:
    """A whole game of Stella Quest for three, played over the API."""

    def play() -> Night:
        night = begin(open_night(sender(server.port, address), 3, "stella_quest"))
        people = People(random.Random(7), 3)
        state = GAME.setup(Options(Seat(0), Recording("one")), 3)
        while not isinstance(state, Finished):
            action = people.next_action(state, 0.1, bold=True)
            sent = GAME.wire.dump_action(action)
            night.act(0, for_=sent.pop("seat"), **sent).ok()
            after = GAME.apply(state, action).state  # type: ignore[union-attr]
            people.follow(action, state, after)
            state = after
        return night

    return play


def _rounds_back(night: Night, rounds: int) -> dict[str, object]:
    """The card that was taken so many rounds ago, where another one could have been taken."""
    takes = [one for one in entries(night) if one["action"]["type"] == "take"]
    return dict(takes[-rounds])


def test_A5_a_card_five_rounds_back_in_a_finished_game_is_corrected(house: House, finished: Quest) -> None:
    night = finished()
    take = _rounds_back(night, 5)
    play = [one for one in entries(night) if one["action"]["type"] == "play" and one["seq"] < int(str(take["seq"]))][-1]
    phone = house.phone(**SMALL).sit(night.phones[0], night.code).stage("finished")
    phone.press("Log").see(".log")
    phone.quiet = False
    phone.tap(f'.log a[href$="seq={play["seq"]}"]').see("#correct")
    assert play["text"] in phone.see("h1").inner_text()
    # another card of that round's last player, until one makes something later impossible
    values = [each.get_attribute("value") or "" for each in phone.page.locator("#correct input[name=to]").all()]
    for value in values:
        phone.go(f"/t/{night.code}/correct?seq={play['seq']}")
        phone.page.locator("#correct input[name=to]").nth(values.index(value)).check()
        phone.press("See what this changes").see("h1")
        if phone.page.locator("#all-out").count():
            break
    assert phone.page.locator(".wrong .changes > li").count() > 0
    assert "Correct this one too" in phone.text
    assert phone.page.locator("#save").count() == 0, "nothing can be saved that cannot be"
    phone.tap("#all-out").see("#save")
    assert phone.page.locator("del").count() > 1
    before, after = phone.at(".winners").inner_text(), night.look(None)["corrections"]
    assert before
    phone.tap(".bar-bottom .cta")
    assert night.look(None)["corrections"] == after, "a finished game is not changed without a word"
    phone.at("#why").fill("We looked at the pile.")
    phone.cta().see(".log")
    assert night.look(None)["corrections"] == 1
    assert "We looked at the pile." in phone.text
    assert phone.page.locator(".log del").count() > 0


def _propose(house: House, night: Night, why: str) -> None:
    """Bo, who does not lead the table, proposes another first card."""
    first = next(one for one in entries(night) if one["action"]["type"] == "first_card")
    bo = house.phone().sit(night.phones[1], night.code).go(f"/t/{night.code}/correct?seq={first['seq']}")
    own = first["action"]["card"]
    other = next(card for card in ("green-1", "green-2", "green-3", "green-4", "green-5", "green-6") if card != own)
    bo.tap(f"#correct label:has(input[value*='{other}'])").press("See what this changes")
    bo.see("#save")
    bo.at("#why").fill(why)
    bo.press("Propose it to Ana").see(".log")
    assert "proposes a correction" in bo.text


def test_a_guest_proposes_and_the_host_accepts(house: House, table_of_quest: Quest) -> None:
    night = table_of_quest()
    ana = house.phone().sit(night.phones[0], night.code).live()
    _propose(house, night, "It was another one.")
    ana.see(".banner:has-text('1 correction is proposed')")
    ana.press("Look and decide").see(".changes")
    assert "It was another one." in ana.text
    ana.press("Yes, correct it").see(".log")
    assert night.look(None)["corrections"] == 1
    assert night.look(0)["proposals"] == 0
    assert "Bo proposed" in log_lines(night)[-1]["text"]


def test_a_no_of_the_host_changes_nothing(house: House, table_of_quest: Quest) -> None:
    night = table_of_quest()
    _propose(house, night, "No idea.")
    ana = house.phone().sit(night.phones[0], night.code).go(f"/t/{night.code}/corrections")
    ana.tap("button[name=yes][value='0']").see(".log")
    assert night.look(None)["corrections"] == 0
    assert ana.go(f"/t/{night.code}/corrections").see("text=No correction waits.")


@pytest.fixture
def table_of_quest(server: Server, address: str) -> Quest:
    """Green 4 lies on the pile, and two cards are played."""

    def open_() -> Night:
        night = begin(open_night(sender(server.port, address), 3, "stella_quest"), "each")
        night.act(0, type="first_card", card="green-4").ok()
        for seat, card in ((0, "blue-6"), (1, "red-2")):
            night.act(seat, type="play", card=card).ok()
        return night

    return open_


@pytest.mark.parametrize("script", [True, False])
def test_one_goes_back_in_time_and_nothing_there_acts(house: House, table_of_quest: Quest, script: bool) -> None:
    night = table_of_quest()
    phone = house.phone(java_script_enabled=script).sit(night.phones[0], night.code).go(f"/t/{night.code}/log")
    phone.tap(".log li:first-child .more > summary").tap(".log li:first-child >> text=As it was then")
    assert "Bo plays red 2" in phone.see(".then").inner_text()
    phone.press("Earlier").see(".then:has-text('Ana plays blue 6')")
    assert phone.page.locator("#stage .chip[data-suit=blue]").count() > 0
    assert phone.page.locator("form, button, script").count() == 0
    phone.press("Later").see(".then:has-text('Bo plays red 2')")
    phone.press("Back to now").see("#stage")
    assert phone.page.locator(".then").count() == 0


def test_the_receipt_is_there_to_read_and_as_text(house: House, finished: Quest) -> None:
    night = finished()
    phone = house.phone().sit(night.phones[1], night.code).stage("finished").press("Receipt")
    phone.see(".seats-won")
    names = [seat["name"] for seat in night.look(None)["seats"]]
    assert all(name in phone.text for name in names)
    with phone.page.expect_navigation():
        phone.press("As text")
    text = phone.page.evaluate("document.body.innerText")
    assert text.startswith("Stella Quest")
    assert all(name in text for name in names)
    assert text.count("Round ") == len(night.look(None)["view"]["scores"])


def test_a_house_rule_is_kept_and_taken_back(house: House, table_of_quest: Quest) -> None:
    night = table_of_quest()
    phone = house.phone(**SMALL).sit(night.phones[1], night.code)
    phone.go(f"/t/{night.code}/house-rules?rule=stella_quest.qu-5")
    assert phone.at("#rule").input_value() == "stella_quest.qu-5"
    phone.at("#text").fill("We draw after playing.")
    phone.press("Play it this way").see("section:has-text('We draw after playing.')")
    assert [rule["rule"] for rule in night.look(None)["house_rules"]] == ["stella_quest.qu-5"]
    phone.press("The book holds again").see("text=Nothing is written down.")
    assert night.look(None)["house_rules"] == []


@pytest.mark.parametrize("script", [True, False])
def test_one_tries_something_out_and_nothing_happens(house: House, table_of_quest: Quest, script: bool) -> None:
    """From the table's menu, by forms alone; then it is done after all."""
    night = table_of_quest()
    before = night.look(None)["view"]
    phone = house.phone(**SMALL, java_script_enabled=script).sit(night.phones[2], night.code)
    phone.go(f"/t/{night.code}/people").tap(f'a[href="/t/{night.code}/whatif"]').see("#whatif")
    phone.tap("#whatif label:has-text('Chiyo plays green 1')").press("See what this would do")
    assert "Chiyo plays green 1. Chiyo wins the round." in phone.see(".then.would").inner_text()
    assert "green 1 is the only trump" in phone.text.lower().replace("\n", " ")
    assert phone.page.locator("#stage form, #stage button").count() == 0
    assert night.look(None)["view"] == before
    phone.press("Try something else").see("#whatif")
    phone.tap("#whatif label:has-text('Chiyo plays blue 1')").press("See what this would do").see(".then.would")
    phone.press("Do it").see("#stage")
    assert [one["card"] for one in night.look(None)["view"]["round"]["played"]] == ["blue-6", "red-2", "blue-1"]


def test_a_ruling_is_played_the_other_way_by_one_button(house: House, table_of_quest: Quest) -> None:
    night = table_of_quest()
    phone = house.phone(**SMALL).sit(night.phones[0], night.code).go(f"/t/{night.code}/house-rules")
    assert "Decide that between the rounds" in phone.text
    night.tap("undo").ok()
    night.tap("undo").ok()
    phone.go(f"/t/{night.code}/house-rules?rule=stella_quest.qu-14")
    assert phone.page.locator(".stack section.card").first.get_attribute("id") == "stella_quest.qu-14"
    phone.tap("[id='stella_quest.qu-14'] button").see("[id='stella_quest.qu-14'][data-other]")
    assert night.look(None)["view"]["house"] == ["stella_quest.qu-14"]
    phone.go(f"/t/{night.code}")
    assert "one card counts" in (phone.see("#stage").text_content() or "")
    phone.go(f"/t/{night.code}/house-rules").tap("[data-other] button").gone("[data-other]")
    assert "house" not in night.look(None)["view"]
