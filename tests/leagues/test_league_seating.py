"""Seating a night: sizes, everybody once, few repeat opponents, late and leaving."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, NightId, Sitting
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.nights import byes as byes_of
from app.leagues.nights import met as met_in
from app.leagues.seating import EXACT, Met, Remainder, arrange, arrive, cost, leave, seat, sizes
from app.leagues.valid import valid
from tests.leagues.making import League, accepted, result, rules, told

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
many = settings(max_examples=300, deadline=None)


STELLA, STELLA_QUEST = LEAGUE_GAMES[GameKey("stella")], LEAGUE_GAMES[GameKey("stella_quest")]


def people(number: int) -> list[MemberId]:
    return [MemberId(f"m{one}") for one in range(number)]


def any_met(rnd: random.Random, who: Sequence[MemberId]) -> dict[frozenset[MemberId], int]:
    return {frozenset(pair): rnd.choice((0, 0, 1, 2)) for pair in itertools.combinations(who, 2)}


SIZES = {
    "seven, fours, even": (7, 4, Remainder.EVEN, (4, 3)),
    "nine, fours, even": (9, 4, Remainder.EVEN, (5, 4)),
    "nine, fours, smaller": (9, 4, Remainder.SMALLER, (3, 3, 3)),
    "nine, fours, bigger": (9, 4, Remainder.BIGGER, (5, 4)),
    "nine, fours, bye": (9, 4, Remainder.BYE, (4, 4)),
    "ten, fours, even": (10, 4, Remainder.EVEN, (4, 3, 3)),
    "ten, fives, even": (10, 5, Remainder.EVEN, (5, 5)),
    "ten, fours, smaller": (10, 4, Remainder.SMALLER, (4, 3, 3)),
    "eleven, fours, smaller": (11, 4, Remainder.SMALLER, (4, 4, 3)),
    "eleven, fours, bigger": (11, 4, Remainder.BIGGER, (6, 5)),
    "thirteen, fives, smaller": (13, 5, Remainder.SMALLER, (5, 5, 3)),
    "five are one table": (5, 4, Remainder.SMALLER, (5,)),
    "three, sixes": (3, 6, Remainder.BIGGER, (3,)),
    "three, sixes, bye": (3, 6, Remainder.BYE, (3,)),
    "two are no table": (2, 4, Remainder.EVEN, ()),
    "twelve": (12, 4, Remainder.EVEN, (4, 4, 4)),
}


@pytest.mark.parametrize(("number", "want", "rule", "wanted"), SIZES.values(), ids=SIZES)
def test_sizes(number: int, want: int, rule: Remainder, wanted: tuple[int, ...]) -> None:
    assert sizes(number, want, 3, 6, rule) == wanted


@many
@given(st.integers(0, 200), st.integers(3, 6), st.sampled_from(Remainder))
def test_tables_of_three_to_six_and_everybody_seated(number: int, want: int, rule: Remainder) -> None:
    made = sizes(number, want, 3, 6, rule)
    assert all(3 <= size <= 6 for size in made)
    assert list(made) == sorted(made, reverse=True)
    if number < 3:
        assert made == ()
    elif rule is Remainder.BYE and number >= want:
        assert set(made) == {want}
        assert number - sum(made) < want
    else:
        assert sum(made) == number
    if rule is Remainder.EVEN and made:
        assert made[0] - made[-1] <= 1
    if rule is Remainder.SMALLER and number >= want * want and want > 3:
        assert made[0] == want
    if rule is Remainder.BIGGER and number >= want * want and want < 6:
        assert made[-1] >= want


@many
@given(st.integers(2, 60), st.integers(2, 6), st.integers(0, 4), st.sampled_from(Remainder))
def test_sizes_of_any_game_seat_as_many_as_can_be(number: int, least: int, more: int, rule: Remainder) -> None:
    most = least + more
    made = sizes(number, most, least, most, rule)
    assert all(least <= size <= most for size in made)
    best = max((sum(one) for one in _all_sizes(number, least, most)), default=0)
    if rule is not Remainder.BYE:
        assert sum(made) == best


def _all_sizes(number: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """One list of sizes for each number of tables and the most people that fit."""
    for tables in range(1, number // least + 1):
        yield (min(number, tables * most),) if tables else ()


@few
@given(rnds)
def test_everybody_has_one_place(rnd: random.Random) -> None:
    who = people(rnd.randint(3, 40))
    rule = rnd.choice(list(Remainder))
    sitting = accepted(seat(who, STELLA, rnd.randint(3, 6), rule, any_met(rnd, who)))
    assert sorted([one for table in sitting.tables for one in table] + list(sitting.byes)) == sorted(who)
    assert all(3 <= len(table) <= 6 for table in sitting.tables)
    if rule is not Remainder.BYE:
        assert sitting.byes == ()


def brute(who: Sequence[MemberId], wanted: Sequence[int], met: Met) -> int:
    """The lowest cost of all, by trying every seating."""
    if not wanted:
        return 0
    best = None
    for table in itertools.combinations(who, wanted[0]):
        rest = [one for one in who if one not in table]
        found = cost([table], met) + brute(rest, wanted[1:], met)
        best = found if best is None else min(best, found)
    assert best is not None
    return best


@settings(max_examples=40, deadline=None)
@given(rnds, st.integers(3, 8))
def test_repeat_opponents_are_as_few_as_can_be(rnd: random.Random, number: int) -> None:
    who = people(number)
    met = any_met(rnd, who)
    wanted = sizes(number, rnd.randint(3, 5), 3, 6, Remainder.EVEN)
    assert cost(arrange(who, wanted, met), met) == brute(who, wanted, met)


@settings(max_examples=25, deadline=None)
@given(rnds)
def test_beyond_the_exact_search_no_swap_helps(rnd: random.Random) -> None:
    who = people(rnd.randint(EXACT + 1, 30))
    met = any_met(rnd, who)
    tables = arrange(who, sizes(len(who), 4, 3, 6, Remainder.EVEN), met)
    now = cost(tables, met)
    for here, there in itertools.combinations(range(len(tables)), 2):
        for one, other in itertools.product(tables[here], tables[there]):
            a = [other if who_ == one else who_ for who_ in tables[here]]
            b = [one if who_ == other else who_ for who_ in tables[there]]
            rest = [table for number, table in enumerate(tables) if number not in (here, there)]
            assert cost([a, b, *rest], met) >= now


def test_sixteen_meet_fifteen_others_over_five_rounds_or_nearly() -> None:
    """Social golfers: sixteen in fours can meet everybody once in five rounds; three rounds without any repeat."""
    who, sittings = people(16), []
    for _ in range(3):
        sittings.append(accepted(seat(who, STELLA, 4, met=met_in(League().book, tuple(sittings)))))
    assert max(met_in(League().book, tuple(sittings)).values()) == 1


def test_who_met_whom_and_who_sat_out() -> None:
    league = League(rules(), people="a b c d e")
    a, b, c, d, e = (MemberId(one) for one in "abcde")
    night = NightId("n")
    sitting = Sitting(((a, b, c),), (d,))
    league.do(changes.NightSet(night, "Friday", date(2026, 3, 6)), changes.Seating(night, 1, sitting))
    league.play(result("1", "a b d"))
    league.do(changes.Merged(e, d))
    times = met_in(league.book, (sitting,), valid(league.book))
    assert times == {
        frozenset((a, b)): 2,
        frozenset((a, c)): 1,
        frozenset((b, c)): 1,
        frozenset((a, e)): 1,
        frozenset((b, e)): 1,
    }
    assert byes_of(league.book, league.book.nights.values()) == {e: 1}


def test_byes_go_round() -> None:
    who, byes = people(9), dict.fromkeys(people(9), 0)
    for _ in range(9):
        sitting = accepted(seat(who, STELLA, 4, Remainder.BYE, byes=byes))
        for one in sitting.byes:
            byes[one] += 1
    assert set(byes.values()) == {1}


def test_refusals() -> None:
    def sentence(answer: Accepted[Sitting] | Refused) -> str:
        assert isinstance(answer, Refused)
        return told(answer)

    assert sentence(seat(people(2), STELLA, 4)) == "Stella – Dixit Universe needs at least 3 people."
    assert sentence(seat(people(9), STELLA, 7)) == "Stella – Dixit Universe is played by 3 to 6 people."
    assert sentence(seat([*people(4), MemberId("m1")], STELLA, 4)) == "Somebody is listed twice. Name each person once."


# Late and leaving


@many
@given(rnds)
def test_who_comes_and_goes_leaves_tables_of_the_right_size(rnd: random.Random) -> None:
    game = rnd.choice((STELLA, STELLA_QUEST))
    least, most = game.seats.start, game.seats.stop - 1
    who = people(rnd.randint(least, 14))
    met = any_met(rnd, people(30))
    sitting = accepted(seat(who, game, rnd.randint(least, most), rnd.choice(list(Remainder)), met))
    here = set(who)
    for number in range(20, 28):
        if rnd.random() < 0.5 or not here:
            late = MemberId(f"m{number}")
            here.add(late)
            sitting = arrive(sitting, late, game, met)
        else:
            gone = rnd.choice(sorted(here))
            here.discard(gone)
            sitting = leave(sitting, gone, game, met)
        seated = [one for table in sitting.tables for one in table]
        assert sorted([*seated, *sitting.byes]) == sorted(here)
        assert all(least <= len(table) <= most for table in sitting.tables)


def test_late_to_where_nobody_was_met() -> None:
    a, b, c, d, e, f, late = people(7)
    sitting = Sitting(((a, b, c), (d, e, f)))
    assert arrive(sitting, late, STELLA, {frozenset((a, late)): 1}).tables == ((a, b, c), (d, e, f, late))
    assert arrive(sitting, late, STELLA).tables == ((a, b, c, late), (d, e, f))


def test_a_table_that_is_too_small_is_filled_from_the_biggest() -> None:
    a, b, c, d, e, f, g = people(7)
    assert leave(Sitting(((a, b, c, d), (e, f, g))), g, STELLA).tables == ((b, c, d), (e, f, a))
    assert leave(Sitting(((a, b, c), (e, f, g))), g, STELLA).tables == ((a, b, c, e, f),)
    assert leave(Sitting(((a, b, c),), (d,)), a, STELLA).tables == ((b, c, d),)
    assert leave(Sitting(((a, b, c),)), a, STELLA) == Sitting((), (b, c))
