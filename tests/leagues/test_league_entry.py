"""Games coming in by hand, from tables and from CSV; what a change would do; what closing fixed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, facts, seasons
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Mission, NightId, ResultId, SeasonId, Sitting
from app.leagues.changes import Line
from app.leagues.exchange import csv, csv_reading, plays, taking
from app.leagues.previews import preview, touched
from app.leagues.results import alike, from_source
from app.leagues.standings import Apart, standings_of
from app.leagues.valid import Scope, valid
from tests.leagues.making import (
    NOW,
    QUEST,
    STELLA,
    STELLARION,
    League,
    accepted,
    any_change,
    any_league,
    points,
    result,
    rules,
    told,
    utc,
)

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
A, B, C = (MemberId(one) for one in "abc")
S = SeasonId("s")

# By hand


def test_scores_give_places_and_ties_share() -> None:
    made = accepted(
        facts.by_hand(
            ResultId("1"),
            "stella",
            date(2026, 3, 1),
            "Asia/Tokyo",
            [(A, None, 9), (B, None, 9), (C, None, 4)],
            note=" at home ",
        )
    )
    assert [(one.place, one.score) for one in made.seats] == [(1, 9), (1, 9), (3, 4)]
    assert (made.ended, made.note) == (utc("2026-03-01 03:00"), "at home")
    League(rules(), "Asia/Tokyo", "a b c").play(made)


def test_places_alone_leave_scores_unknown() -> None:
    made = accepted(
        facts.by_hand(
            ResultId("1"), "stella_quest", datetime(2026, 3, 1, 23, 30), "Europe/Paris", [(A, 2, None), (B, 1, None)]
        )
    )
    assert [(one.place, one.score) for one in made.seats] == [(2, None), (1, None)]
    assert made.ended == utc("2026-03-01 22:30")


def test_half_of_it_is_not_enough() -> None:
    for seats in ([(A, None, 9), (B, None, None), (C, None, 4)], [(A, 1, None), (B, None, 9), (C, None, 4)]):
        answer = facts.by_hand(ResultId("1"), "stella", date(2026, 3, 1), "UTC", seats)
        assert isinstance(answer, Refused)
    mission = accepted(
        facts.by_hand(ResultId("1"), "stellarion", date(2026, 3, 1), "UTC", [(A, None, None)], mission=Mission(True))
    )
    League(rules(), people="a").play(mission)


def test_the_same_game_typed_in_twice_is_noticed() -> None:
    league = League(rules(), people="a b c d")
    first = result("1", "a b c", (1, 2, 3))
    league.play(first)
    other = result("2", "c a b", (3, 1, 2), ended=utc("2026-03-02 08:00"))
    assert alike(league.book, other) == ("1",)
    assert alike(league.book, result("2", "c b a", (3, 1, 2))) == ()
    assert alike(league.book, replace(other, ended=utc("2026-03-02 20:00"))) == ()
    league.do(changes.Merged(MemberId("d"), A))
    assert alike(league.book, result("2", "d b c")) == ("1",)
    league.do(changes.ResultWithdrawn(ResultId("1"), "never"))
    assert alike(league.book, other) == ()


def test_a_table_that_ends_again_finds_its_result() -> None:
    league = League(rules(), people="a b c")
    league.play(replace(result("1", "a b c"), source_id="table:KAWE-17"))
    found = from_source(league.book, "table:KAWE-17")
    assert found is not None
    assert found.id == "1"
    league.do(changes.ResultWithdrawn(found.id, "the end was undone"))
    assert from_source(league.book, "table:KAWE-17") == found
    league.do(
        changes.ResultRestored(found.id, "ended again"),
        changes.ResultCorrected(replace(found, seats=result("1", "b a c").seats), "ended again"),
    )
    assert points(standings_of(league.book, Scope())) == {"b": "10", "a": "6", "c": "2"}
    assert from_source(league.book, "") is None


# Before and after


def test_a_preview_shows_who_moves() -> None:
    league = League(rules(), people="a b c")
    league.do(changes.SeasonSet(S, "Spring", date(2026, 3, 1), date(2026, 3, 31)))
    league.play(result("1", "a b c"), result("2", "a b", game=QUEST))
    change = changes.ResultCorrected(result("1", "b a c"), "swapped")
    scopes = touched(league.book, change)
    assert scopes == (Scope(S), Scope(S, STELLA))
    told_ = accepted(preview(league.book, Line(league.book.seq + 1, NOW, "organiser", change), scopes))
    assert [(one.member, one.rank_before, one.rank_after) for one in told_[Scope(S)]] == [("a", 1, 1), ("b", 2, 2)]
    assert [(one.member, str(one.value_before), str(one.value_after)) for one in told_[Scope(S, STELLA)]] == [
        ("b", "6", "10"),
        ("a", "10", "6"),
    ]
    assert standings_of(league.book, Scope(S)).rows[0].points == 19


def test_a_preview_says_no() -> None:
    league = League(rules(), people="a b c")
    answer = preview(league.book, Line(league.book.seq + 1, NOW, "a", changes.Merged(A, A)), (Scope(),))
    assert isinstance(answer, Refused)


@few
@given(rnds)
def test_a_preview_is_what_happens(rnd: random.Random) -> None:
    league = any_league(rnd, 40)
    change = any_change(rnd, league, 900)
    scopes = touched(league.book, change)
    before = {scope: standings_of(league.book, scope) for scope in scopes}
    answer = preview(league.book, Line(league.book.seq + 1, league.at, "organiser", change), scopes)
    no = league.attempt(change)
    assert isinstance(answer, Refused) == (no is not None)
    if isinstance(answer, Accepted):
        for scope, moved in answer.value.items():
            now = {row.member: row for row in standings_of(league.book, scope).rows}
            was = {row.member: row for row in before[scope].rows}
            people = {one.member for one in moved}
            for member in {*now, *was} - people:
                here, there = (rows.get(member) for rows in (now, was))
                assert (here and here.rank, here and here.value) == (there and there.rank, there and there.value)
            for one in moved:
                assert one.rank_after == (now[one.member].rank if one.member in now else None)
                assert one.value_before == (was[one.member].value if one.member in was else None)


def test_a_closed_season_shows_its_copy_and_what_changed_since() -> None:
    league = League(rules(), people="a b c")
    league.do(changes.SeasonSet(S, "Spring", date(2026, 3, 1), date(2026, 3, 31)))
    league.play(result("1", "a b c"))
    assert seasons.since_closing(league.book, S) == ()
    league.do(seasons.closing(league.book, S))
    frozen = seasons.official(league.book, S)
    league.do(changes.ResultCorrected(result("1", "b a c"), "swapped"))
    assert seasons.official(league.book, S) == frozen
    assert [(one.member, one.rank_before, one.rank_after) for one in seasons.since_closing(league.book, S)] == [
        ("b", 2, 1),
        ("a", 1, 2),
    ]
    league.do(seasons.closing(league.book, S, "corrected"))
    assert seasons.since_closing(league.book, S) == ()
    assert [row.member for row in seasons.official(league.book, S, STELLA)] == ["b", "a", "c"]


def test_who_leaves_after_a_season_keeps_its_title() -> None:
    league = League(rules(), people="a b c")
    league.do(changes.SeasonSet(S, "Spring", date(2026, 3, 1), date(2026, 3, 31)))
    league.play(result("1", "a b c"))
    league.do(changes.MemberSet(A, left=date(2026, 3, 31)))
    assert standings_of(league.book, Scope(S)).champions == ("a",)
    league.do(changes.MemberSet(A, left=date(2026, 3, 30)))
    assert standings_of(league.book, Scope(S)).champions == ("b",)
    assert standings_of(league.book, Scope(S)).rows[-1].apart is Apart.LEFT


def test_days_and_byes_before_joining_are_a_guests() -> None:
    league = League(rules(attendance=Fraction(1), bye=Fraction(2)), people="a")
    night = NightId("n")
    league.do(
        changes.NightSet(night, "Friday", date(2026, 3, 6)),
        changes.CheckedIn(night, A),
        changes.Seating(night, 1, Sitting((), (A,))),
    )
    assert points(standings_of(league.book, Scope())) == {"a": "3"}
    league.do(changes.MemberSet(A, joined=date(2026, 3, 7)))
    assert points(standings_of(league.book, Scope())) == {}


# Nights


def test_nights_that_cannot_be() -> None:
    league = League(rules(), people="a b c")
    night = NightId("n")
    assert league.refused(changes.CheckedIn(night, A)).startswith("There is no such night.")
    assert league.refused(changes.NightSet(night, "", date(2026, 3, 6))).startswith("Type a title first")
    league.do(changes.NightSet(night, "Friday", date(2026, 3, 6), game=QUEST), changes.CheckedIn(night, A))
    assert league.refused(changes.CheckedIn(night, A)) == "A is here already."
    assert league.refused(changes.CheckedIn(night, B, False)) == "B is not here."
    league.do(changes.CheckedIn(night, A, False), changes.CheckedIn(night, A))
    assert league.refused(changes.Seating(night, 2, Sitting(((A, B),)))).startswith("The rounds of a night")
    assert (
        league.refused(changes.Seating(night, 1, Sitting(((A, B), (A, C)))))
        == "A has two places in this round. Leave one."
    )
    assert league.refused(changes.Seating(night, 1, Sitting(((A, B, C, MemberId("d")),)))).startswith(
        "Nobody here is known"
    )
    league.do(*(changes.MemberAdded(MemberId(one), one.upper()) for one in "de"))
    five = Sitting((tuple(map(MemberId, "abcde")),))
    assert league.refused(changes.Seating(night, 1, five)) == "A table seats at most 4 people."


# CSV in

TYPED = (
    "game;local_date;player_name;score;winner\r\n"
    "Stella;2026-03-01;Ana;28;\r\n"
    "Stella;2026-03-01;Bo;3+20;\r\n"
    "Stella;2026-03-01;千代;;\r\n"
    "Stella Quest;2026-03-02;Bo;;yes\r\n"
    "Stella Quest;2026-03-02;Ana;;\r\n"
    ";;;;\r\n"
    "Azul;2026-03-02;Ana;60;yes\r\n"
    "Stella;yesterday;Ana;1;\r\n"
)


def test_a_file_that_somebody_typed() -> None:
    file = accepted(csv_reading.read(TYPED.encode()))
    assert [(one.game, one.when, len(one.scores)) for one in file.plays] == [
        (STELLA, datetime(2026, 3, 1, 12), 3),
        (QUEST, datetime(2026, 3, 2, 12), 2),
    ]
    assert file.other_games == 1
    assert [told(Refused(one.why)) for one in file.skipped] == [
        "That game has no day that can be read. Write it like 2026-01-31."
    ]
    league = League(rules(), people="a b c")
    chosen = {one.uuid: MemberId({"Ana": "a", "Bo": "b", "千代": "c"}[one.name]) for one in file.players}
    plan = taking.plan(league.book, file, chosen, NOW, "organiser")
    assert "Nobody wrote down who won that play." in [told(Refused(one.why)) for one in plan.skipped]
    league.do(*(line.change for line in plan.lines))
    assert points(standings_of(league.book, Scope())) == {"b": "9", "a": "3"}
    assert taking.plan(league.book, file, {}, NOW, "organiser").lines == ()


@few
@given(rnds)
def test_our_own_csv_is_known_again_and_fills_another_league(rnd: random.Random) -> None:
    league = any_league(rnd, rules=rules())
    games = valid(league.book)
    text = csv.games(league.book, games, to_all=False).encode()
    if not games:
        assert isinstance(csv_reading.read(text), Refused)
        return
    file = accepted(csv_reading.read(text))
    again = taking.plan(league.book, file, {}, NOW, "organiser")
    assert (again.lines, again.there) == ((), len(games))
    other = League(league.book.rules, league.book.zone, id_="league-2")
    people = [one for one in league.book.members if one not in league.book.merged]
    for one in people:
        member = league.book.members[one]
        other.do(changes.MemberAdded(one, member.name))
        other.do(
            changes.MemberSet(one, guest=member.guest, active=member.active, joined=member.joined, left=member.left)
        )
    chosen = {plays.uid(league.book.id, "player", one): one for one in people}
    plan = taking.plan(other.book, file, chosen, NOW, "organiser")
    other.do(*(line.change for line in plan.lines))
    assert plan.skipped == ()
    for game in (STELLA, QUEST):
        here, there = (standings_of(one.book, Scope(None, game)) for one in (league, other))
        if not league.book.nights:
            assert [(row.member, row.rank, row.points) for row in here.rows] == [
                (row.member, row.rank, row.points) for row in there.rows
            ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"a,b\n1,2\n",
        b"game,player_name\n",
        b"{}",
        b'"',
        b"\x00\x00",
        b"PK\x03\x04",
        b"game\nstella\n" * 3,
    ],
)
def test_tables_that_are_none(data: bytes) -> None:
    answer = csv_reading.read(data)
    assert isinstance(answer, Refused)
    assert told(answer).startswith("That is no table of games.")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: (TYPED + text).encode("utf-8", "ignore")))
def test_no_table_raises(data: bytes) -> None:
    answer = csv_reading.read(data)
    if isinstance(answer, Accepted):
        taking.plan(League(rules(), people="a").book, answer.value, {}, NOW, "organiser")


def test_a_mission_comes_back_from_csv() -> None:
    league = League(rules(), people="a b")
    won = replace(result("m", "a b", (1, 1), game=STELLARION), mission=Mission(True))
    league.play(won)
    file = accepted(csv_reading.read(csv.games(league.book, valid(league.book)).encode()))
    other = League(rules(), people="a b", id_="league-2")
    chosen = {plays.uid(league.book.id, "player", one): one for one in (A, B)}
    other.do(*(line.change for line in taking.plan(other.book, file, chosen, NOW, "organiser").lines))
    (made,) = other.book.results.values()
    assert made.mission == Mission(True)
    assert made.ended == won.ended
