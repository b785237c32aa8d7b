"""Servers to measure, and phones that press buttons: plain keep-alive connections, one thread each."""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(*command: str, port: int) -> Iterator[None]:
    """A server process, from its first answer to the end of the block."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, env={**os.environ})
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        else:
            raise RuntimeError("the server did not start")
        yield
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def starkeeper() -> Iterator[int]:
    """The real server on a fresh instance; yields its port."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        running("-m", "app", "serve", "--no-qr", "--host", "127.0.0.1", "--port", str(port),
                "--instance", folder, port=port),
    ):  # fmt: skip
        yield port


@contextmanager
def baseline() -> Iterator[int]:
    """The bare server; yields its port."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        running("-m", "tests.benchmarks.bare", str(port), str(Path(folder) / "bare.sqlite3"), port=port),
    ):
        yield port


class Phone:
    """A phone with one open connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.token: str | None = None

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        raw = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {raw[:300]!r}")
        return json.loads(raw) if raw else {}


def key() -> str:
    return f"{random.getrandbits(96):024x}"


def seated(port: int, people: int, phone: Phone | None = None) -> tuple[str, list[str]]:
    """A started table; its code and one token per seat."""
    phone = phone or Phone(port)
    phone.token = None
    sat = phone.call("POST", "/api/tables", {"game": "stella", "name": "P0"})
    code, tokens = sat["code"], [sat["token"]]
    for number in range(1, people):
        tokens.append(phone.call("POST", f"/api/tables/{code}/seats", {"name": f"P{number}"})["token"])
    phone.token = tokens[0]
    phone.call("POST", f"/api/tables/{code}/start", {"key": key(), "first_scout": 0})
    return code, tokens


def night(phone: Phone, code: str, tokens: list[str], rounds: int = 4) -> Iterator[float]:
    """Play ``rounds`` rounds at random on one connection; yields the seconds of every accepted action."""
    phone.token = tokens[0]
    table = phone.call("GET", f"/api/tables/{code}")

    def act(seat: int, **data: object) -> float:
        nonlocal table
        phone.token = tokens[seat]
        started = time.perf_counter()
        table = phone.call("POST", f"/api/tables/{code}/actions", {"key": key(), "seen": table["seq"], **data})["table"]
        return time.perf_counter() - started

    for number in range(rounds):
        if number:
            yield act(0, type="next_round")
        yield act(0, type="begin")
        marks = [set(random.sample(range(15), random.randint(3, 7))) for _ in tokens]
        for seat, cells in enumerate(marks):
            yield act(seat, type="lock", cells=sorted(cells), closing=seat == len(tokens) - 1)
        yield act(0, type="place_lanterns")
        shown: set[int] = set()
        while table["view"]["phase"] == "revealing":
            scout = table["view"]["scout"]
            cell = random.choice(sorted(marks[scout] - shown))
            shown.add(cell)
            yield act(scout, type="reveal", cell=cell)
