"""What may be done now, in every phase. Any seat may enter anything: the players act together."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from app.games.kernel import Choice, Offer, OneOf, Several
from app.games.phrases import Seat
from app.games.stellarion import actions as do
from app.games.stellarion import decks, moves, powers, sun
from app.games.stellarion.cards import Type, counted, sort
from app.games.stellarion.state import (
    Acting,
    Breakthrough,
    Common,
    Deck,
    Finished,
    Opening,
    Power,
    Revealing,
    State,
    Stuck,
    Traversing,
)


def legal_actions(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Everything that can be done now; the same for both seats."""
    match state:
        case Acting(table=table):
            return (*moves.acting(table), *moves.theory(table), *_anytime(table))
        case Opening(table=table):
            return _reveals(table)
        case Power(table=table):
            return (*_power(state), *moves.meteors(table))
        case Traversing(table=table):
            takes = (_offer(do.Take.name, voyage=_one(spot.value), to=OneOf(to)) for spot, to in moves.takers(table))
            return (*takes, *moves.meteors(table))
        case Revealing(table=table):
            due = _reveals(table) or (_offer(do.EndTurn.name),)
            return (*due, *(() if state.begun else moves.theory(table)), *_anytime(table))
        case Stuck(table=table):
            return (*_anytime(table), _offer(do.GiveUp.name))
        case Finished():
            return ()
        case _ as never:
            assert_never(never)


def _anytime(table: Common) -> tuple[Offer, ...]:
    """Meteor tokens; and the final space, where only the table sees it (SN-14)."""
    if table.sun is None:
        return ()
    told = (_offer(do.FinalSpace.name),) if table.sun.board is None else ()
    return (*moves.meteors(table), *told)


def _reveals(table: Common) -> tuple[Offer, ...]:
    """The decks whose tops are due, each with what can lie there (SN-1, SN-20)."""
    return tuple(
        _of_deck(do.Reveal.name, deck.symbol.value, tuple(card.name for card, _number in decks.possible_tops(deck)))
        for deck in table.decks
        if deck.is_face_down
    )


def _power(state: Power) -> tuple[Offer, ...]:
    """The next step of the effect, then its end: done after a step, forfeited before one (SN-4, SN-22)."""
    match state.type:
        case Type.SHIP:
            found = tuple(_search(deck) for deck in powers.search_decks(state))
        case Type.NEBULA:
            found = _retrieves(state)
        case Type.STARS:
            found = tuple(offer for deck in powers.look_decks(state) for offer in _looks(state, deck))
        case Type.PLANET:
            found = _stocks(state)
        case _ as never:
            assert_never(never)
    if state.steps:
        return (*found, _offer(do.Done.name))
    least, most = sun.least_back(state.table, state.major), sun.most_back(state.table.sun, state.major)
    return (*found, _offer(do.Forfeit.name, back=_one(*range(least, most + 1))))


def _search(deck: Deck) -> Offer:
    return _of_deck(do.Search.name, deck.symbol.value, tuple(card.name for card, _number in counted(sort(deck.cards))))


@lru_cache(maxsize=2048)
def _of_deck(action: str, deck: str, cards: tuple[str, ...]) -> Offer:
    return _offer(action, deck=_one(deck), card=_one(*cards))


def _retrieves(state: Power) -> tuple[Offer, ...]:
    """Shuffled in; or with the Time shift radar on top, in an order that counts (``stellarion.radar-order``)."""
    ways = ((False, "shuffle"), (True, "on_top"))
    return tuple(
        _offer(
            do.Retrieve.name,
            deck=_one(symbol.value),
            cards=Several(tuple(card.name for card in cards), 1, powers.cards_at_once(state), in_order),
            put=_one(put),
        )
        for symbol, cards in powers.piles(state)
        for in_order, put in ways[: 1 + (state.table.breakthrough is Breakthrough.RADAR)]
    )


def _looks(state: Power, deck: Deck) -> tuple[Offer, ...]:
    anywhere = state.table.breakthrough is Breakthrough.AMPLIFIER
    there = counted(sort(deck.cards))
    return tuple(
        _look(
            deck.symbol.value,
            card.name,
            tuple(other.name for other, number in there if other is not card or number > 1),
            anywhere,
        )
        for card, _number in there
    )


@lru_cache(maxsize=4096)
def _look(deck: str, upper: str, lower: tuple[str, ...], anywhere: bool) -> Offer:
    put = tuple(one.value for one in do.Put) if anywhere else (do.Put.APART.value,)
    return _offer(do.Look.name, deck=_one(deck), upper=_one(upper), lower=_one(*lower), put=_one(*put))


def _stocks(state: Power) -> tuple[Offer, ...]:
    single = tuple(card.symbol.value for card in powers.tops(state))
    found = (_offer(do.Stock.name, decks=Several(single, 1, 1)),) if single else ()
    pairs = ((one.symbol.value, other.symbol.value) for one, other in powers.top_pairs(state))
    return (*found, *(_offer(do.Stock.name, decks=Several(pair, 2, 2)) for pair in pairs))


def _offer(action: str, **fields: Choice) -> Offer:
    return Offer(action, MappingProxyType(fields))


def _one(*of: int | str) -> OneOf:
    return OneOf(of)
