"""An installed browser and a real server for the tests of this folder.

``STARKEEPER_BROWSER`` names the browser's program. Where none is found every test here is skipped;
with ``STARKEEPER_NEED_BROWSER=1`` it fails instead, so that nothing is skipped unnoticed.
"""

from __future__ import annotations

import http.client
import itertools
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.handset import HOUSE, House
from tests.players import Answer, Night, Send, Server, free_port, open_night, over_http

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
MISSING = "no browser: install Chromium or Chrome, or name one in STARKEEPER_BROWSER"
ARGUMENTS = [f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1", "--no-proxy-server"]


def program() -> str | None:
    """The browser's program, None where there is none."""
    given = os.environ.get("STARKEEPER_BROWSER")
    if given:
        return shutil.which(given) or (given if Path(given).is_file() else None)
    return next(filter(None, map(shutil.which, NAMES)), None) or next(filter(os.path.isfile, PLACES), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def _missing(why: str) -> None:
    if os.environ.get("STARKEEPER_NEED_BROWSER") == "1":
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


@pytest.fixture(scope="package")
def chromium() -> Iterator[tuple[Any, str]]:
    """Playwright's driver and the browser's program."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("no browser tests: install playwright")
    found = program()
    if found is None:
        _missing(MISSING)
    with sync_playwright() as driver:
        yield driver.chromium, str(found)


@pytest.fixture(scope="package")
def browser(chromium: tuple[Any, str]) -> Iterator[Any]:
    kind, path = chromium
    started = kind.launch(executable_path=path, args=ARGUMENTS)
    yield started
    started.close()


@pytest.fixture(scope="package")
def server(chromium: object) -> Iterator[Server]:
    """``starkeeper serve``, one for the tests of a worker. It believes the address a phone says it comes from, so
    that the tests together do not look like one eager guest."""
    with tempfile.TemporaryDirectory(prefix="starkeeper-") as folder:
        instance = Path(folder) / "instance"
        with Server(instance, free_port(), {"STARKEEPER_PROXIES": "1"}) as running:
            yield running


@pytest.fixture(autouse=True)
def _no_thread_left() -> None:
    """The driver keeps threads of its own."""


_addresses = itertools.count(1)


@pytest.fixture
def address() -> str:
    """Where the phones of this test come from."""
    number = next(_addresses)
    return f"10.{random.randrange(256)}.{number // 256}.{number % 256}"


@pytest.fixture
def house(browser: Any, server: Server, address: str) -> Iterator[House]:
    made = House(browser, server.port, address)
    yield made
    made.close()


def sender(port: int, address: str) -> Send:
    plain = over_http(port)

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        told = {**headers, "X-Forwarded-For": address}
        try:
            return plain(method, path, body, told)
        except (http.client.HTTPException, ConnectionError):  # kept from before the server was killed
            return plain(method, path, body, told)

    return send


@pytest.fixture
def table(server: Server, address: str) -> Callable[..., Night]:
    """Opens a table whose phones speak the API; a browser can become any of them."""
    return lambda people=3: open_night(sender(server.port, address), people)
