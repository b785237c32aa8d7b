"""What each member has together: points per result, places, people met and beaten. The sums behind standings.

Points are added up as whole numbers of a common fraction of a point and become exact fractions at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import lcm

from app.leagues.book import GuestRule, MemberId, Rules
from app.leagues.games import MOST_SEATS, GameKey
from app.leagues.places import close_up, row_for, shared
from app.leagues.valid import Counted


@dataclass(slots=True)
class Tally:
    """``units``: the points of each game, in ``Awards.unit``-ths; ``sat``: the same games as (game, seat).

    ``places[n - 1]``: how often n-th. ``beaten``: people beaten, in halves (a tie is half); ``met``: people met,
    members only. ``days``: when this member played. ``byes`` are rounds sat out.
    """

    member: MemberId
    units: list[int] = field(default_factory=list)
    sat: list[tuple[Counted, int]] = field(default_factory=list)
    places: list[int] = field(default_factory=lambda: [0] * MOST_SEATS)
    beaten: int = 0
    met: int = 0
    days: set[date] = field(default_factory=set)
    byes: int = 0

    @property
    def games(self) -> int:
        return len(self.units)


class Awards:
    """Points for the places of a game, by the rules; each pattern of places is worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        tables = [rules.rows, *(own.rows for own in rules.own_rows)]
        bottoms = {points.denominator for table in tables for row in table for points in row}
        bottoms |= {points.denominator for points in rules.rest} | {rules.attendance.denominator, rules.bye.denominator}
        #: So many units are one point: shared places and all numbers of the rules are whole numbers of them.
        self.unit = lcm(*bottoms) * lcm(*range(1, MOST_SEATS + 1))
        self._rows = {own.game: own.rows for own in rules.own_rows}
        self._seen: dict[tuple[GameKey, tuple[int, ...]], tuple[int, ...]] = {}

    def units(self, game: GameKey, places: tuple[int, ...]) -> tuple[int, ...]:
        """Points per seat, in units."""
        found = self._seen.get((game, places))
        if found is None:
            row = row_for(len(places), self._rows.get(game, self.rules.rows), self.rules.rest)
            found = tuple(int(points * self.unit) for points in shared(row, places))
            self._seen[game, places] = found
        return found

    def points(self, units: int) -> Fraction:
        return Fraction(units, self.unit)


def tallies(games: Iterable[Counted], rules: Rules, awards: Awards) -> dict[MemberId, Tally]:
    """A tally for everybody who played as a member."""
    made: dict[MemberId, Tally] = {}
    for game in games:
        for seat, place, units in award(game, rules, awards):
            who = game.seats[seat].who
            tally = made.get(who)
            if tally is None:
                tally = made[who] = Tally(who)
            tally.units.append(units)
            tally.sat.append((game, seat))
            tally.places[place - 1] += 1
            tally.days.add(game.day)
            beaten, met = against(game, seat)
            tally.beaten += beaten
            tally.met += met
    return made


def award(game: Counted, rules: Rules, awards: Awards) -> list[tuple[int, int, int]]:
    """(seat, place, units) of each member at the table, by the rule for guests.

    Where the members close ranks, a game with only one of them left counts for nobody.
    """
    members = [seat for seat, sat in enumerate(game.seats) if sat.member]
    if len(members) == len(game.seats) or rules.guests is GuestRule.KEEP:
        places = tuple(sat.place for sat in game.seats)
        units = awards.units(game.game, places)
        return [(seat, places[seat], units[seat]) for seat in members]
    if len(members) < 2:
        return []
    places = close_up([game.seats[seat].place for seat in members])
    units = awards.units(game.game, places)
    return list(zip(members, places, units, strict=True))


def against(game: Counted, seat: int, among: frozenset[MemberId] | None = None) -> tuple[int, int]:
    """People beaten (in halves) and met by the one in ``seat``: members, or only ``among`` those."""
    own = game.seats[seat]
    beaten = met = 0
    for other in game.seats:
        if other is own or not other.member or (among is not None and other.who not in among):
            continue
        met += 1
        if own.place < other.place:
            beaten += 2
        elif own.place == other.place:
            beaten += 1
    return beaten, met


def best_of(units: Sequence[int], best: int | None) -> tuple[int, int]:
    """The sum of the ``best`` greatest, and of the rest."""
    total = sum(units)
    if best is None or len(units) <= best:
        return total, 0
    kept = sum(sorted(units, reverse=True)[:best])
    return kept, total - kept
