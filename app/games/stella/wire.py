"""Stella on the wire: actions from JSON, forms and records, views to JSON. Names here are promises.

The only module of the game that knows marshmallow. Messages say what to send.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate

from app.games.phrases import Seat
from app.games.rulebook import RuleId
from app.games.stella import actions as do
from app.games.stella import rules
from app.games.stella.dump import dump_view
from app.games.stella.rulebook import ALTERNATIVES
from app.games.stella.state import CELLS, MOST_MARKS, ROUNDS, ROWS, Cell, Kind, Options, Row
from app.games.stella.view import Phase
from app.games.wire import (
    FindingSchema,
    OfferSchema,
    OutcomeSchema,
    Strict,
    WholeNumber,
    as_object,
    decide_schema,
    house_field,
    listed,
)

__all__ = ["ACTION_SCHEMAS", "LISTS", "ViewSchema", "dump_action", "dump_view", "load_action", "load_options"]

LONGEST_WORD = 60
MOST_SEATS = rules.SEATS[-1]

#: Fields of which a form may send several, by the action's type; "start" is the set-up.
LISTS = {"lock": ("cells",)}


class Line(fields.String):
    """One line of text: blanks are trimmed and joined, control and invisible direction characters dropped."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        seen = "".join(char for char in text if char.isspace() or unicodedata.category(char) not in _UNSEEN)
        return unicodedata.normalize("NFC", " ".join(seen.split()))


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def _number(low: int, high: int, **more: Any) -> WholeNumber:
    said = f"Send a number from {low} to {high}."
    return WholeNumber(validate=validate.Range(low, high, error=said), **more)


def _needed(high: int, missing: str, about: str) -> WholeNumber:
    return _number(0, high, required=True, error_messages={"required": missing}, metadata={"description": about})


def _different(cells: list[int]) -> None:
    if len(set(cells)) != len(cells):
        raise ValidationError("Send each card only once.")


class OptionsSchema(Strict):
    """Set-up: the seat with the First Scout pawn in round 1."""

    first_scout = _needed(MOST_SEATS - 1, "Send the seat of the first scout.", "Seat number, clockwise from 0")


class WordSchema(Strict):
    text = Line(
        required=True,
        validate=validate.Length(max=LONGEST_WORD, error=f"Send at most {LONGEST_WORD} characters."),
        error_messages=dict.fromkeys(("required", "invalid", "null"), "Send the word as text; it may be empty."),
    )


class SwapRowSchema(Strict):
    row = _needed(ROWS[-1], "Send the row: 0, 1 or 2.", "0 is row A, farthest from the host")


class LockSchema(Strict):
    cells = fields.List(
        _number(0, CELLS[-1]),
        required=True,
        validate=_different,
        error_messages=dict.fromkeys(("required", "invalid", "null"), "Send the marked cards as a list."),
        metadata={"description": "Marked cards: row * 5 + column, 0 to 14"},
    )
    closing = fields.Boolean(
        load_default=False,
        error_messages={"invalid": "Send true or false."},
        metadata={"description": "The second yes of the last player, whose lock ends the selection"},
    )


class RecordLockSchema(LockSchema):
    """A lock in a record may have marks that were never shown."""

    sealed = _number(0, MOST_MARKS, load_default=0)


class RevealSchema(Strict):
    cell = _number(
        0,
        CELLS[-1],
        required=True,
        error_messages={"required": "Send the card you point at.", "null": "Nobody may pass. Send a card."},
        metadata={"description": "row * 5 + column, 0 to 14"},
    )


class SeatSchema(Strict):
    seat = _needed(MOST_SEATS - 1, "Send the seat number.", "The seat that left or is back")


_FIELDS: Mapping[type[do.Action], type[Schema]] = {
    do.Word: WordSchema,
    do.OtherWord: WordSchema,
    do.SwapRow: SwapRowSchema,
    do.Begin: Strict,
    do.Lock: LockSchema,
    do.Withdraw: Strict,
    do.PlaceLanterns: Strict,
    do.Reveal: RevealSchema,
    do.NextRound: Strict,
    do.Leave: SeatSchema,
    do.Return: SeatSchema,
    do.EndEarly: Strict,
    do.Decide: decide_schema(ALTERNATIVES),
}

#: The fields of each action on the wire, by its type; each a class of its own, so that each has its name in OpenAPI.
ACTION_SCHEMAS: Mapping[str, Schema] = {
    action.name: type(f"{action.__name__}Schema", (fields_of,), {"__doc__": action.__doc__})()
    for action, fields_of in _FIELDS.items()
}

_RECORD_LOCK, _SEAT = RecordLockSchema(), SeatSchema()
_TARGETS = (do.Leave.name, do.Return.name)
_BY_SEAT = (do.Lock.name, do.Withdraw.name, do.Reveal.name)


def load_options(data: Mapping[str, Any], seats: int) -> Options:
    """The set-up for ``seats`` players: ``{"first_scout": seat}``. Raises marshmallow.ValidationError."""
    if seats not in rules.SEATS:
        raise ValidationError({"seats": [f"Stella is for {rules.SEATS[0]} to {MOST_SEATS} players."]})
    first = OptionsSchema().load(as_object(data))["first_scout"]
    if first >= seats:
        raise ValidationError({"first_scout": [f"Send a seat from 0 to {seats - 1}."]})
    return Options(Seat(first))


def load_action(data: Mapping[str, Any], seat: Seat | None, record: bool = False) -> do.Action:
    """An action from JSON or a form: ``{"type": ..., its fields}``. Raises marshmallow.ValidationError.

    ``seat`` is who acts, from the credential; naming it in ``data`` is refused. ``leave`` and ``return`` have a
    ``seat`` field, which is whom they are about. With ``record`` the data is a line of a log or of a record: it may
    name its own seat (else ``seat`` is it) and may hold marks that were never shown (``sealed``).
    """
    given = dict(as_object(data))
    name = given.pop("type", None)
    if not isinstance(name, str) or name not in ACTION_SCHEMAS:
        raise ValidationError({"type": [f"Send one of: {', '.join(ACTION_SCHEMAS)}."]})
    schema = ACTION_SCHEMAS[name]
    if record:
        if name == do.Lock.name:
            schema = _RECORD_LOCK
        if name in _BY_SEAT and "seat" in given:
            seat = Seat(_SEAT.load({"seat": given.pop("seat")})["seat"])
        if name in _TARGETS and "seat" not in given and seat is not None:
            given["seat"] = seat
    if name in _BY_SEAT and seat is None:
        raise ValidationError({"seat": ["Send the seat that acted."]})
    return _BUILD[name](schema.load(given), Seat(-1) if seat is None else seat)


_BUILD: Mapping[str, Callable[[Mapping[str, Any], Seat], do.Action]] = {
    do.Word.name: lambda sent, seat: do.Word(sent["text"]),
    do.OtherWord.name: lambda sent, seat: do.OtherWord(sent["text"]),
    do.SwapRow.name: lambda sent, seat: do.SwapRow(Row(sent["row"])),
    do.Begin.name: lambda sent, seat: do.Begin(),
    do.Lock.name: lambda sent, seat: do.Lock(
        seat, frozenset(map(Cell, sent["cells"])), sent["closing"], sent.get("sealed", 0)
    ),
    do.Withdraw.name: lambda sent, seat: do.Withdraw(seat),
    do.PlaceLanterns.name: lambda sent, seat: do.PlaceLanterns(),
    do.Reveal.name: lambda sent, seat: do.Reveal(seat, Cell(sent["cell"])),
    do.NextRound.name: lambda sent, seat: do.NextRound(),
    do.Leave.name: lambda sent, seat: do.Leave(Seat(sent["seat"])),
    do.Return.name: lambda sent, seat: do.Return(Seat(sent["seat"])),
    do.EndEarly.name: lambda sent, seat: do.EndEarly(),
    do.Decide.name: lambda sent, seat: do.Decide(RuleId(sent["rule"]), sent["other"]),
}


def dump_action(action: do.Action) -> dict[str, Any]:
    """The action as JSON for the log and the record: its type, its seat where it has one, its fields. Secret for a
    lock: whoever shows it to others goes through ``publish`` first."""
    line: dict[str, Any] = {"type": action.name}
    match action:
        case do.Word(text=text) | do.OtherWord(text=text):
            line["text"] = text
        case do.SwapRow(row=row):
            line["row"] = int(row)
        case do.Lock(seat=seat, cells=cells, closing=closing, sealed=sealed):
            line |= {"seat": int(seat), "cells": sorted(cells)}
            if closing:
                line["closing"] = True
            if sealed:
                line["sealed"] = sealed
        case do.Reveal(seat=seat, cell=cell):
            line |= {"seat": int(seat), "cell": int(cell)}
        case do.Withdraw(seat=seat) | do.Leave(seat=seat) | do.Return(seat=seat):
            line["seat"] = int(seat)
        case do.Decide(rule=rule, other=other):
            line |= {"rule": str(rule), "other": other}
        case do.Begin() | do.PlaceLanterns() | do.NextRound() | do.EndEarly():
            pass
    return line


# Views


def _seat(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, MOST_SEATS - 1), required=True, **more)


def _cell(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, CELLS[-1]), required=True, **more)


def _whole(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(min=0), required=True, **more)


def _is(about: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": about})


class ItemSchema(Strict):
    cell = _cell()
    kind = fields.String(required=True, validate=validate.OneOf(tuple(Kind)))
    filled = _whole(metadata={"description": "Stars filled on this card"})
    kept = _whole(metadata={"description": "Stars after the darkness penalty"})


class SeatViewSchema(Strict):
    """One player, as everybody may see them."""

    seat = _seat()
    total = _whole(metadata={"description": "Points of the finished rounds"})
    filled = _whole(metadata={"description": "Stars on the slate this round, before any penalty"})
    locked = _is("Has locked in")
    count = _whole(allow_none=True, metadata={"description": "Announced number; null before, or marked nothing"})
    open = _whole(allow_none=True, metadata={"description": "Marks not shown yet; null before the announcement"})
    dark = _is("In the dark")
    fallen = _is("Has fallen, or counts as fallen")
    gone = _is("Has left the table")
    sitting_out = _is("Does not play this round")
    first_scout = _is("Holds the First Scout pawn")


class RevealViewSchema(Strict):
    """A card that was pointed at."""

    scout = _seat()
    cell = _cell()
    kind = fields.String(required=True, validate=validate.OneOf(tuple(Kind)))
    markers = listed(_seat(), "All who have the card, the scout and the fallen included")
    had_fallen = listed(_seat(), "Those of them who had fallen before")
    stars = listed(_whole(), "Stars filled, one number per seat")
    why = listed(fields.Nested(FindingSchema))
    skipped = listed(fields.Nested(FindingSchema), "Who was passed over before the next scout, and why")
    next_scout = _seat(allow_none=True, metadata={"description": "null: the reveal ended here"})


class SeatScoreSchema(Strict):
    """One seat's line of a round score; the kept stars of ``items`` sum to ``points``."""

    seat = _seat()
    count = _whole(allow_none=True)
    dark = _is("In the dark")
    fallen = _is("Fell, or left")
    items = listed(fields.Nested(ItemSchema))
    points = _whole()
    total = _whole(metadata={"description": "Points up to and with this round"})
    why = listed(fields.Nested(FindingSchema))


class RoundSchema(Strict):
    """A finished round."""

    number = fields.Integer(strict=True, required=True, validate=validate.Range(1, ROUNDS))
    word = fields.String(required=True)
    first_scout = _seat()
    dark = _seat(allow_none=True)
    seats = listed(fields.Nested(SeatScoreSchema))
    reveals = listed(fields.Nested(RevealViewSchema))
    end = listed(fields.Nested(FindingSchema), "Why the reveal ended, how darkness was counted, who begins next")
    skipped = listed(fields.Nested(FindingSchema), "Who was passed over before the first card")


class ViewSchema(Strict):
    """All that one seat, or the screen on the wall, may see."""

    phase = fields.String(required=True, validate=validate.OneOf(get_args(Phase)))
    number = fields.Integer(strict=True, required=True, validate=validate.Range(1, ROUNDS))
    rounds = fields.Integer(strict=True, required=True)
    word = fields.String(required=True)
    other_word = _is("The other word of the card is played")
    first_scout = _seat()
    next_first_scout = _seat(allow_none=True)
    scout = _seat(allow_none=True, metadata={"description": "Who points now; null outside the reveal"})
    dark = _seat(allow_none=True)
    darkness = listed(fields.Nested(FindingSchema), "Why somebody, or nobody, is in the dark")
    swapped = listed(fields.Integer(strict=True, allow_none=True), "Row swapped before rounds 2, 3, 4; null: not told")
    suggested_row = fields.Integer(strict=True, required=True, allow_none=True)
    seats = listed(fields.Nested(SeatViewSchema), validate=validate.Length(rules.SEATS[0], MOST_SEATS))
    waiting_for = listed(_seat())
    revealed = listed(fields.Nested(RevealViewSchema), "The cards of this round so far")
    skipped = listed(fields.Nested(FindingSchema), "Who was passed over before the first card")
    scores = listed(fields.Nested(RoundSchema))
    can_end_early = _is("Fewer than three are present")
    my_marks = fields.List(_cell(), required=True, allow_none=True, metadata={"description": "Only the reader's own"})
    my_open = listed(_cell(), "What the reader, as the scout, may point at now")
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    offers = listed(fields.Nested(OfferSchema))
    house = house_field()
