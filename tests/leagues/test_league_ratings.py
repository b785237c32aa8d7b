"""Ratings: measured values of the model as cases, and what must be fair about them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, places
from app.leagues.book import MemberId, ResultId
from app.leagues.ratings import NEW, ratings_of, replay, shown
from app.leagues.valid import valid
from tests.leagues.making import QUEST, STELLA, STELLARION, League, any_league, any_result, result, rules, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
many = settings(max_examples=200, deadline=None)

#: All players new: the mean of each after one game.
KNOWN = {
    (1, 2, 3, 4): (27.64, 25.88, 24.12, 22.36),
    (1, 1, 3, 4): (26.76, 26.76, 24.12, 22.36),
    (1, 1, 3): (26.32, 26.32, 22.36),
    (1, 1, 3, 4, 5): (26.98, 26.98, 25.00, 23.68, 22.36),
    (1, 1, 1): (25.0, 25.0, 25.0),
}


@pytest.mark.parametrize(("ranks", "means"), KNOWN.items())
def test_known_values(ranks: tuple[int, ...], means: tuple[float, ...]) -> None:
    people = list("abcdef")[: len(ranks)]
    league = League(rules(), people="a b c d e f")
    league.play(result("r", people, ranks))
    got = {one.member: round(one.mu, 2) for one in ratings_of(league.book, STELLA)}
    assert [got[MemberId(one)] for one in people] == list(means)


def test_third_place_never_gains_what_two_tied_winners_gain() -> None:
    league = League(rules(), people="a b c d e")
    league.play(result("r", "a b c d e", (1, 1, 3, 4, 5)))
    got = {one.member: one.mu for one in ratings_of(league.book, STELLA)}
    assert got["a"] == got["b"] > got["c"] > got["d"] > got["e"]


@many
@given(rnds)
def test_equal_place_and_equal_rating_gain_the_same_and_better_never_less(rnd: random.Random) -> None:
    """Among a, b and c, who have the same rating, whatever the others have."""
    league = League(rules(), people="a b c d e f x y")
    for number in range(rnd.randint(0, 4)):  # the same past for a, b and c: they tie with each other
        others = rnd.sample("defxy", rnd.randint(0, 3))
        place = rnd.randint(1, len(others) + 1)
        ranks = places.ranks([-place * 2] * 3 + [-(2 * one + 1) for one in range(len(others))])
        league.play(result(f"p{number}", ["a", "b", "c", *others], ranks, ended=utc(f"2026-01-0{number + 1} 12:00")))
    before = {member: (steps[-1].mu, steps[-1].sigma) for member, steps in replay(valid(league.book)).steps.items()}
    assert len({before.get(MemberId(one), NEW) for one in "abc"}) == 1
    people = rnd.sample("abc", 3) + rnd.sample("defxy", rnd.randint(0, 3))
    rnd.shuffle(people)
    ranks = dict(zip(people, places.ranks([rnd.randint(0, 3) for _ in people]), strict=True))
    league.play(result("last", people, list(ranks.values())))
    after = {member: steps[-1].mu for member, steps in replay(valid(league.book)).steps.items()}
    for one in "abc":
        for other in "abc":
            if ranks[one] == ranks[other]:
                assert after[MemberId(one)] == pytest.approx(after[MemberId(other)], abs=1e-8)
            elif ranks[one] < ranks[other]:
                assert after[MemberId(one)] > after[MemberId(other)]


@few
@given(rnds)
def test_who_is_new_gives_and_takes_the_same(rnd: random.Random) -> None:
    people = list("abcdef")[: rnd.randint(3, 6)]
    league = League(rules(), people="a b c d e f")
    league.play(result("r", people, places.ranks([rnd.randint(0, 3) for _ in people])))
    assert sum(one.mu for one in ratings_of(league.book, STELLA)) == pytest.approx(25 * len(people))


@few
@given(rnds)
def test_seats_and_the_order_of_entry_never_matter(rnd: random.Random) -> None:
    people = [MemberId(one) for one in "abcdef"]
    made = [any_result(rnd, f"r{number}", people) for number in range(15)]
    tables = []
    for shuffled in (False, True):
        league = League(rules(), people="a b c d e f")
        for one in rnd.sample(made, len(made)) if shuffled else made:
            seats = tuple(rnd.sample(one.seats, len(one.seats))) if shuffled else one.seats
            league.attempt(changes.ResultAdded(replace(one, seats=seats, pairs=()), True))
        tables.append([ratings_of(league.book, game) for game in (STELLA, QUEST)])
    assert tables[0] == tables[1]


@few
@given(rnds)
def test_an_edit_anywhere_equals_a_fresh_replay(rnd: random.Random) -> None:
    people = [MemberId(one) for one in "abcdef"]
    league = League(rules(), people="a b c d e f")
    for number in range(12):
        league.attempt(changes.ResultAdded(any_result(rnd, f"r{number}", people), True))
    one = rnd.choice(list(league.book.results))
    new = any_result(rnd, one, people)
    if league.attempt(changes.ResultCorrected(new, "why")) is None:
        fresh = League(rules(), people="a b c d e f")
        for held in league.book.results.values():
            fresh.play(held)
        for game in (STELLA, QUEST):
            assert ratings_of(league.book, game) == ratings_of(fresh.book, game)


def test_order_is_by_end_and_id() -> None:
    league = League(rules(), people="a b c")
    league.play(
        result("2", "c b a", ended=utc("2026-03-01 20:00")), result("1", "a b c", ended=utc("2026-03-01 20:00"))
    )
    league.play(result("3", "b a c", ended=utc("2026-02-01 20:00")))
    steps = next(one for one in ratings_of(league.book, STELLA) if one.member == "a").steps
    assert [step.result for step in steps] == ["3", "1", "2"]


def test_few_games_are_provisional_and_not_ranked() -> None:
    league = League(rules(provisional=2), people="a b c d")
    league.play(result("1", "a b c"), result("2", "a b d", (1, 2, 3), ended=utc("2026-03-02 20:00")))
    told = [(one.member, one.rank, one.provisional, one.games) for one in ratings_of(league.book, STELLA)]
    assert told == [("a", 1, False, 2), ("b", 2, False, 2), ("d", None, True, 1), ("c", None, True, 1)]


def test_guests_are_not_rated_and_one_member_is_no_game() -> None:
    league = League(rules(provisional=0), people="a b")
    for one in "gh":
        league.do(changes.MemberAdded(MemberId(one), one.upper(), guest=True))
    league.play(result("1", "g a b"), result("2", "a g h"))
    assert {one.member: one.games for one in ratings_of(league.book, STELLA)} == {"a": 1, "b": 1}


def test_each_game_has_its_own_and_missions_have_none() -> None:
    league = League(rules(rated=(STELLA,)), people="a b c")
    league.play(result("1", "a b c"), result("2", "c b", game=QUEST))
    assert ratings_of(league.book, QUEST) == ()
    assert ratings_of(league.book, STELLARION) == ()
    league.do(changes.Ruled(rules()))
    assert [one.member for one in ratings_of(league.book, QUEST)] == ["c", "b"]
    assert [one.member for one in ratings_of(league.book, STELLA)] == ["a", "b", "c"]


def test_a_new_player_is_shown_as_a_thousand() -> None:
    assert shown(*NEW) == 1000


def test_withdrawn_and_waiting_games_are_not_rated() -> None:
    league = League(rules(confirmations=2), people="a b c")
    league.do(changes.ResultAdded(result("1", "a b c")))
    assert ratings_of(league.book, STELLA) == ()
    league.do(changes.ResultConfirmed(ResultId("1")))
    assert len(ratings_of(league.book, STELLA)) == 3
    league.do(changes.ResultWithdrawn(ResultId("1"), "never"))
    assert ratings_of(league.book, STELLA) == ()


@few
@given(rnds)
def test_everything_stays_a_number(rnd: random.Random) -> None:
    book = any_league(rnd).book
    for game in (STELLA, QUEST):
        for one in ratings_of(book, game):
            assert 0 < one.sigma <= 25 / 3 + 0.1
            assert -100 < one.mu < 150
