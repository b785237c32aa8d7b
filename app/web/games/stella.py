"""What only Stella has: a look at my marks, the side I mark from, and three steps before the marking in one tap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from app.errors import Malformed, NotFound
from app.games.phrases import say
from app.tables import drafts, playing, seats
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import forms, screens, table
from app.web.phone import current_phone
from app.web.screens import seen_by, wants_fragment

blueprint = Blueprint("stella", __name__)


@blueprint.post("/t/<code>/open-round")
def open_round(code: str) -> Response:
    """The host's one button before the marking: the swapped row and the word where told, then the start.

    Three actions with keys made of one tap, so that the tap counts once however often it is sent.
    """
    code, data, phone = tidy_code(code), forms.sent(), current_phone()
    key = check_key(data.get("key"))
    if len(key) > 60:
        raise Malformed(say("Send a fresh random key of 8 to 60 characters with every action."), fields={"key": "long"})
    seen = forms.number(data, "seen")
    look = seen_by(code, phone)
    view = look["view"]
    if view is not None and view["phase"] == "opening" and seen >= look["game_seq"]:
        row, word = forms.maybe_number(data, "row"), forms.text(data, "text").strip()
        if row is not None and view["number"] > 1 and view["swapped"][view["number"] - 2] != row:
            seen = playing.submit(code, phone, {"type": "swap_row", "row": row}, key=f"{key}-row").seq
        if word != view["word"]:
            seen = playing.submit(code, phone, {"type": "word", "text": word}, key=f"{key}-w").seq
    return table.done(code, seen=playing.submit(code, phone, {"type": "begin"}, key=key, seen=seen).look)


@blueprint.get("/t/<code>/peek")
def peek(code: str) -> Response:
    """My locked marks, for as long as I hold the button. Nothing of them is in the stage itself."""
    look = _at_stella(code)
    marks = (look["view"] or {}).get("my_marks") or []
    if wants_fragment():
        return screens.fragment("stella/peek.html", look, marks=marks)
    return make_response(
        render_template("stella/peek_page.html", look=look, seats=look["seats"], view=look["view"], marks=marks)
    )


@blueprint.post("/t/<code>/side")
def side(code: str) -> Response:
    """The side from which a seat looks at the cards, told before its first mark: its (still empty) draft begins."""
    code, data, phone = tidy_code(code), forms.sent(), current_phone()
    seat = forms.seat_for(data)
    seats.face(code, phone, forms.number(data, "turn"), seat)
    look = _at_stella(code)
    if look["draft"] is None and look["view"] is not None and look["view"]["phase"] == "marking":
        drafts.save(code, phone, {"cells": []}, seat)
    return table.done(code)


def _at_stella(code: str) -> screens.Json:
    """The table as this phone sees it. Raises NotFound for another game's."""
    look = seen_by(tidy_code(code), current_phone())
    if look["game"] != "stella":
        raise NotFound(say("There is nothing here. Check the address, or go to the first page."))
    return look


@blueprint.app_template_global()
def cell_name(cell: int) -> str:
    """``A1`` to ``C5``."""
    return f"{'ABC'[cell // 5]}{cell % 5 + 1}"


@blueprint.app_template_global()
def board_side(turn: int) -> str:
    """Where the board lies on the screen of somebody who sits there; in the host's eyes it lies at the bottom."""
    return {0: "bottom", 90: "right", 180: "top", 270: "left"}[turn]


@blueprint.app_template_global()
def reveal_step(view: Mapping[str, Any]) -> int:
    """How many cards were shown this round."""
    return len(view["revealed"])
