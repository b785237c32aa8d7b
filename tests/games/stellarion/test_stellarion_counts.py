"""What cards make, counted over every selection there is; and the legal actions of fixed positions, two deep.

``counts.txt`` is compared with the engine and, for what cards make, with a second judge that knows no engine.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.games.kernel import Accepted, Refused
from app.games.phrases import Seat
from app.games.stellarion import GAME, picks
from app.games.stellarion.cards import CARDS, NAMES, Card
from app.games.stellarion.state import Power, State, Traversing
from tests.games.stellarion import second
from tests.games.stellarion.playing import expanded, load
from tests.games.stellarion.positions import position

COUNTS = Path(__file__).with_name("counts.txt")
#: One card of each face, whatever its deck: that makes no difference here.
FACE: dict[str, Card] = {name: card for cards in CARDS.values() for name, card in cards.items()}
Judge = Callable[[Sequence[str], bool], str]

ALPHA = {"ship": "alpha-ship", "nebula": "alpha-nebula", "stars": "alpha-stars", "planet": "alpha-planet"}
HOLES = dict.fromkeys(("alpha", "beta", "gamma", "delta"), "black-hole")
LONG = {"left": ["alpha", "beta", "gamma", "delta"] * 2, "right": ["delta", "gamma", "beta", "alpha"] * 2}
ALL = ["black_holes", "theories", "mirrors", "sun"]
POSITIONS: dict[str, dict[str, Any]] = {
    "four identical pairs": {},
    "four identical pairs, no star": {"stars": 0},
    "alpha in all Type decks": {"tops": ALPHA},
    "alpha in all Type decks and the Outpost": {"tops": ALPHA, "outpost": ["alpha-planet@alpha", "alpha-ship@alpha"]},
    "discard piles to choose from": {
        "decks": {
            "gamma": {"discard": ["gamma-ship", "gamma-ship", "gamma-planet"]},
            "ship": {"discard": ["beta-ship"]},
        }
    },
    "five Black Holes": {
        "expansions": ["black_holes"],
        "voyages": [4, 3, 3, 3],
        "tops": {**HOLES, "ship": "black-hole"},
    },
    "two Mirrors, two columns": {
        "expansions": ["mirrors"],
        "voyages": {"left": ["alpha"] * 3 + ["beta", "alpha"], "right": ["gamma", "gamma", "delta", "alpha"]},
        "tops": {**ALPHA, "alpha": "mirror", "beta": "mirror"},
    },
    "everything, for two": {
        "seats": 2,
        "stars": 3,
        "expansions": ALL,
        "breakthrough": "thrusters",
        "voyages": LONG,
        "piles": [["beta"], []],
        "sun": {"held": 2},
        "tops": {"alpha": "black-hole", "beta": "beta-ship", "gamma": "mirror", "nebula": "alpha-nebula"},
    },
    "radar": {"expansions": ["theories"], "breakthrough": "radar", "voyages": [3, 2, 2, 2]},
    "amplifier": {"expansions": ["theories"], "breakthrough": "amplifier", "voyages": [3, 2, 2, 2]},
    "biodomes": {"expansions": ["theories"], "breakthrough": "biodomes", "voyages": [3, 2, 2, 2]},
}


def by_engine(names: Sequence[str], star: bool) -> str:
    cards = [FACE[name] for name in names]
    made = picks.coordinate(cards) if len(cards) == 2 and not star else picks.launch_galaxy(cards, star, stars=1)
    match made:
        case Refused():
            return "nothing"
        case picks.MakesCoordinate(type=kind, major=major):
            return f"{kind.value} {'major' if major else 'minor'}"
        case galaxy:
            return f"launch {galaxy.value}"


def by_second_judge(names: Sequence[str], star: bool) -> str:
    pair = second.coordinates(names) if not star else None
    if pair is not None:
        return " ".join(pair)
    galaxy = second.launches(names, star)
    return "nothing" if galaxy is None else f"launch {galaxy}"


def what_cards_make(judge: Judge) -> Iterator[str]:
    for number, star in ((2, False), (3, False), (4, False), (2, True), (3, True), (4, True)):
        made = Counter(judge(names, star) for names in itertools.combinations_with_replacement(NAMES, number))
        yield f"{number} cards{' and a Shooting Star' if star else ''}: {sum(made.values())} selections"
        for what, times in sorted(made.items()):
            yield f"  {what}: {times}"


def two_deep() -> Iterator[str]:
    for name, given in POSITIONS.items():
        state = position(given)
        first = Counter(line["type"] for line in lines(state))
        yield f"{name}: {sum(first.values())}"
        yield from (f"  {kind}: {times}" for kind, times in sorted(first.items()))
        steps: Counter[str] = Counter()
        for line in lines(state):
            after = told(state, line)
            if isinstance(after, Power | Traversing):
                steps.update(one["type"] for one in lines(after))
        yield f"  then {sum(steps.values())}"
        yield from (f"    {kind}: {times}" for kind, times in sorted(steps.items()))


def lines(state: State) -> list[dict[str, Any]]:
    """Every different line; two copies of a card give the same one."""
    found = expanded(GAME.legal_actions(state, Seat(0)))
    return list({str(sorted((name, str(value)) for name, value in line.items())): line for line in found}.values())


def told(state: State, line: dict[str, Any]) -> State:
    answer = GAME.apply(state, load(line, Seat(0)))
    assert isinstance(answer, Accepted)
    return answer.state


def parts() -> tuple[list[str], list[str]]:
    """The two parts of the file."""
    text = COUNTS.read_text(encoding="utf-8").splitlines()
    at = text.index("")
    return text[:at], text[at + 1 :]


@pytest.mark.parametrize("judge", [by_engine, by_second_judge], ids=["engine", "second judge"])
def test_what_cards_make(judge: Judge) -> None:
    assert list(what_cards_make(judge)) == parts()[0]


def test_the_two_judges_agree_on_every_selection() -> None:
    for number, star in itertools.product((1, 2, 3, 4), (False, True)):
        for names in itertools.combinations_with_replacement(NAMES, number):
            assert by_engine(names, star) == by_second_judge(names, star), (names, star)


def test_legal_actions_of_fixed_positions() -> None:
    assert list(two_deep()) == parts()[1]
