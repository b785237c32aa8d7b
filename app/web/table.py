"""The table page: one stage per phone, and everything that is done there."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for

from app.errors import Problem, Refusal, Stale
from app.games.phrases import Seat
from app.tables import drafts, looking, opening, playing, seats
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import forms, screens
from app.web.phone import current_phone
from app.web.screens import seen_by, wants_fragment
from app.web.speech import spoken

blueprint = Blueprint("table", __name__)


def done(code: str, back: str | None = None, seen: looking.Look | None = None) -> Response:
    """After a write: the fresh stage for our script, the way back for a plain form."""
    if wants_fragment():
        return screens.stage(code, seen)
    otherwise = url_for("table.page", code=code)
    return redirect(forms.local(back if back is not None else request.form.get("return_to"), otherwise), 303)  # type: ignore[return-value]


@blueprint.get("/t/<code>")
def page(code: str) -> Any:
    """What this phone does now."""
    proper = tidy_code(code)
    if proper != code:
        return redirect(url_for("table.page", code=proper), 302)
    look = seen_by(code, current_phone())
    html = screens.screen(screens.template(look), look)
    return screens.numbered(make_response(render_template("table/page.html", look=look, screen=html)), look)


@blueprint.get("/t/<code>/stage")
def stage(code: str) -> Response:
    """The same, as a fragment: 304 (or 204) when nothing is new."""
    return screens.stage(tidy_code(code))


@blueprint.put("/t/<code>/draft")
def draft(code: str) -> Response:
    """Keep what a seat is thinking about. Rings no bell."""
    code, data = tidy_code(code), forms.sent()
    chosen = {name: data.get(name, []) for name in looking.game_at(code).drafted}
    drafts.save(code, current_phone(), chosen, forms.seat_for(data))
    return make_response("", 204)


@blueprint.post("/t/<code>/do")
def do(code: str) -> Response:
    """An action of the game."""
    code, data = tidy_code(code), forms.sent()
    game = looking.game_at(code)
    from_draft = forms.yes(data, "from_draft")
    seat = forms.seat_for(data)
    body = forms.action(data, game, from_draft)
    chosen = {name: body[name] for name in game.drafted if name in body}
    if chosen:  # a withdrawal comes back to them, also where no script has kept a draft
        with suppress(Problem):
            drafts.save(code, current_phone(), chosen, seat)
    try:
        counted = playing.submit(
            code,
            current_phone(),
            body,
            key=check_key(data.get("key")),
            seen=forms.maybe_number(data, "seen"),
            for_seat=seat,
            from_draft=from_draft,
        )
    except Refusal as refusal:
        question = game.asks.get(refusal.findings[0].rule)
        if question is None:
            raise
        return _ask(seen_by(code, current_phone()), question, seat, refusal)
    except Stale as stale:
        if not playing.may_replace(code, current_phone(), body, seat):
            raise
        return _theirs_or_mine(code, body, seat, stale)
    return done(code, seen=counted.look)


def _theirs_or_mine(code: str, body: Mapping[str, Any], seat: Seat | None, stale: Stale) -> Response:
    """Two phones answered the same question: what is stored, by whom, and the choice to put one's own in its place."""
    look = seen_by(code, current_phone())
    more: dict[str, Any] = {
        "text": spoken(stale.says, {each["number"]: each["name"] for each in look["seats"]}),
        "body": body,
        "seat": seat,
    }
    if wants_fragment():
        g.fragment = True
        response = make_response(screens.screen("table/faster_fragment.html", look, **more), stale.status)
        response.headers["X-Starkeeper-Problem"] = stale.kind
    else:
        response = make_response(screens.screen("table/faster_page.html", look, **more), stale.status)
    return screens.numbered(response, look)


@blueprint.post("/t/<code>/instead")
def instead(code: str) -> Response:
    """My entry in the place of the one that was faster."""
    code, data = tidy_code(code), forms.sent()
    playing.instead(
        code,
        current_phone(),
        forms.action(data, looking.game_at(code), from_draft=False),
        key=check_key(data.get("key")),
        seen=forms.maybe_number(data, "seen"),
        for_seat=forms.seat_for(data),
    )
    return done(code)


def _ask(look: screens.Json, question: str, seat: Seat | None, refusal: Refusal) -> Response:
    """A refusal that is a question: asked where the buttons are, or on a page of its own without a script. What was
    chosen was kept as a draft, so the question holds nothing of it."""
    name = f"{look['game']}/{question}"
    if wants_fragment():
        response = screens.fragment(f"{name}_fragment.html", look, seat=seat)
        response.headers["X-Starkeeper-Ask"] = question  # not an error
        return response
    page = render_template(f"{name}_page.html", look=look, seats=look["seats"], view=look["view"], seat=seat)
    return make_response(page, refusal.status)


@blueprint.post("/t/<code>/start")
def start(code: str) -> Response:
    """Begin the game."""
    code, data = tidy_code(code), forms.sent()
    opening.start(code, current_phone(), forms.setup(data, looking.game_at(code)), check_key(data.get("key")))
    return done(code)


@blueprint.post("/t/<code>/lobby")
def lobby(code: str) -> Response:
    """Back to the lobby while nothing was played."""
    code = tidy_code(code)
    opening.back_to_lobby(code, current_phone(), check_key(forms.sent().get("key")))
    return done(code)


@blueprint.post("/t/<code>/again")
def again(code: str) -> Response:
    """The same people once more; the host's phone goes ahead."""
    fresh = opening.again(tidy_code(code), current_phone(), check_key(forms.sent().get("key")))
    if wants_fragment():
        return go_to(url_for("table.page", code=fresh))
    return redirect(url_for("table.page", code=fresh), 303)  # type: ignore[return-value]


def go_to(address: str) -> Response:
    """Tell our script to open another page of this house."""
    response = make_response("", 200)
    response.headers["X-Starkeeper-Go"] = address
    return response


@blueprint.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Take the last step back."""
    code, data = tidy_code(code), forms.sent()
    playing.undo(code, current_phone(), key=check_key(data.get("key")), seen=forms.maybe_number(data, "seen"))
    return done(code)


@blueprint.post("/t/<code>/redo")
def redo(code: str) -> Response:
    """Bring it back."""
    code, data = tidy_code(code), forms.sent()
    playing.redo(code, current_phone(), key=check_key(data.get("key")), seen=forms.maybe_number(data, "seen"))
    return done(code)


@blueprint.post("/t/<code>/cover")
def cover(code: str) -> Response:
    """Nothing secret stays on the screen; the phone is passed on."""
    code = tidy_code(code)
    seats.cover(code, current_phone())
    return done(code)


@blueprint.post("/t/<code>/uncover")
def uncover(code: str) -> Response:
    """ "I am Mia." """
    code = tidy_code(code)
    seats.uncover(code, current_phone(), Seat(forms.number(forms.sent(), "seat")))
    return done(code)


@blueprint.post("/t/<code>/face")
def face(code: str) -> Response:
    """From which side a seat looks at the cards."""
    code, data = tidy_code(code), forms.sent()
    seats.face(code, current_phone(), forms.number(data, "turn"), forms.seat_for(data))
    return done(code)
