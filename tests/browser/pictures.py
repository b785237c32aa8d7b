"""Pictures of every screen, to be looked at: ``python -m tests.browser.pictures FOLDER [--readme] [--only WORD]``.

Without ``--readme``: every screen by night and by day, 390 and 320 wide, in three languages, and the wall. With it: the
pictures of the README (``mark.png``, ``spark.png``, ``score.png``, ``quest.png``, ``stellarion.png``, ``judge.png``,
``league.png``).
"""

from __future__ import annotations

import argparse
import itertools
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.browser import tour
from tests.browser.conftest import ARGUMENTS, MISSING, program, sender
from tests.browser.handset import PHONE, Handset, House
from tests.browser.screens import Screen, open_all
from tests.players import Night, Server, free_port, fresh_key, open_night

SIZES = ((390, 844), (320, 568))


def draw(handset: Handset, path: Path, *, whole: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handset.page.wait_for_timeout(50)
    path.write_bytes(handset.page.screenshot(full_page=whole, animations="disabled"))


def every_screen(house: House, port: int, folder: Path, only: str) -> int:
    """Each screen is brought about once per language and looked at in every size and theme."""
    count = 0
    for language in ("en", "fr", "ja"):
        phone, wall = house.phone(), house.wall()
        for part, number in zip(tour.PARTS.values(), itertools.count()):
            for screen in part(sender(port, f"10.6.{number}.{len(language)}")):
                if only in screen.name:
                    for name in _views(phone, wall, screen, language):
                        draw(wall if screen.wall else phone, folder / name, whole=not screen.wall)
                        count += 1
        phone.context.close()
        wall.context.close()
    house.handsets.clear()
    return count


def _views(phone: Handset, wall: Handset, screen: Screen, language: str) -> Iterator[str]:
    handset = wall if screen.wall else phone
    slug = re.sub(r"\W+", "-", screen.name)
    for theme in ("night", "light"):
        handset.context.clear_cookies()
        handset.cookie("lang", language)
        handset.cookie("theme", theme)
        if screen.phone is not None:
            handset.be(screen.phone)
        handset.go(screen.path)
        if screen.prepare is not None:
            screen.prepare(handset)
        for width, height in ((1280, 720),) if screen.wall else SIZES:
            handset.page.set_viewport_size({"width": width, "height": height})
            yield f"{language}/{slug}-{theme}-{width}.png"


# The README's pictures


def readme(house: House, port: int, folder: Path) -> int:
    """Four people play a first round; one phone is drawn while it marks, one after a super spark, one at the score."""
    night = open_night(sender(port, "10.6.6.6"), 4).start()
    night.act(0, type="word", text="WHISPER").ok()
    night.begin()
    night.draft(1, [])
    phone = house.phone(**{**PHONE, "viewport": {"width": 390, "height": 780}, "device_scale_factor": 1.5})
    for name, stage, bring in (
        ("mark", "marking-1", _marking),
        ("spark", "reveal-1-2", _sparking),
        ("score", "scored-1", lambda night, _phone: night.reveal_rest()),
    ):
        phone.sit(night.phones[1], night.code)
        bring(night, phone)
        phone.page.evaluate("document.body.style.background = 'var(--sky-0)'")  # without the lamp: half the bytes
        draw(phone.stage(stage).live(), folder / f"{name}.png")
    _quest(port, phone, folder / "quest.png")
    for number, (name, (part, title)) in enumerate(OF_THE_TOURS.items()):
        screens = tour.PARTS[part](sender(port, f"10.6.7.{number}"))
        _of_tour(phone, next(screen for screen in screens if screen.name == title), folder / f"{name}.png")
    return 4 + len(OF_THE_TOURS)


#: Pictures that the tours bring about anyway: the part, and the screen's name.
OF_THE_TOURS = {
    "stellarion": ("stellarion", "Stellarion, a launch"),
    "judge": ("judge", "judge, Quest, four cards"),
    "league": ("league", "league, standings"),
}


def _of_tour(phone: Handset, screen: Screen, path: Path) -> None:
    phone.context.clear_cookies()
    if screen.phone is not None:
        phone.be(screen.phone)
    phone.go(screen.path)
    if screen.prepare is not None and screen.prepare is not open_all:
        screen.prepare(phone)
    phone.page.evaluate("document.body.style.background = 'var(--sky-0)'")
    draw(phone, path)


def _quest(port: int, phone: Handset, path: Path) -> None:
    """Two cards of a second round, entered on one phone."""
    night = open_night(sender(port, "10.6.6.7"), 3, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    for seat, kind, card in (
        (0, "first_card", "green-4"), (0, "play", "blue-6"), (1, "play", "blue-2"), (2, "play", "green-1"),
        (2, "take", "blue-6"), (2, "top", "green-1"), (2, "play", "red-3"), (0, "play", "red-5"),
    ):  # fmt: skip
        night.act(seat, type=kind, card=card).ok()
    phone.sit(night.phones[0], night.code)
    phone.page.evaluate("document.body.style.background = 'var(--sky-0)'")
    draw(phone.stage("playing-2").live(), path)


def _marking(night: Night, phone: Handset) -> None:
    night.lock(0, [0, 1, 5, 13]).ok()
    phone.stage("marking-1").mark([1, 5, 7, 13])
    phone.page.wait_for_timeout(600)


def _sparking(night: Night, phone: Handset) -> None:
    phone.tap("#lock").stage("locked-1")
    night.lock(2, [1, 13]).ok()
    night.lock(3, [7, 1], closing=True).ok()
    night.act(0, type="place_lanterns").ok()
    night.act(0, type="reveal", cell=1).ok()
    night.act(1, type="reveal", cell=7).ok()


def main() -> None:
    choose = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choose.add_argument("folder", type=Path)
    choose.add_argument("--readme", action="store_true", help="only the pictures of the README")
    choose.add_argument("--only", default="", help="only screens whose name has this word")
    chosen = choose.parse_args()
    found = program()
    if found is None:
        raise SystemExit(MISSING)
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory(prefix="starkeeper-") as kept,
        sync_playwright() as driver,
        Server(Path(kept) / "instance", free_port(), {"STARKEEPER_PROXIES": "1"}) as server,
    ):
        browser = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
        house = House(browser, server.port, "10.6.6.6")
        task: Callable[[], int] = lambda: every_screen(house, server.port, chosen.folder, chosen.only)  # noqa: E731
        if chosen.readme:
            task = lambda: readme(house, server.port, chosen.folder)  # noqa: E731
        print(f"{task()} pictures in {chosen.folder}")
        browser.close()


if __name__ == "__main__":
    main()
