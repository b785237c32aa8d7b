"""Schemathesis reads the OpenAPI document and sends what it allows, and much that it does not."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, seed, settings

from tests.api.routes import ROUTES, Route
from tests.players import Answer, Night, check_problem, in_process, open_night

schemathesis = pytest.importorskip("schemathesis")
from schemathesis import GenerationMode  # noqa: E402
from schemathesis.specs.openapi import checks  # noqa: E402

EXAMPLES = 10


@pytest.fixture(scope="module")
def document(_sqlite_app: Flask) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return schemathesis.openapi.from_wsgi("/api/openapi.json", _sqlite_app)


def _operation(document: Any, route: Route) -> Any:
    path = "/api" + route.path.replace("{seat}", "{seat_id}").replace("{claim}", "{claim_id}")
    return document[path][route.method]


@pytest.mark.parametrize(
    ("route", "mode"),
    [(route, mode) for route in ROUTES for mode in GenerationMode if route.body or mode is GenerationMode.POSITIVE],
    ids=lambda one: one.name.lower(),
)
def test_whatever_the_document_allows_or_forbids(app: Flask, document: Any, route: Route, mode: Any) -> None:
    """Half of the requests go to a real table, from the phone of its host."""
    night: Night = open_night(in_process(app), people=3).start().begin()
    operation, turn = _operation(document, route), itertools.count()
    strategy = operation.as_strategy(generation_mode=mode)

    @seed(7)
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=strategy)
    def ask(case: Any) -> None:
        if next(turn) % 2 and isinstance(case.path_parameters, dict):
            real = {"code": night.code, "seat_id": night.ids[1], "claim_id": 1, "game": "stella", "proposal": 1,
                    "row": 2}  # fmt: skip
            case.path_parameters = {**case.path_parameters, **{k: real[k] for k in case.path_parameters}}
        headers = {"Authorization": f"Bearer {night.host.token}", "Accept-Encoding": "identity"}
        response = case.call(headers=headers)
        assert response.status_code < 500, response.content
        case.validate_response(response, checks=[checks.content_type_conformance, checks.status_code_conformance,
                                                 checks.response_schema_conformance])  # fmt: skip
        if response.status_code >= 400:
            headers = {name.title(): values[0] for name, values in response.headers.items()}
            check_problem(Answer(response.status_code, response.json(), headers, response.content))

    ask()
    night.verify(app)
