"""The games. A new one is one folder, its templates, and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from app.games import stella, stella_quest, stellarion
from app.games.kernel import Game

_GAMES: tuple[Game[Any, Any, Any], ...] = (
    stella.GAME,
    stella_quest.GAME,
    stellarion.GAME,
)  # fmt: skip

#: Every game by its key, in the order they are offered.
GAMES: Mapping[str, Game[Any, Any, Any]] = MappingProxyType({game.key: game for game in _GAMES})
