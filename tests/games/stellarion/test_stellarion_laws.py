"""The examination that every game must pass, run on a game that has no screens yet: the laws themselves."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable

import pytest

from app.games.stellarion import GAME
from tests.conformance import test_laws
from tests.conformance.drivers import Driver
from tests.games.stellarion import playing

LAWS = [
    law
    for name, law in vars(test_laws).items()
    if name.startswith("test_") and "key" in inspect.signature(law).parameters
]


def _game(rnd: random.Random) -> playing.Played:
    return playing.game(rnd, blank=rnd.random() < 0.1, near=rnd.random() < 0.4)


DRIVER = Driver(_game, playing.any_action, playing.payloads, playing.twin)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("test_"))
def test_law(law: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_laws, "GAMES", {GAME.key: GAME})
    monkeypatch.setattr(test_laws, "DRIVERS", {GAME.key: DRIVER})
    law(key=GAME.key)


def test_all_laws_are_run() -> None:
    assert len(LAWS) > 10
