"""People at a table, for tests: phones that speak the JSON API, a table of them, rounds and whole games.

A ``Phone`` speaks either to an app in this process or to a server over HTTP; everything else is the same.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flask
from flask import Flask

from app import config

NAMES = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko")
JSON = "application/json"


def fresh_key() -> str:
    """A key as a phone makes one."""
    return secrets.token_hex(12)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# Phones


@dataclass(frozen=True)
class Answer:
    """What came back. ``json`` is None where it was none."""

    status: int
    json: Any
    headers: Mapping[str, str]
    raw: bytes

    def ok(self) -> Any:
        """The body of a success; fails otherwise, showing the problem."""
        assert self.status < 300, (self.status, self.json)
        return self.json

    def no(self, status: int, kind: str | None = None) -> Any:
        """The problem document of a refusal with this status; fails otherwise."""
        assert self.status == status, (self.status, self.json)
        check_problem(self)
        if kind is not None:
            assert self.json["title"] == kind, self.json
        return self.json


def check_problem(answer: Answer) -> None:
    """A problem document that says what to do in a sentence or two."""
    assert answer.headers["Content-Type"].split(";")[0] == "application/problem+json", (answer.status, answer.raw[:200])
    body = answer.json
    assert body["status"] == answer.status
    assert body["type"] == f"/problems/{body['title']}"
    words = body["detail"]
    assert len(words.split()) >= 4, words
    assert words.rstrip()[-1] in ".?!)", words
    assert "%(" not in words, words
    assert "Traceback" not in words


Send = Callable[[str, str, "bytes | None", Mapping[str, str]], Answer]


def in_process(app: Flask) -> Send:
    """Requests straight into an app."""
    client = app.test_client(use_cookies=False)

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        assert not flask.has_app_context(), "a pushed context would share g between requests"
        got = client.open(path, method=method, data=body, headers=dict(headers))
        return Answer(got.status_code, got.get_json(silent=True), dict(got.headers), got.data)

    return send


def over_http(port: int, timeout: float = 20) -> Send:
    """Requests over one kept connection per thread; a connection that broke is opened again."""
    local = threading.local()

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        connection = getattr(local, "connection", None)
        if connection is None:
            connection = local.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        try:
            connection.request(method, path, body, dict(headers))
            got = connection.getresponse()
            raw = got.read()
        except BaseException:
            connection.close()
            local.connection = None
            raise
        kind = got.headers.get("Content-Type", "")
        return Answer(got.status, json.loads(raw) if "json" in kind and raw else None, dict(got.headers), raw)

    return send


@dataclass
class Phone:
    """A device. It keeps the token it is told, as a program does."""

    send: Send
    token: str | None = None
    name: str = ""
    #: Called with every answer: (phone, method, path, answer).
    witness: Callable[[Phone, str, str, Answer], None] | None = None

    def call(self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **headers: str) -> Answer:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            told.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            raw = json.dumps(body).encode()
            told.setdefault("Content-Type", JSON)
        got = self.send(method, f"/api{path}", raw, told)
        if isinstance(got.json, dict) and got.json.get("token"):
            self.token = got.json["token"]
        if self.witness is not None:
            self.witness(self, method, path, got)
        return got

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, /, **body: Any) -> Answer:
        return self.call("POST", path, body)

    def put(self, path: str, /, **body: Any) -> Answer:
        return self.call("PUT", path, body)

    def delete(self, path: str) -> Answer:
        return self.call("DELETE", path)


@dataclass
class Night:
    """A table with one phone per seat; phone 0 leads it."""

    phones: list[Phone]
    code: str = ""
    ids: list[int] = field(default_factory=list)

    @property
    def host(self) -> Phone:
        return self.phones[0]

    @property
    def at(self) -> str:
        return f"/tables/{self.code}"

    def look(self, who: int | Phone | None = 0) -> Any:
        """The table as this seat's phone (or another phone) sees it."""
        return self._phone(who).get(self.at).ok()

    def _phone(self, who: int | Phone | None) -> Phone:
        if who is None:
            return Phone(self.phones[0].send, name="watcher")
        return self.phones[who] if isinstance(who, int) else who

    def act(self, who: int | Phone, **data: Any) -> Answer:
        """An action from this seat's phone, decided on the newest state unless ``seen`` says otherwise."""
        phone = self._phone(who)
        if "seen" not in data:
            data["seen"] = self.look(phone)["seq"]
        data.setdefault("key", fresh_key())
        if "for_" in data:
            data["for"] = data.pop("for_")
        return phone.post(f"{self.at}/actions", **data)

    def tap(self, what: str, who: int | Phone = 0, **data: Any) -> Answer:
        """``undo``, ``redo``, ``again``, ``lobby``."""
        phone = self._phone(who)
        if what in ("undo", "redo"):
            data.setdefault("seen", self.look(phone)["seq"])
        data.setdefault("key", fresh_key())
        return phone.post(f"{self.at}/{what}", **data)

    def draft(self, who: int, cells: Iterable[int], **more: Any) -> Answer:
        return self.phones[who].put(f"{self.at}/draft", cells=sorted(cells), **more)

    # Rounds

    def start(self, first_scout: int = 0) -> Night:
        self.host.post(f"{self.at}/start", key=fresh_key(), first_scout=first_scout).ok()
        return self

    def lock(self, who: int, cells: Iterable[int], **more: Any) -> Answer:
        return self.act(who, type="lock", cells=sorted(cells), **more)

    def lock_all(self, marks: Sequence[Iterable[int]]) -> Night:
        """Everybody locks in seat order, the last one with the second yes."""
        for seat, cells in enumerate(marks):
            self.lock(seat, cells, closing=seat == len(marks) - 1).ok()
        return self

    def begin(self) -> Night:
        self.act(0, type="begin").ok()
        return self

    def to_reveal(self, marks: Sequence[Iterable[int]]) -> Night:
        self.begin().lock_all(marks)
        self.act(0, type="place_lanterns").ok()
        return self

    def reveal_rest(self, choose: Callable[[list[int]], int] = min) -> Night:
        """Scouts point, each on its own phone, until the round is counted."""
        while (view := self.look(None)["view"])["phase"] == "revealing":
            scout = view["scout"]
            self.act(scout, type="reveal", cell=choose(self.look(scout)["view"]["my_open"])).ok()
        return self

    def play_round(self, marks: Sequence[Iterable[int]]) -> Night:
        return self.to_reveal(marks).reveal_rest()

    def play(self, chance: random.Random, rounds: int = 4) -> Night:
        """So many rounds from here, by chance that can be repeated."""
        for number in range(rounds):
            if number:
                self.act(0, type="next_round").ok()
            self.play_round([some_cells(chance) for _ in self.phones])
        return self

    def verify(self, app: Flask) -> None:
        """Every stored table folds and agrees with its result."""
        from app.tables import checking

        with app.app_context():
            checked, troubles = checking.verify()
        assert checked
        assert troubles == []


def some_cells(chance: random.Random, fewest: int = 1) -> list[int]:
    """Marks out of a few popular cards or of all, so that sparks, super sparks and falls all happen."""
    pool = range(chance.choice((4, 8, 15)))
    return sorted(chance.sample(pool, chance.randint(fewest, min(10, len(pool)))))


def open_night(send: Send, people: int = 4, game: str = "stella") -> Night:
    """A table in the lobby with so many phones."""
    phones = [Phone(send, name=NAMES[number]) for number in range(people)]
    opened = phones[0].post("/tables", game=game, name=NAMES[0], key=fresh_key()).ok()
    night = Night(phones, opened["code"], [opened["seat_id"]])
    for phone in phones[1:]:
        night.ids.append(phone.post(f"{night.at}/seats", name=phone.name).ok()["seat_id"])
    return night


# A server of its own


@dataclass
class Server:
    """``starkeeper serve`` as a process that can be killed and started again on the same port."""

    instance: Path
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        command = [sys.executable, "-m", "app", "serve", "--instance", str(self.instance), "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--no-qr", *self.arguments]
        with (self.instance.parent / f"{self.instance.name}.log").open("ab") as told:
            self.process = subprocess.Popen(
                command, cwd=config.PACKAGE.parent, env={**os.environ, **self.environment}, stdout=told, stderr=told
            )
        ends = time.monotonic() + 30
        while time.monotonic() < ends:
            assert self.process.poll() is None, self.told()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.03)
        raise AssertionError(f"the server did not start: {self.told()}")

    def told(self) -> str:
        return (self.instance.parent / f"{self.instance.name}.log").read_text(errors="replace")[-3000:]

    def kill(self) -> None:
        """As the power goes: no goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
