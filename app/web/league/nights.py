"""Nights: planned, checked in to, seated round by round; and the page for the wall."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from flask import Response, make_response, render_template, request

from app.errors import Problem
from app.leagues import changes, seasons
from app.leagues.book import MemberId, NightId
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.seating import Remainder
from app.leagues.stored import nights as services
from app.leagues.stored import turn, views, views_people
from app.leagues.stored.tables import fresh_id
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json
from app.leagues.valid import Scope
from app.leagues.zones import local, moment_of
from app.tables.models import now
from app.web import forms
from app.web.league import blueprint, common
from app.web.league.common import back_to, look, organised, page
from app.web.phone import current_phone
from app.web.screens import wants_fragment
from app.web.words import language, theme


@blueprint.get("/league/<slug>/nights")
def nights(slug: str) -> Response:
    """All nights, the newest first."""
    seen = look(slug)
    return _nights(seen)


def _nights(seen: Seen, status: int = 200, error: str | None = None, typed: Json | None = None) -> Response:
    today = views.today(seen.book, now()).isoformat()
    return page(
        "nights", seen, status, nights=views_people.all_nights(seen), today=today, error=error, typed=typed or {}
    )


def _facts(seen: Seen, data: dict[str, Any], id_: str, *, cancelled: bool = False) -> changes.NightSet:
    day, clock = common.need_day(data, "day"), common.clock(data, "clock")
    starts = None if clock is None else moment_of(datetime.combine(day, clock.replace(tzinfo=None)), seen.book.zone)
    game = forms.text(data, "game")
    return changes.NightSet(
        NightId(id_),
        forms.text(data, "name"),
        day,
        starts,
        forms.text(data, "place").strip()[:100],
        GameKey(game) if game in LEAGUE_GAMES else None,
        cancelled,
    )


@blueprint.post("/league/<slug>/nights")
def plan(slug: str) -> Response:
    """A new night."""
    data, seen, id_ = forms.sent(), organised(slug), fresh_id()
    try:
        turn.change(slug, current_phone(), data.get("key"), _facts(seen, data, id_))
    except Problem as problem:
        return _nights(seen, problem.status, common.here(problem), data)
    newest = look(slug)
    made = newest.book.nights.get(NightId(id_))
    return back_to("nights", slug) if made is None else back_to("night", slug, night=id_)


@blueprint.get("/league/<slug>/night/<night>")
def night(slug: str, night: str) -> Response:
    """Who is here, who sits where, what came of it. Renews itself as a table does."""
    seen = look(slug)
    about = (seen.slug, night, seen.book.seq, seen.organises, seen.belongs, language(), theme())
    tag = hashlib.sha256(repr(about).encode()).hexdigest()[:24]
    if wants_fragment() and tag in request.headers.get("If-None-Match", ""):
        return _numbered(make_response("", 304), seen, tag)
    return _numbered(_night(seen, night), seen, tag)


def _numbered(response: Response, seen: Seen, tag: str) -> Response:
    """Say which number of the league this is."""
    response.set_etag(tag)
    response.headers["X-Starkeeper-Seq"] = str(seen.book.seq)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _night(seen: Seen, night: str, status: int = 200, error: str | None = None) -> Response:
    found = views_people.night_of(seen, night)
    told = views_people.night(seen, found)
    here = {one["member"] for one in told["people"]}
    game = services.game_of(found)
    return page(
        "night",
        seen,
        status,
        night=told,
        absent=[one for one in views_people.members(seen) if one["id"] not in here and one["active"]],
        game=game,
        want=min(4, game.seats.stop - 1),
        error=error,
        clock="" if found.starts is None else f"{local(found.starts, seen.book.zone):%H:%M}",
    )


@blueprint.post("/league/<slug>/night/<night>/<any(facts,cancel,come,go,seat,arrive,leave,place):what>")
def act(slug: str, night: str, what: str) -> Response:
    """Everything that happens on a night."""
    data, phone, key = forms.sent(), current_phone(), forms.sent().get("key")
    seen = organised(slug)
    views_people.night_of(seen, night)
    try:
        match what:
            case "facts" | "cancel":
                cancelled = forms.yes(data, "cancelled")
                turn.change(slug, phone, key, _facts(seen, data, night, cancelled=cancelled))
            case "come":
                who = request.form.getlist("member")
                coming = [changes.CheckedIn(NightId(night), MemberId(one)) for one in who]
                if coming:
                    turn.change(slug, phone, key, *coming)
            case "go":
                left = changes.CheckedIn(NightId(night), MemberId(forms.text(data, "member")), here=False)
                turn.change(slug, phone, key, left)
            case "seat":
                services.seat_round(
                    slug,
                    phone,
                    key,
                    night,
                    forms.number(data, "want"),
                    Remainder(rule) if (rule := forms.text(data, "rule")) in set(Remainder) else Remainder.EVEN,
                    forms.text(data, "game") or None,
                    forms.maybe_number(data, "number"),
                )
            case "arrive":
                services.arrive(slug, phone, key, night, forms.text(data, "member"))
            case "leave":
                services.leave(slug, phone, key, night, forms.text(data, "member"))
            case _:
                members, tables = request.form.getlist("member"), request.form.getlist("table")
                wanted = [
                    (member, forms.maybe_number({"table": table}, "table") or 0)
                    for member, table in zip(members, tables, strict=False)
                ]
                services.place(slug, phone, key, night, forms.number(data, "number"), wanted)
    except Problem as problem:
        return _night(look(slug), night, problem.status, common.here(problem))
    return back_to("night", slug, night=night)


# The wall


@blueprint.get("/league/<slug>/night/<night>/wall")
def wall(slug: str, night: str) -> Response:
    """The night for a screen on the wall: tables of the newest round, results, standings. It renews itself."""
    seen = look(slug)
    found = views_people.night_of(seen, night)
    season = seasons.current(seen.book, found.day)
    table = views.standings(seen, Scope(None if season is None else season.id))
    told = views.league(seen, now())
    body = render_template("league/wall_screen.html", league=told, night=views_people.night(seen, found), table=table)
    tag = hashlib.sha256(body.encode()).hexdigest()[:24]
    if not wants_fragment():
        body = render_template("league/wall.html", league=told, night=found, screen=body)
    elif tag in request.headers.get("If-None-Match", ""):
        return _numbered(make_response("", 304), seen, tag)
    return _numbered(make_response(body), seen, tag)
