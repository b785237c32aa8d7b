"""The games. A new one is one folder, its templates, and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from app.games.kernel import Game

#: The folders of the games, in the order they are offered; each is named like its game's key and holds its ``GAME``.
_FOLDERS = (
    "stella",
    "stella_quest",
    "stellarion",
)

#: Every game by its key, in the order they are offered.
GAMES: Mapping[str, Game[Any, Any, Any]] = MappingProxyType(
    {folder: import_module(f"{__name__}.{folder}").GAME for folder in _FOLDERS}
)
