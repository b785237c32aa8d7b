"""Every legal action at the beginning of a turn, quickly: a table asks for it with every tap.

Cards are sorted once by their faces; what an action looks like as an offer is written down once for all tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from types import MappingProxyType

from app.games.kernel import Choice, Offer, OneOf, Several
from app.games.phrases import Seat
from app.games.stellarion import sun, voyages
from app.games.stellarion.actions import Coordinate, Launch, Meteors, Theory, Traverse
from app.games.stellarion.cards import BLACK_HOLE_FACE, FACES, GALAXIES, MIRROR_FACE, TYPES
from app.games.stellarion.reading import NONE
from app.games.stellarion.slots import SLOTS
from app.games.stellarion.state import (
    THEORY_CARDS,
    TRAVERSE_HOLES,
    Breakthrough,
    Common,
    Spot,
    Stacks,
)

#: The places of usable cards, sorted by face: a place is the number of a deck, or of an Outpost slot.
Faces = list[list[int]]

_DECKS = 8
_SHIP = 0
_NUMBER = range(len(TYPES))
_GALAXY_NUMBER = {galaxy: number for number, galaxy in enumerate(GALAXIES)}
_LAUNCHES: dict[tuple[tuple[int, ...], bool, Spot], Offer] = {}
_PAIRS: dict[tuple[int, int], Offer] = {}
_SHIP_PAIRS: dict[tuple[int, int], Offer] = {}


def observatory(table: Common) -> Faces:
    """Where each face is seen in the Observatory."""
    faces: Faces = [[] for _ in range(FACES)]
    for place, deck in enumerate(table.decks):
        if deck.up:
            faces[deck.up[0].face].append(place)
    return faces


def usable(table: Common) -> Faces:
    """Where each face can be used: Observatory and Outpost."""
    faces = observatory(table)
    for card in table.outpost:
        faces[card.face].append(_DECKS + card.face)
    return faces


def launch_spots(table: Common) -> list[tuple[int, Spot]]:
    """The Galaxies of which whoever is on turn could take a Voyage now, and where (SN-3)."""
    mine = set(table.piles[table.player]) if table.seats > 1 else None
    left = table.voyages
    found: list[tuple[int, Spot]]
    if isinstance(left, Stacks):
        found = [(number, GALAXIES[number]) for number in _NUMBER if left.left[number]]
    else:
        found = [(_GALAXY_NUMBER[galaxy], spot) for spot, galaxy in voyages.ends(left)]
    if mine is None or len(mine) < 2:
        return found
    return [(number, spot) for number, spot in found if GALAXIES[number] in mine]


def able(table: Common) -> bool:
    """Is there a Launch, a Coordinate or a Traverse for whoever is on turn?"""
    faces = usable(table)
    for kind in _NUMBER:
        seen = len(faces[kind]) + len(faces[4 + kind]) + len(faces[8 + kind]) + len(faces[12 + kind])
        if seen > 1 or (seen and faces[MIRROR_FACE]):
            return True
    wanted = len(TYPES) - bool(table.stars)
    for number, _spot in launch_spots(table):
        if sum(map(bool, faces[4 * number : 4 * number + 4])) >= wanted:
            return True
    return _can_traverse(table, faces)


def _can_traverse(table: Common, faces: Faces) -> bool:
    return len(faces[BLACK_HOLE_FACE]) >= TRAVERSE_HOLES and voyages.for_traverse(table)


def acting(table: Common) -> list[Offer]:
    """All Launches, Coordinates and Traverses of whoever is on turn."""
    faces = usable(table)
    found = launches(table, faces)
    found += coordinates(faces, table.breakthrough is Breakthrough.THRUSTERS)
    if _can_traverse(table, faces):
        found.append(_traverse(tuple(faces[BLACK_HOLE_FACE])))
    return found


def launches(table: Common, faces: Faces) -> list[Offer]:
    """Four Types of a Galaxy, or three and a Shooting Star (``stellarion.launch-cards``)."""
    found: list[Offer] = []
    for number, spot in launch_spots(table):
        ships, nebulas, stars, planets = faces[4 * number : 4 * number + 4]
        missing = (not ships) + (not nebulas) + (not stars) + (not planets)
        if missing > 1:
            continue
        if not missing:
            for four in product(ships, nebulas, stars, planets):
                found.append(_LAUNCHES.get((four, False, spot)) or _launch(four, False, spot))
        if table.stars:
            sets: list[tuple[list[int], ...]] = []
            if nebulas and stars and planets:
                sets.append((nebulas, stars, planets))
            if ships and stars and planets:
                sets.append((ships, stars, planets))
            if ships and nebulas and planets:
                sets.append((ships, nebulas, planets))
            if ships and nebulas and stars:
                sets.append((ships, nebulas, stars))
            for places in sets:
                for three in product(*places):
                    found.append(_LAUNCHES.get((three, True, spot)) or _launch(three, True, spot))
    return found


def coordinates(faces: Faces, thrusters: bool) -> list[Offer]:
    """Every pair of a Type, and every Mirror with a Celestial card (``stellarion.coordinate-pair``, SN-9)."""
    found: list[Offer] = []
    mirrors = faces[MIRROR_FACE]
    for kind in _NUMBER:
        cards = faces[kind] + faces[4 + kind] + faces[8 + kind] + faces[12 + kind]
        if not cards:
            continue
        known = _SHIP_PAIRS if thrusters and kind == _SHIP else _PAIRS
        for pair in combinations(cards, 2):
            found.append(known.get(pair) or _pair(pair, known))
        for pair in product(mirrors, cards):
            found.append(known.get(pair) or _pair(pair, known))
    return found


# Offers, each made once


def _launch(places: tuple[int, ...], star: bool, spot: Spot) -> Offer:
    slots = _slots(places)
    cards = Several(slots, len(slots), len(slots))
    offer = _offer(Launch.name, cards=cards, star=OneOf((star,)), voyage=OneOf((spot.value,)))
    _LAUNCHES[places, star, spot] = offer
    return offer


def _pair(pair: tuple[int, int], known: dict[tuple[int, int], Offer]) -> Offer:
    slots = _slots(pair)
    thrusters = (NONE, *slots) if known is _SHIP_PAIRS else (NONE,)
    offer = _offer(Coordinate.name, cards=Several(slots, 2, 2), thrusters=OneOf(thrusters))
    known[pair] = offer
    return offer


def _slots(places: Sequence[int]) -> tuple[str, ...]:
    return tuple(SLOTS[place] for place in sorted(places))


def _traverse(holes: tuple[int, ...]) -> Offer:
    return _offer(Traverse.name, cards=Several(_slots(holes), TRAVERSE_HOLES, TRAVERSE_HOLES))


def _offer(action: str, **fields: Choice) -> Offer:
    return Offer(action, MappingProxyType(fields))


# What is no action


def theory(table: Common) -> list[Offer]:
    """The top theory, when the Observatory proves it (``stellarion.theory-three``)."""
    stack = table.theories
    if stack is None or stack.top is None or seen_of_type(table) < THEORY_CARDS:
        return []
    following = tuple(kind.value for kind in stack.hidden) or (NONE,)
    return [_offer(Theory.name, next=OneOf(following))]


def seen_of_type(table: Common) -> int:
    """How many cards of the top theory's Type the Observatory shows."""
    kind = None if table.theories is None else table.theories.top
    return 0 if kind is None else sum(bool(deck.up) and deck.up[0].type is kind for deck in table.decks)


def meteors(table: Common) -> list[Offer]:
    """Two Meteor tokens for any Voyage that fits a pile (``stellarion.meteors-spend``, SN-16)."""
    if not sun.can_spend(table.sun):
        return []
    return [_offer(Meteors.name, voyage=OneOf((spot.value,)), to=OneOf(to)) for spot, to in takers(table)]


def takers(table: Common) -> list[tuple[Spot, tuple[int, ...]]]:
    """Each accessible Voyage with the seats whose pile it fits."""
    found = []
    for spot, galaxy in voyages.ends(table.voyages):
        to = tuple(seat for seat in range(table.seats) if voyages.fits(table, galaxy, Seat(seat)))
        if to:
            found.append((spot, to))
    return found
