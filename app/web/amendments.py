"""Putting a table right, page by page: which entry, what it should have been, what that changes, and who decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from app.api.corrected import effect_json
from app.errors import Malformed, Problem, Refusal
from app.games.amending import Id
from app.games.kernel import Finding, Game
from app.games.phrases import Phrase, say
from app.tables import alternatives, amending, proposals
from app.tables.alternatives import Question
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import edits as listed
from app.web import forms
from app.web.edits import Edit
from app.web.limits import TRYING, limiter
from app.web.phone import current_phone
from app.web.problems import finding_json
from app.web.screens import Json, seen_by
from app.web.speech import speaker, spoken

blueprint = Blueprint("righting", __name__)

#: From so many sentences on they are grouped.
MANY = 12
#: A "no" that is shown on the page, with what was typed.
SHOWN = frozenset({400, 403, 409, 410, 422, 429})


def page(name: str, look: Json, status: int = 200, **more: Any) -> Response:
    """A page about a table that is not its stage."""
    html = render_template(name, look=look, seats=look["seats"], view=look["view"], you=look["you"], **more)
    return make_response(html, status)


def names_in(look: Json) -> dict[int, str]:
    """Seat numbers to names."""
    return {seat["number"]: seat["name"] for seat in look["seats"]}


def trouble(problem: Problem, names: dict[int, str]) -> Json:
    """A "no" for the page that asked."""
    findings: tuple[Finding, ...] = problem.findings if isinstance(problem, Refusal) else ()
    return {
        "text": spoken(problem.says, names),
        "fields": problem.extra.get("fields", {}),
        "findings": [finding_json(finding, names) for finding in findings],
    }


def _shown(problem: Problem) -> None:
    """Raises the problem again where a page of its own answers it better."""
    if problem.status not in SHOWN:
        raise problem


# Which entry, and what it should have been


@blueprint.get("/t/<code>/correct")
@limiter.limit(TRYING)
def correct(code: str) -> Response:
    """What should this entry have been? Without an entry: all that can be corrected."""
    code = tidy_code(code)
    edits = listed.read(request.args.get("edits"))
    if request.args.get("seq") is None:
        return _entries(code, edits)
    return _ask(code, edits)


def _entries(code: str, edits: list[Json]) -> Response:
    look = seen_by(code, current_phone())
    phrase = speaker(names_in(look))
    told = proposals.listed(code)
    entries = [
        {"seq": entry.id[0], "part": entry.id[1], "text": None if entry.says is None else phrase(entry.says)}
        for entry in reversed(told.entries)
    ]
    return page("amend/entries.html", look, entries=entries, running=told.running, edits=listed.written(edits))


def _at() -> Id:
    return forms.number(request.args, "seq"), forms.maybe_number(request.args, "part") or 0


def _ask(code: str, edits: list[Json], problem: Problem | None = None) -> Response:
    at, insert = _at(), forms.yes(request.args, "insert")
    anything = insert or forms.yes(request.args, "any")
    asked = alternatives.ask(code, current_phone(), at, edits, insert=insert, anything=anything)
    look = seen_by(code, current_phone())
    names = names_in(look)
    return page(
        "amend/correct.html",
        look,
        200 if problem is None else problem.status,
        asked=asked,
        at=at,
        insert=insert,
        anything=anything,
        says=None if asked.says is None else spoken(asked.says, names),
        base=None if asked.action is None else listed.compact(_base(asked)),
        hidden=getattr(asked.action, "sealed", 0),
        ticked=() if asked.cells is None else asked.action.cells,
        groups=sentences(
            asked.game,
            [(one.says, asked.game.wire.dump_action(one.action), one.holds) for one in asked.choices],
            names,
        ),
        edits=listed.written(edits),
        out=listed.written(listed.with_edit(edits, {"seq": at[0], "part": at[1], "action": None})),
        error=None if problem is None else trouble(problem, names),
    )


def _base(asked: Question) -> Json:
    """The entry without what is typed or ticked anew."""
    kept = asked.game.wire.dump_action(asked.action)
    return {name: value for name, value in kept.items() if name not in ("text", "cells", "sealed")}


def sentences(
    game: Game[Any, Any, Any], choices: Sequence[tuple[Phrase, Json, bool]], names: dict[int, str]
) -> list[Json]:
    """The sentences to choose from, each with what it stands for and whether it holds now; many are grouped by what
    they are about, as the game says."""
    phrase, groups = speaker(names), dict[str, list[Json]]()
    for says, data, holds in choices:
        key = game.grouped(data) if len(choices) > MANY else ""
        told = {"text": phrase(says), "value": listed.compact(data), "holds": holds}
        groups.setdefault(key, []).append(told)
    return [{"about": about, "choices": choices} for about, choices in groups.items()]


# What it changes


@blueprint.get("/t/<code>/correct/preview")
@limiter.limit(TRYING)
def preview(code: str) -> Any:
    """Exactly what the edits so far would change. One more that was chosen is taken in first."""
    code = tidy_code(code)
    edits = listed.read(request.args.get("edits"))
    if request.args.get("seq") is not None:
        try:
            edits = _one_more(edits)
        except Malformed as problem:
            return _ask(code, edits, problem)
        return redirect(url_for("righting.preview", code=code, edits=listed.written(edits)), 303)
    if not edits:
        return redirect(url_for("people.log", code=code), 303)
    return _preview(code, edits)


def _one_more(edits: list[Json]) -> list[Edit]:
    """The edits and what the form says. Raises Malformed where nothing was chosen."""
    seq, part = _at()
    if request.args.get("to") is None:
        chosen = listed.action(request.args.get("base"))
        if chosen is not None and "text" in request.args:
            chosen = {**chosen, "text": forms.text(request.args, "text")}
        elif chosen is not None and "cells" in request.args:
            ticked = [cell for cell in request.args.getlist("cells") if cell.isdecimal() and len(cell) < 3]
            chosen = {**chosen, "cells": sorted(map(int, ticked))}
        else:
            chosen = None
    else:
        chosen = listed.action(request.args.get("to"))
    if chosen is None:
        raise Malformed(say("Choose what it should have been."), fields={"to": "missing"})
    if forms.yes(request.args, "insert"):
        return [*edits, {"after": seq, "part": part, "action": chosen}]
    return listed.with_edit(edits, {"seq": seq, "part": part, "action": chosen})


def _preview(code: str, edits: list[Json], problem: Problem | None = None, why: str = "") -> Response:
    """``problem`` is why saving failed; what was typed stays."""
    look = seen_by(code, current_phone())
    names = names_in(look)
    plan, changes, status = None, None, 200
    try:
        plan = amending.preview(code, current_phone(), edits)
        changes = told(plan.effect, names, edits, plan.seq)
    except Problem as wrong:
        _shown(wrong)
        problem = problem or wrong
    if problem is not None:
        status = problem.status
    return page(
        "amend/preview.html",
        look,
        status,
        edits=listed.written(edits),
        effect=changes,
        seen=look["seq"] if plan is None else plan.seq,
        error=None if problem is None else trouble(problem, names),
        why=why,
        only=edits[0] if len(edits) == 1 else None,
    )


def told(effect: Any, names: dict[int, str], edits: list[Json] | None = None, head: int = 0) -> Json:
    """An effect for a page: what the correction does, what cannot be then, what follows from it. Where ``edits`` may
    still change, each has the lists of edits that leave it out."""
    found = effect_json(effect, names)
    for change in found["changes"]:
        at = change["seq"], change["part"]
        change["new_entry"] = change["seq"] > head
        if edits is not None:
            left = listed.without_insert(edits, at[1]) if change["new_entry"] else listed.without(edits, [at])
            change["without"] = listed.written(left)
    found["done"] = [one for one in found["changes"] if one["edited"] and one["kind"] != "impossible"]
    found["impossible"] = [one for one in found["changes"] if one["kind"] == "impossible"]
    found["follows"] = [one for one in found["changes"] if one["kind"] == "follows"]
    if edits is not None:
        gone = [(one["seq"], one["part"]) for one in found["impossible"]]
        found["all_out"] = listed.written(listed.taking_out(edits, gone, head))
    return found


@blueprint.post("/t/<code>/correct")
def amend(code: str) -> Any:
    """Save it (the host), or propose it to the host. A "no" is shown on the page, with everything that was typed."""
    code, data = tidy_code(code), forms.sent()
    edits, why = listed.read(forms.text(data, "edits")), forms.text(data, "why")
    try:
        amending.amend(
            code,
            current_phone(),
            edits,
            key=check_key(data.get("key")),
            seen=forms.maybe_number(data, "seen"),
            why=why,
        )
    except Problem as problem:
        _shown(problem)
        return _preview(code, edits, problem, why)
    return redirect(url_for("people.log", code=code), 303)


# Who decides


@blueprint.get("/t/<code>/corrections")
@limiter.limit(TRYING)
def waiting(code: str) -> Response:
    """The corrections that wait for the host, each with what it would change now."""
    return _waiting(tidy_code(code))


def _waiting(code: str, problem: Problem | None = None) -> Response:
    look = seen_by(code, current_phone())
    names = names_in(look)
    open_ = [
        {
            "id": one.id,
            "by": one.by,
            "at": one.at,
            "why": one.why,
            "effect": None if one.plan is None else told(one.plan.effect, names),
            "trouble": None if one.trouble is None else spoken(one.trouble, names),
        }
        for one in proposals.listed(code).open
    ]
    error = None if problem is None else trouble(problem, names)
    return page("amend/waiting.html", look, 200 if problem is None else problem.status, open=open_, error=error)


@blueprint.post("/t/<code>/corrections/<int:proposal>")
def decide(code: str, proposal: int) -> Any:
    """The host's yes or no; who proposed it may take it back with a no."""
    code, data = tidy_code(code), forms.sent()
    try:
        proposals.decide(
            code,
            current_phone(),
            proposal,
            forms.yes(data, "yes"),
            key=check_key(data.get("key")),
            seen=forms.maybe_number(data, "seen"),
            why=forms.text(data, "why"),
        )
    except Problem as problem:
        _shown(problem)
        return _waiting(code, problem)
    more = forms.yes(data, "yes") or not proposals.listed(code).open
    return redirect(url_for("people.log" if more else "righting.waiting", code=code), 303)
