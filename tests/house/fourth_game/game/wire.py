"""Lamps on the wire: actions from JSON, forms and records, views to JSON. Names here are promises.

The only module of the game that knows marshmallow. Messages say what to send.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from app.games import dump
from app.games.dump import Render
from app.games.lamps import rules
from app.games.lamps.actions import Action, Glow, Light
from app.games.lamps.rulebook import RULEBOOK
from app.games.lamps.state import COLOURS, FEWEST, MOST, Lamp, Options
from app.games.lamps.view import View
from app.games.phrases import Seat
from app.games.wire import OfferSchema, OutcomeSchema, Strict, WholeNumber, as_object, listed

#: Fields of which a form may send several, by the action's type.
LISTS: Mapping[str, tuple[str, ...]] = {Light.name: ("lamps",)}


def _number(low: int, high: int, **more: Any) -> WholeNumber:
    return WholeNumber(validate=validate.Range(low, high, error=f"Send a number from {low} to {high}."), **more)


class OptionsSchema(Strict):
    """Set-up: who plays first, and how long the row is."""

    first_player = _number(0, rules.SEATS[-1] - 1, load_default=0)
    lamps = _number(FEWEST, MOST, load_default=9)


class LightSchema(Strict):
    """Lamps to light, counted from 1."""

    lamps = fields.List(_number(1, MOST), required=True)


class GlowSchema(Strict):
    """The colour of lit lamps on the screens."""

    colour = fields.String(required=True, validate=validate.OneOf(COLOURS, error="Send amber or blue."))


#: The fields of each action on the wire, by its type.
ACTION_SCHEMAS: Mapping[str, Schema] = {Light.name: LightSchema(), Glow.name: GlowSchema()}
_SEAT = Strict.from_dict({"seat": _number(0, rules.SEATS[-1] - 1, required=True)})()


def load_options(data: Mapping[str, Any], seats: int) -> Options:
    """The set-up for ``seats`` players. Raises marshmallow.ValidationError."""
    sent = OptionsSchema().load(as_object(data))
    if seats not in rules.SEATS or sent["first_player"] >= seats:
        raise ValidationError({"first_player": ["Send a seat of this table, for two to six players."]})
    return Options(Seat(sent["first_player"]), sent["lamps"])


def load_action(data: Mapping[str, Any], seat: Seat | None, record: bool = False) -> Action:
    """An action; ``seat`` is who acts, but a line of a record names it itself. Raises marshmallow.ValidationError."""
    given = dict(as_object(data))
    name = given.pop("type", None)
    if not isinstance(name, str) or name not in ACTION_SCHEMAS:
        raise ValidationError({"type": [f"Send one of: {', '.join(ACTION_SCHEMAS)}."]})
    if record and name == Light.name and "seat" in given:
        seat = Seat(_SEAT.load({"seat": given.pop("seat")})["seat"])
    sent = ACTION_SCHEMAS[name].load(given)
    if name == Glow.name:
        return Glow(sent["colour"])
    if seat is None:
        raise ValidationError({"seat": ["Send the seat that acted."]})
    return Light(seat, frozenset(map(Lamp, sent["lamps"])))


def dump_action(action: Action) -> dict[str, Any]:
    """The action as JSON for the log and the record: its type, its seat where it has one, its fields."""
    match action:
        case Light(seat=seat, lamps=lamps):
            return {"type": action.name, "seat": int(seat), "lamps": sorted(lamps)}
        case Glow(colour=colour):
            return {"type": action.name, "colour": colour}


# Views


class SeatViewSchema(Strict):
    seat = fields.Integer(required=True)
    lit = fields.Integer(required=True, metadata={"description": "Lamps that this seat has lit"})


class TurnSchema(Strict):
    seat = fields.Integer(required=True)
    lamps = listed(fields.Integer())


class ViewSchema(Strict):
    """The table; the same for everybody but for the offers."""

    phase = fields.String(required=True, validate=validate.OneOf(("playing", "finished")))
    seats = listed(fields.Nested(SeatViewSchema))
    turn = fields.Integer(required=True, allow_none=True, metadata={"description": "Who lights next; null: over"})
    lamps = fields.Integer(required=True, metadata={"description": "How many stand in the row"})
    dark = listed(fields.Integer())
    turns = listed(fields.Nested(TurnSchema))
    colour = fields.String(required=True, validate=validate.OneOf(COLOURS))
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    offers = listed(fields.Nested(OfferSchema))


_CITED = dump.cited(RULEBOOK)


def dump_view(view: View, phrase: Render) -> dict[str, Any]:
    """The view as JSON (``ViewSchema``); ``phrase`` renders a sentence in the reader's language."""
    return {
        "phase": view.phase,
        "seats": [{"seat": seat.seat, "lit": seat.lit} for seat in view.seats],
        "turn": view.turn,
        "lamps": view.lamps,
        "dark": list(view.dark),
        "turns": [{"seat": turn.seat, "lamps": sorted(turn.lamps)} for turn in view.turns],
        "colour": view.colour,
        "outcome": None if view.outcome is None else dump.outcome(view.outcome, _CITED, phrase),
        "offers": [dump.offer(offer) for offer in view.offers],
    }
