"""A table of Lamps that has begun, and one that has ended."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.house.fourth_game.people import TURNS, Reader, Table


@pytest.fixture
def table(app: Flask) -> Table:
    people = [Reader(app.test_client(), name) for name in ("Ana", "Bo", "Chiyo")]
    at = people[0].send("/new", game="lamps", name="Ana")
    code = at.rpartition("/")[2]
    for one in people[1:]:
        one.send(f"/j/{code}", name=one.name)
    people[0].send(f"{at}/start", first_player="0", lamps="9")
    return Table(people, at)


@pytest.fixture
def finished(table: Table) -> Table:
    for number, lamps in enumerate(TURNS):
        table.light(number % 3, lamps)
    return table
