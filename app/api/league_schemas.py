"""Bodies and answers of the leagues' API. What a league is made of is read from its own dataclasses, so that the
document and the store cannot drift apart."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as fields_of
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, Union

from marshmallow import INCLUDE, Schema, fields, validate

from app.api.schemas import key_field
from app.leagues import presets
from app.leagues.changes import KINDS
from app.leagues.games import LEAGUE_GAMES
from app.leagues.seating import Remainder
from app.leagues.stored.service import OWN
from app.leagues.stored.turn import Role

MOMENT = {"description": "Milliseconds since 1970, UTC"}
DAY = {"description": "A day in the league's zone, like 2026-01-31"}
POINTS = {"description": "A whole number, or a text like 7/2"}


def _free(schema: str) -> dict[str, str]:
    return {"description": schema}


# Changes, from their dataclasses


class _Made:
    """Schemas of dataclasses, each made once; their names are those of the classes."""

    def __init__(self) -> None:
        self.made: dict[type, type[Schema]] = {}

    def of(self, kind: type) -> type[Schema]:
        if kind not in self.made:
            hints = typing.get_type_hints(kind)
            members: dict[str, Any] = {}
            for one in fields_of(kind):
                needed = one.default is MISSING and one.default_factory is MISSING
                members[one.name] = self.field(hints[one.name], required=needed)
            made = type(f"League{kind.__name__}Schema", (Schema,), {**members, "__doc__": kind.__doc__})
            self.made[kind] = made
        return self.made[kind]

    def field(self, hint: Any, **more: Any) -> fields.Field[Any]:
        while isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        origin, inside = typing.get_origin(hint), typing.get_args(hint)
        if origin in (Union, types.UnionType):
            return self.field(next(one for one in inside if one is not type(None)), allow_none=True, **more)
        if origin is tuple:
            return fields.List(self.field(inside[0]), **more)
        if is_dataclass(hint):
            return fields.Nested(self.of(typing.cast(type, hint)), **more)
        if origin is not None and issubclass(origin, Mapping):
            return fields.Dict(**more)
        if issubclass(hint, StrEnum):
            return fields.Str(validate=validate.OneOf([str(one) for one in hint]), **more)
        plain: dict[Any, Any] = {str: fields.Str, int: fields.Int, bool: fields.Bool}
        if hint is Fraction:
            return fields.Raw(metadata=POINTS, **more)
        if hint is date:
            return fields.Str(metadata=DAY, **more)
        return typing.cast("fields.Field[Any]", plain[hint](**more))


_made = _Made()
#: The body of every change an organiser's program may send, by its kind.
CHANGE_SCHEMAS = {kind: _made.of(made) for kind, made in KINDS.items() if kind not in OWN}


# Requests


class OpenLeagueSchema(Schema):
    name = fields.Str(required=True, validate=validate.Length(1, 200))
    zone = fields.Str(required=True, metadata=_free("An IANA time zone like Europe/Paris"))
    preset = fields.Str(load_default="pot", validate=validate.OneOf(tuple(presets.PRESETS)))
    confirmations = fields.Int(load_default=2, strict=True, validate=validate.Range(0, 6))
    public = fields.Bool(load_default=False, truthy={True}, falsy={False})
    key = key_field()


class EnterSchema(Schema):
    code = fields.Str(required=True, metadata=_free("A link, or the part of it behind the #"))


class RenewSchema(Schema):
    which = fields.Str(required=True, validate=validate.OneOf([str(one) for one in Role]))


class LeagueChangeSchema(Schema):
    """One change. ``body`` is the schema that carries the kind's name; ids are made by whoever sends it."""

    kind = fields.Str(required=True, validate=validate.OneOf(sorted(CHANGE_SCHEMAS)))
    body = fields.Dict(required=True)
    seen = fields.Int(
        load_default=None, allow_none=True, strict=True, metadata=_free("409 if the league has moved on since this seq")
    )
    key = key_field()


class PreviewSchema(Schema):
    kind = fields.Str(required=True, validate=validate.OneOf(sorted(CHANGE_SCHEMAS)))
    body = fields.Dict(required=True)


class TypedSeatSchema(Schema):
    """``place`` or ``score``: give everybody the one or the other."""

    member = fields.Str(required=True)
    place = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(1, 6))
    score = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(-999_999, 999_999))


class TypedSchema(Schema):
    """A game by hand. ``day`` and ``clock`` are local; without ``clock`` noon stands for it."""

    id = fields.Str(required=True, validate=validate.Length(1, 60))
    game = fields.Str(required=True, validate=validate.OneOf(tuple(LEAGUE_GAMES)))
    day = fields.Date(required=True, format="iso")
    clock = fields.Time(load_default=None, allow_none=True, format="iso")
    seats = fields.List(fields.Nested(TypedSeatSchema), required=True, validate=validate.Length(1, 6))
    mission = fields.Dict(load_default=None, allow_none=True, metadata=_free("LeagueMission, for games won together"))
    night = fields.Str(load_default=None, allow_none=True)
    note = fields.Str(load_default="", validate=validate.Length(0, 1_000))
    key = key_field()


class SaveTableSchema(Schema):
    """``members`` by seat: a member's id, ``new`` or ``guest`` (then of the seat's name)."""

    members = fields.List(fields.Str(), required=True, validate=validate.Length(1, 6))
    night = fields.Str(load_default=None, allow_none=True)
    note = fields.Str(load_default="", validate=validate.Length(0, 1_000))
    key = key_field()


class NoteSchema(Schema):
    note = fields.Str(load_default="", validate=validate.Length(0, 1_000))
    key = key_field()


class EraseSchema(Schema):
    pseudonym = fields.Str(required=True)
    key = key_field()


class SeatRoundSchema(Schema):
    """Draw the next round, or ``number`` anew."""

    want = fields.Int(required=True, strict=True, validate=validate.Range(1, 6))
    rule = fields.Str(load_default="even", validate=validate.OneOf([str(one) for one in Remainder]))
    game = fields.Str(load_default=None, allow_none=True, validate=validate.OneOf(tuple(LEAGUE_GAMES)))
    number = fields.Int(load_default=None, allow_none=True, strict=True, validate=validate.Range(1, 50))
    key = key_field()


class LatecomerSchema(Schema):
    member = fields.Str(required=True)
    key = key_field()


class PlaysSchema(Schema):
    """``file``: the text of a BG Stats file or a CSV. ``chosen``: by player of the file a member's id, ``new`` or
    ``guest``; games of whoever is left out are left out."""

    file = fields.Str(required=True, validate=validate.Length(1, 16_000_000))
    chosen = fields.Dict(keys=fields.Str(), values=fields.Str(), load_default=dict)
    note = fields.Str(load_default="", validate=validate.Length(0, 1_000))
    key = key_field()


class FileSchema(Schema):
    file = fields.Str(required=True, validate=validate.Length(1, 16_000_000))


class DocumentSchema(Schema):
    """A whole league, as ``GET …/document`` gives it."""

    class Meta:
        unknown = INCLUDE

    format = fields.Str(required=True)
    version = fields.Int(required=True)
    lines = fields.List(fields.Dict(), required=True)


class BringSchema(Schema):
    document = fields.Nested(DocumentSchema, required=True)
    key = key_field()


class ScopeSchema(Schema):
    season = fields.Str(load_default=None, metadata=_free("A season's id, or all; left out: the current one"))
    game = fields.Str(load_default=None, validate=validate.OneOf(tuple(LEAGUE_GAMES)))
