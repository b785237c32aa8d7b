"""The cards that can be used: the Observatory, which is the face-up tops of the decks, and the Outpost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.stellarion import decks
from app.games.stellarion.actions import OUTPOST, Slot
from app.games.stellarion.cards import CELESTIAL, NAMES, PLACE, SYMBOLS, Card, Symbol, without
from app.games.stellarion.state import Common, Deck

#: Every slot there can be, in the order in which a selection is written.
SLOTS: tuple[Slot, ...] = (
    *(Slot(symbol.value) for symbol in SYMBOLS),
    *(Slot(f"{OUTPOST}{name}") for name in CELESTIAL),
)
_ORDER = {slot: place for place, slot in enumerate(SLOTS)}


def in_order(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """A selection, written in one way."""
    return tuple(sorted(slots, key=_ORDER.__getitem__))


def is_outpost(slot: Slot) -> bool:
    return slot.startswith(OUTPOST)


def slot_of_outpost(card: Card) -> Slot:
    """No two cards of the Outpost are identical, so that the face names one."""
    return Slot(f"{OUTPOST}{NAMES[card.face]}")


def deck_of(table: Common, symbol: Symbol) -> Deck:
    return table.decks[PLACE[symbol]]


def with_deck(table: Common, deck: Deck) -> Common:
    """The table with one deck changed."""
    at = PLACE[deck.symbol]
    return replace(table, decks=(*table.decks[:at], deck, *table.decks[at + 1 :]))


def card_at(table: Common, slot: Slot) -> Card | None:
    """The card that can be used there, None where there is none."""
    if is_outpost(slot):
        return next((card for card in table.outpost if slot_of_outpost(card) == slot), None)
    up = deck_of(table, Symbol(slot)).up
    return up[0] if up else None


def removed(table: Common, slot: Slot) -> tuple[Common, Card]:
    """The card leaves its place; it is nowhere yet."""
    card = card_at(table, slot)
    assert card is not None
    if is_outpost(slot):
        return replace(table, outpost=without(table.outpost, card)), card
    return with_deck(table, decks.top_taken(deck_of(table, card.symbol))), card


def discarded(table: Common, slots: Sequence[Slot]) -> tuple[Common, tuple[Card, ...]]:
    """The cards go to the discard piles of their own decks (``stellarion.discard-own-pile``)."""
    cards: list[Card] = []
    for slot in slots:
        table, card = removed(table, slot)
        table = with_deck(table, decks.discarded(deck_of(table, card.symbol), card))
        cards.append(card)
    return table, tuple(cards)


def face_down(table: Common) -> tuple[Symbol, ...]:
    """The decks whose top is to be revealed (SN-1)."""
    return tuple(deck.symbol for deck in table.decks if deck.is_face_down)
