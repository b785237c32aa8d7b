"""Which stage of Stella a phone is on: asked of what the phone may see, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: A table as one phone may see it, as JSON.
Look = Mapping[str, Any]


def stage(look: Look) -> str:
    """The stage this phone is on: the name of its template, without the ending."""
    view, you = look["view"], look["you"]
    phase = view["phase"]
    me = None if you is None else view["seats"][you]
    if phase == "marking":
        if me is None:
            return "watch"
        if look["covered"]:
            return "cover" if waiting_seats(look) else "locked"
        if me["locked"]:
            return "locked"
        if not plays(me):
            return "watch"
        return "side" if asks_side(look) else "mark"
    if phase == "revealing":
        if look["covered"] and view["scout"] in look["yours"]:
            return "cover"
        if me is not None and view["scout"] == you and not look["covered"]:
            return "name_card" if look["veiled"] else "pick"
        return "reveal"
    return {"opening": "opening", "announced": "announced", "scored": "scored", "finished": "finished"}[phase]


def plays(seat: Look) -> bool:
    """Whether a seat marks cards this round."""
    return not (seat["gone"] or seat["sitting_out"] or seat["fallen"])


def waiting_seats(look: Look) -> list[int]:
    """Seats on this phone that have something secret to do now."""
    view = look["view"]
    if view["phase"] == "revealing":
        return [seat for seat in look["yours"] if seat == view["scout"]]
    if view["phase"] != "marking":
        return []
    return [seat for seat in look["yours"] if plays(view["seats"][seat]) and not view["seats"][seat]["locked"]]


def asks_side(look: Look) -> bool:
    """Asked once, on the first marking: from where this seat looks at the cards. The cards are named as
    the seat that started the game sees them, so that one is not asked; answering keeps a draft, so nobody is asked
    twice."""
    mine = look["seats"][look["you"]]
    return (
        look["view"]["number"] == 1
        and look["turn"] == 0
        and look["draft"] is None
        and look["you"] != look["frame"]
        and not look["veiled"]
        and mine["on_phone_of"] is None
    )
