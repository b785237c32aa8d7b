"""The cards of Stellarion: 64 Celestial cards in eight decks, and a Black Hole and a Mirror for each deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from app.games.phrases import Phrase, say


class Galaxy(StrEnum):
    ALPHA = "alpha"
    BETA = "beta"
    GAMMA = "gamma"
    DELTA = "delta"


class Type(StrEnum):
    SHIP = "ship"
    NEBULA = "nebula"
    STARS = "stars"
    PLANET = "planet"


class Symbol(StrEnum):
    """A deck, named by the symbol on the back of its cards."""

    ALPHA = "alpha"
    BETA = "beta"
    GAMMA = "gamma"
    DELTA = "delta"
    SHIP = "ship"
    NEBULA = "nebula"
    STARS = "stars"
    PLANET = "planet"


GALAXIES: tuple[Galaxy, ...] = tuple(Galaxy)
TYPES: tuple[Type, ...] = tuple(Type)
#: The eight decks as they lie on the table.
SYMBOLS: tuple[Symbol, ...] = tuple(Symbol)
#: The place of each deck.
PLACE: Mapping[Symbol, int] = MappingProxyType({symbol: place for place, symbol in enumerate(SYMBOLS)})

#: Faces are counted: 0 to 15 are Celestial cards, Galaxy by Galaxy and Type by Type, then the two special ones.
MIRROR_FACE, BLACK_HOLE_FACE, FACES = 16, 17, 18


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One kind of card: its face and the deck it belongs to. ``galaxy`` and ``type`` are None for a special card.

    ``face`` is what decides whether two cards are identical (``stellarion.identical``); ``number`` tells them apart by
    their deck as well.
    """

    number: int
    face: int = field(compare=False)
    symbol: Symbol = field(compare=False)
    galaxy: Galaxy | None = field(compare=False)
    type: Type | None = field(compare=False)

    def __repr__(self) -> str:
        return f"{self.name}@{self.symbol.value}"

    def __hash__(self) -> int:
        return self.number

    @property
    def name(self) -> str:
        """``alpha-ship``, ``mirror`` or ``black-hole``: the name on the wire, a promise."""
        return NAMES[self.face]

    @property
    def is_celestial(self) -> bool:
        return self.face < MIRROR_FACE

    @property
    def is_mirror(self) -> bool:
        return self.face == MIRROR_FACE

    @property
    def is_black_hole(self) -> bool:
        return self.face == BLACK_HOLE_FACE


#: The name of each face.
NAMES: tuple[str, ...] = (*(f"{galaxy}-{kind}" for galaxy in Galaxy for kind in Type), "mirror", "black-hole")
#: The names of the Celestial cards.
CELESTIAL: tuple[str, ...] = NAMES[:MIRROR_FACE]
COPIES = 2  #: of each Celestial card of a deck


def face_of(galaxy: Galaxy, kind: Type) -> int:
    """The number of a Celestial card's face."""
    return GALAXIES.index(galaxy) * len(TYPES) + TYPES.index(kind)


def _card(symbol: Symbol, face: int) -> Card:
    galaxy, kind = (GALAXIES[face // 4], TYPES[face % 4]) if face < MIRROR_FACE else (None, None)
    return Card(PLACE[symbol] * FACES + face, face, symbol, galaxy, kind)


def _faces(symbol: Symbol) -> tuple[int, ...]:
    """A Galaxy's deck has its four Types, a Type's deck the four Galaxies."""
    place = PLACE[symbol]
    if place < len(GALAXIES):
        return tuple(face_of(GALAXIES[place], kind) for kind in TYPES)
    return tuple(face_of(galaxy, TYPES[place - len(GALAXIES)]) for galaxy in GALAXIES)


#: What can lie in each deck, by the card's name: four Celestial cards, a Mirror and a Black Hole.
CARDS: Mapping[Symbol, Mapping[str, Card]] = MappingProxyType(
    {
        symbol: MappingProxyType(
            {NAMES[face]: _card(symbol, face) for face in (*_faces(symbol), MIRROR_FACE, BLACK_HOLE_FACE)}
        )
        for symbol in Symbol
    }
)


def whole_deck(symbol: Symbol, *, black_holes: bool, mirrors: bool) -> tuple[Card, ...]:
    """All cards of one deck, in the order of their numbers: two of each Celestial card, one of each special one."""
    cards = CARDS[symbol]
    special = [cards["mirror"]] * mirrors + [cards["black-hole"]] * black_holes
    return (*(card for card in cards.values() if card.is_celestial for _ in range(COPIES)), *special)


def sort(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A multiset of cards, written in one way."""
    return tuple(sorted(cards, key=_number))


def _number(card: Card) -> int:
    return card.number


def counted(cards: Sequence[Card]) -> tuple[tuple[Card, int], ...]:
    """Each different one of sorted cards, and how many there are."""
    found: list[tuple[Card, int]] = []
    for card in cards:
        if found and found[-1][0] == card:
            found[-1] = (card, found[-1][1] + 1)
        else:
            found.append((card, 1))
    return tuple(found)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards but for one ``card``. Raises ValueError where there is none."""
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


_CALLED: tuple[Phrase, ...] = (
    say("Alpha Ship"),
    say("Alpha Nebula"),
    say("Alpha Stars"),
    say("Alpha Planet"),
    say("Beta Ship"),
    say("Beta Nebula"),
    say("Beta Stars"),
    say("Beta Planet"),
    say("Gamma Ship"),
    say("Gamma Nebula"),
    say("Gamma Stars"),
    say("Gamma Planet"),
    say("Delta Ship"),
    say("Delta Nebula"),
    say("Delta Stars"),
    say("Delta Planet"),
    say("Mirror"),
    say("Black Hole"),
)
_GALAXIES: Mapping[str, Phrase] = MappingProxyType(
    {
        Galaxy.ALPHA: say("Alpha"),
        Galaxy.BETA: say("Beta"),
        Galaxy.GAMMA: say("Gamma"),
        Galaxy.DELTA: say("Delta"),
    }
)
_TYPES: Mapping[str, Phrase] = MappingProxyType(
    {
        Type.SHIP: say("Ship"),
        Type.NEBULA: say("Nebula"),
        Type.STARS: say("Stars"),
        Type.PLANET: say("Planet"),
    }
)


def called(card: Card) -> Phrase:
    """The card in words, to be put into a sentence: ``Alpha Ship``, ``Mirror``."""
    return _CALLED[card.face]


def galaxy_called(galaxy: Galaxy) -> Phrase:
    """The Galaxy in words, to be put into a sentence."""
    return _GALAXIES[galaxy]


def type_called(kind: Type) -> Phrase:
    """The Type in words, to be put into a sentence."""
    return _TYPES[kind]


def deck_called(symbol: Symbol) -> Phrase:
    """The deck in words, to be put into a sentence: ``Alpha``, ``Ship``."""
    found = _GALAXIES.get(symbol.value)
    return _TYPES[symbol.value] if found is None else found
