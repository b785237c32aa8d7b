"""Standings: known tables as cases, and laws that hold in every league."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, places, presets
from app.leagues.book import GuestRule, Measure, MemberId, NightId, Rules, Sitting, TieBreak
from app.leagues.standings import Apart, moves, standings_of
from app.leagues.valid import Scope
from tests.leagues.making import (
    QUEST,
    STELLA,
    STELLARION,
    League,
    points,
    result,
    rules,
    utc,
)

many = settings(max_examples=300, deadline=None)
F = Fraction

# Places


@pytest.mark.parametrize(
    ("values", "ranks"),
    {
        "plain": ((9, 7, 5), (1, 2, 3)),
        "two first": ((9, 9, 5), (1, 1, 3)),
        "two last": ((5, 9, 5), (2, 1, 2)),
        "all level": ((3, 3, 3), (1, 1, 1)),
        "fractions": ((F(1, 3), F(1, 2)), (2, 1)),
        "below zero": ((-1, -2), (1, 2)),
        "nobody": ((), ()),
    }.values(),
)
def test_competition_ranks(values: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert places.ranks(values) == ranks


@many
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_ranks_are_competition_ranks_in_any_order(values: list[int], rnd: random.Random) -> None:
    ranks = places.ranks(values)
    assert places.hold(ranks)
    assert ranks == places.close_up([-value for value in values])
    order = rnd.sample(range(len(values)), len(values))
    assert places.ranks([values[one] for one in order]) == tuple(ranks[one] for one in order)


@pytest.mark.parametrize("wrong", [(), (0,), (2,), (1, 1, 2), (1, 3), (2, 2), (1, 2, 2, 3)])
def test_what_is_no_ranking(wrong: tuple[int, ...]) -> None:
    assert not places.hold(wrong)


@many
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=6),
    st.lists(st.fractions(0, 20, max_denominator=9), min_size=6, max_size=6),
)
def test_ties_share_exactly_and_nothing_is_lost(values: list[int], worth: list[Fraction]) -> None:
    row = tuple(sorted(worth[: len(values)], reverse=True))
    ranks = places.ranks(values)
    got = places.shared(row, ranks)
    assert sum(got) == sum(row)
    for one, other in zip(ranks, got, strict=True):
        assert all((one == rank) <= (other == points) for rank, points in zip(ranks, got, strict=True))


# Known tables

POT = {
    (1, 2, 3): "10 6 2",
    (1, 2, 3, 4): "11 7 4 2",
    (1, 2, 3, 4, 5): "12 8 5 3 2",
    (1, 1, 3): "8 8 2",
    (1, 1, 3, 4): "9 9 4 2",
    (1, 1, 1, 4): "22/3 22/3 22/3 2",
    (1, 2, 2, 4, 5): "12 13/2 13/2 3 2",
    (1, 1, 1, 1, 1): "6 6 6 6 6",
}
KNOWN = [
    *[("pot", ranks, worth) for ranks, worth in POT.items()],
    ("fibonacci", (1, 2, 3, 4, 5, 6), "25 15 10 6 4 2"),
    ("fibonacci", (1, 2, 3, 3, 5, 6), "25 15 8 8 4 2"),
    ("simple", (1, 2, 3, 4), "4 3 2 1"),
    ("simple", (1, 1, 3), "5/2 5/2 1"),
    ("wins", (1, 2, 3), "1 0 0"),
    ("wins", (1, 1, 3), "1/2 1/2 0"),
    ("podium", (1, 2, 3, 4), "3 2 1 0"),
    ("podium", (1, 2, 3), "3 2 1"),
]


@pytest.mark.parametrize(("preset", "ranks", "worth"), KNOWN)
def test_known_points(preset: str, ranks: tuple[int, ...], worth: str) -> None:
    people = list("abcdef")[: len(ranks)]
    league = League(replace(presets.PRESETS[preset].rules, attendance=F(0)), people="a b c d e f")
    game = STELLA if len(ranks) > 2 else QUEST
    league.play(result("r", people, ranks, game=game))
    assert points(standings_of(league.book, Scope())) == dict(zip(people, worth.split(), strict=True))


def test_a_pot_holds_six_a_head() -> None:
    for row in presets.DEFAULT.rows:
        assert sum(row) == 6 * len(row)


@pytest.mark.parametrize("key", presets.PRESETS)
def test_presets_hold(key: str) -> None:
    made = presets.PRESETS[key].rules
    assert presets.check(made) is None
    assert made.preset == key
    assert {len(row) for row in made.rows} == {2, 3, 4, 5, 6}


BAD_RULES = {
    "rising": rules(rows=presets.rows((1, 2)), rest=(F(1),)),
    "negative": rules(rows=presets.rows((1, -2)), rest=(F(1),)),
    "too fine": rules(bye=F(1, 1001)),
    "twice": rules(rows=presets.rows((2, 1), (3, 1)), rest=(F(1),)),
    "nothing for six": rules(rows=presets.rows((2, 1), (3, 2, 1), (3, 2, 1, 0), (5, 4, 3, 2, 1))),
    "no result counts": rules(best=0),
    "a minimum below zero": rules(minimum=-1),
    "a tie-break twice": rules(breaks=(TieBreak.WINS, TieBreak.WINS)),
    "rating a game won together": rules(rated=(STELLARION,)),
    "rising rest": rules(rest=(F(1), F(2))),
}


@pytest.mark.parametrize("bad", BAD_RULES.values(), ids=BAD_RULES)
def test_rules_that_cannot_hold(bad: Rules) -> None:
    assert League().refused(changes.Ruled(bad))


def test_rest_serves_every_other_table() -> None:
    league = League(rules(rows=presets.rows((9, 3, 0)), rest=(F(5), F(2), F(1))), people="a b c d e")
    league.play(result("r", "a b c"), result("s", "a b c d e"))
    assert points(standings_of(league.book, Scope())) == {"a": "14", "b": "5", "c": "1", "d": "1", "e": "1"}


def test_a_game_may_have_points_of_its_own() -> None:
    from app.leagues.book import GameRows

    own = (GameRows(QUEST, presets.rows((4, 0), (3, 1, 0), (3, 1, 0, 0), (0,) * 5, (0,) * 6)),)
    league = League(rules(own_rows=own), people="a b c")
    league.play(result("r", "a b", game=QUEST), result("s", "a b c"))
    assert points(standings_of(league.book, Scope())) == {"a": "14", "b": "6", "c": "2"}
    assert points(standings_of(league.book, Scope(None, QUEST))) == {"a": "4", "b": "0"}


# Ranks


def test_ranks_are_shared_and_the_next_is_left_out() -> None:
    league = League(rules(breaks=()), people="a b c d")
    league.play(result("r", "a b c d", (1, 1, 3, 4)))
    rows = standings_of(league.book, Scope()).rows
    assert [(row.member, row.rank, row.level) for row in rows] == [
        ("a", 1, True),
        ("b", 1, True),
        ("c", 3, False),
        ("d", 4, False),
    ]
    assert standings_of(league.book, Scope()).champions == ("a", "b")


def test_the_tie_break_that_was_used_is_told() -> None:
    """a and b have equal points and wins; a was ahead when they met."""
    league = League(rules(breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.GAMES)), people="a b c d")
    league.play(result("1", "a b c", (1, 2, 3)), result("2", "b c d", (1, 2, 3)), result("3", "a d c", (2, 1, 3)))
    table = standings_of(league.book, Scope())
    assert [(row.member, str(row.points), row.settled) for row in table.rows] == [
        ("a", "16", TieBreak.HEAD_TO_HEAD),
        ("b", "16", TieBreak.HEAD_TO_HEAD),
        ("d", "12", None),
        ("c", "10", None),
    ]
    assert table.used == (TieBreak.HEAD_TO_HEAD,)
    assert table.breaks == league.book.rules.breaks


def test_an_unknown_score_decides_nothing() -> None:
    """Scores were written down in one game only: the sum of scores cannot part a and b; the next tie-break does."""
    league = League(rules(breaks=(TieBreak.SCORE, TieBreak.GAMES)), people="a b c d")
    league.play(result("1", "a b c", (1, 2, 3)), result("2", "b a c", scores=(20, 10, 5)))
    rows = standings_of(league.book, Scope()).rows
    assert [(row.member, row.rank, row.settled) for row in rows[:2]] == [("a", 1, None), ("b", 1, None)]
    league.do(changes.ResultCorrected(result("1", "a b c", scores=(9, 8, 1)), "found the sheet"))
    rows = standings_of(league.book, Scope()).rows
    assert [(row.member, row.rank, row.settled) for row in rows[:2]] == [
        ("b", 1, TieBreak.SCORE),
        ("a", 2, TieBreak.SCORE),
    ]


def test_table_shares_and_averages() -> None:
    """a scored 10 of 20 and b 6 of 20 in one game; b 15 of 30 and a 9 of 30 in the other."""
    for by, wanted in ((TieBreak.TABLE_SHARE, None), (TieBreak.OVER_AVERAGE, TieBreak.OVER_AVERAGE)):
        league = League(rules(breaks=(by,)), people="a b c")
        league.play(result("1", "a b c", scores=(10, 6, 4)), result("2", "b a c", scores=(15, 9, 6)))
        rows = standings_of(league.book, Scope()).rows
        assert rows[0].settled == wanted
        if wanted is not None:
            assert [row.member for row in rows[:2]] == ["b", "a"]


def test_dropped_points_of_the_club() -> None:
    """Best three of four: a and b kept as much, b dropped more and is ahead."""
    league = League(presets.PRESETS["club"].rules, people="a b c d e")
    league.play(
        result("1", "a b c", (1, 1, 3)),
        result("2", "a c d", (1, 2, 3)),
        result("3", "b c d", (1, 2, 3)),
        result("4", "a c d", (1, 2, 3)),
        result("5", "b c d", (1, 2, 3)),
        result("6", "c d a", (1, 2, 3)),
        result("7", "c b d", (1, 2, 3)),
    )
    rows = {row.member: row for row in standings_of(league.book, Scope()).rows}
    assert (str(rows["a"].points), str(rows["a"].dropped), rows["a"].left_out) == ("28", "2", ("6",))
    assert (str(rows["b"].points), str(rows["b"].dropped), rows["b"].left_out) == ("28", "6", ("7",))
    assert (rows["b"].rank, rows["a"].rank, rows["a"].settled) == (1, 2, TieBreak.DROPPED)


def test_people_beaten_of_people_met() -> None:
    league = League(replace(presets.PRESETS["beaten"].rules, minimum=0), people="a b c d e f")
    league.play(
        result("1", "a b c d e", (1, 2, 3, 4, 5)), result("2", "a b c", (2, 2, 1)), result("3", "f a b", (1, 2, 3))
    )
    rows = {row.member: row for row in standings_of(league.book, Scope()).rows}
    assert (rows["a"].beaten, rows["a"].met, rows["a"].value) == (F(11, 2), 8, F(11, 16))
    assert rows["f"].value == 1


def test_averages() -> None:
    league = League(rules(measure=Measure.AVERAGE, best=2), people="a b c")
    league.play(result("1", "a b c"), result("2", "b a c"), result("3", "b c a"))
    assert {row.member: row.value for row in standings_of(league.book, Scope()).rows} == {"a": 8, "b": 10, "c": 4}


# Guests, byes, attendance, apart


def test_a_guest_keeps_the_place_or_the_members_close_ranks() -> None:
    for rule, wanted in ((GuestRule.KEEP, {"a": "7", "b": "2"}), (GuestRule.CLOSE, {"a": "9", "b": "3"})):
        league = League(rules(guests=rule), people="a b")
        league.do(
            changes.MemberAdded(MemberId("g"), "Gus", guest=True), changes.MemberAdded(MemberId("h"), "Hal", guest=True)
        )
        league.play(result("1", "g a h b"))
        assert points(standings_of(league.book, Scope())) == wanted
        league.play(result("2", "g h a"))
        assert points(standings_of(league.book, Scope())) == (wanted | {"a": "9"} if rule is GuestRule.KEEP else wanted)


def test_a_guest_who_joins_brings_the_games_along() -> None:
    league = League(rules(), people="a b")
    league.do(changes.MemberAdded(MemberId("g"), "Gus", guest=True))
    league.play(result("1", "g a b"))
    assert "g" not in points(standings_of(league.book, Scope()))
    league.do(changes.MemberSet(MemberId("g")))
    assert points(standings_of(league.book, Scope())) == {"g": "10", "a": "6", "b": "2"}


def test_before_joining_and_after_leaving_one_plays_as_a_guest() -> None:
    league = League(rules(), people="a b c")
    league.do(changes.MemberSet(MemberId("a"), joined=date(2026, 2, 1), left=date(2026, 2, 28)))
    for number, day in enumerate(("01-31", "02-01", "02-28", "03-01")):
        league.play(result(f"r{number}", "a b c", ended=utc(f"2026-{day} 12:00")))
    row = next(row for row in standings_of(league.book, Scope()).rows if row.member == "a")
    assert (row.games, row.apart) == (2, Apart.LEFT)
    assert standings_of(league.book, Scope(), on=date(2026, 2, 28)).rows[0].rank == 1


def test_who_is_apart_holds_no_title() -> None:
    league = League(rules(minimum=2), people="a b c d e")
    league.play(result("1", "a b c"), result("2", "a b c"), result("3", "d b c", ended=utc("2026-03-02 20:00")))
    league.do(changes.MemberSet(MemberId("a"), active=False))
    table = standings_of(league.book, Scope())
    assert [(row.member, row.rank, row.apart) for row in table.rows] == [
        ("b", 1, None),
        ("c", 2, None),
        ("a", None, Apart.INACTIVE),
        ("d", None, Apart.TOO_FEW),
    ]
    assert table.champions == ("b",)
    assert "e" not in points(table)


def test_byes_and_attendance() -> None:
    league = League(rules(attendance=F(1, 2), attendance_days=2, bye=F(2), byes=1, best=2), people="a b c d")
    night = NightId("n")
    league.do(changes.NightSet(night, "Friday", date(2026, 3, 6)))
    for one in "ad":
        league.do(changes.CheckedIn(night, MemberId(one)))
    for number in (1, 2):
        league.do(changes.Seating(night, number, Sitting((tuple(map(MemberId, "abc")),), (MemberId("d"),))))
    for number, day in enumerate((1, 2, 3)):
        league.play(result(f"r{number}", "a b c", ended=utc(f"2026-03-0{day} 12:00")))
    rows = {row.member: row for row in standings_of(league.book, Scope()).rows}
    assert (str(rows["a"].points), rows["a"].days, str(rows["a"].attendance_points)) == ("21", 4, "1")
    assert (str(rows["d"].points), rows["d"].byes, rows["d"].games) == ("5/2", 1, 0)
    assert (str(rows["c"].points), len(rows["c"].left_out)) == ("5", 1)
    league.do(changes.NightSet(night, "Friday", date(2026, 3, 6), cancelled=True))
    assert "d" not in points(standings_of(league.book, Scope()))


def test_missions_never_mix_with_points() -> None:
    from app.leagues.book import Mission

    league = League(rules(), people="a b c")
    mission = replace(result("m", "a b", (1, 1), game=STELLARION), mission=Mission(True))
    league.play(mission, result("r", "a b c"))
    assert points(standings_of(league.book, Scope())) == {"a": "10", "b": "6", "c": "2"}
    assert standings_of(league.book, Scope()).games == 1


def test_moves_show_before_and_after() -> None:
    league = League(rules(), people="a b c")
    league.play(result("1", "a b c"))
    before = standings_of(league.book, Scope())
    league.do(changes.ResultCorrected(result("1", "b a c"), "swapped"))
    told = moves(before.rows, standings_of(league.book, Scope()).rows)
    assert [(one.member, one.rank_before, one.rank_after, one.value_before, one.value_after) for one in told] == [
        ("b", 2, 1, 6, 10),
        ("a", 1, 2, 10, 6),
    ]
