"""Tables that are saved to leagues: by people, once, signed off, corrected; on both databases."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from flask import Flask

from app.leagues.book import Mission
from app.leagues.stored import tables
from tests.leagues.clubs import ended_early, finished, open_club
from tests.players import Night, Phone, fresh_key, in_process, open_night


def test_a_finished_table_counts_when_its_host_saves_it(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send), finished(send)
    club.enter(night.host, "member").ok()
    offer = night.host.get(f"{club.at}/tables/{night.code}").ok()
    assert [seat["same"] for seat in offer["seats"]] == [club.people[seat["name"]] for seat in offer["seats"]]
    saved = club.save(night).ok()["result"]
    told = club.result(saved)
    assert told["table"] == night.code
    assert told["counts"]
    assert [seat["place"] for seat in told["seats"]] == night.look(None)["view"]["outcome"]["places"]
    assert [seat["score"] for seat in told["seats"]] == night.look(None)["view"]["outcome"]["points"]
    assert all(len(seat["rounds"]) == 4 for seat in told["seats"])
    assert told["confirmed"][0]["name"] == "Ana"
    assert len(club.ranks()) == 4
    assert "written into a league" in str(night.host.get(f"{night.at}/log").ok())


def test_two_seats_sign_and_one_phone_signs_once(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send, confirmations=2), ended_early(send)
    club.enter(night.host, "member").ok()
    saved = club.save(night).ok()["result"]
    assert (club.result(saved)["counts"], club.result(saved)["missing"]) == (False, 1)
    assert club.ranks() == {}
    confirm = f"{club.at}/tables/{night.code}/confirm"
    night.host.post(confirm, key=fresh_key()).no(422)
    Phone(send).post(confirm, key=fresh_key()).no(401)
    tap = fresh_key()
    first = night.phones[1].post(confirm, key=tap).ok()  # Bo needs no link: the seat is enough
    assert night.phones[1].post(confirm, key=tap).ok() == {**first, "replayed": True}
    assert club.result(saved)["counts"]
    assert len(club.ranks()) == 3


def test_players_without_a_phone_do_not_let_one_phone_sign_twice(app: Flask) -> None:
    send = in_process(app)
    club, night = open_club(send, confirmations=2), open_night(send, 2)
    night.host.post(f"{night.at}/seats", name="Chiyo", without_phone=True).ok()
    night.start()
    night.act(0, type="leave", seat=1).ok()
    night.act(0, type="end_early").ok()
    club.enter(night.host, "member").ok()
    saved = club.save(night).ok()["result"]
    night.host.post(f"{club.at}/tables/{night.code}/confirm", key=fresh_key()).no(422)
    assert club.result(saved)["missing"] == 1
    club.change("result-confirmed", result=saved).ok()  # the organiser's word is enough
    assert club.result(saved)["counts"]


def test_new_people_and_guests_come_with_a_table(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send, people=("Ana",)), ended_early(send)
    club.enter(night.host, "member").ok()
    at = f"{club.at}/tables/{night.code}"
    night.host.post(at, members=[club.people["Ana"], "", "guest"], key=fresh_key()).no(400)
    night.host.post(at, members=["new", "new", "guest"], key=fresh_key()).no(422)  # there is an Ana
    assert club.look()["members"] == 1
    night.host.post(at, members=[club.people["Ana"], "new", "guest"], key=fresh_key()).ok()
    told = {one["name"]: one["guest"] for one in club.phone.get(f"{club.at}/members").ok()}
    assert told == {"Ana": False, "Bo": False, "Chiyo": True}
    assert set(club.ranks()) == {"Ana", "Bo"}


def test_a_table_counts_once_and_the_same_tap_too(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send), ended_early(send)
    club.enter(night.host, "member").ok()
    tap = fresh_key()
    first = club.save(night, key=tap).ok()
    assert club.save(night, key=tap).ok() == first
    club.save(night).no(422)
    assert len(club.phone.get(f"{club.at}/results").ok()) == 1


def test_who_may_save(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send), ended_early(send)
    club.save(night).no(401)  # the host's phone has no link of a private league
    club.save(night, club.member()).no(401)  # belongs to the league, sits nowhere
    bo = night.phones[1]
    club.enter(bo, "member").ok()
    club.save(night, bo).no(403)  # the host alone, says this league
    club.save(night, club.phone).ok()  # the organiser, from a distance
    assert club.result(club.phone.get(f"{club.at}/results").ok()[0]["id"])["counts"]


def test_a_game_under_way_is_not_saved(app: Flask) -> None:
    send = in_process(app)
    club, night = open_club(send), open_night(send, 3).start()
    club.enter(night.host, "member").ok()
    club.save(night).no(422)
    night.host.put(f"{club.at}/tables/{night.code}").ok()
    club.stranger().put(f"{club.at}/tables/{night.code}").no(401)


def _ends_otherwise(night: Night) -> None:
    """The end is taken back, and the two who are left play another round first."""
    night.tap("undo").ok()
    night.act(0, type="next_round").ok()
    night.begin()
    night.lock(0, [5]).ok()
    night.lock(1, [5, 6, 7], closing=True).ok()
    night.act(0, type="place_lanterns").ok()
    night.reveal_rest()
    night.act(0, type="end_early").ok()


@pytest.mark.parametrize("by", ["host", "organiser"])
def test_a_table_that_ends_otherwise_is_corrected_with_before_and_after(each_app: Flask, by: str) -> None:
    send = in_process(each_app)
    club, night = open_club(send), ended_early(send)
    club.enter(night.host, "member").ok()
    saved = club.save(night).ok()["result"]
    before = club.result(saved)
    _ends_otherwise(night)
    offer = night.host.get(f"{club.at}/tables/{night.code}").ok()
    assert offer["differs"]
    asker = night.host if by == "host" else club.phone
    at = f"{club.at}/tables/{night.code}/correct"
    night.phones[1].post(at, note="x", key=fresh_key()).no(401)
    asker.post(at, note="", key=fresh_key()).no(422)
    asker.post(at, note="one more round", key=fresh_key()).ok()
    told = club.result(saved)
    assert told["past"][0]["before"]["seats"] == before["seats"]
    assert told["past"][0]["note"] == "one more round"
    assert [seat["score"] for seat in told["seats"]] == night.look(None)["view"]["outcome"]["points"]
    assert not night.host.get(f"{club.at}/tables/{night.code}").ok()["differs"]
    asker.post(at, note="again", key=fresh_key()).no(422)  # nothing would change


def test_the_finished_page_shows_the_league_to_those_who_sit_there(app: Flask) -> None:
    send = in_process(app)
    club, night = open_club(send, confirmations=2), ended_early(send)
    club.enter(night.host, "member").ok()

    def page(phone: Phone | None) -> str:
        headers = {} if phone is None else {"Cookie": f"starkeeper={phone.token}"}
        return send("GET", f"/t/{night.code}", None, headers).raw.decode()

    assert "Save to a league" in page(night.host)
    assert "Save to a league" not in page(None)
    club.save(night).ok()
    assert "Saved to Friday Owls" in page(night.phones[1])
    assert "It is right (Bo)" in page(night.phones[1])
    assert "It is right (Ana)" not in page(night.host)
    assert "Friday Owls" not in page(None)


def test_other_processes_see_it_at_once(each_app: Flask) -> None:
    from tests.houses import elsewhere

    send = in_process(each_app)
    club, night = open_club(send), ended_early(send)
    club.enter(night.host, "member").ok()
    assert club.ranks() == {}
    with elsewhere():
        club.save(night).ok()
    here = club.ranks()
    assert len(here) == 3
    with elsewhere():
        assert club.ranks() == here


def test_the_rebuild_finds_nothing_wrong(each_app: Flask) -> None:
    from app.leagues.stored import checking

    send = in_process(each_app)
    club, night = open_club(send), ended_early(send)
    club.enter(night.host, "member").ok()
    club.save(night).ok()
    with each_app.app_context():
        (told,) = checking.rebuild()
    assert (told.slug, told.games, told.troubles) == (club.slug, 1, ())


def test_playing_again_stays_with_the_league(app: Flask) -> None:
    send = in_process(app)
    club, night = open_club(send), ended_early(send)
    club.enter(night.host, "member").ok()
    night.host.put(f"{club.at}/tables/{night.code}").ok()
    club.save(night).ok()
    again = Night(night.phones, night.tap("again").ok()["code"])
    again.start()
    again.act(0, type="leave", seat=2).ok()
    again.act(0, type="end_early").ok()
    page = send("GET", f"/t/{again.code}", None, {"Cookie": f"starkeeper={night.host.token}"}).raw.decode()
    assert "Save to Friday Owls" in page
    club.save(again).ok()
    assert len(club.phone.get(f"{club.at}/results").ok()) == 2


@pytest.mark.parametrize(
    ("options", "winners", "mission"),
    [
        ({"stars": 3, "expansions": ["sun", "mirrors"]}, [0, 1], Mission(True, ("mirrors", "sun"), 3)),
        ({"stars": 2, "expansions": "sun"}, [], Mission(False, ("sun",), 2)),
        ({}, [], Mission(False)),
    ],
)
def test_a_game_won_together_tells_its_mission(
    options: dict[str, object], winners: list[int], mission: Mission
) -> None:
    table = SimpleNamespace(game="stellarion", options=options)
    assert tables._mission(table, {"winners": winners}) == mission
    assert tables._mission(SimpleNamespace(game="stella", options=options), {"winners": winners}) is None
