"""The screen on the wall: read only, big, and blind to whoever's phone opens it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from app.errors import Problem
from app.tables import looking
from app.tables.turns import tidy_code
from app.web import qr, screens
from app.web.speech import spoken

blueprint = Blueprint("wall", __name__)


@blueprint.get("/tv")
def ask() -> Any:
    """Which table shall this screen show?"""
    typed, error, status = request.args.get("code", ""), None, 200
    if typed:
        try:
            code = tidy_code(typed)
            looking.head(code)
            return redirect(url_for("wall.tv", code=code), 302)
        except Problem as problem:
            error, status = spoken(problem.says), problem.status
    return make_response(render_template("tv/ask.html", typed=typed, error=error), status)


@blueprint.get("/t/<code>/tv")
def tv(code: str) -> Response:
    """The wall of a table."""
    code = tidy_code(code)
    look = screens.seen_by(code, None)
    html = screens.screen(screens.wall_template(look), look, **_way_in(code))
    return screens.numbered(make_response(render_template("tv/page.html", look=look, screen=html)), look)


@blueprint.get("/t/<code>/tv/screen")
def screen(code: str) -> Response:
    """The same as a fragment."""
    code = tidy_code(code)
    look = screens.seen_by(code, None)
    return screens.fragment(screens.wall_template(look), look, **_way_in(code))


def _way_in(code: str) -> dict[str, Any]:
    return {"join_address": qr.join_address(code), "house": qr.short_house(), "qr": qr.svg}
