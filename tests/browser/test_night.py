"""One whole evening by taps alone, over plain http, with everything written down that any phone was told."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from tests.browser.evening import MARKS, PLAYERS, Evening
from tests.browser.handset import HOUSE, House
from tests.browser.relay import Told
from tests.players import Server


def totals(text: str) -> dict[str, int]:
    """The last column of the score table as somebody reads it."""
    found = {}
    for name in PLAYERS:
        row = re.search(rf"^\s*{name}\s+((?:\d+\s+){{4}})(\d+)\s*$", text, re.MULTILINE)
        assert row is not None, (name, text)
        rounds = [int(number) for number in row.group(1).split()]
        assert sum(rounds) == int(row.group(2))
        found[name] = int(row.group(2))
    return found


def check_all_phones_agree_with_an_independent_count(evening: Evening) -> None:
    expected = {name: sum(points[seat] for points in evening.points) for seat, name in enumerate(PLAYERS)}
    for name in evening.phones:
        assert totals(evening.notes[f"end {name}"]) == expected, name
    best = max(expected.values())
    winners = [name for name, points in expected.items() if points == best]
    for name in evening.phones:
        said = evening.notes[f"end {name}"]
        assert (f"{winners[0]} wins with {best}" if len(winners) == 1 else "Shared victory") in said


def check_E15_a_game_over_plain_http_leaves_no_error_in_any_console(evening: Evening) -> None:
    errors = {name: phone.errors for name, phone in evening.phones.items() if phone.errors}
    assert errors == {}
    for name, phone in evening.phones.items():
        assert phone.page.url.startswith(f"http://{HOUSE}:")
        missing = phone.page.evaluate(
            "[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator, 'clipboard' in navigator,"
            " 'randomUUID' in crypto]"
        )
        assert missing == [False] * 5, name
        assert phone.dialogs == []


def check_E26_an_undone_reveal_says_what_it_takes_back(evening: Evening) -> None:
    assert evening.notes["before undo"] in ("Spark", "Super Spark", "Fall")
    assert "A1" in evening.notes["undo says"]


def check_E27_each_score_lists_its_items_and_they_sum_up(evening: Evening) -> None:
    for number in (1, 2, 3, 4):
        told = evening.scores[number, "Bo"][: len(PLAYERS)]
        assert told == evening.scores[number, "Gus"][: len(PLAYERS)]
        assert [name for name, _items, _points in told] == list(PLAYERS)
        for seat, (_name, items, points) in enumerate(told):
            assert sum(items) == points == evening.points[number - 1][seat]


# E16, E19: everything that was told, against everything that was secret

CELL = re.compile(r"\b([ABC])([1-5])\b")
#: Pages about rules and the set-up name cards in general.
GENERAL = re.compile(r"^/(static|rules|changelog|settings|sw\.js|manifest)")


class Page(HTMLParser):
    """The cards that a page or fragment names, by the way in which it names them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.checked: set[int] = set()
        self.picked: set[int] = set()
        self.mine: set[int] = set()
        self.shown: set[int] = set()
        self.lists: list[str] = []
        self.words: list[str] = []
        self.tiles = 0
        self.stage = ""
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        kinds = (told.get("class") or "").split()
        tile = "tile" in kinds
        if told.get("data-stage"):
            self.stage = str(told["data-stage"])
        if tile and told.get("data-cell"):
            self.tiles += 1
            cell = int(str(told["data-cell"]))
            for kind, where in (
                ("picked", self.picked),
                ("mine", self.mine),
                ("done", self.shown),
                ("fell", self.shown),
            ):
                if kind in kinds:
                    where.add(cell)
        if told.get("name") == "cells" and "checked" in told:
            self.checked.add(int(str(told["value"])))
        for name, value in attrs:
            if value and re.fullmatch(r"\[?\d+(, ?\d+)+\]?", value) and (tag, name) != ("button", "value"):
                self.lists.append(f"{name}={value}")
        if tag not in ("input", "meta", "link", "img", "br", "hr"):
            inside = bool(self._open and self._open[-1][1])
            self._open.append((tag, inside or tile or tag == "select"))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1][1]):
            self.words.append(data)


def own_marks(name: str, number: int) -> set[int]:
    """What this phone itself marked: Ana's has two seats, Gus and the wall none."""
    seats = [seat for seat, player in enumerate(PLAYERS) if name == player or (name, player) == ("Ana", "Mia")]
    return set().union(*(MARKS[number - 1][seat] for seat in seats)) if seats else set()


def check(evening: Evening, name: str, told: Told) -> None:
    """Raises AssertionError where an answer holds what its phone may not know at that moment."""
    if GENERAL.match(told.path) or not told.content:
        return
    text = told.content.decode()
    if told.path.endswith("/events"):
        assert re.fullmatch(r"((: still here\n)?event: v\ndata: \d+\n\n)*", text), text
        return
    page = Page(text)
    assert page.lists == [], (name, told.path, page.lists)
    number = int((re.match(r"(?:marking|side|locked|watch|cover|announced|reveal|pick|name|scored|opening|revealing)-(\d)",
                           page.stage) or [0, 0])[1])  # fmt: skip
    known = [moment for moment in evening.moments if moment.at <= told.at + 0.001]
    past = {moment.cell for moment in known if moment.cell is not None}
    shown = {moment.cell for moment in known if moment.cell is not None and moment.number == number}
    named = {"ABC".index(row) * 5 + int(column) - 1 for row, column in CELL.findall(" ".join(page.words))}
    own = own_marks(name, number) if number else set()
    if told.path.endswith("/peek"):
        assert page.picked <= set().union(*(own_marks(name, each) for each in (1, 2, 3, 4)))
        return
    assert page.picked == set(), (name, told.path)
    assert page.checked <= own, (name, told.path, page.checked)
    assert page.mine <= own, (name, told.path, page.mine)
    if page.stage != "finished":
        assert page.shown <= shown, (name, told.path, page.stage, page.shown, shown)
    if not page.stage.startswith("opening-1"):
        assert named <= past, (name, told.path, page.stage, named - past)
    announced = any(moment.counts and moment.number == number for moment in known)
    if number == 1 and not announced:
        secret = {len(marks) for marks in MARKS[0]}
        said = {int(each) for each in re.findall(r"(?<![\w-])\d+(?![\w-])", CELL.sub("", " ".join(page.words)))}
        assert not said & secret, (name, told.path, page.stage, said & secret)


def check_E16_E19_nobody_was_told_anothers_marks_or_a_count_too_early(evening: Evening) -> None:
    assert len(evening.phones) == 7
    for name, phone in evening.phones.items():
        assert phone.relay is not None
        assert sum(told.path.endswith("/events") for told in phone.relay.told) >= 1
        assert len(phone.relay.told) > 40
        for told in phone.relay.told:
            check(evening, name, told)


def check_E19_the_wall_has_no_cookie_and_asks_nothing_but_its_screen(evening: Evening) -> None:
    assert evening.wall.context.cookies() == []
    assert evening.wall.relay is not None
    for told in evening.wall.relay.told:
        assert re.fullmatch(r"/(tv.*|t/\w+/(tv|tv/screen|events)|static/.*|favicon.*|manifest.*)", told.path), told.path


def check_no_address_holds_a_credential(evening: Evening) -> None:
    tokens = {phone.token for name, phone in evening.phones.items() if name not in ("wall", "Gus")}
    assert len(tokens) == 5
    for phone in evening.phones.values():
        assert phone.relay is not None
        for told in phone.relay.told:
            assert not any(token in told.path for token in tokens)
            assert not any(token.encode() in told.content for token in tokens)


def check_marks_are_not_kept_on_any_phone(evening: Evening) -> None:
    for phone in evening.phones.values():
        assert phone.page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})") == "{}"


def check_the_rounds_went_as_the_cards_lay(evening: Evening) -> None:
    assert [len(pointed) for pointed in evening.pointed] == [len(set(pointed)) for pointed in evening.pointed]
    assert all(pointed for pointed in evening.pointed)


def check_the_same_people_play_again_and_the_wall_goes_along(evening: Evening) -> None:
    """The last one: it leaves the table."""
    ana, bo = evening.phones["Ana"], evening.phones["Bo"]
    ana.press("Play again")
    ana.page.wait_for_url(lambda url: "/t/" in url and evening.code not in url)
    fresh = ana.page.url.rsplit("/", 1)[-1]
    bo.press("To the next game")
    bo.page.wait_for_url(f"**/t/{fresh}")
    bo.page.locator("[data-stage='waiting'], [data-stage^='opening-1']").first.wait_for(state="attached")
    evening.wall.page.wait_for_url(f"**/t/{fresh}/tv")
    assert all(name in ana.text for name in PLAYERS)


CHECKS: tuple[Callable[[Evening], None], ...] = (
    check_all_phones_agree_with_an_independent_count,
    check_the_rounds_went_as_the_cards_lay,
    check_E15_a_game_over_plain_http_leaves_no_error_in_any_console,
    check_E16_E19_nobody_was_told_anothers_marks_or_a_count_too_early,
    check_E19_the_wall_has_no_cookie_and_asks_nothing_but_its_screen,
    check_E26_an_undone_reveal_says_what_it_takes_back,
    check_E27_each_score_lists_its_items_and_they_sum_up,
    check_no_address_holds_a_credential,
    check_marks_are_not_kept_on_any_phone,
    check_the_same_people_play_again_and_the_wall_goes_along,
)


def test_E15_E16_E19_E26_E27_a_whole_night(browser: Any, server: Server, address: str) -> None:
    """One test, so that it is played once however many processes test; it names every statement that does not hold."""
    house = House(browser, server.port, address)
    wrong = []
    try:
        evening = Evening(house).play()
        for look in CHECKS:
            try:
                look(evening)
            except AssertionError as error:
                wrong.append(f"{look.__name__}: {error}")
    finally:
        house.close()
    assert not wrong, "\n".join(wrong)
