"""People at the table: who sits where, who leads, whose phone; with every question asked before it hurts."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext

from app.errors import Malformed, NotFound, Problem
from app.games.phrases import say
from app.tables import hosting, lines, moving, proposals, seats
from app.tables.turns import tidy_code
from app.web import forms, qr
from app.web.phone import current_phone, need_phone
from app.web.problems import finding_json
from app.web.screens import seen_by, wants_fragment
from app.web.speech import spoken
from app.web.table import done, go_to

blueprint = Blueprint("people", __name__)


def _page(name: str, look: dict[str, Any], status: int = 200, **more: Any) -> Response:
    html = render_template(name, look=look, seats=look["seats"], view=look["view"], you=look["you"], **more)
    return make_response(html, status)


def _seat(look: dict[str, Any], seat_id: int) -> dict[str, Any]:
    for seat in look["seats"]:
        if seat["id"] == seat_id:
            return dict(seat)
    raise NotFound(say("That seat is gone from this table. Look at the list of players."))


def finished(code: str, way: str = "people.people") -> Response:
    """After a write on these pages: back to the list."""
    return done(code, forms.local(request.form.get("return_to"), url_for(way, code=code)))


@blueprint.get("/t/<code>/people")
def people(code: str) -> Response:
    """The table behind its name: players, tools, log, settings."""
    return _page("people/people.html", seen_by(tidy_code(code), current_phone()))


@blueprint.get("/t/<code>/people/<int:seat_id>")
def person(code: str, seat_id: int) -> Response:
    """Everything that can be done with one seat."""
    look = seen_by(tidy_code(code), current_phone())
    return _page("people/person.html", look, seat=_seat(look, seat_id), error=None, typed=None)


@blueprint.get("/t/<code>/sure/<what>")
def sure(code: str, what: str) -> Response:
    """The question before something that is hard to take back; it names whom it is about."""
    if what not in ("gone", "remove", "carry", "put-away", "end-early"):
        raise NotFound(say("There is nothing here. Check the address, or go to the first page."))
    look = seen_by(tidy_code(code), current_phone())
    about = _seat(look, forms.number(request.args, "seat")) if what in ("gone", "remove", "carry") else None
    return _page("people/sure.html", look, what=what, seat=about)


# Seats


@blueprint.post("/t/<code>/seats")
def add(code: str) -> Response:
    """A player without a phone."""
    code, data = tidy_code(code), forms.sent()
    seats.add_without_phone(code, current_phone(), data.get("name"))
    return done(code)


@blueprint.post("/t/<code>/seats/order")
def order(code: str) -> Response:
    """Seats in table order. Each button sends the whole order it stands for, so sending it twice does no harm."""
    code, data = tidy_code(code), forms.sent()
    parts = forms.text(data, "order").split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise Malformed(say("Something cannot be read. Reload the page, then try again."), fields={"order": "numbers"})
    seats.reorder(code, current_phone(), [int(part) for part in parts])
    return done(code)


@blueprint.post("/t/<code>/seats/<int:seat_id>/name")
def rename(code: str, seat_id: int) -> Response:
    """Another name or sign. What was typed stays when it cannot be."""
    code, data = tidy_code(code), forms.sent()
    try:
        seats.rename(code, current_phone(), seat_id, data.get("name"), forms.maybe_number(data, "sign"))
    except Problem as problem:
        if wants_fragment() or problem.status not in (400, 409):
            raise
        look = seen_by(code, current_phone())
        typed = forms.text(data, "name")
        seat = _seat(look, seat_id)
        return _page("people/person.html", look, problem.status, seat=seat, error=spoken(problem.says), typed=typed)
    return finished(code)


@blueprint.post("/t/<code>/seats/<int:seat_id>/remove")
def remove(code: str, seat_id: int) -> Response:
    """Stand up, or be removed, before the start."""
    code = tidy_code(code)
    seats.remove(code, current_phone(), seat_id)
    return finished(code)


@blueprint.post("/t/<code>/seats/<int:seat_id>/carry")
def carry(code: str, seat_id: int) -> Response:
    """Play the seat of a dead phone on the host's."""
    code = tidy_code(code)
    seats.carry(code, current_phone(), seat_id)
    return finished(code)


# Moving a seat


@blueprint.get("/t/<code>/move")
def move(code: str) -> Response:
    """My seat to another phone; and the page that other phone opens."""
    return _page("people/move.html", seen_by(tidy_code(code), current_phone()), error=None)


@blueprint.post("/t/<code>/seats/<int:seat_id>/move")
def offer(code: str, seat_id: int) -> Response:
    """A one-time code. It is told in this answer only, and its QR carries it behind the #, where no server sees it."""
    code = tidy_code(code)
    secret = moving.offer(code, current_phone(), seat_id)
    address = f"{qr.house()}{url_for('people.move', code=code)}#{secret}"
    look = seen_by(code, current_phone())
    drawn = qr.svg(address, gettext("QR code for the other phone"), once=True)
    return _page("people/offer.html", look, seat=_seat(look, seat_id), secret=secret, drawn=drawn)


@blueprint.post("/t/<code>/move")
def move_here(code: str) -> Any:
    """Sit on this phone with the code."""
    code, data = tidy_code(code), forms.sent()
    try:
        moving.accept(code, need_phone(), data.get("code"))
    except Problem as problem:
        if problem.status not in (404, 410, 422):
            raise
        look = seen_by(code, current_phone())
        return _page("people/move.html", look, problem.status, error=spoken(problem.says))
    return redirect(url_for("table.page", code=code), 303)


@blueprint.post("/t/<code>/claim")
def claim(code: str) -> Response:
    """ "I am that Bo": ask the host."""
    code = tidy_code(code)
    moving.claim(code, need_phone(), forms.number(forms.sent(), "seat_id"))
    return done(code, url_for("table.page", code=code))


@blueprint.post("/t/<code>/claims/<int:claim_id>")
def decide(code: str, claim_id: int) -> Response:
    """The host's yes or no."""
    code = tidy_code(code)
    moving.decide(code, current_phone(), claim_id, forms.yes(forms.sent(), "yes"))
    return done(code)


# Leading


@blueprint.post("/t/<code>/host")
def hand_on(code: str) -> Response:
    """Somebody else leads from now on."""
    code = tidy_code(code)
    hosting.hand_on(code, current_phone(), forms.number(forms.sent(), "seat_id"))
    return finished(code)


@blueprint.post("/t/<code>/host/take")
def take_over(code: str) -> Response:
    """Lead, because the host's phone is away."""
    code = tidy_code(code)
    hosting.take_over(code, current_phone())
    return done(code)


@blueprint.post("/t/<code>/joining")
def joining(code: str) -> Response:
    """Open or close joining."""
    code = tidy_code(code)
    hosting.open_joining(code, current_phone(), forms.yes(forms.sent(), "open"))
    return finished(code)


@blueprint.post("/t/<code>/put-away")
def put_away(code: str) -> Response:
    """Hide the table; nothing is deleted."""
    code = tidy_code(code)
    hosting.put_away(code, current_phone())
    back = url_for("people.away", code=code)
    return go_to(back) if wants_fragment() else redirect(back, 303)  # type: ignore[return-value]


@blueprint.get("/t/<code>/away")
def away(code: str) -> str:
    """A table that was put away, and the way to bring it back."""
    return render_template("people/away.html", code=tidy_code(code))


@blueprint.post("/t/<code>/bring-back")
def bring_back(code: str) -> Response:
    """Undo putting away."""
    code = tidy_code(code)
    hosting.bring_back(code, current_phone())
    return done(code)


# Reading


@blueprint.get("/t/<code>/qr")
def big_qr(code: str) -> Response:
    """The way in, as large as the phone allows."""
    code = tidy_code(code)
    look = seen_by(code, current_phone())
    return _page("people/qr.html", look, address=qr.join_address(code), house=qr.short_house(), qr=qr.svg)


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """What happened, as everybody at the table may read it."""
    code = tidy_code(code)
    look = seen_by(code, current_phone())
    names = {seat["number"]: seat["name"] for seat in look["seats"]}
    right = {entry.id for entry in proposals.listed(code).entries} if look["yours"] else set()
    told = [
        {
            "seq": line.seq,
            "at": line.at,
            "by": None if line.by is None else names.get(line.by),
            "text": spoken(line.says, names),
            "undone": line.undone,
            "moves": line.moves,
            "entry": (line.seq, 0) in right,
            "inserted": [part for row, part in sorted(right) if row == line.seq and part],
            "corrected": line.corrected is not None,
            "now": None if line.now is None else spoken(line.now, names),
            "why": [finding_json(finding, names) for finding in line.why],
        }
        for line in reversed(lines.lines(code))
    ]
    return _page("people/log.html", look, lines=told, can_correct=bool(right))
