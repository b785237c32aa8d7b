"""Reads the worked cases: a table that is told wire lines, one after another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from marshmallow import ValidationError

from app.games.kernel import Accepted, Refused
from app.games.phrases import Phrase, Seat
from app.games.stellarion import GAME, wire
from app.games.stellarion.state import Common, Finished
from tests.games.stellarion.positions import TOPS, position

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


def rule_of(finding: Any) -> str:
    return str(finding.rule).removeprefix("stellarion.")


class TableOfCase:
    """A table that remembers why it stopped: ``malformed`` (fields) or ``refused`` (rule ids) of the last line.

    It begins with the set-up and its eight tops, or in the middle of a game (``position``).
    """

    def __init__(self, case: dict[str, Any]) -> None:
        self.malformed: set[str] = set()
        self.refused: list[str] = []
        self.notes: list[str] = []
        self.actions: list[Any] = []
        try:
            if "position" in case:
                self.start = self.state = position(case["position"])
                return
            seats = case.get("seats", 1)
            options = wire.load_options({"stars": 1 if seats == 1 else 3, **case.get("options", {})}, seats)
            self.start = self.state = GAME.setup(options, seats)
        except ValidationError as wrong:
            self.malformed = set(wrong.messages)
            return
        if "tops" in case:
            for symbol, usual in TOPS.items():
                name = case["tops"].get(symbol.value, usual)
                assert self.tell({"type": "reveal", "deck": symbol.value, "card": name}), self.refused

    def tell(self, line: dict[str, Any]) -> bool:
        """One wire line, of seat 0 unless it says another; False when it was malformed or refused."""
        try:
            action = wire.load_action({"seat": 0, **line}, None, record=True)
        except ValidationError as wrong:
            self.malformed = set(wrong.messages)
            return False
        match GAME.apply(self.state, action):
            case Accepted(state=after, notes=notes):
                self.state = after
                self.actions.append(action)
                self.notes = list(map(rule_of, notes))
                return True
            case Refused(violations=violations):
                self.refused = list(map(rule_of, violations))
                return False

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return wire.dump_view(GAME.view_for(self.state, None if seat is None else Seat(seat)), english)

    def decks(self) -> dict[str, dict[str, list[str]]]:
        """What is known of each deck: the order of a discard pile is left out, and an unknown one has none."""
        return {
            deck.symbol.value: {
                "up": [card.name for card in deck.up],
                "unknown": sorted(card.name for card in deck.unknown),
                "bottom": [card.name for card in deck.bottom],
                "discard": sorted(card.name for card in deck.discard),
            }
            for deck in self.table.decks
        }

    @property
    def table(self) -> Common:
        return self.state.table

    @property
    def ended(self) -> str | None:
        return self.state.end.value if isinstance(self.state, Finished) else None


def lines(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The wire lines of a case: ``do``, each a type, then its fields in the order of ``SHORT``."""
    return [short(one) if isinstance(one, list) else one for one in case.get("do", [])]


#: How a line is written in short: the fields after its type.
SHORT = {
    "reveal": ("deck", "card"),
    "launch": ("cards", "voyage", "star"),
    "coordinate": ("cards", "thrusters"),
    "search": ("deck", "card"),
    "retrieve": ("deck", "cards", "put"),
    "look": ("deck", "upper", "lower", "put"),
    "stock": ("decks",),
    "forfeit": ("back",),
    "traverse": ("cards",),
    "take": ("voyage", "to"),
    "meteors": ("voyage", "to"),
    "theory": ("next",),
}


def short(line: list[Any]) -> dict[str, Any]:
    """``["take", "alpha", 0]`` as a wire line; names of cards and decks may stand in one string."""
    told = {"type": line[0], **dict(zip(SHORT.get(line[0], ()), line[1:], strict=False))}
    for name in ("cards", "decks"):
        if isinstance(told.get(name), str):
            told[name] = told[name].split()
    return told


def at_path(view: Any, path: str) -> Any:
    """``seats.0.pile`` of a dumped view; ``seats.*.pile`` is that of every seat."""
    here, _dot, rest = path.partition(".")
    if here == "*":
        return [at_path(one, rest) if rest else one for one in view]
    view = view[int(here)] if here.lstrip("-").isdigit() else view[here]
    return at_path(view, rest) if rest else view


def rules_in(dumped: Any) -> set[str]:
    """Every rule that a dumped view cites."""
    if isinstance(dumped, dict):
        here = {dumped["rule"].removeprefix("stellarion.")} if "rule" in dumped and "places" in dumped else set()
        return here.union(*(rules_in(value) for value in dumped.values()))
    if isinstance(dumped, list):
        return set().union(*(rules_in(value) for value in dumped))
    return set()
