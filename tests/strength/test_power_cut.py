"""The server is killed without a goodbye and started again: what was acknowledged is there, and phones just go on."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.players import Night, Phone, Server, free_port, fresh_key, open_night, over_http

MARKS = [[0, 1], [0, 1], [0, 2]]


@pytest.fixture
def server(instance: Path) -> Iterator[Server]:
    with Server(instance / "data", free_port()) as running:
        yield running


def _views(night: Night) -> list[Any]:
    """What everybody sees, but for signs of life."""
    looks = [night.look(who) for who in (*range(len(night.phones)), None)]
    for look in looks:
        look["host_away"] = None
        for seat in look["seats"]:
            seat["here"] = None
    return looks


def _script(night: Night) -> Iterator[Callable[[], Any]]:
    """A round with every kind of step, one acknowledged thing at a time."""
    yield lambda: night.act(0, type="word", text="whisper").ok()
    yield lambda: night.begin()
    yield lambda: night.draft(1, [0, 1]).ok()
    yield lambda: night.lock(1, MARKS[1]).ok()
    yield lambda: (night.act(1, type="withdraw").ok(), night.lock(1, MARKS[1]).ok(), night.lock(0, MARKS[0]).ok())
    yield lambda: night.lock(2, MARKS[2], closing=True).ok()
    yield lambda: night.tap("undo").ok()
    yield lambda: night.tap("redo").ok()
    yield lambda: night.act(0, type="place_lanterns").ok()
    yield lambda: night.act(0, type="reveal", cell=0).ok()
    yield lambda: night.reveal_rest()


def test_killed_between_any_two_steps(server: Server) -> None:
    night = open_night(over_http(server.port), people=3)
    server.kill()
    server.start()
    night.phones[0].send = night.phones[1].send = night.phones[2].send = over_http(server.port)
    night.start()
    for step in _script(night):
        step()
        before = _views(night)
        server.kill()
        server.start()
        for phone in night.phones:
            phone.send = over_http(server.port)
        assert _views(night) == before
    log = night.host.get(f"{night.at}/log").ok()
    assert [line["seq"] for line in log] == sorted({line["seq"] for line in log})


def test_a_lost_answer_is_found_by_sending_the_same_key_again(server: Server) -> None:
    night = open_night(over_http(server.port), people=3).start().begin()
    key = fresh_key()
    first = night.lock(1, [1, 2], key=key).ok()
    server.kill()
    server.start()
    night.phones[1].send = over_http(server.port)
    again = night.phones[1].post(f"{night.at}/actions", type="lock", cells=[1, 2], key=key).ok()
    assert (again["seq"], again["replayed"]) == (first["seq"], True)
    assert again["table"]["view"]["my_marks"] == [1, 2]


def test_killed_in_the_middle_of_a_storm(server: Server) -> None:
    """Three phones tap as fast as they can; whatever got its answer is in the log afterwards, once."""
    night = open_night(over_http(server.port), people=3).start().begin()
    acknowledged: list[tuple[int, str, int]] = []
    stop = threading.Event()

    def tap(seat: int) -> None:
        turn = 0
        while not stop.is_set():
            key = fresh_key()
            body = {"type": "lock", "cells": [seat]} if turn % 2 == 0 else {"type": "withdraw"}
            try:
                got = night.phones[seat].post(f"{night.at}/actions", key=key, **body)
            except (OSError, http.client.HTTPException):
                return
            if got.status == 200:
                acknowledged.append((seat, key, got.json["seq"]))
                turn += 1

    threads = [threading.Thread(target=tap, args=(seat,)) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    ends = time.monotonic() + 30
    while len(acknowledged) < 25 and time.monotonic() < ends:
        time.sleep(0.01)
    server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    assert len(acknowledged) > 10
    server.start()
    for phone in night.phones:
        phone.send = over_http(server.port)
    for seat, key, seq in acknowledged[-40:]:
        again = night.phones[seat].post(f"{night.at}/actions", type="withdraw", key=key).ok()
        assert (again["seq"], again["replayed"]) == (seq, True)
    assert night.look()["seq"] >= max(seq for *_rest, seq in acknowledged)
    assert night.look()["broken"] is None
    night.lock(2, [2], closing=True).ok()


def test_two_servers_on_one_database(instance: Path) -> None:
    """Two processes write in turn; each sees at once what the other one stored."""
    with Server(instance / "data", free_port()) as one, Server(instance / "data", free_port()) as two:
        sends = [over_http(one.port), over_http(two.port)]
        night = open_night(sends[0], people=3).start()
        for turn, step in enumerate(_script(night)):
            for index, phone in enumerate(night.phones):
                phone.send = sends[(turn + index) % 2]
            step()
            here = _views(night)
            for index, phone in enumerate(night.phones):
                phone.send = sends[(turn + index + 1) % 2]
            assert _views(night) == here


def test_two_servers_write_at_once(instance: Path) -> None:
    """Writers of two processes wait for each other; none fails, and every row is there once."""
    with Server(instance / "data", free_port()) as one, Server(instance / "data", free_port()) as two:
        night = open_night(over_http(one.port), people=3).start().begin()
        statuses: list[int] = []
        seqs: list[int] = []
        ends = time.monotonic() + 1.5

        def tap(seat: int, port: int) -> None:
            phone = Phone(over_http(port), night.phones[seat].token)
            turn = 0
            while time.monotonic() < ends:
                body = {"type": "withdraw"} if turn % 2 else {"type": "lock", "cells": [seat]}
                got = phone.post(f"{night.at}/actions", key=fresh_key(), **body)
                statuses.append(got.status)
                if got.status == 200:
                    seqs.append(got.json["seq"])
                    turn += 1

        threads = [threading.Thread(target=tap, args=(seat, port)) for seat in (0, 1) for port in (one.port, two.port)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(statuses) <= {200, 422}, sorted(set(statuses))
        assert len(seqs) == len(set(seqs)) > 20
        assert night.look()["seq"] == max(seqs)


def test_ctrl_c_and_sigterm_end_it_quickly(instance: Path) -> None:
    server = Server(instance / "data", free_port()).start()
    night = open_night(over_http(server.port), people=3).start()
    assert server.process is not None
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 8
    server.start()
    night.phones[0].send = over_http(server.port)
    assert night.host.get(night.at).ok()["status"] == "playing"
    server.stop()
