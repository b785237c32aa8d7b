"""The four powers of a Coordinate, step by step; used in full, in part, or forfeited (SN-4, SN-5, SN-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from app.games.kernel import Accepted, Refused
from app.games.stellarion import decks, hands, house, refusals, steps, sun
from app.games.stellarion.actions import Put
from app.games.stellarion.cards import Card, Symbol, Type
from app.games.stellarion.slots import deck_of, with_deck
from app.games.stellarion.state import Breakthrough, Common, Deck, Expansion, Power, State

Answer = Accepted[State] | Refused

#: How many steps each power has, minor and major; Nebula and Planet do everything in one.
STEPS = {Type.SHIP: (1, 2), Type.NEBULA: (1, 1), Type.STARS: (2, 4), Type.PLANET: (1, 1)}
#: How many cards go in one step, minor and major: a Stars power always places the two that were looked at.
CARDS_AT_ONCE = {Type.SHIP: (1, 1), Type.NEBULA: (1, 2), Type.STARS: (2, 2), Type.PLANET: (1, 2)}


def steps_of(state: Power) -> int:
    return STEPS[state.type][state.major]


def cards_at_once(state: Power) -> int:
    return CARDS_AT_ONCE[state.type][state.major]


# Targets


def search_decks(state: Power) -> tuple[Deck, ...]:
    """The decks a Ship can search: not exhausted, and not the one that was searched before."""
    return tuple(deck for deck in state.table.decks if deck.size and deck.symbol not in state.steps)


def look_decks(state: Power) -> tuple[Deck, ...]:
    """The decks a Stars power can look at: two cards or more."""
    return tuple(deck for deck in state.table.decks if deck.size >= 2)


def piles(state: Power) -> tuple[tuple[Symbol, tuple[Card, ...]], ...]:
    """The discard piles of a Nebula power, with the cards that can be retrieved."""
    found = []
    for deck in state.table.decks:
        cards = tuple(card for card in deck.discard if card.is_celestial)
        if cards:
            found.append((deck.symbol, cards))
    return tuple(found)


def tops(state: Power) -> tuple[Card, ...]:
    """The cards of the Observatory that could go into the Outpost as it is."""
    return tuple(deck.up[0] for deck in state.table.decks if deck.up and not _unfit(state.table, (deck.up[0],)))


def top_pairs(state: Power) -> tuple[tuple[Card, Card], ...]:
    """Two of them that can go together."""
    if not state.major:
        return ()
    found = tops(state)
    return tuple(
        (one, other)
        for place, one in enumerate(found)
        for other in found[place + 1 :]
        if not _unfit(state.table, (one, other))
    )


def has_target(state: Power) -> bool:
    """Is there anything the effect can still be used on?"""
    match state.type:
        case Type.SHIP:
            return bool(search_decks(state))
        case Type.NEBULA:
            return bool(piles(state))
        case Type.STARS:
            return bool(look_decks(state))
        case Type.PLANET:
            return bool(tops(state))


# Steps


def search(state: Power, card: Card) -> Answer:
    """Ship (``stellarion.ship-minor``, ``stellarion.ship-major``)."""
    if state.type is not Type.SHIP:
        return refusals.other_effect(state.type)
    deck = deck_of(state.table, card.symbol)
    if not deck.size:
        return refusals.deck_is_exhausted(deck.symbol)
    if deck.symbol in state.steps:
        return refusals.another_deck(deck.symbol)
    if card not in deck.cards:
        return impossible(state.table, deck, card)
    table = with_deck(state.table, decks.searched(deck, card))
    return _used(state, steps.said(table, hands.search(card)), deck.symbol)


def retrieve(state: Power, cards: Sequence[Card], on_top: bool) -> Answer:
    """Nebula (``stellarion.nebula-minor``, ``stellarion.nebula-major``, ``stellarion.radar``)."""
    if state.type is not Type.NEBULA:
        return refusals.other_effect(state.type)
    if len(cards) > cards_at_once(state):
        return refusals.two_cards_at_most(Type.NEBULA) if state.major else refusals.one_card_only(Type.NEBULA)
    for card in cards:
        if not card.is_celestial:
            return refusals.not_retrieved(card)
    deck = deck_of(state.table, cards[0].symbol)
    pile = Counter(deck.discard)
    for card, number in Counter(cards).items():
        if pile[card] < number:
            return refusals.not_in_pile(card)
    if on_top and state.table.breakthrough is not Breakthrough.RADAR:
        return refusals.no_radar()
    table = with_deck(state.table, decks.retrieved(deck, cards, on_top))
    return _used(state, steps.said(table, *hands.retrieve(cards, on_top)), deck.symbol)


def look(state: Power, upper: Card, lower: Card, put: Put) -> Answer:
    """Stars (``stellarion.stars-minor``, ``stellarion.stars-major``, ``stellarion.amplifier``)."""
    if state.type is not Type.STARS:
        return refusals.other_effect(state.type)
    deck = deck_of(state.table, upper.symbol)
    if deck.size < 2:
        return refusals.deck_too_small(deck.symbol)
    if upper not in deck.cards:
        return impossible(state.table, deck, upper)
    if lower not in deck.cards or (upper == lower and deck.cards.count(upper) < 2):
        return impossible(state.table, deck, lower)
    if put is not Put.APART and state.table.breakthrough is not Breakthrough.AMPLIFIER:
        return refusals.no_amplifier()
    table = with_deck(state.table, decks.looked(deck, upper, lower, put))
    return _used(state, steps.said(table, *hands.look(upper, lower, put)), deck.symbol)


def stock(state: Power, symbols: Sequence[Symbol]) -> Answer:
    """Planet (``stellarion.planet-minor``, ``stellarion.planet-major``, SN-7)."""
    if state.type is not Type.PLANET:
        return refusals.other_effect(state.type)
    if len(set(symbols)) < len(symbols):
        return refusals.used_twice()
    if len(symbols) > cards_at_once(state):
        return refusals.two_cards_at_most(Type.PLANET) if state.major else refusals.one_card_only(Type.PLANET)
    table = state.table
    cards: list[Card] = []
    for symbol in symbols:
        deck = deck_of(table, symbol)
        if not deck.up:
            return refusals.nothing_there(deck)
        cards.append(deck.up[0])
    if (no := _unfit(table, cards)) is not None:
        return no()
    for card in cards:
        table = with_deck(table, decks.top_taken(deck_of(table, card.symbol)))
    table = replace(table, outpost=(*table.outpost, *cards))
    return _used(state, steps.said(table, *hands.stock(cards)), *symbols)


def _unfit(table: Common, cards: Sequence[Card]) -> Callable[[], Refused] | None:
    """Why these cards cannot join those in the Outpost (``stellarion.outpost-galaxy``, SN-7); told only if asked."""
    for card in cards:
        if not card.is_celestial:
            return partial(refusals.not_stocked, card)
    there = list(table.outpost)
    for card in cards:
        if any(other.face == card.face for other in there):
            return partial(refusals.two_of_a_kind, card)
        there.append(card)
    first = there[0].galaxy
    if table.breakthrough is not Breakthrough.BIODOMES and any(card.galaxy is not first for card in there):
        assert first is not None
        return partial(refusals.outpost_of, first)
    return None


def impossible(table: Common, deck: Deck, card: Card) -> Refused:
    """Why the deck cannot hold that card now (``stellarion.deck-contents``, SN-20)."""
    whole = decks.laid_out(deck.symbol, table.expansions).unknown.count(card)
    return refusals.impossible_card(deck, card, whole, table.outpost.count(card))


# The end of an effect


def _used(state: Power, table: Common, *symbols: Symbol) -> Answer:
    """A step was carried out. The last possible one ends the effect."""
    after = replace(state, table=table, steps=(*state.steps, *symbols))
    number = 1 if state.type in (Type.NEBULA, Type.PLANET) else len(after.steps)
    return Accepted(_over(after) if number >= steps_of(state) or not has_target(after) else after)


def done(state: Power) -> Answer:
    """No more of the effect is wanted: in part counts as used (SN-4)."""
    if not state.steps:
        return refusals.nothing_used_yet()
    return Accepted(_over(replace(state, table=steps.said(state.table))))


def _over(state: Power) -> State:
    """The figure moves forward after a used effect (``stellarion.sun-major``, ``stellarion.sun-minor``)."""
    table = state.table
    moved = sun.forward(table.sun, sun.MAJOR_SPACES if state.major else sun.MINOR_SPACES)
    told = (*table.hands, *hands.sun(table.sun, moved))
    return steps.coordinated(state, steps.said(replace(table, sun=moved), *told), used=True)


def forfeit(state: Power, back: int) -> Answer:
    """The whole effect for a move backward (``stellarion.forfeit``, ``stellarion.sun-back``, SN-15)."""
    if state.steps:
        return refusals.used_already()
    table = state.table
    if back and Expansion.SUN not in table.expansions:
        return refusals.no_sun()
    most = sun.most_back(table.sun, state.major)
    if back > most:
        return refusals.too_far_back(state.major, most, 0 if table.sun is None else table.sun.at)
    if back < sun.least_back(table, state.major):
        return house.not_far_enough(most)
    moved = sun.backward(table.sun, back)
    told = hands.sun(table.sun, moved)
    return Accepted(steps.coordinated(state, steps.said(replace(table, sun=moved), *told), used=False))
