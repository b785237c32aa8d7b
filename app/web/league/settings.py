"""The organiser's desk: name, zone, who may read, links, seasons."""

from __future__ import annotations

import dataclasses

from flask import Response

from app.errors import NotFound, Problem
from app.games.phrases import say
from app.leagues import changes, zones
from app.leagues.book import SeasonId
from app.leagues.stored import doors, service, turn, views
from app.leagues.stored.tables import fresh_id
from app.leagues.stored.turn import Role, Seen
from app.leagues.stored.views import Json
from app.tables.models import now
from app.web import forms, qr
from app.web.league import blueprint, common
from app.web.league.common import back_to, look, organised, page
from app.web.league.home import link_of
from app.web.phone import current_phone


@blueprint.get("/league/<slug>/more")
def more(slug: str) -> Response:
    """Everything that is not looked at every day."""
    return page("more", look(slug))


@blueprint.get("/league/<slug>/settings")
def settings(slug: str) -> Response:
    """Name, zone, public or private, sign-off, links."""
    return _settings(organised(slug))


def _settings(seen: Seen, status: int = 200, error: str | None = None, typed: Json | None = None) -> Response:
    return page(
        "settings",
        seen,
        status,
        zones=sorted(zones.every()),
        second=seen.league.second_hash is not None,
        first=Role.ORGANISER in seen.roles,
        error=error,
        typed=typed or {},
    )


@blueprint.post("/league/<slug>/settings")
def name(slug: str) -> Response:
    """Keep what the form says; only what is new becomes a change."""
    data, seen = forms.sent(), organised(slug)
    book = seen.book
    try:
        wanted: list[changes.Change] = []
        named = changes.Named(forms.text(data, "name"), forms.text(data, "zone").strip(), forms.yes(data, "public"))
        if named != changes.Named(book.name, book.zone, book.public):
            wanted.append(named)
        sign = forms.maybe_number(data, "sign")
        if sign is not None and sign != book.rules.confirmations:
            wanted.append(changes.Ruled(dataclasses.replace(book.rules, confirmations=sign)))
        if wanted:
            turn.change(slug, current_phone(), data.get("key"), *wanted)
    except Problem as problem:
        return _settings(seen, problem.status, common.here(problem), data)
    return back_to("settings", slug)


@blueprint.post("/league/<slug>/links/<any(organiser,second,member):which>")
def renew(slug: str, which: str) -> Response:
    """A new link, told in this answer only; the old one is out from now on."""
    role = Role(which)
    secret = doors.new_link(slug, current_phone(), role)
    address = link_of(slug, role, secret)
    seen = organised(slug)
    return page("link", seen, which=which, address=address, drawn=qr.svg(address, address.split("#")[0], once=True))


@blueprint.post("/league/<slug>/links/second/dismiss")
def dismiss(slug: str) -> Response:
    """There is no second organiser any more."""
    doors.dismiss_second(slug, current_phone())
    return back_to("settings", slug)


# Seasons


@blueprint.get("/league/<slug>/seasons")
def seasons(slug: str) -> Response:
    """All seasons, and a form for the next."""
    return _seasons(look(slug))


def _seasons(seen: Seen, status: int = 200, error: str | None = None, typed: Json | None = None) -> Response:
    return page("seasons", seen, status, error=error, typed=typed, today=views.today(seen.book, now()).isoformat())


@blueprint.post("/league/<slug>/seasons")
def season(slug: str) -> Response:
    """A new season, or other facts about one."""
    data, seen = forms.sent(), organised(slug)
    try:
        start, end = common.need_day(data, "start"), common.need_day(data, "end")
        id_ = SeasonId(forms.text(data, "season")[:40] or fresh_id())
        set_ = changes.SeasonSet(id_, forms.text(data, "name"), start, end)
        turn.change(slug, current_phone(), data.get("key"), set_)
    except Problem as problem:
        return _seasons(seen, problem.status, common.here(problem), data)
    return back_to("seasons", slug)


@blueprint.get("/league/<slug>/season/<season>")
def one_season(slug: str, season: str) -> Response:
    """One season: its days, and closing, opening or removing it."""
    return _season(organised(slug), season)


def _season(seen: Seen, season: str, status: int = 200, error: str | None = None) -> Response:
    found = next((one for one in seen.book.seasons.values() if one.id == season), None)
    if found is None:
        raise NotFound(say("There is no such season. Choose one of the league's seasons."))
    return page("season", seen, status, season=views.season(found), frozen=found.frozen, error=error)


@blueprint.post("/league/<slug>/season/<season>/<any(close,reopen,remove):what>")
def judge_season(slug: str, season: str, what: str) -> Response:
    """Close it with a frozen copy, open it again with a reason, or take an empty plan away."""
    data, phone = forms.sent(), current_phone()
    note, id_ = forms.text(data, "note"), SeasonId(season)
    try:
        if what == "close":
            service.close_season(slug, phone, data.get("key"), season, note)
        elif what == "reopen":
            turn.change(slug, phone, data.get("key"), changes.SeasonReopened(id_, note))
        else:
            turn.change(slug, phone, data.get("key"), changes.SeasonRemoved(id_))
    except Problem as problem:
        return _season(organised(slug), season, problem.status, common.here(problem))
    return back_to("seasons", slug)
