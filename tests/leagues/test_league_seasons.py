"""Days and seasons: the league's zone decides, closing freezes, and what is closed stays closed without a note."""

from __future__ import annotations

import random
from datetime import date, datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, seasons, zones
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Moment, ResultId, SeasonId
from app.leagues.standings import standings_of
from app.leagues.valid import Scope, valid
from tests.leagues.making import STELLA, ZONES, League, accepted, any_league, points, result, rules, utc

S = SeasonId("s")
few = settings(max_examples=60, deadline=None)

DAYS = {
    "half past eleven in winter": ("2026-01-31 22:30", "Europe/Paris", "2026-01-31"),
    "half past midnight": ("2026-01-31 23:30", "Europe/Paris", "2026-02-01"),
    "half past eleven in summer": ("2026-07-31 21:30", "Europe/Paris", "2026-07-31"),
    "an hour earlier in summer": ("2026-07-31 22:30", "Europe/Paris", "2026-08-01"),
    "Tokyo is ahead": ("2026-01-31 15:00", "Asia/Tokyo", "2026-02-01"),
    "half past eleven in New York": ("2026-02-01 04:30", "America/New_York", "2026-01-31"),
    "half hours": ("2026-02-01 03:29", "America/St_Johns", "2026-01-31"),
    "half hours later": ("2026-02-01 03:30", "America/St_Johns", "2026-02-01"),
    "farthest ahead": ("2026-01-31 10:00", "Pacific/Kiritimati", "2026-02-01"),
    "leap day": ("2028-02-29 22:30", "Europe/Paris", "2028-02-29"),
    "after leap day": ("2028-02-29 23:30", "Europe/Paris", "2028-03-01"),
    "no leap day": ("2026-02-28 23:30", "Europe/Paris", "2026-03-01"),
    "new year": ("2026-12-31 23:00", "Europe/Paris", "2027-01-01"),
    "clocks go forward, before": ("2026-03-28 22:59", "Europe/Paris", "2026-03-28"),
    "clocks go forward, that night": ("2026-03-29 21:59", "Europe/Paris", "2026-03-29"),
    "clocks go forward, next midnight": ("2026-03-29 22:00", "Europe/Paris", "2026-03-30"),
    "clocks go back, that midnight": ("2026-10-24 22:00", "Europe/Paris", "2026-10-25"),
    "clocks go back, the 25th hour": ("2026-10-25 22:59", "Europe/Paris", "2026-10-25"),
    "clocks go back, next midnight": ("2026-10-25 23:00", "Europe/Paris", "2026-10-26"),
    "midnight that does not exist": ("2018-11-04 03:00", "America/Sao_Paulo", "2018-11-04"),
    "the day that Samoa skipped": ("2011-12-30 10:00", "Pacific/Apia", "2011-12-31"),
}


@pytest.mark.parametrize(("moment", "zone", "day"), DAYS.values(), ids=DAYS)
def test_the_day_of_a_game(moment: str, zone: str, day: str) -> None:
    assert zones.day_of(utc(moment), zone).isoformat() == day
    league = League(rules(), zone, "a b c")
    on = date.fromisoformat(day)
    league.do(changes.SeasonSet(S, "One day", on, on))
    league.at = Moment(utc(moment) + 1)
    league.play(result("r", "a b c", ended=utc(moment)))
    assert standings_of(league.book, Scope(S)).games == 1


@given(st.integers(0, 4_000_000_000), st.sampled_from(ZONES))
def test_a_day_is_what_the_clock_on_the_wall_says(seconds: int, zone: str) -> None:
    from zoneinfo import ZoneInfo

    wall = datetime.fromtimestamp(seconds, ZoneInfo(zone))
    assert zones.day_of(Moment(seconds * 1000 + 999), zone) == wall.date()


LOCAL = {
    "plain": ("2026-01-31 20:15:00", "Europe/Paris", "2026-01-31 19:15"),
    "the hour that comes twice": ("2026-10-25 02:30:00", "Europe/Paris", "2026-10-25 00:30"),
    "the hour that is skipped": ("2026-03-29 02:30:00", "Europe/Paris", "2026-03-29 01:30"),
    "leap day": ("2028-02-29 23:30:00", "Asia/Tokyo", "2028-02-29 14:30"),
}


@pytest.mark.parametrize(("local", "zone", "moment"), LOCAL.values(), ids=LOCAL)
def test_local_times(local: str, zone: str, moment: str) -> None:
    assert zones.moment_of(datetime.fromisoformat(local), zone) == utc(moment)


@given(st.integers(0, 4_000_000_000), st.sampled_from(ZONES))
def test_local_time_and_back_is_the_same_or_the_first_pass(seconds: int, zone: str) -> None:
    moment = Moment(seconds * 1000)
    back = zones.moment_of(zones.local(moment, zone).replace(tzinfo=None, fold=0), zone)
    assert moment - back in (0, 3_600_000, 1_800_000)


# Seasons


def league_of_two() -> League:
    league = League(rules(), "Europe/Paris", "a b c")
    league.do(
        changes.SeasonSet(S, "Winter", date(2026, 1, 1), date(2026, 2, 28)),
        changes.SeasonSet(SeasonId("t"), "Spring", date(2026, 3, 1), date(2026, 6, 30)),
    )
    return league


def test_edges() -> None:
    league = league_of_two()
    for number, moment in enumerate(("2025-12-31 22:59", "2025-12-31 23:00", "2026-02-28 22:59", "2026-02-28 23:00")):
        league.play(result(f"r{number}", "a b c", ended=utc(moment)))
    assert [standings_of(league.book, Scope(SeasonId(one))).games for one in "st"] == [2, 1]
    assert standings_of(league.book, Scope()).games == 4


def test_another_zone_moves_games_to_other_days() -> None:
    league = league_of_two()
    league.play(result("r", "a b c", ended=utc("2026-02-28 23:30")))
    assert standings_of(league.book, Scope(S)).games == 0
    league.do(changes.Named("Owls", "America/New_York"))
    assert standings_of(league.book, Scope(S)).games == 1


BAD = {
    "backwards": (changes.SeasonSet(SeasonId("u"), "Bad", date(2027, 2, 1), date(2027, 1, 1)), "A season cannot end"),
    "overlap by a day": (
        changes.SeasonSet(SeasonId("u"), "Bad", date(2026, 6, 30), date(2026, 7, 1)),
        "These days are part of Spring already.",
    ),
    "around": (changes.SeasonSet(SeasonId("u"), "Bad", date(2020, 1, 1), date(2030, 1, 1)), "These days are part of"),
    "no name": (changes.SeasonSet(SeasonId("u"), " ", date(2027, 1, 1), date(2027, 2, 1)), "Type a title first"),
    "unknown": (changes.SeasonRemoved(SeasonId("u")), "There is no such season."),
    "open already": (changes.SeasonReopened(S, "why"), "Winter is open."),
    "no copy": (changes.SeasonClosed(S, {}), "That copy of the standings cannot be read."),
}


@pytest.mark.parametrize(("change", "sentence"), BAD.values(), ids=BAD)
def test_seasons_that_cannot_be(change: changes.Change, sentence: str) -> None:
    assert league_of_two().refused(change).startswith(sentence)


def test_closing_freezes_and_corrections_need_the_organiser_and_a_note() -> None:
    league = league_of_two()
    ended = utc("2026-02-01 20:00")
    league.play(result("r", "a b c", ended=ended))
    assert league.refused(seasons.closing(league.book, S), by="a") == "Only the organiser can close a season."
    league.do(seasons.closing(league.book, S))
    frozen = accepted(seasons.thaw(league.book.seasons[S].frozen[-1].copy))
    assert {row.member: str(row.points) for row in frozen} == {"a": "10", "b": "6", "c": "2"}
    swapped = result("r", "b a c", ended=ended)
    late = result("late", "c b a", ended=ended)
    for change in (
        changes.ResultCorrected(swapped, "swapped"),
        changes.ResultWithdrawn(ResultId("r"), "never"),
        changes.ResultAdded(late, note="forgotten"),
    ):
        assert league.refused(change, by="a") == "Winter is closed. Only the organiser can still correct it."
    assert league.refused(changes.ResultAdded(late)) == "Winter is closed. Write a note that says why it is corrected."
    moved_in = result("r", "a b c", ended=utc("2026-04-01 20:00"))
    assert league.refused(changes.ResultCorrected(moved_in, "wrong day"), by="a").startswith("Winter is closed.")
    league.do(changes.ResultCorrected(swapped, "swapped"), changes.ResultAdded(late, True, "forgotten"))
    season = league.book.seasons[S]
    assert season.notes == ("swapped", "forgotten")
    assert accepted(seasons.thaw(season.frozen[-1].copy)) == frozen
    assert points(standings_of(league.book, Scope(S))) == {"b": "16", "c": "12", "a": "8"}
    assert league.refused(seasons.closing(league.book, S)).startswith("Write a note")
    league.do(seasons.closing(league.book, S, "after the corrections"))
    assert len(league.book.seasons[S].frozen) == 2


def test_other_rules_do_not_touch_a_frozen_copy() -> None:
    league = league_of_two()
    league.play(result("r", "a b c", ended=utc("2026-02-01 20:00")))
    league.do(seasons.closing(league.book, S))
    copy = league.book.seasons[S].frozen[-1]
    league.do(changes.Ruled(rules(rest=(Fraction(1),), rows=())), changes.MemberRenamed(MemberId("a"), "Zed"))
    assert league.book.seasons[S].frozen == (copy,)


def test_a_closed_season_can_be_opened_again_and_is_kept() -> None:
    league = league_of_two()
    league.do(seasons.closing(league.book, S))
    assert league.refused(changes.SeasonSet(S, "W", date(2026, 1, 1), date(2026, 2, 1))).startswith("Winter is closed.")
    assert league.refused(changes.SeasonReopened(S, "")).startswith("Write a note")
    assert league.refused(changes.SeasonReopened(S, "why"), by="a").startswith("Only the organiser")
    league.do(changes.SeasonReopened(S, "a game was forgotten"))
    league.do(changes.SeasonSet(S, "Winter", date(2026, 1, 1), date(2026, 2, 27)))
    assert league.refused(changes.SeasonRemoved(S)) == "Winter has been closed once and is kept."
    league.do(changes.SeasonRemoved(SeasonId("t")))


@few
@given(st.integers(0, 2**32 - 1).map(random.Random))
def test_a_frozen_copy_thaws_to_what_was_frozen(rnd: random.Random) -> None:
    book = any_league(rnd).book
    games = valid(book)
    for season in book.seasons.values():
        copy = seasons.freeze(book, season.id)
        for game in (None, STELLA):
            table = standings_of(book, Scope(season.id, game), games=games, on=season.end)
            assert seasons.thaw(copy, game) == Accepted(table.rows)


def test_a_broken_copy_is_refused() -> None:
    for copy in ({}, {"tables": 3}, {"tables": {"overall": {"rows": [{"member": 1}]}}}):
        assert isinstance(seasons.thaw(copy), Refused)


def test_the_season_of_today() -> None:
    book = league_of_two().book
    wanted = {"2025-01-01": "s", "2026-01-15": "s", "2026-03-01": "t", "2027-01-01": "t"}
    for day, id_ in wanted.items():
        season = seasons.current(book, date.fromisoformat(day))
        assert season is not None
        assert season.id == id_
    assert seasons.current(League().book, date(2026, 1, 1)) is None


@pytest.mark.parametrize(
    "odd",
    [{"rank": None}, {"value": None}, {"apart": "left"}, {"member": "nobody"}, {"member": "1/0"}],
    ids=lambda odd: next(iter(odd)),
)
def test_a_copy_that_holds_no_standings_counts_for_nothing(odd: dict[str, object]) -> None:
    """A file of a league can bring any copy along: then the results count, and each page has what it shows."""
    league = league_of_two()
    league.play(result("r", "a b c", ended=utc("2026-02-01 20:00")))
    copy = seasons.freeze(league.book, S)
    copy["tables"]["overall"]["rows"][0] |= odd
    league.do(changes.SeasonClosed(S, copy))
    assert seasons.official(league.book, S) == standings_of(league.book, Scope(S)).rows
