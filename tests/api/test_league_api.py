"""The leagues' API: who may what, wrong input, and the promises of the document."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, seed, settings
from marshmallow import RAISE, Schema

from app.api import league_answers as answers
from tests.api.league_routes import LEAGUE_ROUTES, Scene
from tests.leagues.clubs import ended_early, open_club
from tests.players import Answer, Phone, check_problem, fresh_key, in_process

ALL = list(LEAGUE_ROUTES)
WITH_BODY = [route for route in ALL if LEAGUE_ROUTES[route].body is not None]
NAMES = [" ".join(route) for route in ALL]


def scene(app: Flask) -> Scene:
    """A private league of four with a game, a season, a night under way and two finished tables, one of them saved."""
    send = in_process(app)
    club = open_club(send)
    club.season()
    club.typed("g1", {"Ana": 20, "Bo": 20, "Chiyo": 9}).ok()
    club.change("night-set", night="n1", name="Friday", day="2026-11-13").ok()
    for name in club.people:
        club.change("checked-in", night="n1", member=club.people[name]).ok()
    club.phone.post(f"{club.at}/nights/n1/rounds", want=4, key=fresh_key()).ok()
    saved, other = ended_early(send), ended_early(send)
    club.save(saved, club.phone).ok()
    return Scene(club, saved, other)


@pytest.mark.parametrize(("method", "path"), ALL, ids=NAMES)
def test_who_may_what(app: Flask, method: str, path: str) -> None:
    here = scene(app)
    askers = (Phone(here.club.send), here.club.member(), here.club.phone)
    for phone, status in zip(askers, LEAGUE_ROUTES[method, path].may, strict=True):
        document = here.club.phone.get(f"{here.club.at}/document").ok()
        answer = here.ask(phone, method, path)
        assert answer.status == status, answer.json
        if status >= 400:
            answer.no(status)
            assert here.club.phone.get(f"{here.club.at}/document").ok() == document


#: Values that fit nowhere.
MISFITS: dict[str, Any] = {
    "a float": 1.5, "a huge number": 10**50, "a negative number": -7, "an object": {"a": {"b": [1]}},
    "a list of lists": [[[1]], [2]], "an empty list": [], "a long text": "x" * 5_000, "no text at all": "",
    "a sign no database keeps": "a\0b",
}  # fmt: skip


@pytest.mark.parametrize(("method", "path"), WITH_BODY, ids=[" ".join(route) for route in WITH_BODY])
def test_every_member_with_every_misfit_and_missing_ones(each_app: Flask, method: str, path: str) -> None:
    here = scene(each_app)
    make = LEAGUE_ROUTES[method, path].body
    assert make is not None
    for member in make(here):
        for what, value in MISFITS.items():
            answer = here.ask(here.club.phone, method, path, {**make(here), member: value})
            assert answer.status < 500, (member, what, answer.raw[:300])
            if answer.status >= 400:
                check_problem(answer)
        short = {name: value for name, value in make(here).items() if name != member}
        assert here.ask(here.club.phone, method, path, short).status < 500
    for body in ({}, {"surprise": 1}, []):
        answer = here.club.phone.call(method, here.address(path), body)
        assert 400 <= answer.status < 500
        check_problem(answer)
    assert here.club.look()["broken"] is None


BODIES = [
    ("member-added", {}), ("member-added", {"member": "x", "name": 7}),
    ("member-added", {"member": "x" * 99, "name": "Zed"}),
    ("member-added", {"member": "x", "name": "\ud800"}), ("merged", {"kept": "m-0", "gone": "m-0"}),
    ("merged", {"kept": "m-0", "gone": "nobody"}), ("named", {"name": "", "zone": "UTC"}),
    ("ruled", {"rules": {"rows": [[1]]}}), ("ruled", {"rules": {"rows": [["1/0"]]}}),
    ("season-set", {"season": "s9", "name": "x", "start": "2026-13-01", "end": "2026-01-01"}),
    ("night-set", {"night": "n9", "name": "x", "day": "soon"}), ("checked-in", {"night": "n9", "member": "m-0"}),
    ("seating", {"night": "n1", "number": 9, "sitting": {"tables": []}}),
    ("result-withdrawn", {"result": "g1", "note": ""}),
    ("result-added", {"result": {"id": "r", "game": "chess", "ended": 1, "seats": []}}),
    ("result-corrected", {"result": {"id": "g1", "game": "stella", "ended": 1, "seats": []}, "note": "x"}),
    ("member-linked", {"member": "m-0", "link": "x" * 999}), ("member-set", {"member": "m-0", "left": "1800-01-01"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "body"), BODIES, ids=[f"{kind} {n}" for n, (kind, _body) in enumerate(BODIES)])
def test_changes_that_cannot_hold_say_why(app: Flask, kind: str, body: Any) -> None:
    here = scene(app)
    before = here.club.look()
    for path in ("changes", "previews"):
        told: dict[str, Any] = {"kind": kind, "body": body}
        answer = here.club.phone.post(
            f"{here.club.at}/{path}", **told, **({"key": fresh_key()} if path == "changes" else {})
        )
        assert answer.status in (400, 422), answer.raw[:200]
        check_problem(answer)
    assert here.club.look() == before


def _strictly(schema: type[Schema], told: Any, many: bool = False) -> None:
    loaded = schema(many=many, unknown=RAISE).load(told)
    for one in told if many else [told]:
        assert set(one) >= {field.data_key or name for name, field in schema().fields.items() if field.required}
    assert loaded or many


def test_answers_keep_the_promise(app: Flask) -> None:
    here = scene(app)
    at, phone = here.club.at, here.club.phone
    for path, schema, many in (
        ("", answers.LeagueLookSchema, False), ("/standings", answers.StandingsLookSchema, False),
        ("/records", answers.RecordLookSchema, True), ("/missions", answers.MissionsLookSchema, False),
        ("/ratings/stella", answers.RatingLookSchema, True), ("/members", answers.MemberLookSchema, True),
        ("/members/m-1", answers.MemberAboutSchema, False), ("/results", answers.ResultLookSchema, True),
        ("/results/g1", answers.ResultLookSchema, False), ("/results/g1/push", answers.PushSchema, False),
        ("/nights", answers.NightFactsSchema, True), ("/nights/n1", answers.NightLookSchema, False),
        (f"/tables/{here.other.code}", answers.TableOfferSchema, False),
    ):  # fmt: skip
        told = phone.get(at + path).ok()
        assert told
        _strictly(schema, told, many)


def test_no_credential_in_any_answer_but_the_one_that_tells_it(app: Flask) -> None:
    here = scene(app)
    secrets = [secret.encode() for secret in here.club.secrets.values()]
    for method, path in ALL:
        answer = here.ask(here.club.phone, method, path)
        assert not any(secret in answer.raw for secret in secrets), path
        assert "no-store" in answer.headers["Cache-Control"]


# Schemathesis


@pytest.fixture(scope="module")
def document(_sqlite_app: Flask) -> Any:
    schemathesis = pytest.importorskip("schemathesis")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return schemathesis.openapi.from_wsgi("/api/openapi.json", _sqlite_app)


@pytest.mark.parametrize(("method", "path"), ALL, ids=NAMES)
def test_whatever_the_document_allows(app: Flask, document: Any, method: str, path: str) -> None:
    """Half of the requests go to a real league, from its organiser's phone."""
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    here, turn = scene(app), itertools.count()
    operation = document["/api" + path][method]

    @seed(7)
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def ask(case: Any) -> None:
        if next(turn) % 2 and isinstance(case.path_parameters, dict):
            real = {"slug": here.club.slug, "member": "m-1", "result": "g1", "night": "n1", "season": "s1",
                    "game": "stella", "code": here.other.code}  # fmt: skip
            case.path_parameters = {**case.path_parameters, **{k: real[k] for k in case.path_parameters}}
        response = case.call(
            headers={"Authorization": f"Bearer {here.club.phone.token}", "Accept-Encoding": "identity"}
        )
        assert response.status_code < 500, response.content
        case.validate_response(
            response,
            checks=[
                checks.content_type_conformance, checks.status_code_conformance, checks.response_schema_conformance,
            ],
        )  # fmt: skip
        if response.status_code >= 400:
            headers = {name.title(): values[0] for name, values in response.headers.items()}
            check_problem(Answer(response.status_code, response.json(), headers, response.content))

    ask()
