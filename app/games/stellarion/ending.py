"""How a game of Stellarion ended: for all players alike, and why."""

from __future__ import annotations

from app.games import deciding
from app.games.kernel import Outcome
from app.games.stellarion import reasons
from app.games.stellarion.house import ALTERNATIVES
from app.games.stellarion.state import End, Finished


def outcome(state: Finished) -> Outcome:
    """All have won, or the game has: then everybody is second. Nothing is counted in points."""
    seats = state.table.seats
    place = 1 if state.end is End.WON else 2
    why = reasons.ended(state.table, state.end)
    house = deciding.on_the_result(state.table.house, ALTERNATIVES)
    return Outcome((place,) * seats, (None,) * seats, why, house)
