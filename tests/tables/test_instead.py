"""Two phones entered the same thing: the faster one is stored, the other may put its own in its place, whole or not."""

from __future__ import annotations

import random

import pytest
from flask import Flask

from app.games.stella_quest import GAME
from app.games.stella_quest.actions import Take
from app.tables.models import Entry, Result
from tests.games.stella_quest import playing
from tests.players import Answer, Night, fresh_key, in_process, open_night
from tests.tables.clock import rows


def _quest(app: Flask, people: int = 3) -> Night:
    night = open_night(in_process(app), people, "stella_quest")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0, recording="each").ok()
    night.act(0, type="first_card", card="green-4").ok()
    return night


def _instead(night: Night, who: int, **data: object) -> Answer:
    data.setdefault("key", fresh_key())
    data.setdefault("seen", night.look(who)["seq"])
    if "for_" in data:
        data["for"] = data.pop("for_")
    return night.phones[who].post(f"{night.at}/instead", **data)


def _cards(night: Night) -> list[str]:
    return [one["card"] for one in night.look(None)["view"]["round"]["played"]]


def test_the_slower_phone_is_told_by_whom_and_what(each_app: Flask) -> None:
    night = _quest(each_app)
    seen = night.look(0)["seq"]
    night.act(0, type="play", card="blue-6").ok()
    told = night.act(0, type="play", card="blue-5", seen=seen).no(409, "stale")
    assert "Ana was faster: Ana plays blue 6." in told["detail"]
    assert told["by"] == 0


@pytest.mark.parametrize(
    ("entered_by", "changed_by"),
    [(0, 1), (1, 0), (1, 1), (0, 0)],
    ids=["the host's, by the player", "the player's, by the host", "one's own", "the host's own"],
)
def test_host_and_player_may_put_theirs_in_its_place(each_app: Flask, entered_by: int, changed_by: int) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    night.act(entered_by, type="play", card="red-2", for_=1).ok()
    _instead(night, changed_by, type="play", card="green-1", for_=1).ok()
    assert _cards(night) == ["blue-6", "green-1"]
    night.verify(each_app)


def test_the_same_tap_counts_once(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    key = fresh_key()
    first, second = (_instead(night, 0, type="play", card="blue-5", key=key).ok() for _ in range(2))
    assert (first["replayed"], second["replayed"]) == (False, True)
    assert _cards(night) == ["blue-5"]


def test_a_refused_one_leaves_the_old_one(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="green-4").ok()
    night.act(1, type="play", card="red-2").ok()
    before = rows(each_app, Entry.__table__.select())
    _instead(night, 1, type="play", card="green-4").no(422, "refusal")
    assert _cards(night) == ["green-4", "red-2"]
    assert rows(each_app, Entry.__table__.select()) == before


@pytest.mark.parametrize(
    ("who", "data", "status"),
    [
        (2, {"type": "play", "card": "red-2", "for_": 1}, 403),
        (2, {"type": "play", "card": "red-2"}, 422),
        (1, {"type": "take", "card": "red-2"}, 422),
        (0, {"type": "leave", "seat": 2}, 422),
    ],
    ids=["a stranger to that seat", "another seat's card", "another question", "the host's own step"],
)
def test_only_the_answer_to_the_same_question(each_app: Flask, who: int, data: dict[str, object], status: int) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    night.act(1, type="play", card="blue-1").ok()
    _instead(night, who, **data).no(status)
    assert _cards(night) == ["blue-6", "blue-1"]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)], ids=["the host was faster", "the host was slower"])
def test_the_opponents_card_may_be_changed_by_either_phone(each_app: Flask, first: int, second: int) -> None:
    """Any phone may enter what the deck gives, so any phone answers the same question, whichever seat it names."""
    night = _quest(each_app, 2)
    night.act(0, type="play", card="blue-6").ok()
    seen = night.look(second)["seq"]
    night.act(first, type="opponent", card="red-1").ok()
    night.act(second, type="opponent", card="red-2", seen=seen).no(409, "stale")
    assert night.look(second)["undo"] is not None
    _instead(night, second, type="opponent", card="red-2").ok()
    assert _cards(night) == ["blue-6", "red-2"]
    night.verify(each_app)


def test_the_first_card_may_be_changed_by_either_phone(each_app: Flask) -> None:
    night = _quest(each_app)
    _instead(night, 2, type="first_card", card="red-2").ok()
    assert night.look(None)["view"]["top"] == "red-2"


@pytest.mark.parametrize("kind", ["opponent", "draw"])
def test_two_phones_that_enter_the_same_are_asked_nothing(each_app: Flask, kind: str) -> None:
    night = _quest(each_app, 2)
    card: dict[str, object] = {"card": "red-1"} if kind == "opponent" else {}
    if kind == "opponent":
        night.act(0, type="play", card="blue-6").ok()
    seen = night.look(0)["seq"]
    first = night.act(0, type=kind, **card).ok()
    second = night.act(0 if kind == "draw" else 1, type=kind, seen=seen, **card).ok()
    assert (second["seq"], second["replayed"]) == (first["seq"], True)
    view = night.look(None)["view"]
    assert view["seats"][0]["radiance"] == (4 if kind == "draw" else 5)
    assert _cards(night) == ([] if kind == "draw" else ["blue-6", "red-1"])


def test_a_tap_that_came_too_late_is_named_with_what_stands(each_app: Flask) -> None:
    """Bo's phone was offline: the host has entered another card for Bo, and Chiyo has played since."""
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    seen = night.look(1)["seq"]
    night.act(0, type="play", card="blue-1", for_=1).ok()
    night.act(2, type="play", card="blue-2").ok()
    told = night.act(1, type="play", card="red-2", seen=seen).no(409, "stale")
    assert "Ana was faster: Bo plays blue 1." in told["detail"]
    assert "Not counted: “Bo plays red 2.”" in told["detail"]
    night.act(1, type="play", card="blue-1", seen=seen).ok()
    assert _cards(night) == ["blue-6", "blue-1", "blue-2"]


def test_who_records_makes_no_tap_stale(each_app: Flask) -> None:
    night = _quest(each_app)
    night.act(0, type="play", card="blue-6").ok()
    seen = night.look(1)["seq"]
    night.act(0, type="recording", how="one").ok()
    night.act(1, type="play", card="red-2", seen=seen).ok()
    assert _cards(night) == ["blue-6", "red-2"]
    seen = night.look(0)["seq"]
    night.act(0, type="recording", how="each").ok()
    night.tap("undo", 0, seen=seen).no(409, "stale")  # its screen offered to undo the card
    assert _cards(night) == ["blue-6", "red-2"]
    night.verify(each_app)


def test_secret_games_replace_nothing(each_app: Flask) -> None:
    night = open_night(in_process(each_app), 3).start().to_reveal([[0, 1], [0, 1], [0, 2]])
    night.act(0, type="reveal", cell=0).ok()
    _instead(night, 0, type="reveal", cell=1).no(422, "unfit")


def test_the_last_step_of_a_game_is_replaced_with_its_result(each_app: Flask) -> None:
    """The result goes with the old step and comes with the new one, if that ends the game too."""
    start, actions, states = playing.game(random.Random(26), 3)
    last = actions[-1]
    assert isinstance(last, Take)
    other = next(card for card in states[-2].round.cards if not card.is_rest and card != last.card)
    night = open_night(in_process(each_app), 3, "stella_quest")
    first = start.first
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=first, recording="each").ok()
    for action in actions:
        data = GAME.wire.dump_action(action)
        night.act(data.pop("seat"), **data).ok()
    assert len(rows(each_app, Result.__table__.select())) == 1
    _instead(night, last.seat, type="take", card=other.name).ok()
    ended = night.look(None)["status"] == "finished"
    assert len(rows(each_app, Result.__table__.select())) == ended
    night.verify(each_app)
    night.tap("undo").ok()
    assert night.look(None)["status"] == "playing"
    assert rows(each_app, Result.__table__.select()) == []
