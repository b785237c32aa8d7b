"""Who may do what: every action and service, asked by a watcher, a stranger, another seat, one's own, the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.api.routes import ROUTES, record
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import MINUTE, silent_for

SAME = [[0, 1], [0, 1], [0, 1, 2]]
WORD = {"after": 0, "action": {"type": "word", "text": "x"}}
#: Bo's is the seat in question.
SEAT = 1
ASKERS = ("watcher", "stranger", "other seat", "own seat", "host")


def _phone(night: Night, asker: str) -> Phone:
    match asker:
        case "watcher":
            return Phone(night.host.send)
        case "stranger":
            somewhere = open_night(night.host.send, people=1)
            return somewhere.host
        case "other seat":
            return night.phones[2]
        case "own seat":
            return night.phones[SEAT]
        case _:
            return night.host


def _lobby(app: Flask) -> Night:
    return open_night(in_process(app), people=3)


def _started(app: Flask) -> Night:
    return _lobby(app).start(SEAT)


def _marking(app: Flask) -> Night:
    return _started(app).begin()


def _drafted(app: Flask) -> Night:
    night = _marking(app)
    night.draft(SEAT, [0, 1]).ok()
    return night


def _locked(app: Flask) -> Night:
    night = _marking(app)
    night.lock(SEAT, [0, 1]).ok()
    return night


def _announced(app: Flask) -> Night:
    return _marking(app).lock_all(SAME)


def _revealing(app: Flask) -> Night:
    return _started(app).to_reveal(SAME)


def _revealed(app: Flask) -> Night:
    night = _revealing(app)
    night.act(SEAT, type="reveal", cell=0).ok()
    return night


def _undone(app: Flask) -> Night:
    night = _revealed(app)
    night.tap("undo", SEAT).ok()
    return night


def _scored(app: Flask) -> Night:
    return _revealing(app).reveal_rest()


def _second(app: Flask) -> Night:
    night = _scored(app)
    night.act(0, type="next_round").ok()
    return night


def _left(app: Flask) -> Night:
    night = _started(app)
    night.act(0, type="leave", seat=2).ok()
    return night


def _finished(app: Flask) -> Night:
    night = _left(app)
    night.act(0, type="end_early").ok()
    return night


def _proposed(app: Flask) -> Night:
    """Bo proposes another word for round 1."""
    night = _scored(app)
    word = {"after": 0, "action": {"type": "word", "text": "x"}}
    seen = night.host.get(night.at).ok()["seq"]
    night.phones[SEAT].post(f"{night.at}/amendments", key=fresh_key(), seen=seen, edits=[word]).ok()
    return night


def _ruled(app: Flask) -> Night:
    """Bo records a house rule."""
    night = _started(app)
    night.phones[SEAT].post(f"{night.at}/house-rules", key=fresh_key(), rule="stella.st-14", text="x").ok()
    return night


def _silent(app: Flask) -> Night:
    night = _marking(app)
    silent_for(app, night.phones[SEAT], MINUTE + 1)
    return night


def _silent_host(app: Flask) -> Night:
    night = _marking(app)
    silent_for(app, night.host, MINUTE + 1)
    return night


def _claimed(app: Flask) -> Night:
    night = _marking(app)
    Phone(night.host.send).post(f"{night.at}/seats/{night.ids[SEAT]}/claims").ok()
    return night


def _shared(app: Flask) -> Night:
    night = _lobby(app)
    night.phones[SEAT].post(f"{night.at}/seats", name="Mia", without_phone=True).ok()
    return night.start(SEAT).begin()


def _do(**data: Any) -> Callable[[Night, Phone], Answer]:
    def ask(night: Night, phone: Phone) -> Answer:
        seen = night.host.get(night.at).ok()["seq"]
        body = {"key": fresh_key(), "seen": seen, **data}
        if "for_" in body:
            body["for"] = body.pop("for_")
        return phone.post(f"{night.at}/actions", **body)

    return ask


def _instead(**data: Any) -> Callable[[Night, Phone], Answer]:
    def ask(night: Night, phone: Phone) -> Answer:
        seen = night.host.get(night.at).ok()["seq"]
        return phone.post(f"{night.at}/instead", key=fresh_key(), seen=seen, **data)

    return ask


def _tap(what: str, **data: Any) -> Callable[[Night, Phone], Answer]:
    def ask(night: Night, phone: Phone) -> Answer:
        body = {"key": fresh_key(), **data}
        if what in ("undo", "redo"):
            body["seen"] = night.host.get(night.at).ok()["seq"]
        return phone.post(f"{night.at}/{what}", **body)

    return ask


def _at(method: str, path: str, **body: Any) -> Callable[[Night, Phone], Answer]:
    def ask(night: Night, phone: Phone) -> Answer:
        address = night.at + path.format(seat=night.ids[SEAT], claim=_claim(night) if "{claim}" in path else 0)
        return phone.call(method, address, body or None)

    return ask


def _amend(path: str = "", **data: Any) -> Callable[[Night, Phone], Answer]:
    def ask(night: Night, phone: Phone) -> Answer:
        seen = night.host.get(night.at).ok()["seq"]
        waiting = night.host.get(f"{night.at}/amendments").ok().get("open")
        number = waiting[0]["id"] if waiting else 1
        return phone.post(f"{night.at}/amendments{path.format(proposal=number)}", key=fresh_key(), seen=seen, **data)

    return ask


def _unrule(night: Night, phone: Phone) -> Answer:
    rules = night.host.get(night.at).ok().get("house_rules")
    return phone.post(f"{night.at}/house-rules/{rules[0]['seq'] if rules else 1}", key=fresh_key())


def _claim(night: Night) -> int:
    claims = night.host.get(night.at).ok()["claims"]
    return int(claims[0]["id"]) if claims else 1


def _order(night: Night, phone: Phone) -> Answer:
    return phone.put(f"{night.at}/order", order=night.ids[::-1])


Case = tuple[Callable[[Flask], Night], Callable[[Night, Phone], Answer], tuple[int, int, int, int, int]]

#: What was there before, what is asked, and the status for each of ASKERS.
HOST_ONLY = (401, 401, 403, 403, 200)
MATRIX: dict[str, Case] = {
    # actions of the host
    "word": (_started, _do(type="word", text="x"), HOST_ONLY),
    "other_word": (_started, _do(type="other_word", text="x"), HOST_ONLY),
    "swap_row": (_second, _do(type="swap_row", row=2), HOST_ONLY),
    "begin": (_started, _do(type="begin"), HOST_ONLY),
    "place_lanterns": (_announced, _do(type="place_lanterns"), HOST_ONLY),
    "decide": (_started, _do(type="decide", rule="stella.st-1", other=True), HOST_ONLY),
    "next_round": (_scored, _do(type="next_round"), HOST_ONLY),
    "leave": (_started, _do(type="leave", seat=SEAT), HOST_ONLY),
    "return": (_left, _do(type="return", seat=2), HOST_ONLY),
    "end_early": (_left, _do(type="end_early"), HOST_ONLY),
    # actions of a seat
    "lock for Bo": (_marking, _do(type="lock", cells=[1], for_=SEAT), (401, 401, 403, 200, 403)),
    "lock for Bo from Bo's draft": (_drafted, _do(type="lock", from_draft=True, for_=SEAT), (401, 401, 403, 200, 200)),
    "lock for oneself": (_marking, _do(type="lock", cells=[1]), (401, 401, 200, 200, 200)),
    "withdraw for Bo": (_locked, _do(type="withdraw", for_=SEAT), (401, 401, 403, 200, 200)),
    "withdraw for oneself": (_locked, _do(type="withdraw"), (401, 401, 422, 200, 422)),
    "reveal for Bo": (_revealing, _do(type="reveal", cell=0, for_=SEAT), (401, 401, 403, 200, 200)),
    "reveal for oneself": (_revealing, _do(type="reveal", cell=0), (401, 401, 422, 200, 422)),
    "an action of nobody": (_started, _do(type="win"), (401, 401, 400, 400, 400)),
    # services
    "draft for Bo": (_marking, _at("PUT", "/draft", cells=[1], **{"for": SEAT}), (401, 401, 403, 204, 403)),
    "draft for oneself": (_marking, _at("PUT", "/draft", cells=[1]), (401, 401, 204, 204, 204)),
    "undo of Bo's card": (_revealed, _tap("undo"), (401, 401, 403, 200, 200)),
    "instead of Bo's card": (_revealed, _instead(type="reveal", cell=1, **{"for": SEAT}), (401, 401, 403, 422, 422)),
    "redo of what Bo undid": (_undone, _tap("redo"), (401, 401, 403, 200, 200)),
    "undo of a lock": (_locked, _tap("undo"), HOST_ONLY),
    "start": (_lobby, _tap("start", first_scout=0), HOST_ONLY),
    "back to the lobby": (_started, _tap("lobby"), HOST_ONLY),
    "again": (_finished, _tap("again"), (401, 401, 403, 403, 201)),
    "order": (_lobby, _order, HOST_ONLY),
    "joining": (_lobby, _at("PUT", "/joining", open=False), HOST_ONLY),
    "hand the table to Bo": (_lobby, _at("POST", "/seats/{seat}/host"), HOST_ONLY),
    "take over a host who is here": (_marking, _at("POST", "/host"), (401, 401, 403, 403, 200)),
    "take over a silent host": (_silent_host, _at("POST", "/host"), (401, 401, 200, 200, 200)),
    "carry Bo": (_silent, _at("POST", "/seats/{seat}/carry"), HOST_ONLY),
    "decide a claim": (_claimed, _at("POST", "/claims/{claim}", yes=True), HOST_ONLY),
    "claim Bo's seat": (_marking, _at("POST", "/seats/{seat}/claims"), (202, 202, 422, 202, 422)),
    "a move code for Bo": (_marking, _at("POST", "/seats/{seat}/move"), (401, 401, 403, 201, 422)),
    "a move code for Bo, whose phone is away": (_silent, _at("POST", "/seats/{seat}/move"), (401, 401, 403, 201, 201)),
    "move with a wrong code": (_marking, _at("POST", "/moves", move_code="A" * 28), (404, 404, 404, 404, 404)),
    "rename Bo": (_lobby, _at("PUT", "/seats/{seat}", name="Bob"), (401, 401, 403, 200, 200)),
    "remove Bo": (_lobby, _at("DELETE", "/seats/{seat}"), (401, 401, 403, 200, 200)),
    "sit down": (_lobby, _at("POST", "/seats", name="Mia"), (201, 201, 201, 201, 201)),
    "seat somebody without a phone": (
        _lobby, _at("POST", "/seats", name="Mia", without_phone=True), (401, 401, 201, 201, 201),
    ),
    "uncover Bo": (_shared, _at("POST", "/uncover", seat=SEAT), (401, 401, 403, 200, 403)),
    "cover": (_shared, _at("POST", "/cover"), (401, 401, 200, 200, 200)),
    "turn the cards": (_marking, _at("PUT", "/face", turn=90), (401, 401, 200, 200, 200)),
    "turn Bo's cards": (_marking, _at("PUT", "/face", turn=90, **{"for": SEAT}), (401, 401, 403, 200, 403)),
    # putting right
    "what if the host did it": (_started, _at("POST", "/preview", type="word", text="x"), HOST_ONLY),
    "what if Bo locked": (
        _marking, _at("POST", "/preview", type="lock", cells=[1], **{"for": SEAT}), (401, 401, 403, 200, 403),
    ),
    "what if Bo pointed": (
        _revealing, _at("POST", "/preview", type="reveal", cell=0, **{"for": SEAT}), (401, 401, 403, 422, 422),
    ),
    "what would be corrected": (_scored, _at("POST", "/amendments/preview", edits=[WORD]), (401, 401, 200, 200, 200)),
    "correct or propose": (_scored, _amend(edits=[WORD]), (401, 401, 200, 200, 200)),
    "yes to a proposal": (_proposed, _amend("/{proposal}", yes=True), HOST_ONLY),
    "no to Bo's proposal": (_proposed, _amend("/{proposal}", yes=False), (401, 401, 403, 200, 200)),
    "record a house rule": (
        _started, _tap("house-rules", rule="stella.st-14", text="x"), (401, 401, 200, 200, 200),
    ),
    "show a verdict": (
        _started, _tap("verdict", address="/judge/stella/stars?markers=2"), (401, 401, 200, 200, 200),
    ),
    "take Bo's house rule back": (_ruled, _unrule, (401, 401, 403, 200, 200)),
    # reading
    "what can be corrected": (_scored, _at("GET", "/amendments"), (200, 200, 200, 200, 200)),
    "the first moment": (_marking, _at("GET", "/at/1"), (200, 200, 200, 200, 200)),
    "the receipt": (_marking, _at("GET", "/receipt"), (200, 200, 200, 200, 200)),
    "look": (_marking, _at("GET", ""), (200, 200, 200, 200, 200)),
    "read the log": (_marking, _at("GET", "/log"), (200, 200, 200, 200, 200)),
    "take the record": (_marking, _at("GET", "/record"), (200, 200, 200, 200, 200)),
}  # fmt: skip


def _same(look: Any) -> Any:
    """Without signs of life."""
    return {name: value for name, value in look.items() if name not in ("seats", "host_away", "seq")}


@pytest.mark.parametrize("case", MATRIX)
def test_who_may_what(app: Flask, case: str) -> None:
    before, ask, statuses = MATRIX[case]
    for asker, status in zip(ASKERS, statuses, strict=True):
        night = before(app)
        phone = _phone(night, asker)
        stored = night.look(None)
        answer = ask(night, phone)
        assert answer.status == status, (asker, answer.json)
        if status >= 400:
            answer.no(status)
            assert _same(night.look(None)) == _same(stored)
        night.verify(app)


def test_every_address_and_every_action_is_in_the_matrix() -> None:
    from app.games.stella.wire import ACTION_SCHEMAS

    assert {name.split(" ")[0] for name in MATRIX} >= set(ACTION_SCHEMAS)
    asked: set[tuple[str, str]] = set()

    class Spy(Phone):
        def call(self, method: str, path: str, body: Any = None, **_: Any) -> Answer:  # type: ignore[override]
            asked.add((method, path))
            look = {"seq": 1, "claims": [], "seats": [{"id": 1}] * 3}
            return Answer(200, look, {}, b"")

    spy = Spy(lambda *_: Answer(200, None, {}, b""))
    night = Night([spy, spy, spy], "ABCD", [1, 2, 3])
    for _before, ask, _statuses in MATRIX.values():
        ask(night, spy)
    about_tables = {(route.method, route.address(night)) for route in ROUTES if "{code}" in route.path}
    assert about_tables <= asked, about_tables - asked


def test_a_stranger_may_open_read_and_replay(app: Flask) -> None:
    send = in_process(app)
    assert Phone(send).get("/games").ok()[0]["key"] == "stella"
    assert Phone(send).get("/games/stella/rules").ok()
    assert Phone(send).post("/replays", **record()).ok()["refused_at"] is None
    for path, body in (("/tables", {"game": "stella", "name": "Ana"}), ("/records", record())):
        answer = Phone(send).post(path, **body)
        assert answer.status == 201
        assert answer.json["token"]
        assert "Set-Cookie" not in answer.headers


def test_a_cookie_works_like_a_bearer_token(app: Flask) -> None:
    night = _marking(app)
    other = Phone(night.host.send)
    look = other.get(night.at, Cookie=f"starkeeper={night.phones[SEAT].token}").ok()
    assert look["you"] == SEAT
