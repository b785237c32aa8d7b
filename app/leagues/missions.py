"""Games won or lost together, by configuration and by crew. Never mixed with competitive points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.leagues.book import MemberId, ResultId
from app.leagues.valid import Counted


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """What makes missions comparable. ``stars``: shooting stars at the start, -1 where nobody wrote them down."""

    players: int
    expansions: tuple[str, ...]
    stars: int


@dataclass(frozen=True, slots=True)
class Missions:
    """``streak``: missions won in a row up to the last, ``longest`` ever. ``fewest_stars``/``fewest_turns``: of a
    mission that was won, with the missions that did it; None where nobody wrote it down."""

    played: int
    won: int
    streak: int
    longest: int
    fewest_stars: int | None
    with_fewest_stars: tuple[ResultId, ...]
    fewest_turns: int | None
    with_fewest_turns: tuple[ResultId, ...]

    @property
    def rate(self) -> Fraction:
        """Won ÷ played."""
        return Fraction(self.won, self.played)


def by_configuration(games: Iterable[Counted]) -> dict[Configuration, Missions]:
    """Each configuration that was played, in order."""
    groups: dict[Configuration, list[Counted]] = {}
    for game in games:
        if (mission := game.result.mission) is not None:
            stars = -1 if mission.stars is None else mission.stars
            groups.setdefault(Configuration(len(game.seats), mission.expansions, stars), []).append(game)
    return {key: _missions(groups[key]) for key in sorted(groups)}


def by_crew(games: Iterable[Counted]) -> dict[tuple[MemberId, ...], Missions]:
    """Everybody who flew together (or alone), ids in order; who flew most comes first."""
    groups: dict[tuple[MemberId, ...], list[Counted]] = {}
    for game in games:
        if game.result.mission is not None:
            groups.setdefault(tuple(sorted(sat.who for sat in game.seats)), []).append(game)
    return {key: _missions(groups[key]) for key in sorted(groups, key=lambda crew: (-len(groups[crew]), crew))}


def _missions(games: list[Counted]) -> Missions:
    flown = [(game.id, mission) for game in games if (mission := game.result.mission) is not None]
    streak = longest = 0
    for _id, mission in flown:
        streak = streak + 1 if mission.won else 0
        longest = max(longest, streak)
    stars, with_stars = _fewest([(id_, mission.stars_used) for id_, mission in flown if mission.won])
    turns, with_turns = _fewest([(id_, mission.turns) for id_, mission in flown if mission.won])
    won = sum(mission.won for _id, mission in flown)
    return Missions(len(flown), won, streak, longest, stars, with_stars, turns, with_turns)


def _fewest(numbers: list[tuple[ResultId, int | None]]) -> tuple[int | None, tuple[ResultId, ...]]:
    known = [number for _id, number in numbers if number is not None]
    if not known:
        return None, ()
    return min(known), tuple(id_ for id_, number in numbers if number == min(known))
