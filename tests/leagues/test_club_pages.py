"""The pages of a league: who may open and send what, with plain forms; what was typed stays when it cannot be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.leagues.clubs import Club, open_club
from tests.players import Phone, fresh_key, in_process

#: Page, and its status for a stranger, a phone with the members' link, the organiser.
PAGES = {
    "": (401, 200, 200), "?game=stella": (401, 200, 200), "?game=stellarion": (401, 200, 200),
    "/games": (401, 200, 200),
    "/game/g1": (401, 200, 200), "/game/nothing": (401, 404, 404), "/games/new": (401, 200, 200),
    "/game/g1/correct": (401, 403, 200), "/members": (401, 200, 200), "/member/m-0": (401, 200, 200),
    "/member/m-0/edit": (401, 403, 200), "/member/m-0/merge?other=m-1": (401, 403, 422),
    "/member/m-0/forget": (401, 403, 200), "/nights": (401, 200, 200), "/night/n1": (401, 200, 200),
    "/night/n1/wall": (401, 200, 200), "/more": (401, 200, 200), "/settings": (401, 403, 200),
    "/rules": (401, 200, 200),
    "/seasons": (401, 200, 200), "/season/s1": (401, 403, 200), "/exchange": (401, 200, 200), "/door": (200, 200, 200),
    "/organiser": (200, 200, 200), "/games.csv": (401, 200, 200), "/standings.csv": (401, 200, 200),
    "/plays.bgsplay": (401, 200, 200), "/league.json": (401, 403, 200), "/feed.atom": (401, 200, 200),
    "/calendar.ics": (401, 200, 200),
}  # fmt: skip
#: Forms that only the organiser may send.
FORMS: dict[str, dict[str, str]] = {
    "/members": {"names": "Zed"}, "/member/m-0/edit": {"name": "Anna", "active": "1"},
    "/member/m-0/merge": {"other": "m-3"},
    "/member/m-0/unmerge": {"gone": "m-1"}, "/member/m-0/forget": {"pseudonym": "Comet"},
    "/game/g1/correct": {"do": "save", "day": "2026-01-02", "why": "x"}, "/game/g1/confirm": {},
    "/game/g1/withdraw": {"note": "x"}, "/game/g1/restore": {"note": "x"},
    "/nights": {"name": "Night", "day": "2026-01-02"},
    "/night/n1/come": {"member": "m-0"}, "/night/n1/go": {"member": "m-0"}, "/night/n1/seat": {"want": "4"},
    "/night/n1/arrive": {"member": "m-0"}, "/night/n1/leave": {"member": "m-0"}, "/night/n1/facts": {"name": "N"},
    "/night/n1/place": {"number": "1"}, "/settings": {"name": "Owls", "zone": "UTC"}, "/links/member": {},
    "/links/organiser": {}, "/links/second": {}, "/links/second/dismiss": {}, "/rules": {"do": "save"},
    "/seasons": {"name": "S", "start": "2031-01-01", "end": "2031-02-01"}, "/season/s1/close": {},
    "/season/s1/reopen": {"note": "x"}, "/season/s1/remove": {}, "/exchange": {}, "/exchange/take": {"token": "x"},
}  # fmt: skip


def _club(app: Flask) -> Club:
    club = open_club(in_process(app))
    club.season()
    club.typed("g1", {"Ana": 20, "Bo": 20, "Chiyo": 9}).ok()
    club.change("night-set", night="n1", name="Friday", day="2026-11-13").ok()
    return club


def _client(app: Flask, phone: Phone | None) -> Any:
    client = app.test_client()
    if phone is not None and phone.token is not None:
        client.set_cookie("starkeeper", phone.token)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_who_may_open_what(app: Flask, page: str) -> None:
    club = _club(app)
    found = tuple(
        _client(app, phone).get(f"/league/{club.slug}{page}").status_code for phone in (None, club.member(), club.phone)
    )
    assert found == PAGES[page]


@pytest.mark.parametrize("form", FORMS)
def test_only_the_organiser_sends_these_forms(app: Flask, form: str) -> None:
    club = _club(app)
    before = club.phone.get(f"{club.at}/document").ok()
    for phone, status in ((None, 401), (club.member(), 403)):
        data = {**FORMS[form], "key": fresh_key()}
        assert _client(app, phone).post(f"/league/{club.slug}{form}", data=data).status_code == status
    foreign = {"Origin": "https://elsewhere.example"}
    answer = _client(app, club.phone).post(f"/league/{club.slug}{form}", data=FORMS[form], headers=foreign)
    assert answer.status_code == 403
    assert club.phone.get(f"{club.at}/document").ok() == before
    answer = _client(app, club.phone).post(f"/league/{club.slug}{form}", data={**FORMS[form], "key": fresh_key()})
    assert answer.status_code < 500


def test_every_page_and_form_of_the_blueprint_is_asked_above(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/league/<slug>")]
    known = {**dict.fromkeys(PAGES, "GET"), **dict.fromkeys(FORMS, "POST")}
    adapter = app.url_map.bind("localhost")
    asked = {
        adapter.match(f"/league/x{path.split('?')[0]}", method=method)[0]
        for path, method in [*((page, "GET") for page in PAGES), *((form, "POST") for form in FORMS)]
    }
    assert {rule.endpoint for rule in rules} - asked == {
        "league.open_door",
        "league.leave",
        "live.league_events",  # test_club_live
    }, known


def test_what_was_typed_stays_when_it_cannot_be(app: Flask) -> None:
    club = _club(app)
    boss, at = _client(app, club.phone), f"/league/{club.slug}"
    answer = boss.post(f"{at}/members", data={"names": "Zed\nAna", "key": fresh_key()})
    assert (answer.status_code, "There is already a Ana" in answer.text) == (422, True)
    assert "Zed\nAna" in answer.text.replace("\r", "")
    assert club.look()["members"] == 4  # all or nothing
    rows = {"member": ["m-0", "m-1", "m-2"], "place": ["1", "1", "2"], "score": ["", "", ""]}
    data = {"game": "stella", "id": "g9", "day": "2026-01-02", "do": "save", "key": fresh_key(), **rows}
    answer = boss.post(f"{at}/games/new", data=data)
    assert answer.status_code == 422
    assert "The places do not fit together" in answer.text
    assert 'value="2026-01-02"' in answer.text
    answer = boss.post(f"{at}/rules", data={"row4": "9 5 3", "do": "preview"})
    assert "A table of 4 needs 4 numbers" in answer.text
    assert 'value="9 5 3"' in answer.text


def test_rules_are_shown_before_they_hold(app: Flask) -> None:
    club = _club(app)
    boss, at = _client(app, club.phone), f"/league/{club.slug}/rules"
    page = boss.get(f"{at}?preset=podium").text
    data: dict[str, Any] = dict(re.findall(r'<input id="(\w+)" name="\1" value="([^"]*)"', page))
    data |= {"measure": "sum", "guests": "keep", "breaks": ["wins", "games"], "rated": ["stella"], "preset": "podium"}
    shown = boss.post(at, data={**data, "do": "preview"})
    assert "What that changes" in shown.text
    assert club.ranks()["Ana"] == (1, "8")
    seen = re.search(r'name="seen" value="(\d+)"', shown.text)
    assert seen is not None
    boss.post(at, data={**data, "do": "save", "seen": seen.group(1), "key": fresh_key()})
    assert club.ranks()["Ana"] == (1, "3.5")  # a shared first place, and a point for coming
    assert club.look()["rules"]["breaks"] == ["wins", "games"]


def test_a_link_that_was_pasted_finds_its_league(app: Flask) -> None:
    club = _club(app)
    client = _client(app, None)
    for typed in (
        club.slug,
        f"/league/{club.slug}",
        f"https://x.example/league/{club.slug}/door#abc",
        f"{club.slug.upper()}/",
    ):
        answer = client.get("/leagues/find", query_string={"link": typed})
        assert answer.status_code == 303, typed
        assert answer.headers["Location"].split("#")[0] == f"/league/{club.slug}/door"
    assert client.get("/leagues/find", query_string={"link": "nothing"}).status_code == 404
