"""Phones with a browser: what a thumb does, what an eye sees, and what went wrong in the console."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tests.players import Night, Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.browser.relay import Relay

#: Mapped to this machine by the browser: like a laptop in the living room, it is no secure origin.
HOUSE = "starkeeper.lan"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
WALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}

#: Milliseconds to wait for what must come; generous, because a test machine may be busy. Never a measure of speed.
WAIT = 20_000

#: What live.js and peek.js look at when a phone is locked or its tab left.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def until(what: Callable[[], Any], seconds: float = 15, why: str = "") -> Any:
    """Wait for something outside the browser."""
    ends = time.monotonic() + seconds
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < ends, why or "it did not happen"
        time.sleep(0.02)


class Handset:
    """A browser context with one page. ``quiet`` until a test says that errors in the console are expected."""

    def __init__(self, context: BrowserContext, port: int, relay: Relay | None = None) -> None:
        self.context = context
        self.port = port
        self.relay = relay
        self.errors: list[str] = []
        self.dialogs: list[str] = []
        self.quiet = True
        self.taps = 0
        context.set_default_timeout(WAIT)
        self.page: Page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def _asked(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    @property
    def base(self) -> str:
        return f"http://{HOUSE}:{self.port}"

    # Going

    def go(self, path: str) -> Handset:
        self.page.goto(path if "://" in path else self.base + path)
        return self

    def sit(self, phone: Phone, code: str) -> Handset:
        """This browser is that phone (it has its cookie), and looks at its table."""
        self.be(phone)
        return self.go(f"/t/{code}")

    def be(self, phone: Phone) -> None:
        assert phone.token is not None
        self.cookie("starkeeper", phone.token)

    def cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "domain": HOUSE, "path": "/"}])

    @property
    def token(self) -> str:
        """The credential this browser was given."""
        return next(each["value"] for each in self.context.cookies() if each["name"] == "starkeeper")

    # Touching

    def tap(self, what: str | Locator, **more: Any) -> Handset:
        self.taps += 1
        self.at(what).tap(**more)
        return self

    def press(self, words: str) -> Handset:
        """The button or link that says so."""
        both = self.page.get_by_role("button", name=words).or_(self.page.get_by_role("link", name=words))
        return self.tap(both.first)

    def hand_over(self, words: str) -> Handset:
        """Press a button by which the phone changes hands; like people, not in the moment in which it appears."""
        self.page.wait_for_function("() => Date.now() - (SK.changed || 0) > 800")
        return self.press(words)

    def cta(self) -> Handset:
        """The one amber button."""
        return self.tap(".bar-bottom .cta:visible")

    def mark(self, cells: Iterable[int]) -> Handset:
        for cell in cells:
            self.tap(self.tile(cell))
        return self

    def hide(self, hidden: bool = True) -> None:
        """The phone is locked, or another app is in front."""
        self.page.evaluate(HIDE, hidden)

    # Looking

    def at(self, what: str | Locator) -> Locator:
        return self.page.locator(what) if isinstance(what, str) else what

    def tile(self, cell: int) -> Locator:
        return self.page.locator(f'#stage .tile[data-cell="{cell}"]').first

    def see(self, what: str | Locator, timeout: float = WAIT) -> Locator:
        found = self.at(what).first
        found.wait_for(state="visible", timeout=timeout)
        return found

    def gone(self, what: str, timeout: float = WAIT) -> None:
        self.page.locator(what).first.wait_for(state="detached", timeout=timeout)

    def stage(self, name: str, timeout: float = WAIT) -> Handset:
        """Wait until this stage (or one whose name begins so) is on the screen."""
        self.page.locator(f'[data-stage^="{name}"]').first.wait_for(state="attached", timeout=timeout)
        return self

    @property
    def where(self) -> str:
        return self.page.locator("[data-stage]").first.get_attribute("data-stage") or ""

    @property
    def marked(self) -> list[int]:
        """Cards that look marked now."""
        found: list[int] = self.page.evaluate(
            "() => [...document.querySelectorAll('#grid:not(.shaded) input:checked, .tile.picked')]"
            ".map(at => Number(at.closest('.tile').dataset.cell))"
        )
        return sorted(found)

    def shows(self, cells: Iterable[int]) -> None:
        """Wait until exactly these cards look marked."""
        wanted = sorted(cells)
        until(lambda: self.marked == wanted, 3, f"marked are {self.marked}, not {wanted}")

    @property
    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def live(self, state: str = "live", timeout: float = WAIT) -> Handset:
        self.page.locator(f'.conn[data-state="{state}"]').wait_for(state="visible", timeout=timeout)
        return self

    def cdp(self) -> Any:
        return self.context.new_cdp_session(self.page)


class House:
    """Where phones come from. Everything opened here is closed after the test, and must have been quiet."""

    def __init__(self, browser: Browser, port: int, address: str) -> None:
        self.browser = browser
        self.port = port
        self.address = address
        self.handsets: list[Handset] = []
        self.relays: list[Relay] = []

    def phone(self, *, relay: bool = False, **more: Any) -> Handset:
        from tests.browser.relay import Relay

        between = Relay(self.port) if relay else None
        if between is not None:
            self.relays.append(between)
        settings = {**PHONE, "locale": "en-US", "extra_http_headers": {"X-Forwarded-For": self.address}, **more}
        handset = Handset(self.browser.new_context(**settings), between.port if between else self.port, between)
        self.handsets.append(handset)
        return handset

    def wall(self, **more: Any) -> Handset:
        return self.phone(**{"has_touch": False, "is_mobile": False, **WALL, **more})

    def seated(self, night: Night, *seats: int, **more: Any) -> list[Handset]:
        """One browser per seat of a table, looking at it."""
        chosen = seats or tuple(range(len(night.phones)))
        return [self.phone(**more).sit(night.phones[seat], night.code) for seat in chosen]

    def close(self) -> None:
        for handset in self.handsets:
            handset.context.close()
        for relay in self.relays:
            relay.close()
        loud = [error for handset in self.handsets if handset.quiet for error in handset.errors]
        self.handsets, self.relays = [], []
        assert loud == []
