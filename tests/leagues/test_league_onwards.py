"""What goes on from an earlier book is what is worked out anew; and packed values come back as they were."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, fold, tally
from app.leagues.bests import Record, bests
from app.leagues.book import Book, MemberId, ResultId
from app.leagues.changes import Line
from app.leagues.games import COMPETITIVE
from app.leagues.later import Later
from app.leagues.packing import pack, unpack
from app.leagues.ratings import Rating, ratings_of, replay
from app.leagues.standings import Standings, standings_of
from app.leagues.valid import Earlier, Scope, exchanged, valid, within
from tests.leagues.making import League, any_league, result, rules, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)


def books(lines: list[Line], every: int) -> list[Book]:
    """The book at every so-manieth line."""
    found: list[Book] = []
    book = None
    for start in range(0, len(lines), every):
        book = fold.fold(lines[start : start + every], book).book
        assert book is not None
        found.append(book)
    return found


@few
@given(rnds)
def test_going_on_from_an_earlier_book_is_working_out_anew(rnd: random.Random) -> None:
    league = any_league(rnd, 80)
    scopes = [Scope(season, game) for season in (None, *league.book.seasons) for game in (None, *COMPETITIVE)]
    games: Earlier | None = None
    counted: dict[Scope, tally.Counts] = {}
    replayed: dict[Any, Any] = {}
    for book in books(league.lines, rnd.choice((1, 1, 2, 7))):
        anew = valid(book)
        games = Earlier(book, valid(book, games))
        assert games.games == anew
        for scope in scopes:
            if scope.season is None or scope.season in book.seasons:
                inside = within(book, games.games, scope)
                counted[scope] = tally.counts(inside, book.rules, counted.get(scope))
                assert standings_of(book, scope, counted=counted[scope]) == standings_of(book, scope, games=anew)
        for game in COMPETITIVE:
            replayed[game] = replay([one for one in games.games if one.game == game], replayed.get(game))
            assert ratings_of(book, game, replayed=replayed[game]) == ratings_of(book, game, games=anew)


def long_league(games: int = 40) -> League:
    league = League(rules(confirmations=1), people="a b c d e f")
    for number in range(games):
        people = [("a b c", "b c d", "c d e", "d e f")[number % 4]][0]
        league.play(result(f"r{number}", people, ended=utc(f"2026-03-{number % 28 + 1:02d} 20:{number:02d}")))
    return league


def _again(league: League) -> changes.Change:
    return changes.ResultCorrected(replace(league.book.results[ResultId("r7")], note="again"), "why")


ONE_MORE = {
    "a result at the end": lambda _: changes.ResultAdded(result("new", "a b c", ended=utc("2026-04-01 20:00")), True),
    "a result in the middle": lambda _: changes.ResultAdded(
        result("new", "a b c", ended=utc("2026-03-09 20:00")), True
    ),
    "a result that waits": lambda _: changes.ResultAdded(result("new", "a b c")),
    "a correction": _again,
    "a withdrawal": lambda _: changes.ResultWithdrawn(ResultId("r7"), "twice"),
    "another name": lambda _: changes.MemberRenamed(MemberId("a"), "Ann"),
    "a new member": lambda _: changes.MemberAdded(MemberId("g"), "Gus"),
}


@pytest.mark.parametrize("change", ONE_MORE.values(), ids=ONE_MORE)
def test_one_more_change_leaves_all_other_games_the_same_objects(change: Any) -> None:
    """It saves work: nobody but who played in that game is counted anew."""
    league = long_league()
    before = Earlier(league.book, valid(league.book))
    counted = tally.counts(before.games, league.book.rules)
    league.do(change(league))
    after = valid(league.book, before)
    assert after == valid(league.book)
    gone, new = exchanged(before.games, after)
    assert len(gone) + len(new) <= 2
    on = tally.counts(after, league.book.rules, counted)
    touched = {sat.who for game in (*gone, *new) for sat in game.seats}
    assert len(touched) <= 3
    assert all(on.tallies[member] is counted.tallies[member] for member in counted.tallies.keys() - touched)


EVERYTHING_ELSE = {
    "a merge": changes.Merged(MemberId("a"), MemberId("e")),
    "another zone": changes.Named("Owls", "Pacific/Kiritimati"),
    "a guest": changes.MemberSet(MemberId("a"), guest=True),
    "other rules": changes.Ruled(rules(confirmations=2, best=3)),
}


@pytest.mark.parametrize("change", EVERYTHING_ELSE.values(), ids=EVERYTHING_ELSE)
def test_what_changes_old_games_too_is_seen(change: changes.Change) -> None:
    league = long_league()
    league.play(result("x", "a b c", ended=utc("2026-03-31 23:30")))
    before = Earlier(league.book, valid(league.book))
    counted = tally.counts(before.games, league.book.rules)
    league.do(change)
    after = valid(league.book, before)
    assert after == valid(league.book)
    on = tally.counts(after, league.book.rules, counted)
    assert standings_of(league.book, Scope(), counted=on) == standings_of(league.book, Scope())
    assert standings_of(league.book, Scope()) != standings_of(before.book, Scope()) or after != before.games


@few
@given(rnds)
def test_what_was_exchanged_turns_one_list_into_the_other(rnd: random.Random) -> None:
    everything = valid(long_league(12).book)
    then, now = (tuple(one for one in everything if rnd.random() < 0.8) for _ in range(2))
    gone, new = exchanged(then, now)
    assert Counter(one.id for one in then if one not in gone) + Counter(one.id for one in new) == Counter(
        one.id for one in now
    )
    assert {one.id for one in gone}.isdisjoint(one.id for one in new)


@few
@given(rnds)
def test_packed_values_come_back(rnd: random.Random) -> None:
    book = any_league(rnd).book
    games = valid(book)
    held: list[tuple[Any, Any]] = [(Book, book), (tuple[Book, str], (book, "x"))]
    held += [(Standings, standings_of(book, Scope(season), games=games)) for season in (None, *book.seasons)]
    for game in COMPETITIVE:
        held += [
            (tuple[Rating, ...], ratings_of(book, game, games=games)),
            (tuple[Record, ...], bests(games, game)),
        ]
    for kind, value in held:
        assert unpack(kind, orjson.loads(orjson.dumps(pack(kind, value)))) == value
    again = unpack(Book, orjson.loads(orjson.dumps(pack(Book, book))))
    assert [*again.members] == [*book.members]
    assert [*again.results] == [*book.results]


def test_later_is_read_once_and_only_when_looked_into() -> None:
    asked: list[int] = []

    def read() -> dict[str, int]:
        asked.append(1)
        return {"a": 1, "b": 2}

    held: Later[str, int] = Later(read)
    assert not asked
    assert held["a"] == 1
    assert (dict(held), len(held), "b" in held, "c" in held) == ({"a": 1, "b": 2}, 2, True, False)
    assert held == {"a": 1, "b": 2}
    assert dict.__eq__({"a": 1, "b": 2}, held) is NotImplemented, "a dict asks back"
    assert len(asked) == 1
