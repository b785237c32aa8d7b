"""The 54 cards of Stella Quest: emotion cards of four colours, rest cards, gems, and the colours on their backs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NewType, assert_never

from app.games.phrases import Phrase, say

Value = NewType("Value", int)
Gems = NewType("Gems", int)


class Colour(StrEnum):
    """The colour of an emotion card, on its face and on its back."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"


class Back(StrEnum):
    """What everybody can see of a card in somebody's hand. Rest cards have a back of their own (QU-2)."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Card:
    """An emotion card, ``colour`` and ``value`` 1 to 6; or a rest card: no colour, value 0."""

    colour: Colour | None
    value: Value

    @property
    def is_rest(self) -> bool:
        return self.colour is None

    @property
    def name(self) -> str:
        """``blue-4`` or ``rest``: the name on the wire, a promise."""
        return "rest" if self.colour is None else f"{self.colour.value}-{self.value}"

    @property
    def back(self) -> Back:
        return Back.REST if self.colour is None else Back(self.colour.value)

    @property
    def gems(self) -> Gems:
        """3 for values 1 and 2, 2 for 3 and 4, 1 for 5 and 6 (``stella_quest.gems``); 0 for a rest."""
        return Gems((8 - self.value) // 2) if self.colour else Gems(0)

    @property
    def copies(self) -> int:
        """How many of them there are (``stella_quest.two-copies``, ``stella_quest.six-rests``)."""
        return RESTS if self.colour is None else COPIES


COPIES, RESTS = 2, 6
VALUES: tuple[Value, ...] = tuple(Value(value) for value in range(1, 7))
REST = Card(None, Value(0))
EMOTIONS: tuple[Card, ...] = tuple(Card(colour, value) for colour in Colour for value in VALUES)
#: Every different card once: the pad's keys, row by row, and the rest.
CARDS: tuple[Card, ...] = (*EMOTIONS, REST)
#: All 54 cards.
DECK: tuple[Card, ...] = tuple(card for card in CARDS for _ in range(card.copies))
BY_NAME: Mapping[str, Card] = MappingProxyType({card.name: card for card in CARDS})


def _called(card: Card) -> Phrase:
    match card.colour:
        case Colour.BLUE:
            return say("blue %(value)s", value=card.value)
        case Colour.GREEN:
            return say("green %(value)s", value=card.value)
        case Colour.RED:
            return say("red %(value)s", value=card.value)
        case Colour.YELLOW:
            return say("yellow %(value)s", value=card.value)
        case None:
            return say("rest")
        case _ as never:
            assert_never(never)


_CALLED: Mapping[Card, Phrase] = MappingProxyType({card: _called(card) for card in CARDS})
_COLOURS: Mapping[Colour, Phrase] = MappingProxyType(
    {Colour.BLUE: say("blue"), Colour.GREEN: say("green"), Colour.RED: say("red"), Colour.YELLOW: say("yellow")}
)


def called(card: Card) -> Phrase:
    """The card in words, to be put into a sentence: ``blue 4``, ``rest``."""
    return _CALLED[card]


def coloured(colour: Colour) -> Phrase:
    """The colour in words, to be put into a sentence."""
    return _COLOURS[colour]
