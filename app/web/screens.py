"""Which screen a phone gets. Templates are handed the look as JSON only: what the API does not show, no page can."""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, g, make_response, render_template, request
from markupsafe import Markup

from app.games import GAMES
from app.tables import looking
from app.tables.wire import dump_look
from app.web.phone import current_phone
from app.web.speech import speaker

Json = dict[str, Any]


def seen_by(code: str, phone: int | None) -> Json:
    """The table as this phone may see it."""
    return told(looking.look(code, phone))


def told(look: looking.Look) -> Json:
    """A look as templates get it."""
    return dump_look(look, speaker({seat.number: seat.name for seat in look.seats}))


def template(look: Json) -> str:
    """The template of the screen this look calls for."""
    if look["status"] == "lobby":
        return "table/lobby.html" if look["host"] else "table/waiting.html"
    return f"{look['game']}/{GAMES[look['game']].stage(look)}.html"


def wall_template(look: Json) -> str:
    """The same for the screen on the wall."""
    return "tv/lobby.html" if look["status"] == "lobby" else f"{look['game']}/tv.html"


def screen(name: str, look: Json, **more: Any) -> Markup:
    """A screen's HTML. The first number of seats in ``view`` equals that in ``seats``."""
    return Markup(render_template(name, look=look, view=look["view"], seats=look["seats"], you=look["you"], **more))  # noqa: S704


def fragment(name: str, look: Json, **more: Any) -> Response:
    """A screen for our script: with the table's number, an ETag, and 304 or 204 when nothing is new."""
    g.fragment = True
    known = request.headers.get("If-None-Match")
    if request.method == "GET" and known is None and request.args.get("have") == str(look["seq"]):
        return numbered(make_response("", 204), look)
    body = str(screen(name, look, **more))
    tag = hashlib.sha256(body.encode()).hexdigest()[:24]
    if request.method == "GET" and known is not None and tag in known:  # a compressor may have added to the tag
        response = make_response("", 304)
    else:
        response = make_response(body)
    response.set_etag(tag)
    return numbered(response, look)


def numbered(response: Response, look: Json) -> Response:
    """Say which number of the table this is."""
    response.headers["X-Starkeeper-Seq"] = str(look["seq"])
    response.headers["Cache-Control"] = "private, no-store"
    return response


def stage(code: str, seen: looking.Look | None = None) -> Response:
    """The fresh stage of the asking phone; ``seen`` where its own tap has just told it."""
    look = seen_by(code, current_phone()) if seen is None else told(seen)
    return fragment(template(look), look)


def wants_fragment() -> bool:
    """Whether our script is asking."""
    return request.headers.get("X-Starkeeper") == "fragment"
