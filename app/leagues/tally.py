"""What each member has together: points per result, places, people met and beaten. The sums behind standings.

Points are added up as whole numbers of a common fraction of a point and become exact fractions at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from app.leagues.book import Book, GuestRule, Measure, MemberId, Night, Rules, who
from app.leagues.games import MOST_SEATS, GameKey
from app.leagues.people import as_member
from app.leagues.places import close_up, row_for, shared
from app.leagues.valid import Counted, exchanged


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

    def add(self, game: Counted, won: Award) -> None:
        self.units.append(won.units)
        self.sat.append((game, won.seat))
        self.places[won.place - 1] += 1
        self.days.add(game.day)
        self.beaten += won.beaten
        self.met += won.met


class Award(NamedTuple):
    """What one member got in one game; ``beaten`` people in halves of ``met``, as in ``Tally``."""

    seat: int
    place: int
    units: int
    beaten: int
    met: int


class Awards:
    """Points for the places of a game, by the rules; each pattern of places is worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        tables = [rules.rows, *(own.rows for own in rules.own_rows)]
        bottoms = {points.denominator for table in tables for row in table for points in row}
        bottoms |= {points.denominator for points in rules.rest} | {rules.attendance.denominator, rules.bye.denominator}
        #: So many units are one point: shared places and all numbers of the rules are whole numbers of them.
        self.unit = lcm(*bottoms) * lcm(*range(1, MOST_SEATS + 1))
        self.bye, self.attendance = int(rules.bye * self.unit), int(rules.attendance * self.unit)
        self._rows = {own.game: own.rows for own in rules.own_rows}
        self._worth: dict[tuple[GameKey, tuple[int, ...]], dict[int, int]] = {}
        self._seen: dict[tuple[GameKey, tuple[int, ...], tuple[bool, ...]], tuple[Award, ...]] = {}

    def of(self, game: Counted) -> tuple[Award, ...]:
        """What each member at the table got, by the rule for guests."""
        places = tuple([sat.place for sat in game.seats])
        members = tuple([sat.member for sat in game.seats])
        found = self._seen.get((game.game, places, members))
        if found is None:
            found = self._seen[game.game, places, members] = tuple(self._awarded(game.game, places, members))
        return found

    def _awarded(self, game: GameKey, places: tuple[int, ...], members: tuple[bool, ...]) -> Iterator[Award]:
        """Where the members close ranks, a game with only one of them left counts for nobody."""
        playing = [seat for seat, member in enumerate(members) if member]
        taken = [places[seat] for seat in playing]
        close = len(playing) < len(places) and self.rules.guests is GuestRule.CLOSE
        if close and len(playing) < 2:
            return
        ranks = close_up(taken) if close else taken
        worth = self._units(game, ranks if close else places)
        for seat, place, rank in zip(playing, taken, ranks, strict=True):
            beaten = sum(_halves(place, other) for other in taken) - 1  # without oneself, a tie
            yield Award(seat, rank, worth[rank], beaten, len(playing) - 1)

    def _units(self, game: GameKey, places: Sequence[int]) -> dict[int, int]:
        """What each place is worth, in units, at a table where these were taken."""
        taken = tuple(sorted(places))
        found = self._worth.get((game, taken))
        if found is None:
            row = row_for(len(taken), self._rows.get(game, self.rules.rows), self.rules.rest)
            units = [int(points * self.unit) for points in shared(row, taken)]
            found = self._worth[game, taken] = dict(zip(taken, units, strict=True))
        return found

    def points(self, units: int) -> Fraction:
        return Fraction(units, self.unit)


@dataclass(frozen=True, slots=True)
class Counts:
    """A tally of these games for everybody who played in them as a member; never written to again."""

    rules: Rules
    games: tuple[Counted, ...]
    tallies: Mapping[MemberId, Tally]


def counts(games: Sequence[Counted], rules: Rules, earlier: Counts | None = None) -> Counts:
    """Count ``games``, in order. ``earlier`` only saves work: who was in none of the games that are new or gone keeps
    the tally."""
    games, awards = tuple(games), Awards(rules)
    if earlier is None or earlier.rules != rules:
        return Counts(rules, games, _tallies(games, awards))
    gone, new = exchanged(earlier.games, games)
    if (len(gone) + len(new)) * 4 > len(games):
        return Counts(rules, games, _tallies(games, awards))
    anew = {sat.who for game in (*gone, *new) for sat in game.seats}
    theirs = {game.id: game for who in anew if who in earlier.tallies for game, _seat in earlier.tallies[who].sat}
    for game in gone:
        theirs.pop(game.id, None)
    theirs |= {game.id: game for game in new}
    played = sorted(theirs.values(), key=lambda game: (game.ended, game.id))
    made = {member: tally for member, tally in earlier.tallies.items() if member not in anew}
    return Counts(rules, games, made | _tallies(played, awards, anew))


def _tallies(
    games: Iterable[Counted], awards: Awards, only: Collection[MemberId] | None = None
) -> dict[MemberId, Tally]:
    made: dict[MemberId, Tally] = {}
    for game in games:
        for won in awards.of(game):
            member = game.seats[won.seat].who
            if only is not None and member not in only:
                continue
            tally = made.get(member)
            if tally is None:
                tally = made[member] = Tally(member)
            tally.add(game, won)
    return made


def attend(made: dict[MemberId, Tally], book: Book, nights: Iterable[Night]) -> None:
    """Days of attendance and byes of the nights, for whoever is a member: in ``made``, but never in a tally that was
    in it before."""
    own: set[MemberId] = set()

    def tally(member: MemberId, day: date) -> Tally | None:
        person = who(book.merged, member)
        if person not in book.members or not as_member(book.members[person], day):
            return None
        if person not in own:
            own.add(person)
            before = made.get(person)
            made[person] = Tally(person) if before is None else replace(before, days=set(before.days))
        return made[person]

    for night in nights:
        for member in night.here:
            if book.rules.attendance and (found := tally(member, night.day)) is not None:
                found.days.add(night.day)
        for sitting in night.sittings:
            for member in sitting.byes:
                if book.rules.bye and (found := tally(member, night.day)) is not None:
                    found.byes += 1


def against(game: Counted, seat: int, among: frozenset[MemberId]) -> tuple[int, int]:
    """People beaten (in halves) and met by the one in ``seat``, among these members."""
    own = game.seats[seat]
    beaten = met = 0
    for other in game.seats:
        if other is not own and other.member and other.who in among:
            met += 1
            beaten += _halves(own.place, other.place)
    return beaten, met


def _halves(own: int, other: int) -> int:
    return 2 if own < other else 1 if own == other else 0


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
    results = [*tally.units, *[awards.bye] * byes] if byes else tally.units
    kept, dropped = best_of(results, rules.best)
    days = len(tally.days)
    paid = days if rules.attendance_days is None else min(days, rules.attendance_days)
    attendance = awards.attendance * paid
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
