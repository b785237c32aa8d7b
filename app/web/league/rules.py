"""How points work: presets, and every rule by hand; what other rules would change is shown before they hold."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flask import Response, request

from app.errors import Malformed, Problem
from app.games.phrases import say
from app.leagues import changes, presets
from app.leagues.book import GuestRule, Measure, Rules, TieBreak
from app.leagues.games import COMPETITIVE, MOST_SEATS
from app.leagues.stored import service, views
from app.leagues.words import explained, number
from app.web import forms
from app.web.league import blueprint, common
from app.web.league.common import back_to, look, organised, page
from app.web.phone import current_phone
from app.web.speech import spoken

SIZES = range(2, MOST_SEATS + 1)
#: So many tie-breaks in the form; more decide nothing that anybody would notice.
MOST_BREAKS = 6


@blueprint.route("/league/<slug>/rules", methods=["GET", "POST"])
def rules(slug: str) -> Response:
    """How points work; for the organiser a form."""
    seen = look(slug)
    told = [spoken(each) for each in explained(seen.book.rules)]
    if request.method == "GET" and not seen.organises:
        return page("rules", seen, explained=told)
    seen = organised(slug)
    preset = presets.PRESETS.get(request.args.get("preset", ""))
    data = shown(seen.book.rules)
    if preset is not None:  # sign-off and ratings are the league's own
        data = {**shown(preset.rules), "rated": data["rated"], "provisional": data["provisional"]}
    error, status, moves = None, 200, None
    if request.method == "POST":
        sent = forms.sent()
        data = {**sent, "breaks": request.form.getlist("breaks"), "rated": request.form.getlist("rated")}
        data["rows"] = {size: forms.text(sent, f"row{size}") for size in SIZES}
        try:
            change = changes.Ruled(read(data, seen.book.rules))
            if forms.text(sent, "do") == "save":
                service.change_seen(slug, current_phone(), sent.get("key"), change, forms.maybe_number(sent, "seen"))
                return back_to("rules", slug)
            moves = views.moved(seen, service.preview(slug, current_phone(), change).moves)
        except Problem as problem:
            error, status = common.here(problem), problem.status
    return page(
        "rules",
        seen,
        status,
        explained=told,
        data=data,
        sizes=SIZES,
        error=error,
        moves=moves,
        seq=seen.position.seq,
        most_breaks=MOST_BREAKS,
        competitive=COMPETITIVE,
    )


def shown(rules: Rules) -> dict[str, Any]:
    """Rules as the form shows them."""
    by_size = {len(row): " ".join(number(points) for points in row) for row in rules.rows}
    return {
        "rows": {size: by_size.get(size, "") for size in SIZES},
        "measure": str(rules.measure),
        "best": _shown(rules.best),
        "minimum": str(rules.minimum),
        "attendance": number(rules.attendance),
        "attendance_days": _shown(rules.attendance_days),
        "bye": number(rules.bye),
        "byes": _shown(rules.byes),
        "guests": str(rules.guests),
        "breaks": [str(one) for one in rules.breaks],
        "rated": [str(one) for one in rules.rated],
        "provisional": str(rules.provisional),
        "preset": rules.preset,
    }


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)


def read(data: dict[str, Any], before: Rules) -> Rules:
    """The rules out of the form; what it does not show stays. Raises Malformed."""
    filled = [(size, points(data["rows"][size], size)) for size in SIZES if data["rows"][size].strip()]
    return dataclasses.replace(
        before,
        rows=tuple(row for _size, row in filled),
        measure=Measure(measure) if (measure := forms.text(data, "measure")) in set(Measure) else before.measure,
        best=forms.maybe_number(data, "best"),
        minimum=forms.maybe_number(data, "minimum") or 0,
        attendance=_one(forms.text(data, "attendance")),
        attendance_days=forms.maybe_number(data, "attendance_days"),
        bye=_one(forms.text(data, "bye")),
        byes=forms.maybe_number(data, "byes"),
        guests=GuestRule(guests) if (guests := forms.text(data, "guests")) in set(GuestRule) else before.guests,
        breaks=_breaks(data["breaks"]),
        rated=tuple(game for game in COMPETITIVE if game in data["rated"]),
        provisional=forms.maybe_number(data, "provisional") or 0,
        preset=forms.text(data, "preset")[:40],
    )


def _breaks(chosen: Sequence[str]) -> tuple[TieBreak, ...]:
    return tuple(TieBreak(one) for one in dict.fromkeys(chosen) if one in set(TieBreak))


def points(text: str, size: int) -> tuple[Fraction, ...]:
    """``12 8 5 3 2`` as points by place, for a table of ``size``. Raises Malformed."""
    parts = [part for part in re.split(r"[\s;]+", text.strip()) if part not in ("", "–", "-")]
    if len(parts) != size:
        raise Malformed(
            say("A table of %(num)s needs %(num)s numbers, the winner's first.", num=size),
            fields={f"row{size}": "length"},
        )
    return tuple(_one(part) for part in parts)


def _one(text: str) -> Fraction:
    """``7``, ``7.5``, ``7,5`` or ``15/2``; nothing is zero. Raises Malformed."""
    typed = text.strip().replace(",", ".")
    if not typed:
        return Fraction(0)
    if not re.fullmatch(r"\d{1,7}(\.\d{1,3}|/[1-9]\d{0,2})?", typed, re.ASCII):
        raise Malformed(say("Points are numbers like 7, 7.5 or 15/2."), fields={"rows": "number"})
    return Fraction(typed)
