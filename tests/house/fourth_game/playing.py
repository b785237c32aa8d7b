"""How the laws play Lamps: what the driver of a game offers. In a checkout it would be tests/games/lamps/playing.py."""

from __future__ import annotations

import itertools
import random
from typing import Any

from app.games.kernel import Accepted
from app.games.lamps import GAME
from app.games.lamps.actions import Action, Glow, Light
from app.games.lamps.state import COLOURS, FEWEST, MOST, Lamp, Options, Playing, State
from app.games.phrases import Seat

Played = tuple[State, list[Action], list[State]]


def game(rnd: random.Random) -> Played:
    """A whole game: a start, the actions that held, and the state after each of them."""
    seats = rnd.randint(2, 6)
    first = now = GAME.setup(Options(Seat(rnd.randrange(seats)), rnd.randint(FEWEST, MOST)), seats)
    actions: list[Action] = []
    states: list[State] = []
    while isinstance(now, Playing):
        lamps = rnd.sample(now.dark, min(rnd.randint(1, 2), len(now.dark)))
        action = Glow(rnd.choice(COLOURS)) if rnd.random() < 0.1 else Light(now.turn, frozenset(lamps))
        answer = GAME.apply(now, action)
        assert isinstance(answer, Accepted), answer
        now = answer.state
        actions.append(action)
        states.append(now)
    return first, actions, states


def any_action(rnd: random.Random, state: State) -> Action:
    """Anything that the wire can load, sensible or not."""
    if rnd.random() < 0.1:
        return Glow(rnd.choice(COLOURS))
    seat = state.turn if isinstance(state, Playing) and rnd.random() < 0.7 else Seat(rnd.randrange(-1, 6))
    return Light(seat, frozenset(map(Lamp, rnd.sample(range(1, MOST + 1), rnd.randint(0, 3)))))


def payloads(rnd: random.Random) -> list[dict[str, Any]]:
    """What a seat could send: no lamp, each alone, some two, and three."""
    row = range(1, MOST + 1)
    two = rnd.sample(list(itertools.combinations(row, 2)), 15)
    chosen = [(), *((lamp,) for lamp in row), *two, tuple(rnd.sample(row, 3))]
    return [{"type": "light", "lamps": list(lamps)} for lamps in chosen]


def twin(rnd: random.Random, played: Played) -> tuple[Seat, list[Action]]:
    """Nothing is secret: the only other world that nobody could tell apart is the same one."""
    first, actions, _states = played
    return Seat(rnd.randrange(first.seats)), actions[: rnd.randint(1, len(actions))]
