"""Looking after what is stored: does every log fold, does every result agree, and a safe copy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from app.games import GAMES
from app.tables import log, store
from app.tables.models import Result
from app.tables.turns import TABLE_COLUMNS


@dataclass(frozen=True, slots=True)
class Trouble:
    """A table that is not as it should be."""

    code: str
    what: str


def verify() -> tuple[int, list[Trouble]]:
    """Fold every stored table afresh; the number checked, and what is wrong with which."""
    troubles: list[Trouble] = []
    checked = 0
    with store.reading() as connection:
        results = {row.table_id: row.body for row in connection.execute(sa.select(Result.table_id, Result.body))}
        for table in connection.execute(sa.select(*TABLE_COLUMNS)).all():
            checked += 1
            if table.game not in GAMES:
                troubles.append(Trouble(table.code, f"there is no game {table.game}"))
                continue
            rows = log.rows_after(connection, table.id, 0)
            position = log.Position(GAMES[table.game])
            log.advance(position, rows)
            if [row.seq for row in rows] != list(range(1, table.seq + 1)):
                troubles.append(Trouble(table.code, f"its log has {len(rows)} rows, its head says {table.seq}"))
            if position.broken is not None:
                troubles.append(Trouble(table.code, f"row {position.broken} does not fold"))
                continue
            ended = None if position.state is None else position.game.outcome(position.state)
            stored = results.get(table.id)
            if (ended is None) != (stored is None):
                troubles.append(Trouble(table.code, "its result and its log disagree about whether it ended"))
            elif (
                ended is not None
                and stored is not None
                and (stored["places"] != list(ended.places) or stored["points"] != list(ended.points))
            ):
                troubles.append(Trouble(table.code, "its stored result is not the one its log gives"))
    return checked, troubles


def copy_sqlite(source: Path, target: Path) -> None:
    """A consistent copy of a SQLite database, while others go on writing."""
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
