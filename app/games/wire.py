"""What the wires of all games share: how a number arrives, what is refused, and the schemas of ``dump``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

_DIGITS = re.compile(r"[0-9]{1,3}", re.ASCII)


class WholeNumber(fields.Integer):
    """A whole number, as JSON number or as digits from a form. ``true`` and ``1.0`` are none."""

    default_error_messages = {  # noqa: RUF012 (marshmallow's way)
        "invalid": "Send a whole number.",
        "null": "Send a whole number.",
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, str) and _DIGITS.fullmatch(value):
            return int(value)
        if type(value) is int:
            return value
        raise self.make_error("invalid")


class Strict(Schema):
    """Unknown fields are refused, not ignored."""

    class Meta:
        unknown = RAISE

    error_messages = {  # noqa: RUF012 (marshmallow's way)
        "unknown": "This field is not known here. Leave it out.",
        "type": "Send an object.",
    }


def as_object(data: Any) -> Mapping[str, Any]:
    """The data, if it is an object. Raises marshmallow.ValidationError."""
    if not isinstance(data, Mapping):
        raise ValidationError({"_schema": ["Send an object."]})
    return data


def listed(of: fields.Field[Any], about: str = "", **more: Any) -> fields.List[Any]:
    """A list that is always there."""
    return fields.List(of, required=True, metadata={"description": about} if about else {}, **more)


def decide_schema(rules: Iterable[str]) -> type[Strict]:
    """The fields of ``deciding.Decide`` in a game that can play these rulings the other way."""
    known = tuple(rules)
    said = f"Send one of: {', '.join(known)}."
    return Strict.from_dict(  # type: ignore[return-value]
        {
            "rule": fields.String(
                required=True,
                validate=validate.OneOf(known, error=said),
                error_messages=dict.fromkeys(("required", "invalid", "null"), said),
                metadata={"description": "The ruling; GET /api/games/{game}/rules tells how it is played then"},
            ),
            "other": fields.Boolean(
                required=True,
                error_messages=dict.fromkeys(("required", "invalid", "null"), "Send true or false."),
                metadata={"description": "true: the other way from now on; false: as the app reads it again"},
            ),
        }
    )


def house_field() -> fields.List[Any]:
    """In a view: there only while something is played the other way."""
    return fields.List(
        fields.String(), metadata={"description": "Rulings played the other way now; left out while there are none"}
    )


class PlaceSchema(Strict):
    book = fields.String(required=True)
    heading = fields.String(required=True, metadata={"description": "Exactly as in the book"})
    lang = fields.String(required=True, metadata={"description": "The language of the book"})


class FindingSchema(Strict):
    """A rule at work."""

    rule = fields.String(required=True, metadata={"description": "Rule id, for example stella.spark"})
    text = fields.String(required=True, metadata={"description": "What it means here, in the reader's language"})
    kind = fields.String(required=True, validate=validate.OneOf(("text", "follows", "ruling")))
    places = listed(fields.Nested(PlaceSchema), "Where it stands")


class OutcomeSchema(Strict):
    places = listed(fields.Integer(strict=True), "Competition ranks, one per seat: 1, 1, 3")
    points = listed(fields.Integer(strict=True, allow_none=True), "One per seat; null: counts none")
    winners = listed(fields.Integer(strict=True), "Seat numbers")
    why = listed(fields.Nested(FindingSchema))
    house = listed(fields.Nested(FindingSchema), "Decisions of the table that no book knows")


class OfferSchema(Strict):
    """Something the reading seat may do now."""

    action = fields.String(required=True, metadata={"description": "The action's type"})
    fields_ = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(),
        required=True,
        data_key="fields",
        metadata={
            "description": "Per field: {one_of: [...]}, {several: [...], at_least, at_most} or {longest}. "
            "several with in_order: their order counts"
        },
    )
