"""Lamps, for two to six players: the smallest game that this house can hold."""

from __future__ import annotations

from app.games.kernel import Game
from app.games.lamps import judge, log, rules, view, wire
from app.games.lamps.actions import Action, Glow
from app.games.lamps.club import CLUB
from app.games.lamps.rulebook import RULEBOOK
from app.games.lamps.state import State
from app.games.lamps.view import View

GAME: Game[State, Action, View] = Game(
    key="lamps",
    title="Lamps",
    seats=rules.SEATS,
    minutes=5,
    rules_version=1,
    rulebook=RULEBOOK,
    wire=wire,
    setup=rules.setup,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view_for=view.view_for,
    line_for=log.line_for,
    why=log.why,
    outcome=rules.outcome,
    draft=None,
    draft_stage=lambda state: None,
    undo_span=log.undo_span,
    publish=log.publish,
    kept=("lamps",),
    quiet=frozenset({Glow.name}),
    questions=judge.QUESTIONS,
    dispute=judge.dispute,
    club=CLUB,
)
