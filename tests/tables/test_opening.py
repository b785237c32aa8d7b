"""Opening a table, sitting down, the order of seats, the start, the lobby again."""

from __future__ import annotations

import pytest
from flask import Flask

from app.tables.models import Entry, SeatRow
from tests.players import NAMES, Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import rows


def test_a_new_table_has_its_host_and_nobody_else(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=1)
    look = night.look()
    assert (look["status"], look["host"], look["you"], look["yours"]) == ("lobby", True, 0, [0])
    assert [(seat["name"], seat["host"], seat["here"]) for seat in look["seats"]] == [("Ana", True, True)]
    assert look["view"] is None
    assert night.look(None)["you"] is None


def test_codes_have_no_lookalikes_and_ignore_case_and_blanks(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=1)
    assert not set(night.code) & set("ILOSZ0125")
    for typed in (night.code.lower(), f" {night.code[:2]} {night.code[2:]} ", "-".join(night.code)):
        assert night.host.get(f"/tables/{typed.replace(' ', '%20')}").ok()["code"] == night.code


def test_the_same_tap_opens_one_table(each_app: Flask) -> None:
    send = in_process(each_app)
    phone = Phone(send)
    phone.token = phone.post("/tables", game="stella", name="Ana", key=fresh_key()).ok()["token"]
    key = fresh_key()
    first, second = (phone.post("/tables", game="stella", name="Ana", key=key).ok() for _ in range(2))
    assert first["code"] == second["code"]
    assert phone.post("/tables", game="stella", name="Ana", key=fresh_key()).ok()["code"] != first["code"]
    other = Phone(send)
    assert other.post("/tables", game="stella", name="Ana", key=key).ok()["code"] != first["code"]


def test_a_phone_that_sits_down_again_gets_its_seat(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    again = night.phones[1].post(f"{night.at}/seats", name="Somebody else").ok()
    assert (again["seat"], again["seat_id"]) == (1, night.ids[1])
    assert [seat["name"] for seat in night.look()["seats"]] == list(NAMES[:3])
    night.start()
    assert night.phones[1].post(f"{night.at}/seats", name="Bo").ok()["seat"] == 1


def test_a_credential_has_256_bits_and_is_told_once(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=2)
    assert all(phone.token is not None and len(phone.token) >= 43 for phone in night.phones)
    assert night.phones[0].token != night.phones[1].token
    assert night.phones[1].post(f"{night.at}/seats", name="Bo").ok()["token"] is None


def test_a_taken_name_is_a_choice_not_a_dead_end(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=2)
    late = Phone(night.host.send)
    problem = late.post(f"{night.at}/seats", name=" bO ").no(409, "taken")
    assert (problem["seat_id"], problem["name"], problem["suggestion"]) == (night.ids[1], "Bo", "bO 2")
    assert late.post(f"{night.at}/seats", name=problem["suggestion"]).ok()["seat"] == 2


def test_the_seventh_finds_no_seat_but_may_watch(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=6)
    late = Phone(night.host.send)
    late.post(f"{night.at}/seats", name="Gus").no(422, "unfit")
    assert len(night.look(late)["seats"]) == 6


def test_signs_are_unique_and_a_taken_one_is_replaced(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=1)
    for name in NAMES[1:]:
        Phone(night.host.send).post(f"{night.at}/seats", name=name, sign=0).ok()
    assert sorted(seat["sign"] for seat in night.look()["seats"]) == list(range(6))


def test_renaming(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    bo, seat = night.phones[1], f"{night.at}/seats/{night.ids[1]}"
    assert bo.put(seat, name="Bob", sign=5).ok()["seats"][1] | {"here": True} == {
        "id": night.ids[1], "number": 1, "name": "Bob", "sign": 5, "host": False, "here": True, "on_phone_of": None,
    }  # fmt: skip
    bo.put(seat, name="ANA").no(409, "taken")
    bo.put(seat, name="Bob", sign=0).no(409, "taken")
    bo.put(seat, name="bob").ok()
    night.phones[2].put(seat, name="Rob").no(403, "not-your-seat")
    night.host.put(seat, name="Bo").ok()
    Phone(bo.send).put(seat, name="Bo").no(401, "stranger")
    bo.put(f"{night.at}/seats/{10**30}", name="Bo").no(404)
    night.start()
    before = night.look()["seq"]
    assert bo.put(seat, name="Bo", sign=5).ok()["seq"] == before
    bo.put(seat, name="Bonnie").ok()
    assert night.look(None)["seats"][1]["name"] == "Bonnie"


def test_the_host_puts_the_seats_into_order(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=4)
    order = [night.ids[index] for index in (2, 0, 3, 1)]
    look = night.host.put(f"{night.at}/order", order=order).ok()
    assert [seat["id"] for seat in look["seats"]] == order
    assert [seat["number"] for seat in look["seats"]] == [0, 1, 2, 3]
    assert look["you"] == 1
    before = look["seq"]
    assert night.host.put(f"{night.at}/order", order=order).ok()["seq"] == before
    for wrong in (order[:3], [*order[:3], order[0]], [*order, 10**20], [1, 2, 3, -1]):
        night.host.put(f"{night.at}/order", order=wrong).no(422, "unfit")
    night.phones[1].put(f"{night.at}/order", order=order).no(403)
    night.start()
    night.host.put(f"{night.at}/order", order=night.ids).no(410, "closed")


def test_standing_up_and_being_removed(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=4)
    night.phones[1].delete(f"{night.at}/seats/{night.ids[2]}").no(403)
    night.phones[1].delete(f"{night.at}/seats/{night.ids[1]}").ok()
    look = night.host.delete(f"{night.at}/seats/{night.ids[3]}").ok()
    assert [(seat["number"], seat["name"]) for seat in look["seats"]] == [(0, "Ana"), (1, "Chiyo")]
    night.host.delete(f"{night.at}/seats/{night.ids[0]}").no(422, "unfit")
    night.host.delete(f"{night.at}/seats/{night.ids[3]}").no(404)
    assert night.look(night.phones[3])["you"] is None
    night.phones[3].post(f"{night.at}/seats", name="Dan").ok()
    night.start()
    night.host.delete(f"{night.at}/seats/{night.ids[2]}").no(410, "closed")


def test_removing_a_seat_that_has_codes_claims_and_drafts(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=4)
    seat = f"{night.at}/seats/{night.ids[3]}"
    night.host.post(f"{seat}/move").ok()
    Phone(night.host.send).post(f"{seat}/claims").ok()
    night.start().begin()
    night.draft(3, [1]).ok()
    night.tap("undo").ok()
    night.tap("lobby").ok()
    night.host.delete(seat).ok()
    assert {row.name for row in rows(each_app, SeatRow.__table__.select())} == {"Ana", "Bo", "Chiyo"}


@pytest.mark.parametrize("people", [1, 2])
def test_too_few_cannot_start(each_app: Flask, people: int) -> None:
    night = open_night(in_process(each_app), people=people)
    problem = night.host.post(f"{night.at}/start", key=fresh_key(), first_scout=0).no(422, "unfit")
    assert "3" in problem["detail"]
    assert "6" in problem["detail"]


STARTS = {
    "without a first scout": ({}, 400),
    "a seat that is not there": ({"first_scout": 3}, 400),
    "a negative seat": ({"first_scout": -1}, 400),
    "a word": ({"first_scout": "Ana"}, 400),
    "true": ({"first_scout": True}, 400),
    "a list": ({"first_scout": [0]}, 400),
    "null": ({"first_scout": None}, 400),
    "something more": ({"first_scout": 0, "rounds": 9}, 400),
    "random": ({"first_scout": "random"}, 200),
    "the last seat": ({"first_scout": 2}, 200),
}


@pytest.mark.parametrize("case", STARTS)
def test_start_conditions(app: Flask, case: str) -> None:
    options, status = STARTS[case]
    night = open_night(in_process(app), people=3)
    answer = night.host.post(f"{night.at}/start", key=fresh_key(), **options)
    assert answer.status == status, answer.json
    assert night.look()["status"] == ("playing" if status == 200 else "lobby")


def test_only_the_host_starts_and_only_once(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    night.phones[1].post(f"{night.at}/start", key=fresh_key(), first_scout=0).no(403)
    Phone(night.host.send).post(f"{night.at}/start", key=fresh_key(), first_scout=0).no(401)
    key = fresh_key()
    first = night.host.post(f"{night.at}/start", key=key, first_scout=0).ok()
    second = night.host.post(f"{night.at}/start", key=key, first_scout=0).ok()
    assert (first["replayed"], second["replayed"]) == (False, True)
    assert first["seq"] == second["seq"]
    night.host.post(f"{night.at}/start", key=fresh_key(), first_scout=0).no(410, "closed")
    Phone(night.host.send).post(f"{night.at}/seats", name="Late").no(410, "closed")


def test_back_to_the_lobby_while_nothing_was_played(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start(2)
    assert night.look()["can_reopen_lobby"] is True
    assert night.look(1)["can_reopen_lobby"] is False
    night.tap("lobby", 1).no(403)
    night.tap("lobby").ok()
    look = night.look()
    assert (look["status"], look["view"], look["started_at"]) == ("lobby", None, None)
    night.tap("undo").no(422)
    night.tap("lobby").no(410)
    Phone(night.host.send).post(f"{night.at}/seats", name="Late").ok()
    assert night.start(3).look()["view"]["first_scout"] == 3
    night.begin()
    night.tap("lobby").no(422, "unfit")
    night.tap("undo").ok()
    night.tap("lobby").ok()
    night.verify(each_app)


def test_before_the_start_nothing_is_played(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    night.act(0, type="begin").no(410, "closed")
    night.draft(0, [1]).no(410, "closed")
    night.tap("undo").no(422)
    night.tap("redo").no(422)
    night.host.get(f"{night.at}/record").no(400)
    night.tap("again").no(410)


def _finished(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start(1)
    for number in range(4):
        if number:
            night.act(0, type="next_round").ok()
        night.play_round([[0, 1], [0, 1], [0, 1]])
    assert night.look()["status"] == "finished"
    return night


def test_play_again_takes_the_same_people_and_moves_the_first_player_on(each_app: Flask) -> None:
    night = _finished(each_app)
    night.phones[1].put(f"{night.at}/face", turn=90).ok()
    night.tap("again", 1).no(403)
    key = fresh_key()
    code = night.tap("again", key=key).ok()["code"]
    assert night.tap("again", key=key).ok()["code"] == code
    assert night.tap("again").ok()["code"] == code
    assert night.look(2)["next_code"] == code
    then = Night(night.phones, code)
    look = then.look(1)
    assert (look["status"], look["you"], look["turn"]) == ("lobby", 1, 90)
    assert [seat["name"] for seat in look["seats"]] == list(NAMES[:3])
    assert [seat["host"] for seat in look["seats"]] == [True, False, False]
    then.host.post(f"{then.at}/start", key=fresh_key()).ok()
    assert then.look()["view"]["first_scout"] == 2
    assert len(rows(each_app, Entry.__table__.select().where(Entry.kind == "again"))) == 1


def test_play_again_with_a_key_that_was_used_is_refused(each_app: Flask) -> None:
    night = _finished(each_app)
    night.tap("undo").ok()
    key = fresh_key()
    night.tap("redo", key=key).ok()
    night.tap("again", key=key).no(400, "malformed")
    night.tap("again").ok()


def test_a_first_scout_from_a_form_is_kept_as_a_number_and_moves_on(each_app: Flask) -> None:
    """A form sends "1"; kept as text, "play again" would not have moved the first scout on."""
    night = open_night(in_process(each_app), people=4)
    night.host.post(f"{night.at}/start", key=fresh_key(), first_scout="1").ok()
    assert night.look()["options"] == {"first_scout": 1}
    assert night.look()["view"]["first_scout"] == 1
