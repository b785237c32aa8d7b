"""The one page that only Stella Quest has: may this card be played? Asked with the backs that everybody can see."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from app.errors import NotFound
from app.games.phrases import say
from app.games.stella_quest import reasons
from app.games.stella_quest.cards import BY_NAME, Back, Card, Colour
from app.games.stella_quest.following import Duty, may_play
from app.tables.turns import tidy_code
from app.web.phone import current_phone
from app.web.problems import finding_json
from app.web.screens import seen_by

blueprint = Blueprint("stella_quest", __name__)


@blueprint.get("/t/<code>/may-play", endpoint="may_play")
def follow(code: str) -> str:
    """The duty to follow, for a hand of which one knows the backs. ``lead`` is what the table shows, unless asked."""
    look = seen_by(tidy_code(code), current_phone())
    if look["game"] != "stella_quest":
        raise NotFound(say("There is nothing here. Check the address, or go to the first page."))
    round_ = (look["view"] or {}).get("round")
    asked = request.args.get("lead")
    lead = Colour(asked) if asked in set(Colour) else None
    if asked is None and round_ is not None and round_["lead"]:
        lead = Colour(round_["lead"])
    card = BY_NAME.get(request.args.get("card", ""))
    backs = [Back(back) for back in request.args.getlist("backs") if back in set(Back)]
    alone = "alone" in request.args
    answer = None if card is None else _answer(card, lead, backs, alone)
    return render_template(
        "stella_quest/may_play.html",
        look=look,
        seats=look["seats"],
        view=look["view"],
        you=look["you"],
        lead=None if lead is None else lead.value,
        card=None if card is None else card.name,
        backs=[back.value for back in backs],
        alone=alone,
        answer=answer,
    )


def _answer(card: Card, lead: Colour | None, backs: list[Back], alone: bool) -> dict[str, Any]:
    """``yes`` or not, and why; the card itself is in the hand too. None: it depends on the other backs, and nobody has
    said which there are, or that it is ``alone``."""
    duty = may_play([*backs, card], lead, card)
    if duty is Duty.NONE_HELD and not backs and not alone:
        return {"yes": None, "why": [finding_json(reasons.depends(), {})]}
    return {"yes": duty.allowed, "why": [finding_json(reasons.duty(duty), {})]}
