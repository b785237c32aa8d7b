"""The results that count, in order: what standings, ratings and records are all made from."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import compress, islice
from operator import eq, is_not
from typing import Any

from app.leagues import zones
from app.leagues.book import Book, Member, MemberId, Moment, Result, ResultId, Season, SeasonId
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.people import as_member
from app.leagues.results import missing


@dataclass(frozen=True, slots=True)
class Sat:
    """One seat, after all merges. ``member`` False: played as a guest on that day."""

    who: MemberId
    place: int
    score: int | None
    member: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """A result that counts. ``day`` is the local date of its end; ``seats`` are in the order of ``result.seats``."""

    id: ResultId
    game: GameKey
    ended: Moment
    day: date
    seats: tuple[Sat, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier book of the same league, and the results that counted in it."""

    book: Book
    games: tuple[Counted, ...]


def valid(book: Book, earlier: Earlier | None = None) -> tuple[Counted, ...]:
    """Every result that is confirmed and not withdrawn, by (end, id): the order in which ratings are made.

    ``earlier`` only saves work: games that are as they were are the very same objects.
    """
    if earlier is not None and (changed := _changed(earlier.book, book)) is not None:
        return _exchanged(book, earlier.games, changed)
    return tuple(_counted(book, sorted(book.results.values(), key=_order)))


def _order(one: Result | Counted) -> tuple[Moment, ResultId]:
    return one.ended, one.id


def _counted(book: Book, found: Iterable[Result]) -> Iterator[Counted]:
    """Those of ``found`` that count, in their order."""
    persons = {member: _who(book, member) for member in book.members}
    always = {person: _always(book.members[person]) for person in persons.values()}
    day_of, zone, withdrawn = zones.day_of, book.zone, book.withdrawn
    for result in found:
        if result.id in withdrawn or missing(book, result.id):
            continue
        day = day_of(result.ended, zone)
        seats = []
        for seat in result.seats:
            person = persons[seat.member]
            plays = always[person]
            if plays is None:
                plays = as_member(book.members[person], day)
            seats.append(Sat(person, seat.place, seat.score, plays))
        yield Counted(result.id, result.game, result.ended, day, tuple(seats), result)


def _always(member: Member) -> bool | None:
    """Whether this person plays as a member on every day, or on none; None: it depends on the day."""
    if member.guest:
        return False
    return True if member.joined is None and member.left is None else None


def _changed(before: Book, after: Book) -> set[ResultId] | None:
    """The results that may count otherwise than before; None: all of them."""
    if (before.zone, before.rules.confirmations, before.merged) != (
        after.zone,
        after.rules.confirmations,
        after.merged,
    ):
        return None
    for id_, member in before.members.items():
        now = after.members.get(id_)
        if now is None or (member.guest, member.joined, member.left) != (now.guest, now.joined, now.left):
            return None
    changed = set(before.withdrawn ^ after.withdrawn)
    changed |= _other(before.results, after.results)
    changed |= _other(before.confirmed, after.confirmed)
    return changed if len(changed) * 4 < len(after.results) else None


def _other(then: Mapping[ResultId, Any], there: Mapping[ResultId, Any]) -> set[ResultId]:
    """The keys that hold another thing now. A mapping that went on from the other has its keys first, in order."""
    if len(then) <= len(there) and all(map(eq, then, there)):
        return {*compress(there, map(is_not, there.values(), then.values())), *islice(there, len(then), None)}
    return {id_ for id_, held in there.items() if then.get(id_) is not held} | (then.keys() - there.keys())


def _exchanged(book: Book, games: tuple[Counted, ...], changed: set[ResultId]) -> tuple[Counted, ...]:
    """``games`` with those of ``changed`` as they count now."""
    if not changed:
        return games
    made = [one for one in games if one.id not in changed]
    for one in _counted(book, [book.results[id_] for id_ in changed if id_ in book.results]):
        insort(made, one, key=_order)
    return tuple(made)


def exchanged(then: Sequence[Counted], now: Sequence[Counted]) -> tuple[list[Counted], list[Counted]]:
    """The games that are gone, and those that are new, of two lists in the same order."""
    start = next((at for at, other in enumerate(map(is_not, then, now)) if other), min(len(then), len(now)))
    short = min(len(then), len(now)) - start
    backwards = map(is_not, islice(reversed(then), short), islice(reversed(now), short))
    end = next((at for at, other in enumerate(backwards) if other), short)
    before, after = then[start : len(then) - end], now[start : len(now) - end]
    old, new = set(map(id, before)), set(map(id, after))
    return [one for one in before if id(one) not in new], [one for one in after if id(one) not in old]


def _who(book: Book, member: MemberId) -> MemberId:
    while member in book.merged:
        member = book.merged[member]
    return member


@dataclass(frozen=True, slots=True)
class Scope:
    """Which results are meant: of one season or all, of one game or of all competitive ones together."""

    season: SeasonId | None = None
    game: GameKey | None = None


def within(book: Book, games: Sequence[Counted], scope: Scope) -> tuple[Counted, ...]:
    """The results of that scope. Games that are won together are only in a scope that names them."""
    season = None if scope.season is None else book.seasons[scope.season]
    return tuple(
        one
        for one in games
        if (season is None or season.start <= one.day <= season.end)
        and (one.game == scope.game if scope.game is not None else not LEAGUE_GAMES[one.game].together)
    )


def covers(season: Season | None, day: date) -> bool:
    return season is None or season.start <= day <= season.end
