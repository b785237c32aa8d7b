"""What the winner of a round may take, what it costs, and what may lie on top of the pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.games.stella_quest.cards import REST, VALUES, Card, Value
from app.games.stella_quest.state import Radiance, without


class Then(StrEnum):
    """What a take leads to."""

    CONTINUES = "continues"
    WINS = "wins"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class TakeOption:
    """One card the winner may take: the radiance it costs in all, and what is left then.

    ``place`` is its place in the order of play; ``completes``: the collection then has all values from 1 to 6.
    """

    place: int
    card: Card
    marker_loss: int
    gem_loss: int
    radiance: Radiance
    completes: bool

    @property
    def loss(self) -> int:
        return self.marker_loss + self.gem_loss

    @property
    def eliminated(self) -> bool:
        return self.radiance == 0

    @property
    def then(self) -> Then:
        """Who loses the last radiance with the completing card is eliminated (QU-11)."""
        if self.eliminated:
            return Then.ELIMINATED
        return Then.WINS if self.completes else Then.CONTINUES


def values_of(collection: Sequence[Card]) -> frozenset[Value]:
    return frozenset(card.value for card in collection)


def needs(collection: Sequence[Card]) -> tuple[Value, ...]:
    """The values from 1 to 6 that are not collected yet."""
    held = values_of(collection)
    return tuple(value for value in VALUES if value not in held)


def gem_loss(card: Card, collection: Sequence[Card]) -> int:
    """The gems of a card whose value is already collected, else nothing (``stella_quest.duplicate-loss``)."""
    return int(card.gems) if card.value in values_of(collection) else 0


def marker_loss(has_marker: bool) -> int:
    """A win with the black star in front of oneself costs 1, however it came there (QU-12)."""
    return 1 if has_marker else 0


def left_of(radiance: Radiance, loss: int) -> Radiance:
    """The light tokens after a loss; never below none (QU-10)."""
    return Radiance(max(0, radiance - loss))


def take_options(
    cards: Sequence[Card], collection: Sequence[Card], radiance: Radiance, has_marker: bool
) -> tuple[TakeOption, ...]:
    """Every emotion card of the round, in order of play; rests cannot be taken (``stella_quest.rest-not-taken``).

    ``radiance`` is before the marker loss. Both cards of a pair are options, of the same effect.
    """
    marker = marker_loss(has_marker)
    options: list[TakeOption] = []
    for place, card in enumerate(cards):
        if not card.is_rest:
            gems = gem_loss(card, collection)
            completes = not needs((*collection, card))
            options.append(TakeOption(place, card, marker, gems, left_of(radiance, marker + gems), completes))
    return tuple(options)


def top_options(cards: Sequence[Card], taken: Card | None) -> tuple[Card, ...]:
    """Which of the cards left may lie on top: a rest if there is one, else any of the different ones, in order.

    One option is no choice (``stella_quest.choose-top``, ``stella_quest.rest-on-top``). ``taken`` None: nobody took
    one.
    """
    left = tuple(cards) if taken is None else without(tuple(cards), taken)
    return (REST,) if REST in left else tuple(dict.fromkeys(left))
