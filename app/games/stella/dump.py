"""A view as plain JSON. Built by hand: every tap of every phone needs one. A test holds it against the schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, assert_never

from app.games.kernel import Choice, Finding, Offer, OneOf, Outcome, Several, Words
from app.games.phrases import Phrase
from app.games.rulebook import RuleId
from app.games.stella.rulebook import RULEBOOK
from app.games.stella.view import RevealView, RoundView, SeatScoreView, SeatView, View

Render = Callable[[Phrase], str]

_CITED: Mapping[RuleId, tuple[str, list[dict[str, str]]]] = MappingProxyType(
    {
        rule.id: (
            rule.kind,
            [{"book": place.book, "heading": place.heading, "lang": place.lang} for place in rule.places],
        )
        for rule in RULEBOOK.values()
    }
)


def dump_view(view: View, phrase: Render) -> dict[str, Any]:
    """The view as JSON (``wire.ViewSchema``). ``phrase`` renders a sentence in the reader's language."""
    return {
        "phase": view.phase,
        "number": view.number,
        "rounds": view.rounds,
        "word": view.word,
        "other_word": view.other_word,
        "first_scout": view.first_scout,
        "next_first_scout": view.next_first_scout,
        "scout": view.scout,
        "dark": view.dark,
        "darkness": _findings(view.darkness, phrase),
        "swapped": list(view.swapped),
        "suggested_row": view.suggested_row,
        "seats": [_seat(seat) for seat in view.seats],
        "waiting_for": list(view.waiting_for),
        "revealed": [_reveal(card, phrase) for card in view.revealed],
        "skipped": _findings(view.skipped, phrase),
        "scores": [_round(score, phrase) for score in view.scores],
        "can_end_early": view.can_end_early,
        "my_marks": None if view.my_marks is None else list(view.my_marks),
        "my_open": list(view.my_open),
        "outcome": None if view.outcome is None else _outcome(view.outcome, phrase),
        "offers": [_offer(offer) for offer in view.offers],
    }


def _findings(findings: Iterable[Finding], phrase: Render) -> list[dict[str, Any]]:
    return [_finding(finding, phrase) for finding in findings]


def _finding(finding: Finding, phrase: Render) -> dict[str, Any]:
    kind, places = _CITED[finding.rule]
    return {"rule": finding.rule, "text": phrase(finding.says), "kind": kind, "places": places}


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "total": seat.total,
        "filled": seat.filled,
        "locked": seat.locked,
        "count": seat.count,
        "open": seat.open,
        "dark": seat.dark,
        "fallen": seat.fallen,
        "gone": seat.gone,
        "sitting_out": seat.sitting_out,
        "first_scout": seat.first_scout,
    }


def _reveal(card: RevealView, phrase: Render) -> dict[str, Any]:
    return {
        "scout": card.scout,
        "cell": card.cell,
        "kind": card.kind.value,
        "markers": list(card.markers),
        "had_fallen": list(card.had_fallen),
        "stars": list(card.stars),
        "why": _findings(card.why, phrase),
        "skipped": _findings(card.skipped, phrase),
        "next_scout": card.next_scout,
    }


def _round(score: RoundView, phrase: Render) -> dict[str, Any]:
    return {
        "number": score.number,
        "word": score.word,
        "first_scout": score.first_scout,
        "dark": score.dark,
        "seats": [_seat_score(line, phrase) for line in score.seats],
        "reveals": [_reveal(card, phrase) for card in score.reveals],
        "end": _findings(score.end, phrase),
        "skipped": _findings(score.skipped, phrase),
    }


def _seat_score(line: SeatScoreView, phrase: Render) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "count": line.count,
        "dark": line.dark,
        "fallen": line.fallen,
        "items": [
            {"cell": item.cell, "kind": item.kind.value, "filled": item.filled, "kept": item.kept}
            for item in line.items
        ],
        "points": line.points,
        "total": line.total,
        "why": _findings(line.why, phrase),
    }


def _outcome(outcome: Outcome, phrase: Render) -> dict[str, Any]:
    return {
        "places": list(outcome.places),
        "points": list(outcome.points),
        "winners": list(outcome.winners),
        "why": _findings(outcome.why, phrase),
        "house": _findings(outcome.house, phrase),
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"action": offer.action, "fields": {name: _choice(choice) for name, choice in offer.fields.items()}}


def _choice(choice: Choice) -> dict[str, Any]:
    match choice:
        case OneOf(of=of):
            return {"one_of": list(of)}
        case Several(of=of, at_least=least, at_most=most):
            return {"several": list(of), "at_least": least, "at_most": most}
        case Words(longest=longest):
            return {"longest": longest}
        case _ as never:
            assert_never(never)
