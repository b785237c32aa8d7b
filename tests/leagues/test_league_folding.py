"""A league is the fold of its changes: whatever was tried, corrected, merged and taken back, a fresh replay says the
same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, fold
from app.leagues.answers import Refused
from app.leagues.book import Book, MemberId, ResultId
from app.leagues.changes import KINDS, Line
from app.leagues.exchange import json as league_json
from app.leagues.games import COMPETITIVE
from app.leagues.ratings import ratings_of
from app.leagues.standings import standings_of
from app.leagues.valid import Scope
from tests.leagues.making import League, accepted, any_change, any_league, fresh, result, rules, told

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)


def scopes(book: Book) -> list[Scope]:
    return [Scope(season, game) for season in (None, *book.seasons) for game in (None, *COMPETITIVE)]


@few
@given(rnds)
def test_standings_and_ratings_equal_a_fresh_replay(rnd: random.Random) -> None:
    league = any_league(rnd)
    other = fresh(league.book)
    for scope in scopes(league.book):
        assert standings_of(league.book, scope) == standings_of(other.book, scope)
    for game in COMPETITIVE:
        assert ratings_of(league.book, game) == ratings_of(other.book, game)


@few
@given(rnds)
def test_one_by_one_is_all_at_once(rnd: random.Random) -> None:
    league = any_league(rnd)
    folded = fold.fold(league.lines)
    assert (folded.book, folded.done, folded.refused) == (league.book, len(league.lines), None)
    half = len(league.lines) // 2
    begun = fold.fold(league.lines[:half])
    assert fold.fold(league.lines[half:], begun.book).book == league.book


@few
@given(rnds)
def test_a_bad_line_ends_the_replay_with_the_good_prefix(rnd: random.Random) -> None:
    league = any_league(rnd, 30)
    place = rnd.randint(1, len(league.lines))
    lines = [*league.lines[:place], Line(99, league.at, "a", changes.Unmerged(MemberId("a"))), *league.lines[place:]]
    folded = fold.fold(lines)
    assert folded.done == place
    assert folded.refused is not None
    assert folded.book == fold.fold(league.lines[:place]).book


@few
@given(rnds)
def test_every_change_survives_its_json(rnd: random.Random) -> None:
    league = any_league(rnd)
    for line in league.lines:
        assert accepted(changes.load(line.change.kind, changes.dump(line.change))) == line.change
    assert accepted(league_json.read(league_json.written(league.lines))).book == league.book


@few
@given(rnds)
def test_no_try_raises_and_no_refusal_leaves_a_trace(rnd: random.Random) -> None:
    league = any_league(rnd, 25)
    before = fold.fold(league.lines).book
    for number in range(100, 130):
        change = any_change(rnd, league, number)
        answer = fold.apply(league.book, Line(len(league.lines) + 1, league.at, "a", change))
        if isinstance(answer, Refused):
            assert told(answer).endswith(".")
        assert league.book == before


def test_all_kinds_are_tried_at_random() -> None:
    """The properties above are worth something: every kind of change is accepted somewhere, and refused somewhere."""
    rnd = random.Random(5)
    held: set[str] = set()
    refused: set[str] = set()
    for _ in range(80):
        league = League(rules(confirmations=1), "UTC", "a b c d e")
        for number in range(80):
            change = any_change(rnd, league, number)
            no = league.attempt(change, rnd.choice(("organiser", "a")))
            (held if no is None else refused).add(change.kind)
    assert held == set(KINDS) - {"opened", "member-linked"}
    assert refused >= set(KINDS) - {"opened", "member-linked", "ruled"}


# Named cases


def test_the_first_change_opens() -> None:
    answer = fold.fold([Line(1, NOW, "a", changes.MemberAdded(MemberId("a"), "Ana"))])
    assert answer.book is None
    assert told(answer.refused) == "This league has not been opened."


def test_changes_are_numbered_without_a_gap() -> None:
    league = League()
    answer = fold.apply(league.book, Line(3, NOW, "a", changes.MemberAdded(MemberId("a"), "Ana")))
    assert told(answer) == "The changes of a league are numbered one after another."


def test_a_league_opens_once() -> None:
    league = League()
    assert league.refused(league.lines[0].change) == "This league is open already."


@pytest.mark.parametrize(
    ("zone", "sentence"),
    {
        "unknown": ("Mars/Olympus", "There is no time zone Mars/Olympus. Choose one like Europe/Paris."),
        "a folder": ("Europe", "There is no time zone Europe. Choose one like Europe/Paris."),
        "a path": ("../etc/passwd", "There is no time zone ../etc/passwd. Choose one like Europe/Paris."),
        "the machine's own": ("localtime", "There is no time zone localtime. Choose one like Europe/Paris."),
        "in small letters": ("europe/paris", "There is no time zone europe/paris. Choose one like Europe/Paris."),
        "nothing": ("", "There is no time zone . Choose one like Europe/Paris."),
    }.values(),
)
def test_zones_must_exist(zone: str, sentence: str) -> None:
    assert League().refused(changes.Named("Owls", zone)) == sentence


def test_what_cannot_be_read_is_told_where() -> None:
    answer = changes.load(
        "result-added", {"result": {"id": "r", "game": "stella", "ended": 1, "seats": [{"member": 3, "place": 1}]}}
    )
    assert isinstance(answer, Refused)
    assert told(answer) == (
        "That change cannot be read: result.seats[0].member: a text of at most 2000 characters is needed."
    )


BAD_BODIES = {
    "no kind": ("nothing", {}),
    "no object": ("merged", []),
    "missing": ("merged", {"kept": "a"}),
    "a number for a text": ("merged", {"kept": 1, "gone": "b"}),
    "a text for yes or no": ("member-added", {"member": "a", "name": "A", "guest": "yes"}),
    "no day": ("member-added", {"member": "a", "name": "A", "joined": "2026-02-30"}),
    "half a character": ("member-renamed", {"member": "a", "name": "\ud800"}),
    "a zero byte": ("member-renamed", {"member": "a", "name": "a\0"}),
    "one for true": ("result-added", {"result": {}, "by_organiser": 1}),
    "a float": ("seating", {"night": "n", "number": 1.0, "sitting": {"tables": []}}),
    "an unknown word": ("ruled", {"rules": {"rows": [], "measure": "luck"}}),
    "a broken fraction": ("ruled", {"rules": {"rows": [["1/0"]]}}),
    "a decimal": ("ruled", {"rules": {"rows": [["0.5"]]}}),
    "too long": ("result-withdrawn", {"result": "r", "note": "x" * 2001}),
}


@pytest.mark.parametrize(("kind", "body"), BAD_BODIES.values(), ids=BAD_BODIES)
def test_bodies_that_cannot_be_read(kind: str, body: object) -> None:
    assert isinstance(changes.load(kind, body), Refused)


def test_unknown_fields_are_ignored_and_defaults_left_out() -> None:
    change = accepted(changes.load("member-added", {"member": "a", "name": "Ana", "shoe_size": 38}))
    assert change == changes.MemberAdded(MemberId("a"), "Ana")
    assert changes.dump(change) == {"member": "a", "name": "Ana"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ("member", "name", "result", "rules", "id", "seats", "kept", "gone", "sitting", "tables")
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(tuple(KINDS)),
)
def test_no_body_raises(body: object, kind: str) -> None:
    changes.load(kind, body)


TITLES = {
    "empty": ("", "Type a title first."),
    "nothing to see": ("\u200b \u3164", "Type a title first."),
    "too long": ("x" * 61, "That title is too long. Use at most 60 characters."),
}


@pytest.mark.parametrize(("title", "sentence"), TITLES.values(), ids=TITLES)
def test_titles(title: str, sentence: str) -> None:
    league = League()
    assert league.refused(changes.Named(title, "UTC")) == sentence
    league.do(changes.Named("  The Friday\u200b league of\nLyon and friends ", "UTC"))
    assert league.book.name == "The Friday league of Lyon and friends"


def test_a_correction_shows_in_the_past_and_in_the_standings() -> None:
    league = League(rules(), people="a b c")
    first = result("r", "a b c", scores=[9, 5, 1])
    league.play(first)
    league.do(changes.ResultCorrected(replace(first, seats=result("r", "a b c", scores=[1, 5, 9]).seats), "swapped"))
    (past,) = league.book.past[ResultId("r")]
    assert (past.what, past.note, past.before) == ("corrected", "swapped", first)
    assert [row.member for row in standings_of(league.book, Scope()).rows] == ["c", "b", "a"]


NOW = League().at
