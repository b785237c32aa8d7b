"""A table of Stellarion to look at: two people and the Glaucous Sun; they launch when they can."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from app.games.demo import Demo, Look, Step
from app.games.kernel import Offer
from app.games.phrases import Seat
from app.games.stellarion.shown import View

STEPS = 60
#: So many payloads of an offer are looked at.
MOST = 40
_BOARD = {"spaces": 30, "meteors": [5, 11, 17, 23]}


def _under_way(look: Look, chance: Any) -> Iterator[Step]:
    for _step in range(STEPS):
        view = look(Seat(0))
        if view.phase == "finished":
            return
        choices = [payload for offer in view.offers for payload in _sensible(view, offer)]
        eager = [payload for payload in choices if payload["type"] in ("launch", "reveal")]
        if not choices:  # nothing sensible is left: the table stands there as it is
            return
        yield view.player or 0, chance.choice(eager or choices)


def _sensible(view: View, offer: Offer) -> Iterator[dict[str, Any]]:
    """What people would do who want to win: no Galaxy that the partner has begun, and nobody gives up."""
    if offer.action == "give_up":
        return
    begun = {galaxy.value for seat in view.seats if seat.seat != view.player for galaxy in seat.pile}
    for payload in itertools.islice(offer.expand(), MOST):
        if payload.get("voyage") not in begun:
            yield {"type": offer.action, **payload}


DEMOS = (
    Demo(
        "Stellarion, two players together, under way",
        2,
        _under_way,
        {"stars": 3, "expansions": ["sun"], "advanced": ["alpha"], **_BOARD},
    ),
)
