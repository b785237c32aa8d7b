"""A seat goes to another phone: by a code (once, ten minutes, stored hashed) or by the host's yes. The old is out."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables.models import Claim, MoveCode
from app.tables.models import Phone as PhoneRow
from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import MINUTE, codes_age_by, rows, silent_for


def _marking(app: Flask) -> Night:
    night = open_night(in_process(app), people=3).start().begin()
    night.draft(1, [4, 5]).ok()
    return night


def _code(night: Night, seat: int = 1, by: int | None = None) -> str:
    phone = night.phones[seat if by is None else by]
    return str(phone.post(f"{night.at}/seats/{night.ids[seat]}/move").ok()["move_code"])


def _new(night: Night) -> Phone:
    return Phone(night.host.send)


@pytest.mark.parametrize("by", [1, 0], ids=["its own phone", "the host"])
def test_a_seat_moves_with_its_draft_and_the_old_phone_is_out(each_app: Flask, by: int) -> None:
    night = _marking(each_app)
    old, new = night.phones[1], _new(night)
    if by == 0:
        silent_for(each_app, old, 2 * MINUTE)  # the host moves the seat of a dead phone only
    sat = new.post(f"{night.at}/moves", move_code=_code(night, by=by)).ok()
    assert (sat["seat"], sat["table"]["draft"]) == (1, {"cells": [4, 5]})
    assert night.look(old)["you"] is None
    assert night.look(old)["draft"] is None
    old.put(f"{night.at}/draft", cells=[1]).no(401)
    night.act(old, type="lock", cells=[1]).no(401)
    night.act(new, type="lock", cells=[4, 5]).ok()
    assert night.look(new)["view"]["my_marks"] == [4, 5]
    assert "Bo plays on another phone now." in [line["text"] for line in new.get(f"{night.at}/log").ok()]


def test_a_code_is_long_readable_and_stored_hashed(each_app: Flask) -> None:
    night = _marking(each_app)
    code = _code(night)
    letters = code.replace("-", "")
    assert len(letters) == 28
    assert not set(letters) & set("ILOSZ0125")
    stored = [row.code_hash for row in rows(each_app, sa.select(MoveCode.code_hash))]
    assert stored != [letters]
    assert len(stored[0]) == 64
    tokens = [row.token_hash for row in rows(each_app, sa.select(PhoneRow.token_hash))]
    assert not {phone.token for phone in night.phones} & set(tokens)


def test_a_code_may_be_typed_in_any_way(each_app: Flask) -> None:
    night = _marking(each_app)
    typed = f"  {_code(night).lower().replace('-', ' ')} "
    _new(night).post(f"{night.at}/moves", move_code=typed).ok()


def test_a_code_works_once(each_app: Flask) -> None:
    night = _marking(each_app)
    code = _code(night)
    _new(night).post(f"{night.at}/moves", move_code=code).ok()
    _new(night).post(f"{night.at}/moves", move_code=code).no(410, "closed")


def test_a_code_ends_after_ten_minutes(each_app: Flask) -> None:
    night = _marking(each_app)
    code = _code(night)
    codes_age_by(each_app, 10 * MINUTE - 5_000)
    codes_age_by(each_app, 5_001)
    _new(night).post(f"{night.at}/moves", move_code=code).no(410, "closed")
    late = _code(night)
    codes_age_by(each_app, 10 * MINUTE - 5_000)
    _new(night).post(f"{night.at}/moves", move_code=late).ok()


def test_a_newer_code_ends_the_earlier_one(each_app: Flask) -> None:
    night = _marking(each_app)
    first, second = _code(night), _code(night)
    _new(night).post(f"{night.at}/moves", move_code=first).no(404)
    _new(night).post(f"{night.at}/moves", move_code=second).ok()


WRONG = {
    "empty": "", "short": "AAAA", "guessed": "A" * 28, "long": "A" * 100_000, "signs": "%s%(x)s", "NUL": "\x00" * 28,
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_codes_that_do_not_fit(each_app: Flask, case: str) -> None:
    night = _marking(each_app)
    _code(night)
    _new(night).post(f"{night.at}/moves", move_code=WRONG[case]).no(404)


def test_a_code_fits_only_its_own_table(each_app: Flask) -> None:
    night = _marking(each_app)
    other = open_night(night.host.send, people=3)
    _new(night).post(f"{other.at}/moves", move_code=_code(night)).no(404)


def test_who_may_make_a_code(each_app: Flask) -> None:
    night = _marking(each_app)
    path = f"{night.at}/seats/{night.ids[1]}/move"
    night.phones[2].post(path).no(403)
    _new(night).post(path).no(401)
    night.host.post(f"{night.at}/seats/987654321/move").no(404)


def test_a_phone_that_sits_here_takes_no_second_seat(each_app: Flask) -> None:
    night = _marking(each_app)
    code = _code(night)
    night.phones[2].post(f"{night.at}/moves", move_code=code).no(422, "unfit")
    _new(night).post(f"{night.at}/moves", move_code=code).ok()


def test_moving_to_the_same_phone_changes_nothing(each_app: Flask) -> None:
    night = _marking(each_app)
    before = night.look(1)
    night.phones[1].post(f"{night.at}/moves", move_code=_code(night)).ok()
    assert night.look(1) == before


def test_the_host_moves_and_leads_on(each_app: Flask) -> None:
    night = _marking(each_app)
    new = _new(night)
    new.post(f"{night.at}/moves", move_code=_code(night, 0)).ok()
    assert night.look(new)["host"] is True
    assert night.look(0)["host"] is False
    night.act(new, type="leave", seat=2).ok()


def test_players_without_a_phone_move_along_with_the_phone_that_carries_them(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=2)
    mia = night.phones[1].post(f"{night.at}/seats", name="Mia", without_phone=True).ok()["seat"]
    night.start().begin()
    old, new = night.phones[1], _new(night)
    new.post(f"{night.at}/moves", move_code=_code(night)).ok()
    assert night.look(new)["yours"] == [1, mia]
    look = night.look(old)
    assert (look["you"], look["yours"]) == (None, [])
    night.act(old, type="lock", cells=[1], for_=mia).no(401)
    assert look["seats"][mia]["on_phone_of"] == 1


# "I am that Bo"


def test_a_claim_is_asked_once_and_decided_by_the_host(each_app: Flask) -> None:
    night = _marking(each_app)
    new, path = _new(night), f"{night.at}/seats/{night.ids[1]}/claims"
    first = new.post(path).ok()
    assert (first["table"]["claim"], first["table"]["you"]) == ("waiting", None)
    new.post(path).ok()
    claims = night.look()["claims"]
    assert [claim["seat"] for claim in claims] == [1]
    assert night.look(1)["claims"] == night.look(None)["claims"] == night.look(new)["claims"] == []
    decide = f"{night.at}/claims/{claims[0]['id']}"
    night.phones[1].post(decide, yes=True).no(403)
    new.post(decide, yes=True).no(401)
    silent_for(each_app, night.phones[1], 2 * MINUTE)
    assert night.host.post(decide, yes=True).ok()["claims"] == []
    assert night.host.post(decide, yes=False).ok()["claims"] == []
    look = night.look(new)
    assert (look["you"], look["draft"]) == (1, {"cells": [4, 5]})
    assert night.look(1)["you"] is None


def test_a_claim_on_a_phone_that_is_here_shows_none_of_its_marks(each_app: Flask) -> None:
    """The host's second phone asked for a living phone's seat, the host said yes, and saw its marks."""
    night = _marking(each_app)
    night.lock(1, [4, 5]).ok()
    new = _new(night)
    new.post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
    night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=True).ok()
    look = night.look(new)
    assert (look["you"], look["veiled"], look["draft"], look["view"]["my_marks"]) == (1, True, None, None)
    assert look["view"]["seats"][1]["locked"] is True


def test_the_host_makes_no_code_for_a_phone_that_is_here(each_app: Flask) -> None:
    night = _marking(each_app)
    path = f"{night.at}/seats/{night.ids[1]}/move"
    night.host.post(path).no(422, "unfit")
    silent_for(each_app, night.phones[1], 2 * MINUTE)
    night.host.post(path).ok()


def test_a_claim_that_was_declined(each_app: Flask) -> None:
    night = _marking(each_app)
    new, path = _new(night), f"{night.at}/seats/{night.ids[1]}/claims"
    new.post(path).ok()
    night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=False).ok()
    look = night.look(new)
    assert (look["claim"], look["you"]) == ("no", None)
    assert night.look(1)["you"] == 1
    new.post(path).ok()
    assert night.look(new)["claim"] == "waiting"


def test_of_two_who_ask_one_gets_the_seat(each_app: Flask) -> None:
    night = _marking(each_app)
    one, two = _new(night), _new(night)
    for phone in (one, two):
        phone.post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
    night.host.post(f"{night.at}/claims/{night.look()['claims'][1]['id']}", yes=True).ok()
    assert night.look(two)["you"] == 1
    assert night.look(one)["claim"] == "no"
    assert night.look()["claims"] == []


def test_claims_that_cannot_be(each_app: Flask) -> None:
    night = _marking(each_app)
    night.phones[2].post(f"{night.at}/seats/{night.ids[1]}/claims").no(422, "unfit")
    _new(night).post(f"{night.at}/seats/424242/claims").no(404)
    night.phones[1].post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
    assert rows(each_app, Claim.__table__.select()) == []
    for number in (424242, 2**31, 2**63, 10**40):
        night.host.post(f"{night.at}/claims/{number}", yes=True).no(404)


def test_a_claim_of_another_table_is_not_found(each_app: Flask) -> None:
    night, other = _marking(each_app), open_night(in_process(each_app), people=2)
    _new(night).post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
    other.host.post(f"{other.at}/claims/{night.look()['claims'][0]['id']}", yes=True).no(404)
    assert night.look()["claims"]
