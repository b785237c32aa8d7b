"""Whatever is sent, the answer is a 4xx problem document with a sentence that says what to do; never a 500."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from flask import Flask

from tests.api.routes import BY_NAME, ROUTES, WITH_BODY, WITH_CODE, WITH_SEAT
from tests.players import JSON, Answer, Night, Phone, check_problem, in_process, open_night


def _night(app: Flask) -> Night:
    return open_night(in_process(app), people=3).start().begin()


def _is_a_no(answer: Answer) -> None:
    assert 400 <= answer.status < 500, (answer.status, answer.raw[:300])
    check_problem(answer)


def deep(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


#: Values that fit nowhere (but text, which names and words are made of, and null, which stands for "not said").
MISFITS: dict[str, Any] = {
    "a float": 1.5,
    "a huge number": 10**50,
    "a negative number": -(10**25),
    "infinity": float("inf"),
    "not a number": float("nan"),
    "an object": {"a": {"b": [1]}},
    "a list of lists": [[[1]], [2]],
    "deep": deep(80),
    "an empty list": [],
    "an empty object": {},
}


@pytest.mark.parametrize("name", WITH_BODY)
def test_every_member_with_every_misfit(each_app: Flask, name: str) -> None:
    route, night = BY_NAME[name], _night(each_app)
    assert route.body is not None
    fitting = route.body(night)
    for member in (*fitting, *route.needed):
        for what, value in MISFITS.items():
            if member in ("options", "actions", "cells", "order") and isinstance(value, list | dict):
                continue  # told apart in the tests of records and drafts
            if member == "rules_version" and isinstance(value, int):
                continue  # any number: the rules of another day
            if member == "seen" and isinstance(value, int):
                continue  # newer than anything is not old, and some actions do not care
            answer = route.ask(night.host, night, {**route.body(night), member: value})
            assert 400 <= answer.status < 500, (member, what, answer.status, answer.raw[:300])
            check_problem(answer)


@pytest.mark.parametrize("name", WITH_BODY)
def test_truth_words_and_nothing_never_break(each_app: Flask, name: str) -> None:
    route, night = BY_NAME[name], _night(each_app)
    assert route.body is not None
    for member, value in itertools.product(route.body(night), (True, False, "x", "1", None)):
        answer = route.ask(night.host, night, {**route.body(night), member: value})
        assert answer.status < 500, (member, answer.raw[:300])
        if answer.status >= 400:
            check_problem(answer)


NUMBERS = [("POST /tables", "sign"), ("PUT /tables/{code}/seats/{seat}", "sign"), ("POST /tables/{code}/undo", "seen"),
           ("POST /tables/{code}/actions", "seen"), ("POST /tables/{code}/actions", "for"),
           ("PUT /tables/{code}/face", "turn"), ("PUT /tables/{code}/draft", "for"),
           ("POST /tables/{code}/uncover", "seat"), ("POST /tables/{code}/start", "first_scout")]  # fmt: skip


@pytest.mark.parametrize(("name", "member"), NUMBERS)
@pytest.mark.parametrize("value", [True, False, "0", "1", "", [0], {"0": 0}, 0.5], ids=repr)
def test_a_number_is_a_number(app: Flask, name: str, member: str, value: Any) -> None:
    route = BY_NAME[name]
    night = open_night(in_process(app), people=3)
    if "start" not in name:
        night.start().begin()
    assert route.body is not None
    if (member, value) in (("first_scout", "0"), ("first_scout", "1")):
        return  # digits from a form: the game reads them
    _is_a_no(route.ask(night.host, night, {**route.body(night), member: value}))


@pytest.mark.parametrize("name", WITH_BODY)
def test_missing_members(app: Flask, name: str) -> None:
    route, night = BY_NAME[name], _night(app)
    assert route.body is not None
    assert route.needed
    for member in route.needed:
        body = {key: value for key, value in route.body(night).items() if key != member}
        _is_a_no(route.ask(night.host, night, body))
    _is_a_no(night.host.call(route.method, route.address(night), {}))
    _is_a_no(night.host.call(route.method, route.address(night)))


@pytest.mark.parametrize("name", WITH_BODY)
def test_a_member_too_many(app: Flask, name: str) -> None:
    route, night = BY_NAME[name], _night(app)
    assert route.body is not None
    for extra in ({"surprise": 1}, {"seat_id": 1, "phone": 1}, {"__proto__": {}}, {"\ud800": 1}, {"": 1},
                  {"x" * 5000: 1}, {"%(x)s %s": 1}):  # fmt: skip
        _is_a_no(route.ask(night.host, night, {**route.body(night), **extra}))


#: Bodies that are no JSON object. Each is refused at every address that takes a body.
BODIES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", JSON),
    "no JSON": (b"{", JSON),
    "half": (b'{"key": "12345678", ', JSON),
    "two": (b"{}{}", JSON),
    "a list": (b"[]", JSON),
    "a list of objects": (b"[{}]", JSON),
    "a number": (b"7", JSON),
    "text": (b'"x"', JSON),
    "null": (b"null", JSON),
    "true": (b"true", JSON),
    "NaN": (b"NaN", JSON),
    "binary": (bytes(range(256)), JSON),
    "another encoding": ('{"key": "é"}'.encode("utf-16"), JSON),
    "latin-1": (b'{"name": "\xe9"}', JSON),
    "a deep list": (b"[" * 100_000 + b"]" * 100_000, JSON),
    "a deep object": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, JSON),
    "a number of 10000 digits": (b'{"key": "12345678", "seen": ' + b"9" * 10_000 + b"}", JSON),
    "a lone surrogate": (b'{"key": "\\ud800abcdefghij", "name": "\\ud800"}', JSON),
    "a surrogate as a member": (b'{"\\ud800": 1}', JSON),
    "a NUL": (b'{"key": "\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"}', JSON),
    "a form": (b"key=12345678&name=Ana&seen=1", "application/x-www-form-urlencoded"),
    "a form with parts": (b"--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAna\r\n--x--\r\n",
                          "multipart/form-data; boundary=x"),
    "plain text": (b'{"key": "12345678"}', "text/plain"),
    "no type": (b'{"key": "12345678"}', ""),
    "XML": (b"<key>12345678</key>", "application/xml"),
}  # fmt: skip


@pytest.mark.parametrize("case", BODIES)
def test_bodies_that_are_none(app: Flask, case: str) -> None:
    night = open_night(in_process(app), people=3)
    raw, kind = BODIES[case]
    for route in (BY_NAME[name] for name in WITH_BODY):
        answer = night.host.call(route.method, route.address(night), raw=raw, Content_Type=kind)
        _is_a_no(answer)
        assert answer.status in (400, 415) or case == "a NUL", (route.name, answer.raw)


@pytest.mark.parametrize("name", ["POST /records", "POST /replays"])
def test_what_is_too_large(app: Flask, name: str) -> None:
    night = open_night(in_process(app), people=3)
    raw = json.dumps({"x": "y" * (2 * 1024 * 1024)}).encode()
    night.host.call("POST", BY_NAME[name].address(night), raw=raw, Content_Type=JSON).no(413)


@pytest.mark.parametrize("name", [route.name for route in ROUTES if route.body is None and route.method == "POST"])
def test_addresses_without_a_body_ignore_one(app: Flask, name: str) -> None:
    route, night = BY_NAME[name], _night(app)
    for raw in (b"", b"{", b"[" * 50_000, b'{"seat": 2, "phone": 1}'):
        answer = night.host.call(route.method, route.address(night), raw=raw, Content_Type=JSON)
        assert answer.status < 500, answer.raw


# Addresses

WRONG_CODES = {"unknown": ("ABCD", 404), "short": ("ABC", 400), "long": ("ABCDE", 400), "lookalikes": ("I0S5", 400),
               "blank": ("%20", 400), "NUL": ("%00%00%00%00", 400), "percent": ("%25s%25d", 400),
               "not UTF-8": ("%ff%fe", 400), "surrogate": ("%ed%a0%80", 400), "dots": ("....", 400),
               "very long": ("A" * 2_000, 400), "Japanese": ("%E5%8D%83%E4%BB%A3", 400), "emoji": ("%F0%9F%A6%8A", 400),
               "quote": ("%27%22%3B--", 400), "eszett": ("%C3%9F%C3%9F", 400)}  # fmt: skip


@pytest.mark.parametrize("case", WRONG_CODES)
def test_codes_that_no_table_has(each_app: Flask, case: str) -> None:
    night = open_night(in_process(each_app), people=3)
    code, status = WRONG_CODES[case]
    for route in (BY_NAME[name] for name in WITH_CODE):
        address = route.path.format(code=code, seat=night.ids[1], claim=1, proposal=1, row=1)
        answer = night.host.call(route.method, address, None if route.body is None else route.body(night))
        _is_a_no(answer)
        assert answer.status == status, route.name


@pytest.mark.parametrize("seat", [0, 987_654, 2**31, 2**63 - 1, 2**63, 10**40], ids=str)
def test_seats_that_are_not_there(each_app: Flask, seat: int) -> None:
    night = open_night(in_process(each_app), people=3)
    for route in (BY_NAME[name] for name in WITH_SEAT):
        body = None if route.body is None else route.body(night)
        night.host.call(route.method, route.address(night, seat), body).no(404, "not-found")


@pytest.mark.parametrize("seat", ["-1", "x", "1.5", "1e3", "%00", "one", "0x1"])
def test_seats_that_are_no_numbers(app: Flask, seat: str) -> None:
    night = open_night(in_process(app), people=3)
    for route in (BY_NAME[name] for name in WITH_SEAT):
        address = route.path.format(code=night.code, seat=seat)
        _is_a_no(night.host.call(route.method, address, None if route.body is None else route.body(night)))


@pytest.mark.parametrize("name", sorted({route.path for route in ROUTES}))
def test_other_methods_say_which_are_allowed(app: Flask, name: str) -> None:
    night = open_night(in_process(app), people=3)
    allowed = {route.method for route in ROUTES if route.path == name}
    address = name.format(code=night.code, seat=night.ids[1], claim=1, proposal=1, row=1, game="stella")
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH"} - allowed:
        answer = night.host.call(method, address)
        answer.no(405)
        told = {one.strip() for one in answer.headers["Allow"].split(",")}
        assert allowed <= told, (method, told)
        assert method not in told


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/tables/", "/table/ABCD", "/tables/ABCD/", "/tables/ABCD/nothing", "/games/chess/rules",
     "/games/%00/rules", "/openapi", "//tables", "/../api/tables"],
)  # fmt: skip
def test_addresses_that_are_none(app: Flask, path: str) -> None:
    _is_a_no(Phone(in_process(app)).get(path))


def test_an_endless_address(app: Flask) -> None:
    _is_a_no(Phone(in_process(app)).get("/" + "a" * 50_000))


# Credentials

TOKENS = ["", " ", "x", "x" * 99, "x" * 5000, "\xff\xfe", "Bearer", "null", "undefined", "0", "' OR 1=1 --", "%00"]


@pytest.mark.parametrize("token", TOKENS)
def test_credentials_that_are_none_are_strangers(each_app: Flask, token: str) -> None:
    night = _night(each_app)
    stranger = Phone(night.host.send)
    for headers in ({"Authorization": f"Bearer {token}"}, {"Authorization": token}, {"Cookie": f"starkeeper={token}"},
                    {"Authorization": f"Basic {token}"}):  # fmt: skip
        assert stranger.get(night.at, **headers).ok()["you"] is None
        answer = stranger.call("POST", f"{night.at}/cover", **headers)
        answer.no(401, "stranger")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_seat_in_the_body_or_the_address_is_no_credential(app: Flask) -> None:
    night = _night(app)
    stranger = Phone(night.host.send)
    for body in ({"seat": 0}, {"you": 0}, {"phone": 1}, {"token": night.host.token}):
        answer = stranger.call("POST", f"{night.at}/actions", {"type": "word", "text": "x", "key": "k" * 12, **body})
        assert answer.status in (400, 401), answer.raw
    assert stranger.get(f"{night.at}?token={night.host.token}").ok()["you"] is None


def test_another_site_cannot_act_with_our_cookie(app: Flask) -> None:
    night = _night(app)
    stranger = Phone(night.host.send)
    cookie = f"starkeeper={night.host.token}"
    path, body = f"{night.at}/joining", {"open": False}
    for headers in ({"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"},
                    {"Origin": "null", "Sec_Fetch_Site": "cross-site"},
                    {"Origin": "http://localhost.evil.example"}):  # fmt: skip
        stranger.call("PUT", path, body, Cookie=cookie, **headers).no(403)
    assert night.look()["joining_open"] is True
    stranger.call("PUT", path, body, Cookie=cookie, Origin="http://localhost").ok()
    stranger.call("PUT", path, {"open": True}, Cookie=cookie).ok()
