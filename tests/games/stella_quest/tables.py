"""Reads the worked cases: a table that is told wire lines, one after another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marshmallow import ValidationError

from app.games.kernel import Accepted, Refused
from app.games.phrases import Phrase, Seat
from app.games.stella_quest import GAME, wire
from tests.games.stella_quest.playing import position

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def english(phrase: Phrase) -> str:
    """A sentence with its holes left open: enough to compare."""
    return phrase.text


def filled(phrase: Phrase) -> str:
    """A sentence with its holes filled, seats as numbers."""
    text = phrase.plural if phrase.plural is not None and phrase.params["num"] != 1 else phrase.text
    params = {
        name: filled(value) if isinstance(value, Phrase) else getattr(value, "seat", value)
        for name, value in phrase.params.items()
    }
    return text % params


class TableOfCase:
    """A table that remembers why it stopped: ``malformed`` (fields) or ``refused`` (rule ids) of the last line.

    It begins with the deal, or in the middle of a game (``position``).
    """

    def __init__(self, case: dict[str, Any]) -> None:
        self.malformed: set[str] = set()
        self.refused: list[str] = []
        self.notes: list[str] = []
        self.actions: list[Any] = []
        try:
            if "position" in case:
                self.start = self.state = position(case["position"])
            else:
                options = wire.load_options(case.get("options", {"first_player": 0}), case["seats"])
                self.start = self.state = GAME.setup(options, case["seats"])
        except ValidationError as wrong:
            self.malformed = set(wrong.messages)

    def tell(self, line: Any) -> bool:
        """One wire line; False when it was malformed or refused."""
        try:
            action = wire.load_action(line, None, record=True)
        except ValidationError as wrong:
            self.malformed = set(wrong.messages)
            return False
        match GAME.apply(self.state, action):
            case Accepted(state=after, notes=notes):
                self.state = after
                self.actions.append(action)
                self.notes = [note.rule.removeprefix("stella_quest.") for note in notes]
                return True
            case Refused(violations=violations):
                self.refused = [finding.rule.removeprefix("stella_quest.") for finding in violations]
                return False

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return wire.dump_view(GAME.view_for(self.state, None if seat is None else Seat(seat)), english)


def lines(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The wire lines of a case: ``actions``, or the short ``do``: ``[type, seat, card]``, ``[decide-rule]``."""
    return [*case.get("actions", []), *map(_line, case.get("do", []))]


def _line(short: list[Any]) -> dict[str, Any]:
    kind, _dash, rule = short[0].partition("-")
    if kind == "decide":
        return {"type": kind, "rule": f"stella_quest.{rule}", "other": True}
    return dict(zip(("type", "seat", "card"), short, strict=False))


def at_path(view: Any, path: str) -> Any:
    """``seats.0.hand`` of a dumped view; ``seats.*.hand`` is that of every seat."""
    here, _dot, rest = path.partition(".")
    if here == "*":
        return [at_path(one, rest) if rest else one for one in view]
    view = view[int(here)] if here.lstrip("-").isdigit() else view[here]
    return at_path(view, rest) if rest else view


def rules_in(dumped: Any) -> set[str]:
    """Every rule that a dumped view cites."""
    if isinstance(dumped, dict):
        here = {dumped["rule"].removeprefix("stella_quest.")} if "rule" in dumped and "places" in dumped else set()
        return here.union(*(rules_in(value) for value in dumped.values()))
    if isinstance(dumped, list):
        return set().union(*(rules_in(value) for value in dumped))
    return set()
