"""What if: what one could do now, chosen from a list, and what it would do. Nothing is stored.

What was chosen is posted, never put into an address: one's own secret choice stays out of histories and logs.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from app.errors import Malformed, Problem
from app.games.kernel import Game
from app.games.phrases import say
from app.tables import whatif
from app.tables.turns import tidy_code
from app.web import edits, forms, screens
from app.web.afterwards import as_then
from app.web.amendments import SHOWN, names_in, page, sentences, trouble
from app.web.limits import TRYING, limiter
from app.web.phone import current_phone
from app.web.problems import finding_json
from app.web.screens import Json, seen_by
from app.web.speech import speaker

blueprint = Blueprint("whatif", __name__)


@blueprint.get("/t/<code>/whatif")
@limiter.limit(TRYING)
def choose(code: str) -> Response:
    """What could be done now?"""
    return _choose(tidy_code(code))


def _choose(code: str, problem: Problem | None = None) -> Response:
    told = whatif.choices(code, current_phone())
    look = seen_by(code, current_phone())
    names = names_in(look)
    said = speaker(names)
    return page(
        "amend/whatif.html",
        look,
        200 if problem is None else problem.status,
        seen=told.seq,
        groups=sentences(told.game, [(one.says, _data(told.game, one.action), False) for one in told.choices], names),
        ticks=told.ticks,
        secret=None if told.secret is None else said(told.secret),
        error=None if problem is None else trouble(problem, names),
    )


@blueprint.post("/t/<code>/whatif")
@limiter.limit(TRYING)
def tell(code: str) -> Response:
    """What it would do: its line, the points, the reasons, and the table then."""
    code, data = tidy_code(code), forms.sent()
    try:
        action = _chosen(data)
        seat = action.pop("for", None)
        seen = forms.maybe_number(data, "seen")
        tried = whatif.preview(code, current_phone(), action, seen=seen, for_seat=forms.seat_for({"for": seat}))
    except Problem as problem:
        if problem.status not in SHOWN:
            raise
        return _choose(code, problem)
    look = seen_by(code, current_phone())
    names = names_in(look)
    said = speaker(names)
    view = tried.game.wire.dump_view(tried.view, said)
    then = as_then(look, names, view)
    return page(
        "amend/whatif_told.html",
        look,
        line=None if tried.line is None else said(tried.line),
        why=[finding_json(one, names) for one in tried.why],
        notes=[finding_json(one, names) for one in tried.notes if one not in tried.why],
        effect={
            "points": {"before": tried.before, "after": tried.after},
            "winners": {"before": None, "after": (view["outcome"] or {}).get("winners")},
        },
        stage=screens.screen(screens.template(then), then),
        fields=_fields(action),
        seat=seat,
        seen=tried.seq,
    )


def _data(game: Game[Any, Any, Any], action: Any) -> Json:
    """The action as the form carries it: the seat that acts is told apart, as ``for``."""
    data = game.wire.dump_action(action)
    return {("for" if name == "seat" and type(action).by == "seat" else name): one for name, one in data.items()}


def _chosen(data: Json) -> Json:
    """The action that the form says. Raises Malformed where nothing was chosen."""
    if data.get("to"):
        chosen = edits.action(data["to"])
    elif data.get("type") and data.get("field"):
        field, seat = forms.text(data, "field"), forms.number(data, "for")
        ticks = request.form.getlist("ticked")
        ticked = [int(one) for one in ticks if one.isascii() and one.isdecimal() and len(one) < 3]
        chosen = {"type": forms.text(data, "type"), field: ticked, "for": seat}
    else:
        chosen = None
    if chosen is None:
        raise Malformed(say("Choose what you would do."), fields={"to": "missing"})
    return chosen


def _fields(action: Json) -> list[tuple[str, Any]]:
    """The action as the fields of a form, to do it."""
    fields: list[tuple[str, Any]] = []
    for name, value in action.items():
        for one in value if isinstance(value, list) else [value]:
            fields.append((name, {True: "1", False: "0"}.get(one, one) if isinstance(one, bool) else one))
    return fields
