"""What happens to a deck, and what is known of it afterwards. Each function returns another deck; no card is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.stellarion.actions import Put
from app.games.stellarion.cards import Card, Symbol, counted, sort, whole_deck, without
from app.games.stellarion.state import Deck, Expansion


def laid_out(symbol: Symbol, expansions: frozenset[Expansion]) -> Deck:
    """A shuffled deck, face down: nobody knows its order (``stellarion.shuffle-decks``)."""
    cards = whole_deck(symbol, black_holes=Expansion.BLACK_HOLES in expansions, mirrors=Expansion.MIRRORS in expansions)
    return Deck(symbol, (), cards)


def possible_tops(deck: Deck) -> tuple[tuple[Card, int], ...]:
    """What the first face-down card can be, and how many of each there are; none where no card is face down.

    Known bottom cards decide it when nothing unknown lies above them (SN-20).
    """
    if deck.unknown:
        return counted(deck.unknown)
    return ((deck.bottom[0], 1),) if deck.bottom else ()


def can_be_top(deck: Deck, card: Card) -> bool:
    """Can the first face-down card be this one?"""
    return card in deck.unknown if deck.unknown else card in deck.bottom[:1]


def turned_up(deck: Deck, card: Card) -> Deck:
    """The face-down top is revealed as ``card``."""
    if deck.unknown:
        return replace(deck, up=(card,), unknown=without(deck.unknown, card))
    return replace(deck, up=(card,), bottom=deck.bottom[1:])


def top_taken(deck: Deck) -> Deck:
    """The face-up top leaves; a face-up card under it is the next top at once (SN-19)."""
    return replace(deck, up=deck.up[1:])


def discarded(deck: Deck, card: Card) -> Deck:
    """The card goes face up on the deck's own discard pile (``stellarion.discard-own-pile``)."""
    return replace(deck, discard=(*deck.discard, card))


def put_under(deck: Deck, card: Card) -> Deck:
    """The card goes to the bottom, and everybody knows it is there (SN-20)."""
    return replace(deck, bottom=(*deck.bottom, card))


def shuffled(deck: Deck, more: Sequence[Card] = ()) -> Deck:
    """The deck, its face-up cards and ``more``, face down in an order that nobody knows (SN-6)."""
    return replace(deck, up=(), unknown=sort((*deck.cards, *more)), bottom=())


def searched(deck: Deck, card: Card) -> Deck:
    """Ship: shuffled, with ``card`` face up on top (``stellarion.ship-minor``)."""
    return replace(deck, up=(card,), unknown=sort(without(deck.cards, card)), bottom=())


def retrieved(deck: Deck, cards: Sequence[Card], on_top: bool) -> Deck:
    """Nebula: out of the discard pile, shuffled in; or face up on top, the first one uppermost."""
    pile = deck.discard
    for card in cards:
        pile = without(pile, card)
    if on_top:
        return replace(deck, up=(*cards, *deck.up), discard=pile)
    return shuffled(replace(deck, discard=pile), cards)


def looked(deck: Deck, upper: Card, lower: Card, put: Put) -> Deck:
    """Stars: shuffled, and the top two put back (``stellarion.stars-minor``, ``stellarion.amplifier``)."""
    rest = sort(without(without(deck.cards, upper), lower))
    match put:
        case Put.APART:
            return replace(deck, up=(upper,), unknown=rest, bottom=(lower,))
        case Put.ON_TOP:
            return replace(deck, up=(upper, lower), unknown=rest, bottom=())
        case Put.UNDER:
            return replace(deck, up=(), unknown=rest, bottom=(upper, lower))
