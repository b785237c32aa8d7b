"""Game records: a table as a document that others may keep, and a table out of such a document.

The form is described by ``RecordSchema``. A public record holds nothing that was never shown: marks of a running
round are left out, and marks that stayed hidden are only counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from marshmallow import Schema, ValidationError, fields, validate

from app.errors import Malformed, Refusal
from app.games import GAMES
from app.games.kernel import Accepted, Folded, Game, Refused, fold
from app.games.phrases import Phrase, Seat, say
from app.tables import log, names, results, store
from app.tables.models import Table, now
from app.tables.opening import free_code, insert_first_entry, insert_seat, insert_table, opened_by
from app.tables.taps import check_key
from app.tables.turns import Turn, find_table

FORMAT = "starkeeper-record"
VERSION = 1
MOST_ACTIONS = 20_000


class Name(fields.Str):
    """A name as it is shown: whoever made the file, nothing invisible comes out of it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return names.tidy(value)
        except Malformed as wrong:
            raise ValidationError(f"Send a name of 1 to {names.LONGEST} characters that can be seen.") from wrong


class RecordSeatSchema(Schema):
    name = Name(required=True, metadata={"description": "As shown; seats are clockwise"})
    sign = fields.Int(required=True, strict=True, validate=validate.Range(0, 5))


class RecordResultSchema(Schema):
    places = fields.List(fields.Int(), required=True, metadata={"description": "Competition ranks, one per seat"})
    points = fields.List(fields.Int(allow_none=True), required=True)
    winners = fields.List(fields.Int(), required=True, metadata={"description": "Seat numbers"})
    house = fields.List(fields.Str(), required=True, metadata={"description": "Rules of decisions of the table"})


def _check_time(text: str) -> None:
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        when = None
    if when is None or when.tzinfo is None or not 1970 < when.year < 9999:
        raise ValidationError("Send a time like 2026-01-31T20:15:00+00:00.")


class RecordSchema(Schema):
    """A game record."""

    format = fields.Str(required=True, validate=validate.Equal(FORMAT))
    version = fields.Int(required=True, strict=True, validate=validate.Equal(VERSION))
    game = fields.Str(required=True, validate=validate.OneOf(tuple(GAMES)))
    rules_version = fields.Int(required=True, strict=True)
    options = fields.Dict(
        keys=fields.Str(), required=True, metadata={"description": "The set-up, as the game reads it"}
    )
    seats = fields.List(fields.Nested(RecordSeatSchema), required=True, validate=validate.Length(1, 6))
    actions = fields.List(
        fields.Dict(keys=fields.Str()),
        required=True,
        validate=validate.Length(0, MOST_ACTIONS),
        metadata={"description": "In order; each has its type, its seat where it has one, and its own fields"},
    )
    result = fields.Nested(RecordResultSchema, required=True, allow_none=True)
    started_at = fields.Str(
        load_default=None, allow_none=True, validate=_check_time, metadata={"description": "ISO 8601, UTC"}
    )
    ended_at = fields.Str(load_default=None, allow_none=True, validate=_check_time)


def _iso(millis: int | None) -> str | None:
    return None if millis is None else datetime.fromtimestamp(millis / 1000, UTC).isoformat(timespec="seconds")


def _millis(text: str | None) -> int:
    """The moment a record tells; now for none, or for one that is still to come."""
    return now() if text is None else min(now(), int(datetime.fromisoformat(text).timestamp() * 1000))


def record(code: str, *, complete: bool = False) -> dict[str, Any]:
    """The record of a table that has begun. ``complete`` (only for whoever holds the database) keeps every secret.

    Raises NotFound, Closed, and Malformed for a table in the lobby, which has nothing to record yet.
    """
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        position = log.position_at(connection, table)
    if position.start is None:
        raise Malformed(say("The game has not begun, so there is nothing to write down yet."))
    game: Game[Any, Any, Any] = position.game
    actions = position.actions if complete else game.publish(position.start, position.actions)
    shown = fold(game, position.start, actions).state
    ended = game.outcome(shown)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.key,
        "rules_version": table.rules_version,
        "options": dict(table.options),
        "seats": [{"name": seat.name, "sign": seat.sign} for seat in seats],
        "actions": [game.wire.dump_action(action) for action in actions],
        "result": None
        if ended is None
        else {
            "places": list(ended.places),
            "points": list(ended.points),
            "winners": list(ended.winners),
            "house": [finding.rule for finding in ended.house],
        },
        "started_at": _iso(table.started_at),
        "ended_at": _iso(table.ended_at),
    }


def load(data: object) -> dict[str, Any]:
    """A record that was read from a file. Raises Malformed with what is wrong where."""
    if not isinstance(data, Mapping):
        raise Malformed(say("That is not a game record. Choose a file that Starkeeper wrote."))
    try:
        return dict(RecordSchema().load(data))
    except ValidationError as wrong:
        raise Malformed(
            say("That game record cannot be read. Choose a file that Starkeeper wrote."), fields=wrong.messages
        ) from wrong


def replayed(data: Mapping[str, Any]) -> tuple[Game[Any, Any, Any], Any, list[Any], Folded[Any]]:
    """A loaded record's game, first state, actions and fold (the good prefix, and the refusal that ended it).

    Raises Malformed for a set-up or an action that cannot be read.
    """
    game = GAMES[data["game"]]
    seats = len(data["seats"])
    if seats not in game.seats:
        raise Malformed(say("%(game)s is not played by %(num)s.", game=game.title, num=seats))
    try:
        start = game.setup(game.wire.load_options(data["options"], seats), seats)
    except ValidationError as wrong:
        raise Malformed(say("The set-up of that record cannot be read."), fields=wrong.messages) from wrong
    actions = []
    for number, item in enumerate(data["actions"], 1):
        body = dict(item)
        seat = body.pop("seat", -1)
        if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < seats:
            raise Malformed(say("Action %(num)s of that record names a seat that is not there.", num=number))
        try:
            actions.append(game.wire.load_action(body, Seat(seat), record=True))
        except ValidationError as wrong:
            raise Malformed(
                say("Action %(num)s of that record cannot be read.", num=number), fields=wrong.messages
            ) from wrong
    return game, start, actions, fold(game, start, actions)


def import_record(data: object, phone: int, key: str | None = None) -> str:
    """A table equal to the record; the phone that reads it in holds the first seat and leads. Returns the code;
    for the same tap (``key``) again, the same code.

    Raises Malformed for what cannot be read, Refusal (with ``action``, its number) for what the rules refuse.
    """
    loaded = load(data)
    game, _start, actions, folded = replayed(loaded)
    if folded.refused is not None:
        raise Refusal(folded.refused.violations, action=folded.done + 1)
    people = _people(loaded)
    key = None if key is None else check_key(key)
    with store.writing() as connection:
        if (opened := opened_by(connection, phone, key)) is not None:
            return opened
        code = free_code(connection)
        table_id = insert_table(connection, code, game, dict(loaded["options"]))
        seats = [
            insert_seat(connection, table_id, number, name, sign, phone if number == 0 else None, own=True)
            for number, (name, sign) in enumerate(people)
        ]
        insert_first_entry(connection, table_id, seats[0], "imported", {}, key)
        connection.execute(
            sa.update(Table)
            .where(Table.id == table_id)
            .values(
                host_seat_id=seats[0],
                status="playing",
                joining_open=False,
                started_at=_millis(loaded["started_at"]),
            )
        )
        table, rows = find_table(connection, code)
        turn = Turn(connection, table, rows, table.seq, table.game_seq)
        body = {
            "seats": len(people),
            "options": loaded["options"],
            "rules_version": game.rules_version,
            "names": [name for name, _sign in people],
        }
        turn.append("started", body, seats[0])
        for action in actions:
            turn.append("action", game.wire.dump_action(action), None)
        results.follow(turn, game, folded.state, _millis(loaded["ended_at"]))
        connection.execute(sa.update(Table).where(Table.id == table_id).values(seq=turn.head, game_seq=turn.game_head))
    return code


def _people(loaded: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Names and signs, each once: a record made by hand may repeat them."""
    people: list[tuple[str, int]] = []
    keys: set[str] = set()
    free = [sign for sign in range(6) if sign not in {seat["sign"] for seat in loaded["seats"]}]
    signs: set[int] = set()
    for seat in loaded["seats"]:
        name = seat["name"]
        if names.key(name) in keys:
            name = names.numbered(name, keys)
        sign = seat["sign"] if seat["sign"] not in signs else free.pop(0)
        keys.add(names.key(name))
        signs.add(sign)
        people.append((name, sign))
    return people


def told(data: Mapping[str, Any]) -> list[tuple[int, Phrase, tuple[Any, ...]]]:
    """Every line of a record with the reasons at work: (number of the action, sentence, findings)."""
    game, state, actions, _folded = replayed(data)
    lines = []
    for number, action in enumerate(actions, 1):
        match game.apply(state, action):
            case Accepted(state=after, notes=notes):
                because = (*notes, *game.why(state, action, after))
                line = game.line_for(state, action, after, None)
                if line is not None:
                    lines.append((number, line, because))
                state = after
            case Refused(violations=violations):
                lines.append((number, violations[0].says, violations))
                break
    return lines
