"""The duty to follow the lead colour: may a card be played, and when is it proven that one might not (QU-4)?

The app sees no hands. It answers when it is told a hand, or only the backs, which everybody can see; and it remembers
who did not follow what, until that hand draws cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.games.phrases import Seat
from app.games.stella_quest.cards import Back, Card, Colour
from app.games.stella_quest.state import Doubt, Revoke

#: A card of a hand, or only the back of one.
Held = Card | Back


class Duty(StrEnum):
    """The answer to "may this card be played?", with the reason in its name."""

    LEADS = "leads"
    FOLLOWS = "follows"
    RESTS = "rests"
    NONE_HELD = "none_held"
    MUST_FOLLOW = "must_follow"
    NOT_IN_HAND = "not_in_hand"

    @property
    def allowed(self) -> bool:
        return self not in (Duty.MUST_FOLLOW, Duty.NOT_IN_HAND)


def may_play(hand: Sequence[Held], lead: Colour | None, card: Card) -> Duty:
    """May ``card`` be played from this ``hand`` (the card itself included) when ``lead`` leads?

    A card of the lead colour must be played if one is held; a rest is always allowed, a trump or a super-trump of
    another colour is not (``stella_quest.must-follow``, ``stella_quest.rest-always``, QU-4).
    """
    if card not in hand and card.back not in hand:
        return Duty.NOT_IN_HAND
    if card.is_rest:
        return Duty.RESTS
    if lead is None:
        return Duty.LEADS
    if card.colour is lead:
        return Duty.FOLLOWS
    holds_lead = any((held.back if isinstance(held, Card) else held).value == lead.value for held in hand)
    return Duty.MUST_FOLLOW if holds_lead else Duty.NONE_HELD


@dataclass(frozen=True, slots=True)
class Remembered:
    """A seat's doubts after it has played, and the revoke that this card proved, if it did."""

    doubts: tuple[Doubt, ...]
    revoke: Revoke | None


def remember(seat: Seat, doubts: tuple[Doubt, ...], number: int, lead: Colour | None, card: Card) -> Remembered:
    """What a played card says about its hand. ``lead`` is the colour that led before it; ``doubts`` are the seat's,
    since it last drew cards."""
    colour = card.colour
    if colour is None:
        return Remembered(doubts, None)
    proven = next((doubt for doubt in doubts if doubt.colour is colour), None)
    kept = tuple(doubt for doubt in doubts if doubt.colour is not colour)
    if lead is not None and colour is not lead and all(doubt.colour is not lead for doubt in kept):
        kept = (*kept, Doubt(lead, number, card))
    return Remembered(kept, None if proven is None else Revoke(seat, proven, number, card))
