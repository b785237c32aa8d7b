"""The worked cases: questions without a table, whole rounds, and one row for each sentence of the book."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import Any

import pytest

from app.games.kernel import Refused, fold
from app.games.phrases import Seat
from app.games.stella_quest import GAME, ending, questions, reasons, refusals
from app.games.stella_quest.cards import BY_NAME, Back, Card, Colour
from app.games.stella_quest.rulebook import HOW_TO, RULEBOOK
from tests.games.stella_quest.tables import TableOfCase, at_path, cases, lines, rules_in

QUESTIONS = cases("questions")
ROUNDS = cases("whole_rounds")
SENTENCES = cases("rules")


def cards_of(names: list[str]) -> list[Card]:
    return [BY_NAME[name] for name in names]


def answer_of(case: dict[str, Any]) -> Any:
    """What the engine answers, in the words of the cases."""
    match case["ask"]:
        case "who_wins":
            if not {case["top"], *case["cards"]} <= set(BY_NAME):
                return {"malformed": True}
            return questions.who_wins(BY_NAME[case["top"]], cards_of(case["cards"]))
        case "may_play":
            hand = [BY_NAME[held] if "-" in held else Back(held) for held in case["hand"]]
            lead = None if case["lead"] is None else Colour(case["lead"])
            return questions.may_play(hand, lead, BY_NAME[case["card"]])
        case "take_options":
            collection = cards_of(case["collection"])
            return questions.take_options(cards_of(case["cards"]), collection, case["radiance"], case["has_marker"])
        case "top_options":
            return [card.name for card in questions.top_options(cards_of(case["cards"]), BY_NAME[case["taken"]])]
        case "final_scores":
            collections = [cards_of(one) for one in case["collections"]]
            out = {Seat(one) for one in case["eliminated"]}
            return questions.final_scores(collections, case["radiance"], out, case.get("one_stays", False))
        case "refill_size":
            return questions.refill_size(case["radiance"])
        case "paid_draw":
            return questions.paid_draw(case["hand"], case["radiance"])
        case "draws":
            return questions.draws(case["deck"], case["pile"], case["want"])
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["name"])
def test_question(case: dict[str, Any]) -> None:
    wanted, told = case["answer"], answer_of(case)
    assert {f"stella_quest.{rule}" for rule in case["rules"]} <= set(RULEBOOK)
    if isinstance(told, Refused):
        assert wanted == {"refused": told.violations[0].rule.removeprefix("stella_quest.")}
    elif case["ask"] == "take_options":
        assert len(told) == len(wanted)
        for option, one in zip(told, wanted, strict=True):
            assert {name: getattr(option, name) for name in one if name != "card"} | {"card": option.card.name} == {
                "card": option.card.name,
                **one,
            }
    elif case["ask"] == "final_scores":
        points = [score.points for score in told]
        assert points == wanted["points"]
        if "flipped" in wanted:
            assert [[card.name for card in score.flipped] for score in told] == wanted["flipped"]
        if "winners" in wanted:
            assert [seat for seat, place in enumerate(questions.ranks(points)) if place == 1] == wanted["winners"]
        for score in told:
            assert score.points in (None, score.light + sum(line.gems for line in score.lines))
    elif case["ask"] == "draws":
        seen = {"drawn": told.drawn, "deck": told.deck, "pile": told.pile, "shuffles": int(told.shuffled > 0)}
        assert seen == wanted
    elif case["ask"] == "who_wins" and "malformed" not in wanted:
        seen = {name: getattr(told, name) for name in wanted}
        assert {name: list(value) if isinstance(value, tuple) else value for name, value in seen.items()} == wanted
    else:
        assert told == wanted


def check(case: dict[str, Any]) -> None:
    """Every line but a failing last one holds, and the table then looks as worked out by hand."""
    table = TableOfCase(case)
    told = lines(case)
    held = [table.tell(line) for line in told] if not table.malformed else []
    stops = "refused" in case or ("malformed" in case and bool(told))
    assert held == [True] * (len(told) - stops) + [False] * stops, (table.refused, table.malformed)
    assert table.refused[:1] == ([case["refused"]] if "refused" in case else [])
    assert table.malformed == ({case["malformed"]} if "malformed" in case else set())
    if "malformed" in case and not told:
        return
    view = table.view(case.get("as"))
    for path, wanted in case.get("view", {}).items():
        assert at_path(view, path) == wanted, path
    if "pile" in case:
        assert sorted(card.name for card in table.state.table.pile) == sorted(case["pile"])
    assert set(case.get("cites", [])) <= rules_in(view) | set(table.refused), sorted(rules_in(view))
    assert not set(case.get("silent", [])) & rules_in(view)
    assert set(case.get("notes", [])) <= set(table.notes)
    assert fold(GAME, table.start, table.actions).state == table.state


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case["name"])
def test_whole_rounds(case: dict[str, Any]) -> None:
    assert {f"stella_quest.{rule}" for rule in case["rules"]} <= set(RULEBOOK)
    check(case)


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["name"])
def test_sentence(case: dict[str, Any]) -> None:
    """What one sentence of the book, or one ruling, says."""
    if "ask" in case:
        test_question(case)
    elif "told" in case:  # people do it at the table; the app can only say so
        assert all(RULEBOOK[f"stella_quest.{rule}"].kind == "text" for rule in case["rules"])
    else:
        check(case)


def test_every_rule_has_a_row() -> None:
    proved = {f"stella_quest.{rule}" for case in SENTENCES for rule in case["rules"]}
    assert proved == set(RULEBOOK)


def test_names_of_cases_are_different() -> None:
    for rows in (QUESTIONS, ROUNDS, SENTENCES):
        assert len({case["name"] for case in rows}) == len(rows)


@pytest.mark.parametrize("module", [reasons, refusals, ending], ids=["reasons", "refusals", "ending"])
def test_every_rule_named_in_the_source_exists(module: ModuleType) -> None:
    """Also those that no played game happens to reach."""
    tree = ast.parse(inspect.getsource(module))
    named = {
        name.value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"_no", "_because", "because"}
        for name in ast.walk(call.args[0])
        if isinstance(name, ast.Constant) and isinstance(name.value, str)
    }
    assert len(named) > 7
    assert {f"stella_quest.{rule}" for rule in named} <= set(RULEBOOK)


def test_the_rulings_are_all_there() -> None:
    assert {f"stella_quest.qu-{number}" for number in range(1, 18)} <= set(RULEBOOK)


def test_headings_are_headings_of_the_book() -> None:
    """Places name one book, and few enough headings to be looked up by eye."""
    places = {place for rule in RULEBOOK.values() for place in rule.places}
    assert {(place.lang, place.book) for place in places} == {("en", "Stella Quest")}
    assert {place.heading for place in places} == {
        "Components",
        "Goal of the Game",
        "Setup",
        "Lead color",
        "Trump color",
        "Round Structure",
        "Running Out of Cards",
        "Who Wins a Round?",
        "Example 1. Higher value",
        "Example 2. Trump card",
        "Example 3. Card of the lead color",
        "Example 4. Super-trump card",
        "Example 5. Super-trump card",
        "Example 6. Second super-trump card",
        "Round Example",
        "Radiance Tokens",
        "Radiance Loss Example",
        "Rest Cards",
        "End of the Game",
        "Scoring Example",
        "Two-Player Game",
    }


def test_how_to_is_read_in_a_minute() -> None:
    words = sum(len(step.split()) for step in HOW_TO)
    assert len(HOW_TO) <= 9
    assert words <= 100
    assert all(len(step.split()) <= 14 for step in HOW_TO)
