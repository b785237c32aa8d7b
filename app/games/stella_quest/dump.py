"""Actions and views as plain JSON. Built by hand: every tap of every phone needs one. A test holds the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.games import dump
from app.games.dump import Render
from app.games.kernel import Finding
from app.games.stella_quest import actions as do
from app.games.stella_quest.cards import Card, Colour
from app.games.stella_quest.rulebook import RULEBOOK
from app.games.stella_quest.shown import (
    BriefRound,
    CountView,
    DrawView,
    LossView,
    OptionView,
    PlayedView,
    RoundView,
    SeatView,
    SupplyView,
    View,
)

_CITED = dump.cited(RULEBOOK)


def dump_action(action: do.Action) -> dict[str, Any]:
    """The action as JSON for the log and the record: its type, its seat where it has one, its fields."""
    line: dict[str, Any] = {"type": action.name}
    match action:
        case do.Recording(how=how):
            line["how"] = how.value
        case do.FirstCard() | do.Play() | do.Opponent() | do.Take() | do.Top():
            line |= {"seat": int(action.seat), "card": action.card.name}
        case do.Draw(seat=seat) | do.Leave(seat=seat) | do.Return(seat=seat):
            line["seat"] = int(seat)
        case do.Decide(rule=rule, other=other):
            line |= {"rule": str(rule), "other": other}
        case do.EndEarly():
            pass
    return line


def dump_view(view: View, phrase: Render) -> dict[str, Any]:
    """The view as JSON (``wire.ViewSchema``). ``phrase`` renders a sentence in the reader's language."""
    return {
        "phase": view.phase,
        "number": view.number,
        "recording": view.recording.value,
        "opponent": view.opponent,
        "turn": view.turn,
        "opponent_turn": view.opponent_turn,
        "winner": view.winner,
        "marker": view.marker,
        "top": _card(view.top),
        "trump": _colour(view.trump),
        "trump_why": _findings(view.trump_why, phrase),
        "lead_why": _findings(view.lead_why, phrase),
        "deck": view.deck,
        "pile": view.pile,
        "seats": [_seat(seat) for seat in view.seats],
        "round": None if view.round is None else _round(view.round, phrase),
        "last": None if view.last is None else _round(view.last, phrase),
        "struck": [{"card": one.card.name, "why": _findings(one.why, phrase)} for one in view.struck],
        "draw": None if view.draw is None else _draw(view.draw, phrase),
        "options": [_option(one, phrase) for one in view.options],
        "tops": [card.name for card in view.tops],
        "notes": _findings(view.notes, phrase),
        "revokes": [_findings(one, phrase) for one in view.revokes],
        "scores": [_brief(one) for one in view.scores],
        "counts": [_count(one, phrase) for one in view.counts],
        "played_on": view.played_on,
        "paused": view.paused,
        "can_end_early": view.can_end_early,
        "outcome": None if view.outcome is None else dump.outcome(view.outcome, _CITED, phrase),
        "offers": [dump.offer(offer) for offer in view.offers],
        **dump.house(view.house),
    }


def _card(card: Card | None) -> str | None:
    return None if card is None else card.name


def _colour(colour: Colour | None) -> str | None:
    return None if colour is None else colour.value


def _findings(found: Iterable[Finding], phrase: Render) -> list[dict[str, Any]]:
    return dump.findings(found, _CITED, phrase)


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "radiance": seat.radiance,
        "dark": seat.dark,
        "hand": seat.hand,
        "collection": [card.name for card in seat.collection],
        "needs": list(seat.needs),
        "twice": list(seat.twice),
        "points": seat.points,
        "marker": seat.marker,
        "first": seat.first,
        "played": seat.played,
        "gone": seat.gone,
        "eliminated": seat.eliminated,
    }


def _round(round_: RoundView, phrase: Render) -> dict[str, Any]:
    return {
        "number": round_.number,
        "first": round_.first,
        "top": round_.top.name,
        "trump": _colour(round_.trump),
        "lead": _colour(round_.lead),
        "played": [_played(one, phrase) for one in round_.played],
        "ahead": round_.ahead,
        "winner": round_.winner,
        "why": _findings(round_.why, phrase),
        "losses": [_loss(one, phrase) for one in round_.losses],
        "supplies": [_supply(one, phrase) for one in round_.supplies],
        "taken": _card(round_.taken),
        "on_top": _card(round_.on_top),
        "end": _findings(round_.end, phrase),
    }


def _played(one: PlayedView, phrase: Render) -> dict[str, Any]:
    return {
        "by": one.by,
        "card": one.card.name,
        "category": one.category.value,
        "same_as": None if one.same_as is None else one.same_as.value,
        "followed": one.followed,
        "why": _findings(one.why, phrase),
    }


def _loss(one: LossView, phrase: Render) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "cause": one.cause.value,
        "due": one.due,
        "flipped": one.flipped,
        "why": dump.finding(one.why, _CITED, phrase),
    }


def _supply(one: SupplyView, phrase: Render) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "cards": one.cards,
        "paid": one.paid,
        "after": one.after,
        "why": dump.finding(one.why, _CITED, phrase),
    }


def _brief(one: BriefRound) -> dict[str, Any]:
    return {
        "number": one.number,
        "by": [by for by, _card_played in one.cards],
        "cards": [card.name for _by, card in one.cards],
        "winner": one.winner,
        "won_by": None if one.won_by is None else one.won_by.value,
        "taken": _card(one.taken),
        "on_top": _card(one.on_top),
    }


def _draw(draw: DrawView, phrase: Render) -> dict[str, Any]:
    return {"may": draw.may, "cards": draw.cards, "why": _findings(draw.why, phrase)}


def _option(one: OptionView, phrase: Render) -> dict[str, Any]:
    option = one.option
    return {
        "card": option.card.name,
        "marker_loss": option.marker_loss,
        "gem_loss": option.gem_loss,
        "radiance": option.radiance,
        "completes": option.completes,
        "eliminated": option.eliminated,
        "then": option.then.value,
        "why": _findings(one.why, phrase),
    }


def _count(one: CountView, phrase: Render) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "light": one.score.light,
        "lines": [{"card": line.card.name, "flipped": line.flipped, "gems": line.gems} for line in one.score.lines],
        "points": one.score.points,
        "why": _findings(one.why, phrase),
    }
