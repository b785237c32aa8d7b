"""Fast enough that nobody waits: measured with room for a slow machine, so that only a real mistake fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from app.games.kernel import fold
from app.games.phrases import Seat
from app.games.stella_quest import GAME, wire
from app.games.stella_quest.cards import BY_NAME
from app.games.stella_quest.verdict import verdict
from tests.games.stella_quest import playing
from tests.games.stella_quest.tables import english

ROOM = 5  #: times the aim


def best_of(work: Callable[[], object], times: int = 20) -> float:
    """The shortest of some runs, in microseconds."""
    runs = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        runs.append(time.perf_counter() - began)
    return min(runs) * 1e6


@pytest.mark.bench
def test_a_verdict() -> None:
    top, cards = BY_NAME["yellow-3"], [BY_NAME[name] for name in ("blue-6", "blue-6", "yellow-3", "green-1")]
    one = best_of(lambda: [verdict(top, cards) for _ in range(100)]) / 100
    print(f"\nverdict on four cards {one:.1f} µs")
    assert one < ROOM * 20


@pytest.mark.bench
def test_a_long_four_player_game() -> None:
    games = [playing.game(random.Random(seed), seats=4, bold=False, draw=0.0) for seed in range(20)]
    first, actions, states = max(games, key=lambda played: len(played[1]))
    middle = states[-5]
    view = GAME.view_for(middle, Seat(0))
    whole = best_of(lambda: fold(GAME, first, actions))
    screen = best_of(lambda: GAME.view_for(middle, Seat(0)))
    dumped = best_of(lambda: wire.dump_view(view, english))
    print(
        f"\n{len(actions)} actions: fold {whole:.0f} µs, apply {whole / len(actions):.1f} µs, "
        f"view {screen:.0f} µs, dump {dumped:.0f} µs"
    )
    assert whole < ROOM * 5000
    assert whole / len(actions) < ROOM * 40
    assert screen < ROOM * 400
    assert dumped < ROOM * 200
