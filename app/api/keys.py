"""What every tap carries on the wire."""

from __future__ import annotations

from marshmallow import fields, validate

from app.tables.taps import LONGEST_KEY, SHORTEST_KEY

KEY = {"description": "Random, fresh for every tap; the same key again gets the same answer, once"}
SEEN = {"description": "The seq of the state the decision was taken on"}
FOR = {"description": "The seat acted for; left out: one's own. Only a seat on this phone, or any for the host"}


def key_field() -> fields.Str:
    return fields.Str(required=True, validate=validate.Length(SHORTEST_KEY, LONGEST_KEY), metadata=KEY)
