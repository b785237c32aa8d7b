"""Looking back at a table, and what it decided for itself: the stage of any moment, the receipt, house rules."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from app.errors import Problem
from app.games import GAMES, dump
from app.games.deciding import Decide
from app.tables import house, playing, receipts, travel
from app.tables.corrections import Correction
from app.tables.taps import check_key
from app.tables.turns import tidy_code
from app.web import forms, screens
from app.web.amendments import SHOWN, names_in, page, told, trouble
from app.web.limits import TRYING, limiter
from app.web.phone import current_phone
from app.web.screens import Json, seen_by
from app.web.speech import speaker

blueprint = Blueprint("afterwards", __name__)


# Time travel


@blueprint.get("/t/<code>/at/<int:row>")
@limiter.limit(TRYING)
def at(code: str, row: int) -> Response:
    """The stage as this phone could see it then. Nothing on it acts."""
    code = tidy_code(code)
    moment = travel.at(code, current_phone(), row)
    look = seen_by(code, current_phone())
    phrase = speaker(moment.names)
    then = as_then(look, moment.names, None if moment.view is None else moment.game.wire.dump_view(moment.view, phrase))
    stage = None if then["view"] is None else screens.screen(screens.template(then), then)
    return page(
        "amend/at.html",
        look,
        moment=moment,
        says=None if moment.says is None else phrase(moment.says),
        then=then,
        stage=stage,
    )


def as_then(look: Json, names: dict[int, str], view: Json | None) -> Json:
    """The table of another moment as a stage gets it: a watcher's, with what these eyes saw in its view. ``then`` tells
    the stage to draw no bars and no forms."""
    seats = look["seats"]
    if view is not None:
        seats = [_seat(look, number, names) for number in range(len(view["seats"]))]
    over = view is not None and view["phase"] == "finished"
    return {
        **look,
        "then": True,
        "status": "lobby" if view is None else "finished" if over else "playing",
        "seats": seats,
        "view": view,
        "you": None,
        "yours": [],
        "host": False,
        "host_away": False,
        "covered": False,
        "veiled": False,
        "draft": {},
        "undo": None,
        "redo": None,
        "can_reopen_lobby": False,
        "claims": [],
        "claim": None,
        "proposals": 0,
        "next_code": None,
    }


def _seat(look: Json, number: int, names: dict[int, str]) -> Json:
    """The seat of then: by the name it had, and by the sign it has, if it is still there."""
    known = look["seats"][number] if number < len(look["seats"]) else None
    kept = known or {"id": 0, "number": number, "sign": number % 6, "host": False, "here": False, "on_phone_of": None}
    return {**kept, "name": names.get(number, f"#{number + 1}")}


# The receipt


@blueprint.get("/t/<code>/receipt")
@limiter.limit(TRYING)
def receipt(code: str) -> Response:
    """The game as one document, for the screen, for paper, or as plain text."""
    code = tidy_code(code)
    found = receipts.receipt(code)
    look = seen_by(code, current_phone())
    names = names_in(look)
    phrase = speaker(names)
    view = found.game.wire.dump_view(found.view, phrase)
    seats = [{"number": seat, "name": name, "sign": sign} for seat, name, sign in found.seats]
    more: Json = {
        "receipt": found,
        "standing": _standing(found),
        "outcome": None
        if found.outcome is None
        else dump.outcome(found.outcome, dump.cited(found.game.rulebook), phrase),
        "corrections": [_correction(one, found, names) for one in found.corrections],
        "house_rules": _rules(look, found.game),
        "view": view,
        "seats": seats,
        "look": {**look, "view": view},
    }
    if request.args.get("as") == "text":
        text = "\n".join(line.rstrip() for line in render_template("amend/receipt.txt", you=None, **more).splitlines())
        response = make_response(text.strip() + "\n")
        response.mimetype = "text/plain"
        return response
    return make_response(render_template("amend/receipt.html", you=look["you"], **more))


def _standing(found: receipts.Receipt) -> list[Json]:
    """The seats as they ended, the first place first; else in table order. Points so far where they are counted."""
    points = found.points or (None,) * len(found.seats)
    places = None if found.outcome is None else found.outcome.places
    rows = [
        {"seat": seat, "name": name, "place": None if places is None else places[seat], "points": points[seat]}
        for seat, name, _sign in found.seats
    ]
    return rows if places is None else sorted(rows, key=lambda row: (row["place"], row["seat"]))


def _correction(one: Correction, found: receipts.Receipt, names: dict[int, str]) -> Json:
    by, proposer = found.numbers.get(one.by or 0), found.numbers.get(one.proposed_by or 0)
    return {
        "at": one.at,
        "by": None if by is None else names[by],
        "proposed_by": None if proposer is None or proposer == by else names[proposer],
        "why": one.why,
        "effect": told(one.effect, names),
    }


# House rules


@blueprint.get("/t/<code>/house-rules")
def house_rules(code: str) -> Response:
    """What this table plays differently."""
    return _house(tidy_code(code), request.args.get("rule") or "", "")


def _house(code: str, rule: str, text: str, problem: Problem | None = None) -> Response:
    look = seen_by(code, current_phone())
    names = names_in(look)
    error = None if problem is None else trouble(problem, names)
    game = GAMES[look["game"]]
    return page(
        "amend/house.html",
        look,
        200 if problem is None else problem.status,
        rules=_rules(look, game),
        decisions=[_decision(one, names) for one in house.decisions(code)],
        book=game.rulebook.values(),
        rule=rule,
        text=text,
        error=error,
    )


def _rules(look: Json, game: Any) -> list[Json]:
    """The house rules that stand, each with what the book says instead."""
    return [
        {**rule, "book": game.rulebook[rule["rule"]].text}
        for rule in look["house_rules"]
        if rule["rule"] in game.rulebook
    ]


def _decision(one: house.Decision, names: dict[int, str]) -> Json:
    refused = None if one.refused is None else speaker(names)(one.refused)
    return {"rule": one.rule, "how": one.how, "other": one.other, "refused": refused}


@blueprint.post("/t/<code>/house-rules")
def decide_otherwise(code: str) -> Any:
    """ "We decide otherwise", or the book holds again (``row``); or the engine plays a ruling the other way (``other``
    1), or again as it did (0). What was typed stays when it cannot be."""
    code, data = tidy_code(code), forms.sent()
    rule, text = forms.text(data, "rule"), forms.text(data, "text")
    try:
        key, row = check_key(data.get("key")), forms.maybe_number(data, "row")
        if "other" in data:
            decision = {"type": Decide.name, "rule": rule, "other": data["other"]}
            playing.submit(code, current_phone(), decision, key=key, seen=forms.maybe_number(data, "seen"))
        elif row is None:
            house.record(code, current_phone(), rule, text, key=key)
        else:
            house.take_back(code, current_phone(), row, key=key)
    except Problem as problem:
        if problem.status not in SHOWN and problem.status != 404:
            raise
        return _house(code, rule, text, problem)
    return redirect(url_for("afterwards.house_rules", code=code), 303)
