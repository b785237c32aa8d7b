"""A chart of values over time as numbers to draw: lines, ticks and labels inside a view box. Drawn elsewhere.

Made for a phone: few ticks, round numbers, a label at the end of each line instead of a legend, labels that keep clear
of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar

K = TypeVar("K", bound=str)

#: Points kept of one line: more cannot be told apart on a phone.
MOST_POINTS = 120
#: Between two labels at the ends of lines, in units of the view box.
LABEL_HEIGHT = 16.0
MOST_X_TICKS, MOST_Y_TICKS = 4, 5


@dataclass(frozen=True, slots=True)
class Box:
    """The view box and the room around the plot, in units; ``right`` holds the labels of the lines."""

    width: float = 360.0
    height: float = 240.0
    left: float = 40.0
    right: float = 76.0
    top: float = 12.0
    bottom: float = 28.0


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid at ``at`` units; ``value`` is what it stands for."""

    at: float
    value: Fraction | date


@dataclass(frozen=True, slots=True)
class Line:
    """``points``: ``x,y x,y …`` for a polyline. ``end``: where the line ends; ``label``: where its label is centred."""

    key: str
    points: str
    end: tuple[float, float]
    label: tuple[float, float]
    last: Fraction


@dataclass(frozen=True, slots=True)
class Chart:
    """``view_box``: ``0 0 width height``. ``across``: ticks of days; ``up``: ticks of values. Lines in the order
    given."""

    view_box: str
    box: Box
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[Line, ...]


def chart(series: Mapping[K, Sequence[tuple[date, Fraction]]], box: Box | None = None, *, steps: bool = True) -> Chart:
    """The geometry of ``series`` (key: values by day, oldest first). ``steps``: a value holds until the next one, as
    points do; otherwise straight lines, as for ratings. Empty series are left out; without any there are no ticks."""
    box = Box() if box is None else box
    view_box = f"0 0 {_n(box.width)} {_n(box.height)}"
    filled = {key: thinned(line) for key, line in series.items() if line}
    if not filled:
        return Chart(view_box, box, (), (), ())
    days = [day for line in filled.values() for day, _value in line]
    values = [value for line in filled.values() for _day, value in line]
    first, last = min(days), max(days)
    ticks = nice_ticks(min(values), max(values), MOST_Y_TICKS)
    span = max((last - first).days, 1)
    low, high = min(ticks[0], *values), max(ticks[-1], *values)

    def x(day: date) -> float:
        at = (day - first).days if last > first else span / 2
        return box.left + (box.width - box.left - box.right) * at / span

    def y(value: Fraction) -> float:
        return box.height - box.bottom - (box.height - box.top - box.bottom) * float((value - low) / (high - low))

    drawn: list[tuple[K, list[tuple[float, float]], Fraction]] = []
    for key, line in filled.items():
        points: list[tuple[float, float]] = []
        for day, value in line:
            if steps and points:
                points.append((x(day), points[-1][1]))
            points.append((x(day), y(value)))
        if steps and line[-1][0] < last:
            points.append((x(last), points[-1][1]))
        drawn.append((key, points, line[-1][1]))
    labels = spread([points[-1][1] for _key, points, _value in drawn], LABEL_HEIGHT, box.top, box.height - box.bottom)
    return Chart(
        view_box,
        box,
        tuple(Tick(round(x(day), 1), day) for day in day_ticks(first, last)),
        tuple(Tick(round(y(value), 1), value) for value in ticks),
        tuple(
            Line(
                key,
                " ".join(f"{_n(across)},{_n(up)}" for across, up in points),
                (round(points[-1][0], 1), round(points[-1][1], 1)),
                (round(box.width - box.right + 8, 1), round(label, 1)),
                value,
            )
            for (key, points, value), label in zip(drawn, labels, strict=True)
        ),
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def thinned(line: Sequence[tuple[date, Fraction]]) -> Sequence[tuple[date, Fraction]]:
    """At most ``MOST_POINTS`` of them, evenly, the first and the last among them."""
    if len(line) <= MOST_POINTS:
        return line
    step = Fraction(len(line) - 1, MOST_POINTS - 1)
    return [line[round(number * step)] for number in range(MOST_POINTS)]


def nice_ticks(low: Fraction, high: Fraction, most: int) -> tuple[Fraction, ...]:
    """At most ``most`` round numbers (1, 2 or 5 times a power of ten apart), two at least, that enclose both values."""
    if low == high:
        low, high = low - 1, high + 1
    size = Fraction(1)
    while size * (most - 1) >= high - low:
        size /= 10
    while True:
        for step in (size, 2 * size, 5 * size):
            bottom, top = floor(low / step), ceil(high / step)
            if top - bottom < most:
                return tuple(number * step for number in range(bottom, top + 1))
        size *= 10


def day_ticks(first: date, last: date) -> tuple[date, ...]:
    """At most four days, evenly spread, the first and the last among them."""
    span = (last - first).days
    parts = min(MOST_X_TICKS - 1, span)
    if parts == 0:
        return (first,)
    return tuple(first + timedelta(days=round(span * number / parts)) for number in range(parts + 1))


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places near the ``wanted`` ones, ``apart`` from each other and between ``low`` and ``high`` (closer where there
    is no room), in the same order up and down."""
    if not wanted:
        return []
    apart = min(apart, (high - low) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda one: (wanted[one], one))
    placed: list[float] = []
    for one in order:
        placed.append(max(wanted[one], low, placed[-1] + apart if placed else low))
    limit = high
    for number in reversed(range(len(placed))):
        placed[number] = min(placed[number], limit)
        limit = placed[number] - apart
    made = [0.0] * len(wanted)
    for place, one in zip(placed, order, strict=True):
        made[one] = place
    return made
