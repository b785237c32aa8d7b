"""Wins in a row. A shared win is a win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.leagues.book import MemberId, ResultId
from app.leagues.valid import Counted


@dataclass(frozen=True, slots=True)
class Streak:
    """``current``: wins in a row up to the last game; ``longest``: the most there ever were, and which they were."""

    member: MemberId
    current: int
    longest: int
    results: tuple[ResultId, ...]


def streaks(games: Iterable[Counted]) -> dict[MemberId, Streak]:
    """The streak of everybody who played as a member; ``games`` in the order of ``valid``."""
    running: dict[MemberId, list[ResultId]] = {}
    longest: dict[MemberId, list[ResultId]] = {}
    for game in games:
        for sat in game.seats:
            if not sat.member:
                continue
            run = running.setdefault(sat.who, [])
            if sat.place == 1:
                run.append(game.id)
                if len(run) > len(longest.get(sat.who, ())):
                    longest[sat.who] = run
            elif run:
                running[sat.who] = []
    return {
        member: Streak(member, len(run), len(best := longest.get(member, ())), tuple(best))
        for member, run in running.items()
    }
