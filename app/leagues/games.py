"""The games a league can count, as far as a league has to know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NewType

GameKey = NewType("GameKey", str)


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """``together``: played as one team, won or lost; never mixed with competitive points.

    ``seats``: how many play; a result by hand may hold no other number. ``bgg_id``: its number at BoardGameGeek, None
    where we could not make sure of it. ``other_titles``: what other programs call it.
    """

    key: GameKey
    title: str
    seats: range
    together: bool = False
    bgg_id: int | None = None
    other_titles: tuple[str, ...] = ()


STELLA = LeagueGame(
    GameKey("stella"), "Stella – Dixit Universe", range(3, 7), bgg_id=329845, other_titles=("Stella", "Dixit: Stella")
)
STELLA_QUEST = LeagueGame(GameKey("stella_quest"), "Stella Quest", range(2, 5))
STELLARION = LeagueGame(GameKey("stellarion"), "Stellarion", range(1, 3), together=True, bgg_id=360843)

#: In the order they are shown.
LEAGUE_GAMES: Mapping[GameKey, LeagueGame] = MappingProxyType(
    {game.key: game for game in (STELLA, STELLA_QUEST, STELLARION)}
)
COMPETITIVE: tuple[GameKey, ...] = tuple(game.key for game in LEAGUE_GAMES.values() if not game.together)
#: The most people any of them seats.
MOST_SEATS = max(game.seats.stop - 1 for game in LEAGUE_GAMES.values())
