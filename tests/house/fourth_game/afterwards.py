"""After an evening of Lamps: its end and its log, corrections, records, rules, the judge and the league.

Runs only in the copy of the house that ``tests/house/test_fourth_game.py`` makes.
"""

from __future__ import annotations

import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from app.cli import cli
from app.games import GAMES
from app.web import kept
from tests.house.fourth_game.people import TURNS, Reader, Table, night_of, words
from tests.judge.test_judge_alone import alone
from tests.leagues.clubs import open_club
from tests.players import in_process, open_night
from tests.tables.righting import amend, edit, entries

# Afterwards


def test_the_end_says_who_won_and_why(finished: Table) -> None:
    told = finished.people[1].page(finished.at)
    assert "Chiyo wins" in told
    assert "Chiyo lit the last lamp and wins." in told
    assert "Lamps › The end" in told
    assert "Chiyo wins" in finished.people[1].page(f"{finished.at}/tv")


def test_play_again_with_the_next_one_first(finished: Table) -> None:
    fresh = finished.host.send(f"{finished.at}/again")
    finished.host.send(f"{fresh}/start")
    assert "It is the turn of Bo." in finished.people[1].page(fresh)


def test_the_log_has_its_lines_with_their_reasons(finished: Table) -> None:
    told = finished.people[2].page(f"{finished.at}/log")
    assert "Ana lights lamps 1, 9." in told
    assert "Chiyo lights lamp 8. Chiyo lit the last lamp and wins." in told
    assert "Lamps › The end" in told


def test_an_old_entry_is_corrected_with_a_preview(finished: Table) -> None:
    at, ana = finished.at, finished.host
    correct = re.search(
        rf'{at}/correct\?seq=(\d+)"[^>]*>Correct<span[^>]*>: Ana lights lamps 1, 9', ana.get(f"{at}/log")
    )
    assert correct is not None
    seq = correct.group(1)
    page = ana.get(f"{at}/correct?seq={seq}")
    assert "Ana lights lamp 1." in words(page)
    chosen = next(
        value for value in map(html.unescape, re.findall(r'name="to" value="([^"]*)"', page))
        if json.loads(value)["lamps"] == [1]
    )  # fmt: skip
    preview = ana.client.get(f"{at}/correct/preview", query_string={"seq": seq, "to": chosen}, follow_redirects=True)
    told = words(preview.text)
    assert "Ana lights lamps 1, 9. Ana lights lamp 1." in told
    assert "Chiyo → not over" in told
    fields = {
        name: html.unescape(value)
        for name in ("edits", "seen")
        for value in re.findall(rf'name="{name}" value="([^"]*)"', preview.text)[:1]
    }
    ana.send(f"{at}/correct", why="It was one lamp", **fields)
    assert "It is the turn of Ana." in finished.people[1].page(at)
    assert "It was one lamp" in ana.page(f"{at}/receipt")


def test_the_hosts_own_entry_can_be_corrected_too(table: Table) -> None:
    table.do(0, type="glow", colour="blue")
    seq = re.findall(rf'{table.at}/correct\?seq=(\d+)"', table.host.get(f"{table.at}/log"))[0]
    page = table.host.get(f"{table.at}/correct?seq={seq}")
    assert "The lamps glow in amber." in words(page)


def test_looking_back_shows_the_stage_as_it_was(finished: Table) -> None:
    rows = sorted({int(row) for row in re.findall(rf"{finished.at}/at/(\d+)", finished.host.get(f"{finished.at}/log"))})
    then = finished.people[1].get(f"{finished.at}/at/{rows[1]}")
    assert "It is the turn of Bo." in words(then)
    assert "<form" not in then.partition('class="glass"')[2]


def test_what_if_and_a_corrected_log_over_the_api(app: Flask) -> None:
    night = night_of(app, 4)
    told = night.host.post(f"{night.at}/preview", type="light", **{"for": 1}, lamps=[6, 7]).ok()
    assert told["view"]["dark"] == [8]
    assert night.look(None)["view"]["dark"] == [6, 7, 8]
    amend(night, 0, edit(entries(night)[0], {"type": "light", "lamps": [1]})).ok()
    assert night.look(None)["view"]["dark"] == [6, 7, 8, 9]
    night.verify(app)


def test_the_receipt_for_the_screen_and_as_text(finished: Table) -> None:
    assert "1, 9" in finished.host.page(f"{finished.at}/receipt")
    text = finished.host.get(f"{finished.at}/receipt?as=text")
    assert text.startswith("Lamps – Table ")
    assert "Ana: 1, 9" in text
    assert "Chiyo lit the last lamp and wins." in text


def test_a_record_goes_out_and_comes_in_the_same(finished: Table) -> None:
    record = json.loads(finished.host.get(f"{finished.at}/record.json"))
    assert record["game"] == "lamps"
    assert len(record["actions"]) == len(TURNS)
    copy = finished.host.send("/import", file=_file(record))
    again = json.loads(finished.host.get(f"{copy}/record.json"))
    assert again == record


def _file(record: Any) -> Any:
    return io.BytesIO(json.dumps(record).encode()), "record.json"


def test_a_record_is_replayed_and_every_table_verified_on_the_command_line(finished: Table, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(finished.host.get(f"{finished.at}/record.json"), encoding="utf-8")
    told = CliRunner().invoke(cli, ["replay", str(file)])
    assert told.exit_code == 0, told.output
    assert "Lamps, 3 players: Ana, Bo, Chiyo" in told.output
    assert "Chiyo lit the last lamp and wins.  [written: Lamps › The end]" in told.output
    house = ["--instance", str(tmp_path / "house")]
    code = CliRunner().invoke(cli, ["import", str(file), *house]).output.split()[-1]
    assert json.loads(CliRunner().invoke(cli, ["export", code, *house]).output)["game"] == "lamps"
    assert "1 tables checked, 0 with trouble." in CliRunner().invoke(cli, ["verify", *house]).output


def test_the_demo_and_a_backup_still_hold(tmp_path: Path) -> None:
    house = ["--instance", str(tmp_path / "house")]
    told = CliRunner().invoke(cli, ["demo", *house])
    assert told.exit_code == 0, told.output
    tables = [demo.what for game in GAMES.values() for demo in game.demos]  # two lines of the league come last
    assert [line.partition("  ")[2] for line in told.output.splitlines()][:-2] == tables
    assert f"{len(tables)} tables checked, 0 with trouble." in CliRunner().invoke(cli, ["verify", *house]).output
    assert CliRunner().invoke(cli, ["backup", str(tmp_path / "copy.sqlite3"), *house]).exit_code == 0


# Rules and judge


def test_its_rules_can_be_read_and_searched(app: Flask) -> None:
    ana = Reader(app.test_client(), "Ana")
    told = ana.page("/rules/lamps")
    for rule in GAMES["lamps"].rulebook.values():
        assert rule.text in told
    assert "1 rule has these words." in ana.page("/rules/lamps?q=last+wins")
    assert GAMES["lamps"].rulebook["lamps.la-1"].reason in ana.page("/rules/readings")


def test_a_table_may_decide_one_of_its_rules_otherwise(table: Table) -> None:
    rule, text = "lamps.la-1", "Passing is allowed once"
    assert "Nobody passes" in table.host.page(f"{table.at}/house-rules?rule={rule}")
    table.host.send(f"{table.at}/house-rules", rule=rule, text=text)
    assert text in table.host.page(f"{table.at}/receipt")


VERDICTS = {
    "dark=5&lit=2": ("Yes.", "Three are left: whoever looks has won."),
    "dark=2&lit=2": ("Yes.", "It was the last lamp: that wins."),
    "dark=9&lit=3": ("No, not so many.", "Two lamps are the most."),
    "dark=9&lit=0": ("No, not so many.", "Why we read it so:"),
    "dark=1&lit=2": ("That cannot be.", "So many lamps are not left."),
}


@pytest.mark.parametrize("told", VERDICTS)
def test_the_judge_answers(app: Flask, told: str) -> None:
    page = Reader(app.test_client(), "Ana").page(f"/judge/lamps/may?{told}")
    assert [word for word in VERDICTS[told] if word not in page] == []


def test_the_judge_has_a_key_for_every_word_without_a_template_of_the_game(app: Flask) -> None:
    ana = Reader(app.test_client(), "Ana")
    keys = re.findall(r'data-key="(dark|lit)-(\d+)" href="([^"]+)"', ana.get("/judge/lamps"))
    assert [(name, int(value)) for name, value, _ in keys] == [
        *(("dark", value) for value in range(1, 16)),
        *(("lit", value) for value in range(4)),
    ]
    for _name, _value, href in keys:
        ana.get(html.unescape(href))


def test_a_phone_that_keeps_the_judge_keeps_its_questions(app: Flask, tmp_path: Path) -> None:
    archive = tmp_path / "engine.zip"
    with app.test_request_context("/"):
        archive.write_bytes(kept.archive())
    told = alone(archive, [(f"/judge/lamps/may?{asked}", "en") for asked in VERDICTS] + [("/judge/candles", "en")])
    for asked, page in zip(VERDICTS.values(), told["told"], strict=False):
        assert [word for word in asked if word not in words(page["html"])] == []
    assert told["told"][-1].keys() == {"wrong"}


def test_the_judge_is_told_the_table_and_shows_everybody(table: Table) -> None:
    table.light(0, [1, 2])
    ana = table.host
    asked = ana.client.get(f"{table.at}/judge").headers["Location"]
    assert "/judge/lamps/may?dark=7" in asked
    ana.get(asked)
    ana.send(f"{table.at}/verdict", address=asked.replace("dark=7", "dark=7&lit=2"))
    assert "A turn lights one lamp or two." in table.people[1].page(table.at)
    assert "A turn lights one lamp or two." in table.people[1].page(f"{table.at}/tv")


def test_the_api_knows_it(app: Flask) -> None:
    phone = open_night(in_process(app), 2, "lamps").host
    assert "lamps" in [game["key"] for game in phone.get("/games").ok()]
    assert {rule["id"] for rule in phone.get("/games/lamps/rules").ok()} == set(GAMES["lamps"].rulebook)
    told = phone.get("/openapi.json").ok()
    schemas, paths = told["components"]["schemas"], told["paths"]
    assert {"LampsView", "LampsActionLight", "LampsActionGlow"} <= set(schemas)
    assert "/api/judge/lamps/may" in paths
    assert phone.post("/judge/lamps/may", dark=9, lit=2).ok()["headline"] == "Yes."


def test_the_view_is_what_its_schema_says(app: Flask) -> None:
    for turns in (0, 3, len(TURNS)):
        look = night_of(app, turns).look(1)
        assert GAMES["lamps"].wire.ViewSchema().validate(look["view"]) == {}


# Leagues


def test_a_league_counts_its_finished_table(app: Flask) -> None:
    night = night_of(app)
    club = open_club(in_process(app), people=("Ana", "Bo", "Chiyo"))
    club.enter(night.host, "member").ok()
    club.save(night).ok()
    assert club.ranks(game="lamps")["Chiyo"][0] == 1
    assert {name: rank for name, (rank, _value) in club.ranks(game="stella").items() if rank} == {}
    records = {one["best"]: one for one in club.phone.get(f"{club.at}/records?game=lamps").ok()}
    assert records["fewest-turns"]["value"] == len(TURNS)
    headers = {"Cookie": f"starkeeper={club.phone.token}"}
    for path in ("?game=lamps", "/games?game=lamps", "/games/new?game=lamps", "/nights", "/rules"):
        got = in_process(app)("GET", f"/league/{club.slug}{path}", None, headers)
        assert got.status == 200, path
        assert "Lamps" in words(got.raw.decode()), path
    for file in ("games.csv", "plays.bgsplay", "feed.atom", "league.json"):
        got = in_process(app)("GET", f"/league/{club.slug}/{file}", None, headers)
        assert got.status == 200, file
        assert b"lamps" in got.raw.lower(), file
