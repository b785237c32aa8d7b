"""What goes out and comes in through the house: the whole league, BG Stats, CSV, feeds."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask

from tests.leagues.clubs import Club, ended_early, open_club
from tests.players import Phone, fresh_key, in_process


def _club(app: Flask, **more: Any) -> Club:
    club = open_club(in_process(app), **more)
    club.season()
    club.typed("g1", {"Ana": 20, "Bo": 20, "Chiyo": 9}, note='-a, "b"').ok()
    club.typed("g2", {"Dan": 20, "Bo": 15, "Chiyo": 9}, game="stella_quest").ok()
    club.change("result-withdrawn", result="g2", note="a test").ok()
    return club


def _get(club: Club, path: str, phone: Phone | None = None) -> Any:
    headers = {} if phone is None else {"Cookie": f"starkeeper={phone.token}"}
    return club.send("GET", f"/league/{club.slug}{path}", None, headers)


def test_the_whole_league_goes_out_and_comes_in_equal(each_app: Flask) -> None:
    club = _club(each_app)
    club.phone.post(f"{club.at}/seasons/s1/close", key=fresh_key()).ok()
    night = ended_early(club.send)
    club.save(night, club.phone, note="found").ok()
    document = club.phone.get(f"{club.at}/document").ok()
    club.member().get(f"{club.at}/document").no(403)
    for secret in club.secrets.values():
        assert secret not in json.dumps(document)
    other, tap = Phone(club.send), fresh_key()
    opened = other.post("/leagues/documents", document=document, key=tap).ok()
    assert other.post("/leagues/documents", document=document, key=tap).ok()["slug"] == opened["slug"]
    at = f"/leagues/{opened['slug']}"
    assert other.get(f"{at}/document").ok() == document
    for path in ("/standings", "/standings?season=s1", "/members", "/records", "/ratings/stella"):
        assert other.get(at + path).ok() == club.phone.get(club.at + path).ok(), path
    mine, theirs = club.look(), other.get(at).ok()
    assert {**mine, "slug": ""} == {**theirs, "slug": ""}


def test_a_document_that_does_not_hold_is_told_where(app: Flask) -> None:
    club = _club(app)
    document = club.phone.get(f"{club.at}/document").ok()
    document["lines"][3]["body"] = {"member": "m-0", "name": "Zed"}
    told = Phone(club.send).post("/leagues/documents", document=document, key=fresh_key()).no(400)
    assert "Line 4" in told["detail"]


def test_the_link_to_bg_stats_and_its_short_address(app: Flask) -> None:
    club = _club(app)
    told = club.phone.get(f"{club.at}/results/g1/push").ok()
    play = json.loads(unquote(told["link"].split("data=")[1]))
    assert [(one["name"], one["rank"], one["winner"]) for one in play["players"]] == [
        ("Ana", 1, True), ("Bo", 1, True), ("Chiyo", 3, False),
    ]  # fmt: skip
    short = urlsplit(told["address"]).path
    assert len(short) < 60
    answer = club.send("GET", short, None, {})  # the phone with BG Stats need not know the league
    assert answer.status == 302
    assert answer.headers["Location"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert club.send("GET", short[:-1] + ("0" if short[-1] != "0" else "1"), None, {}).status == 404
    club.phone.get(f"{club.at}/results/g2/push").no(404)  # withdrawn


def test_a_bg_stats_file_goes_round_and_a_second_time_changes_nothing(each_app: Flask) -> None:
    club = _club(each_app)
    file = json.dumps(club.phone.get(f"{club.at}/plays").ok())
    again = club.phone.post(f"{club.at}/plays", file=file, key=fresh_key()).ok()
    assert again == {"added": 0, "there": 1, "skipped": []}
    other = open_club(club.send, name="Elsewhere", people=("Ana",))
    told = other.phone.post(f"{other.at}/plays/matches", file=file).ok()
    assert [(one["name"], one["member"], one["same"]) for one in told["matches"]] == [
        ("Ana", None, "m-0"), ("Bo", None, None), ("Chiyo", None, None),
    ]  # fmt: skip
    chosen = dict(zip([one["player"] for one in told["matches"]], ("m-0", "new", "guest"), strict=True))
    tap = fresh_key()
    taken = other.phone.post(f"{other.at}/plays", file=file, chosen=chosen, key=tap).ok()
    assert (taken["added"], taken["there"]) == (1, 0)
    other.phone.post(f"{other.at}/plays", file=file, chosen=chosen, key=tap).ok()
    assert other.phone.post(f"{other.at}/plays", file=file, key=fresh_key()).ok()["there"] == 1
    assert other.ranks() == {"Ana": (1, "8"), "Bo": (1, "8")}


def test_csv_is_guarded_and_comes_in_again(app: Flask) -> None:
    club = _club(app)
    text = _get(club, "/games.csv", club.phone).raw.decode()
    assert "'-a, " in text
    other = open_club(club.send, name="Elsewhere", people=("Ana", "Bo", "Chiyo"))
    told = other.phone.post(f"{other.at}/plays/matches", file=text).ok()
    chosen = {one["player"]: one["same"] for one in told["matches"]}
    assert other.phone.post(f"{other.at}/plays", file=text, chosen=chosen, key=fresh_key()).ok()["added"] == 1
    assert other.result(other.phone.get(f"{other.at}/results").ok()[0]["id"])["note"] == '-a, "b"'
    assert b"rank,player_id" in _get(club, "/standings.csv", club.phone).raw


@pytest.mark.parametrize("file", ["", "{", "[]", "PK", "a,b\n1,2\n", '{"plays": 3}', "game,player_name\n"])
def test_files_that_are_none(app: Flask, file: str) -> None:
    club = _club(app)
    answer = club.phone.post(f"{club.at}/plays", file=file, key=fresh_key())
    assert answer.status == 400


def test_a_file_through_the_pages_is_matched_by_people_first(each_app: Flask) -> None:
    club = _club(each_app)
    file = json.dumps(club.phone.get(f"{club.at}/plays").ok()).encode()
    other = open_club(club.send, name="Elsewhere", people=("Ana",))
    client = each_app.test_client()
    client.set_cookie("starkeeper", str(other.phone.token))
    at = f"/league/{other.slug}/exchange"
    asked = client.post(at, data={"file": (io.BytesIO(file), "x.bgsplay"), "key": fresh_key()})
    token = re.search(r'name="token" value="([^"]+)"', asked.text)
    who = re.findall(r'name="(who-[^"]+)"', asked.text)
    assert token is not None
    assert len(who) == 3
    assert other.phone.get(f"{other.at}/results").ok() == []  # nothing is taken in before people have said who is who
    data = {"token": token.group(1), "key": fresh_key(), who[0]: "m-0", who[1]: "new", who[2]: "new"}
    done = client.post(f"{at}/take", data=data)
    assert "1 game taken in" in done.text
    assert client.post(f"{at}/take", data={**data, "key": fresh_key()}).status_code == 410  # the file is gone
    assert len(other.ranks()) == 3


def test_feeds_of_a_private_league_have_a_token_that_ends_with_the_members_link(app: Flask) -> None:
    club = _club(app)
    page = _get(club, "/exchange", club.phone).raw.decode()
    feeds = [urlsplit(one) for one in re.findall(r'readonly value="(http[^"]+)"', page)]
    assert len(feeds) == 2
    for feed in feeds:
        answer = club.send("GET", f"{feed.path}?{feed.query}", None, {})
        assert answer.status == 200
        assert b"Ana" in answer.raw
        assert club.send("GET", feed.path, None, {}).status == 401
        assert club.send("GET", f"{feed.path}?token=0", None, {}).status == 404
    club.phone.post(f"{club.at}/links", which="member").ok()
    for feed in feeds:
        assert club.send("GET", f"{feed.path}?{feed.query}", None, {}).status == 404
