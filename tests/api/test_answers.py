"""What the API promises: addresses, schemas, the OpenAPI document, ETags, headers."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from flask import Flask
from marshmallow import RAISE, Schema

from app.api import schemas
from app.games import GAMES
from app.tables.records import RecordSchema
from app.tables.wire import LookSchema
from tests.api.league_routes import LEAGUE_ROUTES
from tests.api.routes import ROUTES, record
from tests.players import Night, Phone, fresh_key, in_process, open_night


def _strictly(schema: type[Schema], told: Any, many: bool = False) -> None:
    """The answer has every promised member, of the promised kind, and no other."""
    loaded = schema(many=many, unknown=RAISE).load(told)
    for one, wanted in zip(told if many else [told], loaded if many else [loaded], strict=True):
        assert set(one) == {field.data_key or name for name, field in schema().fields.items()}, set(one)
        assert wanted


def _look(told: Any) -> None:
    _strictly(LookSchema, told)
    if told["view"] is not None:
        GAMES[told["game"]].wire.ViewSchema().load(told["view"])
    _no_odd_text(told)


def _no_odd_text(told: Any) -> None:
    match told:
        case dict():
            for value in told.values():
                _no_odd_text(value)
        case list():
            for value in told:
                _no_odd_text(value)
        case str():
            assert "%(" not in told
            assert "None" not in told
            assert "<sealed" not in told


def test_every_look_of_a_night_keeps_the_promise(app: Flask) -> None:
    night = open_night(in_process(app), people=4)
    looks = 0

    def everybody() -> None:
        nonlocal looks
        for who in (0, 1, None):
            _look(night.look(who))
            looks += 1

    everybody()
    night.start()
    chance = random.Random(6)
    for number in range(4):
        if number:
            night.act(0, type="next_round").ok()
            night.act(0, type="swap_row", row=3 - number).ok()
        night.act(0, type="word", text="whisper").ok()
        everybody()
        night.begin()
        night.draft(1, [3]).ok()
        everybody()
        night.lock_all([chance.sample(range(9), 4) for _ in range(4)])
        everybody()
        night.act(0, type="place_lanterns").ok()
        while (view := night.look(None)["view"])["phase"] == "revealing":
            scout = view["scout"]
            cell = chance.choice(night.look(scout)["view"]["my_open"])
            answer = night.act(scout, type="reveal", cell=cell).ok()
            _strictly(schemas.DoneSchema, answer)
            _look(answer["table"])
            everybody()
        if number == 1:
            night.act(0, type="leave", seat=3).ok()
            everybody()
            night.act(0, type="return", seat=3).ok()
    assert night.look()["status"] == "finished"
    everybody()
    assert looks > 60
    _strictly(schemas.LineSchema, night.host.get(f"{night.at}/log").ok(), many=True)
    _strictly(RecordSchema, night.host.get(f"{night.at}/record").ok())
    _strictly(schemas.NewCodeSchema, night.tap("again").ok())


def test_answers_of_the_services_keep_the_promise(app: Flask) -> None:
    night = open_night(in_process(app), people=3)
    seat = f"{night.at}/seats/{night.ids[1]}"
    new = Phone(night.host.send)
    _strictly(schemas.SatSchema, Phone(night.host.send).post("/tables", game="stella", name="X").ok())
    _strictly(schemas.SatSchema, night.phones[1].post(f"{night.at}/seats", name="Bo").ok())
    _look(night.host.put(seat, name="Bob").ok())
    _look(night.host.put(f"{night.at}/order", order=night.ids[::-1]).ok())
    _look(night.host.put(f"{night.at}/joining", open=False).ok())
    _look(night.host.put(f"{night.at}/face", turn=180).ok())
    _look(night.host.post(f"{night.at}/cover").ok())
    _strictly(schemas.DoneSchema, night.host.post(f"{night.at}/start", key=fresh_key(), first_scout=0).ok())
    _strictly(schemas.DoneSchema, night.tap("lobby").ok())
    _strictly(schemas.ClaimedSchema, new.post(f"{seat}/claims").ok())
    _look(night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=False).ok())
    code = night.phones[1].post(f"{seat}/move").ok()
    _strictly(schemas.MoveCodeSchema, code)
    _strictly(schemas.SatSchema, new.post(f"{night.at}/moves", **code).ok())
    _look(new.get(night.at).ok())
    _look(night.host.post(f"{seat}/host").ok())
    _look(new.post(f"{night.at}/seats/{night.ids[0]}/host").ok())
    _look(night.host.delete(seat).ok())
    _strictly(schemas.SatSchema, Phone(night.host.send).post("/records", **record()).ok())
    _strictly(schemas.GameSchema, new.get("/games").ok(), many=True)
    for game in GAMES:
        _strictly(schemas.RuleSchema, new.get(f"/games/{game}/rules").ok(), many=True)
    _strictly(schemas.ToldSchema, new.post("/replays", **record()).ok())


def test_a_replay_tells_every_line_and_the_result(app: Flask) -> None:
    night = open_night(in_process(app), people=3).start()
    night.play(random.Random(3))
    told = night.host.post("/replays", **night.host.get(f"{night.at}/record").ok()).ok()
    view = night.look(None)["view"]
    assert told["view"] == view
    assert told["outcome"]["places"] == view["outcome"]["places"]
    log = [line["text"] for line in night.host.get(f"{night.at}/log").ok()][4:]
    assert [line["text"] for line in told["lines"]] == log


def test_problems_keep_the_promise(app: Flask) -> None:
    night = open_night(in_process(app), people=3).start().begin()
    for answer in (
        night.lock(0, []), night.act(0, type="begin", seen=0), night.act(1, type="word", text="x"),
        night.host.get("/tables/ABCD"), night.host.get("/tables/AB"), night.act(0, type="lock", cells="x"),
    ):  # fmt: skip
        told = answer.no(answer.status)
        schemas.ProblemSchema(unknown=RAISE).load(told)


# ETags and headers


def test_a_phone_that_has_the_newest_gets_304(app: Flask) -> None:
    night = open_night(in_process(app), people=3).start()
    first = night.host.get(night.at)
    tag = first.headers["ETag"]
    again = night.host.get(night.at, If_None_Match=tag)
    assert (again.status, again.raw) == (304, b"")
    assert again.headers["ETag"] == tag
    assert night.host.get(night.at, If_None_Match='"other"').status == 200
    assert night.phones[1].get(night.at).headers["ETag"] != tag
    night.begin()
    newer = night.host.get(night.at, If_None_Match=tag)
    assert newer.status == 200
    assert newer.headers["ETag"] != tag


def test_a_draft_changes_the_tag_of_its_own_seat_only(app: Flask) -> None:
    night = open_night(in_process(app), people=3).start().begin()
    tags = [phone.get(night.at).headers["ETag"] for phone in night.phones]
    night.draft(1, [4]).ok()
    same = [phone.get(night.at, If_None_Match=tag).status for phone, tag in zip(night.phones, tags, strict=True)]
    assert same == [304, 200, 304]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_no_answer_may_be_kept_or_framed(app: Flask, route: Any) -> None:
    night = open_night(in_process(app), people=3)
    for phone in (night.host, Phone(night.host.send)):
        headers = route.ask(phone, night).headers
        assert "no-store" in headers["Cache-Control"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers


def test_no_credential_in_any_answer_but_the_one_that_tells_it(app: Flask) -> None:
    night = open_night(in_process(app), people=3)
    tokens = [str(phone.token).encode() for phone in night.phones]
    for route in ROUTES:
        for phone in (night.host, Phone(night.host.send)):
            answer = route.ask(phone, night)
            assert not any(token in answer.raw for token in tokens), route.name


# The OpenAPI document


@pytest.fixture(scope="module")
def openapi(_sqlite_app: Flask) -> Any:
    return Phone(in_process(_sqlite_app)).get("/openapi.json").ok()


def test_it_lists_every_address(app: Flask, openapi: Any) -> None:
    listed = {
        (method.upper(), path) for path, item in openapi["paths"].items() for method in item if method != "parameters"
    }
    served = set()
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/") and not rule.rule.startswith("/api/openapi"):
            path = re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", r"{\1}", rule.rule)
            served |= {(method, path) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    served = {entry for entry in served if entry[1] != "/api/"}
    assert listed == served
    known = {(route.method, "/api" + re.sub(r"\{(seat|claim)\}", r"{\1_id}", route.path)) for route in ROUTES}
    known |= {(method, f"/api{path}") for method, path in LEAGUE_ROUTES}
    assert known == served, "tests/api/routes.py must list every address"


def test_every_reference_leads_somewhere(openapi: Any) -> None:
    def walk(node: Any) -> None:
        match node:
            case {"$ref": str(target)}:
                place: Any = openapi
                for part in target.removeprefix("#/").split("/"):
                    place = place[part]
            case dict():
                for value in node.values():
                    walk(value)
            case list():
                for value in node:
                    walk(value)

    walk(openapi)


def test_it_is_a_valid_document(openapi: Any) -> None:
    definitions = pytest.importorskip("schemathesis.specs.openapi.definitions")
    jsonschema_rs = pytest.importorskip("jsonschema_rs")
    assert openapi["openapi"].startswith("3.1.")
    wrong = [error.message for error in jsonschema_rs.Draft202012Validator(definitions.OPENAPI_31).iter_errors(openapi)]
    assert wrong == []


def test_its_structure(openapi: Any) -> None:
    assert openapi["openapi"].startswith("3.")
    assert openapi["info"]["title"] == "Starkeeper"
    names = set()
    for path, item in openapi["paths"].items():
        holes = set(re.findall(r"\{(\w+)\}", path))
        for method, operation in item.items():
            if method == "parameters":
                continue
            assert operation["summary"], (method, path)
            assert operation["responses"], (method, path)
            parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
            assert {one["name"] for one in parameters if one["in"] == "path"} == holes, (method, path)
            names.add((method, path))
    schemas_told = openapi["components"]["schemas"]
    for game in GAMES.values():
        title = "".join(word.title() for word in game.key.split("_"))
        assert f"{title}View" in schemas_told
        for action in game.wire.ACTION_SCHEMAS:
            assert f"{title}Action{''.join(word.title() for word in action.split('_'))}" in schemas_told
    assert not [name for name in schemas_told if re.search(r"\d$", name)], "two schemas share a name"


def test_health_of_a_night_over_http_verbs(app: Flask) -> None:
    night: Night = open_night(in_process(app), people=3)
    head = night.host.call("HEAD", night.at)
    assert (head.status, head.raw) == (200, b"")
    options = night.host.call("OPTIONS", night.at)
    assert options.status == 200
    assert "GET" in options.headers["Allow"]


def test_no_field_of_a_game_is_named_like_the_envelope_of_a_form() -> None:
    """A form's envelope is taken off before the rules see the action: a field of that name would be lost."""
    from app.games import GAMES
    from app.web.forms import ENVELOPE

    for game in GAMES.values():
        names = {name for schema in game.wire.ACTION_SCHEMAS.values() for name in schema.fields}
        assert not names & ENVELOPE, (game.key, names & ENVELOPE)
