"""Legal actions of a position of Stellarion, beside python-chess's list of legal moves. Aim: not slower."""

from __future__ import annotations

import random
import statistics
import timeit

import chess

from app.games.phrases import Seat
from app.games.stellarion import GAME
from app.games.stellarion.state import Acting
from tests.games.stellarion import playing

POSITIONS = 600


def boards(rnd: random.Random, number: int) -> list[chess.Board]:
    """Chess positions of random games."""
    found: list[chess.Board] = []
    board = chess.Board()
    while len(found) < number:
        legal = list(board.legal_moves)
        if not legal or len(board.move_stack) > 120:
            board = chess.Board()
        else:
            board.push(rnd.choice(legal))
        found.append(board.copy(stack=False))
    return found


def tables(rnd: random.Random, number: int) -> list[Acting]:
    """Beginnings of turns of random games, over all expansions."""
    found: list[Acting] = []
    while len(found) < number:
        found += [state for state in playing.game(rnd)[2] if isinstance(state, Acting)]
    return found[:number]


def main() -> None:
    rnd = random.Random(2)
    mine, theirs = tables(rnd, POSITIONS), boards(rnd, POSITIONS)
    actions = sum(len(GAME.legal_actions(state, Seat(0))) for state in mine) / POSITIONS
    moves = sum(board.legal_moves.count() for board in theirs) / POSITIONS
    ratios = []
    for _ in range(7):
        ours = timeit.timeit(lambda: [GAME.legal_actions(state, Seat(0)) for state in mine], number=3)
        chess_ = timeit.timeit(lambda: [list(board.legal_moves) for board in theirs], number=3)
        ratios.append(ours / chess_)
        print(f"stellarion {ours / 3 / POSITIONS * 1e6:5.1f} µs   chess {chess_ / 3 / POSITIONS * 1e6:5.1f} µs")
    print(
        f"{actions:.1f} actions and {moves:.1f} moves a position; ratio: median {statistics.median(ratios):.2f} (aim 1)"
    )


if __name__ == "__main__":
    main()
