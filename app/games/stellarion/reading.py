"""Names on the wire as cards, decks and slots; what cannot be read is a field and a sentence that says what to send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.phrases import Seat
from app.games.stellarion import actions as do
from app.games.stellarion.cards import CARDS, Card, Galaxy, Symbol, Type
from app.games.stellarion.slots import in_order
from app.games.stellarion.state import Side, Spot

#: On the wire: no card, no token.
NONE = "none"
#: Where a Voyage is taken from, by its name.
SPOTS: Mapping[str, Spot] = {one.value: one for one in (*Galaxy, *Side)}


@dataclass(eq=False)
class Wrong(Exception):
    """A field that cannot be, and what to send instead."""

    field: str
    told: str


def in_our_words(name: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an action of that type, as its class wants them. Raises ``Wrong``."""
    match name:
        case do.Reveal.name | do.Search.name:
            return {"card": _card(sent, "card", sent["card"])}
        case do.Launch.name:
            return {"cards": _slots(sent), "star": sent["star"], "voyage": SPOTS[sent["voyage"]]}
        case do.Coordinate.name:
            return {"cards": _slots(sent), "thrusters": None if sent["thrusters"] == NONE else sent["thrusters"]}
        case do.Traverse.name:
            return {"cards": _slots(sent)}
        case do.Retrieve.name:
            cards = [_card(sent, "cards", one) for one in sent["cards"]]
            on_top = sent["put"] == "on_top"
            if not on_top:  # shuffled in: their order means nothing
                cards.sort(key=lambda card: card.number)
            return {"cards": tuple(cards), "on_top": on_top}
        case do.Look.name:
            upper, lower = (_card(sent, field, sent[field]) for field in ("upper", "lower"))
            return {"upper": upper, "lower": lower, "put": do.Put(sent["put"])}
        case do.Stock.name:
            return {"decks": tuple(map(Symbol, _different("decks", sent["decks"])))}
        case do.Take.name | do.Meteors.name:
            return {"voyage": SPOTS[sent["voyage"]], "to": Seat(sent["to"])}
        case do.Theory.name:
            return {"next": None if sent["next"] == NONE else Type(sent["next"])}
        case _:
            return dict(sent)


def _card(sent: Mapping[str, Any], field: str, name: str) -> Card:
    cards = CARDS[Symbol(sent["deck"])]
    if name not in cards:
        raise Wrong(field, f"The {sent['deck']} deck has: {', '.join(cards)}.")
    return cards[name]


def _slots(sent: Mapping[str, Any]) -> tuple[do.Slot, ...]:
    return in_order([do.Slot(name) for name in _different("cards", sent["cards"])])


def _different(field: str, names: Sequence[str]) -> Sequence[str]:
    if len(set(names)) < len(names):
        raise Wrong(field, "Send each of them once.")
    return names
