"""A table as somebody at it describes it: faces of cards without their decks, for which decks are found that fit.

Two decks have a Celestial card, and every deck has a Mirror and a Black Hole; a deck shows one card at a time. What
cannot be is refused, and the first sentence names the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.kernel import Refused
from app.games.phrases import count, say
from app.games.stellarion import questions, refusals
from app.games.stellarion.actions import Slot
from app.games.stellarion.cards import CARDS, NAMES, SYMBOLS, Card, Galaxy, Symbol, called
from app.games.stellarion.reasons import because
from app.games.stellarion.slots import slot_of_outpost
from app.games.stellarion.state import Breakthrough, Common, Expansion, Stacks

#: The word for a deck without cards.
NONE = "none"


@dataclass(frozen=True, slots=True)
class Described:
    """The table, and where each of the told cards lies on it."""

    table: Common
    slots: tuple[Slot, ...]


def homes(name: str) -> tuple[Symbol, ...]:
    """The decks that have such a card."""
    return tuple(symbol for symbol in SYMBOLS if name in CARDS[symbol])


def card_of(name: str) -> Card:
    """A card of that face, of the first deck that has it."""
    return CARDS[homes(name)[0]][name]


def decks_for(names: Sequence[str]) -> tuple[Symbol, ...] | int:
    """A deck for each face, all of them different; else the place of the first card that finds none."""
    shown_by: dict[Symbol, int] = {}
    for place in range(len(names)):
        if not _finds(place, names, shown_by, set()):
            return place
    return tuple(sorted(shown_by, key=shown_by.__getitem__))


def _finds(place: int, names: Sequence[str], shown_by: dict[Symbol, int], tried: set[Symbol]) -> bool:
    """Give the card at ``place`` a deck; a card that lies there moves to another one of its decks if it can."""
    for symbol in homes(names[place]):
        if symbol not in tried:
            tried.add(symbol)
            if symbol not in shown_by or _finds(shown_by[symbol], names, shown_by, tried):
                shown_by[symbol] = place
                return True
    return False


def possible(seen: Sequence[str]) -> tuple[str, ...]:
    """The faces that one deck more can show besides these."""
    known = [name for name in seen if name != NONE]
    if len(seen) >= len(SYMBOLS) or isinstance(decks_for(known), int):
        return ()
    return tuple(name for name in NAMES if not isinstance(decks_for([*known, name]), int))


def is_mixed(cards: Sequence[Card]) -> bool:
    """An Outpost of different Galaxies: only the Inflatable biodomes allow that."""
    return len({card.galaxy for card in cards}) > 1


def described(
    seen: Sequence[str],
    outpost: Sequence[str] = (),
    *,
    stars: int = 1,
    left: Stacks = questions.ALL_VOYAGES,
    piles: Sequence[Sequence[Galaxy]] = ((),),
    places: Sequence[int] | None = None,
) -> Described | Refused:
    """The table with these tops, where ``none`` is a deck without cards, and this Outpost. ``places`` are those of the
    tops among all cards that were told, from 0, for the sentence of a refusal."""
    stocked = _stocked(outpost)
    if isinstance(stocked, Refused):
        return stocked
    told = [(place, name) for place, name in zip(places or range(len(seen)), seen, strict=True) if name != NONE]
    names = [name for _place, name in told]
    symbols = decks_for(names)
    if isinstance(symbols, int):
        return _impossible(*told[symbols])
    implied = {"mirror": Expansion.MIRRORS, "black-hole": Expansion.BLACK_HOLES}
    table = questions.imagined(
        {symbol: CARDS[symbol][name] for symbol, name in zip(symbols, names, strict=True)},
        stocked,
        expansions=frozenset(implied[name] for name in names if name in implied),
        stars=stars,
        left=left,
        piles=piles,
        breakthrough=Breakthrough.BIODOMES if is_mixed(stocked) else None,
    )
    if isinstance(table, Refused):
        return table
    return Described(table, (*(Slot(symbol.value) for symbol in symbols), *map(slot_of_outpost, stocked)))


def _stocked(outpost: Sequence[str]) -> tuple[Card, ...] | Refused:
    """What can lie in the Outpost together; different Galaxies are taken for the biodomes' work."""
    for place, name in enumerate(outpost):
        if name == NONE:
            return Refused((because("outpost-stock", say("That is no card for the Outpost. Undo it.")),))
        if not card_of(name).is_celestial:
            return refusals.not_stocked(card_of(name))
        if name in outpost[:place]:
            return refusals.two_of_a_kind(card_of(name))
    return tuple(map(card_of, outpost))


def _impossible(place: int, name: str) -> Refused:
    """No deck is left that could show the card (``stellarion.four-copies``, ``stellarion.deck-contents``)."""
    card = card_of(name)
    text = say("Card %(num)s cannot be %(card)s: no deck is left for it. Undo it.", num=place + 1, card=called(card))
    number = len(homes(name))
    decks = count("%(num)s deck has this card.", "%(num)s decks have this card.", number)
    one_each = say("A deck shows only its top card; the others are taken.")
    return Refused((because("observatory", text), because("four-copies", decks), because("top-only", one_each)))
