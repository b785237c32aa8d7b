"""Corrections on the wire: what changes, entry by entry, with the points and winners before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from app.games.amending import Change
from app.games.kernel import Outcome
from app.tables.corrections import Effect
from app.web.problems import finding_json
from app.web.speech import speaker

KINDS = ("replaced", "dropped", "inserted", "follows", "impossible")
PART = {"description": "0; for what a correction put in: 1, 2, 3 … of its row"}


class ChangeSchema(Schema):
    """What becomes of one entry. ``follows``: because of an earlier change; ``impossible``: to be dropped or corrected
    too, ``why`` cites the rules that refuse it."""

    seq = fields.Int(required=True, metadata={"description": "The entry's row of the log"})
    part = fields.Int(required=True, metadata=PART)
    kind = fields.Str(required=True, validate=validate.OneOf(KINDS))
    edited = fields.Bool(required=True, metadata={"description": "By the correction itself"})
    old = fields.Str(required=True, allow_none=True)
    new = fields.Str(required=True, allow_none=True)
    action = fields.Dict(required=True, allow_none=True, metadata={"description": "With the correction; null: dropped"})
    why = fields.List(fields.Dict(), required=True, metadata={"description": "The rules at work, with their places"})


class BothSchema(Schema):
    """Numbers per seat, before and with the correction; null: none are counted then."""

    before = fields.List(fields.Int(allow_none=True), required=True, allow_none=True)
    after = fields.List(fields.Int(allow_none=True), required=True, allow_none=True)


class EffectSchema(Schema):
    """What a correction changes. ``fits``: nothing would be impossible."""

    fits = fields.Bool(required=True)
    changes = fields.List(fields.Nested(ChangeSchema), required=True)
    points = fields.Nested(BothSchema, required=True, metadata={"description": "So far, or at the end"})
    winners = fields.Nested(BothSchema, required=True, metadata={"description": "Seat numbers; null: not over"})
    places = fields.Nested(BothSchema, required=True)


def effect_json(effect: Effect, names: Mapping[int, str]) -> dict[str, Any]:
    """``EffectSchema``."""
    before, after = effect.points
    was, now = effect.outcomes
    return {
        "fits": effect.fits,
        "changes": [_change(change, effect, names) for change in effect.changes],
        "points": {"before": before, "after": after},
        "winners": {"before": _winners(was), "after": _winners(now)},
        "places": {
            "before": None if was is None else list(was.places),
            "after": None if now is None else list(now.places),
        },
    }


def _winners(ended: Outcome | None) -> list[int] | None:
    return None if ended is None else list(ended.winners)


def _change(change: Change, effect: Effect, names: Mapping[int, str]) -> dict[str, Any]:
    phrase = speaker(names)
    return {
        "seq": change.id[0],
        "part": change.id[1],
        "kind": change.kind,
        "edited": change.edited,
        "old": None if change.old is None else phrase(change.old),
        "new": None if change.new is None else phrase(change.new),
        "action": None if change.action is None else effect.game.wire.dump_action(change.action),
        "why": [finding_json(finding, names) for finding in change.why],
    }
