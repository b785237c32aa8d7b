"""The secret grid: what may be seen of it, when, and by whom; and that every tap means the card it touches."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.handset import SMALL, Handset, House, until
from tests.players import Night

Table = Callable[..., Night]

#: Marks counted by the moment: when the last one went, measured in the page itself.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const now = document.querySelectorAll('#grid:not(.shaded) input:checked, .tile.picked').length;
    if (!window.seen.length || window.seen.at(-1)[1] !== now) window.seen.push([performance.now(), now]);
    requestAnimationFrame(look);
  };
  look();
  for (const kind of ['pointerup', 'visibilitychange', 'pagehide', 'click'])
    addEventListener(kind, () => { window.left = performance.now(); }, true);
}"""
LATE = "() => { const gone = window.seen.findLast(each => each[1] === 0); return gone ? gone[0] - window.left : null; }"


def marking(house: House, table: Table, seat: int = 1, **more: Any) -> tuple[Night, Handset]:
    night = table(3).start().begin()
    night.draft(seat, [])
    (phone,) = house.seated(night, seat, **more)
    return night, phone.stage("marking-1")


def kept(night: Night, seat: int, cells: list[int]) -> None:
    until(lambda: (night.look(seat)["draft"] or {}).get("cells") == cells, why=f"{cells} were not saved")


def locked(house: House, table: Table) -> tuple[Night, Handset]:
    night, phone = marking(house, table)
    phone.mark([2, 7, 11]).tap("#lock").stage("locked-1")
    return night, phone


# E17


def test_E17_hide_shades_at_once_and_the_next_tap_only_unshades(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    phone.mark([2, 7, 11])
    kept(night, 1, [2, 7, 11])
    phone.page.evaluate(WATCH)
    phone.tap("[data-hide]")
    assert phone.marked == []
    assert phone.page.locator("#grid input:checked").count() == 0
    told = phone.at("#count").inner_text()
    assert "Touch a card" in told
    assert not any(sign.isdigit() for sign in told)
    phone.page.wait_for_timeout(60)
    assert phone.page.evaluate(LATE) < 100
    phone.tap(phone.tile(7))  # un-shades and toggles nothing
    phone.shows([2, 7, 11])
    phone.tap(phone.tile(7))
    assert phone.marked == [2, 11]
    kept(night, 1, [2, 11])


@pytest.mark.parametrize("event", ["visibilitychange", "pagehide"])
def test_E17_leaving_shades_within_100_ms(house: House, table: Table, event: str) -> None:
    night, phone = marking(house, table)
    phone.mark([2, 7])
    phone.page.evaluate(WATCH)
    if event == "pagehide":
        phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    else:
        phone.hide()
    phone.page.wait_for_timeout(60)
    assert phone.marked == []
    assert phone.page.evaluate(LATE) < 100
    kept(night, 1, [2, 7])
    phone.hide(False)
    phone.tap(phone.tile(0))
    phone.shows([2, 7])


def test_E17_twenty_seconds_without_touch_shade(house: House, table: Table) -> None:
    night = table(3).start().begin()
    night.draft(1, [5, 6])
    phone = house.phone()
    phone.page.clock.install()
    phone.sit(night.phones[1], night.code).stage("marking-1")
    phone.page.clock.run_for(16_000)
    assert phone.marked == [5, 6]
    phone.page.clock.run_for(4_500)
    assert phone.marked == []
    phone.tap(phone.tile(5))
    phone.shows([5, 6])
    phone.page.clock.run_for(13_000)
    phone.tap(phone.tile(1))
    phone.page.clock.run_for(13_000)
    assert phone.marked == [1, 5, 6]  # every touch starts the rest anew
    phone.page.clock.run_for(8_000)
    assert phone.marked == []


def test_E17_shaded_marks_can_be_locked_in_and_come_back(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    phone.mark([2, 7]).tap("[data-hide]").tap("#lock").stage("locked-1")
    assert sorted(night.look(1)["view"]["my_marks"]) == [2, 7]
    phone.press("Change my mind: unlock").stage("marking-1")
    assert phone.marked == [2, 7]


def test_E17_peek_shows_while_held_and_hides_within_100_ms(house: House, table: Table) -> None:
    _night, phone = locked(house, table)
    assert phone.marked == []
    phone.page.evaluate(WATCH)
    middle = phone.see("[data-peek]").bounding_box()
    assert middle is not None
    finger = phone.cdp()
    at = {"x": middle["x"] + middle["width"] / 2, "y": middle["y"] + middle["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    phone.see("#peek")
    assert phone.marked == [2, 7, 11]
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.page.wait_for_timeout(60)
    assert phone.marked == []
    assert phone.page.locator("#peek").count() == 0
    assert phone.page.evaluate(LATE) < 100


@pytest.mark.parametrize("way", ["tap", "Space"])
def test_E17_peek_without_holding(house: House, table: Table, way: str) -> None:
    _night, phone = locked(house, table)
    phone.live()
    phone.page.clock.install()
    if way == "tap":
        phone.tap("[data-peek]").see("#peek")
        assert phone.marked == [2, 7, 11]
        phone.page.clock.run_for(5_100)
    else:
        phone.at("[data-peek]").focus()
        phone.page.keyboard.down(" ")
        phone.see("#peek")
        phone.page.keyboard.up(" ")
    phone.gone("#peek")
    assert phone.marked == []


def test_E17_peek_ends_when_the_phone_is_locked(house: House, table: Table) -> None:
    _night, phone = locked(house, table)
    phone.tap("[data-peek]").see("#peek")
    phone.hide()
    assert phone.page.locator("#peek").count() == 0


# E18

BIG = """number => {
  const told = [];
  for (const at of document.querySelectorAll('body *')) {
    if (['SCRIPT', 'STYLE', 'TEMPLATE'].includes(at.tagName)) continue;
    const own = [...at.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join(' ');
    if (!new RegExp('(^|[^0-9A-C])' + number + '([^0-9]|$)').test(own)) continue;
    const loud = at.closest('[aria-live], [role=status], [role=alert], output');
    if (loud || parseFloat(getComputedStyle(at).fontSize) >= 16) told.push(at.outerHTML.slice(0, 120));
  }
  return told.concat(document.title.match(new RegExp('\\\\b' + number + '\\\\b')) ? ['title'] : []);
}"""


@pytest.mark.parametrize("text", ["normal", "large"])
def test_E18_the_count_is_never_large_and_never_spoken(house: House, table: Table, text: str) -> None:
    night = table(3).start().begin()
    night.draft(1, [])
    phone = house.phone()
    phone.cookie("text", text)
    phone.sit(night.phones[1], night.code).stage("marking-1")
    for number, cell in enumerate((0, 2, 4, 6, 8, 10, 12, 14, 1), 1):
        phone.tap(phone.tile(cell))
        if number >= 6:
            assert phone.page.evaluate(BIG, number) == []
    assert "9" in phone.at("#count").inner_text()
    phone.tap("#lock").stage("locked-1")
    assert phone.page.evaluate(BIG, 9) == []


# E21, E22


def test_E21_the_eleventh_mark_is_impossible_and_explained(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    phone.mark(range(10))
    phone.tap(phone.tile(14))
    assert phone.marked == list(range(10))
    assert "10 is the most" in phone.at("#marks-say").inner_text()
    kept(night, 1, list(range(10)))
    phone.tap(phone.tile(0))
    assert phone.at("#marks-say").inner_text() == ""
    phone.tap(phone.tile(14))
    assert phone.marked == [*range(1, 10), 14]


def test_E21_with_nothing_marked_the_button_explains_itself(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    lock = phone.at("#lock")
    assert lock.get_attribute("aria-disabled") == "true"
    assert "Mark at least 1 card" in lock.inner_text()
    phone.tap("#lock", force=True)  # it can be pressed, and says why nothing happens
    assert "Mark at least 1 card" in phone.at("#marks-say").inner_text()
    phone.mark([4])
    assert lock.get_attribute("aria-disabled") == "false"
    assert lock.inner_text().strip() == "Lock in my cards"
    phone.mark([4])
    assert lock.get_attribute("aria-disabled") == "true"
    assert not night.look(1)["view"]["seats"][1]["locked"]


def test_E22_a_lock_can_be_withdrawn_until_all_have_locked(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    phone.mark([3, 4]).tap("#lock").stage("locked-1")
    phone.press("Change my mind: unlock").stage("marking-1")
    assert phone.marked == [3, 4]
    assert not night.look(1)["view"]["seats"][1]["locked"]
    phone.mark([4]).tap("#lock").stage("locked-1")
    assert night.look(1)["view"]["my_marks"] == [3]


def test_E22_the_last_one_confirms_once_more(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    night.lock(0, [1]).ok()
    night.lock(2, [2]).ok()
    phone.mark([3]).tap("#lock")
    assert "You are the last" in phone.see(".ask").inner_text()
    assert night.look(None)["view"]["phase"] == "marking"
    phone.press("Not yet").gone(".ask")
    assert phone.where == "marking-1"
    phone.tap(phone.tile(3))
    phone.shows([3])  # shaded by the try, shown again by the touch
    phone.tap("#lock")
    phone.tap(".ask .yes").stage("announced-1")
    assert night.look(1)["view"]["my_marks"] == [3]


def test_E22_afterwards_the_screen_says_why_not_and_cites(house: House, table: Table) -> None:
    night, phone = marking(house, table, relay=True)
    phone.quiet = False
    phone.mark([3]).tap("#lock").stage("locked-1")
    assert phone.relay is not None
    phone.relay.stream = "mute"
    phone.page.wait_for_timeout(400)  # nothing more is heard by this phone
    night.lock(0, [1]).ok()
    night.lock(2, [2], closing=True).ok()
    assert phone.where == "locked-1"
    phone.press("Change my mind: unlock")
    told = phone.see("#alerts .banner")
    assert "selection is closed" in told.inner_text()
    told.locator("summary").tap()
    assert "Stella – Dixit Universe" in told.inner_text()
    phone.stage("announced-1")


def test_E22_the_announcement_says_that_the_selection_is_closed(house: House, table: Table) -> None:
    night = table(3).start().begin().lock_all([[0], [1], [2]])
    (phone,) = house.seated(night, 1)
    phone.stage("announced-1")
    assert phone.page.get_by_role("button", name="unlock").count() == 0
    for at in phone.page.locator("details.why > summary").all():
        at.tap()
    assert "can change" in phone.text or "closed" in phone.text or "over" in phone.text


# E23, E24

BOXES = """() => [...document.querySelectorAll('#grid .tile')].map(at => {
  const box = at.getBoundingClientRect();
  return [Number(at.dataset.cell), box.x, box.y, box.width, box.height];
})"""


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_E23_every_tile_is_large_enough_on_a_small_phone(house: House, table: Table, turn: int) -> None:
    night = table(3).start().begin()
    night.phones[1].put(f"{night.at}/face", turn=turn).ok()
    night.draft(1, [])
    (phone,) = house.seated(night, 1, **SMALL)
    phone.stage("marking-1")
    for width, height in ((320, 568), (360, 640), (390, 844), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        boxes = phone.page.evaluate(BOXES)
        assert len(boxes) == 15
        assert min(min(box[3:]) for box in boxes) >= 44, (width, boxes)
        for one, other in itertools.combinations(boxes, 2):
            apart = max(abs(one[1] - other[1]) - min(one[3], other[3]), abs(one[2] - other[2]) - min(one[4], other[4]))
            assert apart > -1, (one, other)
        assert phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        inside = [box[1] >= 0 and box[1] + box[3] <= width for box in boxes]
        assert all(inside)
        assert phone.see(".board-strip").is_visible()


#: Where a seat sits: the direction in which it looks, and its right hand; row and column grow to the host's near right.
LOOKS = {0: ((-1, 0), (0, 1)), 180: ((1, 0), (0, -1)), 90: ((0, 1), (1, 0)), 270: ((0, -1), (-1, 0))}


def as_seen(turn: int) -> list[int]:
    """The cells as this seat reads them on the table: from far left to near right."""
    ahead, right = LOOKS[turn]
    cells = [(row, column) for row in range(3) for column in range(5)]

    def place(cell: tuple[int, int]) -> tuple[int, int]:
        return (-(cell[0] * ahead[0] + cell[1] * ahead[1]), cell[0] * right[0] + cell[1] * right[1])

    return [row * 5 + column for row, column in sorted(cells, key=place)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_E24_each_place_on_the_screen_is_the_card_that_lies_there(house: House, table: Table, turn: int) -> None:
    night = table(3).start().begin()
    night.phones[1].put(f"{night.at}/face", turn=turn).ok()
    night.draft(1, [])
    (phone,) = house.seated(night, 1)
    phone.stage("marking-1")
    strip = phone.see(".board-strip").bounding_box()
    assert strip is not None
    places = sorted(phone.page.evaluate(BOXES), key=lambda box: (round(box[2] / 8), box[1]))
    expected = as_seen(turn)
    marks: list[int] = []
    for box, cell in zip(places, expected, strict=True):
        if len(marks) == 10:
            phone.tap(phone.tile(marks.pop(0)))
        phone.page.touchscreen.tap(box[1] + box[3] / 2, box[2] + box[4] / 2)
        marks.append(cell)
        assert phone.marked == sorted(marks)
        if len(marks) in (5, 10):
            kept(night, 1, sorted(marks))
    names = [phone.tile(cell).inner_text().strip() for cell in expected]
    assert names == [f"{'ABC'[cell // 5]}{cell % 5 + 1}" for cell in expected]
    upright = phone.page.evaluate(
        "() => [...document.querySelectorAll('#grid, #grid .tile, #grid .name')].every(at => {"
        " const style = getComputedStyle(at);"
        " return style.rotate === 'none' && style.transform === 'none' && style.writingMode === 'horizontal-tb'; })"
    )
    assert upright
    # the board lies along row C: the strip is on that side
    row_c = [box for box in places if box[0] >= 10]
    row_a = [box for box in places if box[0] < 5]
    axis, size = (2, 4) if turn in (0, 180) else (1, 3)
    middle = strip["y"] + strip["height"] / 2 if axis == 2 else strip["x"] + strip["width"] / 2
    far = {abs(box[axis] + box[size] / 2 - middle) for box in row_a}
    near = {abs(box[axis] + box[size] / 2 - middle) for box in row_c}
    assert max(near) < min(far)


def test_E24_turning_keeps_the_marks_on_their_cards(house: House, table: Table) -> None:
    night, phone = marking(house, table)
    phone.mark([0, 14])
    for turn in (90, 180, 270, 0):
        phone.tap("[data-turn-button]")
        phone.see(f'#grid[data-turn="{turn}"]')
        phone.gone("#turn[aria-busy]")
        assert phone.marked == [0, 14]
        assert night.look(1)["turn"] == turn
    kept(night, 1, [0, 14])


def test_nothing_moves_while_others_lock_in(house: House, table: Table) -> None:
    night, phone = marking(house, table, seat=0)
    phone.live()
    before = phone.page.evaluate(BOXES)
    phone.mark([5])
    night.lock(1, [3]).ok()
    phone.see(".ready .ok")
    assert phone.page.evaluate(BOXES) == before
    assert phone.marked == [5]
