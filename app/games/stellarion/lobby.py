"""The lobby's questions: what to say of an answer that cannot be, and which answers nobody was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.phrases import Phrase, say
from app.games.stellarion.state import Expansion

_COLUMNS_ASK = say("Fill in both columns of Voyages, from the top down. Each Galaxy has at least 2.")
_BOARD_ASK = say("Give the final space and the 4 Meteor spaces before it, or leave all five blank.")

#: What the lobby says of a field of the set-up that cannot be: which question to look at, and what it wants.
ASKS: Mapping[str, Phrase] = {
    "stars": say("Choose the Shooting Stars again: at most one more after a lost game, one fewer after a won one."),
    "advanced": say("Tick the advanced Voyages that were drawn: each expansion says how many it brings."),
    "left": _COLUMNS_ASK,
    "right": _COLUMNS_ASK,
    "theory": say("Choose the first Theory token."),
    "breakthrough": say("Choose the Breakthrough token."),
    "spaces": _BOARD_ASK,
    "meteors": _BOARD_ASK,
}

#: The questions that only an expansion asks.
_ONLY_WITH: Mapping[Expansion, tuple[str, ...]] = {
    Expansion.SUN: ("spaces", "meteors"),
    Expansion.THEORIES: ("theory", "breakthrough"),
    Expansion.MIRRORS: ("left", "right"),
}


def out_of_form(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up as the lobby's form sent it, without answers to questions that the page does not ask: it hides what
    only an expansion asks, and a browser sends hidden fields too."""
    ticked = sent.get("expansions") or ()
    hidden = [name for expansion, names in _ONLY_WITH.items() if expansion not in ticked for name in names]
    if not ticked or Expansion.MIRRORS in ticked:
        hidden.append("advanced")
    return {**sent, **dict.fromkeys(hidden)}
