"""The Voyages: which can be taken, by whom, and when a victory of two players is out of reach."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from app.games.phrases import Seat
from app.games.stellarion.cards import GALAXIES, Galaxy
from app.games.stellarion.house import THREE_VOYAGES
from app.games.stellarion.state import (
    ADVANCED,
    GALAXIES_PER_PILE,
    TRAVERSE_VOYAGES,
    VOYAGES_PER_GALAXY,
    Columns,
    Common,
    Expansion,
    Side,
    Spot,
    Stacks,
)


@lru_cache(maxsize=16)
def advanced(expansions: frozenset[Expansion]) -> int:
    """How many advanced Voyages these expansions add (``stellarion.advanced-voyages``)."""
    return sum(ADVANCED[one] for one in expansions)


def in_all(expansions: frozenset[Expansion]) -> int:
    """How many Voyages a game with these expansions has."""
    return len(GALAXIES) * VOYAGES_PER_GALAXY + advanced(expansions)


def left(voyages: Stacks | Columns) -> int:
    """How many are still to be acquired."""
    return sum(voyages.left) if isinstance(voyages, Stacks) else len(voyages.left) + len(voyages.right)


def counts(voyages: Stacks | Columns) -> tuple[int, ...]:
    """How many are left of each Galaxy, in their order."""
    if isinstance(voyages, Stacks):
        return voyages.left
    number = Counter(voyages.left + voyages.right)
    return tuple(number[galaxy] for galaxy in GALAXIES)


def ends(voyages: Stacks | Columns) -> tuple[tuple[Spot, Galaxy], ...]:
    """The Voyages that are accessible, and where each is taken from (``stellarion.accessible``)."""
    if isinstance(voyages, Stacks):
        return tuple((galaxy, galaxy) for galaxy, number in zip(GALAXIES, voyages.left, strict=True) if number)
    columns = ((Side.LEFT, voyages.left), (Side.RIGHT, voyages.right))
    return tuple((side, column[-1]) for side, column in columns if column)


def galaxy_at(voyages: Stacks | Columns, spot: Spot) -> Galaxy | None:
    """The Galaxy of the Voyage that is accessible there; None: there is no such Voyage."""
    return next((galaxy for place, galaxy in ends(voyages) if place == spot), None)


def without(voyages: Stacks | Columns, spot: Spot) -> Stacks | Columns:
    """The Voyages after the one at ``spot`` was taken; the one it covered is accessible at once (SN-10)."""
    if isinstance(voyages, Stacks):
        at = GALAXIES.index(Galaxy(spot))
        return Stacks((*voyages.left[:at], voyages.left[at] - 1, *voyages.left[at + 1 :]))
    if spot is Side.LEFT:
        return replace(voyages, left=voyages.left[:-1])
    return replace(voyages, right=voyages.right[:-1])


def fits(table: Common, galaxy: Galaxy, to: Seat) -> bool:
    """With two players a pile holds Voyages of two Galaxies at most (``stellarion.two-galaxies``)."""
    if table.seats == 1:
        return True
    return len({*table.piles[to], galaxy}) <= GALAXIES_PER_PILE


def obtainable(table: Common, seat: Seat) -> tuple[tuple[Spot, Galaxy], ...]:
    """What ``seat`` could take for its own pile."""
    return tuple((spot, galaxy) for spot, galaxy in ends(table.voyages) if fits(table, galaxy, seat))


def fits_any(table: Common, galaxy: Galaxy) -> bool:
    """Somebody's pile takes it: on a Traverse it may be given away."""
    return any(fits(table, galaxy, Seat(to)) for to in range(table.seats))


def any_obtainable(table: Common) -> bool:
    """Somebody could take one."""
    return any(fits_any(table, galaxy) for _spot, galaxy in ends(table.voyages))


def can_take(table: Common, number: int) -> bool:
    """Can so many be taken one after another, whoever gets them?"""
    return number <= 0 or any(
        can_take(taken(table, spot, Seat(to)), number - 1)
        for spot, galaxy in ends(table.voyages)
        for to in range(table.seats)
        if fits(table, galaxy, Seat(to))
    )


def for_traverse(table: Common) -> bool:
    """Enough for a Traverse: one that can be taken, or three where the table plays it so (SN-8)."""
    return can_take(table, TRAVERSE_VOYAGES) if THREE_VOYAGES in table.house else any_obtainable(table)


def taken(table: Common, spot: Spot, to: Seat) -> Common:
    """The Voyage at ``spot`` lies in the pile of ``to``."""
    galaxy = galaxy_at(table.voyages, spot)
    assert galaxy is not None
    piles = tuple((*pile, galaxy) if seat == to else pile for seat, pile in enumerate(table.piles))
    return replace(table, voyages=without(table.voyages, spot), piles=piles)


def split(table: Common) -> tuple[Galaxy, ...]:
    """Galaxies of which both players hold Voyages: the game can no longer be won (SN-17)."""
    if table.seats == 1:
        return ()
    return tuple(galaxy for galaxy in GALAXIES if all(galaxy in pile for pile in table.piles))


def all_acquired(table: Common) -> bool:
    """Every Voyage lies in a pile; with two players each has all those of two Galaxies (``stellarion.both-win``)."""
    return not left(table.voyages) and not split(table)
