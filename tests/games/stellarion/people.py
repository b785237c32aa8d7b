"""The physical game: eight really shuffled decks that nobody told the app about, and people who move the cards.

They do what the rules say with the cards in their hands, and after every step the app must know exactly what they saw.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from app.games.phrases import Seat
from app.games.stellarion import actions as do
from app.games.stellarion.actions import Put
from app.games.stellarion.cards import CARDS, SYMBOLS, Card, Symbol
from app.games.stellarion.state import Common, Expansion, State


@dataclass
class Pile:
    """A real deck: ``cards`` from the top down, the first ``up`` of them face up; the last ``seen`` were put there with
    everybody watching. ``discard`` is its discard pile."""

    cards: list[Card]
    up: int = 0
    seen: int = 0
    discard: list[Card] = field(default_factory=list)


@dataclass
class People:
    rnd: random.Random
    expansions: frozenset[Expansion]
    piles: dict[Symbol, Pile] = field(default_factory=dict)
    outpost: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        for symbol in SYMBOLS:
            cards = [card for card in CARDS[symbol].values() for _ in range(2) if card.is_celestial]
            if Expansion.BLACK_HOLES in self.expansions:
                cards.append(CARDS[symbol]["black-hole"])
            if Expansion.MIRRORS in self.expansions:
                cards.append(CARDS[symbol]["mirror"])
            self.rnd.shuffle(cards)
            self.piles[symbol] = Pile(cards)

    def shuffle(self, pile: Pile) -> None:
        self.rnd.shuffle(pile.cards)
        pile.up = pile.seen = 0

    def take(self, slot: str) -> Card:
        """The card of a slot leaves its place."""
        if slot.startswith(do.OUTPOST):
            card = next(card for card in self.outpost if card.name == slot.removeprefix(do.OUTPOST))
            self.outpost.remove(card)
            return card
        pile = self.piles[Symbol(slot)]
        assert pile.up > 0
        pile.up -= 1
        return pile.cards.pop(0)

    def discard(self, slots: Sequence[str]) -> None:
        for slot in slots:
            card = self.take(slot)
            self.piles[card.symbol].discard.append(card)

    def top(self, symbol: Symbol) -> Card:
        """What the top turns out to be."""
        return self.piles[symbol].cards[0]

    def two(self, symbol: Symbol) -> list[Card]:
        """Shuffle, and look at the top two."""
        self.shuffle(self.piles[symbol])
        return self.piles[symbol].cards[:2]

    def follow(self, action: do.Action) -> None:
        """Move the real cards."""
        match action:
            case do.Reveal(card=card):
                pile = self.piles[card.symbol]
                assert pile.up == 0
                assert pile.cards[0] == card
                pile.up = 1
                pile.seen = min(pile.seen, len(pile.cards) - 1)
            case do.Launch(cards=slots) | do.Traverse(cards=slots):
                self.discard(slots)
            case do.Coordinate(cards=slots, thrusters=under):
                self.discard([slot for slot in slots if slot != under])
                if under is not None:
                    card = self.take(under)
                    self.piles[card.symbol].cards.append(card)
                    self.piles[card.symbol].seen += 1
            case do.Search(card=card):
                pile = self.piles[card.symbol]
                pile.cards.remove(card)
                self.shuffle(pile)
                pile.cards.insert(0, card)
                pile.up = 1
            case do.Retrieve(cards=cards, on_top=on_top):
                self._retrieve(cards, on_top)
            case do.Look(upper=upper, lower=lower, put=put):
                self._put_back(upper, lower, put)
            case do.Stock(decks=symbols):
                self.outpost += [self.take(symbol.value) for symbol in symbols]
            case _:
                pass

    def _retrieve(self, cards: Sequence[Card], on_top: bool) -> None:
        pile = self.piles[cards[0].symbol]
        for card in cards:
            pile.discard.remove(card)
        if on_top:
            pile.cards[:0] = cards
            pile.up += len(cards)
        else:
            pile.cards += cards
            self.shuffle(pile)

    def _put_back(self, upper: Card, lower: Card, put: Put) -> None:
        """The two cards of ``two`` go where they were put."""
        pile = self.piles[upper.symbol]
        assert Counter(pile.cards[:2]) == Counter((upper, lower))
        pile.cards = pile.cards[2:]
        match put:
            case Put.APART:
                pile.cards = [upper, *pile.cards, lower]
                pile.up, pile.seen = 1, 1
            case Put.ON_TOP:
                pile.cards = [upper, lower, *pile.cards]
                pile.up = 2
            case Put.UNDER:
                pile.cards = [*pile.cards, upper, lower]
                pile.seen = 2

    def agree(self, state: State) -> None:
        """The app knows what lies face up, what was put at the bottom, and what must be between; no card is lost."""
        table: Common = state.table
        assert table.outpost == tuple(self.outpost)
        for deck in table.decks:
            pile = self.piles[deck.symbol]
            hidden = pile.cards[pile.up : len(pile.cards) - pile.seen]
            assert deck.up == tuple(pile.cards[: pile.up])
            assert deck.bottom == (tuple(pile.cards[-pile.seen :]) if pile.seen else ())
            assert Counter(deck.unknown) == Counter(hidden)
            assert list(deck.unknown) == sorted(deck.unknown, key=lambda card: card.number)
            assert deck.discard == tuple(pile.discard)
            assert deck.size == len(pile.cards)
            assert deck.is_face_down == (bool(pile.cards) and pile.up == 0)
            everything = Counter(
                [*deck.cards, *deck.discard, *(one for one in table.outpost if one.symbol is deck.symbol)]
            )
            assert everything == Counter(
                {card: 2 if card.is_celestial else 1 for card in CARDS[deck.symbol].values() if self.is_in(card)}
            )
        assert len({card.face for card in table.outpost}) == len(table.outpost)

    def is_in(self, card: Card) -> bool:
        """Does this card belong to the game?"""
        wanted = Expansion.MIRRORS if card.is_mirror else Expansion.BLACK_HOLES
        return card.is_celestial or wanted in self.expansions

    def step(self, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """One of these lines, with what the real cards show: people look before they say what they saw."""
        chosen = dict(self.rnd.choice(lines))
        if chosen["type"] == do.Look.name:
            one, other = self.two(Symbol(str(chosen["deck"])))
            upper, lower = self.rnd.sample((one, other), 2)
            chosen |= {"upper": upper.name, "lower": lower.name}
        return chosen

    def anyone(self, seats: int) -> Seat:
        return Seat(self.rnd.randrange(seats))
