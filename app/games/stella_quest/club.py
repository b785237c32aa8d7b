"""What a league keeps of a game of Stella Quest."""

from __future__ import annotations

from app.games.club import Club, Played
from app.games.stella_quest.state import Finished, State


def played(state: State) -> Played:
    """Who led the first round, and how many rounds it took."""
    if not isinstance(state, Finished):
        return Played()
    rounds = state.table.rounds
    return Played(first=rounds[0].first if rounds else None, turns=len(rounds))


CLUB = Club(short="Quest", records=("fewest-turns",), played=played)
