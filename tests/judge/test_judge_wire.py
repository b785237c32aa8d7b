"""Every question can be put into an address and taken out again, answers whatever it is told, and speaks briefly."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
from marshmallow import ValidationError

from app.games import GAMES
from app.games.judging import Question
from app.games.kernel import Game, Refused
from app.judge import asking, keys, wire
from tests.judge.asked import IDS, NAMES, QUESTIONS, english, many

#: Of a headline; of a reason, in which a list of players is one word.
HEADLINE, REASON = 5, 13
NAMED = re.compile(rf"\b({'|'.join(NAMES.values())})\b(,? (and )?({'|'.join(NAMES.values())})\b)*")
each = pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=IDS)


def words(text: str) -> int:
    return len([word for word in NAMED.sub("X", text).split() if any(sign.isalnum() for sign in word)])


@each
def test_whatever_is_told_has_an_answer(game: Game[Any, Any, Any], question: Question) -> None:
    """A verdict or a refusal: rules of the book, a short headline, few and short reasons, and never an error."""
    verdicts = 0
    for told in many(question):
        answer = asking.ask(game, question, told)
        if isinstance(answer, Refused):
            assert answer.violations
            assert english(answer.violations[0].says).endswith(".")
            assert {finding.rule for finding in answer.violations} <= set(game.rulebook)
            continue
        verdicts += 1
        verdict = answer.verdict
        cited = (*verdict.reasons, *verdict.besides)
        assert verdict.reasons
        assert len(cited) <= 4, [english(finding.says) for finding in cited]
        assert {finding.rule for finding in cited} <= set(game.rulebook)
        headline = english(verdict.headline)
        assert words(headline) <= HEADLINE, headline
        for finding in cited:
            text = english(finding.says)
            assert words(text) <= REASON, text
        kinds = [game.rulebook[finding.rule].kind for finding in verdict.reasons]
        assert answer.label == max(kinds, key=asking.SURE.index)
        rulings = {finding.rule for finding in cited if game.rulebook[finding.rule].kind == "ruling"}
        assert {rule.id for rule in answer.rulings} == rulings
        json.dumps(dict(verdict.facts))
    assert verdicts > 20


@each
def test_an_address_opens_the_same_position(game: Game[Any, Any, Any], question: Question) -> None:
    for told in many(question, 100):
        query = wire.to_address(question, told)
        assert query.isascii()
        assert wire.from_address(game.key, question, dict(parse_qsl(query, keep_blank_values=True))) == told
        body = {name: value for name, value in told.items() if value is not None}
        again = wire.schema_of(game.key, question.key)().load(json.loads(json.dumps(body)))
        assert wire.checked(question, again) == told


@each
def test_taps_and_undo(game: Game[Any, Any, Any], question: Question) -> None:
    """Any tap leads to a position with an address; what was tapped on a pad is taken back by one undo."""
    chance = random.Random(5)
    told = asking.complete(question, {})
    assert keys.undone(question, told) is None
    assert keys.blank(question, told)
    for _ in range(60):
        shown = [
            (field, key)
            for field in question.fields
            if not field.quiet
            for key in keys.keys_of(question, told, field)
            if key.after is not None
        ]
        if not shown:
            break
        field, key = chance.choice(shown)
        assert key.after is not None
        assert wire.from_address(game.key, question, dict(parse_qsl(wire.to_address(question, key.after)))) == key.after
        if field.pad and field.kind != "set":
            back = keys.undone(question, key.after)
            assert back is not None
            pads = [one.name for one in question.fields if one.pad]
            assert {name: back[name] for name in pads} == {name: told[name] for name in pads}
        told = key.after if chance.random() < 0.7 else keys.undone(question, key.after) or key.after


@each
def test_wrong_words_are_refused_with_the_field(game: Game[Any, Any, Any], question: Question) -> None:
    schema = wire.schema_of(game.key, question.key)()
    for field in question.fields:
        for wrong in ("x", -1, 1.5, None, {"a": 1}, [[1], "x"], ["x"], True if field.kind != "tick" else "yes", 10**30):
            if field.kind in ("row", "set", "rows") and wrong == []:
                continue
            with pytest.raises(ValidationError) as told:
                schema.load({field.name: wrong})
            assert set(told.value.messages) == {field.name}
        with pytest.raises(ValidationError):
            wire.from_address(game.key, question, {field.name: "zz.zz"})
    with pytest.raises(ValidationError):
        schema.load({"surprise": 1})


def test_keys_of_questions_are_promises() -> None:
    """An address that was sent to somebody opens for good."""
    known = {game.key: " ".join(question.key for question in game.questions) for game in GAMES.values()}
    assert known["stella"] == "stars round dark scout change"
    assert known["stella_quest"] == "winner follow take top loss draw points opponent"
    assert known["stellarion"] == "made outpost retrieve voyage sun lost"
    for game in GAMES.values():
        assert len({question.key for question in game.questions}) == len(game.questions)
