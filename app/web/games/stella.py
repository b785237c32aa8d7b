"""The one route that only Stella has: three steps before the marking behind one button."""

from __future__ import annotations

from flask import Blueprint, Response

from app.errors import Malformed
from app.games.phrases import say
from app.tables import playing
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import forms, table
from app.web.phone import current_phone
from app.web.screens import seen_by

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
