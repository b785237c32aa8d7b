"""Standings: a pure function of the results that count, the rules and the nights. Exact; the order of names, of seats
and of joining never matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from app.leagues.book import Book, Measure, Member, MemberId, Night, ResultId, Rules, TieBreak
from app.leagues.tally import Awards, Counts, Sums, Tally, attend, counts, sums, value
from app.leagues.tiebreaks import Group, settle
from app.leagues.valid import Counted, Scope, covers, valid, within


class Apart(StrEnum):
    """Why somebody is listed below the ranks and holds no title."""

    INACTIVE = "inactive"
    LEFT = "left"
    TOO_FEW = "too-few"


@dataclass(frozen=True, slots=True)
class Row:
    """One member's line.

    ``rank``: competition rank, None for who is listed ``apart``. ``value``: what the table is ordered by (``points``,
    their average, or the share of people beaten); None: not known yet. ``points``: the results that count,
    ``bye_points`` among them, and ``attendance_points`` on top. ``dropped``: the points that "best N" left out,
    ``left_out`` those results. ``places[n - 1]``: how often n-th. ``beaten`` people of ``met``; a tie is half.
    ``settled``: the tie-break that set this row apart from others with an equal value; ``level``: shares its rank.
    """

    member: MemberId
    rank: int | None
    apart: Apart | None
    value: Fraction | None
    points: Fraction
    games: int
    wins: int
    places: tuple[int, ...]
    beaten: Fraction
    met: int
    attendance_points: Fraction
    days: int
    bye_points: Fraction
    byes: int
    dropped: Fraction
    left_out: tuple[ResultId, ...]
    settled: TieBreak | None
    level: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """``rows``: ranked first, then those listed apart. ``breaks``: the published order of tie-breaks, ``used``: those
    that decided something. ``minimum``: games needed to be ranked."""

    rows: tuple[Row, ...]
    measure: Measure
    breaks: tuple[TieBreak, ...]
    used: tuple[TieBreak, ...]
    minimum: int
    games: int

    @property
    def champions(self) -> tuple[MemberId, ...]:
        """Who is first; several where nothing separates them, nobody where nobody is ranked."""
        return tuple(row.member for row in self.rows if row.rank == 1)


def standings_of(
    book: Book,
    scope: Scope,
    *,
    games: Sequence[Counted] | None = None,
    on: date | None = None,
    counted: Counts | None = None,
) -> Standings:
    """The standings of that scope. ``games``: ``valid(book)``, and ``counted``: the ``counts`` of that scope, if they
    are at hand. ``on``: the day for which they are asked: who left before it is listed apart; left out, the last day of
    the season (of all time: whoever has left, has left)."""
    if counted is None:
        counted = counts(within(book, valid(book) if games is None else games, scope), book.rules)
    season = None if scope.season is None else book.seasons[scope.season]
    nights = tuple(
        night
        for night in book.nights.values()
        if not night.cancelled and covers(season, night.day) and scope.game in (None, night.game)
    )
    on = season.end if on is None and season is not None else on
    return standings(counted, book, nights, on=on)


def standings(counted: Counts, book: Book, nights: Iterable[Night] = (), *, on: date | None = None) -> Standings:
    """The standings of exactly these games and nights, by the rules of the book."""
    rules = book.rules
    awards = Awards(rules)
    made = dict(counted.tallies)
    attend(made, book, nights)
    lines = {member: sums(tally, rules, awards) for member, tally in made.items()}
    reasons = {member: _apart(book.members[member], made[member], lines[member], rules, on) for member in made}
    ranked = [member for member, reason in reasons.items() if reason is None]
    beside = [member for member, reason in reasons.items() if reason is not None]
    rows: list[Row] = []
    used: set[TieBreak] = set()
    for group in _order(ranked, made, lines, rules):
        rank = len(rows) + 1
        if group.settled is not None:
            used.add(group.settled)
        for member in group.members:
            rows.append(_row(made[member], lines[member], awards, rank, None, group))
    for group in _order(beside, made, lines, rules):
        for member in group.members:
            rows.append(_row(made[member], lines[member], awards, None, reasons[member], group))
    return Standings(
        tuple(rows),
        rules.measure,
        rules.breaks,
        tuple(one for one in rules.breaks if one in used),
        rules.minimum,
        len(counted.games),
    )


def _apart(member: Member, tally: Tally, line: Sums, rules: Rules, on: date | None) -> Apart | None:
    if member.left is not None and (on is None or member.left < on):
        return Apart.LEFT
    if not member.active:
        return Apart.INACTIVE
    if tally.games < rules.minimum or line.order is None:
        return Apart.TOO_FEW
    return None


def _order(
    members: list[MemberId], made: dict[MemberId, Tally], lines: dict[MemberId, Sums], rules: Rules
) -> list[Group]:
    """All of ``members`` in groups that stay level, the best first; what is not known comes last."""
    values: dict[Fraction | None, list[MemberId]] = {}
    for member in members:
        values.setdefault(lines[member].order, []).append(member)
    known = sorted((value for value in values if value is not None), reverse=True)
    groups = [
        group
        for value in known
        for group in settle(values[value], rules.breaks, made, lambda member: lines[member].dropped)
    ]
    if None in values:
        groups.append(Group(tuple(sorted(values[None])), None))
    return groups


def _row(tally: Tally, line: Sums, awards: Awards, rank: int | None, apart: Apart | None, group: Group) -> Row:
    rules = awards.rules
    return Row(
        member=tally.member,
        rank=rank,
        apart=apart,
        value=value(line, rules, awards),
        points=awards.points(line.kept + line.attendance),
        games=tally.games,
        wins=tally.places[0],
        places=tuple(tally.places),
        beaten=Fraction(tally.beaten, 2),
        met=tally.met,
        attendance_points=awards.points(line.attendance),
        days=line.days,
        bye_points=rules.bye * line.byes,
        byes=line.byes,
        dropped=awards.points(line.dropped),
        left_out=_left_out(tally, line.byes, awards.bye, rules.best),
        settled=group.settled,
        level=rank is not None and len(group.members) > 1,
    )


def _left_out(tally: Tally, byes: int, bye: int, best: int | None) -> tuple[ResultId, ...]:
    """The results that do not count; of equal ones the newest, and a bye before a game."""
    if best is None or tally.games + byes <= best:
        return ()
    order = sorted(
        range(tally.games), key=lambda one: (-tally.units[one], tally.sat[one][0].ended, tally.sat[one][0].id)
    )
    better = sum(tally.units[one] >= bye for one in order)
    kept = max(min(best, better), best - byes)
    return tuple(tally.sat[one][0].id for one in order[kept:])


@dataclass(frozen=True, slots=True)
class Move:
    """What a change did to one member: rank and value before and after; None: not there, or not ranked."""

    member: MemberId
    rank_before: int | None
    rank_after: int | None
    value_before: Fraction | None
    value_after: Fraction | None


def moves(before: Sequence[Row], after: Sequence[Row]) -> tuple[Move, ...]:
    """Everybody whose rank or value is another one, in the new order; shown before a correction is saved."""
    then, now = ({row.member: row for row in rows} for rows in (before, after))
    told = []
    for member in (*now, *(gone for gone in then if gone not in now)):
        was, is_ = then.get(member), now.get(member)
        move = Move(
            member,
            None if was is None else was.rank,
            None if is_ is None else is_.rank,
            None if was is None else was.value,
            None if is_ is None else is_.value,
        )
        if (move.rank_before, move.value_before) != (move.rank_after, move.value_after):
            told.append(move)
    return tuple(told)
