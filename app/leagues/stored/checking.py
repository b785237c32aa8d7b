"""Looking after what is stored: every league folded anew and compared with what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from app.leagues import seasons
from app.leagues.answers import Refused
from app.leagues.games import COMPETITIVE
from app.leagues.ratings import ratings_of
from app.leagues.standings import standings_of
from app.leagues.stored import log
from app.leagues.stored.models import League, LeagueTable
from app.leagues.stored.turn import COLUMNS
from app.leagues.valid import Scope
from app.tables import store


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A league that was folded anew: how many lines, members, results that count, and what is wrong with it."""

    slug: str
    lines: int
    members: int
    games: int
    troubles: tuple[str, ...]


def rebuild() -> list[Rebuilt]:
    """Fold all leagues from their lines, work standings and ratings out, and compare."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(*COLUMNS).order_by(League.id)).all()
        return [_rebuilt(connection, row) for row in rows]


def _rebuilt(connection: sa.Connection, league: sa.Row[tuple[object, ...]]) -> Rebuilt:
    kept = log.position_at(connection, league)
    rows = log.rows_after(connection, league.id)
    fresh = log.advanced(log.Position(), rows)
    troubles: list[str] = []
    if [row.seq for row in rows] != list(range(1, league.seq + 1)):
        troubles.append(f"it has {len(rows)} lines, its head says {league.seq}")
    if fresh.broken is not None or fresh.book is None:
        troubles.append(f"line {fresh.broken or 1} does not fold")
    if fresh.book is None:
        return Rebuilt(league.slug, len(rows), 0, 0, tuple(troubles))
    if fresh.book != kept.book:
        troubles.append("what was remembered is not what its lines give")
    scopes = [Scope(season, game) for season in (None, *fresh.book.seasons) for game in (None, *COMPETITIVE)]
    for scope in scopes:
        if kept.book is not None and standings_of(fresh.book, scope) != standings_of(kept.book, scope):
            troubles.append(f"the standings of {scope} differ")
    for game in COMPETITIVE:
        ratings_of(fresh.book, game, games=fresh.games)
    for season in fresh.book.seasons.values():
        for frozen in season.frozen:
            if isinstance(seasons.thaw(frozen.copy), Refused):
                troubles.append(f"a frozen copy of {season.name} cannot be read")
    saved = connection.execute(
        sa.select(LeagueTable.result).where(LeagueTable.league_id == league.id, LeagueTable.result.is_not(None))
    ).scalars()
    troubles += [f"result {one} of a table is missing" for one in saved if one not in fresh.book.results]
    return Rebuilt(league.slug, len(rows), len(fresh.book.members), len(fresh.games), tuple(troubles))
