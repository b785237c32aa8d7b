"""Everything that could be sent, tried by brute force: what ``apply`` accepts is what is legal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stellarion import GAME
from app.games.stellarion import actions as do
from app.games.stellarion.cards import CARDS, SYMBOLS, TYPES, Galaxy
from app.games.stellarion.slots import card_at, in_order, slot_of_outpost
from app.games.stellarion.state import Side, State
from tests.games.stellarion.playing import expanded, load

ME = Seat(0)
SPOTS = (*Galaxy, *Side)


def attempts(state: State) -> Iterator[do.Action]:
    """Every action there is: all cards of all decks, all sets of slots with a card in them, all spots and seats."""
    table = state.table
    slots = [do.Slot(symbol.value) for symbol in SYMBOLS] + [slot_of_outpost(card) for card in table.outpost]
    there = [slot for slot in slots if card_at(table, slot) is not None]
    for symbol in SYMBOLS:
        cards = list(CARDS[symbol].values())
        for card in cards:
            yield do.Reveal(ME, card)
            yield do.Search(ME, card)
        for number in (1, 2, 3):
            for some in itertools.combinations_with_replacement(cards, number):
                yield do.Retrieve(ME, some)
            for some in itertools.product(cards, repeat=number):
                yield do.Retrieve(ME, some, on_top=True)
        for upper, lower in itertools.product(cards, repeat=2):
            for put in do.Put:
                yield do.Look(ME, upper, lower, put)
    for number in (1, 2, 3):
        for decks in itertools.combinations(SYMBOLS, number):
            yield do.Stock(ME, decks)
    for number in (2, 3, 4, 5):
        for chosen in itertools.combinations(there, number):
            cards_ = in_order(chosen)
            yield do.Traverse(ME, cards_)
            yield from (do.Launch(ME, cards_, star, spot) for star in (False, True) for spot in SPOTS)
            if number < 4:
                yield from (do.Coordinate(ME, cards_, under) for under in (None, *there))
    yield from (do.Forfeit(ME, back) for back in range(10))
    for spot, to in itertools.product(SPOTS, range(3)):
        yield do.Take(ME, spot, Seat(to))
        yield do.Meteors(ME, spot, Seat(to))
    yield from (do.Theory(ME, kind) for kind in (None, *TYPES))
    yield from (do.Done(ME), do.EndTurn(ME), do.FinalSpace(ME), do.GiveUp(ME))


def accepted(state: State) -> set[str]:
    """All of them that hold, written in one way."""
    return {written(one) for one in attempts(state) if isinstance(GAME.apply(state, one), Accepted)}


def offered(state: State) -> set[str]:
    """All that the offers stand for, written in the same way."""
    return {written(load(line, ME)) for line in expanded(GAME.legal_actions(state, ME))}


def written(action: do.Action) -> str:
    """A line; shuffled in, retrieved cards are a multiset, whatever order an offer gives."""
    line: dict[str, Any] = GAME.wire.dump_action(action)
    if isinstance(action, do.Retrieve) and not action.on_top:
        line["cards"] = sorted(line["cards"])
    return str(sorted(line.items()))
