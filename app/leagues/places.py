"""Places: competition ranks (1, 1, 3), and points that tied places share exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any


def ranks(values: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks of ``values``, the greatest first; equal ones share a rank. Values need only an order."""
    first: dict[Any, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), 1):
        first.setdefault(value, place)
    return tuple(first[value] for value in values)


def hold(places: Sequence[int]) -> bool:
    """Whether these are competition ranks of as many people."""
    return bool(places) and _hold(tuple(places))


@lru_cache(maxsize=4_000)
def _hold(places: tuple[int, ...]) -> bool:
    return places == close_up(places)


def close_up(places: Sequence[int]) -> tuple[int, ...]:
    """Competition ranks of those who are left, in the order their places had."""
    return tuple(1 + sum(other < own for other in places) for own in places)


def row_for(players: int, rows: Sequence[tuple[Fraction, ...]], rest: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The points by place at a table of ``players``: its own row, else ``rest``, whose last entry goes on."""
    for row in rows:
        if len(row) == players:
            return row
    last = rest[-1] if rest else Fraction(0)
    return tuple(rest[place] if place < len(rest) else last for place in range(players))


def shared(row: Sequence[Fraction], places: Sequence[int]) -> tuple[Fraction, ...]:
    """Points per seat: who shares a place shares the points of all the places it covers, exactly.

    >>> [str(points) for points in shared([Fraction(3), Fraction(2), Fraction(0)], (1, 1, 3))]
    ['5/2', '5/2', '0']
    """
    worth: dict[int, Fraction] = {}
    for place in places:
        if place not in worth:
            tied = places.count(place)
            worth[place] = sum(row[place - 1 : place - 1 + tied], Fraction(0)) / tied
    return tuple(worth[place] for place in places)
