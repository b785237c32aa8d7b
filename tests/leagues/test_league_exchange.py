"""What leagues give and take: BG Stats, CSV, the whole league as JSON, feeds."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Mission
from app.leagues.exchange import bgstats, bgstats_reading, plays, taking
from app.leagues.standings import standings_of
from app.leagues.valid import Scope, valid
from tests.leagues import bgstats_files as files
from tests.leagues.making import (
    NOW,
    League,
    accepted,
    any_league,
    night,
    odd_values,
    points,
    result,
    rules,
    spoken,
    told,
    utc,
)

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
L = League().book.id
MATCHES = {files.ANA: MemberId("a"), files.BO: MemberId("b"), files.CHI: MemberId("c")}


# BG Stats: reading


def read(document: Any) -> plays.File:
    file: plays.File = accepted(bgstats_reading.read(files.text(document)))
    return file


def test_a_backup_is_read() -> None:
    file = read(files.backup())
    assert [play.game for play in file.plays] == ["stella", "stella_quest", "stellarion", "stella", "stella", "stella"]
    assert (file.other_games, file.ignored) == (1, 1)
    assert [(one.day, spoken(one.why)) for one in file.skipped] == [
        ("2026-03-09", "Somebody in that play is not among the players of the file.")
    ]
    first = file.plays[0]
    assert [(one.player.name, one.written, one.score, one.first) for one in first.scores] == [
        ("Bo", "19", 19, True),
        ("Ana", "3+20+5", 28, False),
        ("千代", "12+7", 19, False),
    ]
    assert (first.minutes, first.turns, first.title) == (35, 4, "Stella: Dixit Universe")


@pytest.mark.parametrize(
    ("written", "number"),
    {
        "3+20+5": 28,
        "12": 12,
        " 4 + 5 ": 9,
        "-3": -3,
        "5-2": 3,
        "+7": 7,
        "": None,
        "12.5": None,
        "1e9": None,
        "x": None,
        "3+": None,
        "++3": None,
        "９": None,
        "9" * 30: None,
    }.items(),
)
def test_scores_are_sums_with_the_text_kept(written: str, number: int | None) -> None:
    assert plays.score_of(written) == number


def test_a_zip_with_one_file_is_read() -> None:
    inside = files.text(files.backup())
    wanted = read(files.backup())
    assert accepted(bgstats_reading.read(files.zipped(("export/BGStatsExport.json", inside)))) == wanted
    mac = files.zipped(("a.bgsplay", inside), ("__MACOSX/._a.bgsplay", b"x"), ("readme.txt", b"hi"))
    assert accepted(bgstats_reading.read(mac)) == wanted


BROKEN = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "no JSON": b"{",
    "a list": b"[]",
    "a number": b"3",
    "no plays": b'{"players": []}',
    "plays are no list": b'{"plays": {}}',
    "deep": b"[" * 100_000,
    "a huge number": b'{"plays": ' + b"9" * 5_000 + b"}",
    "a zip of nothing": files.zipped(),
    "a zip of two": files.zipped(("a.json", b"{}"), ("b.json", b"{}")),
    "a zip of a picture": files.zipped(("a.png", b"{}")),
    "a zip of a broken file": files.zipped(("a.json", b"{")),
    "half a zip": files.zipped(("a.json", b"{}"))[:-10],
    "a zip cut in the middle": files.zipped(("a.json", files.text(files.backup())))[:300],
    "not a zip": b"PK\x03\x04 and more",
    "a bad checksum": files.zipped(("a.json", b"{}" * 50)).replace(b"{}", b"[]"),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_broken_files_are_refused_with_a_sentence(data: bytes) -> None:
    answer = bgstats_reading.read(data)
    assert isinstance(answer, Refused)
    assert told(answer) in (
        "That is no file of BG Stats. Choose a .bgsplay file, or a backup that it wrote.",
        "That archive must hold exactly one file of BG Stats.",
    )


def test_a_file_that_swells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bgstats_reading, "MOST_BYTES", 10_000)
    answer = bgstats_reading.read(files.zipped(("a.json", b" " * 1_000_000)))
    assert isinstance(answer, Refused)
    assert told(answer) == "That file is too big."


@settings(max_examples=300, deadline=None)
@given(rnds, odd_values)
def test_one_odd_field_never_raises(rnd: random.Random, odd: Any) -> None:
    """Somewhere in a good file stands something else: it is read or told, never a traceback."""
    document = files.backup()
    holder: Any = document
    while True:
        key = rnd.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if not isinstance(holder[key], dict | list) or not holder[key] or rnd.random() < 0.2:
            holder[key] = odd
            break
        holder = holder[key]
    answer = bgstats_reading.read(files.text(document))
    if isinstance(answer, Accepted):
        league = League(rules(), people="a b c")
        taking.plan(league.book, answer.value, MATCHES, NOW, "organiser")


# BG Stats: taking in


def taken(league: League, document: Any, chosen: dict[str, MemberId] | None = None) -> taking.Plan:
    plan = taking.plan(league.book, read(document), MATCHES if chosen is None else chosen, NOW, "organiser")
    league.do(*(line.change for line in plan.lines))
    return plan


def test_an_import_takes_what_counts_and_tells_the_rest() -> None:
    league = League(rules(), "Europe/Paris", "a b c")
    plan = taken(league, files.backup())
    assert plan.there == 0
    assert [(one.day, spoken(one.why)) for one in plan.skipped] == [
        ("2026-03-09", "Somebody in that play is not among the players of the file."),
        ("2026-03-08", "Nobody wrote down who won that play."),
    ]
    results = list(league.book.results.values())
    assert [
        (one.game, [(seat.member, seat.place, seat.score, seat.written) for seat in one.seats]) for one in results
    ] == [
        ("stella", [("b", 2, 19, ""), ("a", 1, 28, "3+20+5"), ("c", 2, 19, "12+7")]),
        ("stella_quest", [("a", 2, None, ""), ("b", 1, None, "")]),
        ("stellarion", [("a", 1, None, ""), ("c", 1, None, "")]),
        ("stella", [("a", 1, 30, ""), ("guest-1", 2, 20, ""), ("guest-2", 3, 10, "")]),
        ("stella", [("a", 3, 1, ""), ("b", 1, None, ""), ("c", 2, 2, "")]),
    ]
    assert results[0].ended == utc("2026-03-01 22:30")
    assert valid(league.book)[0].day == date(2026, 3, 1)
    assert results[2].mission == Mission(True)
    assert league.book.members[MemberId("guest-2")].guest


def test_a_second_import_changes_nothing() -> None:
    league = League(rules(), people="a b c")
    taken(league, files.backup())
    before = league.book
    again = taken(league, files.backup(), {})
    assert again.lines == ()
    assert again.there == len(before.results)
    assert league.book is before


def test_ids_of_a_file_mean_nothing_elsewhere() -> None:
    """The same people and plays under other numbers, in another order: nothing new."""
    league = League(rules(), people="a b c")
    taken(league, files.backup())
    document = files.backup()
    new = {3: 100, 7: 3, 9: 7, 2: 9}
    for one in document["players"]:
        one["id"] = new[one["id"]]
    for one in document["plays"]:
        for score in one["playerScores"]:
            score["playerRefId"] = new.get(score["playerRefId"], 5000)
    document["players"].reverse()
    document["plays"].reverse()
    assert taken(league, document, {}).lines == ()
    fresh = League(rules(), people="a b c")
    taken(fresh, document)
    assert standings_of(fresh.book, Scope()) == standings_of(league.book, Scope())


def test_who_is_who_is_asked_once_and_never_guessed() -> None:
    league = League(rules())
    league.do(changes.MemberAdded(MemberId("a"), "Ana"), changes.MemberAdded(MemberId("b"), "Bo"))
    file = read(files.backup())
    asked = taking.matches(league.book, file)
    assert [(one.name, one.member, one.suggestion.same) for one in asked] == [
        ("Bo", None, "b"),
        ("Ana", None, "a"),
        ("千代", None, None),
    ]
    plan = taken(league, files.backup(), {files.ANA: MemberId("a"), files.BO: MemberId("b")})
    assert "Say first who 千代 is." in [spoken(one.why) for one in plan.skipped]
    asked = taking.matches(league.book, file)
    assert [one.member for one in asked] == ["b", "a", None]
    league.do(changes.MemberAdded(MemberId("c"), "Chiyo"))
    later = taken(league, files.backup(), {files.CHI: MemberId("c")})
    assert any(line.change == changes.MemberLinked(MemberId("c"), f"bgstats:{files.CHI}") for line in later.lines)
    whole = League(rules(), people="a b c")
    taken(whole, files.backup())
    assert standings_of(league.book, Scope()) == standings_of(whole.book, Scope())


def test_links_follow_a_merge() -> None:
    league = League(rules(), people="a b c d")
    taken(league, files.backup())
    league.do(changes.Merged(MemberId("d"), MemberId("a")))
    assert taking.known(league.book, "bgstats")[files.ANA] == "d"


def test_what_breaks_a_rule_is_told_and_the_rest_taken() -> None:
    document = files.backup()
    document["plays"][0]["playerScores"] = [
        files.score(3, "9", True),
        files.score(3, "8", False),
        files.score(7, "7", False),
    ]
    document["plays"][3]["playDate"] = "2126-03-04 10:00:00"
    league = League(rules(), people="a b c")
    plan = taken(league, document)
    assert {spoken(one.why) for one in plan.skipped} >= {
        "A would sit at this table twice. Give each seat its own person.",
        "That game has not been played yet. Check the date.",
    }
    assert len(league.book.results) == 3


def test_closed_seasons_need_a_note() -> None:
    from app.leagues import seasons

    league = League(rules(), people="a b c")
    season = seasons.SeasonId("s")
    league.do(changes.SeasonSet(season, "Spring", date(2026, 3, 1), date(2026, 3, 31)))
    league.do(seasons.closing(league.book, season))
    document = files.backup()
    document["plays"] = document["plays"][:1]
    plan = taking.plan(league.book, read(document), MATCHES, NOW, "organiser")
    assert [spoken(one.why) for one in plan.skipped] == [
        "Spring is closed. Write a note that says why it is corrected."
    ]
    plan = taking.plan(league.book, read(document), MATCHES, NOW, "organiser", note="from Ana's phone")
    assert plan.skipped == ()


PLACES = {
    "by rank": ([("", False, 2), ("", True, 1), ("", False, 2)], [(2, None), (1, None), (2, None)]),
    "ranks with a gap": ([("", False, 4), ("", True, 1), ("", False, 2)], [(3, None), (1, None), (2, None)]),
    "by score": ([("5", False, 0), ("9", True, 0), ("5", False, 0)], [(2, 5), (1, 9), (2, 5)]),
    "a shared best score is a shared win": (
        [("9", False, 0), ("9", True, 0), ("5", False, 0)],
        [(1, 9), (1, 9), (3, 5)],
    ),
    "by winner": ([("", False, 0), ("", True, 0), ("", False, 0)], [(2, None), (1, None), (2, None)]),
    "two winners": ([("", True, 0), ("", True, 0), ("", False, 0)], [(1, None), (1, None), (3, None)]),
    "ranks against scores": ([("9", True, 1), ("9", False, 2), ("5", False, 3)], [(1, None), (2, None), (3, None)]),
    "a winner against the scores": ([("9", False, 0), ("5", True, 0), ("4", False, 0)], None),
    "a winner against the ranks": ([("", False, 1), ("", True, 2), ("", False, 3)], None),
    "nothing": ([("", False, 0), ("", False, 0), ("", False, 0)], None),
}


@pytest.mark.parametrize(("scores", "wanted"), PLACES.values(), ids=PLACES)
def test_places_of_a_play(scores: list[tuple[str, bool, int]], wanted: list[tuple[int, int | None]] | None) -> None:
    document = files.backup()
    rows = [files.score(who, *one) for who, one in zip((3, 7, 9), scores, strict=True)]
    document["plays"] = [files.play(1, 1, rows)]
    league = League(rules(), people="a b c")
    plan = taken(league, document)
    got = [[(seat.place, seat.score) for seat in one.seats] for one in league.book.results.values()]
    assert got == ([] if wanted is None else [wanted])
    assert len(plan.skipped) == (wanted is None)


# BG Stats: giving


def test_the_push_link_sends_what_android_needs() -> None:
    league = night()
    for game in valid(league.book):
        data = bgstats.push(league.book, game)
        link = bgstats.push_link(data)
        assert len(link) <= 2_000
        parts = urlsplit(link)
        assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
        assert json.loads(parse_qs(parts.query)["data"][0]) == data
        assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= set(data)
        assert {"name", "sourceGameId", "highestWins", "noPoints"} <= set(data["game"])
        for one in data["players"]:
            assert {"name", "sourcePlayerId", "startPlayer", "winner"} <= set(one)
            assert isinstance(one["startPlayer"], bool)
            assert isinstance(one["winner"], bool)
    stella = bgstats.push(league.book, valid(league.book)[0])
    assert stella["playDate"] == "2026-03-01 22:30:00"
    assert stella["game"]["bggId"] == 329845
    assert [(one["rank"], one["score"], one["winner"]) for one in stella["players"]] == [
        (1, 28, True),
        (1, 28, True),
        (3, 12, False),
    ]
    assert stella["durationMin"] == 35
    mission = bgstats.push(league.book, valid(league.book)[1])
    assert mission["game"]["noPoints"] is True
    assert mission["board"] == "mirrors"
    assert not any(one["winner"] or "rank" in one or "score" in one for one in mission["players"])


def test_a_long_comment_does_not_make_the_link_too_long() -> None:
    league = League(rules())
    people = [f"m{number}" for number in range(6)]
    for one in people:
        league.do(changes.MemberAdded(MemberId(one), "千" * 23 + one[1]))
    league.play(replace(result("1", people, scores=range(60, 0, -10)), note="長" * 2000, variant="板" * 500))
    link = bgstats.push_link(bgstats.push(league.book, valid(league.book)[0]))
    assert "comments" not in parse_qs(urlsplit(link).query)["data"][0]


def test_ids_stay_and_leagues_do_not_mix() -> None:
    assert plays.uid(L, "play", "1") == plays.uid(L, "play", "1")
    assert len({plays.uid(league, kind, "1") for league in (L, "other") for kind in ("play", "player")}) == 4


def test_our_own_file_comes_back_as_the_same_plays_and_people() -> None:
    league = night()
    file = bgstats.export(league.book, valid(league.book), to_all=False)
    assert [one["score"] for one in file["plays"][0]["playerScores"]] == ["8+20", "28!", "12"]
    assert file["plays"][0]["playDate"] == "2026-03-01 23:30:00"
    assert file["plays"][0]["playDateYmd"] == 20260301
    again = read(file)
    assert taking.plan(league.book, again, {}, NOW, "organiser").lines == ()
    other = League(rules(), "Europe/Paris", "x y z", id_="league-2")
    chosen = {plays.uid(L, "player", one): MemberId(new) for one, new in zip("abc", "xyz", strict=True)}
    other.do(*(line.change for line in taking.plan(other.book, again, chosen, NOW, "organiser").lines))
    assert points(standings_of(other.book, Scope())) == {"x": "8", "y": "8", "z": "2"}
    first = next(iter(other.book.results.values()))
    assert (first.ended, first.started, first.turns) == (utc("2026-03-01 22:30"), utc("2026-03-01 21:55"), 4)


def test_hidden_people_leave_as_initials() -> None:
    league = night()
    league.do(changes.MemberSet(MemberId("a"), hidden=True))
    data = bgstats.push(league.book, valid(league.book)[0])
    assert data["players"][0]["name"] == "A.&.C."


@few
@given(rnds)
def test_every_file_of_ours_is_read_again_whole(rnd: random.Random) -> None:
    league = any_league(rnd)
    games = valid(league.book)
    file = read(bgstats.export(league.book, games))
    assert len(file.plays) == len(games)
    assert taking.plan(league.book, file, {}, NOW, "organiser").there == len(games)
