"""Actions and views as plain JSON. Built by hand: every tap of every phone needs one. A test holds the schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, assert_never

from app.games import dump
from app.games.dump import Render
from app.games.kernel import Finding, Refused
from app.games.stellarion import actions as do
from app.games.stellarion import reasons
from app.games.stellarion.cards import Card, Galaxy
from app.games.stellarion.picks import Made, MakesCoordinate, MakesLaunch, MakesTraverse
from app.games.stellarion.rulebook import RULEBOOK
from app.games.stellarion.shown import (
    CoordinateView,
    Counted,
    DeckView,
    LaunchView,
    PowerView,
    SeatView,
    SunView,
    TheoriesView,
    View,
    VoyagesView,
)
from app.games.stellarion.state import Turn

_CITED = dump.cited(RULEBOOK)


def dump_action(action: do.Action) -> dict[str, Any]:
    """The action as JSON for the log and the record: its type, its seat, its fields."""
    if isinstance(action, do.Decide):
        return {"type": action.name, "rule": str(action.rule), "other": action.other}
    line: dict[str, Any] = {"type": action.name, "seat": int(action.seat)}
    match action:
        case do.Reveal(card=card) | do.Search(card=card):
            line |= _card(card)
        case do.Launch():
            line |= {"cards": list(action.cards), "star": action.star, "voyage": action.voyage.value}
        case do.Coordinate():
            line |= {"cards": list(action.cards), "thrusters": action.thrusters or "none"}
        case do.Retrieve(cards=cards, on_top=on_top):
            put = "on_top" if on_top else "shuffle"
            line |= {"deck": cards[0].symbol.value, "cards": _names(cards), "put": put}
        case do.Look(upper=upper, lower=lower, put=put_):
            line |= {"deck": upper.symbol.value, "upper": upper.name, "lower": lower.name, "put": put_.value}
        case do.Stock(decks=symbols):
            line["decks"] = _values(symbols)
        case do.Forfeit(back=back):
            line["back"] = back
        case do.Traverse(cards=slots):
            line["cards"] = list(slots)
        case do.Take() | do.Meteors():
            line |= {"voyage": action.voyage.value, "to": int(action.to)}
        case do.Theory():
            line["next"] = "none" if action.next is None else action.next.value
        case do.Done() | do.EndTurn() | do.FinalSpace() | do.GiveUp():
            pass
        case _ as never:
            assert_never(never)
    return line


def dump_view(view: View, phrase: Render) -> dict[str, Any]:
    """The view as JSON (``wire.ViewSchema``). ``phrase`` renders a sentence in the reader's language."""
    return {
        "phase": view.phase,
        "turn": view.turn,
        "player": view.player,
        "expansions": _values(view.expansions),
        "stars": view.stars,
        "decks": [_deck(deck) for deck in view.decks],
        "outpost": [{"slot": one.slot, **_card(one.card)} for one in view.outpost],
        "outpost_galaxy": _value(view.outpost_galaxy),
        "voyages": _voyages(view.voyages),
        "seats": [_seat(seat) for seat in view.seats],
        "theories": None if view.theories is None else _theories(view.theories),
        "breakthrough": _value(view.breakthrough),
        "sun": None if view.sun is None else _sun(view.sun),
        "launches": [_launch(one) for one in view.launches],
        "coordinates": [_coordinate(one) for one in view.coordinates],
        "traverse": list(view.traverse),
        "can": list(view.can),
        "power": None if view.power is None else _power(view.power, phrase),
        "took": _values(view.took),
        "due": _values(view.due),
        "hands": _findings(view.hands, phrase),
        "lost_hope": view.lost_hope,
        "notes": _findings(view.notes, phrase),
        "why": _findings(view.why, phrase),
        "scores": [_turn(one) for one in view.scores],
        "outcome": None if view.outcome is None else dump.outcome(view.outcome, _CITED, phrase),
        "offers": [dump.offer(offer) for offer in view.offers],
        **dump.house(view.house),
    }


def makes(answer: Made | Refused) -> dict[str, Any]:
    """What a selection of cards makes: the type of the action, or none."""
    match answer:
        case MakesLaunch(galaxy=galaxy, star=star, spots=spots):
            return {"makes": do.Launch.name, "galaxy": galaxy.value, "star": star, "spots": _values(spots)}
        case MakesCoordinate(type=kind, major=major, mirror=mirror):
            return {"makes": do.Coordinate.name, "power": kind.value, "major": major, "mirror": mirror}
        case MakesTraverse(spots=spots):
            return {"makes": do.Traverse.name, "spots": _values(spots)}
        case Refused():
            return {"makes": None}
        case _ as never:
            assert_never(never)


def dump_made(answer: Made | Refused, phrase: Render) -> dict[str, Any]:
    """The same, and why."""
    return {**makes(answer), "why": _findings(reasons.made(answer), phrase)}


def _value(one: StrEnum | None) -> str | None:
    return None if one is None else one.value


def _values(some: Iterable[StrEnum]) -> list[str]:
    return [one.value for one in some]


def _names(cards: Sequence[Card]) -> list[str]:
    return [card.name for card in cards]


def _card(card: Card) -> dict[str, Any]:
    return {"deck": card.symbol.value, "card": card.name}


def _counted(cards: Counted) -> list[dict[str, Any]]:
    return [{"card": card.name, "count": number} for card, number in cards]


def _counts(galaxies: Iterable[tuple[Galaxy, int]]) -> dict[str, int]:
    return {galaxy.value: number for galaxy, number in galaxies}


def _findings(found: Iterable[Finding], phrase: Render) -> list[dict[str, Any]]:
    return dump.findings(found, _CITED, phrase)


def _deck(deck: DeckView) -> dict[str, Any]:
    return {
        "deck": deck.symbol.value,
        "up": _names(deck.up),
        "face_down": deck.face_down,
        "size": deck.size,
        "left": _counted(deck.left),
        "following": _counted(deck.following),
        "bottom": _names(deck.bottom),
        "discard": _names(deck.discard),
        "due": deck.due,
    }


def _voyages(some: VoyagesView) -> dict[str, Any]:
    return {
        "total": some.total,
        "left": some.left,
        "counts": _counts(some.counts),
        "left_column": None if some.left_column is None else _values(some.left_column),
        "right_column": None if some.right_column is None else _values(some.right_column),
        "ends": [
            {"spot": one.spot.value, "galaxy": one.galaxy.value, "fits": list(map(int, one.fits))} for one in some.ends
        ],
    }


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "on_turn": seat.on_turn,
        "pile": _values(seat.pile),
        "counts": _counts(seat.counts),
        "full": seat.full,
    }


def _theories(some: TheoriesView) -> dict[str, Any]:
    return {
        "top": _value(some.top),
        "hidden": _values(some.hidden),
        "left": some.left,
        "seen": some.seen,
        "provable": some.provable,
    }


def _sun(sun: SunView) -> dict[str, Any]:
    return {
        "at": sun.at,
        "final": sun.final,
        "meteors": list(sun.meteors),
        "held": sun.held,
        "spent": sun.spent,
        "judged": sun.judged,
        "can_spend": sun.can_spend,
    }


def _launch(one: LaunchView) -> dict[str, Any]:
    return {
        "galaxy": one.galaxy.value,
        "cards": list(one.cards),
        "star": one.star,
        "spots": [spot.value for spot in one.spots],
    }


def _coordinate(one: CoordinateView) -> dict[str, Any]:
    return {
        "power": one.type.value,
        "major": one.major,
        "mirror": one.mirror,
        "cards": list(one.cards),
        "thrusters": one.thrusters,
    }


def _power(power: PowerView, phrase: Render) -> dict[str, Any]:
    return {
        "power": power.type.value,
        "major": power.major,
        "cards": [_card(card) for card in power.cards],
        "does": dump.finding(power.does, _CITED, phrase),
        "step": power.step,
        "steps": power.steps,
        "at_once": power.at_once,
        "targets": [{"deck": one.symbol.value, "cards": _counted(one.cards)} for one in power.targets],
        "pairs": [_values(pair) for pair in power.pairs],
        "breakthrough": power.breakthrough,
        "can_done": power.can_done,
        "can_forfeit": power.can_forfeit,
        "back": power.back,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "number": turn.number,
        "player": turn.player,
        "did": turn.did.value,
        "took": _values(turn.took),
        "power": _value(turn.type),
        "major": turn.major,
        "used": turn.used,
    }
