"""What is missing of a snapshot, old, foreign or damaged is worked out anew."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.errors import NoRoom
from app.leagues import zones
from app.leagues.stored import log, position, snapshots, views
from app.leagues.stored.models import LeagueSnapshot
from app.leagues.valid import Scope
from app.tables import store
from tests.houses import elsewhere
from tests.leagues.keeping import BEFORE, Club, damage, played


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also leagues of a few lines are kept."""
    monkeypatch.setattr(position, "WORTH", 1)
    monkeypatch.setattr(snapshots, "REFRESH", 4)


def _run(statement: Any) -> None:
    with store.writing() as connection:
        connection.execute(statement)


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
        damage(part, how, sealed=sealed)
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


@pytest.mark.parametrize("kind", [int, Fraction, str])
def test_what_cannot_be_packed_is_not_kept_and_hurts_nobody(app: Flask, kind: type) -> None:
    """A sum of many large scores is longer than any number that is packed; the answer that needed it is right."""
    with app.app_context():
        club = Club()
        club.do(*BEFORE)
        club.here().position.kept("sum", kind, lambda: "\ud800" if kind is str else kind(2**70))
        club.browse()
        assert club.parts() == {}
        assert club.right()
