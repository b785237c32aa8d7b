"""Exhaustive counts on tiny tables, as chess programs do it: every way to mark, every way to reveal, every result.

``counts.txt`` is compared with the engine and with a brute force that knows no engine.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.kernel import Accepted
from app.games.stella import GAME
from app.games.stella.actions import Reveal
from app.games.stella.state import Cell, Revealing
from tests.games.stella import oracle, playing

COUNTS = Path(__file__).with_name("counts.txt")
TABLES = ((3, 2), (3, 3), (4, 2), (5, 2))


def slates(seats: int, cards: int) -> Iterator[tuple[frozenset[Cell], ...]]:
    """Every way in which ``seats`` players can mark at least one of ``cards`` cards."""
    cells = [Cell(cell) for cell in range(cards)]
    one = [frozenset(some) for size in range(1, cards + 1) for some in itertools.combinations(cells, size)]
    return itertools.product(one, repeat=seats)


def by_engine(marks: tuple[frozenset[Cell], ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """All ends of the reveal that the engine offers: how many cards were shown, and the points."""
    todo = [playing.marked_round(list(marks))]
    while todo:
        state = todo.pop()
        for offer in GAME.legal_actions(state, state.scout):
            for choice in offer.expand():
                answer = GAME.apply(state, Reveal(state.scout, choice["cell"]))
                assert isinstance(answer, Accepted)
                if isinstance(answer.state, Revealing):
                    todo.append(answer.state)
                else:
                    score = answer.state.table.scores[0]
                    yield len(score.reveals), score.points


def by_brute_force(marks: tuple[frozenset[Cell], ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The same from the other end: every sequence of different cards that is a legal, finished reveal."""
    table = {seat: set(cells) for seat, cells in enumerate(marks)}
    everything = sorted(set().union(*marks))
    for length in range(1, len(everything) + 1):
        for order in itertools.permutations(everything, length):
            if _legal(table, order):
                _scouts, _filled, points = oracle.play_round(table, list(table), list(order))
                yield length, tuple(points.values())


def _legal(table: dict[int, set[int]], order: tuple[int, ...]) -> bool:
    """Could these cards be pointed at in this order, and is nothing left to point at afterwards?"""
    down: set[int] = set()
    turn = 0
    for step, cell in enumerate(order):
        able = [
            seat
            for seat in (*range(turn, len(table)), *range(turn))
            if seat not in down and table[seat] - set(order[:step])
        ]
        if not able or cell not in table[able[0]]:
            return False
        if sum(cell in cells for cells in table.values()) == 1:
            down.add(able[0])
        turn = (able[0] + 1) % len(table)
    return not any(table[seat] - set(order) for seat in table if seat not in down)


def counted(how: object) -> list[str]:
    lines = []
    for seats, cards in TABLES:
        ways = list(slates(seats, cards))
        ends: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for marks in ways:
            ends.update(how(marks))  # type: ignore[operator]
        lines.append(f"{seats} seats, {cards} cards: {len(ways)} ways to mark, {sum(ends.values())} ways to reveal")
        shown: Counter[int] = Counter()
        points: Counter[tuple[int, ...]] = Counter()
        for (length, result), number in ends.items():
            shown[length] += number
            points[tuple(sorted(result, reverse=True))] += number
        lines.extend(f"  {length} shown: {shown[length]}" for length in sorted(shown))
        lines.extend(f"  points {' '.join(map(str, one))}: {points[one]}" for one in sorted(points, reverse=True))
    return lines


@pytest.mark.parametrize("how", [by_engine, by_brute_force], ids=["engine", "brute force"])
def test_counts(how: object) -> None:
    assert counted(how) == COUNTS.read_text(encoding="utf-8").splitlines()
