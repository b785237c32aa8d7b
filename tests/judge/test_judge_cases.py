"""Worked cases put to the judge: its own, and every case of the games that fits one of its questions."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.kernel import Refused
from app.games.stellarion.slots import card_at
from app.games.stellarion.state import Acting
from tests.games.stella_quest.tables import cases as quest_cases
from tests.games.stellarion.tables import TableOfCase, lines
from tests.games.stellarion.tables import cases as stellarion_cases
from tests.judge.asked import cases, english, judged

VERDICTS = cases("verdicts")
QUEST = [case for name in ("questions", "rules") for case in quest_cases(name) if "ask" in case]


def values(names: list[str]) -> list[int]:
    return [int(name.partition("-")[2]) for name in names]


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case["name"])
def test_verdict(case: dict[str, Any]) -> None:
    game, key = case["ask"].split("/")
    answer = judged(game, key, case["told"])
    if isinstance(answer, Refused):
        first = answer.violations[0]
        assert (first.rule, english(first.says)) == (f"{game}.{case.get('refused')}", case.get("says"))
        return
    verdict = answer.verdict
    assert english(verdict.headline) == case.get("headline")
    assert answer.label == case["label"]
    if "rules" in case:
        cited = [finding.rule for finding in (*verdict.reasons, *verdict.besides)]
        assert cited == [f"{game}.{rule}" for rule in case["rules"]]
    if "lines" in case:
        assert {line.key: line.amount for line in verdict.lines} == case["lines"]


def test_names_of_cases_are_different() -> None:
    assert len({case["name"] for case in VERDICTS}) == len(VERDICTS)


def asked(case: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A case of the game as a question for the judge; None where it asks less than a judge is asked."""
    match case["ask"]:
        case "who_wins" if 0 < len(case["cards"]) < 5 and "malformed" not in case["answer"]:
            return "winner", {"top": case["top"], "cards": case["cards"]}
        case "may_play" if case["answer"] != "not_in_hand" and len(case["hand"]) < 11:
            hand = list(case["hand"])
            back = case["card"].partition("-")[0]
            hand.remove(case["card"] if case["card"] in hand else back)
            return "follow", {"lead": case["lead"] or "none", "card": case["card"], "hand": hand}
        case "take_options":
            told = {"cards": case["cards"], "values": sorted(set(values(case["collection"])))}
            return "take", {**told, "radiance": case["radiance"], "marker": case["has_marker"]}
        case "top_options":
            return "top", {"cards": case["cards"], "taken": case["taken"]}
        case "final_scores" if len(case["collections"]) > 1:
            lights = [0 if seat in case["eliminated"] else light for seat, light in enumerate(case["radiance"])]
            told = {"lights": lights, "collections": list(map(values, case["collections"]))}
            return "points", told | {"other_qu_14": case.get("one_stays", False)}
        case "refill_size":
            return "draw", {"hand": 0, "radiance": case["radiance"]}
        case "paid_draw":
            return "draw", {"hand": case["hand"], "radiance": case["radiance"]}
        case "draws" if case["want"] == 5:
            return "draw", {"hand": 0, "radiance": 5, "deck": case["deck"], "pile": case["pile"]}
    return None


FITTING = [(case, fitting) for case in QUEST if (fitting := asked(case)) is not None]


@pytest.mark.parametrize(("case", "fitting"), FITTING, ids=[case["name"] for case, _fitting in FITTING])
def test_a_case_of_stella_quest(case: dict[str, Any], fitting: tuple[str, dict[str, Any]]) -> None:
    """The judge answers what was worked out by hand for the engine."""
    wanted, answer = case["answer"], judged("stella_quest", *fitting)
    if isinstance(answer, Refused):
        assert answer.violations[0].rule == f"stella_quest.{wanted['refused']}"
        return
    facts = answer.verdict.facts
    match case["ask"]:
        case "who_wins":
            assert {name: facts[name] for name in ("winner", "categories") if name in wanted} == {
                name: wanted[name] for name in ("winner", "categories") if name in wanted
            }
        case "may_play":
            assert facts["duty"] == wanted
        case "take_options":
            options = {one["card"]: one for one in facts["options"]}
            for one in wanted:
                if "card" in one and options:
                    told = options[one["card"]]
                    assert told | {name: one[name] for name in told if name in one} == told
            assert bool(options) != (fitting[1]["marker"] and fitting[1]["radiance"] == 1)
        case "top_options":
            assert facts["tops"] == wanted
        case "final_scores":
            assert facts["points"] == wanted["points"]
            assert facts["winners"] == wanted.get("winners", facts["winners"])
        case "refill_size":
            assert facts["drawn"] == wanted
        case "paid_draw":
            assert facts["drawn"] == (0 if isinstance(wanted, dict) else wanted)
        case "draws":
            assert (facts["drawn"], facts["deck"]) == (wanted["drawn"], wanted["deck"])


def test_enough_cases_fit() -> None:
    assert len(FITTING) > 55
    assert {case["ask"] for case, _fitting in FITTING} >= {"who_wins", "may_play", "take_options", "top_options"}


# Stellarion

ACTIONS = ("launch", "coordinate", "traverse")
MISSIONS = [
    case
    for name in ("worked", "rules")
    for case in stellarion_cases(name)
    if any(line["type"] in ACTIONS for line in lines(case)) and ("position" in case or "tops" in case)
]
#: What decides at a table and is not told to the judge of some cards, or is no matter of the cards.
UNTOLD = {"sn-3", "accessible", "two-galaxies", "star-removed", "traverse-option", "voyage-stacks", "launch-voyage"}
UNTOLD |= {"thrusters", "players", "sn-8"}


@pytest.mark.parametrize("case", MISSIONS, ids=lambda case: case["name"])
def test_a_case_of_stellarion(case: dict[str, Any]) -> None:
    """The judge of the cards answers every action of a case as its table does."""
    table = TableOfCase(case)
    for line in lines(case):
        told = _cards(table, line) if line["type"] in ACTIONS and isinstance(table.state, Acting) else None
        holds = table.tell(line)
        if told is not None and not table.malformed and (holds or table.refused[0] not in UNTOLD):
            answer = judged("stellarion", "made", told)
            assert not isinstance(answer, Refused), (told, answer)
            assert (answer.verdict.facts["makes"] == line["type"]) == holds, (line, answer.verdict)
        if not holds:
            return


def _cards(table: TableOfCase, line: dict[str, Any]) -> dict[str, Any] | None:
    """The cards that lie where the line says; None where one does not, or where they are too few to be judged."""
    try:
        cards = [card_at(table.table, slot) for slot in line["cards"]]
    except ValueError:
        return None
    if None in cards or not 2 <= len(cards) <= 4 or len(set(line["cards"])) < len(cards):
        return None
    stocked = [place for place, slot in enumerate(line["cards"], 1) if slot.startswith("outpost-")]
    names = [card.name for card in cards if card is not None]
    return {"cards": names, "outpost": stocked, "star": line.get("star", False)}


def test_enough_missions_fit() -> None:
    assert len(MISSIONS) > 100
