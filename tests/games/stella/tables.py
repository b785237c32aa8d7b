"""Small helpers that read the worked cases: a table that is told wire lines, one after another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marshmallow import ValidationError

from app.games.kernel import Accepted, Refused
from app.games.phrases import Phrase, Seat
from app.games.stella import GAME, wire

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def english(phrase: Phrase) -> str:
    """A sentence with its holes left open: enough to compare."""
    return phrase.text


class TableOfCase:
    """A table that remembers why it stopped: ``malformed`` (fields) or ``refused`` (rule ids) of the last line."""

    def __init__(self, options: Any, seats: int) -> None:
        self.malformed: set[str] = set()
        self.refused: list[str] = []
        self.actions: list[Any] = []
        self.states: list[Any] = []
        try:
            self.start = self.state = GAME.setup(wire.load_options(options, seats), seats)
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
            case Accepted(state=after):
                self.state = after
                self.actions.append(action)
                self.states.append(after)
                return True
            case Refused(violations=violations):
                self.refused = [finding.rule for finding in violations]
                return False

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return wire.dump_view(GAME.view_for(self.state, None if seat is None else Seat(seat)), english)


def round_lines(index: int, one: dict[str, Any]) -> list[dict[str, Any]]:
    """The wire lines of ``{"marks": one list per seat or null, "cards": [[scout, cell], ...]}``."""
    lines: list[dict[str, Any]] = [{"type": "next_round"}] if index else []
    lines.append({"type": "begin"})
    last = len(one["marks"]) - 1
    for seat, cells in enumerate(one["marks"]):
        if cells is not None:
            lines.append({"type": "lock", "seat": seat, "cells": cells, "closing": seat == last})
    if "cards" in one:
        lines.append({"type": "place_lanterns"})
        lines.extend({"type": "reveal", "seat": seat, "cell": cell} for seat, cell in one["cards"])
    return lines


def at_path(view: Any, path: str) -> Any:
    """``seats.0.count`` of a dumped view."""
    for part in path.split("."):
        view = view[int(part)] if part.isdigit() else view[part]
    return view


def rules_in(dumped: Any) -> set[str]:
    """Every rule that a dumped view cites."""
    if isinstance(dumped, dict):
        here = {dumped["rule"]} if "rule" in dumped and "places" in dumped else set()
        return here.union(*(rules_in(value) for value in dumped.values()))
    if isinstance(dumped, list):
        return set().union(*(rules_in(value) for value in dumped))
    return set()
