"""Stella Quest, for two to four players."""

from __future__ import annotations

from app.games.kernel import Game
from app.games.stella_quest import ending, judge, log, rules, view, wire
from app.games.stella_quest.actions import Action, FirstCard, Opponent, Recording
from app.games.stella_quest.club import CLUB
from app.games.stella_quest.demo import DEMOS
from app.games.stella_quest.rulebook import ALTERNATIVES, RULEBOOK
from app.games.stella_quest.shown import View
from app.games.stella_quest.state import Finished, State

GAME: Game[State, Action, View] = Game(
    key="stella_quest",
    title="Stella Quest",
    seats=rules.SEATS,
    minutes=30,
    rules_version=1,
    rulebook=RULEBOOK,
    wire=wire,
    setup=rules.setup,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view_for=view.view_for,
    line_for=log.line_for,
    why=log.why,
    outcome=lambda state: ending.outcome(state) if isinstance(state, Finished) else None,
    draft=None,
    draft_stage=lambda state: None,
    undo_span=log.undo_span,
    publish=log.publish,
    kept=("recording",),
    questions=judge.QUESTIONS,
    alternatives=ALTERNATIVES,
    dispute=judge.dispute,
    grouped=lambda data: str(data.get("card", "")).partition("-")[0],
    standing=ending.standing,
    chance=frozenset({FirstCard.name, Opponent.name}),
    quiet=frozenset({Recording.name}),
    club=CLUB,
    demos=DEMOS,
)
