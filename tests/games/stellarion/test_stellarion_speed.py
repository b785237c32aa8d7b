"""Fast enough that nobody waits: measured with room for a slow machine, so that only a real mistake fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
import pytest

from app.games.kernel import fold
from app.games.phrases import Seat
from app.games.stellarion import GAME, wire
from app.games.stellarion.state import Acting
from tests.benchmarks.moves import boards
from tests.games.stellarion import playing
from tests.games.stellarion.tables import english

ROOM = 5  #: times the aim


def best_of(work: Callable[[], object], times: int = 9) -> float:
    """The shortest of some runs, in microseconds."""
    runs = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        runs.append(time.perf_counter() - began)
    return min(runs) * 1e6


@pytest.mark.bench
def test_legal_actions_of_a_position_beside_those_of_a_chess_position() -> None:
    """The aim is not slower than python-chess; the test allows for a machine that does something else meanwhile."""
    games = [playing.game(random.Random(seed)) for seed in range(8)]
    states = [state for _first, _actions, some in games for state in some if isinstance(state, Acting)]
    others: list[chess.Board] = boards(random.Random(1), len(states))
    mine = best_of(lambda: [GAME.legal_actions(state, Seat(0)) for state in states]) / len(states)
    theirs = best_of(lambda: [list(board.legal_moves) for board in others]) / len(others)
    print(f"\nlegal actions {mine:.1f} µs, of a chess position {theirs:.1f} µs, ratio {mine / theirs:.2f}")
    assert mine < ROOM * theirs


@pytest.mark.bench
def test_a_long_game() -> None:
    games = [playing.game(random.Random(seed), 2, frozenset(playing.Expansion)) for seed in range(10)]
    first, actions, states = max(games, key=lambda played: len(played[1]))
    number = len(states)
    views = [GAME.view_for(state, Seat(0)) for state in states]
    whole = best_of(lambda: fold(GAME, first, actions))
    screen = best_of(lambda: [GAME.view_for(state, Seat(0)) for state in states]) / number
    dumped = best_of(lambda: [wire.dump_view(view, english) for view in views]) / number
    print(
        f"\n{number} actions: fold {whole:.0f} µs, apply {whole / number:.1f} µs, "
        f"view {screen:.0f} µs, dump {dumped:.0f} µs"
    )
    assert whole / number < ROOM * 100
    assert screen < ROOM * 400
    assert dumped < ROOM * 400
