"""The worked cases: whole games, positions, refusals, malformed lines; and one row for each sentence of the books."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import Any

import pytest

from app.games.kernel import fold
from app.games.stella import GAME, reasons, refusals
from app.games.stella.rulebook import HOW_TO, RULEBOOK
from tests.games.stella.tables import TableOfCase, at_path, cases, round_lines, rules_in

WHOLE = cases("whole_games")
SENTENCES = cases("rules")
ENDS = {
    "all fallen": "All have fallen: the reveal ends.",
    "no cards": "Nobody standing has an open card: the reveal ends.",
}


@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case["name"])
def test_whole_game(case: dict[str, Any]) -> None:
    """Every line but a failing last one holds, and the table then looks as worked out by hand."""
    expect = case["expect"]
    table = TableOfCase(case["options"], case["seats"])
    held = [table.tell(line) for line in case["actions"]] if not table.malformed else []
    if "malformed" in expect or "refused" in expect:
        assert held[:-1] == [True] * (len(held) - 1)
        assert not held or not held[-1]
        assert table.malformed == ({expect["malformed"]} if "malformed" in expect else set())
        assert table.refused == ([expect["refused"]] if "refused" in expect else [])
        return
    assert all(held), (table.refused, table.malformed)
    view = table.view()
    if "unfinished" in expect:
        assert (view["phase"], view["outcome"]) == (expect["unfinished"], None)
    elif "position" in expect:
        _position(table, view, expect["position"])
    else:
        _result(view, expect)


def _position(table: TableOfCase, view: dict[str, Any], expect: dict[str, Any]) -> None:
    assert (view["phase"] == "scored") == expect["over"]
    assert view["scout"] == expect["scout"]
    assert [card["cell"] for card in view["revealed"]] == expect["shown"]
    assert [seat["seat"] for seat in view["seats"] if seat["fallen"]] == expect["fallen"]
    if expect["scout"] is not None:
        mine = table.view(expect["scout"])
        assert mine["my_open"] == expect["cells"]
        assert mine["offers"] == [{"action": "reveal", "fields": {"cell": {"one_of": expect["cells"]}}}]


def _result(view: dict[str, Any], expect: dict[str, Any]) -> None:
    assert view["outcome"]["points"] == expect["points"]
    assert view["outcome"]["winners"] == expect["winners"]
    assert len(view["scores"]) == len(expect["rounds"])
    for counted, wanted in zip(view["scores"], expect["rounds"], strict=True):
        lines = counted["seats"]
        assert counted["first_scout"] == wanted["first_scout"]
        assert counted["dark"] == wanted["dark"]
        assert counted["end"][0]["text"] == ENDS[wanted["end"]]
        assert [line["count"] for line in lines] == wanted["counts"]
        assert [line["seat"] for line in lines if line["fallen"]] == wanted["fallen"]
        assert [sum(item["filled"] for item in line["items"]) for line in lines] == wanted["filled"]
        assert [sum(item["kept"] for item in line["items"]) for line in lines] == wanted["points"]
        assert [line["points"] for line in lines] == wanted["points"]
        assert [line["total"] for line in lines] == wanted["totals"]
        shown = [{key: card[key] for key in ("kind", "markers", "stars")} for card in counted["reveals"]]
        assert shown == wanted["cards"]


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["name"])
def test_sentence(case: dict[str, Any]) -> None:
    """What one sentence of a book, or one ruling, says."""
    table = TableOfCase({"first_scout": case.get("first", 0)}, case.get("seats", 3))
    lines = [line for index, one in enumerate(case.get("rounds", [])) for line in round_lines(index, one)]
    lines += case.get("then", [])
    held = [table.tell(line) for line in lines]
    stops = "refused" in case or "malformed" in case
    assert held == [True] * (len(lines) - stops) + [False] * stops, (table.refused, table.malformed)
    assert table.refused == ([f"stella.{case['refused']}"] if "refused" in case else [])
    assert table.malformed == ({case["malformed"]} if "malformed" in case else set())
    view = table.view(case.get("as"))
    for path, wanted in case.get("view", {}).items():
        assert at_path(view, path) == wanted, path
    assert {f"stella.{rule}" for rule in case.get("cites", [])} <= rules_in(view)
    assert not {f"stella.{rule}" for rule in case.get("silent", [])} & rules_in(view)
    if "told" in case:  # people do it at the table; the app can only say so
        assert all(RULEBOOK[f"stella.{rule}"].kind == "text" for rule in case["rules"])


def test_every_rule_has_a_row() -> None:
    proved = {f"stella.{rule}" for case in SENTENCES for rule in case["rules"]}
    assert proved == set(RULEBOOK)
    assert {rule for case in WHOLE for rule in case["rules"]} <= set(RULEBOOK)


@pytest.mark.parametrize("module", [reasons, refusals], ids=["reasons", "refusals"])
def test_every_rule_named_in_the_source_exists(module: ModuleType) -> None:
    """Also those that no played game happens to reach."""
    tree = ast.parse(inspect.getsource(module))
    named = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"_no", "_because"}
        if isinstance(call.args[0], ast.Constant)
    }
    assert len(named) > 8
    assert {f"stella.{rule}" for rule in named} | {refusals.LAST_ONE_CONFIRMS} <= set(RULEBOOK)


def test_the_rulings_are_all_there() -> None:
    assert {f"stella.st-{number}" for number in range(1, 16)} <= set(RULEBOOK)


def test_headings_are_headings_of_the_books() -> None:
    """Places name one of the two books, and few enough headings to be looked up by eye."""
    places = {place for rule in RULEBOOK.values() for place in rule.places}
    assert {place.lang for place in places} == {"fr", "ja"}
    assert len({place.book for place in places}) == 2
    assert len(places) == 14


def test_how_to_is_read_in_a_minute() -> None:
    words = sum(len(step.split()) for step in HOW_TO)
    assert len(HOW_TO) <= 9
    assert words <= 100
    assert all(len(step.split()) <= 14 for step in HOW_TO)


def test_a_whole_game_replays_as_one_fold() -> None:
    for case in WHOLE:
        if "points" in case["expect"]:
            table = TableOfCase(case["options"], case["seats"])
            assert all(table.tell(line) for line in case["actions"])
            again = fold(GAME, table.start, table.actions)
            assert (again.state, again.done, again.refused) == (table.state, len(table.actions), None)
