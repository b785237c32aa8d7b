"""A second judge, written from the rulebook alone and in another shape: names of cards, no engine.

A table is what lies face up and in the Outpost, by slot; Voyages are named by the spot they are taken from.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

GALAXIES = ("alpha", "beta", "gamma", "delta")
TYPES = ("ship", "nebula", "stars", "planet")


def galaxy_of(name: str) -> str:
    """Neither a Mirror nor a Black Hole has one."""
    return name.split("-")[0] if name not in ("mirror", "black-hole") else ""


def type_of(name: str) -> str:
    return name.split("-")[1] if name not in ("mirror", "black-hole") else ""


def launches(names: Iterable[str], star: bool) -> str | None:
    """The Galaxy that these cards launch."""
    cards = list(names)
    galaxies = {galaxy_of(name) for name in cards}
    types = {type_of(name) for name in cards}
    if "" in types or len(galaxies) != 1 or len(types) != len(cards) or len(cards) + star != len(TYPES):
        return None
    return galaxies.pop()


def coordinates(names: Iterable[str]) -> tuple[str, str] | None:
    """The Type and ``major`` or ``minor``."""
    cards = sorted(names)
    if len(cards) != 2 or "black-hole" in cards or cards == ["mirror", "mirror"]:
        return None
    if "mirror" in cards:
        return type_of(next(name for name in cards if name != "mirror")), "minor"
    if type_of(cards[0]) != type_of(cards[1]):
        return None
    return type_of(cards[0]), "major" if cards[0] == cards[1] else "minor"


@dataclass
class Position:
    """What a second pair of eyes sees at the beginning of a turn."""

    seen: Mapping[str, str]  #: slot to card
    ends: Mapping[str, str]  #: spot to Galaxy
    piles: list[set[str]]
    player: int
    stars: int
    thrusters: bool = False
    holes: bool = False
    found: list[tuple[object, ...]] = field(default_factory=list)

    def fits(self, galaxy: str, seat: int) -> bool:
        return len(self.piles) == 1 or len(self.piles[seat] | {galaxy}) < 3

    def actions(self) -> set[tuple[object, ...]]:
        """Every Launch, Coordinate and Traverse, tried card by card."""
        self.found = []
        for number in (2, 3, 4):
            for slots in itertools.combinations(sorted(self.seen), number):
                self._try(slots, [self.seen[slot] for slot in slots])
        return set(self.found)

    def _try(self, slots: tuple[str, ...], names: list[str]) -> None:
        for star in (False, True):
            galaxy = launches(names, star)
            if galaxy is not None and (not star or self.stars) and self.fits(galaxy, self.player):
                self.found += [("launch", slots, star, spot) for spot, there in self.ends.items() if there == galaxy]
        made = coordinates(names)
        if made is not None:
            under = ("none", *slots) if self.thrusters and made[0] == "ship" else ("none",)
            self.found += [("coordinate", slots, one) for one in under]
        obtainable = any(self.fits(galaxy, seat) for galaxy in self.ends.values() for seat in range(len(self.piles)))
        if names == ["black-hole"] * 4 and self.holes and obtainable:
            self.found.append(("traverse", slots))


def stockable(tops: Mapping[str, str], outpost: Iterable[str], most: int, biodomes: bool) -> set[tuple[str, ...]]:
    """The sets of decks whose tops can go into the Outpost at once."""
    there = list(outpost)
    found = set()
    for number in range(1, most + 1):
        for decks in itertools.combinations(sorted(tops), number):
            names = there + [tops[deck] for deck in decks]
            special = {"mirror", "black-hole"} & set(names)
            one_galaxy = biodomes or len({galaxy_of(name) for name in names}) == 1
            if not special and one_galaxy and max(Counter(names).values()) == 1:
                found.add(decks)
    return found
