"""The bell: tells waiting phones that a table or a league has a newer number, and nothing else.

A missed ring does no harm: the number in the database is the truth and every listener looks there now and then.
One process rings in memory; several processes ring through Redis.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

#: Where it rings: the number of a table, or a league's ``room_of``.
Room = int | str


class Ear:
    """One waiting phone. Holds the newest number only, so a slow phone costs one number of memory."""

    __slots__ = ("_condition", "_newest", "_told")

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._newest = 0
        self._told = 0

    def hear(self, seq: int) -> None:
        with self._condition:
            if seq > self._newest:
                self._newest = seq
                self._condition.notify_all()

    def wait(self, timeout: float) -> int | None:
        """The newest number, as soon as there is one not told yet; None when ``timeout`` seconds passed."""
        with self._condition:
            self._condition.wait_for(lambda: self._newest > self._told, timeout)
            if self._newest <= self._told:
                return None
            self._told = self._newest
            return self._told


class Bell(Protocol):
    """What rings."""

    def ring(self, room: Room, seq: int) -> None: ...

    def add(self, room: Room, ear: Ear) -> None: ...

    def remove(self, room: Room, ear: Ear) -> None: ...

    def close(self) -> None: ...


class LocalBell:
    """Rings within this process."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}
        self._guard = threading.Lock()

    def ring(self, room: Room, seq: int) -> None:
        with self._guard:
            ears = tuple(self._ears.get(str(room), ()))
        for ear in ears:
            ear.hear(seq)

    def add(self, room: Room, ear: Ear) -> None:
        with self._guard:
            self._ears.setdefault(str(room), set()).add(ear)

    def remove(self, room: Room, ear: Ear) -> None:
        with self._guard:
            ears = self._ears.get(str(room))
            if ears is not None:
                ears.discard(ear)
                if not ears:
                    del self._ears[str(room)]

    def close(self) -> None:
        with self._guard:
            self._ears.clear()

    @property
    def listeners(self) -> int:
        with self._guard:
            return sum(len(ears) for ears in self._ears.values())


class RedisBell:
    """Rings through Redis: published as a hint, heard by every process, passed on within it by a LocalBell."""

    CHANNEL = "starkeeper:bell"

    def __init__(self, url: str) -> None:
        import redis

        self._local = LocalBell()
        self._client: Any = redis.Redis.from_url(url, socket_timeout=5, health_check_interval=15)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._pass_on, name="bell", daemon=True)
        self._thread.start()

    def ring(self, room: Room, seq: int) -> None:
        self._local.ring(room, seq)
        try:
            self._client.publish(self.CHANNEL, f"{room} {seq}")
        except Exception:  # the write is done; a bell out of order must not undo the answer
            return

    def add(self, room: Room, ear: Ear) -> None:
        self._local.add(room, ear)

    def remove(self, room: Room, ear: Ear) -> None:
        self._local.remove(room, ear)

    def close(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=3)
        self._client.close()

    def _pass_on(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._client.pubsub(ignore_subscribe_messages=True) as channel:
                    channel.subscribe(self.CHANNEL)
                    while not self._stopped.is_set():
                        message = channel.get_message(timeout=1.0)
                        if message is not None:
                            room, seq = message["data"].decode().split()
                            self._local.ring(room, int(seq))
            except Exception:  # Redis is away: phones still look at the database at every heartbeat
                self._stopped.wait(1.0)


_bell: Bell = LocalBell()


def use(bell: Bell) -> None:
    """Hang up another bell (at start, and in tests)."""
    global _bell
    _bell.close()
    _bell = bell


def ring(room: Room, seq: int) -> None:
    """The table or league has this newest number. Call after the commit, never before."""
    _bell.ring(room, seq)


@contextmanager
def listening(room: Room) -> Iterator[Ear]:
    """An ear at this bell for as long as the block runs."""
    ear, hung_at = Ear(), _bell
    hung_at.add(room, ear)
    try:
        yield ear
    finally:
        hung_at.remove(room, ear)
