"""The receipt of a game: who sat where, what was played and corrected, and what the table decided. All of it public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.errors import Malformed
from app.games import GAMES
from app.games.amending import standing
from app.games.kernel import Game, Outcome
from app.games.phrases import Seat, say
from app.tables import lines, store
from app.tables.corrections import Correction
from app.tables.log import HouseRule
from app.tables.turns import find_table

FORMAT = "starkeeper-receipt"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Receipt:
    """One game. ``view`` is the wall's: its rounds and score lines are the game's own. ``points`` so far, or at the
    end. ``undone``: how many lines were taken back and not brought back. Times are milliseconds UTC."""

    code: str
    game: Game[Any, Any, Any]
    rules_version: int
    status: str
    options: dict[str, Any]
    seats: tuple[tuple[Seat, str, int], ...]
    numbers: dict[int, Seat]
    view: Any
    points: tuple[int | None, ...] | None
    outcome: Outcome | None
    corrections: tuple[Correction, ...]
    house_rules: tuple[HouseRule, ...]
    undone: int
    started_at: int | None
    ended_at: int | None


def receipt(code: str) -> Receipt:
    """The receipt of a table that has begun; it holds nothing that was never shown.

    Raises NotFound, Closed, and Malformed for a table in the lobby."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        told, position, _rows = lines.of_table(connection, table, seats)
    if position.start is None:
        raise Malformed(say("The game has not begun, so there is nothing to write down yet."))
    game = GAMES[table.game]
    return Receipt(
        code=table.code,
        game=game,
        rules_version=table.rules_version,
        status=table.status,
        options=dict(table.options),
        seats=tuple((Seat(seat.number), seat.name, seat.sign) for seat in seats),
        numbers={seat.id: Seat(seat.number) for seat in seats},
        view=game.view_for(position.state, None),
        points=standing(game, position.state),
        outcome=game.outcome(position.state),
        corrections=tuple(
            line.correction for line in told if line.correction is not None and line.seq > position.began
        ),
        house_rules=position.house,
        undone=sum(line.undone for line in told),
        started_at=table.started_at,
        ended_at=table.ended_at,
    )
