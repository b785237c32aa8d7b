"""What a league keeps of a night of Stella."""

from __future__ import annotations

from collections import Counter

from app.games.club import Club, Played
from app.games.phrases import Seat
from app.games.stella.state import Finished, Kind, State


def played(state: State) -> Played:
    """The first scout of round 1, the stars of each round, and each pair's super sparks.

    A super spark is between exactly two slates, whoever of them has fallen.
    """
    if not isinstance(state, Finished):
        return Played()
    scores, seats = state.table.scores, range(state.table.seats)
    pairs: Counter[tuple[Seat, Seat]] = Counter()
    for score in scores:
        for card in score.reveals:
            if card.kind is Kind.SUPER_SPARK:
                a, b = sorted(card.markers)
                pairs[a, b] += 1
    return Played(
        first=scores[0].first_scout if scores else None,
        turns=len(scores),
        rounds=tuple(tuple(int(score.points[seat]) for score in scores) for seat in seats),
        pairs=tuple((a, b, number) for (a, b), number in sorted(pairs.items())),
    )


CLUB = Club(
    short="Stella",
    bgg_id=329845,
    other_titles=("Stella", "Dixit: Stella"),
    records=("round", "pair", "pair-ever"),
    played=played,
)
