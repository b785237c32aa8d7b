"""The log of a table as everybody at it may read it. Secret steps have no line until they are public."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import Connection

from app.games import GAMES
from app.games.amending import Id
from app.games.kernel import Finding, Game
from app.games.phrases import Phrase, Seat, say
from app.tables import corrections, log, store
from app.tables.corrections import Correction
from app.tables.turns import GAME_KINDS, find_table


@dataclass(slots=True)
class Line:
    """One line: the log row, when (milliseconds UTC), by whose phone (None: nobody's, or secret), whether it
    was taken back later, and the reasons of what it decided.

    ``moves``: whether the row changed the game, so that one can travel to it.
    ``corrected`` is the row of the correction that changed it last; ``now`` is what it says since (None: it was taken
    out), ``why`` the reasons of that. ``correction`` is what the line of a correction changed."""

    seq: int
    at: int
    by: Seat | None
    says: Phrase
    undone: bool = False
    why: tuple[Finding, ...] = ()
    corrected: int | None = None
    now: Phrase | None = None
    correction: Correction | None = None
    moves: bool = False

    @property
    def holds(self) -> Phrase:
        """What it says after all corrections."""
        return self.says if self.now is None else self.now


def lines(code: str) -> list[Line]:
    """All lines of the table, oldest first; the same for every reader. Raises NotFound or Closed."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        told, _position, _rows = of_table(connection, table, seats)
    return told


def of_table(connection: Connection, table: Any, seats: list[Any]) -> tuple[list[Line], log.Position, list[Any]]:
    """The lines, the position they end in, and the rows they were made of."""
    rows = log.rows_after(connection, table.id, 0)
    told, position = read(GAMES[table.game], rows, {seat.id: Seat(seat.number) for seat in seats})
    return told, position, rows


def read(game: Game[Any, Any, Any], rows: list[Any], numbers: dict[int, Seat]) -> tuple[list[Line], log.Position]:
    """The lines of these rows; ``numbers`` are the seats by their ids."""
    position = log.Position(game)
    told: list[Line] = []
    of_step: dict[Id, Line] = {}
    for row in rows:
        before = position.state
        if row.kind == "amend":
            line = _amended(position, row, of_step, numbers)
        else:
            says = _line(position, row, of_step)
            by = None if _secret(position, row) else numbers.get(row.by_seat_id)
            line = None if says is None else Line(row.seq, row.at, by, says)
        if line is None:
            continue
        line.moves = row.kind in GAME_KINDS
        told.append(line)
        if row.kind == "action":
            line.why = game.why(before, position.steps[-1].action, position.state)
            of_step[row.seq, 0] = line
    return told, position


def _amended(position: log.Position, row: Any, of_step: dict[Id, Line], numbers: dict[int, Seat]) -> Line | None:
    """The line of a correction; marks the lines that it changes."""
    correction = None
    if position.broken is None:
        with contextlib.suppress(*log.DAMAGED):
            correction = corrections.read(position, row)
    log.advance(position, [row])
    if position.broken is not None or correction is None:
        return None
    changes = correction.effect.changes
    by, proposer = numbers.get(row.by_seat_id), numbers.get(correction.proposed_by or 0)
    line = Line(row.seq, row.at, by, corrections.sentence(changes, correction.why, by, proposer))
    line.correction = correction
    for change in changes:
        if change.kind == "inserted" and change.line is not None:  # stands in the correction's own line
            of_step[change.id] = Line(row.seq, row.at, by, change.line)
        elif (touched := of_step.get(change.id)) is not None:
            touched.corrected, touched.now, touched.why = row.seq, change.line, change.why
    return line


def _secret(position: log.Position, row: Any) -> bool:
    """Whether the row is a seat's secret step that closed the secret part: who was last is nobody's business."""
    if row.kind != "action" or position.broken is not None:
        return False
    kind = type(position.steps[-1].action)
    return kind.by == "seat" and not kind.sighted


def _line(position: log.Position, row: Any, of_step: dict[Id, Line]) -> Phrase | None:
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
                return _at_table(row, position.game)
            except (KeyError, TypeError, AttributeError):  # a damaged row that the game does not need
                return None


def _mark(steps: list[log.Step], of_step: dict[Id, Line], undone: bool) -> Phrase:
    touched = [of_step[step.id] for step in steps if step.id in of_step]
    for line in touched:
        line.undone = undone
    if not touched:
        return say("Undone.") if undone else say("Brought back.")
    return (
        say("Undone: %(line)s", line=touched[-1].holds)
        if undone
        else say("Brought back: %(line)s", line=touched[-1].holds)
    )


def _at_table(row: Any, game: Game[Any, Any, Any]) -> Phrase | None:
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
        case "proposed":
            asked = say("%(name)s proposes a correction.", name=name)
            return say("%(line)s Why: %(why)s", line=asked, why=body["why"]) if body["why"] else asked
        case "not_amended":
            if body["back"]:
                return say("%(name)s took a proposal back.", name=name)
            return say("The host said no to a correction that %(name)s proposed.", name=name)
        case "house_rule":
            rule = say(game.rulebook[body["rule"]].text)
            return say("%(name)s: this table plays it differently. %(text)s (The rule: %(rule)s)",
                       name=name, text=body["text"], rule=rule)  # fmt: skip
        case "house_back":
            return say("%(name)s took a house rule back: %(text)s", name=name, text=body["text"])
        case "verdict":
            return say("%(name)s shows everybody what the judge says.", name=name)
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
