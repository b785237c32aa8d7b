"""Rules worth beginning with, and what rules must be to hold.

Each preset says where it comes from in ``why``. An organiser changes what does not fit; ``Rules.preset`` remembers the
beginning.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from types import MappingProxyType

from app.games.phrases import mark, say
from app.leagues.answers import Refused
from app.leagues.book import Measure, Rows, Rules, TieBreak
from app.leagues.games import LEAGUE_GAMES, MOST_SEATS

MOST_POINTS = 1_000_000
#: The largest denominator of a point: enough for halves, thirds, tenths, sevenths of each other.
FINEST = 1_000


@dataclass(frozen=True, slots=True)
class Preset:
    """``title`` and ``why`` are marked for translation."""

    key: str
    title: str
    why: str
    rules: Rules


def rows(*lists: Sequence[int | Fraction]) -> Rows:
    """Points by place; each list for tables of as many players as it is long."""
    return tuple(tuple(Fraction(points) for points in one) for one in lists)


def counted_down(players: int) -> tuple[Fraction, ...]:
    """One point for coming, and one for each person behind: 4, 3, 2, 1."""
    return tuple(Fraction(players - place) for place in range(players))


def fibonacci(players: int) -> tuple[Fraction, ...]:
    """A pot of ten points a head, shared by Fibonacci weights from the last place up, rounded up (as NemeStats
    does)."""
    weights = [1, 2]
    while len(weights) < players:
        weights.append(weights[-1] + weights[-2])
    pot, total = 10 * players, sum(weights[:players])
    return tuple(Fraction(ceil(Fraction(pot * weight, total))) for weight in reversed(weights[:players]))


#: Six points a head in the pot. Three to five players as the Newport Pagnell club has it; two and six are ours.
_POT = rows((9, 3), (10, 6, 2), (11, 7, 4, 2), (12, 8, 5, 3, 2), (13, 9, 6, 4, 2, 2))
_EVERY = range(2, MOST_SEATS + 1)

_PRESETS = (
    Preset(
        "pot",
        mark("Points by place"),
        mark("Six points a head are shared by place. Bigger tables are worth more, and the last place gets some."),
        Rules(rows=_POT, preset="pot"),
    ),
    Preset(
        "club",
        mark("Club season"),
        mark("Points by place, the best three results count, and one bye a season is worth two points."),
        Rules(
            rows=_POT,
            best=3,
            bye=Fraction(2),
            byes=1,
            breaks=(
                TieBreak.DROPPED,
                TieBreak.WINS,
                TieBreak.SECONDS,
                TieBreak.THIRDS,
                TieBreak.FOURTHS,
                TieBreak.OVER_AVERAGE,
            ),
            preset="club",
        ),
    ),
    Preset(
        "simple",
        mark("Count down"),
        mark("One point for playing and one for each person behind you."),
        Rules(rows=tuple(counted_down(players) for players in _EVERY), preset="simple"),
    ),
    Preset(
        "beaten",
        mark("People beaten"),
        mark("The share of people beaten among people met. The size of the table does not matter."),
        Rules(
            rows=tuple(counted_down(players) for players in _EVERY),
            measure=Measure.SHARE,
            minimum=5,
            breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.GAMES),
            preset="beaten",
        ),
    ),
    Preset(
        "fibonacci",
        mark("Steep pot"),
        mark("Ten points a head, most of them for the first places."),
        Rules(rows=tuple(fibonacci(players) for players in _EVERY), preset="fibonacci"),
    ),
    Preset(
        "wins",
        mark("Wins first"),
        mark("Only wins count; then the sum of scores, then the shares of each table's points."),
        Rules(
            rows=tuple(tuple(Fraction(place == 0) for place in range(players)) for players in _EVERY),
            breaks=(TieBreak.SCORE, TieBreak.TABLE_SHARE),
            preset="wins",
        ),
    ),
    Preset(
        "podium",
        mark("Podium"),
        mark("Three points, two and one for the first three places; one for each day you come."),
        Rules(
            rows=rows((3, 2), (3, 2, 1), (3, 2, 1, 0), (3, 2, 1, 0, 0), (3, 2, 1, 0, 0, 0)),
            attendance=Fraction(1),
            preset="podium",
        ),
    ),
)

#: Every preset by its key, in the order they are offered; the first is the one to begin with.
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.key: preset for preset in _PRESETS})
DEFAULT = _PRESETS[0].rules


def check(rules: Rules) -> Refused | None:
    """Why these rules cannot hold."""
    for own in rules.own_rows:
        if own.game not in LEAGUE_GAMES or LEAGUE_GAMES[own.game].together:
            return Refused(say("Only games with places have points by place."), "own_rows")
    if len({own.game for own in rules.own_rows}) < len(rules.own_rows):
        return Refused(say("Give each game its points once."), "own_rows")
    for table in (rules.rows, *(own.rows for own in rules.own_rows)):
        if (no := _rows(table, rules.rest)) is not None:
            return no
    if _rises(rules.rest):
        return Refused(say("A worse place must not give more points than a better one."), "rest")
    for points in (rules.attendance, rules.bye, *rules.rest, *(one for row in rules.rows for one in row)):
        if points < 0 or points > MOST_POINTS or points.denominator > FINEST:
            return Refused(say("Points are numbers from 0 to %(most)s.", most=MOST_POINTS), "rows")
    return _numbers(rules)


def _rows(table: Rows, rest: tuple[Fraction, ...]) -> Refused | None:
    lengths = [len(row) for row in table]
    if len(set(lengths)) < len(lengths) or not set(lengths) <= set(range(1, MOST_SEATS + 1)):
        return Refused(say("Give the points of each number of players once."), "rows")
    if not rest and not set(_EVERY) <= set(lengths):
        return Refused(
            say("Give the points for 2 to %(most)s players, or points for every other table.", most=MOST_SEATS), "rows"
        )
    if any(_rises(row) for row in table):
        return Refused(say("A worse place must not give more points than a better one."), "rows")
    if any(points < 0 or points > MOST_POINTS or points.denominator > FINEST for row in table for points in row):
        return Refused(say("Points are numbers from 0 to %(most)s.", most=MOST_POINTS), "rows")
    return None


def _rises(row: tuple[Fraction, ...]) -> bool:
    return any(worse > better for better, worse in itertools.pairwise(row))


def _numbers(rules: Rules) -> Refused | None:
    if rules.best is not None and rules.best < 1:
        return Refused(say("At least one result must count."), "best")
    for name in ("minimum", "confirmations", "provisional"):
        if not 0 <= getattr(rules, name) <= 1_000:
            return Refused(say("That number is out of reach. Check it."), name)
    for name in ("attendance_days", "byes"):
        value = getattr(rules, name)
        if value is not None and not 0 <= value <= 1_000:
            return Refused(say("That number is out of reach. Check it."), name)
    if len(set(rules.breaks)) < len(rules.breaks):
        return Refused(say("Name each tie-break once."), "breaks")
    if any(game not in LEAGUE_GAMES or LEAGUE_GAMES[game].together for game in rules.rated):
        return Refused(say("Only games with places can be rated."), "rated")
    return None
