"""Any dispute in fifteen seconds: how many taps, the same pad as in play, with and without a script, shared."""

from __future__ import annotations

import itertools

import pytest

from tests.browser.conftest import sender
from tests.browser.handset import PHONE, SMALL, Handset, House
from tests.browser.quest import begin
from tests.players import Server, fresh_key, open_night

#: The six examples of the rulebook: the top of the pile, the cards in order, who wins.
EXAMPLES = {
    "1": ("green-4", ("blue-6", "blue-4", "blue-3"), "Player 1 wins."),
    "2": ("green-4", ("blue-6", "green-1", "blue-4"), "Player 2 wins."),
    "3": ("red-3", ("blue-2", "rest", "green-6"), "Player 1 wins."),
    "4": ("green-4", ("blue-2", "blue-6", "blue-2"), "Player 3 wins."),
    "5": ("blue-3", ("blue-6", "green-2", "green-2"), "Player 3 wins."),
    "6": ("yellow-3", ("blue-6", "blue-6", "yellow-3"), "Player 3 wins."),
}

#: Where every key is: left, top, width, height.
KEYS = """() => Object.fromEntries([...document.querySelectorAll('.pad .key, .key-rest')].map(key => {
  const box = key.getBoundingClientRect(); return [key.dataset.key, [box.left, box.top, box.width, box.height]]; }))"""


def key(word: str, field: str = "top") -> str:
    """The key of the pad; both fields of the pad have the same ones."""
    return f'.judge-bar [data-key="{field}-{word}"]'


def ask_quest(phone: Handset) -> Handset:
    """From the first page to the pad: Judge, game."""
    phone.go("/")
    before = phone.taps
    phone.tap(".bar-top a.judge").press("Stella Quest").stage("judge-stella_quest-winner")
    assert phone.taps - before == 2
    return phone


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_the_six_examples_take_two_taps_and_one_per_card(house: House, size: dict[str, object], script: bool) -> None:
    phone = house.phone(**size, java_script_enabled=script)
    for top, cards, winner in EXAMPLES.values():
        before = phone.taps
        ask_quest(phone)
        for number, card in enumerate((top, *cards)):
            phone.tap(key(card))
            phone.see(f".entered > li:nth-child({number + 1}) .chip")
        assert phone.see("h1.verdict").inner_text() == winner
        assert phone.taps - before == 2 + 1 + len(cards)
        assert phone.see(".ruled .kind").inner_text().strip() == "Written in the rules"
        headline = phone.at("h1.verdict").bounding_box()
        pad = phone.at(".judge-bar").bounding_box()
        assert headline is not None
        assert pad is not None
        assert headline["y"] + headline["height"] < pad["y"], "the verdict is read without scrolling"


def test_the_pad_never_moves_and_no_eager_tap_is_lost(house: House) -> None:
    phone = ask_quest(house.phone(**SMALL))
    pads = [phone.page.evaluate(KEYS)]
    for card in ("yellow-3", "blue-6", "blue-6", "yellow-3"):
        left, top, _width, _height = pads[0][f"top-{card}"]
        phone.page.touchscreen.tap(left + 10, top + 10)  # without waiting for the verdict
    phone.see("h1.verdict:has-text('Player 3 wins.')")
    pads.append(phone.page.evaluate(KEYS))
    phone.tap('[data-key="undo"]').see("h1.verdict:has-text('Player 2 wins.')")
    phone.tap('[data-key="clear"]').see("h1.verdict:has-text('Which card lies on the pile?')")
    pads.append(phone.page.evaluate(KEYS))
    for pad in pads[1:]:
        assert pad.keys() == pads[0].keys()
        assert max(abs(a - b) for one in pad for a, b in zip(pad[one], pads[0][one], strict=True)) < 1
    assert all(width >= 44 and height >= 44 for _x, _y, width, height in pads[0].values())
    assert phone.page.evaluate("performance.getEntriesByType('navigation').length") == 1


def test_a_shared_address_shows_the_same_verdict_to_somebody_else(house: House) -> None:
    phone = ask_quest(house.phone())
    for card in ("green-4", "blue-6", "green-1"):
        phone.tap(key(card))
    phone.see("h1.verdict:has-text('Player 2 wins.')")
    assert phone.page.url.endswith("/judge/stella_quest/winner?top=green-4&cards=blue-6.green-1")
    shared = phone.at("#share").get_attribute("data-share") or ""
    other = house.phone(java_script_enabled=False).go("/judge/" + shared.partition("/judge/")[2])
    assert other.see("h1.verdict").inner_text() == "Player 2 wins."
    assert other.at(".entered .chip").count() == 3
    phone.tap("#share > summary")
    assert phone.at("#share-at").input_value() == shared


def test_the_language_changes_and_the_cards_stay(house: House) -> None:
    for script in (True, False):
        phone = ask_quest(house.phone(java_script_enabled=script))
        for number, card in enumerate(("green-4", "blue-6")):
            phone.tap(key(card)).see(f".entered > li:nth-child({number + 1}) .chip")
        phone.tap(".tongues button[value=ja]").see("html[lang=ja]")
        assert phone.at(".entered .chip").count() == 2
        assert "top=green-4&cards=blue-6" in phone.page.url


def test_an_impossible_card_is_named_and_undone(house: House) -> None:
    phone = ask_quest(house.phone())
    for card in ("blue-2", "blue-2", "blue-6"):
        phone.tap(key(card))
    phone.see(f"{key('blue-2')}.struck").tap()
    told = phone.see(".wrong").inner_text()
    assert "Card 3 cannot be blue 2" in told
    phone.tap('[data-key="undo"]').see("h1.verdict:has-text('Player 1 wins.')")


def test_stars_for_one_card_take_four_taps(house: House) -> None:
    phone = house.phone().go("/")
    before = phone.taps
    phone.tap(".bar-top a.judge").press("Stella – Dixit Universe").stage("judge-stella-stars")
    phone.tap('[data-key="markers-2"]').see("h1.verdict:has-text('Super Spark: 3 stars each.')")
    phone.tap('[data-key="fallen-1"]').see("h1.verdict:has-text('Super Spark: scout gets 3.')")
    assert phone.taps - before == 4


#: A position of Stellarion, card by card, and what it makes.
ACTIONS = (
    (("alpha-ship", "alpha-nebula", "alpha-stars", "alpha-planet"), "Launch: Alpha."),
    (("delta-ship", "mirror"), "Coordinate: Ship, minor."),
    (("black-hole",) * 4, "Traverse: three Voyages."),
)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_cards_of_stellarion_take_two_taps_and_one_each(house: House, size: dict[str, object], script: bool) -> None:
    phone = house.phone(**size, java_script_enabled=script)
    for cards, made in ACTIONS:
        phone.go("/")
        before = phone.taps
        phone.tap(".bar-top a.judge").press("Stellarion").stage("judge-stellarion-made")
        for number, card in enumerate(cards):
            phone.tap(key(card, "cards")).see(f".entered > li:nth-child({number + 1}) .face")
        assert phone.see("h1.verdict").inner_text() == made
        assert phone.taps - before == 2 + len(cards) <= 8
        headline, pad = phone.at("h1.verdict").bounding_box(), phone.at(".judge-bar").bounding_box()
        assert headline is not None
        assert pad is not None
        assert headline["y"] + headline["height"] < pad["y"], "the verdict is read without scrolling"
        if script:
            keys = phone.page.evaluate(KEYS)
            assert len(keys) == 18
            assert all(width >= 44 and height >= 44 for _x, _y, width, height in keys.values())


def test_a_card_of_stellarion_lies_in_the_outpost_until_it_is_undone(house: House) -> None:
    phone = house.phone(**SMALL).go("/judge/stellarion")
    for number in range(3):
        phone.tap(key("alpha-ship", "cards")).see(f".entered > li:nth-child({number + 1}) .face")
    assert "Card 3 cannot be Alpha Ship" in phone.see(".wrong").inner_text()
    phone.tap('[data-key="outpost-3"]').see("h1.verdict:has-text('No action.')")
    phone.tap('[data-key="undo"]').see("h1.verdict:has-text('Coordinate: Ship, major.')")
    assert phone.page.url.endswith("?cards=alpha-ship.alpha-ship")
    phone.tap('[data-key="star-True"]').see("h1.verdict:has-text('No action.')")


def test_E34_from_a_table_it_is_one_tap_and_one_back(house: House, server: Server, address: str) -> None:
    night = begin(open_night(sender(server.port, address), 3, "stella_quest"))
    night.act(0, type="first_card", card="green-4").ok()
    for seat, card in ((0, "blue-6"), (1, "green-1")):
        night.act(seat, type="play", card=card).ok()
    (phone,) = house.seated(night, 2)
    before = phone.taps
    phone.stage("playing-1").tap(".bar-top a.judge").stage("judge-stella_quest-winner")
    assert phone.taps - before == 1
    assert phone.see("h1.verdict").inner_text() == "Bo is ahead."
    phone.tap(key("blue-4")).see("h1.verdict:has-text('Bo wins.')")
    phone.press(f"Table {night.code}").stage("playing-1")
    assert len(night.look(None)["view"]["round"]["played"]) == 2, "asking changes nothing"


def test_without_the_server_it_says_so_and_keeps_the_cards(house: House) -> None:
    phone = ask_quest(house.phone())
    phone.tap(key("green-4")).see(".entered .chip")
    phone.quiet = False
    phone.context.set_offline(True)
    phone.tap(key("blue-6"))
    assert "needs the table’s server" in phone.see("#alerts .banner").inner_text()
    assert phone.at(".entered .chip").count() == 1
    phone.context.set_offline(False)
    phone.tap(key("blue-6")).see(".entered > li:nth-child(2) .chip")
    phone.gone("#alerts .banner")


def test_the_keyboard_asks_too(house: House) -> None:
    phone = ask_quest(house.phone())
    for card, press in zip(("green-4", "blue-6"), itertools.cycle(("Enter", "Space")), strict=False):
        phone.at(key(card)).focus()
        phone.page.keyboard.press(press)
        phone.see(f".entered .chip[data-suit={card.partition('-')[0]}]")
        assert phone.page.evaluate("document.activeElement.dataset.key") == f"top-{card}"
    assert phone.page.evaluate("document.getElementById('say').textContent") == "Player 1 is ahead."


def test_rules_are_searched_while_one_types(house: House) -> None:
    phone = house.phone().go("/rules/stella_quest")
    phone.at("#q").fill("OF TWO super-trumps")
    assert [one.get_attribute("id") for one in phone.page.locator(".rules > li:visible").all()] == [
        "stella_quest.second-super-trump"
    ]
    phone.at("#q").fill("zebra")
    assert "No rule has these words" in phone.see("#found").inner_text()
    plain = house.phone(java_script_enabled=False).go("/rules/stella_quest")
    plain.at("#q").fill("of two super-trumps")
    plain.press("Search").see("#found:has-text('1 rule')")
    assert plain.page.locator(".rules > li").count() == 1


def test_without_network_the_rules_are_there_and_the_judge_says_what_it_needs(house: House) -> None:
    """Where the house is reached over https (here: as localhost) a service worker keeps what is no secret."""
    phone = house.phone()
    base = f"http://localhost:{phone.port}"
    phone.go(f"{base}/")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.go(f"{base}/judge/stella_quest/winner?top=green-4&table=AAAA")
    phone.go(f"{base}/rules/stella?q=super")
    phone.quiet = False
    phone.context.set_offline(True)
    phone.go(f"{base}/judge/stella_quest/winner?top=green-4")
    assert "comes from the table’s server" in phone.text
    phone.tap("a:has-text('Rules: Stella Quest')").see(".rules > li")  # a tap does not wait for the page it opens
    assert phone.page.locator(".rules > li").count() > 60
    phone.go(f"{base}/rules/stella?q=super")
    assert 2 < phone.page.locator(".rules > li:visible").count() < 20
    kept = phone.page.evaluate(
        "caches.keys().then(all => Promise.all(all.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(all => all.flat().map(request => new URL(request.url).pathname))"
    )
    assert [path for path in kept if not path.startswith(("/static/", "/rules", "/offline", "/kept/language"))] == []


def test_a_verdict_is_shown_to_everyone_until_the_game_goes_on(house: House, server: Server, address: str) -> None:
    night = open_night(sender(server.port, address), 3, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    night.act(0, type="first_card", card="green-4").ok()
    for seat, card in ((0, "blue-6"), (1, "green-1")):
        night.act(seat, type="play", card=card).ok()
    ana, chiyo = house.seated(night, 0, 2)
    wall = house.wall().go(f"/t/{night.code}/tv").stage("playing-1")
    chiyo.tap("a.judge").press("Show to everyone").see(".shown-verdict")
    chiyo.cta()
    for phone in (ana, chiyo, wall):
        assert "Bo" in phone.see(".shown-verdict .verdict").inner_text()
    night.act(2, type="play", card="blue-1").ok()
    for phone in (ana, chiyo, wall):
        phone.gone(".shown-verdict")
