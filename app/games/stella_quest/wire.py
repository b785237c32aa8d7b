"""Stella Quest on the wire: actions from JSON, forms and records, views to JSON. Names here are promises.

Cards are ``blue-4`` (colour, value) or ``rest``. The only module of the game that knows marshmallow. Messages say what
to send.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate

from app.games.phrases import Seat
from app.games.stella_quest import actions as do
from app.games.stella_quest import rules
from app.games.stella_quest.cards import BY_NAME, DECK, VALUES, Card, Colour
from app.games.stella_quest.dump import dump_action, dump_view
from app.games.stella_quest.rulebook import ALTERNATIVES
from app.games.stella_quest.shown import Phase
from app.games.stella_quest.state import FULL_RADIANCE, MOST_IN_HAND, Cause, Options, Recording
from app.games.stella_quest.taking import Then
from app.games.stella_quest.verdict import Category, Same
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

__all__ = ["ACTION_SCHEMAS", "ViewSchema", "dump_action", "dump_view", "load_action", "load_options"]

MOST_SEATS = rules.SEATS[-1]


class CardName(fields.Field[Card]):
    """``blue-4`` or ``rest``."""

    default_error_messages = dict.fromkeys(
        ("required", "null", "invalid"), "Send a card: blue, green, red or yellow with -1 to -6, or rest."
    )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Card:
        card = BY_NAME.get(value) if isinstance(value, str) else None
        if card is None:
            raise self.make_error("invalid")
        return card


def _needed(missing: str, about: str) -> WholeNumber:
    in_range = validate.Range(0, MOST_SEATS - 1, error=f"Send a number from 0 to {MOST_SEATS - 1}.")
    said: dict[str, Any] = {"required": missing}
    return WholeNumber(required=True, validate=in_range, error_messages=said, metadata={"description": about})


def _how(**more: Any) -> fields.Enum[Recording]:
    said: dict[str, Any] = dict.fromkeys(("required", "unknown", "null"), "Send who enters the cards: one or each.")
    about = {"description": "one: one phone for all; each: each phone its own"}
    return fields.Enum(Recording, by_value=True, error_messages=said, metadata=about, **more)


class OptionsSchema(Strict):
    """Set-up: who plays first, and who enters the cards. The pile's first card is told as an action."""

    first_player = _needed("Send the seat of the first player.", "Seat number, clockwise from 0")
    recording = _how(load_default=Recording.ONE)


class RecordingSchema(Strict):
    how = _how(required=True)


class CardSchema(Strict):
    card = CardName(required=True, metadata={"type": "string", "enum": list(BY_NAME)})


class SeatSchema(Strict):
    seat = _needed("Send the seat number.", "The seat that left or is back")


_FIELDS: Mapping[type[do.Action], type[Schema]] = {
    do.Recording: RecordingSchema,
    do.FirstCard: CardSchema,
    do.Play: CardSchema,
    do.Opponent: CardSchema,
    do.Draw: Strict,
    do.Take: CardSchema,
    do.Top: CardSchema,
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

_ACTIONS: Mapping[str, Callable[..., do.Action]] = {action.name: action for action in _FIELDS}
_SEAT = SeatSchema()
_TARGETS = (do.Leave.name, do.Return.name)
_BY_SEAT = tuple(action.name for action in _FIELDS if action.by == "seat")


def load_options(data: Mapping[str, Any], seats: int) -> Options:
    """The set-up for ``seats`` players: ``{"first_player": seat, "recording": "one" or "each"}``.

    Raises marshmallow.ValidationError.
    """
    if seats not in rules.SEATS:
        raise ValidationError({"seats": [f"Stella Quest is for {rules.SEATS[0]} to {MOST_SEATS} players."]})
    sent = OptionsSchema().load(as_object(data))
    if sent["first_player"] >= seats:
        raise ValidationError({"first_player": [f"Send a seat from 0 to {seats - 1}."]})
    return Options(Seat(sent["first_player"]), sent["recording"])


def load_action(data: Mapping[str, Any], seat: Seat | None, record: bool = False) -> do.Action:
    """An action from JSON or a form: ``{"type": ..., its fields}``. Raises marshmallow.ValidationError.

    ``seat`` is who acts, from the credential; naming it in ``data`` is refused. ``leave`` and ``return`` have a
    ``seat`` field, which is whom they are about. With ``record`` the data is a line of a log or of a record: it may
    name its own seat (else ``seat`` is it).
    """
    given = dict(as_object(data))
    name = given.pop("type", None)
    if not isinstance(name, str) or name not in ACTION_SCHEMAS:
        raise ValidationError({"type": [f"Send one of: {', '.join(ACTION_SCHEMAS)}."]})
    if record:
        if name in _BY_SEAT and "seat" in given:
            seat = Seat(_SEAT.load({"seat": given.pop("seat")})["seat"])
        if name in _TARGETS and "seat" not in given and seat is not None:
            given["seat"] = seat
    if name in _BY_SEAT and seat is None:
        raise ValidationError({"seat": ["Send the seat that acted."]})
    sent = ACTION_SCHEMAS[name].load(given)
    return _ACTIONS[name](**sent, seat=seat) if name in _BY_SEAT else _ACTIONS[name](**sent)


# Views


def _seat(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, MOST_SEATS - 1), required=True, **more)


def _whole(most: int | None = None, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, most), required=True, **more)


def _is(about: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": about})


def _one(of: tuple[str, ...], about: str = "", **more: Any) -> fields.String:
    about_it = {"description": about} if about else {}
    return fields.String(required=True, validate=validate.OneOf(of), metadata=about_it, **more)


def _card(about: str = "", **more: Any) -> fields.String:
    return _one(tuple(BY_NAME), about, **more)


def _colour(about: str = "") -> fields.String:
    return _one(tuple(Colour), about, allow_none=True)


def _by() -> fields.Integer:
    return _seat(allow_none=True, metadata={"description": "null: the artificial opponent"})


class SeatViewSchema(Strict):
    """One player."""

    seat = _seat()
    radiance = _whole(FULL_RADIANCE, metadata={"description": "Tokens lying light side up"})
    dark = _whole(FULL_RADIANCE, metadata={"description": "Tokens turned to the dark side"})
    hand = _whole(MOST_IN_HAND, metadata={"description": "Cards in hand, counted by the app"})
    collection = listed(_card(), "In the order they were taken")
    needs = listed(_whole(VALUES[-1]), "Values still to collect")
    twice = listed(_whole(VALUES[-1]), "Values collected more than once")
    points = _whole(
        allow_none=True,
        metadata={"description": "What the seat would count if the game ended now; null: no points for it"},
    )
    marker = _is("The black star stands in front of this seat")
    first = _is("Leads this round: the first present seat clockwise, where the first player has left")
    played = _is("Has played its card this round")
    gone = _is("Has left the table")
    eliminated = _is("Lost the last radiance")


class PlayedSchema(Strict):
    """A card on the table."""

    by = _by()
    card = _card()
    category = _one(tuple(Category))
    same_as = _one(tuple(Same), "What a super-trump equals", allow_none=True)
    followed = fields.Boolean(required=True, allow_none=True)
    why = listed(fields.Nested(FindingSchema))


class LossSchema(Strict):
    """Radiance lost in a round."""

    seat = _seat()
    cause = _one(tuple(Cause))
    due = _whole()
    flipped = _whole(metadata={"description": "Tokens turned: fewer than due, if there were fewer"})
    why = fields.Nested(FindingSchema, required=True)


class SupplySchema(Strict):
    """Cards from the deck, or a shuffle."""

    seat = _seat(allow_none=True, metadata={"description": "Who draws; null: the pile is shuffled into a new deck"})
    cards = _whole()
    paid = _is("Paid for with 1 radiance; else free to an empty hand")
    after = _whole(metadata={"description": "The shuffle is due after so many cards of the draw before"})
    why = fields.Nested(FindingSchema, required=True)


class RoundSchema(Strict):
    """A round, running or finished."""

    number = _whole()
    first = _seat()
    top = _card("On the pile when the round began")
    trump = _colour("null: a rest lies on top")
    lead = _colour("null: no emotion card yet")
    played = listed(fields.Nested(PlayedSchema), "In the order they were played")
    ahead = _whole(allow_none=True, metadata={"description": "The place in played that wins, or would win now"})
    winner = _seat(allow_none=True, metadata={"description": "null: running, or nobody won"})
    why = listed(fields.Nested(FindingSchema), "Why that card is ahead or has won; the first decides")
    losses = listed(fields.Nested(LossSchema))
    supplies = listed(fields.Nested(SupplySchema), "Cards drawn and shuffles, in order")
    taken = _card(allow_none=True)
    on_top = _card(allow_none=True)
    end = listed(fields.Nested(FindingSchema), "The top of the pile, the marker, the next first player")


class BriefRoundSchema(Strict):
    """A finished round in a line."""

    number = _whole()
    by = listed(_by(), "Who played, in order")
    cards = listed(_card(), "What they played")
    winner = _seat(allow_none=True)
    won_by = _one(tuple(Category), allow_none=True)
    taken = _card(allow_none=True)
    on_top = _card(allow_none=True)


class StruckSchema(Strict):
    """A key that is struck out: all copies are elsewhere."""

    card = _card()
    why = listed(fields.Nested(FindingSchema), "Where they are")


class DrawSchema(Strict):
    """The paid draw of whoever is on turn."""

    may = _is("It is possible now")
    cards = _whole()
    why = listed(fields.Nested(FindingSchema), "Why not")


class OptionSchema(Strict):
    """A card the winner may take."""

    card = _card()
    marker_loss = _whole(metadata={"description": "Paid already"})
    gem_loss = _whole()
    radiance = _whole(metadata={"description": "What is left then"})
    completes = _is("The collection then has 1 to 6")
    eliminated = _is("The last radiance is lost")
    then = _one(tuple(Then))
    why = listed(fields.Nested(FindingSchema))


class LineSchema(Strict):
    card = _card()
    flipped = _is("Its value is there more than once")
    gems = _whole()


class CountSchema(Strict):
    """One player's count at the end; light and gems sum to points."""

    seat = _seat()
    light = _whole()
    lines = listed(fields.Nested(LineSchema))
    points = _whole(allow_none=True, metadata={"description": "null: eliminated"})
    why = listed(fields.Nested(FindingSchema))


class ViewSchema(Strict):
    """The table; the same for everybody but for the offers."""

    phase = _one(get_args(Phase))
    number = _whole()
    recording = _one(tuple(Recording))
    opponent = _is("The artificial opponent plays at this table")
    turn = _seat(allow_none=True, metadata={"description": "Whose card is due"})
    opponent_turn = _is("The top card of the deck is due")
    winner = _seat(allow_none=True, metadata={"description": "Who chooses now: a card to take, or the top"})
    marker = _seat(allow_none=True, metadata={"description": "null: in the centre"})
    top = _card("On top of the pile", allow_none=True)
    trump = _colour()
    trump_why = listed(fields.Nested(FindingSchema))
    lead_why = listed(fields.Nested(FindingSchema))
    deck = _whole(len(DECK))
    pile = _whole(len(DECK))
    seats = listed(fields.Nested(SeatViewSchema), validate=validate.Length(rules.SEATS[0], MOST_SEATS))
    round = fields.Nested(RoundSchema, required=True, allow_none=True)
    last = fields.Nested(RoundSchema, required=True, allow_none=True)
    struck = listed(fields.Nested(StruckSchema))
    draw = fields.Nested(DrawSchema, required=True, allow_none=True)
    options = listed(fields.Nested(OptionSchema))
    tops = listed(_card(), "What may lie on top: its colour is trump then")
    notes = listed(fields.Nested(FindingSchema), "Remarks on the last card")
    revokes = listed(listed(fields.Nested(FindingSchema)), "Proven slips: what was wrong, then its two rounds")
    scores = listed(fields.Nested(BriefRoundSchema), "All finished rounds")
    counts = listed(fields.Nested(CountSchema), "The count, once the game is over and counts points")
    played_on = _is("A round was decided without somebody who had left: no points are counted")
    paused = _is("Fewer than two are present")
    can_end_early = _is("Somebody has left")
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    offers = listed(fields.Nested(OfferSchema))
    house = house_field()
