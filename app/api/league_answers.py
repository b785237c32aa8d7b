"""Answers of the leagues' API. The members are those of ``app.leagues.stored.views``; a test compares them."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields

from app.api.league_schemas import DAY, MOMENT


class OpenedLeagueSchema(Schema):
    """``organiser`` and ``member`` are told once: what stands behind the # of the two links. Empty, when this very tap
    had opened the league before."""

    slug = fields.Str(required=True)
    organiser = fields.Str(required=True)
    member = fields.Str(required=True)
    token = fields.Str(required=True, allow_none=True)


class KnownLeagueSchema(Schema):
    slug = fields.Str(required=True)
    name = fields.Str(required=True)
    roles = fields.List(fields.Str(), required=True)


class EnteredSchema(Schema):
    role = fields.Str(required=True)
    token = fields.Str(required=True, allow_none=True)


class RenewedSchema(Schema):
    which = fields.Str(required=True)
    code = fields.Str(required=True)


class LeagueDoneSchema(Schema):
    """``seq``: the number of the tap's first line; ``replayed``: this very tap had been counted before."""

    seq = fields.Int(required=True)
    replayed = fields.Bool(required=True)


class SavedSchema(Schema):
    result = fields.Str(required=True)


class SeasonLookSchema(Schema):
    id = fields.Str(required=True)
    name = fields.Str(required=True)
    start = fields.Str(required=True, metadata=DAY)
    end = fields.Str(required=True, metadata=DAY)
    closed = fields.Bool(required=True)
    closed_at = fields.Int(required=True, allow_none=True, metadata=MOMENT)
    notes = fields.List(fields.Str(), required=True)


class LeagueLookSchema(Schema):
    """``rules`` is LeagueRules, every member filled in. ``seq`` counts the league's changes."""

    slug = fields.Str(required=True)
    id = fields.Str(required=True)
    name = fields.Str(required=True)
    zone = fields.Str(required=True)
    public = fields.Bool(required=True)
    seq = fields.Int(required=True)
    broken = fields.Int(required=True, allow_none=True)
    organises = fields.Bool(required=True)
    belongs = fields.Bool(required=True)
    rules = fields.Dict(required=True)
    season = fields.Str(required=True, allow_none=True)
    seasons = fields.List(fields.Nested(SeasonLookSchema), required=True)
    members = fields.Int(required=True)
    games = fields.Int(required=True)
    waiting = fields.Int(required=True)


class RowLookSchema(Schema):
    """``value`` is what the table is ordered by, as people read it; points are exact: ``7.5``, or ``22/3``."""

    member = fields.Str(required=True)
    name = fields.Str(required=True)
    rank = fields.Int(required=True, allow_none=True)
    level = fields.Bool(required=True)
    apart = fields.Str(required=True, allow_none=True)
    settled = fields.Str(required=True, allow_none=True)
    value = fields.Str(required=True, allow_none=True)
    points = fields.Str(required=True)
    games = fields.Int(required=True)
    wins = fields.Int(required=True)
    places = fields.List(fields.Int(), required=True)
    beaten = fields.Str(required=True)
    met = fields.Int(required=True)
    attendance_points = fields.Str(required=True)
    days = fields.Int(required=True)
    bye_points = fields.Str(required=True)
    byes = fields.Int(required=True)
    dropped = fields.Str(required=True)
    left_out = fields.List(fields.Str(), required=True)


class MoveLookSchema(Schema):
    member = fields.Str(required=True)
    name = fields.Str(required=True)
    rank_before = fields.Int(required=True, allow_none=True)
    rank_after = fields.Int(required=True, allow_none=True)
    value_before = fields.Str(required=True, allow_none=True)
    value_after = fields.Str(required=True, allow_none=True)


class StandingsLookSchema(Schema):
    """``breaks``: the published order of tie-breaks, ``used`` those that decided something. Of a closed season the rows
    are the frozen ones, and ``since_closing`` is what corrections since then would change."""

    season = fields.Str(required=True, allow_none=True)
    game = fields.Str(required=True, allow_none=True)
    closed = fields.Bool(required=True)
    measure = fields.Str(required=True)
    breaks = fields.List(fields.Str(), required=True)
    used = fields.List(fields.Str(), required=True)
    minimum = fields.Int(required=True)
    games = fields.Int(required=True)
    rows = fields.List(fields.Nested(RowLookSchema), required=True)
    since_closing = fields.List(fields.Nested(MoveLookSchema), required=True)


class MovesLookSchema(Schema):
    season = fields.Str(required=True, allow_none=True)
    game = fields.Str(required=True, allow_none=True)
    moves = fields.List(fields.Nested(MoveLookSchema), required=True)


class PreviewedSchema(Schema):
    """``seq``: send it along as ``seen``. ``alike``: results that may be the same game."""

    seq = fields.Int(required=True)
    tables = fields.List(fields.Nested(MovesLookSchema), required=True)
    alike = fields.List(fields.Str(), required=True)


class RatingLookSchema(Schema):
    member = fields.Str(required=True)
    name = fields.Str(required=True)
    rank = fields.Int(required=True, allow_none=True)
    rating = fields.Int(required=True)
    games = fields.Int(required=True)
    provisional = fields.Bool(required=True)


class MemberLookSchema(Schema):
    id = fields.Str(required=True)
    name = fields.Str(required=True)
    guest = fields.Bool(required=True)
    hidden = fields.Bool(required=True)
    erased = fields.Bool(required=True)
    active = fields.Bool(required=True)
    joined = fields.Str(required=True, allow_none=True, metadata=DAY)
    left = fields.Str(required=True, allow_none=True, metadata=DAY)
    games = fields.Int(required=True)
    merged = fields.List(fields.Dict(), required=True)


class MemberAboutSchema(MemberLookSchema):
    """One person in a season: ``row`` of the standings, ``meetings`` with everybody met, ``ratings`` over all."""

    row = fields.Nested(RowLookSchema, required=True, allow_none=True)
    streak = fields.Dict(required=True, allow_none=True)
    meetings = fields.List(fields.Dict(), required=True)
    ratings = fields.List(fields.Dict(), required=True)


class ResultLookSchema(Schema):
    """``counts``: part of the standings. ``missing``: people of the table who still have to sign it off. ``past``
    (one game only): what was done to it, each with the whole result as it stood before."""

    class Meta:
        unknown = INCLUDE

    id = fields.Str(required=True)
    game = fields.Str(required=True)
    title = fields.Str(required=True)
    together = fields.Bool(required=True)
    day = fields.Str(required=True, metadata=DAY)
    ended = fields.Int(required=True, metadata=MOMENT)
    started = fields.Int(required=True, allow_none=True, metadata=MOMENT)
    season = fields.Str(required=True, allow_none=True)
    season_closed = fields.Bool(required=True)
    source = fields.Str(required=True)
    table = fields.Str(required=True, allow_none=True)
    night = fields.Str(required=True, allow_none=True)
    seats = fields.List(fields.Dict(), required=True)
    mission = fields.Dict(required=True, allow_none=True)
    turns = fields.Int(required=True, allow_none=True)
    variant = fields.Str(required=True)
    note = fields.Str(required=True)
    house = fields.List(fields.Str(), required=True)
    pairs = fields.List(fields.Dict(), required=True)
    counts = fields.Bool(required=True)
    missing = fields.Int(required=True)
    withdrawn = fields.Bool(required=True)
    corrected = fields.Bool(required=True)
    confirmed = fields.List(fields.Dict(), required=True)
    past = fields.List(fields.Dict())


class NightFactsSchema(Schema):
    id = fields.Str(required=True)
    name = fields.Str(required=True)
    day = fields.Str(required=True, metadata=DAY)
    starts = fields.Int(required=True, allow_none=True, metadata=MOMENT)
    place = fields.Str(required=True)
    game = fields.Str(required=True, allow_none=True)
    cancelled = fields.Bool(required=True)
    here = fields.Int(required=True)
    rounds = fields.Int(required=True)


class NightLookSchema(NightFactsSchema):
    """Each of ``sittings`` has tables with their people and the result that came of them."""

    people = fields.List(fields.Dict(), required=True)
    gone = fields.List(fields.Dict(), required=True)
    sittings = fields.List(fields.Dict(), required=True)
    without_place = fields.List(fields.Dict(), required=True)
    left_a_place = fields.List(fields.Dict(), required=True)
    results = fields.List(fields.Nested(ResultLookSchema), required=True)


class MissionsLookSchema(Schema):
    configurations = fields.List(fields.Dict(), required=True)
    crews = fields.List(fields.Dict(), required=True)


class RecordLookSchema(Schema):
    game = fields.Str(required=True)
    best = fields.Str(required=True)
    value = fields.Int(required=True)
    holders = fields.List(fields.Dict(), required=True)


class TableOfferSchema(Schema):
    """A finished table: who may sit where. ``same`` and ``alike`` are suggestions; people decide."""

    game = fields.Str(required=True)
    seats = fields.List(fields.Dict(), required=True)
    saved = fields.Str(required=True, allow_none=True)
    differs = fields.Bool(required=True)


class MatchesSchema(Schema):
    plays = fields.Int(required=True)
    there = fields.Int(required=True)
    matches = fields.List(fields.Dict(), required=True)
    skipped = fields.List(fields.Dict(), required=True)


class TakenSchema(Schema):
    added = fields.Int(required=True)
    there = fields.Int(required=True)
    skipped = fields.List(fields.Dict(), required=True)


class PushSchema(Schema):
    """``link`` opens BG Stats; ``address`` is the short one on our side that leads there."""

    link = fields.Str(required=True)
    address = fields.Str(required=True)
    play = fields.Dict(required=True)
