"""The bell's contract, kept by the one in memory and by the one through Redis."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterator

import pytest

from app.tables import bell
from app.tables.bell import Bell, Ear, LocalBell, RedisBell
from tests import houses, players

#: Tables of this process alone: a Redis may serve several of these tests at once.
TABLE, OTHER, WITNESS, PROBE = (os.getpid() * 100 + number for number in range(4))
#: Longer than a ring may take, even through Redis on a busy machine.
SOON = 3.0
#: Long enough to be sure that nothing rings.
QUIET = 0.3


def _until(true: object, seconds: float = 10.0) -> None:
    ends = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.02)


def _listening(hung: Bell) -> Bell:
    """Through Redis, only when its own thread listens."""
    if isinstance(hung, RedisBell):
        ear, numbers = Ear(), itertools.count(1)
        hung.add(PROBE, ear)

        def heard() -> bool:
            hung._client.publish(RedisBell.CHANNEL, f"{PROBE} {next(numbers)}")
            return ear.wait(0.1) is not None

        _until(heard)
        hung.remove(PROBE, ear)
    return hung


_done: list[Bell] = []


@pytest.fixture(scope="module", autouse=True)
def _all_end_together() -> Iterator[None]:
    """A Redis bell ends within a second or two: all at once takes no longer than one."""
    yield
    threads = [threading.Thread(target=one.close) for one in _done]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not [one for one in _done if isinstance(one, RedisBell) and one._thread.is_alive()]
    _done.clear()


@pytest.fixture(params=["memory", "redis"])
def hung(request: pytest.FixtureRequest) -> Iterator[Bell]:
    """A bell of each kind."""
    one: Bell = LocalBell() if request.param == "memory" else RedisBell(request.getfixturevalue("redis_url"))
    yield _listening(one)
    _done.append(one)


@pytest.fixture
def other_end(hung: Bell, request: pytest.FixtureRequest) -> Iterator[Bell]:
    """Where another process would ring: the same bell in memory, another one on the same Redis."""
    if isinstance(hung, LocalBell):
        yield hung
        return
    one = RedisBell(request.getfixturevalue("redis_url"))
    yield _listening(one)
    _done.append(one)


def test_an_ear_hears_the_number(hung: Bell, other_end: Bell) -> None:
    ear = Ear()
    hung.add(TABLE, ear)
    other_end.ring(TABLE, 7)
    assert ear.wait(SOON) == 7
    assert ear.wait(QUIET) is None


def test_whoever_waits_is_woken(hung: Bell, other_end: Bell) -> None:
    ear, heard = Ear(), []
    hung.add(TABLE, ear)
    thread = threading.Thread(target=lambda: heard.append(ear.wait(2 * SOON)))
    thread.start()
    time.sleep(0.05)
    began = time.monotonic()
    other_end.ring(TABLE, 3)
    thread.join()
    assert heard == [3]
    assert time.monotonic() - began < SOON


def test_a_ring_before_listening_is_not_heard(hung: Bell, other_end: Bell) -> None:
    ear, witness = Ear(), Ear()
    hung.add(WITNESS, witness)
    other_end.ring(TABLE, 7)
    other_end.ring(WITNESS, 1)
    assert witness.wait(2 * SOON) == 1  # so the ring before it has been here
    hung.add(TABLE, ear)
    assert ear.wait(QUIET) is None


def test_other_tables_are_other_bells(hung: Bell, other_end: Bell) -> None:
    ear = Ear()
    hung.add(TABLE, ear)
    other_end.ring(OTHER, 9)
    assert ear.wait(QUIET) is None
    other_end.ring(TABLE, 1)
    assert ear.wait(SOON) == 1


def test_a_slow_ear_hears_only_the_newest(hung: Bell, other_end: Bell) -> None:
    ear = Ear()
    hung.add(TABLE, ear)
    for seq in range(1, 101):
        other_end.ring(TABLE, seq)
    _until(lambda: ear._newest == 100)
    assert ear.wait(SOON) == 100
    assert ear.wait(QUIET) is None


def test_numbers_never_go_back(hung: Bell, other_end: Bell) -> None:
    ear = Ear()
    hung.add(TABLE, ear)
    other_end.ring(TABLE, 5)
    assert ear.wait(SOON) == 5
    for seq in (4, 5, 1):
        other_end.ring(TABLE, seq)
    assert ear.wait(QUIET) is None
    other_end.ring(TABLE, 6)
    assert ear.wait(SOON) == 6
    for seq in (9, 8, 7):
        other_end.ring(TABLE, seq)
    time.sleep(QUIET)
    assert ear.wait(SOON) == 9


def test_many_ears_hear_it_all(hung: Bell, other_end: Bell) -> None:
    ears = [Ear() for _ in range(300)]
    for ear in ears:
        hung.add(TABLE, ear)
    other_end.ring(TABLE, 2)
    assert {ear.wait(SOON) for ear in ears} == {2}


def test_an_ear_that_was_taken_away_hears_nothing(hung: Bell, other_end: Bell) -> None:
    gone, stays = Ear(), Ear()
    hung.add(TABLE, gone)
    hung.add(TABLE, stays)
    hung.remove(TABLE, gone)
    hung.remove(TABLE, gone)
    hung.remove(OTHER, gone)
    other_end.ring(TABLE, 2)
    assert stays.wait(SOON) == 2
    assert gone.wait(QUIET) is None


def test_nothing_is_left_of_ears_that_went(hung: Bell) -> None:
    local = hung if isinstance(hung, LocalBell) else hung._local  # type: ignore[attr-defined]
    for table in range(50):
        ear = Ear()
        hung.add(table, ear)
        hung.remove(table, ear)
    assert local.listeners == 0
    assert local._ears == {}


def test_ringing_while_ears_come_and_go(hung: Bell) -> None:
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            ear = Ear()
            hung.add(TABLE, ear)
            hung.remove(TABLE, ear)

    threads = [threading.Thread(target=come_and_go) for _ in range(3)]
    for thread in threads:
        thread.start()
    stays = Ear()
    hung.add(TABLE, stays)
    for seq in range(1, 200):
        hung.ring(TABLE, seq)
    stop.set()
    for thread in threads:
        thread.join()
    _until(lambda: stays._newest == 199)


def test_listening_hangs_the_ear_up_and_takes_it_down() -> None:
    local = LocalBell()
    before = bell._bell
    bell.use(local)
    try:
        with bell.listening(TABLE) as ear:
            assert local.listeners == 1
            bell.ring(TABLE, 4)
            assert ear.wait(SOON) == 4
        assert local.listeners == 0
        with pytest.raises(RuntimeError), bell.listening(TABLE):
            raise RuntimeError
        assert local.listeners == 0
    finally:
        bell.use(before if isinstance(before, LocalBell) else LocalBell())


# Redis goes away and comes back


def test_redis_down_then_up() -> None:
    port = players.free_port()
    with houses.redis(port) as url:
        here, there = RedisBell(url), RedisBell(url)
        ear = Ear()
        here.add(TABLE, ear)
        _listening(here)
        there.ring(TABLE, 1)
        assert ear.wait(SOON) == 1
    for one in (here, there):  # as if the connection had been cut
        one._client.connection_pool.disconnect()
    began = time.monotonic()
    here.ring(TABLE, 2)
    assert ear.wait(SOON) == 2, "within the process the bell rings without Redis"
    there.ring(TABLE, 3)
    assert time.monotonic() - began < 2 * SOON, "a ring must not wait for a Redis that is away"
    with houses.redis(port):

        def rings() -> bool:
            there.ring(TABLE, 9)
            return ear.wait(0.2) == 9

        _until(rings, 20)
        here.close()
        there.close()


def test_a_redis_that_was_never_there() -> None:
    lone = RedisBell(f"redis://127.0.0.1:{players.free_port()}/0")
    ear = Ear()
    lone.add(TABLE, ear)
    lone.ring(TABLE, 5)
    assert ear.wait(SOON) == 5
    lone.close()
    assert not lone._thread.is_alive()


def test_nonsense_in_the_channel_is_survived(redis_url: str) -> None:
    hung = RedisBell(redis_url)
    _listening(hung)
    ear = Ear()
    hung.add(TABLE, ear)
    for word in ("", "x", "1", "1 x", "1 2 3", b"\xff\xff"):
        hung._client.publish(RedisBell.CHANNEL, word)

    def rings() -> bool:
        hung._client.publish(RedisBell.CHANNEL, f"{TABLE} 5")
        return ear.wait(0.2) == 5

    _until(rings, 15)
    hung.close()
