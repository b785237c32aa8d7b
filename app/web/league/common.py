"""What the pages of leagues share: the frame, forms, and errors that are told where they happened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for

from app.errors import Malformed, Problem
from app.games.phrases import say
from app.leagues.stored import turn, views
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json
from app.leagues.valid import Scope
from app.tables.models import now
from app.web import forms
from app.web.phone import current_phone
from app.web.speech import spoken

#: Problems that are told on the page where they happened; every other has a page of its own.
HERE = (400, 409, 410, 422)


def look(slug: str) -> Seen:
    """The league as the asking phone may read it."""
    return turn.look(slug, current_phone())


def organised(slug: str) -> Seen:
    """The league, for its organiser."""
    return turn.organised(slug, current_phone())


def page(name: str, seen: Seen, status: int = 200, **more: Any) -> Response:
    """A page of the league."""
    told = views.league(seen, now())
    more.setdefault("error", None)
    return make_response(render_template(f"league/{name}.html", league=told, **more), status)


def back_to(endpoint: str, slug: str, **more: Any) -> Response:
    """After a write: where to look at it."""
    return redirect(url_for(f"league.{endpoint}", slug=slug, **more), 303)  # type: ignore[return-value]


def here(problem: Problem) -> str:
    """The sentence of a problem that is told on the same page; every other is raised again."""
    if problem.status not in HERE:
        raise problem
    return spoken(problem.says)


def scope(seen: Seen) -> Scope:
    """The season and game that the address asks for."""
    return views.scope_of(seen, request.args.get("season"), request.args.get("game"), now())


# Forms


def day(data: Mapping[str, Any], name: str) -> date | None:
    """A day out of a date field; None when it is empty. Raises Malformed."""
    typed = forms.text(data, name).strip()
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise Malformed(say("That is no day. Write it like 2026-01-31."), fields={name: "day"}) from None


def need_day(data: Mapping[str, Any], name: str) -> date:
    found = day(data, name)
    if found is None:
        raise Malformed(say("Choose a day."), fields={name: "missing"})
    return found


def clock(data: Mapping[str, Any], name: str) -> time | None:
    """A time of day out of a time field; None when it is empty. Raises Malformed."""
    typed = forms.text(data, name).strip()
    if not typed:
        return None
    try:
        return time.fromisoformat(typed)
    except ValueError:
        raise Malformed(say("That is no time of day. Choose hours and minutes."), fields={name: "time"}) from None


def when(data: Mapping[str, Any]) -> date | datetime:
    """The local day, or day and time, at which a game ended."""
    on, at = need_day(data, "day"), clock(data, "clock")
    return on if at is None else datetime.combine(on, at.replace(tzinfo=None))


def score(text: str) -> int | None:
    """A score as people type it; None when nothing was. Raises Malformed."""
    typed = text.strip()
    if not typed:
        return None
    if not re.fullmatch(r"-?\d{1,6}", typed, re.ASCII):
        raise Malformed(say("A score is a whole number. Check what was typed."), fields={"score": "number"})
    return int(typed)


def chosen_seats(prefix: str = "") -> list[Json]:
    """The rows of a form of seats: who, place, score; rows in which nobody was chosen are left out."""
    who = request.form.getlist(f"{prefix}member")
    places, scores = request.form.getlist(f"{prefix}place"), request.form.getlist(f"{prefix}score")
    rows = []
    for number, member in enumerate(who[:12]):
        if member:
            rows.append(
                {
                    "member": member,
                    "place": places[number] if number < len(places) else "",
                    "score": scores[number] if number < len(scores) else "",
                }
            )
    return rows


def read_seats(rows: list[Json]) -> list[tuple[str, int | None, int | None]]:
    """The same as numbers. Raises Malformed."""
    return [(row["member"], score(row["place"]), score(row["score"])) for row in rows]
