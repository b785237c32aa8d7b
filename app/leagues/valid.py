"""The results that count, in order: what standings, ratings and records are all made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.leagues import zones
from app.leagues.book import Book, MemberId, Moment, Result, ResultId, Season, SeasonId
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.people import as_member
from app.leagues.results import counts


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


def valid(book: Book) -> tuple[Counted, ...]:
    """Every result that is confirmed and not withdrawn, by (end, id): the order in which ratings are made."""
    resolved = {member: _who(book, member) for member in book.members}
    made = []
    for result in sorted(book.results.values(), key=lambda one: (one.ended, one.id)):
        if not counts(book, result.id):
            continue
        day = zones.day_of(result.ended, book.zone)
        seats = tuple(
            Sat(
                person := resolved[seat.member],
                seat.place,
                seat.score,
                as_member(book.members[person], day),
            )
            for seat in result.seats
        )
        made.append(Counted(result.id, result.game, result.ended, day, seats, result))
    return tuple(made)


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
