"""Bodies and answers of ``amendments``."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from app.api.corrected import PART, EffectSchema
from app.api.keys import FOR, SEEN, key_field
from app.games.wire import OutcomeSchema
from app.tables import amending, receipts
from app.tables.texts import LONGEST
from app.tables.wire import HouseRuleSchema, LookSchema

FINDINGS = {"description": "The rules at work, with their places"}


class TrySchema(Schema):
    """``type`` and the further members as the game names them: see the action schemas of each game."""

    class Meta:
        unknown = INCLUDE

    seen = fields.Int(load_default=None, allow_none=True, strict=True, metadata=SEEN)
    for_seat = fields.Int(data_key="for", load_default=None, allow_none=True, strict=True, metadata=FOR)
    type = fields.Str(required=True)


class TriedSchema(Schema):
    """What the action would do. ``view`` is the table after it, as this phone would see it."""

    seq = fields.Int(required=True)
    text = fields.Str(required=True, allow_none=True, metadata={"description": "Its line in the log"})
    why = fields.List(fields.Dict(), required=True, metadata=FINDINGS)
    notes = fields.List(fields.Dict(), required=True, metadata={"description": "Remarks of the rules, never blocks"})
    view = fields.Dict(required=True)


class EditSchema(Schema):
    """``seq`` (and ``part``) names the entry that gets ``action``, or is dropped with null; ``after`` instead of
    ``seq``: the action is put in behind that entry, 0 before all. Members of an action of the same kind that are not
    sent stay as they are."""

    seq = fields.Int(load_default=None, allow_none=True, strict=True)
    after = fields.Int(load_default=None, allow_none=True, strict=True)
    part = fields.Int(load_default=0, strict=True, metadata=PART)
    action = fields.Dict(keys=fields.Str(), load_default=None, allow_none=True)


def _edits() -> fields.List:
    return fields.List(fields.Nested(EditSchema), required=True, validate=validate.Length(1, amending.MOST_EDITS))


def _why() -> fields.Str:
    return fields.Str(load_default="", validate=validate.Length(max=LONGEST), metadata={"description": "The reason"})


class EditsSchema(Schema):
    edits = _edits()


class AmendSchema(Schema):
    """A reason is asked for once the game is over."""

    key = key_field()
    seen = fields.Int(required=True, strict=True, metadata=SEEN)
    edits = _edits()
    why = _why()


class PlanSchema(EffectSchema):
    """What a correction would change. ``seq`` is sent back as seen; ``view``: the wall's, of what is public."""

    seq = fields.Int(required=True)
    view = fields.Dict(required=True)


class AmendedSchema(Schema):
    """``proposal``: its number, when the host has to decide; null: it is saved."""

    seq = fields.Int(required=True)
    replayed = fields.Bool(required=True)
    proposal = fields.Int(required=True, allow_none=True)
    table = fields.Nested(LookSchema, required=True)


class EntrySchema(Schema):
    """An entry that can be corrected, as everybody may know it."""

    seq = fields.Int(required=True)
    part = fields.Int(required=True, metadata=PART)
    text = fields.Str(required=True, allow_none=True)
    action = fields.Dict(required=True)


class ProposalSchema(Schema):
    """A correction that waits. ``trouble`` says why it does not fit any more; then there is no ``effect``."""

    id = fields.Int(required=True)
    by = fields.Int(required=True)
    at = fields.Int(required=True, metadata={"description": "Milliseconds since 1970, UTC"})
    why = fields.Str(required=True)
    effect = fields.Nested(EffectSchema, required=True, allow_none=True)
    trouble = fields.Str(required=True, allow_none=True)
    findings = fields.List(fields.Dict(), required=True, metadata=FINDINGS)


class AmendmentsSchema(Schema):
    """``running``: a secret part runs; its own entries can only be undone."""

    seq = fields.Int(required=True)
    running = fields.Bool(required=True)
    entries = fields.List(fields.Nested(EntrySchema), required=True)
    open = fields.List(fields.Nested(ProposalSchema), required=True)


class DecideAmendmentSchema(Schema):
    """``seen`` goes with a yes; ``why`` is the host's reason where the proposal has none."""

    yes = fields.Bool(required=True)
    key = key_field()
    seen = fields.Int(load_default=None, allow_none=True, strict=True, metadata=SEEN)
    why = _why()


class MomentSchema(Schema):
    """The table after a row of its log. ``before`` and ``after`` are the next rows that changed the game."""

    seq = fields.Int(required=True)
    at = fields.Int(required=True, metadata={"description": "Milliseconds since 1970, UTC"})
    head = fields.Int(required=True, metadata={"description": "The newest row"})
    before = fields.Int(required=True, allow_none=True)
    after = fields.Int(required=True, allow_none=True)
    you = fields.Int(required=True, allow_none=True, metadata={"description": "Whose eyes these are; null: the wall's"})
    text = fields.Str(required=True, allow_none=True)
    view = fields.Dict(required=True, allow_none=True)


class RecordHouseRuleSchema(Schema):
    key = key_field()
    rule = fields.Str(required=True, metadata={"description": "Rule id of this game"})
    text = fields.Str(
        required=True, validate=validate.Length(1, LONGEST), metadata={"description": "How it is played here"}
    )


class ShowVerdictSchema(Schema):
    key = key_field()
    address = fields.Str(
        required=True,
        validate=validate.Length(1, 1_500),
        metadata={"description": "Of a page of the judge about this game: /judge/game/question?…"},
    )


class TakeBackSchema(Schema):
    key = key_field()


class RuledSchema(Schema):
    seq = fields.Int(required=True)
    replayed = fields.Bool(required=True)
    table = fields.Nested(LookSchema, required=True)


class ReceiptSeatSchema(Schema):
    number = fields.Int(required=True)
    name = fields.Str(required=True)
    sign = fields.Int(required=True)


class CorrectionSchema(Schema):
    """A correction of the log: ``result`` is the stored result that it replaced."""

    seq = fields.Int(required=True)
    at = fields.Int(required=True)
    by = fields.Int(required=True, allow_none=True)
    proposed_by = fields.Int(required=True, allow_none=True)
    why = fields.Str(required=True)
    effect = fields.Nested(EffectSchema, required=True)
    result = fields.Dict(required=True, allow_none=True)


class ReceiptHouseRuleSchema(HouseRuleSchema):
    """With the rule as the book, or our reading, has it."""

    kind = fields.Str(required=True)
    book = fields.Str(required=True)


class ReceiptSchema(Schema):
    """One game as one document. ``view`` is the wall's view of it: rounds and score lines are the game's own
    (``scores`` in every game). Times are milliseconds since 1970, UTC."""

    format = fields.Str(required=True, validate=validate.Equal(receipts.FORMAT))
    version = fields.Int(required=True)
    code = fields.Str(required=True)
    game = fields.Str(required=True)
    title = fields.Str(required=True)
    rules_version = fields.Int(required=True)
    status = fields.Str(required=True, validate=validate.OneOf(("playing", "finished")))
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(ReceiptSeatSchema), required=True)
    points = fields.List(fields.Int(allow_none=True), required=True, allow_none=True)
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    view = fields.Dict(required=True)
    corrections = fields.List(fields.Nested(CorrectionSchema), required=True)
    house_rules = fields.List(fields.Nested(ReceiptHouseRuleSchema), required=True)
    undone = fields.Int(required=True, metadata={"description": "Lines that were taken back and not brought back"})
    started_at = fields.Int(required=True, allow_none=True)
    ended_at = fields.Int(required=True, allow_none=True)
