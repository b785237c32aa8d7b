"""The way into the database: a read, and a write that no second writer can disturb.

SQLite: a deferred BEGIN fails as soon as two phones write at once, so writers say BEGIN IMMEDIATE, one after another
through one lock of this process (a greenlet that yields between BEGIN and COMMIT would freeze the others).
PostgreSQL: writers of one table queue at its row (see ``turns``).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from app.errors import NoRoom
from app.tables.models import db

_one_writer = threading.Lock()

#: What a database says that is full, locked, stopped or out of reach, and a pool without a free connection.
AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)


def prepare(engine: Engine) -> None:
    """Set up connections of a new engine. SQLite: WAL, every commit on disk before it is acknowledged.

    What a statement carries (marks!) is never written into an error's text.
    """
    engine.hide_parameters = True
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions behind our back
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")


@contextmanager
def reading() -> Iterator[Connection]:
    """A consistent look at the database."""
    try:
        with db.engine.connect() as connection:
            yield connection
    except AWAY as trouble:
        raise NoRoom.because() from trouble


@contextmanager
def writing() -> Iterator[Connection]:
    """A write transaction: committed on the way out, rolled back on any exception.

    Raises NoRoom when the database cannot take it (disk full, connection lost); then nothing was stored.
    """
    engine = db.engine
    try:
        if engine.dialect.name == "sqlite":
            with (
                _one_writer,
                engine.connect().execution_options(begin="IMMEDIATE") as connection,
                connection.begin(),
            ):
                yield connection
        else:
            with engine.begin() as connection:
                yield connection
    except AWAY as trouble:
        raise NoRoom.because() from trouble
