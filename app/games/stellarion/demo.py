"""A table of Stellarion to look at: two people and the Glaucous Sun; they launch when they can."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from app.games.demo import Demo, Look, Step
from app.games.phrases import Seat

STEPS = 60
_BOARD = {"spaces": 30, "meteors": [5, 11, 17, 23]}


def _under_way(look: Look, chance: Any) -> Iterator[Step]:
    for _step in range(STEPS):
        view = look(Seat(0))
        if view.phase == "finished":
            return
        eager = [offer for offer in view.offers if offer.action in ("launch", "reveal")]
        offer = chance.choice(eager or view.offers)
        payload = chance.choice(list(itertools.islice(offer.expand(), 40)))
        yield view.player or 0, {"type": offer.action, **payload}


DEMOS = (
    Demo(
        "Stellarion, two players together, under way",
        2,
        _under_way,
        {"stars": 3, "expansions": ["sun"], "advanced": ["alpha"], **_BOARD},
    ),
)
