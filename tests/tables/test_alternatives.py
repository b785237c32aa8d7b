"""What an entry could have been: all that is offered can be put there, and tells nothing that was never shown."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from app.errors import Stranger, Unfit
from app.games import GAMES
from app.games.kernel import Accepted
from app.tables import alternatives
from app.tables.alternatives import Question
from app.web.speech import plainly
from tests.players import NAMES, Night, fresh_key, in_process, open_night
from tests.tables.righting import MARKS, edit, entries, entry, preview, quest, quest_round


def _quest(app: Flask) -> Night:
    night = quest(open_night(in_process(app), people=3, game="stella_quest"))
    return quest_round(night, ["blue-6", "green-1", "red-2"], "blue-6", "red-2")


def _ask(app: Flask, night: Night, of: Any, **more: Any) -> Question:
    with app.app_context():
        return alternatives.ask(night.code, _phone(app, night), (of["seq"], of["part"]), **more)


def _phone(app: Flask, night: Night, who: int = 0) -> int:
    from app.tables import phones

    found = phones.phone_of(night.phones[who].token)
    assert found is not None
    return found


def _says(asked: Question) -> list[str]:
    return [plainly(one.says, dict(enumerate(NAMES))) for one in asked.choices]


def test_a_played_card_could_have_been_any_that_is_not_provably_elsewhere(each_app: Flask) -> None:
    night = _quest(each_app)
    asked = _ask(each_app, night, entry(night, "play", 1))
    assert (asked.text, asked.cells) == (None, None)
    assert len(asked.choices) == 25
    assert [plainly(one.says, {1: "Bo"}) for one in asked.choices if one.holds] == ["Bo plays green 1."]
    assert {type(one.action).name for one in asked.choices} == {"play"}
    assert asked.before == (entry(night, "play", 0)["seq"], 0)


def test_everything_offered_can_be_previewed(each_app: Flask) -> None:
    night = _quest(each_app)
    game = GAMES["stella_quest"]
    for of in entries(night):
        asked = _ask(each_app, night, of)
        assert sum(one.holds for one in asked.choices) == 1, of
        for one in asked.choices[:6]:
            if not one.holds:
                preview(night, 0, edit(of, game.wire.dump_action(one.action))).ok()


def test_something_else_and_something_missing_are_of_any_kind(each_app: Flask) -> None:
    night = _quest(each_app)
    play = entry(night, "play", 1)
    kinds = {type(one.action).name for one in _ask(each_app, night, play, anything=True).choices}
    assert {"play", "draw", "leave", "recording"} <= kinds
    missing = _ask(each_app, night, entry(night, "play", 0), insert=True)
    assert (missing.action, missing.says) == (None, None)
    assert "Bo draws 3 cards and loses 1 light." in _says(missing) or any("draw" in line for line in _says(missing))
    assert alternatives.MOST >= len(missing.choices) > 0


def test_it_is_asked_with_the_corrections_collected_so_far(each_app: Flask) -> None:
    night = _quest(each_app)
    first = entry(night, "play", 0)
    made = [{"seq": first["seq"], "part": 0, "action": {"type": "play", "card": "rest"}}]
    asked = _ask(each_app, night, entry(night, "take"), edits=made)
    assert asked.choices
    assert all("blue 6" not in line for line in _says(asked))


def test_a_lock_is_asked_by_the_cards_that_were_shown(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().play_round(MARKS)
    asked = _ask(each_app, night, entry(night, "lock", 2))
    assert asked.cells == (0, 1, 2)
    assert asked.choices == ()
    pointed = _ask(each_app, night, entry(night, "reveal", 0))
    assert {one.action.cell for one in pointed.choices} <= {0, 1}


def test_a_word_is_asked_as_text(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start()
    night.act(0, type="word", text="Moon").ok()
    night.play_round(MARKS)
    assert _ask(each_app, night, entry(night, "word")).text == "Moon"


def test_a_secret_round_that_runs_is_not_asked_about(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3).start().begin()
    night.lock(0, [3]).ok()
    seq = night.look()["game_seq"]
    with pytest.raises(Unfit):
        _ask(each_app, night, {"seq": seq, "part": 0})


def test_only_whoever_sits_there_is_told(each_app: Flask) -> None:
    night = _quest(each_app)
    first = entries(night)[0]
    with each_app.app_context(), pytest.raises(Stranger):
        alternatives.ask(night.code, None, (first["seq"], 0))


def test_stellarion_offers_what_can_lie_there(each_app: Flask) -> None:
    night = open_night(in_process(each_app), 1, "stellarion")
    night.host.post(f"{night.at}/start", key=fresh_key(), stars=0).ok()
    view = night.look()["view"]
    deck = next(each for each in view["decks"] if each["due"])
    night.act(0, type="reveal", deck=deck["deck"], card=deck["following"][0]["card"]).ok()
    asked = _ask(each_app, night, entries(night)[0])
    assert sum(one.holds for one in asked.choices) == 1
    assert len(asked.choices) > 4
    game = GAMES["stellarion"]
    with each_app.app_context():
        start = game.setup(game.wire.load_options({"stars": 0, "first_player": 0}, 1), 1)
    assert all(isinstance(game.apply(start, one.action), Accepted) for one in asked.choices)
