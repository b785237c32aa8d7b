"""Questions about Stella Quest that need no table: the same functions that the table itself asks.

Each answers with a value, or with a ``Refused`` that says why the question cannot be as it was asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kernel import Refused
from app.games.stella_quest import refusals
from app.games.stella_quest.cards import Card
from app.games.stella_quest.copies import copies
from app.games.stella_quest.following import Duty, Held, may_play
from app.games.stella_quest.scoring import Score, final_scores, ranks
from app.games.stella_quest.state import LEAST_TO_PAY, Radiance
from app.games.stella_quest.supply import Supply, draws, paid_draw_size, refill_size
from app.games.stella_quest.taking import TakeOption, take_options, top_options
from app.games.stella_quest.verdict import Verdict, verdict

__all__ = [
    "Duty",
    "Held",
    "Score",
    "Supply",
    "TakeOption",
    "Verdict",
    "draws",
    "final_scores",
    "may_play",
    "paid_draw",
    "ranks",
    "refill_size",
    "take_options",
    "top_options",
    "who_wins",
]


def who_wins(top: Card, cards: Sequence[Card]) -> Verdict | Refused:
    """The verdict on ``cards`` in the order they were played, with ``top`` on the pile; refused where the box has not
    that many copies of a card (QU-16)."""
    for place, card in enumerate(cards):
        found = copies(card, (), (top,), tuple(cards[:place]))
        if found.all_known:
            return refusals.impossible(found)
    return verdict(top, cards)


def paid_draw(hand: int, radiance: Radiance) -> int | Refused:
    """How many cards 1 radiance buys now (QU-5)."""
    if radiance < LEAST_TO_PAY:
        return refusals.too_dim(None)
    return paid_draw_size(hand) or refusals.hand_full(None)
