"""The stored form: what the migrations make is what the models say, on both databases, and the way back works."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade

from app import config
from app.tables.models import db
from tests.houses import dispose, empty, make_app
from tests.players import in_process, open_night

FOLDER = str(config.PACKAGE / "migrations")


def _differences(app: Flask) -> list[object]:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, db.metadata))


@pytest.fixture
def own(request: pytest.FixtureRequest, each_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app on a database of its own kind that may be taken down: on SQLite a new file, on PostgreSQL the emptied
    one, which is brought up again afterwards."""
    with each_app.app_context():
        name = db.engine.dialect.name
    if name == "sqlite":
        app = make_app(tmp_path_factory.mktemp("own"))
        yield app
        dispose(app)
        return
    yield each_app
    with each_app.app_context():
        upgrade(directory=FOLDER)


def test_models_and_migrations_agree(each_app: Flask) -> None:
    assert _differences(each_app) == []


def test_down_and_up_again(own: Flask) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    empty(own)
    open_night(in_process(own), people=2)
    with own.app_context():
        downgrade(directory=FOLDER, revision="base")
        assert set(sa.inspect(db.engine).get_table_names()) <= {"alembic_version"}
        upgrade(directory=FOLDER)
    assert _differences(own) == []
    empty(own)
    open_night(in_process(own), people=3).start().begin()


def test_starting_twice_changes_nothing(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("twice")
    first = make_app(folder)
    night = open_night(in_process(first), people=3).start()
    before = night.look()
    dispose(first)
    second = make_app(folder)
    night.phones[0].send = in_process(second)
    assert night.look() == before
    assert _differences(second) == []
    dispose(second)


def test_sqlite_is_set_up_to_lose_nothing(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
