"""The log of a table as everybody at it may read it. Secret steps have no line until they are public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.games import GAMES
from app.games.kernel import Finding
from app.games.phrases import Phrase, Seat, say
from app.tables import log, store
from app.tables.turns import find_table


@dataclass(slots=True)
class Line:
    """One line: the log row, when (milliseconds UTC), by whose phone (None: nobody's, or secret), whether it
    was taken back later, and the reasons of what it decided."""

    seq: int
    at: int
    by: Seat | None
    says: Phrase
    undone: bool = False
    why: tuple[Finding, ...] = ()


def lines(code: str) -> list[Line]:
    """All lines of the table, oldest first; the same for every reader. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        rows = log.rows_after(connection, table.id, 0)
    numbers = {seat.id: Seat(seat.number) for seat in seats}
    position = log.Position(GAMES[table.game])
    told: list[Line] = []
    of_step: dict[int, Line] = {}
    for row in rows:
        before = position.state
        says = _line(position, row, of_step)
        if says is not None:
            line = Line(row.seq, row.at, None if _secret(position, row) else numbers.get(row.by_seat_id), says)
            if row.kind == "action":
                line.why = position.game.why(before, position.steps[-1].action, position.state)
            told.append(line)
            of_step[row.seq] = line
    return told


def _secret(position: log.Position, row: Any) -> bool:
    """Whether the row is a seat's secret step that closed the secret part: who was last is nobody's business."""
    if row.kind != "action" or position.broken is not None:
        return False
    kind = type(position.steps[-1].action)
    return kind.by == "seat" and not kind.sighted


def _line(position: log.Position, row: Any, of_step: dict[int, Line]) -> Phrase | None:
    """The row's sentence; folds the row into ``position`` and marks lines that it takes back or brings back."""
    before, taken_back = position.state, list(position.taken_back)
    held = list(position.steps) if row.kind == "undo" else []
    log.advance(position, [row])
    if position.broken is not None:
        return None
    match row.kind:
        case "action":
            return position.game.line_for(before, position.steps[-1].action, position.state, None)
        case "undo":
            return _mark(held[-row.body["count"] :], of_step, True)
        case "redo":
            return _mark(taken_back[-1][1], of_step, False)
        case _:
            try:
                return _at_table(row)
            except (KeyError, TypeError, AttributeError):  # a damaged row that the game does not need
                return None


def _mark(steps: list[log.Step], of_step: dict[int, Line], undone: bool) -> Phrase:
    touched = [of_step[step.seq] for step in steps if step.seq in of_step]
    for line in touched:
        line.undone = undone
    if not touched:
        return say("Undone.") if undone else say("Brought back.")
    return (
        say("Undone: %(line)s", line=touched[-1].says)
        if undone
        else say("Brought back: %(line)s", line=touched[-1].says)
    )


def _at_table(row: Any) -> Phrase | None:
    body = row.body
    name = body.get("name", "")
    match row.kind:
        case "opened":
            return say("%(name)s opened the table.", name=name)
        case "imported":
            return say("The table was read from a record.")
        case "sat":
            return say("%(name)s sat down.", name=name)
        case "carried":
            if "on" in body:
                return say("%(name)s is now played on %(host)s's phone.", name=name, host=body["on"])
            return say("%(name)s plays without a phone.", name=name)
        case "removed":
            return say("%(name)s left the table.", name=name)
        case "renamed":
            if body["from"] == body["to"]:
                return say("%(name)s has another sign.", name=body["to"])
            return say("%(old)s is now called %(new)s.", old=body["from"], new=body["to"])
        case "reordered":
            return say("The seats were put in table order.")
        case "started":
            return say("The game begins.")
        case "unstarted":
            return say("Back to the lobby.")
        case "host":
            return say("%(name)s leads the table now.", name=name)
        case "joining":
            return say("Joining is open.") if body["open"] else say("Joining is closed.")
        case "moved":
            return say("%(name)s plays on another phone now.", name=name)
        case "claimed":
            return say("Somebody asks for %(name)s's seat.", name=name)
        case "declined":
            return say("The host said no to somebody who asked for %(name)s's seat.", name=name)
        case "refused_try":
            return say("An entry by the host for another seat was refused.")
        case "put_away":
            return say("The table was put away.")
        case "brought_back":
            return say("The table was brought back.")
        case "league":
            return say("The result was written into a league.")
        case "again":
            return say("A new game with the same people begins at table %(code)s.", code=body["code"])
        case _:
            return None
