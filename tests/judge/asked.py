"""What the judge's tests share: positions by chance, worked cases as positions, sentences in English."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.games import GAMES
from app.games.judging import Field, Question, Told
from app.games.kernel import Game, Refused
from app.games.phrases import Phrase
from app.judge import asking
from app.web.speech import plainly

CASES = Path(__file__).parent / "cases"
NAMES = dict(enumerate(("Ana", "Bo", "Chiyo", "Dan", "Eve", "Fox")))
QUESTIONS = [(game, question) for game in GAMES.values() for question in game.questions]
IDS = [f"{game.key}/{question.key}" for game, question in QUESTIONS]


def cases(name: str) -> list[dict[str, Any]]:
    return list(json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")))


def found(game: str, key: str) -> tuple[Game[Any, Any, Any], Question]:
    return GAMES[game], asking.question_called(GAMES[game], key)


def judged(game: str, key: str, told: dict[str, Any]) -> asking.Judged | Refused:
    """The answer; nothing may be missing."""
    played, question = found(game, key)
    position = asking.complete(question, told)
    assert asking.missing(question, position) is None, told
    return asking.ask(played, question, position)


def english(phrase: Phrase) -> str:
    return plainly(phrase, NAMES)


def some(chance: random.Random, question: Question) -> Told:
    """Any complete position, possible or not."""
    told: dict[str, Any] = {}
    for field in question.fields:
        told[field.name] = _some(chance, field, told)
    position = asking.complete(question, told)
    wanted = asking.missing(question, position)
    return some(chance, question) if wanted is not None else position


def _some(chance: random.Random, field: Field, told: dict[str, Any]) -> Any:
    match field.kind:
        case "tick":
            return chance.random() < 0.5
        case "pick":
            return chance.choice((*field.of, field.otherwise))
        case "rows":
            return [[chance.choice(field.of) for _ in range(chance.randrange(8))] for _ in told[field.under]]
        case "set":
            return chance.sample(field.of, chance.randint(field.least, min(field.most, len(field.of))))
        case _:
            few = chance.sample(field.of, min(len(field.of), 5))  # so that pairs happen
            return [chance.choice(few) for _ in range(chance.randint(max(field.least, 0), field.most))]


def many(question: Question, number: int = 300, seed: int = 11) -> Iterator[Told]:
    chance = random.Random(seed)
    for _ in range(number):
        yield some(chance, question)
