"""A played night to look at: made through the same services that phones use, by chance that can be repeated."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from app.games.phrases import Seat
from app.tables import drafts, looking, opening, phones, playing, seats

PEOPLE = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko")
WORDS = ("whisper", "harvest", "journey", "mirror")


def play(seed: int) -> Iterator[tuple[str, str]]:
    """Play a finished game and one in the middle of its third round. Yields (code, what it is)."""
    chance = random.Random(seed)  # noqa: S311 (a demonstration, no secret)
    yield _stella(chance, people=4, rounds=4), "Stella, four players, finished"
    yield _stella(chance, people=5, rounds=2), "Stella, five players, before round 3"


def _stella(chance: random.Random, people: int, rounds: int) -> str:
    key = _keys(chance)
    crowd = [phones.new_phone()[0] for _ in range(people)]
    code = opening.open_table("stella", PEOPLE[0], crowd[0], key=key())
    for number in range(1, people):
        seats.sit(code, crowd[number], PEOPLE[number])
    opening.start(code, crowd[0], {"first_scout": "random"}, key())

    def act(number: int, **data: object) -> None:
        seen = looking.look(code, None).seq
        playing.submit(code, crowd[number], data, key=key(), seen=seen)

    for round_number in range(rounds):
        if round_number:
            act(0, type="next_round")
            act(0, type="swap_row", row=3 - round_number)
        act(0, type="word", text=WORDS[round_number])
        act(0, type="begin")
        favourites = chance.sample(range(15), 9)  # people think alike, mostly
        for number in range(people):
            cells = {cell for cell in favourites if chance.random() < 0.5}
            cells |= {chance.randrange(15)}
            drafts.save(code, crowd[number], {"cells": sorted(cells)})
            act(number, type="lock", cells=sorted(cells), closing=number == people - 1)
        act(0, type="place_lanterns")
        _reveal(code, crowd, chance, act)
    return code


def _reveal(code: str, crowd: list[int], chance: random.Random, act: Callable[..., None]) -> None:
    while (view := looking.look(code, None).view).phase == "revealing":
        scout = Seat(view.scout)
        mine = looking.look(code, crowd[scout]).view
        act(scout, type="reveal", cell=chance.choice(mine.my_open))


def _keys(chance: random.Random) -> Callable[[], str]:
    return lambda: f"demo-{chance.getrandbits(96):024x}"
