"""Rulings that a table plays the other way: decided by its host, kept in its log, on its papers and in its record."""

from __future__ import annotations

import html
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from app.games import GAMES
from tests.conformance.drivers import DRIVERS
from tests.houses import elsewhere, forget
from tests.leagues.clubs import open_club
from tests.players import Answer, Night, Phone, fresh_key, in_process, open_night
from tests.tables.righting import MARKS, amend, edit, entry, log_lines, preview, results
from tests.tables.test_amend_pages import TABLES

ST_1 = "stella.st-1"


def decide(night: Night, who: int = 0, other: bool = True, rule: str = ST_1) -> Answer:
    return night.act(who, type="decide", rule=rule, other=other)


def page(night: Night, path: str = "/house-rules", who: int | None = 0, language: str = "en") -> str:
    headers = {"Cookie": f"lang={language}"}
    if who is not None:
        headers["Authorization"] = f"Bearer {night.phones[who].token}"
    got = night.host.send("GET", f"/t/{night.code}{path}", None, headers)
    assert got.status == 200
    return html.unescape(got.raw.decode())


def press(night: Night, who: int = 0, **fields: Any) -> Answer:
    """The button on the page of house rules."""
    headers = {
        "Authorization": f"Bearer {night.phones[who].token}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    sent = {"key": fresh_key(), "seen": night.look()["seq"], **fields}
    body = "&".join(f"{name}={quote(str(value))}" for name, value in sent.items())
    return night.host.send("POST", f"/t/{night.code}/house-rules", body.encode(), headers)


def _stella(app: Flask) -> Night:
    return open_night(in_process(app), people=3).start()


def _finish(night: Night) -> Night:
    while night.play_round(MARKS).look()["status"] != "finished":
        night.act(0, type="next_round").ok()
    return night


def test_before_a_decision_a_view_says_nothing_of_it(each_app: Flask) -> None:
    night = _stella(each_app)
    assert "house" not in night.look()["view"]
    before = night.look(None)["view"]
    decide(night).ok()
    assert night.look(None)["view"] == {**before, "house": [ST_1]}
    decide(night, other=False).ok()
    assert night.look(None)["view"] == before


def test_it_is_in_the_log_the_receipt_the_record_and_the_result(each_app: Flask) -> None:
    night = _stella(each_app)
    decide(night).ok()
    how = "Locking in is final at once. Nobody can unlock."
    assert log_lines(night)[-1]["text"] == f"This table plays it the other way: {how}"
    assert log_lines(night)[-1]["why"][0]["rule"] == ST_1
    for language, words in (("en", "Played the other way"), ("fr", "Joué de l’autre façon"), ("ja", "別の解釈")):
        assert words in page(night, "/receipt", language=language)
        assert words in page(night, "/receipt?as=text", language=language)
    _finish(night)
    house = night.look()["view"]["outcome"]["house"]
    assert [(one["rule"], one["text"]) for one in house] == [(ST_1, f"Played the other way: {how}")]
    assert results(each_app)[0]["house"] == [ST_1]
    assert f"Played the other way: {how}" in page(night, "/receipt")
    record = night.host.get(f"{night.at}/record").ok()
    assert {"type": "decide", "rule": ST_1, "other": True} in record["actions"]
    assert record["result"]["house"] == [ST_1]
    reader = Phone(night.host.send)
    then = Night([reader], reader.post("/records", **record).ok()["code"])
    assert then.look(None)["view"] == night.look(None)["view"]
    assert then.host.get(f"{then.at}/record").ok() == record
    assert Phone(night.host.send).post("/replays", **record).ok()["outcome"]["house"][0]["rule"] == ST_1
    night.verify(each_app)


def test_a_decision_taken_back_stays_on_the_result(each_app: Flask) -> None:
    night = _stella(each_app)
    decide(night).ok()
    night.play_round(MARKS)
    decide(night, other=False).ok()
    assert log_lines(night)[-1]["text"].startswith("The app's reading holds again: ")
    assert "house" not in night.look()["view"]
    night.act(0, type="next_round").ok()
    _finish(night)
    text = night.look()["view"]["outcome"]["house"][0]["text"]
    assert text.startswith("Played the other way for a part of the game: ")


def test_an_undone_decision_was_never_there(each_app: Flask) -> None:
    night = _stella(each_app)
    decide(night).ok()
    night.tap("undo").ok()
    assert "house" not in night.look()["view"]
    night.tap("redo").ok()
    assert night.look()["view"]["house"] == [ST_1]
    night.tap("undo").ok()
    assert _finish(night).look()["view"]["outcome"]["house"] == []


def test_a_league_result_names_it(each_app: Flask) -> None:
    send = in_process(each_app)
    club, night = open_club(send), _stella(each_app)
    decide(night).ok()
    _finish(night)
    club.enter(night.host, "member").ok()
    saved = club.save(night).ok()["result"]
    assert club.result(saved)["house"] == [ST_1]


def test_it_holds_in_play_and_elsewhere(each_app: Flask) -> None:
    night = _stella(each_app)
    decide(night).ok()
    assert "At this table locking in is final at once." in page(night.begin(), "", who=0)
    night.lock(1, [3]).ok()
    no = night.act(1, type="withdraw").no(422, "refusal")
    assert no["findings"][0]["rule"] == ST_1
    assert no["detail"] == "At this table locking in is final at once: Bo keeps these marks."
    assert night.look(1)["view"]["offers"] == []
    forget()
    with elsewhere():
        night.act(1, type="withdraw").no(422, "refusal")
    decide(night, other=False).no(422, "refusal")
    stage = page(night, "", who=1)
    assert "At this table locking in is final at once." in stage
    assert 'value="withdraw"' not in stage
    other = _stella(each_app).begin()
    other.lock(1, [3]).ok()
    assert 'value="withdraw"' in page(other, "", who=1)


def test_the_judge_asked_from_the_table_knows_it(each_app: Flask) -> None:
    night = _stella(each_app)
    decide(night).ok()
    night.begin()
    place = night.host.send("GET", f"/t/{night.code}/judge", None, {}).headers["Location"]
    assert "other_st_1=1" in place
    told = html.unescape(night.host.send("GET", f"{place}&locked=me", None, {}).raw.decode())
    assert "No, locking in is final." in told
    assert "As the app reads it: " in told
    assert "<strong>Yes, unlock first.</strong>" in told


def test_the_judge_without_a_table_shows_both(app: Flask) -> None:
    client = app.test_client()
    text = html.unescape(client.get("/judge/stella/change?locked=me").get_data(as_text=True))
    assert "If played the other way: Locking in is final at once. Nobody can unlock." in text
    assert "<strong>No, locking in is final.</strong>" in text
    told = client.post("/api/judge/stella/change", json={"locked": "me"}).json
    assert [(one["rule"], one["other"], one["headline"]) for one in told["otherwise"]] == [
        (ST_1, True, "No, locking in is final.")
    ]
    same = client.get("/judge/stella/change?locked=all").get_data(as_text=True)
    assert "If played the other way" not in same
    assert "other_st_1" not in same


# The page


@pytest.mark.parametrize("game", [key for key in GAMES if GAMES[key].alternatives])
def test_the_host_plays_it_the_other_way_with_one_button(each_app: Flask, game: str) -> None:
    night = open_night(in_process(each_app), GAMES[game].seats[1], game)
    assert "Begin the game, then decide it." in page(night)
    night = TABLES[game](each_app)
    rules = list(GAMES[game].alternatives)
    text = page(night)
    for rule in rules:
        assert f'<section class="card" id="{rule}"' in text
    # these tables stand in the middle of a turn: all of them say when it can be decided
    assert text.count('name="other" value="1"') in (0, len(rules))


def test_what_the_buttons_do(each_app: Flask) -> None:
    night = _stella(each_app)
    assert 'name="other" value="1"' in page(night)
    assert 'name="other"' not in page(night, who=1)
    assert "The host can change it." in page(night, who=1)
    done = press(night, rule=ST_1, other=1)
    assert (done.status, done.headers["Location"]) == (303, f"/t/{night.code}/house-rules")
    assert night.look()["view"]["house"] == [ST_1]
    assert 'name="other" value="0"' in page(night)
    assert "1 rule is played differently" in page(night, "/people")
    assert press(night, who=1, rule=ST_1, other=0).status == 403
    assert press(night, rule=ST_1, other=1).status == 422
    assert press(night, rule="stella.spark", other=1).status == 400
    assert press(night, rule=ST_1, other="maybe").status == 400
    assert press(night, rule=ST_1, other=0, seen=1).status == 409
    assert press(night, rule=ST_1, other=0).status == 303
    assert "house" not in night.look()["view"]
    night.begin()
    told = page(night)
    assert "Decide that between the rounds: wait until this one is counted." in told
    assert 'name="other"' not in told
    refused = press(night, rule=ST_1, other=1)
    assert refused.status == 422
    assert "Decide that between the rounds" in refused.raw.decode()


# Corrections


def test_it_can_be_put_in_and_taken_out_later(each_app: Flask) -> None:
    """Nobody learns by it who had changed their mind in a counted round."""
    night = _stella(each_app).begin()
    night.lock(1, [3]).ok()
    night.act(1, type="withdraw").ok()
    night.lock_all(MARKS).act(0, type="place_lanterns").ok()
    night.reveal_rest()
    before = {"after": 0, "action": {"type": "decide", "rule": ST_1, "other": True}}
    told = preview(night, 0, before).ok()
    assert [change["kind"] for change in told["changes"]] == ["inserted"]
    amend(night, 0, before).ok()
    assert night.look()["view"]["house"] == [ST_1]
    amend(night, 0, edit(entry(night, "decide"), None)).ok()
    assert "house" not in night.look()["view"]
    night.verify(each_app)


def test_a_running_round_keeps_the_rules_it_began_with(each_app: Flask) -> None:
    night = _stella(each_app).begin()
    night.lock(1, [3]).ok()
    before = {"after": 0, "action": {"type": "decide", "rule": ST_1, "other": True}}
    preview(night, 0, before).no(422)


@pytest.mark.parametrize("game", [key for key in GAMES if GAMES[key].alternatives])
def test_what_could_be_put_in_names_the_decisions(each_app: Flask, game: str) -> None:
    night = TABLES[game](each_app)
    text = page(night, "/correct?seq=0&insert=1")
    assert "This table plays it the other way" in text


def test_the_tables_are_those_of_all_games() -> None:
    assert TABLES.keys() == DRIVERS.keys()
