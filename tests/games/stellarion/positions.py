"""States in the middle of a game, as a case describes them in the words of the wire. No card is lost on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.games.phrases import Seat
from app.games.stellarion import decks, steps
from app.games.stellarion.cards import CARDS, GALAXIES, SYMBOLS, TYPES, Card, Galaxy, Symbol, Type, without
from app.games.stellarion.state import (
    Acting,
    Board,
    Breakthrough,
    Columns,
    Common,
    Deck,
    Did,
    Expansion,
    Revealing,
    ShootingStars,
    Space,
    Stacks,
    State,
    Stuck,
    Sun,
    Theories,
    Turn,
)

#: What lies on top where a case says nothing: four identical pairs.
TOPS = dict(zip(SYMBOLS, ("alpha-ship", "beta-nebula", "gamma-stars", "delta-planet") * 2, strict=True))


def card(name: str) -> Card:
    """``alpha-ship@ship``."""
    face, symbol = name.split("@")
    return CARDS[Symbol(symbol)][face]


def position(given: dict[str, Any]) -> State:
    """A table in the middle of turn 5.

    ``tops`` change some face-up cards (null: face down), ``only`` names the decks that are not exhausted, ``decks``
    gives more of one: up, bottom, discard. Whatever is nowhere else is in the unknown middle of its deck.
    """
    expansions = frozenset(map(Expansion, given.get("expansions", ())))
    outpost = tuple(map(card, given.get("outpost", ())))
    table = Common(
        seats=given.get("seats", 1),
        expansions=expansions,
        decks=tuple(_deck(symbol, given, expansions, outpost) for symbol in SYMBOLS),
        outpost=outpost,
        voyages=_voyages(given, expansions),
        piles=tuple(tuple(map(Galaxy, pile)) for pile in given.get("piles", [[]] * given.get("seats", 1))),
        stars=ShootingStars(given.get("stars", 1)),
        theories=_theories(given, expansions),
        breakthrough=Breakthrough(given["breakthrough"]) if "breakthrough" in given else None,
        sun=_sun(given, expansions),
        number=5,
        player=Seat(given.get("player", 0)),
        turns=(),
        hands=(),
    )
    match given.get("phase", "acting"):
        case "acting":
            return Acting(table)
        case "revealing":
            return Revealing(table, Turn(5, table.player, Did.COORDINATE))
        case "stuck":
            return Stuck(table)
        case "begins":
            return steps.judged(table)
        case other:
            raise AssertionError(other)


def _deck(symbol: Symbol, given: dict[str, Any], expansions: frozenset[Expansion], outpost: tuple[Card, ...]) -> Deck:
    more = given.get("decks", {}).get(symbol.value, {})
    whole = decks.laid_out(symbol, expansions)
    left = whole.unknown
    for one in outpost:
        if one.symbol is symbol:
            left = without(left, one)
    if "only" in given and symbol.value not in given["only"]:
        return replace(whole, unknown=(), discard=left)
    cards = CARDS[symbol]
    top = given.get("tops", {}).get(symbol.value, TOPS[symbol])
    up = tuple(cards[name] for name in more.get("up", [] if top is None else [top]))
    bottom = tuple(cards[name] for name in more.get("bottom", ()))
    discard = tuple(cards[name] for name in more.get("discard", ()))
    for one in (*up, *bottom, *discard):
        left = without(left, one)
    if more.get("no_more"):
        return Deck(symbol, up, (), bottom, (*discard, *left))
    return Deck(symbol, up, left, bottom, discard)


def _voyages(given: dict[str, Any], expansions: frozenset[Expansion]) -> Stacks | Columns:
    voyages = given.get("voyages", [2, 2, 2, 2])
    if isinstance(voyages, dict):
        return Columns(tuple(map(Galaxy, voyages["left"])), tuple(map(Galaxy, voyages["right"])))
    assert Expansion.MIRRORS not in expansions
    assert len(voyages) == len(GALAXIES)
    return Stacks(tuple(voyages))


def _theories(given: dict[str, Any], expansions: frozenset[Expansion]) -> Theories | None:
    if Expansion.THEORIES not in expansions:
        return None
    top = given.get("theory", "ship")
    hidden = given.get("hidden", [kind.value for kind in TYPES if kind.value != top])
    return Theories(None if top is None else Type(top), tuple(map(Type, hidden)))


def _sun(given: dict[str, Any], expansions: frozenset[Expansion]) -> Sun | None:
    if Expansion.SUN not in expansions:
        return None
    sun = given.get("sun", {})
    board = Board(Space(sun.get("final", 30)), tuple(map(Space, sun.get("meteors", (5, 10, 15, 20)))))
    if sun.get("blank"):
        return Sun(Space(sun.get("at", 12)), None, 0, sun.get("spent", 0))
    return Sun(Space(sun.get("at", 12)), board, sun.get("held", 0), sun.get("spent", 0))
