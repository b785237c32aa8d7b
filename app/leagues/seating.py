"""Who sits where on a night: tables of the game's size, a rule for the remainder, few repeat opponents.

No dice: the caller gives the order of people (drawn or by standing), and equal seatings are told apart by it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from app.games.phrases import say
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Sitting
from app.leagues.games import LeagueGame

#: How often two people have met.
Met = Mapping[frozenset[MemberId], int]
Tables = tuple[tuple[MemberId, ...], ...]

#: Up to so many people the best seating of all is found; beyond that a very good one.
EXACT = 10


class Remainder(StrEnum):
    """What happens when people do not divide by the wanted size of a table."""

    #: As many tables as come nearest to the wanted size (one more at a half), as equal as possible.
    EVEN = "even"
    #: As many tables of the wanted size as possible; a few smaller ones.
    SMALLER = "smaller"
    #: No table below the wanted size; a few bigger ones.
    BIGGER = "bigger"
    #: Only tables of the wanted size; the others have a bye.
    BYE = "bye"


# Sizes


def sizes(people: int, want: int, least: int, most: int, rule: Remainder) -> tuple[int, ...]:
    """The sizes of the tables, the biggest first; where they do not seat everybody, the others have a bye.

    Sizes lie between ``least`` and ``most``. Nobody has a bye who could be seated, except by the rule ``BYE``; where a
    rule cannot be kept, tables are as equal as possible.
    """
    if people < least:
        return ()
    if rule is Remainder.BYE and people >= want:
        return (want,) * (people // want)
    fewest, highest = -(-people // most), people // least
    if fewest > highest:  # no number of tables fits: seat as many as can be
        seated = max(number * most for number in range(1, highest + 1))
        return _even(seated, highest)
    match rule:
        case Remainder.SMALLER:
            tables = -(-people // want)
        case Remainder.BIGGER | Remainder.BYE:
            tables = people // want
        case Remainder.EVEN:
            tables = (2 * people + want) // (2 * want)
    tables = min(max(tables, fewest), highest)
    if rule is Remainder.SMALLER and people <= tables * want:
        return _filled(people, tables, want, least)
    return _even(people, tables)


def _even(people: int, tables: int) -> tuple[int, ...]:
    size, more = divmod(people, tables)
    return (size + 1,) * more + (size,) * (tables - more)


def _filled(people: int, tables: int, want: int, least: int) -> tuple[int, ...]:
    """As many tables of ``want`` as possible, the others between ``least`` and ``want``."""
    for full in range(tables, -1, -1):
        rest, others = people - full * want, tables - full
        if others == 0 and rest == 0:
            return (want,) * full
        if others and others * least <= rest <= others * want:
            return (want,) * full + _even(rest, others)
    return _even(people, tables)


# Seating


def seat(
    people: Sequence[MemberId],
    game: LeagueGame,
    want: int,
    rule: Remainder = Remainder.EVEN,
    met: Met | None = None,
    byes: Mapping[MemberId, int] | None = None,
) -> Accepted[Sitting] | Refused:
    """One round for ``people``: as few repeat opponents as possible; byes for who had fewest, the last in order first.

    ``met``: how often each two met before (``nights.met``); ``byes``: how often each had a bye.
    """
    least, most = game.seats.start, game.seats.stop - 1
    if not least <= want <= most:
        return Refused(
            say("%(game)s is played by %(least)s to %(most)s people.", game=game.title, least=least, most=most), "want"
        )
    if len(set(people)) < len(people):
        return Refused(say("Somebody is listed twice. Name each person once."), "people")
    wanted = sizes(len(people), want, least, most, rule)
    if not wanted:
        return Refused(say("%(game)s needs at least %(least)s people.", game=game.title, least=least), "people")
    out = _bye(people, len(people) - sum(wanted), byes or {})
    playing = [one for one in people if one not in out]
    return Accepted(Sitting(arrange(playing, wanted, met or {}), tuple(one for one in people if one in out)))


def _bye(people: Sequence[MemberId], number: int, byes: Mapping[MemberId, int]) -> frozenset[MemberId]:
    order = sorted(range(len(people)), key=lambda place: (byes.get(people[place], 0), -place))
    return frozenset(people[place] for place in order[:number])


def cost(tables: Sequence[Sequence[MemberId]], met: Met) -> int:
    """How much of it was there before: for each two at one table the square of how often they met, so that a third
    meeting of two weighs more than two second ones."""
    return sum(
        met.get(frozenset(pair), 0) ** 2 + 2 * met.get(frozenset(pair), 0)
        for table in tables
        for pair in itertools.combinations(table, 2)
    )


def arrange(people: Sequence[MemberId], wanted: Sequence[int], met: Met) -> Tables:
    """``people`` at tables of exactly these sizes, at the lowest cost (``cost``) up to ``EXACT`` people, at a low one
    beyond. Of equal seatings the one nearest to the order of ``people``."""
    assert sum(wanted) == len(people)
    weight = [
        [0 if a == b else met.get(frozenset((a, b)), 0) ** 2 + 2 * met.get(frozenset((a, b)), 0) for b in people]
        for a in people
    ]
    tables = _exact(weight, wanted) if len(people) <= EXACT else _improved(weight, _greedy(weight, wanted))
    return tuple(tuple(people[one] for one in sorted(table)) for table in tables)


Weights = list[list[int]]


def _exact(weight: Weights, wanted: Sequence[int]) -> list[list[int]]:
    """Branch and bound: people in order, each to a table with room; tables of one size that are empty are the same."""
    best: list[list[int]] = []
    best_cost = -1
    tables: list[list[int]] = [[] for _ in wanted]

    def place(one: int, so_far: int) -> None:
        nonlocal best, best_cost
        if best_cost >= 0 and so_far >= best_cost:
            return
        if one == len(weight):
            best, best_cost = [list(table) for table in tables], so_far
            return
        opened: set[int] = set()
        for table, size in zip(tables, wanted, strict=True):
            if len(table) == size or (not table and size in opened):
                continue
            if not table:
                opened.add(size)
            more = sum(weight[one][other] for other in table)
            table.append(one)
            place(one + 1, so_far + more)
            table.pop()

    place(0, 0)
    return best


def _greedy(weight: Weights, wanted: Sequence[int]) -> list[list[int]]:
    """Those who met others most are seated first, each where it costs least."""
    tables: list[list[int]] = [[] for _ in wanted]
    for one in sorted(range(len(weight)), key=lambda person: (-sum(weight[person]), person)):
        free = [number for number, size in enumerate(wanted) if len(tables[number]) < size]
        best = min(
            free,
            key=lambda number: (sum(weight[one][other] for other in tables[number]), len(tables[number]), number),
        )
        tables[best].append(one)
    return tables


def _improved(weight: Weights, tables: list[list[int]]) -> list[list[int]]:
    """Swap two people of different tables while that lowers the cost."""
    better = True
    while better:
        better = False
        for here, there in _pairs_of(len(tables)):
            for a, b in itertools.product(range(len(tables[here])), range(len(tables[there]))):
                one, other = tables[here][a], tables[there][b]
                change = _among(weight, other, tables[here], one) + _among(weight, one, tables[there], other)
                change -= _among(weight, one, tables[here], one) + _among(weight, other, tables[there], other)
                if change < 0:
                    tables[here][a], tables[there][b] = other, one
                    better = True
    return tables


def _pairs_of(number: int) -> Iterator[tuple[int, int]]:
    return itertools.combinations(range(number), 2)


def _among(weight: Weights, one: int, table: Sequence[int], but: int) -> int:
    return sum(weight[one][other] for other in table if other not in (but, one))


# Coming late, leaving early


def arrive(sitting: Sitting, member: MemberId, game: LeagueGame, met: Met | None = None) -> Sitting:
    """Somebody comes late, before this round has begun: to the table where it costs least, of those the smallest;
    where all are full, a new table out of the byes if there are enough, else a bye."""
    most, least = game.seats.stop - 1, game.seats.start
    rooms = [number for number, table in enumerate(sitting.tables) if len(table) < most]
    if rooms:
        best = min(rooms, key=lambda number: _joining(sitting.tables[number], member, met or {}, number))
        tables = (
            *sitting.tables[:best],
            (*sitting.tables[best], member),
            *sitting.tables[best + 1 :],
        )
        return Sitting(tables, sitting.byes)
    waiting = (*sitting.byes, member)
    if len(waiting) >= least:
        return Sitting((*sitting.tables, waiting[:most]), waiting[most:])
    return Sitting(sitting.tables, waiting)


def _joining(table: Sequence[MemberId], member: MemberId, met: Met, number: int) -> tuple[int, int, int]:
    return cost([(*table, member)], met) - cost([table], met), len(table), number


def leave(sitting: Sitting, member: MemberId, game: LeagueGame, met: Met | None = None) -> Sitting:
    """Somebody leaves before this round has begun. A table that is too small then gets a waiting person, else the one
    from the biggest table whose move costs least, else its people are spread over tables with room, else they have a
    bye."""
    least, most = game.seats.start, game.seats.stop - 1
    known = met or {}
    tables = [[one for one in table if one != member] for table in sitting.tables]
    byes = [one for one in sitting.byes if one != member]
    for short in [table for table in tables if 0 < len(table) < least]:
        while len(short) < least and byes:
            short.append(byes.pop(0))
        while len(short) < least:
            givers = [table for table in tables if table is not short and len(table) > least]
            if not givers:
                break
            giver = max(givers, key=len)
            mover = min(giver, key=lambda one: (_joining(short, one, known, 0)[0], giver.index(one)))
            giver.remove(mover)
            short.append(mover)
        if len(short) < least:
            left = list(short)
            short.clear()
            for one in left:
                rooms = [table for table in tables if 0 < len(table) < most]
                if rooms:
                    min(rooms, key=lambda table: (_joining(table, one, known, 0)[0], len(table))).append(one)
                else:
                    byes.append(one)
    return Sitting(tuple(tuple(table) for table in tables if table), tuple(byes))
