"""Stellarion, for one player or two together, with any of its four expansions."""

from __future__ import annotations

from app.games.kernel import Game
from app.games.stellarion import amending, ending, judge, log, offers, options, rules, view, wire
from app.games.stellarion.actions import Action
from app.games.stellarion.club import CLUB
from app.games.stellarion.demo import DEMOS
from app.games.stellarion.house import ALTERNATIVES
from app.games.stellarion.rulebook import RULEBOOK
from app.games.stellarion.shown import View
from app.games.stellarion.state import Finished, State

GAME: Game[State, Action, View] = Game(
    key="stellarion",
    title="Stellarion",
    seats=rules.SEATS,
    minutes=30,
    rules_version=1,
    rulebook=RULEBOOK,
    wire=wire,
    setup=rules.setup,
    apply=rules.apply,
    legal_actions=offers.legal_actions,
    view_for=view.view_for,
    line_for=log.line_for,
    why=log.why,
    outcome=lambda state: ending.outcome(state) if isinstance(state, Finished) else None,
    draft=None,
    draft_stage=lambda state: None,
    undo_span=log.undo_span,
    publish=log.publish,
    again=options.again,
    kept=("expansions", "spaces", "meteors"),
    questions=judge.QUESTIONS,
    alternatives=ALTERNATIVES,
    dispute=judge.dispute,
    grouped=lambda data: str(data.get("deck") or str(data.get("card", "")).partition("-")[0]),
    club=CLUB,
    demos=DEMOS,
    entry_for=amending.entry_for,
)
