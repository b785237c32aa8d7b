"""Every round of three cards over every top of the pile: judged, counted, and ranked a second time by other means.

``counts.txt`` is compared with the engine and with a ranking that knows no engine.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.games.kernel import Refused
from app.games.stella_quest.cards import BY_NAME, CARDS
from app.games.stella_quest.questions import who_wins
from app.games.stella_quest.verdict import Category, verdict
from tests.games.stella_quest import ranking

COUNTS = Path(__file__).with_name("counts.txt")
Judge = Callable[[str, tuple[str, ...]], tuple[int, str] | None]


def rounds(top: str, cards: int) -> Iterator[tuple[str, ...]]:
    """Every round of that many cards that the box allows with this top, in every order."""
    return (names for names in itertools.product(ranking.NAMES, repeat=cards) if ranking.can_exist((top, *names)))


def by_engine(top: str, names: tuple[str, ...]) -> tuple[int, str] | None:
    told = verdict(BY_NAME[top], [BY_NAME[name] for name in names])
    return None if told.winner is None or told.by is None else (told.winner, told.by.value)


def counted(judge: Judge) -> list[str]:
    lines = []
    for cards in (1, 2, 3):
        number = 0
        results: Counter[tuple[int, str] | None] = Counter()
        for top in ranking.NAMES:
            for names in rounds(top, cards):
                number += 1
                results[judge(top, names)] += 1
        lines.append(f"{cards} cards over 25 tops: {number} rounds")
        lines.append(f"  nobody: {results[None]}")
        for place, by in itertools.product(range(cards), ("super_trump", "trump", "lead")):
            lines.append(f"  card {place + 1} by {by}: {results[(place, by)]}")
        assert sum(results.values()) == number
        assert not any(one is not None and one[1] in ("neutral", "rest") for one in results), "those never win"
    return lines


@pytest.mark.parametrize("judge", [by_engine, ranking.winner], ids=["engine", "second ranking"])
def test_counts(judge: Judge) -> None:
    assert counted(judge) == COUNTS.read_text(encoding="utf-8").splitlines()


def test_the_two_rankings_agree_on_every_round_of_three() -> None:
    """And there are at most two super-trumps in any of them."""
    most = 0
    for top in ranking.NAMES:
        for names in rounds(top, 3):
            told = verdict(BY_NAME[top], [BY_NAME[name] for name in names])
            mine = None if told.winner is None or told.by is None else (told.winner, told.by.value)
            assert mine == ranking.winner(top, names), (top, names)
            most = max(most, told.categories.count(Category.SUPER_TRUMP))
    assert most == 2


def test_cards_of_three_that_cannot_exist_are_refused_and_no_others() -> None:
    for top, *names in itertools.product(ranking.NAMES[:3] + ranking.NAMES[-1:], repeat=4):
        told = who_wins(BY_NAME[top], [BY_NAME[name] for name in names])
        assert isinstance(told, Refused) == (not ranking.can_exist((top, *names)))


def test_a_round_in_progress_is_the_beginning_of_the_whole_one() -> None:
    """Categories are final when a card is played: more cards change nothing before them."""
    for top in ranking.NAMES[::5]:
        for names in rounds(top, 3):
            cards = [BY_NAME[name] for name in names]
            whole = verdict(BY_NAME[top], cards)
            for number in range(3):
                part = verdict(BY_NAME[top], cards[:number])
                assert part.categories == whole.categories[:number]
                assert part.same_as == whole.same_as[:number]


def test_both_know_the_same_cards() -> None:
    assert tuple(card.name for card in CARDS) == ranking.NAMES
