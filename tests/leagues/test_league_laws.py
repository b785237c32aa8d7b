"""What holds in the standings of every league, whatever happened in it."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, places, presets
from app.leagues.book import MemberId, SeasonId, TieBreak
from app.leagues.games import COMPETITIVE
from app.leagues.ratings import ratings_of
from app.leagues.standings import standings_of
from app.leagues.timeline import points as points_by_day
from app.leagues.valid import Scope, valid, within
from tests.leagues.making import (
    League,
    any_league,
    any_result,
    fresh,
    rules,
)

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
F = Fraction

# Laws


def oracle(league: League, scope: Scope) -> dict[str, Fraction]:
    """Points by the words of the rules, game by game, with nothing but fractions: sums, guests kept, no nights."""
    book = league.book
    got: dict[str, list[Fraction]] = {}
    for game in within(book, valid(book), scope):
        row = next(row for row in book.rules.rows if len(row) == len(game.seats))
        for sat in game.seats:
            if sat.member:
                level = [other for other in game.seats if other.place == sat.place]
                ahead = sum(other.place < sat.place for other in game.seats)
                shared = sum(row[ahead : ahead + len(level)], F(0)) / len(level)
                got.setdefault(sat.who, []).append(shared)
    return {who: sum(sorted(all_, reverse=True)[: book.rules.best], F(0)) for who, all_ in got.items()}


@few
@given(rnds)
def test_points_are_those_of_a_second_count(rnd: random.Random) -> None:
    league = any_league(rnd)
    league.do(
        changes.Ruled(rules(best=rnd.choice((None, 1, 2)), rows=rnd.choice(list(presets.PRESETS.values())).rules.rows))
    )
    for scope in (Scope(), *(Scope(None, game) for game in COMPETITIVE), *(Scope(one) for one in league.book.seasons)):
        assert {row.member: row.points for row in standings_of(league.book, scope).rows} == oracle(league, scope)


@few
@given(rnds)
def test_join_order_result_order_and_seats_never_matter(rnd: random.Random) -> None:
    league = any_league(rnd)
    book = league.book
    members = list(book.members.items())
    results = [
        (key, replace(one, seats=tuple(rnd.sample(one.seats, len(one.seats))), pairs=()))
        for key, one in book.results.items()
    ]
    rnd.shuffle(members)
    rnd.shuffle(results)
    other = replace(book, members=dict(members), results=dict(results))
    for game in (None, *COMPETITIVE):
        assert standings_of(other, Scope(None, game)) == standings_of(book, Scope(None, game))
    for game in COMPETITIVE:
        assert ratings_of(other, game) == ratings_of(book, game)


@few
@given(rnds)
def test_other_ids_change_nothing_but_the_ids(rnd: random.Random) -> None:
    """Nothing hangs on a name or on the order of ids: renaming all ids renames the rows, points and ranks stay."""
    people = [MemberId(one) for one in "abcdef"]
    made = [any_result(rnd, f"r{number}", people) for number in range(20)]
    new = dict(zip(people, rnd.sample([MemberId(f"z{number}") for number in range(6)], 6), strict=True))
    tables = []
    for renamed in (False, True):
        league = League(rules(breaks=tuple(TieBreak)), people=" ".join(new.values() if renamed else people))
        for one in made:
            seats = tuple(replace(seat, member=new[seat.member]) for seat in one.seats) if renamed else one.seats
            league.attempt(changes.ResultAdded(replace(one, seats=seats), by_organiser=True))
        rows = standings_of(league.book, Scope()).rows
        tables.append({row.member: (row.rank, row.points, row.settled, row.level) for row in rows})
    assert {new[MemberId(one)]: line for one, line in tables[0].items()} == tables[1]


@few
@given(rnds)
def test_ranks_are_competition_ranks_and_points_never_rise_downwards(rnd: random.Random) -> None:
    table = standings_of(any_league(rnd).book, Scope())
    ranked = [row for row in table.rows if row.rank is not None]
    if ranked:
        assert places.hold([row.rank for row in ranked if row.rank is not None])
    values = [row.value for row in ranked]
    assert None not in values
    assert values == sorted(values, key=lambda value: value or F(0), reverse=True)
    for row, below in itertools.pairwise(ranked):
        assert (row.rank == below.rank) <= (row.value == below.value)
        if row.value == below.value and row.rank != below.rank:
            assert below.settled is not None


@few
@given(rnds)
def test_best_of_one_more_never_gives_less(rnd: random.Random) -> None:
    league = any_league(rnd)
    got = []
    for best in (1, 2, 3, None):
        league.do(changes.Ruled(rules(best=best)))
        got.append({row.member: row.points for row in standings_of(league.book, Scope()).rows})
    for fewer, more in itertools.pairwise(got):
        assert all(fewer[one] <= more[one] for one in fewer)


@few
@given(rnds)
def test_the_line_of_a_chart_ends_at_the_standings(rnd: random.Random) -> None:
    league = any_league(rnd)
    book = league.book
    games = within(book, valid(book), Scope())
    nights = [night for night in book.nights.values() if not night.cancelled]
    lines = points_by_day(games, book, [one for one in book.members if one not in book.merged], nights)
    for row in standings_of(book, Scope()).rows:
        if row.value is not None:
            assert lines[row.member][-1][1] == row.value


@few
@given(rnds)
def test_seasons_part_the_games(rnd: random.Random) -> None:
    """A game belongs to at most one season, and to the one of its local day."""
    book = any_league(rnd).book
    games = valid(book)
    seen = [game.id for season in book.seasons for game in within(book, games, Scope(season))]
    assert len(seen) == len(set(seen))
    for season in book.seasons.values():
        for game in within(book, games, Scope(SeasonId(season.id))):
            assert season.start <= game.day <= season.end


@few
@given(rnds)
def test_fresh_is_fresh(rnd: random.Random) -> None:
    """The fresh league of the other tests is worth its name: nothing merged, corrected or withdrawn in it."""
    book = fresh(any_league(rnd).book).book
    assert not book.merged
    assert not book.past
    assert not book.withdrawn
