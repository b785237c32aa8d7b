"""Lanterns, sparks, falls and darkness: the counting rules of Stella, each in the book's words."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kernel import Secret
from app.games.phrases import Seat
from app.games.stella.state import (
    SPARK_STARS,
    SUPER_SPARK_STARS,
    Cell,
    Item,
    Kind,
    Marks,
    Revealed,
    Revealing,
    RoundScore,
    Stars,
)

Slates = Sequence[Secret[Marks] | None]
NO_STARS = Stars(0)


def announced(slates: Slates) -> tuple[int | None, ...]:
    """The number each seat says aloud: its marks, counted. None: it marked nothing (``stella.announce-number``)."""
    return tuple(None if slate is None else slate.value.number for slate in slates)


def most(counts: Sequence[int | None]) -> tuple[Seat, ...]:
    """Who marked most, ties included; nobody when nobody marked."""
    top = max((count for count in counts if count is not None), default=None)
    return tuple(Seat(seat) for seat, count in enumerate(counts) if count is not None and count == top)


def in_the_dark(counts: Sequence[int | None]) -> Seat | None:
    """The one who marked most, if it is one alone (``stella.dark``, ``stella.dark-tie``)."""
    leaders = most(counts)
    return leaders[0] if len(leaders) == 1 else None


def kind_of(markers: int) -> Kind:
    """What a card is by the number of slates that have it, the scout's and the fallen ones' included (ST-6)."""
    match markers:
        case 1:
            return Kind.FALL
        case 2:
            return Kind.SUPER_SPARK
        case _:
            return Kind.SPARK


def stars_of(kind: Kind) -> Stars:
    """What a card is worth to each marker who has not fallen (ST-7)."""
    match kind:
        case Kind.SPARK:
            return SPARK_STARS
        case Kind.SUPER_SPARK:
            return SUPER_SPARK_STARS
        case Kind.FALL:
            return NO_STARS


def point_at(scout: Seat, cell: Cell, slates: Slates, out: frozenset[Seat]) -> Revealed:
    """The scout points at a card: who has it, what it is, and who fills how many stars.

    ``out`` are those who have fallen or left: their marks count, they fill nothing (``stella.fallen-marks-count``).
    """
    markers = tuple(slate.owner for slate in slates if slate is not None and cell in slate.value.cells)
    kind = kind_of(len(markers))
    worth = stars_of(kind)
    return Revealed(
        scout=scout,
        cell=cell,
        kind=kind,
        markers=markers,
        fallen_before=tuple(seat for seat in markers if seat in out),
        stars=tuple(
            worth if seat in markers and seat not in out else NO_STARS for seat in map(Seat, range(len(slates)))
        ),
        out=out,
    )


def items_of(seat: Seat, reveals: Sequence[Revealed], penalised: bool) -> tuple[Item, ...]:
    """The cards on which a seat filled stars, in the order they were shown.

    ``penalised``: in the dark and fallen, so each of them loses one star, whoever pointed (ST-10).
    """
    erased = 1 if penalised else 0
    return tuple(
        Item(card.cell, card.kind, filled, Stars(filled - erased)) for card in reveals if (filled := card.stars[seat])
    )


def filled_so_far(seats: int, reveals: Sequence[Revealed]) -> tuple[Stars, ...]:
    """The stars on each slate this round, before anything is erased."""
    return tuple(Stars(sum(card.stars[seat] for card in reveals)) for seat in range(seats))


def score_round(state: Revealing) -> RoundScore:
    """The fourth step: every slate is counted (``stella.count-stars``, ``stella.darkness-penalty``)."""
    table = state.table
    items = tuple(
        items_of(seat, state.reveals, penalised=seat == state.dark and seat in state.fallen)
        for seat in map(Seat, range(table.seats))
    )
    return RoundScore(
        number=table.number,
        first_scout=table.first_scout,
        word=table.word,
        counts=announced(state.marks),
        dark=state.dark,
        fallen=state.fallen,
        reveals=state.reveals,
        items=items,
        points=tuple(Stars(sum(item.kept for item in line)) for line in items),
    )


def totals(seats: int, scores: Sequence[RoundScore]) -> tuple[int, ...]:
    """The finished rounds added up, per seat."""
    return tuple(sum(score.points[seat] for score in scores) for seat in range(seats))


def ranks(points: Sequence[int]) -> tuple[int, ...]:
    """Competition ranks: 1, 1, 3. Equal points share a place (ST-14)."""
    return tuple(1 + sum(other > own for other in points) for own in points)
