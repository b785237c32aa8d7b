"""The log as everybody reads it: one line per public step, none for a secret one, the same for every reader."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.players import Night, Phone, in_process, open_night
from tests.tables.clock import MINUTE, silent_for

SAME = [[0, 1], [0, 1], [0, 1]]


def _lines(night: Night, phone: Phone | None = None) -> list[Any]:
    return (phone or night.host).get(f"{night.at}/log").ok()  # type: ignore[no-any-return]


def _texts(night: Night) -> list[str]:
    return [line["text"] for line in _lines(night)]


def test_the_lines_of_a_round(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    night.act(0, type="word", text="whisper").ok()
    night.to_reveal(SAME)
    night.act(0, type="reveal", cell=0).ok()
    assert _texts(night) == [
        "Ana opened the table.",
        "Bo sat down.",
        "Chiyo sat down.",
        "The game begins.",
        "The word: whisper",
        "Round 1: the secret marking starts.",
        "All cards are locked in: Ana 2, Bo 2, Chiyo 2. Ana, Bo, and Chiyo share the most, 2 cards: nobody is dark.",
        "The lanterns stand. Ana is the first to point.",
        "Ana points at A1: spark with Bo and Chiyo.",
    ]


def test_everybody_reads_the_same(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(1, [1]).ok()
    night.act(1, type="withdraw").ok()
    told = [_lines(night, phone) for phone in (*night.phones, Phone(night.host.send))]
    assert all(lines == told[0] for lines in told)
    assert len(told[0]) == 5


def test_what_was_undone_is_marked_and_what_came_back_is_not(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    night.act(0, type="word", text="one").ok()
    night.tap("undo").ok()
    lines = _lines(night)
    assert [(line["text"], line["undone"]) for line in lines[-2:]] == [
        ("The word: one", True), ("Undone: The word: one", False),
    ]  # fmt: skip
    night.tap("redo").ok()
    lines = _lines(night)
    assert lines[-3]["undone"] is False
    assert lines[-1]["text"] == "Brought back: The word: one"


def test_undoing_secret_steps_says_only_what_was_public(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(1, [1]).ok()
    night.tap("undo").ok()
    assert _texts(night)[-1] == "Undone: Round 1: the secret marking starts."
    night.tap("redo").ok()
    assert _texts(night)[-1] == "Brought back: Round 1: the secret marking starts."


def test_everything_about_seats_is_written_down(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    mia = night.host.post(f"{night.at}/seats", name="Mia", without_phone=True).ok()["seat_id"]
    night.phones[1].put(f"{night.at}/seats/{night.ids[1]}", name="Bob").ok()
    night.phones[1].put(f"{night.at}/seats/{night.ids[1]}", name="Bob", sign=5).ok()
    night.host.put(f"{night.at}/order", order=[mia, *night.ids]).ok()
    night.host.put(f"{night.at}/joining", open=False).ok()
    night.host.put(f"{night.at}/joining", open=True).ok()
    night.host.delete(f"{night.at}/seats/{mia}").ok()
    Phone(night.host.send).post(f"{night.at}/seats/{night.ids[1]}/claims").ok()
    night.host.post(f"{night.at}/claims/{night.look()['claims'][0]['id']}", yes=False).ok()
    night.start()
    night.tap("lobby").ok()
    night.host.post(f"{night.at}/seats/{night.ids[2]}/host").ok()
    silent_for(each_app, night.phones[2], MINUTE + 1)
    night.host.post(f"{night.at}/host").ok()
    assert _texts(night)[3:] == [
        "Mia plays without a phone.",
        "Bo is now called Bob.",
        "Bob has another sign.",
        "The seats were put in table order.",
        "Joining is closed.",
        "Joining is open.",
        "Mia left the table.",
        "Somebody asks for Bob's seat.",
        "The host said no to somebody who asked for Bob's seat.",
        "The game begins.",
        "Back to the lobby.",
        "Chiyo leads the table now.",
        "Ana leads the table now.",
    ]


def test_names_with_holes_in_them_are_only_names(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    night.phones[1].put(f"{night.at}/seats/{night.ids[1]}", name="%(who)s %s %d 100%").ok()
    night.start()
    night.act(0, type="word", text="%(word)s 100 %").ok()
    night.to_reveal(SAME)
    assert "The word: %(word)s 100 %" in _texts(night)
    assert any("%(who)s %s %d 100%" in text for text in _texts(night)[4:])
    problem = night.act(1, type="reveal", cell=0)
    assert problem.status == 422
    assert "%(who)s %s %d 100%" in problem.json["detail"]


def test_a_table_that_is_not_there(each_app: Flask) -> None:
    phone = Phone(in_process(each_app))
    for path in ("", "/log", "/record"):
        phone.get(f"/tables/ABCD{path}").no(404, "not-found")
