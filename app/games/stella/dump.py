"""A view as plain JSON. Built by hand: every tap of every phone needs one. A test holds it against the schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.games import dump
from app.games.dump import Render
from app.games.kernel import Finding
from app.games.stella.rulebook import RULEBOOK
from app.games.stella.view import RevealView, RoundView, SeatScoreView, SeatView, View

_CITED = dump.cited(RULEBOOK)


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
        "outcome": None if view.outcome is None else dump.outcome(view.outcome, _CITED, phrase),
        "offers": [dump.offer(offer) for offer in view.offers],
        **dump.house(view.house),
    }


def _findings(found: Iterable[Finding], phrase: Render) -> list[dict[str, Any]]:
    return dump.findings(found, _CITED, phrase)


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
