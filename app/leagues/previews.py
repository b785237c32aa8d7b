"""What a change would do, before it is made: who gains and who loses which place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.leagues import changes, zones
from app.leagues.answers import Accepted, Refused
from app.leagues.book import Book, Result
from app.leagues.changes import Line
from app.leagues.fold import apply
from app.leagues.results import season_of
from app.leagues.standings import Move, moves, standings_of
from app.leagues.valid import Scope, valid


def preview(book: Book, line: Line, scopes: Iterable[Scope]) -> Accepted[Mapping[Scope, tuple[Move, ...]]] | Refused:
    """The moves in each scope, or why the change cannot hold. Scopes of seasons that come or go with it are left
    out."""
    answer = apply(book, line)
    if isinstance(answer, Refused):
        return answer
    after = answer.value
    before_games, after_games = valid(book), valid(after)
    return Accepted(
        {
            scope: moves(
                standings_of(book, scope, games=before_games).rows, standings_of(after, scope, games=after_games).rows
            )
            for scope in scopes
            if scope.season is None or (scope.season in book.seasons and scope.season in after.seasons)
        }
    )


def touched(book: Book, change: changes.Change) -> tuple[Scope, ...]:
    """The standings that a change of a result touches: of its season, as it was and as it will be, overall and of its
    game; of all seasons for what is no change of a result."""
    results: list[Result] = []
    match change:
        case changes.ResultAdded(result=result) | changes.ResultCorrected(result=result):
            results = [result, *([book.results[result.id]] if result.id in book.results else [])]
        case (
            changes.ResultWithdrawn(result=id_)
            | changes.ResultRestored(result=id_)
            | changes.ResultConfirmed(result=id_)
        ):
            results = [book.results[id_]] if id_ in book.results else []
        case _:
            return (Scope(), *(Scope(season) for season in book.seasons))
    found: dict[Scope, None] = {}
    for one in results:
        season = season_of(book, zones.day_of(one.ended, book.zone))
        for game in (None, one.game):
            found[Scope(None if season is None else season.id, game)] = None
    return tuple(found)
