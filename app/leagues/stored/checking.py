"""Looking after what is stored: every league folded anew from its lines, and compared with what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa

from app.leagues import seasons
from app.leagues.answers import Refused
from app.leagues.book import Book, SeasonId
from app.leagues.games import COMPETITIVE, GameKey
from app.leagues.stored import lines, log, snapshots, views, views_missions, views_people
from app.leagues.stored.models import League, LeagueTable
from app.leagues.stored.position import Position
from app.leagues.stored.turn import COLUMNS, Seen
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
    """Throw the snapshots of all leagues away, work everything out from the lines, compare, and keep that."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(*COLUMNS).order_by(League.id)).all()
    return [_rebuilt(row) for row in rows]


def _rebuilt(league: Any) -> Rebuilt:
    with store.reading() as connection:
        kept = snapshots.load(connection, league)
        rows = lines.rows_after(connection, league.id)
        saved = list(
            connection.execute(
                sa.select(LeagueTable.result).where(LeagueTable.league_id == league.id, LeagueTable.result.is_not(None))
            ).scalars()
        )
    fresh = lines.advanced(Position(league=league.id), rows)
    troubles: list[str] = []
    if [row.seq for row in rows] != list(range(1, league.seq + 1)):
        troubles.append(f"it has {len(rows)} lines, its head says {league.seq}")
    if fresh.broken is not None or fresh.book is None:
        troubles.append(f"line {fresh.broken or 1} does not fold")
    if kept is not None:
        kept.league = None  # nothing of it is saved again
    if kept is not None and fresh.broken is None and fresh.seq == league.seq:
        troubles += differences(Seen(league, frozenset(), kept), Seen(league, frozenset(), fresh))
    with store.writing() as connection:
        snapshots.throw_away(connection, league.id)
    log.forget(league.id)
    if fresh.book is None:
        return Rebuilt(league.slug, len(rows), 0, 0, tuple(troubles))
    for season in fresh.book.seasons.values():
        for frozen in season.frozen:
            if isinstance(seasons.thaw(frozen.copy), Refused):
                troubles.append(f"a frozen copy of {season.name} cannot be read")
    troubles += [f"result {one} of a table is missing" for one in saved if one not in fresh.book.results]
    worked_out(Seen(league, frozenset(), fresh))
    snapshots.save_due()
    return Rebuilt(league.slug, len(rows), len(fresh.book.members), len(fresh.games), tuple(troubles))


def differences(kept: Seen, fresh: Seen) -> Iterator[str]:
    """What is kept of a league and is not what its lines give."""
    for one in fields(Book):
        if getattr(kept.book, one.name) != getattr(fresh.book, one.name):
            yield f"what was kept of its {one.name} is not what its lines give"
    for told, other in zip(worked_out(kept), worked_out(fresh), strict=True):
        if told != other:
            yield f"what was kept of {told[0]} is not what its lines give"


def worked_out(seen: Seen) -> Iterator[tuple[str, Any]]:
    """Everything that pages show and snapshots keep, with a name for each."""
    yield "the league", views.league(seen, 0)
    everything: tuple[SeasonId | None, ...] = (None, *sorted(seen.book.seasons))
    choices: tuple[GameKey | None, ...] = (None, *COMPETITIVE)
    for scope in (Scope(season, game) for season in everything for game in choices):
        name = f"{scope.season or 'all seasons'}, {scope.game or 'all games'}"
        table = views.standings(seen, scope)
        yield f"the standings of {name}", table
        yield f"the records of {name}", views.records(seen, scope)
        leaders = views_people.leaders(table["rows"])
        yield f"the missions of {name}", views_missions.missions_of(seen, scope)
        yield f"the points of {name}", views_people.points_chart(seen, scope, leaders)
    for game in COMPETITIVE:
        ratings = views.ratings(seen, game)
        yield f"the ratings of {game}", ratings
        yield f"the lines of {game}", views_people.ratings_chart(seen, game, views_people.best_rated(ratings))
