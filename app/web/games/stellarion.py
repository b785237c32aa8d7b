"""The one address that only Stellarion has: what do the touched cards make?"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, make_response, render_template, request

from app.errors import NotFound
from app.games.kernel import Finding, Refused
from app.games.phrases import say
from app.games.stellarion import picks, reasons
from app.games.stellarion.actions import Slot
from app.games.stellarion.slots import SLOTS, in_order
from app.games.stellarion.state import Acting
from app.tables import asking
from app.tables.turns import tidy_code
from app.web import screens
from app.web.phone import current_phone
from app.web.problems import finding_json
from app.web.screens import seen_by, wants_fragment

blueprint = Blueprint("stellarion", __name__)


@blueprint.get("/t/<code>/made")
def made(code: str) -> Response:
    """The one action that these cards of the Observatory and the Outpost make, or why they make none."""
    code = tidy_code(code)
    look = seen_by(code, current_phone())
    if look["game"] != "stellarion" or look["view"] is None:
        raise NotFound(say("There is nothing here. Check the address, or go to the first page."))
    cards = in_order([Slot(slot) for slot in request.args.getlist("cards") if slot in SLOTS])
    star = request.args.get("star") == "1"
    told = _made(code, cards, star) if cards or star else None
    more: dict[str, Any] = {"made": told, "cards": list(cards), "star": star}
    if wants_fragment():
        g.fragment = True
        return screens.numbered(make_response(screens.screen("stellarion/made.html", look, **more)), look)
    page = render_template(
        "stellarion/made_page.html", look=look, seats=look["seats"], view=look["view"], you=look["you"], **more
    )
    return screens.numbered(make_response(page), look)


def _made(code: str, cards: tuple[Slot, ...], star: bool) -> dict[str, Any]:
    """As JSON: ``does`` is the action's wire name, None for none; ``why`` the reasons either way."""
    state = asking.state_of(code)
    if not isinstance(state, Acting):
        return {"does": None, "why": []}
    match picks.made(state.table, cards, star):
        case Refused(violations=violations):
            return {"does": None, "why": _told(violations)}
        case picks.MakesLaunch(galaxy=galaxy, star=with_star, spots=spots):
            why = (reasons.launch(galaxy, with_star),)
            return {"does": "launch", "galaxy": galaxy.value, "spots": [s.value for s in spots], "why": _told(why)}
        case picks.MakesCoordinate(type=kind, major=major, mirror=mirror):
            why = (reasons.coordinate(kind, major, mirror), reasons.power(kind, major))
            return {"does": "coordinate", "power": kind.value, "major": major, "why": _told(why)}
        case picks.MakesTraverse():
            return {"does": "traverse", "why": _told((reasons.traverse(),))}


def _told(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    return [finding_json(one, {}) for one in findings]
