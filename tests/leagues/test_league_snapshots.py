"""Snapshots: whatever happened in a league, what is kept of it is what its lines give; and it saves the work."""

from __future__ import annotations

import gc
import random
import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import Unfit
from app.leagues import changes
from app.leagues.book import MemberId, ResultId
from app.leagues.stored import checking, log, position, snapshots, views
from app.leagues.stored.models import LeagueSnapshot
from app.leagues.valid import Scope
from app.tables import store
from tests.houses import elsewhere, empty
from tests.leagues.keeping import BEFORE, FIRST, Club, S, damage, played
from tests.leagues.making import any_change, result, rules, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also leagues of a few lines are kept."""
    monkeypatch.setattr(position, "WORTH", 1)
    monkeypatch.setattr(snapshots, "REFRESH", 4)


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
    damage("table None None", lambda _data: other, sealed=True)
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
