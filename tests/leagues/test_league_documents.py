"""What others read of a league: CSV, the whole league as JSON, feeds."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes
from app.leagues.answers import Refused
from app.leagues.book import MemberId, NightId, ResultId, Seated
from app.leagues.exchange import bgstats, csv, feed
from app.leagues.exchange import json as league_json
from app.leagues.standings import standings_of
from app.leagues.valid import Scope, valid
from tests.leagues.making import (
    NOW,
    League,
    accepted,
    any_league,
    night,
    odd_values,
    result,
    rules,
    spoken,
    told,
    utc,
)

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)


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
@given(rnds, odd_values)
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
