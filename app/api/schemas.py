"""Bodies and answers of the JSON API, as marshmallow schemas; OpenAPI is generated from them."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from app.api.corrected import EffectSchema
from app.api.keys import FOR, KEY, SEEN, key_field
from app.games import GAMES
from app.games.wire import PlaceSchema
from app.tables.wire import LookSchema


class OpenSchema(Schema):
    game = fields.Str(required=True, validate=validate.OneOf(tuple(GAMES)))
    name = fields.Str(required=True, metadata={"description": "The host's name"})
    sign = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(0, 5))
    key = fields.Str(load_default=None, allow_none=True, metadata=KEY)


class SitSchema(Schema):
    name = fields.Str(required=True)
    sign = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(0, 5))
    without_phone = fields.Bool(load_default=False, metadata={"description": "A player carried on this phone"})


class SatSchema(Schema):
    """``token`` is told once, to a phone that had none: send it as ``Authorization: Bearer`` from now on."""

    code = fields.Str(required=True)
    seat = fields.Int(required=True)
    seat_id = fields.Int(required=True)
    token = fields.Str(required=True, allow_none=True)
    table = fields.Nested(LookSchema, required=True)


class StartSchema(Schema):
    class Meta:
        unknown = INCLUDE

    key = key_field()


class ActionSchema(Schema):
    """``type`` and the further members as the game names them: see the action schemas of each game."""

    class Meta:
        unknown = INCLUDE

    key = key_field()
    seen = fields.Int(load_default=None, allow_none=True, strict=True, metadata=SEEN)
    for_seat = fields.Int(data_key="for", load_default=None, allow_none=True, strict=True, metadata=FOR)
    from_draft = fields.Bool(load_default=False, metadata={"description": "Hand in what the seat has saved"})
    type = fields.Str(required=True)


class TapSchema(Schema):
    key = key_field()
    seen = fields.Int(required=True, strict=True, metadata=SEEN)


class KeySchema(Schema):
    key = key_field()


class DraftSchema(Schema):
    class Meta:
        unknown = INCLUDE

    for_seat = fields.Int(data_key="for", load_default=None, allow_none=True, strict=True, metadata=FOR)


class DoneSchema(Schema):
    """``seq`` is the log row of the action; ``replayed``: this very tap had been counted before."""

    seq = fields.Int(required=True)
    replayed = fields.Bool(required=True)
    table = fields.Nested(LookSchema, required=True)


class RenameSchema(Schema):
    name = fields.Str(required=True)
    sign = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(0, 5))


class OrderSchema(Schema):
    order = fields.List(
        fields.Int(strict=True),
        required=True,
        validate=validate.Length(1, 6),
        metadata={"description": "All seat ids, clockwise"},
    )


class SeatNumberSchema(Schema):
    seat = fields.Int(required=True, strict=True, validate=validate.Range(0, 5))


class FaceSchema(Schema):
    turn = fields.Int(required=True, strict=True, validate=validate.OneOf((0, 90, 180, 270)))
    for_seat = fields.Int(data_key="for", load_default=None, allow_none=True, strict=True, metadata=FOR)


class JoiningSchema(Schema):
    open = fields.Bool(required=True)


class DecideSchema(Schema):
    yes = fields.Bool(required=True)


class MoveCodeSchema(Schema):
    move_code = fields.Str(required=True, metadata={"description": "Works once, for ten minutes"})


class ClaimedSchema(Schema):
    token = fields.Str(required=True, allow_none=True, metadata={"description": "For a phone that had none"})
    table = fields.Nested(LookSchema, required=True)


class LineSchema(Schema):
    seq = fields.Int(required=True)
    at = fields.Int(required=True, metadata={"description": "Milliseconds since 1970, UTC"})
    by = fields.Int(required=True, allow_none=True)
    text = fields.Str(required=True)
    undone = fields.Bool(required=True)
    why = fields.List(fields.Dict(), required=True, metadata={"description": "The rules at work, with their places"})
    corrected = fields.Int(
        required=True, allow_none=True, metadata={"description": "The row of the correction that changed it last"}
    )
    now = fields.Str(
        required=True, allow_none=True, metadata={"description": "What it says since; null: it was taken out"}
    )
    correction = fields.Nested(EffectSchema, required=True, allow_none=True)


class NewCodeSchema(Schema):
    code = fields.Str(required=True)


class RuleSchema(Schema):
    id = fields.Str(required=True)
    kind = fields.Str(required=True, validate=validate.OneOf(("text", "follows", "ruling")))
    text = fields.Str(required=True)
    reason = fields.Str(required=True, metadata={"description": "Of a ruling: why we read it so"})
    other = fields.Str(required=True, metadata={"description": "Of a ruling: the other reading and what it changes"})
    alternative = fields.Str(
        required=True,
        metadata={"description": "How it is played the other way, if the engine can follow that (action `decide`)"},
    )
    places = fields.List(fields.Nested(PlaceSchema), required=True)


class GameSchema(Schema):
    key = fields.Str(required=True)
    title = fields.Str(required=True)
    fewest_players = fields.Int(required=True)
    most_players = fields.Int(required=True)
    minutes = fields.Int(required=True)
    rules_version = fields.Int(required=True)


class ToldSchema(Schema):
    """A record replayed: its lines, the result, and where the rules refused (``refused_at``: the action's number)."""

    lines = fields.List(fields.Dict(), required=True)
    view = fields.Dict(required=True)
    outcome = fields.Dict(required=True, allow_none=True)
    refused_at = fields.Int(required=True, allow_none=True)
    findings = fields.List(fields.Dict(), required=True)


class ProblemSchema(Schema):
    """RFC 9457. ``detail`` says what to do; ``findings`` cite the rules; a kind of problem may tell further members."""

    class Meta:
        unknown = INCLUDE

    type = fields.Str(required=True)
    title = fields.Str(required=True)
    status = fields.Int(required=True)
    detail = fields.Str(required=True)
    seq = fields.Int(metadata={"description": "With 409 and 422: the table's newest number"})
    by = fields.Int(metadata={"description": "stale: the seat that was faster, unless that is a secret"})
    seat_id = fields.Int(metadata={"description": "taken: whose name it is"})
    suggestion = fields.Str(metadata={"description": "taken: a name like it that is free"})
    action = fields.Int(metadata={"description": "refusal of a record: the action's number, from 1"})
    entry = fields.Dict(metadata={"description": "refusal of a correction: the entry that would be impossible"})
    retry_after = fields.Int(metadata={"description": "too-many: seconds"})
    fields_ = fields.Dict(data_key="fields", attribute="fields")
    findings = fields.List(fields.Dict())
