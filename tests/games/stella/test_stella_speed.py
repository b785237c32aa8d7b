"""Fast enough that nobody waits: measured with room for a slow machine, so that only a real mistake fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from app.games.kernel import fold
from app.games.phrases import Seat
from app.games.stella import GAME, wire
from app.games.stella.state import Revealing
from tests.games.stella import playing
from tests.games.stella.tables import english

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
def test_a_six_player_game() -> None:
    first, actions, states = playing.game(random.Random(7), seats=6)
    middle = [state for state in states if isinstance(state, Revealing) and state.table.number == 4][-1]
    view = GAME.view_for(middle, Seat(0))
    whole = best_of(lambda: fold(GAME, first, actions))
    screen = best_of(lambda: GAME.view_for(middle, Seat(0)))
    dumped = best_of(lambda: wire.dump_view(view, english))
    print(
        f"\n{len(actions)} actions: fold {whole:.0f} µs, apply {whole / len(actions):.1f} µs, "
        f"view {screen:.0f} µs, dump {dumped:.0f} µs"
    )
    assert whole < ROOM * 5000
    assert whole / len(actions) < ROOM * 30
    assert dumped < ROOM * 150
