"""What every rulebook must tell: where a rule stands, and of our readings the reason and the other reading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo

from app.games import GAMES
from app.games.rulebook import Place, Rule, RuleId, bind

CATALOGUES = Path(__file__).parents[2] / "app" / "translations"
HERE = (Place("Book", "Heading", "en"),)
LONGEST = 160


def _rule(**told: Any) -> Rule:
    whole = {"kind": "ruling", "text": "So.", "places": HERE, "reason": "Silent.", "other": "Or so."} | told
    return Rule(RuleId("game.one"), **whole)


@pytest.mark.parametrize(
    "rules",
    [
        (_rule(reason=""),),
        (_rule(other=""),),
        (_rule(kind="text"),),
        (_rule(kind="text", reason=""),),
        (_rule(kind="text", other=""),),
        (_rule(places=()),),
        (_rule(kind="follows", reason="", other=""),),
        (_rule(), _rule()),
    ],
    ids=["no reason", "no other reading", "a text with both", "a text with another reading", "a text with a reason",
         "no place", "follows from one place", "twice"],
)  # fmt: skip
def test_what_is_no_rulebook(rules: tuple[Rule, ...]) -> None:
    with pytest.raises(ValueError, match=r"game\.one"):
        bind(rules)


def test_a_ruling_with_both_is_one() -> None:
    assert list(bind([_rule()])) == ["game.one"]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_ruling_tells_the_other_reading_in_every_language(key: str, language: str) -> None:
    rulings = [rule for rule in GAMES[key].rulebook.values() if rule.kind == "ruling"]
    texts = {rule.id: rule.other for rule in rulings}
    if language != "en":
        with (CATALOGUES / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
            words = {message.id: message.string for message in read_mo(file) if isinstance(message.id, str)}
        texts = {rule.id: words.get(rule.other) for rule in rulings}
        assert not any(texts[rule.id] == rule.other for rule in rulings)
    assert len(set(texts.values())) == len(texts)
    for rule in rulings:
        said = texts[rule.id]
        assert said, rule.id
        assert len(said) <= LONGEST, rule.id
        assert said not in (rule.text, rule.reason)
