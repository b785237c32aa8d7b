"""Results: written when a game ends, written anew when it is corrected, taken back when its end is undone."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.games.kernel import Game, Outcome
from app.tables import log
from app.tables.models import Entry, Result, now
from app.tables.turns import Turn


def follow(turn: Turn, game: Game[Any, Any, Any], after: Any, moment: int | None = None) -> None:
    """Make the table's status and its result agree with the state ``after``; ``moment`` is when it ended (now). A
    game that stays finished keeps its moment, and gets the result that its log gives now."""
    ended = game.outcome(after) if after is not None else None
    if ended is not None and turn.table.status != "finished":
        moment = now() if moment is None else moment
        turn.set(status="finished", ended_at=moment)
        turn.connection.execute(
            sa.insert(Result).values(
                table_id=turn.table.id, ended_at=moment, game=game.key, body=body_of(turn, game, ended)
            )
        )
    elif ended is not None:
        body = body_of(turn, game, ended)
        if body != stored(turn):
            turn.connection.execute(sa.update(Result).where(Result.table_id == turn.table.id).values(body=body))
    elif turn.table.status == "finished":
        turn.set(status="playing", ended_at=None)
        turn.connection.execute(sa.delete(Result).where(Result.table_id == turn.table.id))


def stored(turn: Turn) -> dict[str, Any] | None:
    """The result as it is stored now; None while the game runs."""
    body = turn.connection.execute(sa.select(Result.body).where(Result.table_id == turn.table.id)).scalar_one_or_none()
    return None if body is None else dict(body)


def body_of(turn: Turn, game: Game[Any, Any, Any], ended: Outcome) -> dict[str, Any]:
    """Who, which place, how many points, and which decisions of the table the book does not know: those of the game,
    and the house rules; and how often the log was corrected."""
    corrections, house = _decided(turn)
    return {
        "rules_version": game.rules_version,
        "names": [seat.name for seat in turn.seats],
        "places": list(ended.places),
        "points": list(ended.points),
        "winners": list(ended.winners),
        "house": [finding.rule for finding in ended.house],
        "house_rules": house,
        "corrections": corrections,
        "started_at": turn.table.started_at,
    }


def _decided(turn: Turn) -> tuple[int, list[str]]:
    """How many corrections there were, and the rules that the table plays differently."""
    rows = turn.connection.execute(
        sa.select(Entry.seq, Entry.at, Entry.by_seat_id, Entry.kind, Entry.body)
        .where(Entry.table_id == turn.table.id, Entry.kind.in_(("started", "amend", "house_rule", "house_back")))
        .order_by(Entry.seq)
    )
    corrections = 0
    house: tuple[log.HouseRule, ...] = ()
    for row in rows:
        if row.kind in ("started", "amend"):
            corrections = 0 if row.kind == "started" else corrections + 1
        else:
            house = log.house_after(house, row)
    return corrections, list(dict.fromkeys(rule.rule for rule in house))
