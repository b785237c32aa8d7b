"""How the laws play each game. A game is examined once it has a driver here: one line in ``DRIVERS``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from app.games.phrases import Seat
from app.games.stella.actions import Begin, Lock, Reveal, Withdraw
from app.games.stella.state import CELLS, Marking
from tests.games.stella import playing
from tests.games.stella_quest import playing as quest
from tests.games.stellarion import playing as stellarion

#: A start, the actions that held, and the state after each of them.
Played = tuple[Any, list[Any], list[Any]]


@dataclass(frozen=True, slots=True)
class Driver:
    """How one game is tried out.

    ``game`` plays to the end. ``any_action`` is anything the wire can load, sensible or not. ``payloads`` are what a
    seat could send, as many as show every answer. ``twin`` is a second world: some first actions of a played game
    with other secrets of one seat, of the same timeline, which nobody was shown in that time.
    """

    game: Callable[[random.Random], Played]
    any_action: Callable[[random.Random, Any], Any]
    payloads: Callable[[random.Random], list[dict[str, Any]]]
    twin: Callable[[random.Random, Played], tuple[Seat, list[Any]]]


def _stella_game(rnd: random.Random) -> Played:
    return playing.game(rnd, leaving=rnd.choice((0.0, 0.0, 0.1, 0.3)), deciding=rnd.choice((0.0, 0.3)))


def _stella_payloads(rnd: random.Random) -> list[dict[str, Any]]:
    """All reveals and withdrawals, and locks of every size."""
    sizes = [sorted(rnd.sample(CELLS, size)) for size in range(16)]
    return [
        *({"type": "reveal", "cell": cell} for cell in CELLS),
        {"type": "withdraw"},
        *({"type": "lock", "cells": cells} for cells in sizes),
        *({"type": "lock", "cells": cells, "closing": True} for cells in sizes),
    ]


def _stella_twin(rnd: random.Random, played: Played) -> tuple[Seat, list[Any]]:
    """The game cut anywhere, with other cells in the place of all of one seat's cells that were not shown by then.

    Where people still mark, and in locks that were withdrawn, the number of cells is another one too.
    """
    first, actions, states = played
    cut = rnd.randint(1, len(actions))
    seat = Seat(rnd.randrange(first.table.seats))
    twin = actions[:cut]
    for index, action in enumerate(twin):
        if isinstance(action, Lock) and action.seat == seat:
            end = next((i for i in range(index, cut) if isinstance(actions[i], Begin)), cut)
            later = actions[index + 1 : end]
            shown = {one.cell for one in later if isinstance(one, Reveal)}
            told = not isinstance(states[end - 1], Marking) and Withdraw(seat) not in later
            keep = action.cells & shown if told else frozenset()
            free = [cell for cell in CELLS if cell not in shown] if told else CELLS
            number = len(action.cells - keep) if told else rnd.randint(1, 10)
            twin[index] = replace(action, cells=keep.union(rnd.sample(free, number)))
    return seat, twin


def _quest_game(rnd: random.Random) -> Played:
    return quest.game(
        rnd,
        leaving=rnd.choice((0.0, 0.0, 0.1)),
        honest=rnd.random() < 0.7,
        draw=rnd.choice((0.0, 0.1, 0.4)),
        bold=rnd.random() < 0.5,
        deciding=rnd.choice((0.0, 0.2)),
        restful=rnd.choice((0.0, 0.0, 1.0)),
    )


def _stellarion_game(rnd: random.Random) -> Played:
    return stellarion.game(rnd, blank=rnd.random() < 0.1, near=rnd.random() < 0.4, deciding=rnd.choice((0.0, 0.3)))


def by_module(key: str) -> Driver:
    """The driver out of ``tests/games/<key>/playing.py``, for a game of which one way to play shows enough."""
    plays = import_module(f"tests.games.{key}.playing")
    return Driver(plays.game, plays.any_action, plays.payloads, plays.twin)


DRIVERS: dict[str, Driver] = {
    "stella": Driver(_stella_game, playing.any_action, _stella_payloads, _stella_twin),
    "stella_quest": replace(by_module("stella_quest"), game=_quest_game),
    "stellarion": replace(by_module("stellarion"), game=_stellarion_game),
}
