"""Where the copies of a card are, as far as everybody has seen: collections, pile, table (QU-16).

There are two of each emotion card and six rests. Cards that were shuffled into a new deck are unseen again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.games.phrases import Seat
from app.games.stella_quest.cards import CARDS, REST, Card


@dataclass(frozen=True, slots=True)
class Copies:
    """The known copies of one card: whose collections (a seat once for each copy), pile, table; how many rests left the
    game (``away``)."""

    card: Card
    collections: tuple[Seat, ...]
    on_top: bool
    in_pile: int
    on_table: int
    away: int = 0

    @property
    def known(self) -> int:
        return len(self.collections) + self.in_pile + self.on_table + self.away

    @property
    def all_known(self) -> bool:
        """No further one can turn up."""
        return self.known >= self.card.copies


def copies(
    card: Card, collections: Sequence[Sequence[Card]], pile: Sequence[Card], on_table: Sequence[Card], away: int = 0
) -> Copies:
    """Where ``card`` is known to be; ``pile`` has its top last, ``away`` rests have left the game."""
    return Copies(
        card,
        tuple(Seat(seat) for seat, held in enumerate(collections) for _ in range(held.count(card))),
        bool(pile) and pile[-1] == card,
        pile.count(card),
        on_table.count(card),
        away if card.is_rest else 0,
    )


def possible(
    collections: Sequence[Sequence[Card]], pile: Sequence[Card], on_table: Sequence[Card], away: int = 0
) -> tuple[Card, ...]:
    """All cards that could still turn up: everything but what is provably elsewhere."""
    seen: Counter[Card] = Counter({REST: away})
    seen.update(on_table)
    seen.update(pile)
    for held in collections:
        seen.update(held)
    return tuple(card for card in CARDS if seen[card] < card.copies)
