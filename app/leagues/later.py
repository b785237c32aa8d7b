"""A mapping that is read from where it is kept only when somebody looks into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Later(Mapping[K, V]):
    """Equal to the mapping that ``read`` gives; ``read`` is asked once, at the first look."""

    __slots__ = ("_held", "_read")

    def __init__(self, read: Callable[[], Mapping[K, V]]) -> None:
        self._read = read
        self._held: Mapping[K, V] | None = None

    def _all(self) -> Mapping[K, V]:
        if self._held is None:
            self._held = self._read()
        return self._held

    def __getitem__(self, key: K) -> V:
        return self._all()[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, key: object) -> bool:
        return key in self._all()
