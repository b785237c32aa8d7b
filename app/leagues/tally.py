"""What each member has together: points per result, places, people met and beaten. The sums behind standings.

Points are added up as whole numbers of a common fraction of a point and become exact fractions at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import lcm

from app.leagues.book import Book, GuestRule, Measure, MemberId, Night, Rules, who
from app.leagues.games import MOST_SEATS, GameKey
from app.leagues.people import as_member
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

    def add(self, game: Counted, seat: int, place: int, units: int) -> None:
        self.units.append(units)
        self.sat.append((game, seat))
        self.places[place - 1] += 1
        self.days.add(game.day)
        beaten, met = against(game, seat)
        self.beaten += beaten
        self.met += met


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
            member = game.seats[seat].who
            tally = made.get(member)
            if tally is None:
                tally = made[member] = Tally(member)
            tally.add(game, seat, place, units)
    return made


def attend(made: dict[MemberId, Tally], book: Book, nights: Iterable[Night]) -> None:
    """Days of attendance and byes of the nights, for whoever is a member."""

    def tally(member: MemberId, day: date) -> Tally | None:
        person = who(book.merged, member)
        if person not in book.members or not as_member(book.members[person], day):
            return None
        return made.setdefault(person, Tally(person))

    for night in nights:
        for member in night.here:
            if book.rules.attendance and (found := tally(member, night.day)) is not None:
                found.days.add(night.day)
        for sitting in night.sittings:
            for member in sitting.byes:
                if book.rules.bye and (found := tally(member, night.day)) is not None:
                    found.byes += 1


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


@dataclass(frozen=True, slots=True)
class Sums:
    """What a tally comes to, in units. ``order`` is what standings are ordered by: units (their sum or average), or the
    share of people beaten; None: not known yet."""

    kept: int
    dropped: int
    attendance: int
    days: int
    byes: int
    order: Fraction | None


def sums(tally: Tally, rules: Rules, awards: Awards) -> Sums:
    """``best`` results of games and byes, attendance on top."""
    byes = tally.byes if rules.byes is None else min(tally.byes, rules.byes)
    results = [*tally.units, *[int(rules.bye * awards.unit)] * byes]
    kept, dropped = best_of(results, rules.best)
    days = len(tally.days)
    paid = days if rules.attendance_days is None else min(days, rules.attendance_days)
    attendance = int(rules.attendance * awards.unit) * paid
    order: Fraction | None
    match rules.measure:
        case Measure.SUM:
            order = Fraction(kept + attendance)
        case Measure.AVERAGE:
            number = len(results) if rules.best is None else min(len(results), rules.best)
            order = Fraction(kept, number) + attendance if number else None
        case Measure.SHARE:
            order = Fraction(tally.beaten, 2 * tally.met) if tally.met else None
    return Sums(kept, dropped, attendance, days, byes, order)


def value(found: Sums, rules: Rules, awards: Awards) -> Fraction | None:
    """``order`` as people read it: points, or a share."""
    return found.order if found.order is None or rules.measure is Measure.SHARE else found.order / awards.unit
