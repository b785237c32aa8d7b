"""Two members, and how they fared in the games they played together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from app.leagues.book import MemberId
from app.leagues.valid import Counted


@dataclass(frozen=True, slots=True)
class Meeting:
    """``ahead`` and ``behind``: games in which ``member`` had the better or the worse place than ``other``."""

    member: MemberId
    other: MemberId
    games: int
    ahead: int
    level: int
    last: date

    @property
    def behind(self) -> int:
        return self.games - self.ahead - self.level

    @property
    def share(self) -> Fraction:
        """Games ahead ÷ games together; a tie is half."""
        return Fraction(2 * self.ahead + self.level, 2 * self.games)


def meetings(games: Iterable[Counted], member: MemberId) -> dict[MemberId, Meeting]:
    """This member against everybody met; games that are won together have no places and are left out."""
    sums: dict[MemberId, list[int]] = {}
    last: dict[MemberId, date] = {}
    for game in games:
        own = next((sat for sat in game.seats if sat.who == member and sat.member), None)
        if own is None or game.result.mission is not None:
            continue
        for sat in game.seats:
            if sat is own or not sat.member:
                continue
            line = sums.setdefault(sat.who, [0, 0, 0])
            line[0] += 1
            line[1] += own.place < sat.place
            line[2] += own.place == sat.place
            last[sat.who] = max(game.day, last.get(sat.who, game.day))
    return {other: Meeting(member, other, line[0], line[1], line[2], last[other]) for other, line in sums.items()}
