"""The second way to win: light tokens and gems, duplicates flipped. Small functions, one per sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

from app.games.phrases import Seat
from app.games.stella_quest.cards import Card, Gems
from app.games.stella_quest.state import Radiance

NO_GEMS = Gems(0)


@dataclass(frozen=True, slots=True)
class Line:
    """One card of a collection in the count: its gems, none when it is ``flipped``."""

    card: Card
    flipped: bool
    gems: Gems


@dataclass(frozen=True, slots=True)
class Score:
    """One player's count: ``light`` tokens and the ``lines`` sum to ``points``; None: eliminated, counts nothing."""

    light: Radiance
    lines: tuple[Line, ...]
    points: int | None

    @property
    def flipped(self) -> tuple[Card, ...]:
        return tuple(line.card for line in self.lines if line.flipped)


def lines_of(collection: Sequence[Card], one_stays: bool = False) -> tuple[Line, ...]:
    """All copies of a value that is there more than once are flipped (``stella_quest.flip-duplicates``); played the
    other way, the first of them stays (QU-14)."""
    times = Counter(card.value for card in collection)
    lines: list[Line] = []
    for place, card in enumerate(collection):
        first = card.value not in {other.value for other in collection[:place]}
        flipped = times[card.value] > 1 and not (one_stays and first)
        lines.append(Line(card, True, NO_GEMS) if flipped else Line(card, False, card.gems))
    return tuple(lines)


def final_scores(
    collections: Sequence[Sequence[Card]],
    radiance: Sequence[Radiance],
    eliminated: Container[Seat] = (),
    one_stays: bool = False,
) -> tuple[Score, ...]:
    """Light tokens plus the gems that are not flipped, per seat (``stella_quest.count-points``)."""
    scores: list[Score] = []
    for number, (collection, light) in enumerate(zip(collections, radiance, strict=True)):
        lines = lines_of(collection, one_stays)
        points = None if Seat(number) in eliminated else light + sum(line.gems for line in lines)
        scores.append(Score(light, lines, points))
    return tuple(scores)


def ranks(points: Sequence[int | None]) -> tuple[int, ...]:
    """Competition ranks: 1, 1, 3. Equal points share a place (QU-14); who has none comes last."""
    return tuple(1 + sum(_beats(other, own) for other in points) for own in points)


def _beats(other: int | None, own: int | None) -> bool:
    return other is not None and (own is None or other > own)
