"""Results: written once when a game ends, taken back when its end is undone."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.games.kernel import Game, Outcome
from app.tables.models import Result, now
from app.tables.turns import Turn


def follow(turn: Turn, game: Game[Any, Any, Any], after: Any, moment: int | None = None) -> None:
    """Make the table's status and its result agree with the state ``after``; ``moment`` is when it ended (now)."""
    ended = game.outcome(after) if after is not None else None
    if ended is not None and turn.table.status != "finished":
        moment = now() if moment is None else moment
        turn.set(status="finished", ended_at=moment)
        turn.connection.execute(
            sa.insert(Result).values(
                table_id=turn.table.id, ended_at=moment, game=game.key, body=body_of(turn, game, ended)
            )
        )
    elif ended is None and turn.table.status == "finished":
        turn.set(status="playing", ended_at=None)
        turn.connection.execute(sa.delete(Result).where(Result.table_id == turn.table.id))


def body_of(turn: Turn, game: Game[Any, Any, Any], ended: Outcome) -> dict[str, Any]:
    """Who, which place, how many points, and which decisions of the table the book does not know."""
    return {
        "rules_version": game.rules_version,
        "names": [seat.name for seat in turn.seats],
        "places": list(ended.places),
        "points": list(ended.points),
        "winners": list(ended.winners),
        "house": [finding.rule for finding in ended.house],
        "started_at": turn.table.started_at,
    }
