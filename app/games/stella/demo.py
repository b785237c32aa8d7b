"""Two tables of Stella to look at: people who think alike, mostly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.games.demo import Demo, Look, Step

WORDS = ("whisper", "harvest", "journey", "mirror")


def _rounds(people: int, rounds: int) -> Callable[[Look, Any], Iterator[Step]]:
    def steps(look: Look, chance: Any) -> Iterator[Step]:
        for number in range(rounds):
            if number:
                yield 0, {"type": "next_round"}
                yield 0, {"type": "swap_row", "row": 3 - number}
            yield 0, {"type": "word", "text": WORDS[number]}
            yield 0, {"type": "begin"}
            favourites = chance.sample(range(15), 9)
            for seat in range(people):
                cells = {cell for cell in favourites if chance.random() < 0.5} | {chance.randrange(15)}
                yield seat, {"type": "lock", "cells": sorted(cells), "closing": seat == people - 1}
            yield 0, {"type": "place_lanterns"}
            while (view := look(None)).phase == "revealing":
                yield view.scout, {"type": "reveal", "cell": chance.choice(look(view.scout).my_open)}

    return steps


DEMOS = (
    Demo("Stella, four players, finished", 4, _rounds(4, 4), {"first_scout": "random"}),
    Demo("Stella, five players, before round 3", 5, _rounds(5, 2), {"first_scout": "random"}),
)
