"""Who wins a round: lead, trump, and what each card is the moment it is played. Looks at the table only.

Whether a card might be played at all is another question (``following``): a card played against the duty to follow
counts as what it is (QU-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.games.stella_quest.cards import Card, Colour


class Category(StrEnum):
    """What a played card is; final when it is played (QU-3)."""

    SUPER_TRUMP = "super_trump"
    TRUMP = "trump"
    LEAD = "lead"
    NEUTRAL = "neutral"
    REST = "rest"


class Same(StrEnum):
    """Which card a super-trump equals: the top of the pile, or one played earlier in the round."""

    PILE = "pile"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cards judged, in the order they were played; ``winner`` is a place in that order.

    In a running round it is who is ahead. None: there is no card but rests.
    """

    lead: Colour | None
    trump: Colour | None
    categories: tuple[Category, ...]
    same_as: tuple[Same | None, ...]
    winner: int | None

    @property
    def by(self) -> Category | None:
        """What won."""
        return None if self.winner is None else self.categories[self.winner]


def trump_of(top: Card) -> Colour | None:
    """The colour of the card on top of the pile (``stella_quest.trump-colour``); a rest gives none (QU-2)."""
    return top.colour


def lead_of(cards: Sequence[Card]) -> Colour | None:
    """The colour of the first emotion card of the round, whoever played it (``stella_quest.lead-colour``)."""
    for card in cards:
        if card.colour is not None:
            return card.colour
    return None


def verdict(top: Card, cards: Sequence[Card]) -> Verdict:
    """Judge the ``cards`` of a round, in order, on a pile with ``top`` on it.

    The second super-trump beats the first, a super-trump any trump, a trump any card of the lead colour, and within
    one of these the higher value wins (``stella_quest.priority``). Ties cannot happen: the second of two equal cards
    is a super-trump.
    """
    trump = top.colour
    lead: Colour | None = None
    categories: list[Category] = []
    same_as: list[Same | None] = []
    winner: int | None = None
    best = 0
    for place, card in enumerate(cards):
        colour = card.colour
        same: Same | None = None
        if colour is None:
            category, strength = Category.REST, 0
        else:
            if lead is None:
                lead = colour
            if card == top:
                same = Same.PILE
            elif card in cards[:place]:
                same = Same.EARLIER
            if same is not None:
                category, strength = Category.SUPER_TRUMP, _SUPER + place
            elif colour is trump:
                category, strength = Category.TRUMP, _TRUMP + card.value
            elif colour is lead:
                category, strength = Category.LEAD, card.value
            else:
                category, strength = Category.NEUTRAL, 0
        categories.append(category)
        same_as.append(same)
        if strength > best:
            winner, best = place, strength
    return Verdict(lead, trump, tuple(categories), tuple(same_as), winner)


#: Above every value, and above every trump.
_TRUMP, _SUPER = 10, 20
