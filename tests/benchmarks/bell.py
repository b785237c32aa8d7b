"""From an accepted tap to the last of six phones holding its new view, as phones do it: hear a number, fetch.

Beside it the same six fetches without any waiting, so that the bell's own share can be seen.
"""

from __future__ import annotations

import http.client
import queue
import statistics
import threading
import time

from tests.benchmarks import load

PHONES, TAPS = 6, 200


class Listening(threading.Thread):
    """A phone with an open stream: at every number it fetches its own view and notes the time."""

    def __init__(self, port: int, code: str, token: str, holds: queue.Queue[tuple[int, float]]) -> None:
        super().__init__(daemon=True)
        self._stream = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._stream.request("GET", f"/t/{code}/events", headers={"Authorization": f"Bearer {token}"})
        self._events = self._stream.getresponse()
        self._phone = load.Phone(port)
        self._phone.token = token
        self._path = f"/api/tables/{code}"
        self._holds = holds

    def run(self) -> None:
        seen = 0
        while line := self._events.readline():
            if line.startswith(b"data: ") and int(line[6:]) > seen:
                seen = self._phone.call("GET", self._path)["seq"]
                self._holds.put((seen, time.perf_counter()))


def main() -> None:
    with load.starkeeper() as port:
        code, tokens = load.seated(port, PHONES)
        holds: queue.Queue[tuple[int, float]] = queue.Queue()
        for token in tokens:
            Listening(port, code, token, holds).start()
        for _ in tokens:
            holds.get(timeout=10)
        host = load.Phone(port)
        host.token = tokens[0]
        seen = host.call("POST", f"/api/tables/{code}/actions", {"key": load.key(), "type": "begin", "seen": 99})["seq"]
        times, fetches = [], []
        for tap in range(TAPS):
            host.token = tokens[1]
            body = {"type": "lock", "cells": [tap % 15]} if tap % 2 == 0 else {"type": "withdraw"}
            started = time.perf_counter()
            seen = host.call("POST", f"/api/tables/{code}/actions", {"key": load.key(), **body})["seq"]
            accepted = time.perf_counter()
            told: set[int] = set()
            last = accepted
            while len(told) < PHONES:
                number, at = holds.get(timeout=10)
                if number >= seen:
                    told.add(len(told))
                    last = max(last, at)
            times.append((last - started) * 1000)
            started = time.perf_counter()
            for _ in tokens:
                host.call("GET", f"/api/tables/{code}")
            fetches.append((time.perf_counter() - started) * 1000)
            time.sleep(0.01)
        times.sort()
        bare = statistics.median(fetches)
        p99 = times[int(TAPS * 0.99)]
        print(f"tap to last of {PHONES} phones: p50 {statistics.median(times):.1f} ms, p99 {p99:.1f} ms")
        print(f"six bare fetches in a row: p50 {bare:.1f} ms; ratio {statistics.median(times) / bare:.2f}")


if __name__ == "__main__":
    main()
