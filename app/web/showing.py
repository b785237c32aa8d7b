"""A verdict for everybody: the question before it is shown, and its words on each screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext

from app.errors import Problem
from app.judge import addresses, wire
from app.tables import showing
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import forms
from app.web.phone import current_phone
from app.web.screens import seen_by
from app.web.speech import speaker
from app.web.words import spoken_text

blueprint = Blueprint("showing", __name__)


def init_app(app: Flask) -> None:
    """Hang the page and the words on the app."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(verdict_told=verdict_told)


def verdict_told(address: str, seats: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The verdict at that address in the reader's language, with the table's names; None where there is none (an
    address that an older version kept)."""
    try:
        asked = addresses.read(address)
    except Problem:
        return None
    names = {number: gettext("Player %(num)s", num=number + 1) for number in range(6)}
    known = {seat["number"]: str(seat["name"]) for seat in seats}
    names |= {number: known[seat] for number, seat in enumerate(asked.seats) if seat in known}
    return wire.dump_judged(asked.game, asked.question, asked.told, asked.judged, speaker(names), spoken_text)


@blueprint.get("/t/<code>/verdict")
def ask(code: str) -> Response:
    """Show this verdict on all phones and on the wall?"""
    code = tidy_code(code)
    look = seen_by(code, current_phone())
    address = request.args.get("address", "")
    addresses.read(address)
    html = render_template(
        "judge/show.html", look=look, seats=look["seats"], view=look["view"], you=look["you"], address=address
    )
    return make_response(html)


@blueprint.post("/t/<code>/verdict")
def show(code: str) -> Any:
    """Show it, until the game goes on."""
    code, data = tidy_code(code), forms.sent()
    address = forms.text(data, "address")
    addresses.read(address)
    showing.show(code, current_phone(), address, key=check_key(data.get("key")))
    return redirect(url_for("table.page", code=code), 303)
