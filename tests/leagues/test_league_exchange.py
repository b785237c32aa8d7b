"""What leagues give and take: BG Stats, CSV, the whole league as JSON, feeds."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.phrases import Phrase
from app.leagues import changes
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Mission, Moment, NightId, ResultId, Seated
from app.leagues.exchange import bgstats, bgstats_reading, csv, feed, plays, taking
from app.leagues.exchange import json as league_json
from app.leagues.standings import standings_of
from app.leagues.valid import Scope, valid
from tests.leagues import bgstats_files as files
from tests.leagues.making import NOW, STELLARION, League, accepted, any_league, points, result, rules, told, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
L = League().book.id
MATCHES = {files.ANA: MemberId("a"), files.BO: MemberId("b"), files.CHI: MemberId("c")}


def spoken(phrase: Phrase) -> str:
    return told(Refused(phrase))


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


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(rnds, json_values)
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


def night() -> League:
    league = League(rules(), "Europe/Paris")
    for id_, name in (("a", "Ana & Co"), ("b", "=Bo"), ("c", "千代")):
        league.do(changes.MemberAdded(MemberId(id_), name))
    first = result("1", "a b c", scores=(28, 28, 12), ended=utc("2026-03-01 22:30"))
    seats = (
        replace(first.seats[0], rounds=(8, 20), first=True),
        replace(first.seats[1], written="28!"),
        first.seats[2],
    )
    league.play(
        replace(
            first,
            seats=seats,
            started=Moment(first.ended - 35 * 60_000),
            turns=4,
            note='-a, "b"\n<c>; d',
            house=("stella.st-15",),
        ),
        replace(
            result("2", "a c", (1, 1), game=STELLARION, ended=utc("2026-03-02 20:00")),
            mission=Mission(False, ("mirrors",)),
        ),
    )
    return league


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


# CSV


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "'=1", "''=1", "＝1", "=cmd|' /C calc'!A0"]
)
def test_formulas_are_disarmed_and_come_back(text: str) -> None:
    assert csv.guarded(text) == f"'{text}"
    assert csv.unguarded(csv.guarded(text)) == text


@given(st.text(max_size=12) | st.text(alphabet="'=+-@ a\t", max_size=6))
def test_the_guard_can_always_be_taken_off(text: str) -> None:
    made = csv.guarded(text)
    assert csv.unguarded(made) == text
    assert not made.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_a_row_for_each_seat() -> None:
    league = night()
    league.do(changes.ResultCorrected(replace(league.book.results[ResultId("2")], note="late"), "noted"))
    text = csv.games(league.book, valid(league.book))
    assert text.startswith("\ufeffgame_id,league,season,game,")
    rows = csv.read(text)
    assert len(rows) == 5
    assert tuple(rows[0]) == csv.COLUMNS
    assert [(row["player_name"], row["score"], row["rank"], row["winner"]) for row in rows] == [
        ("Ana & Co", "28", "1", "1"),
        ("=Bo", "28!", "1", "1"),
        ("千代", "12", "3", "0"),
        ("Ana & Co", "", "", "0"),
        ("千代", "", "", "0"),
    ]
    assert rows[0]["note"] == '-a, "b"\n<c>; d'
    assert (rows[0]["ended_at"], rows[0]["local_date"], rows[0]["timezone"]) == (
        "2026-03-01T22:30:00Z",
        "2026-03-01",
        "Europe/Paris",
    )
    assert [row["corrected"] for row in rows] == ["0", "0", "0", "1", "1"]
    for line in text.removeprefix("\ufeff").split("\r\n"):
        assert not line.startswith(("=", "+", "-", "@"))


def test_standings_as_csv() -> None:
    league = League(rules(), people="a b c d")
    league.play(result("1", "a b c d", (1, 1, 3, 4)), result("2", "a b c", (1, 1, 1)))
    rows = csv.read(csv.standings(standings_of(league.book, Scope()), {MemberId(one): one.upper() for one in "abcd"}))
    assert [(row["rank"], row["player_name"], row["points"]) for row in rows] == [
        ("1", "A", "15"),
        ("1", "B", "15"),
        ("3", "C", "10"),
        ("4", "D", "2"),
    ]
    assert [csv.decimal(*pair) for pair in ((15, 2), (22, 3), (-1, 4), (5, 1), (1, 40))] == [
        "7.5",
        "22/3",
        "-0.25",
        "5",
        "0.025",
    ]


# The whole league


@few
@given(rnds)
def test_a_league_comes_back_equal(rnd: random.Random) -> None:
    league = any_league(rnd)
    again = accepted(league_json.read(league_json.written(league.lines)))
    assert again.lines == tuple(league.lines)
    assert again.book == league.book
    assert league_json.written(again.lines) == league_json.written(league.lines)
    assert accepted(league_json.load(json.loads(league_json.written(league.lines)))).book == league.book


def test_broken_leagues_are_refused_with_the_line() -> None:
    league = League(rules(), people="a b c")
    league.play(result("1", "a b c"))
    good = league_json.dump(league.lines)

    def sentence(data: Any) -> str:
        answer = league_json.load(data)
        assert isinstance(answer, Refused)
        return told(answer)

    def broken(**row: Any) -> str:
        lines = [dict(line) for line in good["lines"]]
        lines[2] |= row
        return sentence({**good, "lines": lines})

    no = "That is no league of Starkeeper. Choose a file that it wrote."
    assert sentence([]) == no
    assert sentence({"format": "starkeeper-record"}) == no
    assert sentence({**good, "lines": []}) == no
    assert sentence({**good, "version": 2}) == "That file was written by a newer Starkeeper. Update this one first."
    assert broken(kind="nothing") == "Line 3 of that file: There is no such change of a league: nothing."
    assert broken(seq=7) == "Line 3 of that file: The changes of a league are numbered one after another."
    assert broken(at="now") == f"Line 3 of that file: {no}"
    assert broken(body={"member": "a", "name": "A"}) == "Line 3 of that file: That member has been added already."
    for data in (b"{", b"\xff", b"[" * 100_000, b"3", b"null"):
        answer = league_json.read(data)
        assert isinstance(answer, Refused)


@settings(max_examples=200, deadline=None)
@given(rnds, json_values)
def test_one_odd_field_of_a_league_never_raises(rnd: random.Random, odd: Any) -> None:
    league = any_league(random.Random(7), 40)
    document = json.loads(league_json.written(league.lines))
    holder: Any = document["lines"]
    while True:
        key = rnd.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if not isinstance(holder[key], dict | list) or not holder[key] or rnd.random() < 0.1:
            holder[key] = odd
            break
        holder = holder[key]
    league_json.load(document)


# Feeds


def test_atom() -> None:
    league = night()
    text = feed.atom(league.book, valid(league.book), "https://x.example/l?a=1&b=2", "https://x.example/f", spoken)
    root = ElementTree.fromstring(text)
    space = {"a": "http://www.w3.org/2005/Atom"}
    assert root.findtext("a:updated", namespaces=space) == "2026-03-02T20:00:00Z"
    entries = root.findall("a:entry", space)
    assert [one.findtext("a:title", namespaces=space) for one in entries] == [
        "Stellarion: lost by Ana & Co, 千代",
        "Stella – Dixit Universe: Ana & Co, =Bo win",
    ]
    assert "<li>1. Ana &amp; Co 28</li>" in (entries[1].findtext("a:content", namespaces=space) or "")
    assert len({one.findtext("a:id", namespaces=space) for one in entries}) == 2
    league.do(changes.ResultWithdrawn(ResultId("2"), "never"))
    again = feed.atom(league.book, valid(league.book), "https://x.example", "https://x.example/f", spoken)
    assert len(ElementTree.fromstring(again).findall("a:entry", space)) == 1
    assert ElementTree.fromstring(feed.atom(League().book, (), "u", "s", spoken)).findall("a:entry", space) == []


def test_ical() -> None:
    league = night()
    league.do(
        changes.NightSet(NightId("n"), "Friday, again; late", date(2026, 3, 6), utc("2026-03-06 18:00"), "Bo's\nhouse"),
        changes.NightSet(NightId("o"), "Open", date(2028, 2, 29), cancelled=True),
    )
    text = feed.ical(league.book, valid(league.book), "https://x.example/l", NOW, spoken)
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(row.encode()) <= 75 for row in text.split("\r\n"))
    rows = text.replace("\r\n ", "").split("\r\n")
    assert "SUMMARY:Owls: Friday\\, again\\; late" in rows
    assert "LOCATION:Bo's\\nhouse" in rows
    assert "DTSTART:20260306T180000Z" in rows
    assert "DTEND:20260306T220000Z" in rows
    assert "DTSTART;VALUE=DATE:20280229" in rows
    assert "DTEND;VALUE=DATE:20280301" in rows
    assert rows.count("STATUS:CANCELLED") == 1
    assert rows.count("BEGIN:VEVENT") == rows.count("END:VEVENT") == 4
    uids = [row for row in rows if row.startswith("UID:")]
    assert len(set(uids)) == 4


@given(st.text(max_size=200))
def test_folding_rows_of_a_calendar_loses_nothing(text: str) -> None:
    row = "".join(sign for sign in text if sign not in "\r\n" and not "\ud800" <= sign <= "\udfff")
    made = feed.folded(row)
    assert made.replace("\r\n ", "") == row
    assert all(len(part.encode()) <= 75 for part in made.split("\r\n"))


def test_feeds_hide_who_is_hidden() -> None:
    league = night()
    league.do(changes.MemberSet(MemberId("a"), hidden=True))
    games = valid(league.book)
    for text in (
        feed.atom(league.book, games, "u", "s", spoken),
        feed.ical(league.book, games, "u", NOW, spoken),
        csv.games(league.book, games),
        json.dumps(bgstats.export(league.book, games)),
    ):
        assert "Ana" not in text


def test_a_seat_without_an_owner_is_a_guest_with_a_stable_id() -> None:
    league = League(rules(), people="a b")
    league.do(changes.MemberAdded(MemberId("guest-1"), "Guest 1", guest=True))
    league.play(replace(result("1", "a b"), seats=(*result("1", "a b").seats, Seated(MemberId("guest-1"), 3))))
    one, two = (bgstats.push(league.book, valid(league.book)[0])["players"][2] for _ in range(2))
    assert one == two
    assert one["name"] == "Guest 1"
    assert one["sourcePlayerId"]
