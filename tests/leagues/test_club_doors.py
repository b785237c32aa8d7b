"""The ways into a league: links that end, a second organiser, private and public ones, the same tap twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from app.leagues.stored.models import League, LeagueKey, LeagueLine
from tests.leagues.clubs import open_club
from tests.players import Phone, fresh_key, in_process
from tests.strength.test_races import together
from tests.tables.clock import rows

READING = ("", "/standings", "/members", "/results", "/nights", "/records", "/missions", "/ratings/stella", "/plays")


def test_opening_is_done_once_per_tap(each_app: Flask) -> None:
    phone, tap = Phone(in_process(each_app)), fresh_key()
    told = {"name": "Owls", "zone": "Asia/Tokyo", "key": tap}
    first = phone.post("/leagues", **told).ok()
    again = phone.post("/leagues", **told).ok()
    assert again["slug"] == first["slug"]
    assert again["organiser"] == ""  # told once
    assert [one["slug"] for one in phone.get("/leagues").ok()] == [first["slug"]]
    other = phone.post("/leagues", **{**told, "key": fresh_key()}).ok()
    assert other["slug"] != first["slug"]


def test_a_name_in_any_script_gives_an_address(app: Flask) -> None:
    for name in ("金曜の会", "Ömer & Zoë's!", "x" * 60, "A"):
        club = open_club(in_process(app), name=name, people=())
        assert re.fullmatch(r"[a-z0-9-]{3,48}", club.slug), club.slug
        assert club.look()["name"] == name


@pytest.mark.parametrize("wrong", [{"zone": "Nowhere/At_All"}, {"name": "  "}, {"name": "x" * 70}, {"preset": "?"}])
def test_what_cannot_be_opened(app: Flask, wrong: dict[str, str]) -> None:
    phone = Phone(in_process(app))
    answer = phone.post("/leagues", **{"name": "Owls", "zone": "UTC", "key": fresh_key(), **wrong})
    assert answer.status in (400, 422)
    assert rows(app, sa.select(League.id)) == []


def test_only_hashes_are_stored(app: Flask) -> None:
    club = open_club(in_process(app))
    stored = str(rows(app, sa.select(League))) + str(rows(app, sa.select(LeagueKey))) + str(
        rows(app, sa.select(LeagueLine))
    )  # fmt: skip
    for secret in club.secrets.values():
        assert len(secret) >= 43  # 256 bits
        assert secret not in stored


def test_a_private_league_needs_its_link(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    stranger = club.stranger()
    for path in READING:
        stranger.get(club.at + path).no(401)
    for page in (
        "",
        "/games",
        "/members",
        "/nights",
        "/more",
        "/exchange",
        "/games.csv",
        "/feed.atom",
        "/plays.bgsplay",
    ):
        assert club.send("GET", f"/league/{club.slug}{page}", None, {}).status == 401, page
    member = club.member()
    for path in READING:
        member.get(club.at + path).ok()
    club.change("named", name="Friday Owls", zone="Europe/Paris", public=True).ok()
    for path in READING:
        stranger.get(club.at + path).ok()


def test_a_wrong_link_opens_nothing(each_app: Flask) -> None:
    club, other = open_club(in_process(each_app)), open_club(in_process(each_app), name="Others")
    phone = club.stranger()
    phone.post(f"{club.at}/keys", code=other.secrets["member"]).no(404)
    phone.post(f"{club.at}/keys", code="x" * 43).no(404)
    phone.post(f"{club.at}/keys", code="short").no(400)
    phone.get(club.at).no(401)
    link = f"https://example.org/league/{club.slug}/door#{club.secrets['member']}"
    assert phone.post(f"{club.at}/keys", code=link).ok()["role"] == "member"
    phone.get(club.at).ok()


@pytest.mark.parametrize("which", ["organiser", "member", "second"])
def test_a_new_link_ends_the_old_one_at_the_next_request(each_app: Flask, which: str) -> None:
    club = open_club(in_process(each_app))
    if which == "second":
        club.secrets["second"] = club.phone.post(f"{club.at}/links", which="second").ok()["code"]
    old = club.stranger()
    club.enter(old, which).ok()
    old.get(club.at).ok()
    fresh = club.phone.post(f"{club.at}/links", which=which).ok()["code"]
    old.get(club.at).no(401)
    club.enter(club.stranger(), which).no(404)
    club.secrets[which] = fresh
    club.enter(old, which).ok()
    old.get(club.at).ok()
    club.change("member-added", member="m-9", name="Zed").ok()  # the phone that made it goes on organising


def test_a_second_organiser_does_everything_but_put_the_first_out(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    club.secrets["second"] = club.phone.post(f"{club.at}/links", which="second").ok()["code"]
    second = club.stranger()
    assert club.enter(second, "second").ok()["role"] == "second"
    club.change("member-added", second, member="m-9", name="Zed").ok()
    second.post(f"{club.at}/links", which="organiser").no(403)
    second.post(f"{club.at}/links", which="second").ok()
    second.post(f"{club.at}/links", which="member").ok()
    second.get(club.at).ok()
    assert club.phone.delete(f"{club.at}/links/second").status == 204
    second.get(club.at).no(401)


def test_leaving_forgets_the_league_on_this_phone(app: Flask) -> None:
    club = open_club(in_process(app))
    member = club.member()
    assert [one["slug"] for one in member.get("/leagues").ok()] == [club.slug]
    assert member.delete(f"{club.at}/keys").status == 204
    assert member.get("/leagues").ok() == []
    club.phone.delete(f"{club.at}/keys").no(422)  # whoever organises stays


def test_the_command_line_hands_a_new_organisers_link_out(app: Flask) -> None:
    from app.leagues.stored import doors

    club = open_club(in_process(app))
    with app.app_context():
        club.secrets["organiser"] = doors.hand_out(club.slug)
    club.phone.get(club.at).no(401)
    club.enter(club.phone, "organiser").ok()
    assert club.look()["organises"]


def test_the_command_line_rebuilds_and_hands_links_out(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from app.cli import cli
    from tests.houses import dispose, make_app

    house = make_app(tmp_path)
    club = open_club(in_process(house))
    told = CliRunner().invoke(cli, ["league", "rebuild", "--instance", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert f"{club.slug}: 5 changes, 4 people, 0 games that count" in told.output
    link = CliRunner().invoke(cli, ["league", "organiser", club.slug, "--instance", str(tmp_path)]).output.strip()
    assert f"/league/{club.slug}/organiser#" in link
    club.phone.get(club.at).no(401)
    club.secrets["organiser"] = link
    club.enter(club.phone, "organiser").ok()
    assert CliRunner().invoke(cli, ["league", "organiser", "nobody", "--instance", str(tmp_path)]).exit_code == 1
    dispose(house)


# The same tap, and many at once


def test_two_leagues_of_one_name_at_the_same_moment(each_app: Flask) -> None:
    phones = [Phone(in_process(each_app)) for _ in range(4)]
    told = {"name": "Friday Owls", "zone": "UTC"}
    answers = together(*(lambda phone=phone: phone.post("/leagues", key=fresh_key(), **told) for phone in phones))
    assert len({answer.ok()["slug"] for answer in answers}) == 4


def test_the_same_tap_counts_once(each_app: Flask) -> None:
    club, tap = open_club(in_process(each_app)), fresh_key()
    first = club.change("member-added", member="m-9", name="Zed", key=tap).ok()
    again = club.change("member-added", member="m-9", name="Zed", key=tap).ok()
    assert again == {**first, "replayed": True}
    assert club.look()["members"] == 5


def test_two_organisers_at_the_same_moment(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    club.secrets["second"] = club.phone.post(f"{club.at}/links", which="second").ok()["code"]
    second = club.stranger()
    club.enter(second, "second").ok()
    phones = [Phone(in_process(each_app), token) for token in (club.phone.token, second.token)]
    answers = together(
        *(
            lambda phone=phone, number=number: club.change(
                "member-added", phone, member=f"x-{number}", name=f"Same {number // 2}"
            )
            for number, phone in enumerate(phones * 3)
        )
    )
    assert sorted(answer.status for answer in answers) == [201, 201, 201, 422, 422, 422]
    assert [row.seq for row in rows(each_app, sa.select(LeagueLine.seq).order_by(LeagueLine.seq))] == list(range(1, 9))


def test_one_tap_sent_by_an_eager_thumb_in_six_threads(each_app: Flask) -> None:
    club, tap = open_club(in_process(each_app)), fresh_key()
    phones = [Phone(in_process(each_app), club.phone.token) for _ in range(6)]
    answers = together(
        *(lambda phone=phone: club.change("member-added", phone, member="m-9", name="Zed", key=tap) for phone in phones)
    )
    assert len({answer.ok()["seq"] for answer in answers}) == 1
    assert sum(not answer.json["replayed"] for answer in answers) == 1


def test_a_decision_on_an_old_preview_is_told_so(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    seen = club.phone.post(f"{club.at}/previews", kind="member-renamed", body={"member": "m-0", "name": "Anna"}).ok()[
        "seq"
    ]
    club.change("member-added", member="m-9", name="Zed").ok()
    club.change("member-renamed", member="m-0", name="Anna", seen=seen).no(409, "stale")


def test_a_broken_line_is_told_and_nothing_more_is_written(app: Flask) -> None:
    from app.tables.models import db
    from tests.houses import forget

    club = open_club(in_process(app))
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(sa.update(LeagueLine).where(LeagueLine.seq == 3).values(body={"member": "m-1", "name": ""}))
    forget()
    told = club.look()
    assert (told["broken"], told["members"]) == (3, 1)  # the good prefix can be read
    club.change("member-added", member="m-9", name="Zed").no(500, "broken-log")


@pytest.mark.parametrize("slug", ["%00", "a%00b", "%F0%9F%A6%89", "x" * 300, "..", "Friday-Owls", "no-such"])
def test_addresses_that_lead_nowhere(each_app: Flask, slug: str) -> None:
    open_club(in_process(each_app))
    assert Phone(in_process(each_app)).get(f"/leagues/{slug}").status == 404
