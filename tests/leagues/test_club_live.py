"""The night's page and its wall follow the bell: a number and nothing else, after the commit, for whoever may look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.leagues.stored import turn
from app.leagues.stored.models import League
from app.tables import bell, phones
from app.web import live
from tests.houses import elsewhere
from tests.leagues.clubs import Club, open_club
from tests.players import Phone, in_process
from tests.tables.clock import rows


def _with_night(app: Flask, **settings: Any) -> Club:
    club = open_club(in_process(app), **settings)
    club.change("night-set", night="n1", name="Friday", day="2026-11-13").ok()
    return club


@contextmanager
def _stream(app: Flask, club: Club, phone: Phone | None) -> Iterator[Any]:
    headers = {} if phone is None or phone.token is None else {"Cookie": f"starkeeper={phone.token}"}
    client = app.test_client(use_cookies=False)
    answer = client.get(f"/league/{club.slug}/events", headers=headers, buffered=False)
    try:
        yield answer
    finally:
        answer.close()


def test_the_stream_is_a_number_and_nothing_else(each_app: Flask) -> None:
    club = _with_night(each_app)
    seq = club.look()["seq"]
    with _stream(each_app, club, club.phone) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        told = answer.iter_encoded()
        assert next(told) == f"event: v\ndata: {seq}\n\n".encode()
        club.change("checked-in", night="n1", member=club.people["Ana"]).ok()
        assert next(told) == f"event: v\ndata: {seq + 1}\n\n".encode()
        with elsewhere():
            club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}).ok()
        assert next(told) == f"event: v\ndata: {seq + 2}\n\n".encode()


def test_a_private_league_needs_its_link_for_the_stream_too(app: Flask) -> None:
    club = _with_night(app)
    for phone, status in ((None, 401), (club.stranger(), 401), (club.member(), 200), (club.phone, 200)):
        with _stream(app, club, phone) as answer:
            assert answer.status_code == status
    public = _with_night(app, public=True)
    with _stream(app, public, None) as answer:
        assert answer.status_code == 200
    assert in_process(app)("GET", "/league/nobody-here/events", None, {}).status == 404


def test_a_stream_ends_for_whoever_may_not_look_any_more(app: Flask) -> None:
    club = _with_night(app)
    member = club.member()
    with app.app_context():
        phone = phones.phone_of(member.token)
        league, seq = turn.head(club.slug, phone)
    told = live.stream(app, turn.room_of(league), lambda: turn.head(club.slug, phone)[1], heartbeat=(0.01, 0.02))
    assert next(told).endswith(f"data: {seq}\n\n")
    assert next(told).startswith(": still here")
    club.phone.post(f"{club.at}/links", which="member").ok()
    assert list(told) == []


def test_it_rings_after_the_commit_and_not_for_what_was_refused(
    each_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = _with_night(each_app)
    rung: list[tuple[object, int, int]] = []

    def ring(room: object, seq: int) -> None:
        (stored,) = rows(each_app, sa.select(League.seq))  # over a connection of its own: only what was committed
        rung.append((room, seq, stored.seq))

    monkeypatch.setattr(bell, "ring", ring)
    seq = club.look()["seq"]
    club.change("checked-in", night="n1", member=club.people["Ana"]).ok()
    club.change("checked-in", night="n1", member=club.people["Ana"]).no(422)
    club.phone.post(f"{club.at}/members/{club.people['Dan']}/forget", pseudonym="Comet", key="forget-dan-now").ok()
    assert [(told, stored) for _room, told, stored in rung] == [(seq + 1, seq + 1), (seq + 2, seq + 2)]


@pytest.mark.parametrize("page", ["night/n1", "night/n1/wall"])
def test_the_pages_say_their_number_and_answer_nothing_new(app: Flask, page: str) -> None:
    club = _with_night(app)
    path = f"/league/{club.slug}/{page}"
    cookie = {"Cookie": f"starkeeper={club.phone.token}"}
    asking = {**cookie, "X-Starkeeper": "fragment"}
    client = app.test_client(use_cookies=False)
    whole = client.get(path, headers=cookie)
    assert f'data-events="/league/{club.slug}/events"' in whole.text
    first = client.get(path, headers=asking)
    assert 'id="screen"' in first.text
    assert first.headers["X-Starkeeper-Seq"] == str(club.look()["seq"])
    again = client.get(path, headers={**asking, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    club.change("checked-in", night="n1", member=club.people["Ana"]).ok()
    newer = client.get(path, headers={**asking, "If-None-Match": first.headers["ETag"]})
    assert newer.status_code == 200
    assert newer.headers["X-Starkeeper-Seq"] == str(club.look()["seq"])
    assert "Ana" in newer.text
    assert client.get(path, headers={"X-Starkeeper": "fragment"}).status_code == 401
