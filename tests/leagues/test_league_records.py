"""Streaks, head-to-head, the records of each game, missions, facts out of finished tables, and charts."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted as Held
from app.games.phrases import Seat
from app.games.stella import GAME as STELLA_GAME
from app.games.stella_quest.state import Finished as QuestFinished
from app.leagues import changes, facts
from app.leagues.answers import Refused
from app.leagues.bests import Best, bests
from app.leagues.book import MemberId, Mission, Moment, Pair, Result, ResultId, Source
from app.leagues.chart import MOST_POINTS, Box, chart, day_ticks, nice_ticks, spread, thinned
from app.leagues.head_to_head import meetings
from app.leagues.missions import Configuration, by_configuration, by_crew
from app.leagues.ratings import ratings_of
from app.leagues.streaks import streaks
from app.leagues.timeline import points as points_by_day
from app.leagues.timeline import ratings as ratings_by_day
from app.leagues.valid import Scope, valid, within
from tests.games.stella_quest import playing as quest_playing
from tests.leagues.making import QUEST, STELLA, STELLARION, League, accepted, any_league, result, rules, told, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)


def day(number: int) -> Moment:
    return utc(f"2026-03-{number:02d} 20:00")


def played(*who: Result, people: str = "a b c d") -> Any:
    league = League(rules(provisional=0), people=people)
    league.play(*(replace(one, ended=day(number)) for number, one in enumerate(who, 1)))
    return valid(league.book)


# Streaks and head-to-head


def test_wins_in_a_row() -> None:
    games = played(
        result("1", "a b c"),
        result("2", "a b c", (1, 1, 3)),
        result("3", "b c d"),
        result("4", "a c d"),
        result("5", "b a c"),
        result("6", "a b c"),
    )
    told_ = streaks(games)
    assert (told_[MemberId("a")].current, told_[MemberId("a")].longest) == (1, 3)
    assert told_[MemberId("a")].results == ("1", "2", "4")
    assert (told_[MemberId("b")].current, told_[MemberId("b")].longest) == (0, 3)
    assert (told_[MemberId("c")].current, told_[MemberId("c")].longest) == (0, 0)


def test_head_to_head() -> None:
    games = played(result("1", "a b c"), result("2", "b c a", (1, 2, 2)), result("3", "c a", game=QUEST))
    told_ = meetings(games, MemberId("a"))
    c = told_[MemberId("c")]
    assert (c.games, c.ahead, c.level, c.behind, c.share) == (3, 1, 1, 1, Fraction(1, 2))
    assert c.last == date(2026, 3, 3)
    assert told_[MemberId("b")].share == Fraction(1, 2)
    assert "d" not in told_


@few
@given(rnds)
def test_head_to_head_is_seen_alike_from_both_sides(rnd: random.Random) -> None:
    games = valid(any_league(rnd).book)
    people = {sat.who for game in games for sat in game.seats}
    for one in people:
        for other, meeting in meetings(games, one).items():
            back = meetings(games, other)[one]
            assert (back.ahead, back.behind, back.level) == (meeting.behind, meeting.ahead, meeting.level)
            assert back.share + meeting.share == 1


# Records


def test_records_of_stella() -> None:
    first = result("1", "a b c", scores=(29, 25, 20))
    first = replace(
        first,
        seats=tuple(
            replace(one, rounds=rounds) for one, rounds in zip(first.seats, ((9, 20), (25, None), (20,)), strict=True)
        ),
        pairs=(Pair(0, 1, 3), Pair(1, 2, 2)),
    )
    second = replace(result("2", "c b a", scores=(29, 19, 19)), pairs=(Pair(0, 1, 2), Pair(1, 2, 3)))
    made = {record.best: record for record in bests(played(first, second, result("3", "c a b")), STELLA)}
    assert {best: record.value for best, record in made.items()} == {
        Best.SCORE: 29,
        Best.LEAD: 10,
        Best.ROUND: 25,
        Best.PAIR: 3,
        Best.PAIR_EVER: 6,
        Best.WINS_IN_A_ROW: 2,
    }
    assert [holder.members for holder in made[Best.SCORE].holders] == [("a",), ("c",)]
    assert [(holder.members, holder.result) for holder in made[Best.PAIR].holders] == [
        (("a", "b"), "1"),
        (("a", "b"), "2"),
    ]
    assert [holder.members for holder in made[Best.PAIR_EVER].holders] == [("a", "b")]
    assert [holder.members for holder in made[Best.ROUND].holders] == [("b",)]


def test_what_was_never_entered_sets_no_record() -> None:
    (record,) = bests(played(result("1", "a b c")), STELLA)
    assert (record.best, record.value) == (Best.WINS_IN_A_ROW, 1)
    assert bests((), STELLA) == ()


def test_fewest_rounds_of_quest() -> None:
    games = played(
        replace(result("1", "a b", game=QUEST), turns=9),
        replace(result("2", "b a", game=QUEST), turns=7),
        result("3", "c a", game=QUEST),
    )
    record = next(one for one in bests(games, QUEST) if one.best is Best.FEWEST_TURNS)
    assert (record.value, [holder.members for holder in record.holders]) == (7, [("b",)])


def test_guests_hold_no_records() -> None:
    league = League(rules(), people="a b")
    league.do(changes.MemberAdded(MemberId("g"), "Gus", guest=True))
    league.play(replace(result("1", "g a b", scores=(30, 20, 10)), pairs=(Pair(0, 1, 5), Pair(1, 2, 1))))
    made = {record.best: record.value for record in bests(valid(league.book), STELLA)}
    assert made == {Best.SCORE: 20, Best.PAIR: 1, Best.PAIR_EVER: 1}


# Missions


def flight(
    id_: str,
    who: str,
    won: bool,
    *,
    stars: int | None = 1,
    used: int | None = None,
    turns: int | None = None,
    expansions: tuple[str, ...] = (),
) -> Result:
    people = who.split()
    plain = result(id_, people, (1,) * len(people), game=STELLARION)
    return replace(plain, mission=Mission(won, expansions, stars, used, turns))


def test_missions_by_configuration_and_crew() -> None:
    games = played(
        flight("1", "a b", True, used=1, turns=12),
        flight("2", "b a", True, used=0, turns=14),
        flight("3", "a b", False, used=0, turns=9),
        flight("4", "a b", True, turns=12),
        flight("5", "a", False),
        flight("6", "a b", True, stars=3, expansions=("mirrors",)),
        flight("7", "a", True, stars=None),
    )
    told_ = by_configuration(games)
    assert list(told_) == [
        Configuration(1, (), -1),
        Configuration(1, (), 1),
        Configuration(2, (), 1),
        Configuration(2, ("mirrors",), 3),
    ]
    plain = told_[Configuration(2, (), 1)]
    assert (plain.played, plain.won, plain.rate, plain.streak, plain.longest) == (4, 3, Fraction(3, 4), 1, 2)
    assert (plain.fewest_stars, plain.with_fewest_stars) == (0, ("2",))
    assert (plain.fewest_turns, plain.with_fewest_turns) == (12, ("1", "4"))
    assert told_[Configuration(1, (), 1)].fewest_turns is None
    crews = by_crew(games)
    assert {crew: (line.won, line.played) for crew, line in crews.items()} == {("a", "b"): (4, 5), ("a",): (1, 2)}
    assert within(League().book, games, Scope()) == ()


# Facts out of tables


def body(places: list[int], points: list[int | None]) -> dict[str, Any]:
    return {"places": places, "points": points, "house": ["stella.st-15"], "started_at": 1_000, "names": ["x"]}


def test_a_stored_result_becomes_a_result() -> None:
    members = [MemberId(one) for one in "abc"]
    made = accepted(
        facts.from_table(ResultId("r"), "KAWE:7", "stella", Moment(9_000), body([1, 1, 3], [9, 9, 4]), members)
    )
    assert [(seat.member, seat.place, seat.score) for seat in made.seats] == [("a", 1, 9), ("b", 1, 9), ("c", 3, 4)]
    assert (made.source, made.source_id, made.started, made.house) == (
        Source.TABLE,
        "table:KAWE:7",
        1_000,
        ("stella.st-15",),
    )
    league = League(rules(), people="a b c")
    league.play(made)


def test_no_seat_is_matched_silently() -> None:
    answer = facts.from_table(
        ResultId("r"), "K", "stella", Moment(9), body([1, 1, 3], [9, 9, 4]), [MemberId("a"), None, None]
    )
    assert isinstance(answer, Refused)
    assert told(answer) == "Name a member or a guest for each seat."


@pytest.mark.parametrize("seats", [3, 6])
@settings(max_examples=15, deadline=None)
@given(rnds)
def test_facts_of_stella_are_those_of_the_score_sheet(seats: int, rnd: random.Random) -> None:
    game = STELLA_GAME
    state = game.setup(game.wire.load_options({"first_scout": 0}, seats), seats)

    def do(seat: int = 0, **data: Any) -> None:
        nonlocal state
        answer = game.apply(state, game.wire.load_action(data, Seat(seat)))
        assert isinstance(answer, Held)
        state = answer.state

    while (ended := game.outcome(state)) is None:
        view = game.view_for(state, None)
        match view.phase:
            case "opening":
                do(type="begin")
            case "marking":
                for seat in range(seats):
                    do(seat, type="lock", cells=rnd.sample(range(15), rnd.randint(1, 10)), closing=seat == seats - 1)
            case "announced":
                do(type="place_lanterns")
            case "revealing":
                do(view.scout, type="reveal", cell=rnd.choice(game.view_for(state, view.scout).my_open))
            case "scored":
                do(type="next_round")
    people = [MemberId(f"m{seat}") for seat in range(seats)]
    stored = {"places": ended.places, "points": ended.points}
    made = facts.with_facts(accepted(facts.from_table(ResultId("r"), "K", "stella", Moment(9), stored, people)), state)
    assert all(sum(point or 0 for point in one.rounds) == one.score for one in made.seats)
    assert [one.first for one in made.seats] == [seat == 0 for seat in range(seats)]
    assert made.turns == 4
    shown = sum(card.kind == "super_spark" for score in state.table.scores for card in score.reveals)
    assert sum(pair.super_sparks for pair in made.pairs) == shown
    League(rules(), people=" ".join(people)).play(made)


@settings(max_examples=15, deadline=None)
@given(rnds)
def test_facts_of_quest(rnd: random.Random) -> None:
    from app.games.stella_quest.ending import outcome

    _first, _actions, states = quest_playing.game(rnd)
    last = states[-1]
    assert isinstance(last, QuestFinished)
    ended = outcome(last)
    people = [MemberId(f"m{seat}") for seat in range(last.table.seats)]
    stored = {"places": ended.places, "points": ended.points}
    made = facts.with_facts(
        accepted(facts.from_table(ResultId("r"), "K", "stella_quest", Moment(9), stored, people)), last
    )
    assert made.turns == len(last.table.rounds)
    League(rules(), people=" ".join(people)).play(made)


# Charts


@few
@given(rnds)
def test_everything_is_drawn_inside_the_box(rnd: random.Random) -> None:
    box = Box()
    series = {}
    for one in range(rnd.randint(0, 8)):
        begin, number = date(2026, 1, 1) + timedelta(days=rnd.randint(0, 300)), rnd.choice((0, 1, 5, 300))
        series[f"m{one}"] = [
            (begin + timedelta(days=step), Fraction(rnd.randint(-30, 900), rnd.randint(1, 3))) for step in range(number)
        ]
    made = chart(series, box, steps=rnd.random() < 0.5)
    assert [line.key for line in made.lines] == [key for key, line in series.items() if line]
    for line in made.lines:
        points = [tuple(map(float, point.split(","))) for point in line.points.split()]
        assert all(box.left <= x <= box.width - box.right for x, _y in points)
        assert all(box.top <= y <= box.height - box.bottom for _x, y in points)
        assert len(points) <= 2 * MOST_POINTS + 1
        assert points == sorted(points, key=lambda point: point[0])
        assert line.last == series[line.key][-1][1]
        assert box.top <= line.label[1] <= box.height - box.bottom
    heights = sorted(line.label[1] for line in made.lines)
    assert all(below - above >= 15.9 for above, below in pairwise(heights))
    assert len(made.across) <= 4
    assert len(made.up) <= 5
    assert all(box.top <= tick.at <= box.height - box.bottom for tick in made.up)


@given(st.fractions(-10_000, 10_000, max_denominator=50), st.fractions(0, 5_000, max_denominator=50), st.integers(3, 8))
def test_ticks_are_round_and_enclose(low: Fraction, more: Fraction, most: int) -> None:
    ticks = nice_ticks(low, low + more, most)
    assert 2 <= len(ticks) <= most
    assert ticks[0] <= low <= low + more <= ticks[-1]
    (step,) = {after - before for before, after in pairwise(ticks)}
    while step < 1:
        step *= 10
    while step >= 10:
        step /= 10
    assert step in (1, 2, 5)


def test_a_small_chart_by_hand() -> None:
    box = Box(width=100, height=100, left=0, right=0, top=0, bottom=0)
    made = chart({"a": [(date(2026, 1, 1), Fraction(0)), (date(2026, 1, 11), Fraction(10))]}, box)
    assert made.view_box == "0 0 100 100"
    assert made.lines[0].points == "0,100 100,100 100,0"
    assert [(tick.at, tick.value) for tick in made.up] == [(100.0, 0), (50.0, 5), (0.0, 10)]
    assert [tick.value.isoformat() for tick in made.across if isinstance(tick.value, date)] == [
        "2026-01-01",
        "2026-01-04",
        "2026-01-08",
        "2026-01-11",
    ]
    assert chart({"a": []}, box).lines == ()


def test_days_and_labels() -> None:
    assert day_ticks(date(2026, 1, 1), date(2026, 1, 1)) == (date(2026, 1, 1),)
    assert len(day_ticks(date(2026, 1, 1), date(2026, 1, 3))) == 3
    assert spread([50, 50, 50], 16, 0, 100) == [50, 66, 82]
    assert spread([99, 98], 16, 0, 100) == [100, 84]
    assert spread([], 16, 0, 100) == []
    line = [(date(2026, 1, 1) + timedelta(days=one), Fraction(one)) for one in range(1000)]
    assert (len(thinned(line)), thinned(line)[0], thinned(line)[-1]) == (MOST_POINTS, line[0], line[-1])


def test_points_and_ratings_over_time() -> None:
    league = League(rules(), people="a b c")
    league.play(
        result("1", "a b c", ended=day(1)), result("2", "a b c", ended=day(1)), result("3", "b a c", ended=day(4))
    )
    games = valid(league.book)
    lines = points_by_day(games, league.book, [MemberId("a")])
    assert lines == {"a": ((date(2026, 3, 1), 20), (date(2026, 3, 4), 26))}
    rated = ratings_by_day(ratings_of(league.book, STELLA, games=games), [MemberId("a")])
    assert [on for on, _value in rated[MemberId("a")]] == [date(2026, 3, 1), date(2026, 3, 4)]
    assert all(value > 1000 for _on, value in rated[MemberId("a")])
