"""Many phones at once, in threads: exactly one of two wins, nothing is stored twice, every log folds."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.tables import checking
from app.tables.models import Result
from tests.houses import forget
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night
from tests.tables.clock import rows

SAME = [[0, 1], [0, 1], [0, 1]]


def together(*calls: Callable[[], Answer]) -> list[Answer]:
    """All at the same moment; the answers in order."""
    ready = threading.Barrier(len(calls))
    answers: list[Answer | None] = [None] * len(calls)

    def run(index: int, call: Callable[[], Answer]) -> None:
        ready.wait()
        answers[index] = call()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer is not None for answer in answers)
    return answers  # type: ignore[return-value]


def _own(app: Flask, night: Night) -> None:
    """Every phone with a client of its own: a test client is not for several threads."""
    for phone in night.phones:
        phone.send = in_process(app)


def _tap(night: Night, who: int, seen: int, **body: Any) -> Callable[[], Answer]:
    return lambda: night.phones[who].post(f"{night.at}/actions", key=fresh_key(), seen=seen, **body)


def _statuses(answers: Sequence[Answer]) -> list[int]:
    return sorted(answer.status for answer in answers)


@pytest.mark.parametrize("turn", range(4))
def test_the_scout_and_the_host_point_at_the_same_moment(each_app: Flask, turn: int) -> None:
    night = open_night(in_process(each_app), people=3).start(1).to_reveal(SAME)
    _own(each_app, night)
    seen = night.look()["seq"]
    answers = together(
        _tap(night, 1, seen, type="reveal", cell=0),
        _tap(night, 0, seen, type="reveal", cell=1, **{"for": 1}),
    )
    assert _statuses(answers) == [200, 409]
    assert len(night.look()["view"]["revealed"]) == 1
    night.verify(each_app)


@pytest.mark.parametrize("turn", range(4))
def test_the_last_two_lock_at_the_same_moment(each_app: Flask, turn: int) -> None:
    """One of them turns out to be the last and is asked once more; nobody closes the marking unasked."""
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(0, [0]).ok()
    _own(each_app, night)
    seen = night.look()["seq"]
    answers = together(*(_tap(night, who, seen, type="lock", cells=[who]) for who in (1, 2)))
    assert _statuses(answers) == [200, 422]
    asked = next(answer for answer in answers if answer.status == 422)
    assert asked.json["findings"][0]["rule"] == "stella.last-one-confirms"
    assert night.look()["view"]["phase"] == "marking"
    assert sum(seat["locked"] for seat in night.look()["view"]["seats"]) == 2
    night.verify(each_app)


def test_the_last_two_lock_with_the_second_yes(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(0, [0]).ok()
    _own(each_app, night)
    answers = together(*(_tap(night, who, 0, type="lock", cells=[who], closing=True) for who in (1, 2)))
    assert _statuses(answers) == [200, 200]
    assert night.look()["view"]["phase"] == "announced"
    night.verify(each_app)


def test_locking_against_leaving_and_undo(each_app: Flask) -> None:
    for turn in range(6):
        night = open_night(in_process(each_app), people=4).start().begin()
        night.lock(0, [0]).ok()
        _own(each_app, night)
        seen = night.look()["seq"]
        together(
            _tap(night, 1, seen, type="lock", cells=[1]),
            _tap(night, 2, seen, type="lock", cells=[2]),
            _tap(night, 0, seen, type="leave", seat=3),
            lambda night=night, seen=seen: night.host.post(f"{night.at}/undo", key=fresh_key(), seen=seen),
        )
        assert night.look()["broken"] is None, turn
        night.verify(each_app)


def test_two_ends_at_once_store_one_result(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    night.act(0, type="leave", seat=2).ok()
    _own(each_app, night)
    seen = night.look()["seq"]
    answers = together(*(_tap(night, 0, seen, type="end_early") for _ in range(4)))
    assert _statuses(answers) == [200, 409, 409, 409] or _statuses(answers) == [200, 409, 409, 422]
    assert len(rows(each_app, sa.select(Result.table_id))) == 1
    again = [Phone(in_process(each_app), night.host.token) for _ in range(6)]
    opened = together(*(lambda phone=phone: phone.post(f"{night.at}/again", key=fresh_key()) for phone in again))
    codes = {answer.ok()["code"] for answer in opened}
    assert len(codes) == 1
    night.verify(each_app)


def test_six_seats_for_ten_who_sit_down_at_once(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=1)
    newcomers = [Phone(in_process(each_app)) for _ in range(9)]
    names = ["Bo", "BO", "bo ", "Chiyo", "Dan", "Eve", "Fay", "Gus", "Hal"]
    answers = together(*(
        lambda phone=phone, name=name: phone.post(f"{night.at}/seats", name=name)
        for phone, name in zip(newcomers, names, strict=True)
    ))  # fmt: skip
    seats = night.look()["seats"]
    assert [seat["number"] for seat in seats] == list(range(6))
    assert len({seat["name"].casefold().strip() for seat in seats}) == 6
    assert len({seat["sign"] for seat in seats}) == 6
    assert _statuses(answers).count(201) == 5
    assert set(_statuses(answers)) <= {201, 409, 422}
    night.verify(each_app)


def test_one_move_code_for_two(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    code = night.phones[1].post(f"{night.at}/seats/{night.ids[1]}/move").ok()["move_code"]
    takers = [Phone(in_process(each_app)) for _ in range(4)]
    answers = together(*(
        lambda phone=phone: phone.post(f"{night.at}/moves", move_code=code) for phone in takers
    ))  # fmt: skip
    assert _statuses(answers) == [201, 410, 410, 410]


# Six phones at random

SECONDS = 3.0


def _anything(chance: random.Random, look: Any, seat: int, night: Night, phone: Phone) -> Answer:
    """Something this seat might do now, sensible or not."""
    key, seen = fresh_key(), look["seq"] - chance.choice((0, 0, 0, 0, 1))
    view = look["view"]
    kinds: list[dict[str, Any]] = [
        {"type": "lock", "cells": chance.sample(range(15), chance.randint(0, 11)), "closing": chance.random() < 0.7},
        {"type": "withdraw"},
    ]
    if view["my_open"]:
        kinds += [{"type": "reveal", "cell": chance.choice(view["my_open"])}] * 6
    if seat == 0:
        kinds += [
            {"type": "word", "text": "x"}, {"type": "begin"}, {"type": "place_lanterns"}, {"type": "next_round"},
            {"type": "leave", "seat": 3}, {"type": "return", "seat": 3},
        ]  # fmt: skip
    match chance.random():
        case number if number < 0.08:
            return phone.post(f"{night.at}/{chance.choice(('undo', 'redo'))}", key=key, seen=look["seq"])
        case number if number < 0.2:
            return phone.put(f"{night.at}/draft", cells=chance.sample(range(15), 3))
        case number if number < 0.23:
            return phone.put(f"{night.at}/seats/{night.ids[seat]}", name=f"N{seat}-{chance.randint(0, 5)}")
        case number if number < 0.26:
            return phone.get(f"{night.at}/{chance.choice(('log', 'record'))}")
        case _:
            return phone.post(f"{night.at}/actions", key=key, seen=seen, **chance.choice(kinds))


def test_six_phones_at_random_for_a_while(each_app: Flask) -> None:
    nights = [open_night(in_process(each_app), people=3).start() for _ in range(2)]
    ends = time.monotonic() + SECONDS
    statuses: dict[int, int] = {}
    troubles: list[Any] = []
    guard = threading.Lock()

    def play(night: Night, seat: int) -> None:
        chance = random.Random(seat * 7 + id(night) % 3)
        phone = Phone(in_process(each_app), night.phones[seat].token)
        while time.monotonic() < ends:
            look = phone.get(night.at)
            answer = _anything(chance, look.json, seat, night, phone) if look.status == 200 else look
            with guard:
                statuses[answer.status] = statuses.get(answer.status, 0) + 1
                if answer.status >= 500:
                    troubles.append((answer.status, answer.json))

    threads = [threading.Thread(target=play, args=(night, seat)) for night in nights for seat in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert statuses.get(200, 0) > 15, statuses
    with each_app.app_context():
        assert checking.verify() == (2, [])
    for night in nights:
        before = [night.look(who)["view"] for who in (0, 1, 2, None)]
        forget()
        assert [night.look(who)["view"] for who in (0, 1, 2, None)] == before
