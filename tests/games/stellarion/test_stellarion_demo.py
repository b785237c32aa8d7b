"""The table of the demonstration is one that people would like to sit down at."""

from __future__ import annotations

import random

import pytest

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stellarion import GAME
from app.games.stellarion.state import State


@pytest.mark.parametrize("seed", range(12))
def test_its_victory_is_still_possible(seed: int) -> None:
    (demo,) = GAME.demos
    now: list[State] = [GAME.setup(GAME.wire.load_options(dict(demo.options), demo.people), demo.people)]
    for seat, payload in demo.steps(lambda reader: GAME.view_for(now[0], reader), random.Random(seed)):
        answer = GAME.apply(now[0], GAME.wire.load_action(payload, Seat(seat)))
        assert isinstance(answer, Accepted), payload
        now[0] = answer.state
    view = GAME.view_for(now[0], None)
    assert not view.lost_hope
    assert any(seat.pile for seat in view.seats)
