"""A question about a table as it is now, for pages that let people try a selection before they act. Stores nothing."""

from __future__ import annotations

from typing import Any

from app.tables import log, store
from app.tables.turns import find_table


def state_of(code: str) -> Any:
    """The state of the table's game; None in the lobby. Only for games that hide nothing: a page must not decide
    anything by what a seat keeps secret. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, _seats = find_table(connection, code)
        position = log.position_at(connection, table)
    assert position.game.draft is None, "a game with secrets is asked through its views"
    return position.state
