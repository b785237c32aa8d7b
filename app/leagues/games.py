"""The games a league can count: all of them, as far as a league has to know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NewType

from app.games import GAMES

GameKey = NewType("GameKey", str)


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """``together``: played as one team, won or lost; never mixed with competitive points.

    ``seats``: how many play; a result by hand may hold no other number. ``short``: its name where there is little room.
    ``bgg_id``: its number at BoardGameGeek, None where we could not make sure of it. ``other_titles``: what other
    programs call it. ``records``: what beside scores and streaks is worth a record. ``expansions``: those a mission can
    have, with their names (marked for translation).
    """

    key: GameKey
    title: str
    seats: range
    short: str
    together: bool = False
    bgg_id: int | None = None
    other_titles: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    expansions: Mapping[str, str] = field(default_factory=dict)


#: In the order they are shown.
LEAGUE_GAMES: Mapping[GameKey, LeagueGame] = MappingProxyType(
    {
        GameKey(game.key): LeagueGame(
            GameKey(game.key),
            game.title,
            game.seats,
            game.club.short or game.title,
            game.club.together,
            game.club.bgg_id,
            game.club.other_titles,
            game.club.records,
            game.club.expansions,
        )
        for game in GAMES.values()
    }
)
COMPETITIVE: tuple[GameKey, ...] = tuple(game.key for game in LEAGUE_GAMES.values() if not game.together)
#: The one that is meant where nobody said which.
USUAL = LEAGUE_GAMES[COMPETITIVE[0]]
#: The most people any of them seats.
MOST_SEATS = max(game.seats.stop - 1 for game in LEAGUE_GAMES.values())
