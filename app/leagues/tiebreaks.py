"""Who is ahead among equals, by the published order of tie-breaks; each says where it was the one that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, assert_never

from app.leagues.book import MemberId, TieBreak
from app.leagues.tally import Tally, against


class Group(NamedTuple):
    """Members who are level to the end, and the tie-break that set them apart from those with equal points (None: none
    was needed)."""

    members: tuple[MemberId, ...]
    settled: TieBreak | None


#: The points that "best N" left out, per member.
Dropped = Callable[[MemberId], int]


def settle(
    tied: Sequence[MemberId], breaks: Sequence[TieBreak], tallies: dict[MemberId, Tally], dropped: Dropped
) -> list[Group]:
    """``tied`` members in order, the best first; who cannot be separated stays together, by id.

    Each tie-break is asked once, in order, of those who are still level. One that is not known for all of them decides
    nothing: unknown is not zero.
    """
    groups = [Group(tuple(sorted(tied)), None)]
    for one in breaks:
        if all(len(group.members) == 1 for group in groups):
            break
        groups = [part for group in groups for part in _split(group, one, tallies, dropped)]
    return groups


def _split(group: Group, by: TieBreak, tallies: dict[MemberId, Tally], dropped: Dropped) -> list[Group]:
    if len(group.members) == 1:
        return [group]
    values: dict[MemberId, Fraction | int] = {}
    among = frozenset(group.members)
    for member in group.members:
        value = value_of(by, tallies[member], among, dropped)
        if value is None:
            return [group]
        values[member] = value
    parts: dict[Fraction | int, list[MemberId]] = {}
    for member in group.members:
        parts.setdefault(values[member], []).append(member)
    if len(parts) == 1:
        return [group]
    return [Group(tuple(parts[value]), by) for value in sorted(parts, reverse=True)]


def value_of(by: TieBreak, tally: Tally, among: frozenset[MemberId], dropped: Dropped) -> Fraction | int | None:
    """What ``by`` compares, more is better; None where it is not known."""
    match by:
        case TieBreak.WINS:
            return tally.places[0]
        case TieBreak.SECONDS:
            return tally.places[1]
        case TieBreak.THIRDS:
            return tally.places[2]
        case TieBreak.FOURTHS:
            return tally.places[3]
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(tally, among)
        case TieBreak.BEATEN:
            return Fraction(tally.beaten, 2 * tally.met) if tally.met else None
        case TieBreak.GAMES:
            return tally.games
        case TieBreak.DROPPED:
            return dropped(tally.member)
        case TieBreak.SCORE:
            return _sum(tally, lambda own, all_: Fraction(own))
        case TieBreak.TABLE_SHARE:
            return _sum(tally, lambda own, all_: Fraction(own, sum(all_)) if sum(all_) else Fraction(0))
        case TieBreak.OVER_AVERAGE:
            return _sum(tally, lambda own, all_: own - Fraction(sum(all_), len(all_)))
        case _ as never:
            assert_never(never)


def _head_to_head(tally: Tally, among: frozenset[MemberId]) -> Fraction | None:
    beaten = met = 0
    for game, seat in tally.sat:
        halves, people = against(game, seat, among)
        beaten += halves
        met += people
    return Fraction(beaten, 2 * met) if met else None


def _sum(tally: Tally, of: Callable[[int, Sequence[int]], Fraction]) -> Fraction | None:
    """Over all games of this member; None as soon as one score at one table is unknown."""
    total = Fraction(0)
    for game, seat in tally.sat:
        scores = [sat.score for sat in game.seats if sat.score is not None]
        own = game.seats[seat].score
        if own is None or len(scores) < len(game.seats):
            return None
        total += of(own, scores)
    return total
