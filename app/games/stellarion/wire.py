"""Stellarion on the wire: set-up and actions from JSON, forms and records, views to JSON. Names here are promises.

Decks are ``alpha`` to ``planet``, cards ``alpha-ship``, ``mirror`` or ``black-hole``. A slot is a deck, for its face-up
top, or ``outpost-alpha-ship``. The only module of the game that knows marshmallow. Messages say what to send.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate

from app.games import wire as common
from app.games.phrases import Seat
from app.games.stellarion import actions as do
from app.games.stellarion import options, reading, rules
from app.games.stellarion.cards import NAMES, Galaxy, Symbol, Type
from app.games.stellarion.dump import dump_action, dump_view
from app.games.stellarion.house import ALTERNATIVES
from app.games.stellarion.lobby import ASKS, out_of_form
from app.games.stellarion.reading import NONE, SPOTS, Wrong
from app.games.stellarion.shown import Phase
from app.games.stellarion.slots import SLOTS, in_order
from app.games.stellarion.state import METEORS, Breakthrough, Did, Expansion, Options
from app.games.wire import FindingSchema, OfferSchema, OutcomeSchema, Strict, WholeNumber, as_object, listed

__all__ = [
    "ACTION_SCHEMAS", "ASKS", "LISTS", "ViewSchema", "dump_action", "dump_view", "load_action", "load_options",
    "load_picks", "out_of_form",
]  # fmt: skip

MOST_SEATS = rules.SEATS[-1]

#: Fields of which a form may send several, by the action's type; "start" is the set-up.
LISTS: Mapping[str, tuple[str, ...]] = {
    "start": ("expansions", "advanced", "left", "right", "meteors"),
    **dict.fromkeys(("launch", "coordinate", "traverse", "retrieve"), ("cards",)),
    "stock": ("decks",),
}


def _one_of(names: tuple[str, ...], **more: Any) -> fields.String:
    """One of these names, and nothing else."""
    told = f"Send one of: {', '.join(names)}."
    said: dict[str, Any] = dict.fromkeys(("required", "null", "invalid"), told)
    return fields.String(validate=validate.OneOf(names, error=told), error_messages=said, **more)


def _names(of: tuple[str, ...], least: int, most: int, told: str, **more: Any) -> fields.List[Any]:
    """A list of these names, so many of them."""
    said: dict[str, Any] = dict.fromkeys(("required", "null", "invalid"), told)
    return fields.List(_one_of(of), validate=validate.Length(least, most, error=told), error_messages=said, **more)


def _number(least: int, most: int, **more: Any) -> WholeNumber:
    return WholeNumber(validate=validate.Range(least, most, error=f"Send a number from {least} to {most}."), **more)


def _slots() -> fields.List[Any]:
    """Any number of cards: the rules say what they make, or why not."""
    about = {"description": "Decks, for their face-up tops; for the Outpost, outpost- and the card's name"}
    return _names(SLOTS, 1, len(SLOTS), "Send the cards.", required=True, metadata=about)


_DECKS, _CARDS = tuple(Symbol), NAMES


class OptionsSchema(Strict):
    """Set-up. The Galaxies of the advanced Voyages, or with Mirrors and Orbits both columns, from the top down."""

    first_player = _number(0, MOST_SEATS - 1, load_default=0)
    expansions = _names(tuple(Expansion), 0, len(Expansion), "Send the expansions.", load_default=list)
    stars = _number(0, options.MOST_TOKENS, required=True)
    before = _one_of(("first", "won", "lost"), load_default=None)
    before_stars = _number(0, options.MOST_TOKENS, load_default=None)
    advanced = _names(tuple(Galaxy), 0, options.MOST_VOYAGES, "Send Galaxies.", load_default=None)
    left = _names(tuple(Galaxy), 0, options.MOST_VOYAGES, "Send Galaxies.", load_default=None)
    right = _names(tuple(Galaxy), 0, options.MOST_VOYAGES, "Send Galaxies.", load_default=None)
    theory = _one_of(tuple(Type), load_default=None)
    breakthrough = _one_of(tuple(Breakthrough), load_default=None)
    spaces = _number(1, options.MOST_SPACES, load_default=None)
    meteors = fields.List(_number(1, options.MOST_SPACES), load_default=None)


class CardSchema(Strict):
    deck = _one_of(_DECKS, required=True)
    card = _one_of(_CARDS, required=True)


class PicksSchema(Strict):
    cards = _slots()
    star = fields.Boolean(load_default=False, error_messages={"invalid": "Send true or false."})


class LaunchSchema(PicksSchema):
    voyage = _one_of(tuple(SPOTS), required=True)


class CoordinateSchema(Strict):
    cards = _slots()
    thrusters = _one_of((NONE, *SLOTS), load_default=NONE)


class RetrieveSchema(Strict):
    deck = _one_of(_DECKS, required=True)
    cards = _names(_CARDS, 1, 2 * len(_DECKS), "Send one or two cards.", required=True)
    put = _one_of(("shuffle", "on_top"), load_default="shuffle")


class LookSchema(Strict):
    deck = _one_of(_DECKS, required=True)
    upper = _one_of(_CARDS, required=True)
    lower = _one_of(_CARDS, required=True)
    put = _one_of(tuple(do.Put), load_default=do.Put.APART.value)


class StockSchema(Strict):
    decks = _names(_DECKS, 1, len(_DECKS), "Send one or two decks.", required=True)


class ForfeitSchema(Strict):
    back = _number(0, options.MOST_SPACES, load_default=0)


class TraverseSchema(Strict):
    cards = _slots()


class VoyageSchema(Strict):
    voyage = _one_of(tuple(SPOTS), required=True)
    to = _number(0, MOST_SEATS - 1, required=True)


class TheorySchema(Strict):
    next = _one_of((NONE, *Type), load_default=NONE)


class SeatSchema(Strict):
    seat = _number(0, MOST_SEATS - 1, required=True)


_FIELDS: Mapping[type[do.Action], type[Schema]] = {
    do.Reveal: CardSchema,
    do.Launch: LaunchSchema,
    do.Coordinate: CoordinateSchema,
    do.Search: CardSchema,
    do.Retrieve: RetrieveSchema,
    do.Look: LookSchema,
    do.Stock: StockSchema,
    do.Done: Strict,
    do.Forfeit: ForfeitSchema,
    do.Traverse: TraverseSchema,
    do.Take: VoyageSchema,
    do.Theory: TheorySchema,
    do.Meteors: VoyageSchema,
    **dict.fromkeys((do.EndTurn, do.FinalSpace, do.GiveUp), Strict),
    do.Decide: common.decide_schema(ALTERNATIVES),
}

#: The fields of each action on the wire, by its type; each a class of its own, so that each has its name in OpenAPI.
ACTION_SCHEMAS: Mapping[str, Schema] = {
    action.name: type(f"{action.__name__}Schema", (fields_of,), {"__doc__": action.__doc__})()
    for action, fields_of in _FIELDS.items()
}
_ACTIONS: Mapping[str, Callable[..., do.Action]] = {action.name: action for action in _FIELDS}
_SEAT = SeatSchema()


def load_options(data: Mapping[str, Any], seats: int) -> Options:
    """The set-up for ``seats`` players (``OptionsSchema``); a field left blank is one not sent.

    Raises marshmallow.ValidationError.
    """
    if seats not in rules.SEATS:
        raise ValidationError({"seats": [f"Stellarion is for {rules.SEATS[0]} or {MOST_SEATS} players."]})
    given = {name: _filled(value) for name, value in as_object(data).items()}
    sent = OptionsSchema().load({name: value for name, value in given.items() if value not in ("", None, [])})
    try:
        return options.checked(sent, seats)
    except Wrong as wrong:
        raise ValidationError({wrong.field: [wrong.told]}) from None


def _filled(value: Any) -> Any:
    """A list without its blank entries: a form sends them."""
    return [one for one in value if one not in ("", None)] if isinstance(value, list | tuple) else value


def load_action(data: Mapping[str, Any], seat: Seat | None, record: bool = False) -> do.Action:
    """An action from JSON or a form: ``{"type": ..., its fields}``. Raises marshmallow.ValidationError.

    ``seat`` is who enters it, from the credential; naming it in ``data`` is refused. With ``record`` the data is a line
    of a log or of a record: it may name its own seat (else ``seat`` is it).
    """
    given = dict(as_object(data))
    name = given.pop("type", None)
    if not isinstance(name, str) or name not in ACTION_SCHEMAS:
        raise ValidationError({"type": [f"Send one of: {', '.join(ACTION_SCHEMAS)}."]})
    if record and "seat" in given:
        seat = Seat(_SEAT.load({"seat": given.pop("seat")})["seat"])
    if name == do.Decide.name:
        return do.Decide(**ACTION_SCHEMAS[name].load(given))
    if seat is None:
        raise ValidationError({"seat": ["Send the seat that acted."]})
    sent = ACTION_SCHEMAS[name].load(given)
    try:
        return _ACTIONS[name](**reading.in_our_words(name, sent), seat=seat)
    except Wrong as wrong:
        raise ValidationError({wrong.field: [wrong.told]}) from None


def load_picks(data: Mapping[str, Any]) -> tuple[tuple[do.Slot, ...], bool]:
    """Cards that somebody touches, with or without a Shooting Star, for ``questions.made``."""
    sent = PicksSchema().load(as_object(data))
    return in_order(sorted(set(map(do.Slot, sent["cards"])))), sent["star"]


# Views


def _whole(about: str = "", **more: Any) -> fields.Integer:
    return fields.Integer(
        strict=True, validate=validate.Range(0), required=True, metadata={"description": about} if about else {}, **more
    )


def _is(about: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": about})


def _named(of: type[StrEnum] | tuple[str, ...], about: str = "", **more: Any) -> fields.String:
    about_it = {"description": about} if about else {}
    return fields.String(required=True, validate=validate.OneOf(tuple(of)), metadata=about_it, **more)


def _nested(schema: type[Schema], **more: Any) -> fields.Nested:
    return fields.Nested(schema, required=True, **more)


def _findings(about: str = "") -> fields.List[Any]:
    return listed(fields.Nested(FindingSchema), about)


def _galaxies(about: str = "", **more: Any) -> fields.List[Any]:
    return listed(_named(Galaxy), about, **more)


def _per_galaxy(about: str) -> fields.Dict:
    return fields.Dict(keys=_named(Galaxy), values=_whole(), required=True, metadata={"description": about})


class CountedSchema(Strict):
    card = _named(NAMES)
    count = _whole()


class StockedSchema(CardSchema):
    slot = _named(SLOTS, "What names it in an action")


class DeckSchema(Strict):
    """One deck and its discard pile."""

    deck = _named(Symbol)
    up = listed(_named(NAMES), "Face-up cards from the top; those under the first one are covered")
    face_down = _is("There is a top, and nobody sees it")
    size = _whole("Cards left, face-up ones too")
    left = listed(_nested(CountedSchema), "What is in it in all")
    following = listed(_nested(CountedSchema), "What its first face-down card can be")
    bottom = listed(_named(NAMES), "Known cards at the bottom, the bottommost last")
    discard = listed(_named(NAMES), "The last one on top")
    due = _is("Its top is to be turned up now")


class EndSchema(Strict):
    spot = _named(tuple(SPOTS), "Where it is taken from")
    galaxy = _named(Galaxy)
    fits = listed(_whole(), "Seats whose pile it fits")


class VoyagesSchema(Strict):
    total = _whole("All of this game")
    left = _whole("Still to be acquired")
    counts = _per_galaxy("Still to be acquired")
    left_column = _galaxies("From the top down; null: four stacks", allow_none=True)
    right_column = _galaxies("From the top down; null: four stacks", allow_none=True)
    ends = listed(_nested(EndSchema), "Accessible ones")


class SeatViewSchema(Strict):
    seat = _whole()
    on_turn = _is("Acts now")
    pile = _galaxies("Voyages in the order they came")
    counts = _per_galaxy("Voyages in the pile")
    full = _is("No third Galaxy fits")


class TheoriesSchema(Strict):
    top = _named(Type, "null: all are proven", allow_none=True)
    hidden = listed(_named(Type), "Under it, in unknown order")
    left = _whole()
    seen = _whole("Cards of its Type in the Observatory")
    provable = _is("Now")


class SunSchema(Strict):
    at = _whole("Spaces from the starting field")
    final = _whole("null: the app does not know the board", allow_none=True)
    meteors = listed(_whole(), "Spaces that still have a token", validate=validate.Length(max=METEORS))
    held = _whole("Acquired and not spent")
    spent = _whole()
    judged = _is("The board is known")
    can_spend = _is("Two tokens and a Voyage for them")


class LaunchViewSchema(Strict):
    galaxy = _named(Galaxy)
    cards = listed(_named(SLOTS))
    star = _is("With a Shooting Star")
    spots = listed(_named(tuple(SPOTS)), "Where its Voyage can be taken from")


class CoordinateViewSchema(Strict):
    power = _named(Type)
    major = _is("Two identical cards")
    mirror = _is("With a Mirror")
    cards = listed(_named(SLOTS))
    thrusters = _is("One of them may go under its deck")


class TargetSchema(Strict):
    deck = _named(Symbol)
    cards = listed(_nested(CountedSchema))


class PowerSchema(Strict):
    """The effect that is being carried out."""

    power = _named(Type)
    major = _is("Doubled")
    cards = listed(_nested(CardSchema), "The two cards that triggered it")
    does = _nested(FindingSchema)
    step = _whole("Steps done")
    steps = _whole("Steps at most")
    at_once = _whole("Cards at most in one step")
    targets = listed(_nested(TargetSchema))
    pairs = listed(listed(_named(Symbol)), "Decks whose tops can go into the Outpost together")
    breakthrough = _is("The Breakthrough improves this power")
    can_done = _is("It may end here")
    can_forfeit = _is("It may be forfeited entirely")
    back = _whole("Spaces backward at most")


class TurnSchema(Strict):
    """A finished turn."""

    number = _whole()
    player = _whole()
    did = _named(Did)
    took = _galaxies("Voyages its action gained")
    power = _named(Type, allow_none=True)
    major = _is("Of a Coordinate")
    used = _is("Of a Coordinate: not forfeited")


class ViewSchema(Strict):
    """The table; the same for everybody but for the offers."""

    phase = _named(get_args(Phase))
    turn = _whole("0 before the first")
    player = _whole("On turn", allow_none=True)
    expansions = listed(_named(Expansion))
    stars = _whole("Shooting Stars left")
    decks = listed(_nested(DeckSchema), validate=validate.Length(equal=len(_DECKS)))
    outpost = listed(_nested(StockedSchema))
    outpost_galaxy = _named(Galaxy, "The only one it takes; null: any", allow_none=True)
    voyages = _nested(VoyagesSchema)
    seats = listed(_nested(SeatViewSchema), validate=validate.Length(rules.SEATS[0], MOST_SEATS))
    theories = _nested(TheoriesSchema, allow_none=True)
    breakthrough = _named(Breakthrough, allow_none=True)
    sun = _nested(SunSchema, allow_none=True)
    launches = listed(_nested(LaunchViewSchema))
    coordinates = listed(_nested(CoordinateViewSchema))
    traverse = listed(_named(SLOTS), "Black Holes to choose four of; empty: no Traverse now")
    can = listed(_named(tuple(ACTION_SCHEMAS)), "Types of all actions that are possible now")
    power = _nested(PowerSchema, allow_none=True)
    took = _galaxies("Voyages of the Traverse under way")
    due = listed(_named(Symbol), "Decks whose tops are to be turned up")
    hands = _findings("What to do on the table now")
    lost_hope = _is("The victory has become impossible")
    notes = _findings("Remarks")
    why = _findings("Why nothing can be done, or how the game ended")
    scores = listed(_nested(TurnSchema), "The finished turns")
    outcome = _nested(OutcomeSchema, allow_none=True)
    offers = listed(_nested(OfferSchema))
    house = common.house_field()
