"""Stella Quest on real phones: whole games by taps, the pad under the thumb, two phones that enter the same card."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Route

from app.games.stella_quest.actions import Draw, Play
from app.games.stella_quest.state import Playing
from tests.browser.conftest import sender
from tests.browser.handset import PHONE, SMALL, House
from tests.browser.quest import KEYS, QuestNight, begin, moved, settled
from tests.players import Night, Server, open_night

Quest = Callable[..., Night]


@pytest.fixture
def quest(server: Server, address: str) -> Quest:
    """A table of Stella Quest with so many people, brought to its first card."""
    send = sender(server.port, address)
    return lambda people, recording="one": begin(open_night(send, people, "stella_quest"), recording)


def test_three_phones_play_a_whole_game(house: House, quest: Quest) -> None:
    night = quest(3, "each")
    phones = house.seated(night, 0, 1, 2)
    wall = house.wall().go(f"/t/{night.code}/tv").stage("opening")
    game = QuestNight(tuple(phones), 3, seed=26, recording="each")
    for step, _action in enumerate(game.play()):
        if step % 7 == 0:
            game.agrees(night.look(None))
    game.agrees(settled(night, "finished"))
    outcome = night.look(None)["view"]["outcome"]
    winners = [night.look(None)["seats"][seat]["name"] for seat in outcome["winners"]]
    wall.stage("finished")
    for phone in (*phones, wall):
        assert all(name in phone.text for name in winners)


def test_one_phone_records_a_whole_game_of_two(house: House, quest: Quest) -> None:
    night = quest(2)
    (phone,) = house.seated(night, 0)
    game = QuestNight((phone,), 2, seed=28, draw=0.2)
    actions = list(game.play())
    assert any(isinstance(action, Draw) for action in actions)
    game.agrees(settled(night, "finished"))
    assert moved(game.pads) < 1, "the pad moved under the thumb"


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_E29_a_round_of_four_takes_at_most_7_taps_and_the_pad_never_moves(
    house: House, quest: Quest, size: dict[str, object]
) -> None:
    night = quest(4)
    phone = house.phone(**size).sit(night.phones[0], night.code)
    game = QuestNight((phone,), 4, seed=2, draw=0.0)
    before = phone.taps
    won: dict[int, int] = {}
    for _action in game.play():
        for round_ in game.state.table.rounds:
            if round_.winner is not None:
                won[round_.number] = game.taps[round_.number]
        if len(won) >= 2:
            break
    assert phone.taps - before == sum(game.taps.values()) + 1, "no tap besides the cards, and the pile's first"
    assert max(won.values()) <= 7
    assert moved(game.pads) < 1, "the pad moved under the thumb"
    assert all(width >= 44 and height >= 44 for _left, _top, width, height in game.pads[0].values())


def test_E13_two_phones_enter_the_same_card_one_is_stored_the_other_may_change_it(house: House, quest: Quest) -> None:
    night = quest(3, "each")
    night.act(0, type="first_card", card="green-4").ok()
    ana, bo = house.seated(night, 0, 1)
    night.act(0, type="play", card="blue-6").ok()
    bo.stage("playing-1").see('#stage[data-step="1"]')
    bo.page.route("**/stage*", lambda route: route.abort())  # Bo's screen stays as it is, and Ana is faster
    bo.page.route("**/events*", lambda route: route.abort())
    ana.see('#stage[data-step="1"]')
    ana.tap("#enter > summary").tap("#pad [value=green-1]")
    ana.see('#stage[data-step="2"]')
    bo.quiet = False
    bo.tap("#pad [value=red-2]")
    told = bo.see(".banner.conflict").inner_text()
    assert "Ana was faster" in told
    assert "Bo plays green 1" in told
    assert [one["card"] for one in night.look(None)["view"]["round"]["played"]] == ["blue-6", "green-1"]
    bo.page.unroute("**/stage*")
    bo.press("Change to mine")
    ana.see(".laid-cards .chip[data-suit=red]")
    assert [one["card"] for one in night.look(None)["view"]["round"]["played"]] == ["blue-6", "red-2"]


def test_keeping_theirs_changes_nothing(house: House, quest: Quest) -> None:
    night = quest(2)
    night.act(0, type="first_card", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    phone.stage("playing-1")
    phone.page.route("**/stage*", lambda route: route.abort())
    night.act(0, type="play", card="blue-6").ok()
    phone.quiet = False
    phone.tap("#pad [value=red-2]")
    phone.press("Keep theirs").gone(".banner.conflict")
    assert [one["card"] for one in night.look(None)["view"]["round"]["played"]] == ["blue-6"]


def test_an_eager_thumb_plays_one_card(house: House, quest: Quest) -> None:
    """The pad stays where it is for the next player, so a second tap of the same thumb must not play for them."""
    night = quest(4)
    night.act(0, type="first_card", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    phone.stage("playing-1")
    box = phone.at("#pad [value=blue-3]").bounding_box()
    assert box is not None
    for _tap in range(3):
        phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        phone.page.wait_for_timeout(60)
    phone.see('#stage[data-step="1"]')
    phone.page.wait_for_timeout(700)
    assert [one["card"] for one in night.look(None)["view"]["round"]["played"]] == ["blue-3"]


def test_a_double_tap_on_draw_pays_once(house: House, quest: Quest) -> None:
    """The draw is on the screen at once, and its button stays where it is: it rests a moment, like the cards."""
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    box = phone.stage("playing-1").at("button[form=draw]").bounding_box()
    assert box is not None
    for pause in (200, 0):
        phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        phone.page.wait_for_timeout(pause)
    phone.see('#stage[data-step="0+1"]')
    phone.page.wait_for_timeout(700)
    seat = night.look(None)["view"]["seats"][0]
    assert (seat["radiance"], seat["hand"]) == (4, 8)
    phone.tap("button[form=draw]").see('#stage[data-step="0+2"]')


#: Whether something can be read where it is: nothing lies over its middle.
FREE = """at => {
  const box = at.getBoundingClientRect(), over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !!over && (at.contains(over) || over.contains(at)) && box.top >= 0 && box.bottom <= innerHeight;
}"""


def _nobody_wins_five_rounds(night: Night) -> None:
    """Two people play all their cards, and the artificial opponent would win each time."""
    night.act(0, type="first_card", card="rest").ok()
    for number, cards in enumerate(("blue-164", "green-164", "red-164", "yellow-164", "blue-253")):
        colour, _dash, values = cards.partition("-")
        first = number % 2
        night.act(first, type="play", card=f"{colour}-{values[0]}").ok()
        night.act(first, type="opponent", card=f"{colour}-{values[1]}").ok()
        night.act(1 - first, type="play", card=f"{colour}-{values[2]}").ok()


def test_after_a_round_nobody_won_the_screens_say_who_draws(house: House, quest: Quest) -> None:
    """No taking screen was there to say it: it stands above the pad, and on the wall with who won: nobody."""
    night = quest(2)
    _nobody_wins_five_rounds(night)
    (phone,) = house.seated(night, 0)
    small = house.phone(**SMALL).sit(night.phones[0], night.code)
    for handset in (phone, small):
        draws = handset.stage("playing-6").page.locator(".todo:has-text('draw 5')")
        assert draws.count() == 2
    assert all(one.evaluate(FREE) for one in phone.page.locator(".todo:has-text('draw 5')").all())
    assert small.page.locator(".todo:has-text('draw 5')").first.evaluate(FREE)
    wall = house.wall().go(f"/t/{night.code}/tv").stage("playing-6")
    assert wall.page.locator(".todo:has-text('draw 5')").count() == 2
    assert "Nobody won the round." in wall.see(".tv-foot").inner_text()
    assert "holds 5 cards" in wall.text


def test_a_paused_table_can_be_undone_and_everybody_knows_who_acts(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    for seat in (1, 2):
        night.act(0, type="leave", seat=seat).ok()
    ana, bo = house.seated(night, 0, 1)
    bo.see(".hint:has-text('The host marks who is back')")
    ana.press("Mark somebody as back").see("text=Players, clockwise")
    ana.go(f"/t/{night.code}").press("Undo: Chiyo has left the table.").see("#pad")
    assert not night.look(None)["view"]["paused"]


def test_on_a_flat_phone_the_stage_stands_beside_what_is_chosen(house: House, quest: Quest) -> None:
    night = quest(4)
    night.act(0, type="first_card", card="green-4").ok()
    for seat in range(4):
        night.act(seat, type="play", card=f"blue-{seat + 1}").ok()
    phone = house.phone(viewport={"width": 844, "height": 390}).sit(night.phones[0], night.code)
    phone.stage("taking-1")
    assert phone.at(".won-head h1").evaluate(FREE)
    phone.tap("#take [value=blue-4]").stage("topping-1")
    assert phone.at(".won-head h1").evaluate(FREE)
    assert phone.at("#top button >> nth=2").evaluate(FREE)


def test_undo_says_what_it_takes_back(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    night.act(0, type="play", card="blue-6").ok()
    ana, bo = house.seated(night, 0, 1)
    ana.stage("playing-1").see(".undoes:has-text('Undo: Ana plays blue 6.')")
    assert ana.at("button[form=undo-last]").get_attribute("aria-label") == "Undo: Ana plays blue 6."
    night.act(0, type="recording", how="each").ok()
    ana.see("button:has-text('Undo: Each phone enters its own cards.')")  # Bo has the pad: not folded away with it
    bo.see("#pad")
    for seat, card in ((1, "blue-1"), (2, "blue-2")):
        night.act(seat, type="play", card=card).ok()
    ana.stage("taking-1").see("button:has-text('Undo: Chiyo plays blue 2.')")


def test_a_pressed_key_shows_it_until_the_answer_is_there(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    held: list[Route] = []
    phone.stage("playing-1").page.route("**/do", lambda route: held.append(route))
    phone.tap("#pad [value=red-2]").see("#pad [value=red-2][data-pressed]")
    assert float(phone.at("#pad [value=blue-1]").evaluate("at => getComputedStyle(at.form).opacity")) == 1
    assert float(phone.at("#pad [value=blue-1]").evaluate("at => getComputedStyle(at).opacity")) < 1
    phone.see(".unsent-box:has-text('red 2')")
    held[0].continue_()
    phone.see('#stage[data-step="1"]')
    phone.gone("[data-pressed]")


def test_closing_a_refusal_gives_the_focus_back(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    night.act(0, type="play", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    phone.quiet = False
    keys = phone.stage("playing-1").page.keyboard
    phone.at("#pad [value=green-4]").focus()
    keys.press("Enter")
    phone.at(".banner [data-close]").focus()
    keys.press("Enter")
    assert phone.page.evaluate("document.activeElement.value") == "green-4"


def test_a_paid_draw_is_spoken_and_a_struck_one_says_why(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    phone.stage("playing-1")
    for number, hand in enumerate((8, 10)):
        phone.tap("button[form=draw]").see(f'#stage[data-step="0+{number + 1}"]')
        phone.see(f"#say:has-text('Ana has drawn: {hand} cards in hand.')")
    assert "Ana holds 10 cards, the most." in (phone.at("button[form=draw]").text_content() or "")


def test_a_struck_key_says_where_both_copies_are(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    night.act(0, type="play", card="green-4").ok()
    (phone,) = house.seated(night, 0)
    phone.quiet = False
    key = phone.stage("playing-1").see("#pad .struck[value=green-4]")
    assert "both are elsewhere" in (key.get_attribute("aria-label") or "")
    phone.tap("#pad [value=green-4]")
    told = phone.see(".banner.warn").inner_text()
    assert "pile" in told
    assert "round" in told


def test_undo_goes_back_step_by_step_from_the_pad(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    for seat, card in enumerate(("blue-1", "blue-2", "blue-3")):
        night.act(seat, type="play", card=card).ok()
    night.act(2, type="take", card="blue-1").ok()
    (phone,) = house.seated(night, 0)
    phone.stage("topping-1").press("Undo").stage("taking-1").press("Undo").stage("playing-1")
    for left in (1, 0):
        phone.press("Undo").see(f'#stage[data-step="{left}"]')
    phone.press("Undo").stage("opening")
    assert night.look(None)["view"]["phase"] == "opening"


def test_who_records_can_be_changed_at_any_time(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    night.act(0, type="play", card="blue-6").ok()
    ana, bo = house.seated(night, 0, 1)
    ana.see("#pad")
    bo.stage("playing-1").see("text=Enter the card of Bo here")
    ana.press("Each their own")
    bo.tap("#pad [value=red-2]")
    ana.see('#stage[data-step="2"]')
    ana.press("This phone").see("#pad")
    assert "What did Chiyo play?" in ana.text


def test_may_this_card_be_played_answers_from_the_backs(house: House, quest: Quest) -> None:
    night = quest(3)
    night.act(0, type="first_card", card="green-4").ok()
    night.act(0, type="play", card="blue-6").ok()
    night.act(1, type="play", card="red-6").ok()
    (phone,) = house.seated(night, 0)
    phone.stage("playing-1").press("May this card be played?")
    assert phone.at("input[name=lead][value=blue]").is_checked()
    phone.tap("[name=card][value=red-6]")
    assert "It depends." in phone.see(".answer").inner_text()
    phone.tap("label:has([name=alone])").tap("[name=card][value=red-6]")
    assert "Yes." in phone.see(".answer").inner_text()
    phone.tap("label:has([name=alone])").tap("label:has([name=backs][value=blue])").tap("[name=card][value=red-6]")
    assert "No." in phone.see(".answer").inner_text()
    phone.tap("label:has([name=backs][value=blue])").tap("label:has([name=backs][value=green])")
    phone.tap("[name=card][value=red-6]")
    assert "Yes." in phone.see(".answer").inner_text()


def test_without_a_script_cards_are_entered_by_plain_forms(house: House, quest: Quest) -> None:
    night = quest(2)
    phone = house.phone(java_script_enabled=False).sit(night.phones[0], night.code)
    for card in ("green-4", "blue-6", "blue-2", "blue-1"):
        phone.tap(f"#pad [value={card}]")
    phone.see("#take")
    phone.tap("#take [value=blue-2]").see("#top")
    phone.tap("#top button >> nth=0").see("#pad")
    assert night.look(None)["view"]["number"] == 2


def test_a_reload_shows_the_same_pad(house: House, quest: Quest) -> None:
    night = quest(3)
    chance = random.Random(3)
    (phone,) = house.seated(night, 0)
    game = QuestNight((phone,), 3, seed=chance.randrange(100))
    for step, action in enumerate(game.play()):
        if step > 12 and isinstance(action, Play) and isinstance(game.state, Playing):
            break
    phone.page.wait_for_timeout(400)
    before = phone.page.evaluate(KEYS)
    phone.page.reload()
    assert moved([before, phone.page.evaluate(KEYS)]) < 1
