"""Whatever a form's fields hold, sent as a form or as JSON, the answer is a page; never a 500."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.routing import Rule

from app import config
from tests.leagues.clubs import open_club
from tests.leagues.test_club_pages import FORMS
from tests.players import Phone, fresh_key, in_process, open_night

#: What JSON can hold where a form only holds text; and text that no page can be written with.
ODD: dict[str, Any] = {
    "a list": [],
    "a list in a list": [[1]],
    "an object": {"a": 1},
    "nothing": None,
    "a number": 5,
    "a huge number": 10**40,
    "true": True,
    "half a sign": "\ud800",
    "a word": "x",
    "the first day": "0001-01-01",
}
#: Names of fields in all forms, and of what our own functions call things.
NAMES = sorted(
    {
        name
        for path in config.folder("templates").rglob("*.html")
        for name in re.findall(r'\bname="([a-z_0-9]+)"', path.read_text(encoding="utf-8"))
    }
    | {"seen", "status", "error", "name", "code", "problem", "text", "self", "typed", "to", "field", "type", "for"}
)
#: What stands in the place of an address' parts.
PARTS = {"member": "m-0", "result": "g1", "night": "n1", "season": "s1", "game": "g1"}


def _addresses(app: Flask, **parts: str) -> list[str]:
    """The address of every form."""

    def filled(rule: Rule) -> str:
        chosen = re.sub(r"<any\(([^,)]+)[^>]*>", r"\1", rule.rule)
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: {**PARTS, **parts}.get(found[1], "1"), chosen)

    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return sorted(filled(rule) for rule in rules if not rule.rule.startswith("/api/"))


def test_a_body_that_python_itself_cannot_read(app: Flask) -> None:
    night = open_night(in_process(app), people=3).start()
    headers = {"Authorization": f"Bearer {night.host.token}", "Content-Type": "application/json"}
    for body in (
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"key": ' + b"9" * 10_000 + b"}",
        b"\xff",
        b"",
        b'{"seen": NaN}',
    ):
        for at in ("do", "house-rules", "whatif"):
            assert night.host.send("POST", f"/t/{night.code}/{at}", body, headers).status == 400, (at, body[:20])


def _post(phone: Phone, at: str, data: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {phone.token}", "Content-Type": "application/json"}
    answer = phone.send("POST", at, json.dumps({"key": fresh_key(), **data}).encode(), headers)
    assert answer.status < 500, (at, data)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_every_form_with_every_field_odd(app: Flask, odd: Any) -> None:
    send = in_process(app)
    club, night = open_club(send), open_night(send, people=3).start()
    addresses = _addresses(app, slug=club.slug, code=night.code)
    assert len(addresses) > 50
    for at in addresses:
        phone = night.host if night.code in at else club.phone
        _post(phone, at, dict.fromkeys((name for name in NAMES if name != "key"), odd))


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_every_form_of_a_league_with_one_field_odd(app: Flask, odd: Any) -> None:
    club = open_club(in_process(app))
    club.season()
    club.typed("g1", {"Ana": 20, "Bo": 20, "Chiyo": 9}).ok()
    club.change("night-set", night="n1", name="Friday", day="2026-11-13").ok()
    more = {"day": "2026-01-02", "clock": "19:00", "rule": "even", "measure": "sum", "guests": "count", "why": "x"}
    for form, fitting in FORMS.items():
        for name in {**more, **fitting, "key": ""}:
            _post(club.phone, f"/league/{club.slug}{form}", {**more, **fitting, name: odd})


@pytest.mark.parametrize(
    "action",
    [r'{"type": "word", "text": "\ud800"}', r'{"\ud800": 1}', '{"type": "word", "text": NaN}', "[" * 5000, "9" * 5000],
    ids=["half a sign", "half a sign as a name", "no number", "deep", "long"],
)
def test_the_json_that_a_form_carries(app: Flask, action: str) -> None:
    """The edits of a correction and what is tried out travel as JSON in a field of a form, or in an address."""
    night = open_night(in_process(app), people=3).start().begin()
    edits = quote(f'[{{"after": 0, "part": 0, "action": {action}}}]')
    headers = {"Authorization": f"Bearer {night.host.token}", "Content-Type": "application/x-www-form-urlencoded"}
    at = f"/t/{night.code}"
    for page in ("/correct?", "/correct?seq=0&insert=1&", "/correct/preview?"):
        assert night.host.send("GET", f"{at}{page}edits={edits}", None, headers).status == 400, page
    for form, field, sent in (("/correct", "edits", edits), ("/whatif", "to", quote(action))):
        body = f"key={fresh_key()}&seen=1&why=x&{field}={sent}".encode()
        assert night.host.send("POST", at + form, body, headers).status == 400, form


@pytest.mark.parametrize("member", ["kind", "by", "format"])
def test_half_a_sign_in_the_file_of_a_league(app: Flask, member: str) -> None:
    club = open_club(in_process(app))
    document = club.phone.get(f"{club.at}/document").ok()
    (document if member in document else document["lines"][-1])[member] = "\ud800"
    client = app.test_client()
    file = (io.BytesIO(json.dumps(document).encode()), "league.json")
    answer = client.post("/leagues/bring", data={"file": file, "key": fresh_key()})
    assert answer.status_code == 400
