"""Accepted actions per second of real tables over HTTP, beside a bare insert and commit. Aim: at least 0.6 of it."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator

from tests.benchmarks import load

PHONES, SECONDS = 8, 5.0


def pressed(make: Callable[[int], Iterator[float]]) -> tuple[float, float, float]:
    """``PHONES`` threads press for ``SECONDS``; (presses per second, median ms, 99th percentile ms)."""
    times: list[float] = []
    ends = time.perf_counter() + SECONDS

    def press(number: int) -> None:
        mine = []
        for seconds in make(number):
            mine.append(seconds)
            if time.perf_counter() > ends:
                break
        times.extend(mine)

    threads = [threading.Thread(target=press, args=(number,)) for number in range(PHONES)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - started
    times.sort()
    return len(times) / spent, statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000


def bare(port: int) -> tuple[float, float, float]:
    def presses(_number: int) -> Iterator[float]:
        phone = load.Phone(port)
        while True:
            started = time.perf_counter()
            phone.call("POST", "/row", {"key": load.key(), "type": "reveal", "cell": 3})
            yield time.perf_counter() - started

    return pressed(presses)


def tables(port: int) -> tuple[float, float, float]:
    ready = [[load.seated(port, 4) for _ in range(14)] for _ in range(PHONES)]

    def presses(number: int) -> Iterator[float]:
        phone = load.Phone(port)
        for code, tokens in ready[number]:
            yield from load.night(phone, code, tokens)

    return pressed(presses)


def main() -> None:
    ratios = []
    for _ in range(3):
        with load.baseline() as port:
            base = bare(port)
        with load.starkeeper() as port:
            ours = tables(port)
        ratios.append(ours[0] / base[0])
        print(f"bare    {base[0]:7.0f}/s  p50 {base[1]:6.2f} ms  p99 {base[2]:6.2f} ms")
        print(f"tables  {ours[0]:7.0f}/s  p50 {ours[1]:6.2f} ms  p99 {ours[2]:6.2f} ms  ratio {ratios[-1]:.2f}")
    print(f"ratio of accepted actions to bare inserts: median {statistics.median(ratios):.2f} (aim 0.6)")


if __name__ == "__main__":
    main()
