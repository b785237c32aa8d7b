"""What a selection of cards makes: a Launch, a Coordinate or a Traverse, or the reason why it makes none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.kernel import Refused
from app.games.phrases import Seat
from app.games.stellarion import house, refusals, voyages
from app.games.stellarion.actions import Slot
from app.games.stellarion.cards import GALAXIES, TYPES, Card, Galaxy, Symbol, Type
from app.games.stellarion.slots import card_at, deck_of, is_outpost
from app.games.stellarion.state import TRAVERSE_HOLES, Breakthrough, Common, Expansion, Side, Spot, Stacks


@dataclass(frozen=True, slots=True)
class MakesLaunch:
    """A Launch of ``galaxy``; ``spots`` are where a Voyage of it can be taken from."""

    galaxy: Galaxy
    star: bool
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class MakesCoordinate:
    type: Type
    major: bool
    mirror: bool


@dataclass(frozen=True, slots=True)
class MakesTraverse:
    """The Voyages can be taken from ``spots`` first."""

    spots: tuple[Spot, ...]


Made = MakesLaunch | MakesCoordinate | MakesTraverse


def cards_of(table: Common, slots: Sequence[Slot]) -> tuple[Card, ...] | Refused:
    """The cards that lie there, all of them different and usable (``stellarion.usable-cards``)."""
    if len(set(slots)) < len(slots):
        return refusals.used_twice()
    cards: list[Card] = []
    for slot in slots:
        card = card_at(table, slot)
        if card is None:
            return (
                refusals.not_in_outpost() if is_outpost(slot) else refusals.nothing_there(deck_of(table, Symbol(slot)))
            )
        cards.append(card)
    return tuple(cards)


def made(table: Common, slots: Sequence[Slot], star: bool) -> Made | Refused:
    """The one action that these cards, with or without a Shooting Star, make for whoever is on turn."""
    cards = cards_of(table, slots)
    if isinstance(cards, Refused):
        return cards
    if len(cards) + star < 2:
        return refusals.too_few_cards()
    if any(card.is_black_hole for card in cards) and len(cards) != 2:
        return traverse(table, cards, star)
    return coordinate(cards) if len(cards) == 2 and not star else launch(table, cards, star)


def launch(table: Common, cards: Sequence[Card], star: bool) -> MakesLaunch | Refused:
    """A Launch and the Voyages it could be for (``stellarion.launch-cards``, SN-3)."""
    galaxy = launch_galaxy(cards, star, table.stars)
    if isinstance(galaxy, Refused):
        return galaxy
    there = tuple(spot for spot, other in voyages.ends(table.voyages) if other is galaxy)
    if not there:
        some_left = voyages.counts(table.voyages)[GALAXIES.index(galaxy)]
        return refusals.covered(galaxy) if some_left else refusals.no_voyage_left(galaxy)
    if not voyages.fits(table, galaxy, table.player):
        return refusals.third_galaxy(table.player, galaxy)
    return MakesLaunch(galaxy, star, there)


def launch_galaxy(cards: Sequence[Card], star: bool, stars: int) -> Galaxy | Refused:
    """The Galaxy that these cards launch with ``stars`` Shooting Stars left, whatever Voyages there are."""
    for card in cards:
        if card.is_mirror:
            return refusals.mirror_in_launch()
        if card.is_black_hole:
            return refusals.hole_in_launch()
    types = {card.type for card in cards}
    galaxies = {card.galaxy for card in cards}
    if len(types) < len(cards) or len(cards) != len(TYPES) - star:
        if len(types) == len(cards) == len(TYPES) - 1 and len(galaxies) == 1:
            return refusals.one_is_missing(next(kind for kind in TYPES if kind not in types))
        return refusals.not_four_types(star)
    if star and not stars:
        return refusals.no_star()
    if len(galaxies) > 1:
        return refusals.not_one_galaxy()
    galaxy = cards[0].galaxy
    assert galaxy is not None
    return galaxy


def coordinate(cards: Sequence[Card]) -> MakesCoordinate | Refused:
    """Two cards of a Type; a Mirror is one of another Galaxy (``stellarion.coordinate-pair``, SN-2, SN-9)."""
    if len(cards) != 2:
        return refusals.not_a_pair()
    first, second = sorted(cards, key=lambda card: card.face)
    if first.is_mirror and second.is_mirror:
        return refusals.two_mirrors()
    if first.is_mirror and second.is_black_hole:
        return refusals.mirror_and_hole()
    if first.type is not None and second.is_mirror:
        return MakesCoordinate(first.type, major=False, mirror=True)
    if first.type is None or first.type is not second.type:
        return refusals.not_a_pair()
    return MakesCoordinate(first.type, major=first.face == second.face, mirror=False)


def thrusters(table: Common, kind: Type, slots: Sequence[Slot], slot: Slot | None) -> Refused | None:
    """May this card go under its deck instead of being discarded (``stellarion.thrusters``, SN-21)?"""
    if slot is None:
        return None
    if table.breakthrough is not Breakthrough.THRUSTERS:
        return refusals.no_thrusters()
    if kind is not Type.SHIP:
        return refusals.not_a_ship()
    return None if slot in slots else refusals.not_one_of_the_two()


def traverse(table: Common, cards: Sequence[Card], star: bool = False) -> MakesTraverse | Refused:
    """Four Black Holes of the Observatory, and a Voyage to take (``stellarion.traverse``, SN-8)."""
    if Expansion.BLACK_HOLES not in table.expansions:
        return refusals.no_traverse()
    if star:
        return refusals.star_in_traverse()
    if len(cards) != TRAVERSE_HOLES or not all(card.is_black_hole for card in cards):
        return refusals.not_four_holes()
    spots = tuple(spot for spot, galaxy in voyages.ends(table.voyages) if voyages.fits_any(table, galaxy))
    if not spots:
        return refusals.nothing_to_take()
    if not voyages.for_traverse(table):
        return house.fewer_than_three()
    return MakesTraverse(spots)


def voyage(table: Common, spot: Spot, to: Seat, galaxy: Galaxy | None = None) -> Galaxy | Refused:
    """The Voyage that can be taken at ``spot`` for the pile of ``to``; with ``galaxy`` it must be one of that."""
    if not 0 <= to < table.seats:
        return refusals.no_seat(table.seats)
    stacks = isinstance(table.voyages, Stacks)
    if isinstance(spot, Side) == stacks:
        return refusals.no_columns() if stacks else refusals.say_the_column()
    there = voyages.galaxy_at(table.voyages, spot)
    if galaxy is not None and there is not galaxy:
        if isinstance(spot, Side):
            return refusals.not_accessible(galaxy, there)
        return refusals.no_voyage_left(galaxy) if spot is galaxy else refusals.wrong_voyage(galaxy)
    if there is None:
        return refusals.column_is_empty(spot) if isinstance(spot, Side) else refusals.no_voyage_left(spot)
    return there if voyages.fits(table, there, to) else refusals.third_galaxy(to, there)
