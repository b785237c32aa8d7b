"""Stella – Dixit Universe, for three to six players."""

from __future__ import annotations

from app.games.kernel import Game
from app.games.stella import amending, judge, log, reasons, refusals, rules, scoring, stages, view, wire
from app.games.stella.actions import Action
from app.games.stella.club import CLUB
from app.games.stella.demo import DEMOS
from app.games.stella.rulebook import ALTERNATIVES, RULEBOOK
from app.games.stella.state import Finished, State
from app.games.stella.view import View

GAME: Game[State, Action, View] = Game(
    key="stella",
    title="Stella – Dixit Universe",
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
    outcome=lambda state: reasons.outcome(state) if isinstance(state, Finished) else None,
    draft=rules.draft,
    draft_stage=rules.draft_stage,
    drafted=("cells",),
    undo_span=log.undo_span,
    publish=log.publish,
    stage=stages.stage,
    asks={refusals.LAST_ONE_CONFIRMS: "last"},
    questions=judge.QUESTIONS,
    alternatives=ALTERNATIVES,
    dispute=judge.dispute,
    settled=amending.settled,
    unsealed=amending.unsealed,
    beyond=amending.beyond,
    same_ground=amending.same_ground,
    entry_for=amending.entry_for,
    standing=lambda state: scoring.totals(state.table.seats, state.table.scores),
    club=CLUB,
    demos=DEMOS,
)
