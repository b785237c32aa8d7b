"""From a finished table into a league: which league, who is who, and signing it off."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for

from app.errors import Problem
from app.leagues import changes
from app.leagues.book import Moment
from app.leagues.stored import doors, service, views, views_people
from app.leagues.stored import nights as stored_nights
from app.leagues.stored import tables as services
from app.tables.turns import tidy_code
from app.web import forms
from app.web.league import blueprint, common
from app.web.league.common import look, page
from app.web.phone import current_phone
from app.web.screens import seen_by, wants_fragment
from app.web.table import go_to


@blueprint.get("/t/<code>/league")
def choose(code: str) -> Any:
    """Save to which league? With only one there is nothing to ask."""
    code = tidy_code(code)
    told = seen_by(code, current_phone())
    links = services.links_of(code, current_phone())
    mine = doors.mine(current_phone())
    open_ones = [one for one in mine if one.slug not in {link.slug for link in links if link.result}]
    if len(open_ones) == 1 and not any(link.result for link in links):
        return redirect(url_for("league.save", code=code, slug=open_ones[0].slug), 303)
    return make_response(render_template("league/choose.html", look=told, links=links, mine=open_ones))


@blueprint.route("/t/<code>/league/<slug>", methods=["GET", "POST"])
def save(code: str, slug: str) -> Any:
    """Who sat where? Suggestions by name; people decide."""
    code = tidy_code(code)
    offer = services.offer(code, slug, current_phone())
    seen = look(slug)
    if offer.saved is not None:
        if offer.differs and offer.saved.id not in seen.book.withdrawn:
            return redirect(url_for("league.differs", code=code, slug=slug), 303)
        return redirect(url_for("league.game", slug=slug, game=offer.saved.id), 303)
    error, status, data = None, 200, {}
    chosen: list[str] = []
    if request.method == "POST":
        data = forms.sent()
        chosen = request.form.getlist("member")
        try:
            services.save(
                code,
                slug,
                current_phone(),
                chosen,
                data.get("key"),
                night=forms.text(data, "night") or None,
                note=forms.text(data, "note"),
            )
            return redirect(url_for("table.page", code=code), 303)
        except Problem as problem:
            error, status = common.here(problem), problem.status
    tonight = stored_nights.today_of(seen.book, Moment(offer.ended))
    return page(
        "save",
        seen,
        status,
        offer=offer,
        look=seen_by(code, current_phone()),
        chosen=chosen,
        people=views_people.members(seen),
        nights=views_people.all_nights(seen)[:12],
        tonight=None if tonight is None else tonight.id,
        data=data,
        error=error,
    )


@blueprint.post("/t/<code>/league/<slug>/confirm")
def confirm(code: str, slug: str) -> Response:
    """ "It is right": this phone signs for its seat."""
    code = tidy_code(code)
    services.confirm(code, slug, current_phone(), forms.sent().get("key"))
    return _to_table(code)


def _to_table(code: str) -> Response:
    address = url_for("table.page", code=code)
    return go_to(address) if wants_fragment() else redirect(address, 303)  # type: ignore[return-value]


@blueprint.route("/t/<code>/league/<slug>/differs", methods=["GET", "POST"])
def differs(code: str, slug: str) -> Any:
    """The table ends otherwise than the league has it: before and after, and the reason."""
    code = tidy_code(code)
    phone, error, status = current_phone(), None, 200
    if request.method == "POST":
        data = forms.sent()
        try:
            services.correct(code, slug, phone, forms.text(data, "why"), data.get("key"))
            return _to_table(code)
        except Problem as problem:
            error, status = common.here(problem), problem.status
    before, after = services.correction(code, slug, phone)
    seen = look(slug)
    told: list[Any] = []
    if before != after:
        change = changes.ResultCorrected(after, "-")
        told = views.moved(seen, service.preview_any(seen, change).moves)
    return page(
        "differs",
        seen,
        status,
        look=seen_by(code, phone),
        before=views.result(seen, before),
        after=views.result(seen, after),
        moves=told,
        error=error,
    )
