"""Pages without a table: home, a new table, joining, settings, news; and what browsers fetch by themselves."""

from __future__ import annotations

import difflib
import json
from datetime import date
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import format_date, gettext

from app import config
from app.errors import Closed, NotFound, Problem, Taken, Unfit
from app.games import GAMES
from app.leagues.stored import tables as league_tables
from app.tables import looking, opening, seats
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import assets, forms, words
from app.web.limits import OPENING, SITTING, limiter
from app.web.news import NEWS
from app.web.phone import KEEP_SECONDS, current_phone, need_phone
from app.web.screens import Json, seen_by
from app.web.speech import LANGUAGE_COOKIE, LANGUAGES, spoken

blueprint = Blueprint("pages", __name__)


# Home, and finding a table


@blueprint.get("/")
def home() -> str:
    """The first page."""
    return _home("", None, None)


def _home(typed: str, error: str | None, meant: str | None) -> str:
    mine = looking.tables_of(current_phone())
    for table in mine:
        table["title"] = GAMES[table["game"]].title if table["game"] in GAMES else table["game"]
    return render_template("home.html", mine=mine, typed=typed, error=error, meant=meant)


@blueprint.get("/find")
def find() -> Any:
    """From the code that somebody typed (or the address that somebody pasted) to the table."""
    typed = request.args.get("code", "")[:200]
    try:
        code = tidy_code(typed)
        looking.head(code)
    except Problem as problem:
        known = [str(table["code"]) for table in looking.tables_of(current_phone())]
        near = difflib.get_close_matches(typed.strip().upper(), known, 1, 0.6)
        page = _home(typed, spoken(problem.says), near[0] if near else None)
        return make_response(page, problem.status)
    return redirect(url_for("pages.join", code=code), 303)


@blueprint.route("/new", methods=["GET", "POST"])
@limiter.limit(OPENING, methods=["POST"])
def new() -> Any:
    """Open a table."""
    data = forms.sent() if request.method == "POST" else {}
    slug = forms.text(data or request.args, "league")
    error, status = None, 200
    if request.method == "POST":
        try:
            key = check_key(data.get("key"))
            code = opening.open_table(data.get("game"), data.get("name"), need_phone(), key=key)
            if slug:
                league_tables.open_for(code, slug, current_phone())
            return redirect(url_for("table.page", code=code), 303)
        except Problem as problem:
            error, status = spoken(problem.says), problem.status
    name = forms.text(data, "name") or _last_name()
    page = render_template(
        "new.html", games=GAMES.values(), name=name, chosen=data.get("game"), league=slug, error=error
    )
    return make_response(page, status)


def _last_name() -> str:
    """What this phone was called at its last table."""
    mine = looking.tables_of(current_phone())
    return str(mine[0]["name"]) if mine else ""


# Joining


@blueprint.get("/j/<code>")
def join(code: str) -> Any:
    """Where the QR code leads."""
    proper = tidy_code(code)
    if proper != code:
        return redirect(url_for("pages.join", code=proper), 302)
    look = seen_by(code, current_phone())
    if look["you"] is not None:
        return redirect(url_for("table.page", code=code), 302)
    return _join(look, {"name": _last_name()}, None, 200)


def _join(look: Json, data: Json, problem: Problem | None, status: int) -> Response:
    taken = {seat["sign"] for seat in look["seats"]}
    free = [sign for sign in range(6) if sign not in taken]
    typed = forms.maybe_number(data, "sign")
    full = len(look["seats"]) >= look["most_players"]
    page = render_template(
        "join.html",
        look=look,
        seats=look["seats"],
        host=next((seat for seat in look["seats"] if seat["host"]), None),
        name=forms.text(data, "name"),
        free=free,
        sign=typed if typed in free else (free[0] if free else None),
        full=full,
        begun=look["status"] != "lobby",
        early=look["untouched"],
        error=None if problem is None else spoken(problem.says),
        taken=problem.extra if isinstance(problem, Taken) and "seat_id" in problem.extra else None,
        in_line=" Line/" in request.user_agent.string,
    )
    return make_response(page, status)


@blueprint.post("/j/<code>")
@limiter.limit(SITTING)
def sit(code: str) -> Any:
    """Sit down."""
    code, data = tidy_code(code), forms.sent()
    try:
        seats.sit(code, need_phone(), data.get("name"), forms.maybe_number(data, "sign"))
    except (NotFound, Closed) as problem:
        if isinstance(problem, NotFound) or not _is_open(code):
            raise
        return _join(seen_by(code, current_phone()), data, problem, problem.status)
    except Problem as problem:
        if isinstance(problem, Taken | Unfit) or problem.status == 400:
            return _join(seen_by(code, current_phone()), data, problem, problem.status)
        raise
    return redirect(url_for("table.page", code=code), 303)


def _is_open(code: str) -> bool:
    try:
        looking.head(code)
    except Problem:
        return False
    return True


# Settings


@blueprint.get("/settings")
def settings() -> str:
    """Language, theme, text size."""
    return render_template("settings.html", back=forms.local(request.args.get("back"), forms.referrer("/")))


@blueprint.post("/settings")
def choose() -> Any:
    """Remember a choice on this phone and go back to where it was made."""
    data = forms.sent()
    response = redirect(forms.local(forms.text(data, "back"), "/"), 303)
    for cookie, field, allowed in (
        (LANGUAGE_COOKIE, "lang", tuple(LANGUAGES)),
        (words.THEME_COOKIE, "theme", words.THEMES),
        (words.TEXT_COOKIE, "text", ("normal", "large")),
    ):
        value = data.get(field)
        if value in allowed:
            response.set_cookie(cookie, str(value), max_age=KEEP_SECONDS, samesite="Lax", httponly=True)
    return response


# Reading


@blueprint.get("/changelog")
def changelog() -> str:
    """What changed."""
    told = [(each, format_date(date(*each.date), "long")) for each in NEWS]
    return render_template("changelog.html", news=told)


# For browsers and those who look after the house


@blueprint.get("/healthz")
def healthz() -> Response:
    """Is the house in order? Asks the database."""
    from sqlalchemy import text

    from app.tables import store

    with store.reading() as connection:
        connection.execute(text("SELECT 1"))
    response = make_response("ok\n")
    response.mimetype = "text/plain"
    return response


@blueprint.get("/offline")
def offline() -> str:
    """Kept by the service worker for when there is no network."""
    return render_template("offline.html")


@blueprint.get("/offline/judge")
def judge_offline() -> str:
    """The same for the judge: what it needs, and what can be read meanwhile."""
    return render_template("judge/offline.html", games=GAMES.values())


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker, at the top so that it may look after every page; it knows the newest files by name."""
    reading = ["/rules", "/rules/readings", *(url_for("rules.game", game=game) for game in GAMES)]
    shell = [*assets.shell_addresses(), url_for("pages.offline"), url_for("pages.judge_offline"), *reading]
    head = f"const SHELL = {json.dumps(shell)};\n"
    response = make_response(head + (config.folder("static") / "sw.js").read_text())
    response.mimetype = "text/javascript"
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """For a sign on the home screen."""
    asset = "/static/icons/"
    response = make_response(
        json.dumps(
            {
                "name": "Starkeeper",
                "short_name": "Starkeeper",
                "description": gettext("The companion at the table: keeps secrets, counts, and says why."),
                "lang": words.language(),
                "start_url": "/",
                "scope": "/",
                "display": "standalone",
                "background_color": "#0B1026",
                "theme_color": "#0B1026",
                "icons": [
                    {"src": f"{asset}icon-192.png", "sizes": "192x192", "type": "image/png"},
                    {"src": f"{asset}icon-512.png", "sizes": "512x512", "type": "image/png"},
                    {
                        "src": f"{asset}icon-maskable-512.png",
                        "sizes": "512x512",
                        "type": "image/png",
                        "purpose": "maskable",
                    },
                ],
            },
            ensure_ascii=False,
        )
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Any:
    """Old browsers ask for it by this name."""
    return redirect("/static/icons/favicon-32.png", 301)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Tables are nobody's business."""
    response = make_response(
        "User-agent: *\nDisallow: /t/\nDisallow: /j/\nDisallow: /api/\nDisallow: /league/\nDisallow: /b/\n"
    )
    response.mimetype = "text/plain"
    return response
