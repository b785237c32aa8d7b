"""What a league keeps of a game of Lamps."""

from __future__ import annotations

from app.games.club import Club, Played
from app.games.lamps.state import State


def played(state: State) -> Played:
    """Who lit the first lamp, and how many turns it took."""
    return Played(first=state.turns[0].seat if state.turns else None, turns=len(state.turns))


CLUB = Club(records=("fewest-turns",), played=played)
