"""Leagues on this phone; opening one, bringing one from a file, and the ways in."""

from __future__ import annotations

import dataclasses
from typing import Any

from flask import make_response, redirect, render_template, request, url_for

from app.errors import Malformed, Problem
from app.leagues import changes, presets, zones
from app.leagues.answers import Refused
from app.leagues.exchange import json as league_json
from app.leagues.stored import doors, turn
from app.leagues.stored.doors import OpenedLeague
from app.leagues.stored.position import uncollected
from app.leagues.stored.turn import Role
from app.tables import store
from app.web import forms, qr
from app.web.league import blueprint
from app.web.league.common import here
from app.web.limits import OPENING, SITTING, limiter
from app.web.phone import current_phone, need_phone
from app.web.speech import spoken

#: A league of many years is a bigger file than anything else that is sent here.
MOST_BYTES = 64 * 1024 * 1024


@blueprint.get("/leagues")
def home() -> str:
    """The leagues this phone knows, and the ways to others."""
    return render_template("league/home.html", mine=doors.mine(current_phone()), error=None)


@blueprint.get("/leagues/find")
def find() -> Any:
    """From a pasted link or the last part of an address to the league's page."""
    typed = request.args.get("link", "")[:300].strip()
    slug = typed.split("#")[0].split("?")[0].rstrip("/")
    if "/league/" in slug:
        slug = slug.split("/league/", 1)[1].split("/")[0]
    try:
        with store.reading() as connection:
            turn.row_of(connection, slug.rsplit("/", 1)[-1].lower())
    except Problem as problem:
        mine = doors.mine(current_phone())
        page = render_template("league/home.html", mine=mine, error=spoken(problem.says), typed=typed)
        return make_response(page, problem.status)
    slug = slug.rsplit("/", 1)[-1].lower()
    secret = typed.rsplit("#", 1)[1] if "#" in typed else ""
    return redirect(url_for("league.door", slug=slug) + (f"#{secret}" if secret else ""), 303)


# Opening


@blueprint.route("/leagues/new", methods=["GET", "POST"])
@limiter.limit(OPENING, methods=["POST"])
def new() -> Any:
    """Open a league."""
    data: dict[str, Any] = {"preset": "pot", "sign": "2", "zone": "Europe/Paris"}
    error, status = None, 200
    if request.method == "POST":
        data = forms.sent()
        try:
            return _made(doors.open_league(_opened(data), need_phone(), data.get("key")))
        except Problem as problem:
            error, status = here(problem), problem.status
    page = render_template("league/new.html", data=data, zones=sorted(zones.every()), error=error)
    return make_response(page, status)


def _opened(data: dict[str, Any]) -> changes.Opened:
    preset = presets.PRESETS.get(forms.text(data, "preset"), presets.PRESETS["pot"])
    sign = forms.maybe_number(data, "sign")
    rules = dataclasses.replace(preset.rules, confirmations=2 if sign is None else min(sign, 2))
    name, zone = forms.text(data, "name"), forms.text(data, "zone").strip()
    return changes.Opened("", name, zone, rules, forms.yes(data, "public"))


def _made(opened: OpenedLeague) -> Any:
    """The links are told in this answer only."""
    if not opened.organiser:
        return redirect(url_for("league.standings", slug=opened.slug), 303)
    return make_response(
        render_template(
            "league/made.html",
            slug=opened.slug,
            organiser=link_of(opened.slug, Role.ORGANISER, opened.organiser),
            member=link_of(opened.slug, Role.MEMBER, opened.member),
        )
    )


def link_of(slug: str, role: Role, secret: str) -> str:
    """The address with the secret behind the #, where no server sees it."""
    way = "league.door" if role is Role.MEMBER else "league.organiser"
    return f"{qr.house()}{url_for(way, slug=slug)}#{secret}"


@blueprint.route("/leagues/bring", methods=["GET", "POST"])
@limiter.limit(OPENING, methods=["POST"])
def bring() -> Any:
    """A league out of a file that Starkeeper wrote: the same lines, new links."""
    error, status = None, 200
    if request.method == "POST":
        request.max_content_length = MOST_BYTES
        try:
            file = request.files.get("file")
            with uncollected():
                answer = league_json.read(file.read() if file is not None else b"")
            if isinstance(answer, Refused):
                raise Malformed(answer.says)
            return _made(doors.bring(answer.value.lines, need_phone(), request.form.get("key"), book=answer.value.book))
        except Problem as problem:
            error, status = here(problem), problem.status
    return make_response(render_template("league/bring.html", error=error), status)


# The ways in


@blueprint.get("/league/<slug>/organiser")
def organiser(slug: str) -> str:
    """Where the organiser's link leads: its secret is behind the #, and is sent from here by POST."""
    return _door(slug, organiser=True)


@blueprint.get("/league/<slug>/door")
def door(slug: str) -> str:
    """Where the members' link leads."""
    return _door(slug, organiser=False)


def _door(slug: str, *, organiser: bool, error: str | None = None) -> str:
    with store.reading() as connection:
        roles = turn.roles_of(connection, turn.row_of(connection, slug), current_phone())
    return render_template("league/door.html", slug=slug, organiser=organiser, roles=roles, error=error)


@blueprint.post("/league/<slug>/enter")
@limiter.limit(SITTING)
def open_door(slug: str) -> Any:
    """Open the league on this phone with the code out of a link."""
    data = forms.sent()
    try:
        doors.enter(slug, need_phone(), data.get("code"))
    except Problem as problem:
        if problem.status not in (400, 404):
            raise
        return make_response(_door(slug, organiser=False, error=spoken(problem.says)), problem.status)
    return redirect(url_for("league.standings", slug=slug), 303)


@blueprint.post("/league/<slug>/leave")
def leave(slug: str) -> Any:
    """This phone forgets the league."""
    doors.leave(slug, current_phone())
    return redirect(url_for("league.home"), 303)
