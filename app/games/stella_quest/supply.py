"""Cards from the shared deck: how many, and when the pile becomes the new deck."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.stella_quest.state import FEWEST_DRAWN, MOST_IN_HAND, PAID_CARDS, Radiance


def refill_size(radiance: Radiance) -> int:
    """Due to an empty hand: one card for each light token, 2 when there is only one (``stella_quest.empty-hand``)."""
    return FEWEST_DRAWN if radiance == 1 else int(radiance)


def paid_draw_size(hand: int) -> int:
    """What 1 radiance buys: 3 cards, fewer when the hand reaches 10, none with 10 in hand (QU-5)."""
    return max(0, min(PAID_CARDS, MOST_IN_HAND - hand))


@dataclass(frozen=True, slots=True)
class Supply:
    """A draw: how many came, what is left, and the shuffle, if one was due.

    ``shuffled`` cards of the pile became the new deck after ``after`` cards of this draw; 0: no shuffle.
    """

    drawn: int
    deck: int
    pile: int
    shuffled: int
    after: int


def draws(deck: int, pile: int, want: int) -> Supply:
    """Draw ``want`` cards; ``pile`` counts the pile with its top.

    A deck that runs out is made anew at once from the pile without its top (``stella_quest.deck-out``); where there is
    nothing to shuffle, one draws what there is (QU-7).
    """
    drawn = min(want, deck)
    deck -= drawn
    if deck > 0 or pile < 2:
        return Supply(drawn, deck, pile, 0, 0)
    shuffled = pile - 1
    more = min(want - drawn, shuffled)
    return Supply(drawn + more, shuffled - more, 1, shuffled, drawn)
