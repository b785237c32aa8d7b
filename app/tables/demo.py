"""A played night to look at: made through the same services that phones use, by chance that can be repeated."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from app.games import GAMES
from app.games.demo import Demo
from app.games.phrases import Seat
from app.tables import looking, opening, phones, playing, seats

PEOPLE = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko")


def play(seed: int) -> Iterator[tuple[str, str]]:
    """Play what each game brings for it: finished games and some that are under way. Yields (code, what it is)."""
    chance = random.Random(seed)  # noqa: S311 (a demonstration, no secret)
    for game in GAMES.values():
        for demo in game.demos:
            yield _table(game.key, demo, chance), demo.what


def _table(game: str, demo: Demo, chance: random.Random) -> str:
    key = _keys(chance)
    crowd = [phones.new_phone()[0] for _ in range(demo.people)]
    code = opening.open_table(game, PEOPLE[0], crowd[0], key=key())
    for number in range(1, len(crowd)):
        seats.sit(code, crowd[number], PEOPLE[number])
    opening.start(code, crowd[0], demo.options, key())

    def look(seat: Seat | None) -> Any:
        return looking.look(code, None if seat is None else crowd[seat]).view

    for number, data in demo.steps(look, chance):
        playing.submit(code, crowd[number], data, key=key(), seen=looking.look(code, None).seq)
    return code


def _keys(chance: random.Random) -> Callable[[], str]:
    return lambda: f"demo-{chance.getrandbits(96):024x}"
