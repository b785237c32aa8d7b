"""The worked cases: positions and whole games, questions without a table, and one row for each sentence of the book."""

from __future__ import annotations

import ast
import inspect
import itertools
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from app.games.kernel import Accepted, fold
from app.games.phrases import Seat
from app.games.stellarion import GAME, hands, reasons, refusals
from app.games.stellarion.actions import Forfeit, Look, Retrieve, Search, Stock, Take, Traverse
from app.games.stellarion.rulebook import HOW_TO, RULEBOOK
from app.games.stellarion.state import Acting, State, Traversing
from tests.games.stellarion.tables import TableOfCase, at_path, cases, lines, rules_in

WORKED = cases("worked")
SENTENCES = cases("rules")


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
    looks_like(table, case)
    assert fold(GAME, table.start, table.actions).state == table.state


def looks_like(table: TableOfCase, case: dict[str, Any]) -> None:
    view = table.view(0 if "counts" in case else None)
    for path, wanted in case.get("view", {}).items():
        assert at_path(view, path) == wanted, path
    seen = table.decks()
    for symbol, fields in case.get("decks", {}).items():
        assert {name: seen[symbol][name] for name in fields} == fields, symbol
    for name, wanted in case.get("table", {}).items():
        assert getattr(table.table, name) == wanted, name
    if "ended" in case:
        assert table.ended == case["ended"]
    if "counts" in case:
        counted = counts_of(table.state)
        assert {name: counted[name] for name in case["counts"]} == case["counts"]
    for wanted in case.get("includes", []):
        assert any(wanted.items() <= one.items() for one in view["coordinates"]), wanted
    if "targets" in case:
        assert targets_of(table.state) == case["targets"]
        assert back_of(table.state) == case["back"]
    assert set(case.get("cites", [])) <= rules_in(view) | set(table.refused), sorted(rules_in(view))
    assert not set(case.get("silent", [])) & rules_in(view)
    assert set(case.get("notes", [])) <= set(table.notes)


# Counting what can be done


def counts_of(state: State) -> Counter[str]:
    """A Launch is a set of cards with or without the token, a Coordinate a pair of cards, a Traverse four Black Holes
    and the Voyages that are taken."""
    counted: Counter[str] = Counter()
    for one in GAME.view_for(state, None).launches:
        counted["launch"] += len(one.spots)
    for pair in GAME.view_for(state, None).coordinates:
        counted["coordinate_major" if pair.major else "coordinate_minor"] += 1
    assert isinstance(state, Acting)
    for offer in GAME.legal_actions(state, Seat(0)):
        if offer.action == Traverse.name:
            for payload in offer.expand():
                answer = GAME.apply(state, Traverse(Seat(0), payload["cards"]))
                assert isinstance(answer, Accepted)
                counted["traverse"] += len(takes_of(answer.state))
    return counted


def takes_of(state: State) -> set[tuple[Any, ...]]:
    """Every different loot of a Traverse: from stacks in any order, from columns in the order they are taken."""
    if not isinstance(state, Traversing):
        return {()}
    found = set()
    for offer in GAME.legal_actions(state, Seat(0)):
        if offer.action == Take.name:
            for payload in offer.expand():
                line = {"type": Take.name, "seat": 0, **payload}
                answer = GAME.apply(state, GAME.wire.load_action(line, None, record=True))
                assert isinstance(answer, Accepted)
                found |= {((payload["voyage"], payload["to"]), *rest) for rest in takes_of(answer.state)}
    return {tuple(sorted(one)) if "left" not in str(one) and "right" not in str(one) else one for one in found}


def targets_of(state: State) -> int:
    """Different steps that the effect allows now; a Stars power is counted by its decks."""
    found = set()
    for offer in GAME.legal_actions(state, Seat(0)):
        for payload in offer.expand():
            match offer.action:
                case Search.name:
                    found.add((payload["deck"], payload["card"]))
                case Retrieve.name:
                    found.add((payload["deck"], *sorted(payload["cards"])))
                case Look.name:
                    found.add((payload["deck"],))
                case Stock.name:
                    found.add(tuple(sorted(payload["decks"])))
    return len(found)


def back_of(state: State) -> list[int]:
    offers = [offer for offer in GAME.legal_actions(state, Seat(0)) if offer.action == Forfeit.name]
    return list(itertools.chain.from_iterable(list(offer.fields["back"].expand()) for offer in offers))


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["name"])
def test_worked(case: dict[str, Any]) -> None:
    check(case)


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["name"])
def test_sentence(case: dict[str, Any]) -> None:
    """What one sentence of the book, or one ruling, says."""
    if "told" in case:  # people do it at the table; the app can only say so
        assert all(RULEBOOK[f"stellarion.{rule}"].kind == "text" for rule in case["rules"])
    else:
        check(case)


def test_every_rule_has_a_row() -> None:
    proved = {f"stellarion.{rule}" for case in SENTENCES for rule in case["rules"]}
    assert proved == set(RULEBOOK)


def test_names_of_cases_are_different() -> None:
    for rows in (WORKED, SENTENCES):
        assert len({case["name"] for case in rows}) == len(rows)


@pytest.mark.parametrize("module", [reasons, refusals, hands], ids=["reasons", "refusals", "hands"])
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
    assert {f"stellarion.{rule}" for rule in named} <= set(RULEBOOK)


def test_every_rule_named_in_a_docstring_exists() -> None:
    import re
    from pathlib import Path

    folder = Path(inspect.getfile(refusals)).parent
    named = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r"``(stellarion\.[a-z0-9-]+)``|\b(SN-\d+)", path.read_text(encoding="utf-8"))
    }
    ids = {book or f"stellarion.{ruling.lower()}" for book, ruling in named}
    assert len(ids) > 40
    assert ids <= set(RULEBOOK)


def test_the_rulings_are_all_there() -> None:
    assert {f"stellarion.sn-{number}" for number in range(1, 23)} <= set(RULEBOOK)


def test_places_name_one_book() -> None:
    places = {place for rule in RULEBOOK.values() for place in rule.places}
    assert {(place.lang, place.book) for place in places} == {("en", "Stellarion")}
    sections = {place.heading.split(" › ")[0] for place in places}
    assert sections == {
        "Base Game Components",
        "Expansions Components",
        "Overview",
        "Base Game",
        "Two-Player Rules",
        "Coordinate Powers",
        "Expansion 1: Black Holes and Revelations",
        "Expansion 2: Theories and Breakthroughs",
        "Expansion 3: Mirrors and Orbits",
        "Expansion 4: The Glaucous Sun",
        "Player Aid",
    }


def test_how_to_is_read_in_a_minute() -> None:
    words = sum(len(step.split()) for step in HOW_TO)
    assert len(HOW_TO) <= 9
    assert words <= 100
    assert all(len(step.split()) <= 14 for step in HOW_TO)
