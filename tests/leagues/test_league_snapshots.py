"""Snapshots: whatever happened in a league, what is kept of it is what its lines give; and it saves the work."""

from __future__ import annotations

import gc
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import NoRoom, Unfit
from app.leagues import changes, zones
from app.leagues.book import MemberId, ResultId, SeasonId
from app.leagues.changes import MemberErased, SeasonClosed
from app.leagues.stored import checking, doors, lines, log, position, service, snapshots, turn, views
from app.leagues.stored.models import LeagueSnapshot
from app.leagues.stored.turn import Seen
from app.leagues.valid import Scope
from app.tables import phones, store
from tests.houses import elsewhere, empty
from tests.leagues.making import League, any_change, result, rules, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also leagues of a few lines are kept."""
    monkeypatch.setattr(position, "WORTH", 1)
    monkeypatch.setattr(snapshots, "REFRESH", 4)


class Club:
    """A stored league, and the phone that organises it."""

    def __init__(self, people: str = "a b c d e", **settings: Any) -> None:
        self.phone, _token = phones.new_phone()
        league = League(rules(**settings), "Europe/Paris", people)
        self.slug = doors.bring(league.lines, self.phone, "bring-it-in").slug
        self.taps = 0

    def tap(self) -> str:
        self.taps += 1
        return f"tap-number-{self.taps}"

    @property
    def book(self) -> Any:
        return turn.look(self.slug, self.phone).book

    def do(self, *wanted: changes.Change) -> None:
        """By the way people go."""
        for change in wanted:
            match change:
                case MemberErased(member=member, pseudonym=name):
                    service.erase_member(self.slug, self.phone, self.tap(), member, name)
                case SeasonClosed(season=season, note=note):
                    service.close_season(self.slug, self.phone, self.tap(), season, note)
                case _:
                    turn.change(self.slug, self.phone, self.tap(), change)

    def row(self) -> Any:
        with store.reading() as connection:
            return turn.row_of(connection, self.slug)

    def fresh(self) -> Seen:
        """Out of the lines, with nothing that was kept or remembered."""
        with store.reading() as connection:
            league = turn.row_of(connection, self.slug)
            folded = lines.advanced(position.Position(), lines.rows_after(connection, league.id))
        return Seen(league, frozenset(), folded)

    def here(self) -> Seen:
        """As this process finds it."""
        seen = turn.look(self.slug, self.phone)
        return Seen(seen.league, frozenset(), seen.position)

    def browse(self) -> None:
        """Look at every page, and keep what was worked out."""
        for _told in checking.worked_out(self.here()):
            pass
        snapshots.save_due()

    def right(self) -> bool:
        """What this process says, and what one says that remembers nothing, is what the lines give."""
        assert list(checking.differences(self.here(), self.fresh())) == []
        with elsewhere():
            assert list(checking.differences(self.here(), self.fresh())) == []
        return True

    def parts(self) -> dict[str, int]:
        with store.reading() as connection:
            found = connection.execute(sa.select(LeagueSnapshot.part, LeagueSnapshot.seq))
            return {row.part: row.seq for row in found}


def played(number: int, people: str = "a b c", **facts: Any) -> changes.ResultAdded:
    ended = utc(f"2026-03-{number % 28 + 1:02d} 20:00")
    return changes.ResultAdded(result(f"r{number}", people, ended=ended, **facts), by_organiser=True)


# The law


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(rnds)
def test_what_is_kept_is_what_the_lines_give(each_store: Flask, rnd: random.Random) -> None:
    """Any changes, looked at here and elsewhere, with processes that come and go in between."""
    empty(each_store)
    club = Club()
    for number in range(40):
        league: Any = club
        with suppress(Unfit):
            club.do(any_change(rnd, league, number))
        match rnd.randrange(8):
            case 0:
                club.browse()
            case 1:
                log.forget()
            case 2:
                with elsewhere():
                    club.browse()
            case 3:
                views.standings(club.here(), Scope(rnd.choice((None, *club.book.seasons))))
                snapshots.save_due()
    assert club.right()
    club.browse()
    log.forget()
    assert club.right()
    (told,) = checking.rebuild()
    assert told.troubles == ()
    assert club.right()


# Everything that can change what is shown

S = SeasonId("s1")
FIRST = date(2026, 3, 1)
BEFORE = (
    changes.SeasonSet(S, "Spring", FIRST, FIRST.replace(day=31)),
    *(played(number, ("a b c", "b c d", "c d e")[number % 3]) for number in range(12)),
    changes.ResultAdded(result("waits", "a b c", ended=utc("2026-03-20 20:00"))),
)
THINGS: dict[str, tuple[changes.Change, ...]] = {
    "one more result": (played(20),),
    "a result of before": (played(2 + 28, "a d e"),),
    "a confirmation": (changes.ResultConfirmed(ResultId("waits")),),
    "a correction": (
        changes.ResultCorrected(result("r3", "c b a", ended=utc("2026-03-04 20:00")), "the other way round"),
    ),
    "a withdrawal and its end": (
        changes.ResultWithdrawn(ResultId("r3"), "twice"),
        changes.ResultRestored(ResultId("r3"), "no"),
    ),
    "a withdrawal": (changes.ResultWithdrawn(ResultId("r3"), "twice"),),
    "a merge": (changes.Merged(MemberId("a"), MemberId("e")),),
    "a merge taken back": (
        changes.Merged(MemberId("a"), MemberId("e")),
        played(21, "a b d"),
        changes.Unmerged(MemberId("e")),
    ),
    "another name": (changes.MemberRenamed(MemberId("a"), "Zoë"),),
    "somebody leaves": (changes.MemberSet(MemberId("a"), left=FIRST.replace(day=5)),),
    "somebody is forgotten": (changes.MemberErased(MemberId("a"), "Comet"),),
    "a season is closed": (changes.SeasonClosed(S, {}),),
    "closed, then corrected": (
        changes.SeasonClosed(S, {}),
        changes.ResultCorrected(result("r3", "c b a", ended=utc("2026-03-04 20:00")), "the other way round"),
    ),
    "closed and opened again": (changes.SeasonClosed(S, {}), changes.SeasonReopened(S, "too early")),
    "other days of the season": (changes.SeasonSet(S, "Spring", FIRST, FIRST.replace(day=6)),),
    "other rules": (changes.Ruled(rules(best=2, confirmations=2)),),
    "another zone": (changes.Named("Owls", "Pacific/Kiritimati"),),
    "many at once": tuple(played(30 + number, "b d e") for number in range(9)),
}


@pytest.mark.parametrize("later", THINGS.values(), ids=THINGS)
def test_what_happens_is_seen_by_who_remembers_and_who_does_not(
    each_store: Flask, later: tuple[changes.Change, ...]
) -> None:
    club = Club(confirmations=1)
    club.do(*BEFORE)
    club.browse()
    before = list(checking.worked_out(club.here()))
    for change in later:
        club.do(change)
        assert club.right()
    club.browse()
    log.forget()
    assert club.right()
    assert before != list(checking.worked_out(club.here()))


# It saves the work


@pytest.fixture
def read_lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of all lines that are read while the test looks."""
    found: list[str] = []
    read = changes.load

    def load(kind: str, body: object) -> Any:
        found.append(kind)
        return read(kind, body)

    monkeypatch.setattr(changes, "load", load)
    return found


def test_a_fresh_process_reads_no_line_of_a_league_that_is_kept(each_store: Flask, read_lines: list[str]) -> None:
    club = Club()
    club.do(*BEFORE)
    club.browse()
    log.forget()
    read_lines.clear()
    told = list(checking.worked_out(club.here()))
    assert read_lines == []
    assert club.here().position.memo["games"] == 13
    assert "games" not in club.here().position.running, "nothing was counted again"
    assert told == list(checking.worked_out(club.fresh()))


def test_after_one_more_result_only_the_new_lines_are_read(each_store: Flask, read_lines: list[str]) -> None:
    club = Club()
    club.do(*BEFORE)
    club.browse()
    club.do(played(20))
    log.forget()
    read_lines.clear()
    club.here()
    behind = club.row().seq - club.parts()["book"]
    assert 0 < len(read_lines) == behind < snapshots.REFRESH
    read_lines.clear()
    club.do(played(21))  # the tap itself is checked, and nothing is read again
    assert read_lines == ["result-added"]
    club.here()
    assert read_lines == ["result-added"]


def test_a_book_that_is_many_lines_old_is_saved_anew(each_store: Flask) -> None:
    club = Club()
    club.browse()
    first = club.parts()["book"]
    club.do(*BEFORE)
    club.browse()
    assert club.parts()["book"] > first
    assert set(club.parts().values()) == {club.row().seq}


def test_short_leagues_are_not_kept(each_store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "WORTH", 500)
    club = Club()
    club.do(*BEFORE)
    club.browse()
    assert club.parts() == {}


def test_a_page_is_kept_after_its_answer(app: Flask) -> None:
    from tests.leagues.clubs import open_club
    from tests.players import in_process

    club = open_club(in_process(app))
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}).ok()
    club.standings()
    with app.app_context(), store.reading() as connection:
        found = set(connection.execute(sa.select(LeagueSnapshot.part)).scalars())
    assert {"book", "front", "table None None"} <= found


# What is missing, old, foreign or damaged is worked out anew


def _run(statement: Any) -> None:
    with store.writing() as connection:
        connection.execute(statement)


def _change(part: str, data: Callable[[bytes], bytes], *, sealed: bool) -> None:
    with store.writing() as connection:
        rows = connection.execute(sa.select(LeagueSnapshot).where(LeagueSnapshot.part.startswith(part))).all()
        assert rows
        for row in rows:
            new = data(bytes(row.data))
            seal = snapshots._seal(row.league_id, row.part, row.seq, new) if sealed else bytes(row.seal)
            connection.execute(
                sa.update(LeagueSnapshot).where(LeagueSnapshot.part == row.part).values(data=new, seal=seal)
            )


RUBBISH = {
    "half of it": lambda data: data[: len(data) // 2],
    "no lists": lambda _data: zlib.compress(b'{"a": 1}'),
    "other lists": lambda _data: zlib.compress(b"[[1], [2], 3]"),
}


@pytest.mark.parametrize("part", ["book", "front", "table", "records", "ratings"])
@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
def test_rubbish_under_a_right_seal_is_not_believed(app: Flask, part: str, rubbish: Any) -> None:
    _damaged(app, part, rubbish, sealed=True)


@pytest.mark.parametrize("part", ["book", "front", "games", ""])
def test_a_bit_that_fell_over_breaks_the_seal(app: Flask, part: str) -> None:
    _damaged(app, part, lambda data: data[:-1] + bytes([data[-1] ^ 1]), sealed=False)


def _damaged(app: Flask, part: str, how: Callable[[bytes], bytes], *, sealed: bool) -> None:
    with app.app_context():
        club = Club()
        club.do(*BEFORE)
        club.browse()
        _change(part, how, sealed=sealed)
        log.forget()
        assert club.right()
        club.do(played(20))
        log.forget()
        assert club.right()


def test_a_part_that_is_gone_is_worked_out(app: Flask) -> None:
    with app.app_context():
        club = Club()
        club.do(*BEFORE)
        club.browse()
        for part in club.parts():
            _run(sa.delete(LeagueSnapshot).where(LeagueSnapshot.part == part))
            log.forget()
            assert club.right()
        club.browse()
        assert "book" in club.parts()


def test_other_code_and_other_zones_are_not_believed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        club = Club()
        club.do(*BEFORE)
        club.browse()
        with store.reading() as connection:
            assert snapshots.load(connection, club.row()) is not None
            with monkeypatch.context() as other:
                other.setattr(zones, "known_days", lambda _name: "a law was made")
                assert snapshots.load(connection, club.row()) is None
            with monkeypatch.context() as other:
                other.setattr(snapshots, "version", lambda: "newer")
                assert snapshots.load(connection, club.row()) is None
            league = club.row()
            league.seq -= 1
            assert snapshots.load(connection, league) is None, "it is of a line to come"


def test_what_is_behind_is_never_saved(each_store: Flask) -> None:
    """Another process has gone on since this one looked: what it has worked out is of no use to anybody."""
    club = Club()
    club.do(*BEFORE)
    old = club.here().position
    views.standings(club.here(), Scope())
    with elsewhere():
        club.do(played(20))
    assert not snapshots.save(old)
    assert club.parts() == {}


def test_a_full_disk_keeps_nothing_and_hurts_nobody(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_position: object) -> None:
        raise NoRoom.because()

    with app.app_context():
        club = Club()
        club.do(*BEFORE)
        with monkeypatch.context() as trouble:
            trouble.setattr(snapshots, "save", full)
            club.browse()
        assert club.parts() == {}
        assert club.right()


# Being forgotten


def test_no_name_of_who_was_forgotten_is_kept(each_store: Flask) -> None:
    club = Club()
    club.do(changes.MemberRenamed(MemberId("a"), "Zebulon"), *BEFORE)
    club.do(changes.ResultCorrected(replace(BEFORE[1].result, note="Zebulon's cake"), "Zebulon says so"))  # type: ignore[union-attr]
    club.browse()
    assert "Zebulon" in _kept()
    with elsewhere():
        stale = club.here().position
        club.browse()
    club.do(changes.MemberErased(MemberId("a"), "Comet"))
    assert _kept() == ""
    assert not snapshots.save(stale)
    club.browse()
    log.forget()
    assert club.right()
    assert "Comet" in _kept()
    assert "Zebulon" not in _kept()


def _kept() -> str:
    with store.reading() as connection:
        found = connection.execute(sa.select(LeagueSnapshot.data)).scalars()
        return "\n".join(zlib.decompress(bytes(data)).decode() for data in found)


# Looking after it


def test_the_rebuild_throws_away_compares_and_keeps(each_store: Flask) -> None:
    club = Club()
    club.do(*BEFORE)
    club.browse()
    right = club.parts()
    club.do(played(20, "c b a"))
    club.browse()
    other = _content("table None None")
    club.do(changes.ResultWithdrawn(ResultId("r20"), "never played"))
    club.browse()
    _change("table None None", lambda _data: other, sealed=True)
    log.forget()
    (told,) = checking.rebuild()
    assert told.troubles == ("what was kept of the standings of all seasons, all games is not what its lines give",)
    assert club.parts().keys() == right.keys()
    (told,) = checking.rebuild()
    assert (told.games, told.troubles) == (13, ())
    log.forget()
    assert club.right()


def _content(part: str) -> bytes:
    with store.reading() as connection:
        return bytes(connection.execute(sa.select(LeagueSnapshot.data).where(LeagueSnapshot.part == part)).scalar_one())


def test_garbage_is_collected_again_afterwards() -> None:
    assert gc.isenabled()
    with position.uncollected():
        assert not gc.isenabled()
        with position.uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with position.uncollected():
            pass
        assert not gc.isenabled(), "who had switched it off finds it off"
    finally:
        gc.enable()
