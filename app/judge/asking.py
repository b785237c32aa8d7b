"""Finding a question, completing what was told, and asking: the verdict with how sure it is and what it cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.errors import NotFound
from app.games import GAMES
from app.games.judging import Field, Question, Told, Verdict
from app.games.kernel import Finding, Game, Refused
from app.games.phrases import Phrase, say
from app.games.rulebook import Kind, Rule, Rulebook

#: From what the book says to what we only read in it.
SURE: tuple[Kind, ...] = ("text", "follows", "ruling")


def game_called(key: str) -> Game[Any, Any, Any]:
    """The game of that key. Raises NotFound."""
    if key not in GAMES:
        raise NotFound(say("There is no game called that here. Choose one of: %(games)s.", games=", ".join(GAMES)))
    return GAMES[key]


def question_called(game: Game[Any, Any, Any], key: str) -> Question:
    """The game's question of that key. Raises NotFound."""
    for question in game.questions:
        if question.key == key:
            return question
    known = ", ".join(question.key for question in game.questions)
    raise NotFound(say("There is no question called that here. Choose one of: %(known)s.", known=known))


def complete(question: Question, told: Mapping[str, Any]) -> Told:
    """What was told, with what holds where nothing was; of a pick that no longer fits the rest nothing was told."""
    whole = {field.name: told.get(field.name, field.empty) for field in question.fields}
    for field in question.fields:
        if field.kind == "rows":
            rows = [tuple(row) for row in whole[field.name]]
            whole[field.name] = tuple(rows + [()] * (len(whole[field.under]) - len(rows)))
        elif field.kind in ("row", "set"):
            whole[field.name] = tuple(whole[field.name])
    return whole


def missing(question: Question, told: Told) -> Field | None:
    """The first thing that must still be told before there is an answer."""
    return next((field for field in question.fields if field.missing(told)), None)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The verdict on the same position where ``rule`` is played the other way, or again as we read it (``other``
    False)."""

    rule: Rule
    other: bool
    verdict: Verdict | Refused

    @property
    def headline(self) -> Phrase:
        """The answer, or why the position cannot be then."""
        return self.verdict.headline if isinstance(self.verdict, Verdict) else self.verdict.violations[0].says


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with its ``label``, the weakest kind among the reasons that decide, and the ``rulings`` it cites.
    ``otherwise``: what it would be with a ruling played differently, where it would be something else."""

    verdict: Verdict
    label: Kind
    rulings: tuple[Rule, ...]
    otherwise: tuple[Otherwise, ...] = ()


def ask(game: Game[Any, Any, Any], question: Question, told: Told) -> Judged | Refused:
    """The answer to a complete position."""
    answer = question.answer(told)
    if isinstance(answer, Refused):
        return answer
    cited = (*answer.reasons, *answer.besides)
    return Judged(
        answer,
        label(answer.reasons, game.rulebook),
        _rulings(cited, game.rulebook),
        tuple(_otherwise(game.rulebook, question, told, answer)),
    )


def _otherwise(rulebook: Rulebook, question: Question, told: Told, answer: Verdict) -> Iterator[Otherwise]:
    for field in question.fields:
        if field.decides is None:
            continue
        other = not told[field.name]
        differs = question.answer({**told, field.name: other})
        if isinstance(differs, Refused) or _core(differs) != _core(answer):
            yield Otherwise(rulebook[field.decides], other, differs)


def _core(verdict: Verdict) -> tuple[Any, ...]:
    """What a verdict says, whatever its reasons."""
    return verdict.headline, verdict.lines, verdict.facts


def label(reasons: Iterable[Finding], rulebook: Rulebook) -> Kind:
    """How sure: no surer than the least sure of the reasons."""
    return max((rulebook[reason.rule].kind for reason in reasons), key=SURE.index)


def _rulings(cited: Iterable[Finding], rulebook: Rulebook) -> tuple[Rule, ...]:
    once = dict.fromkeys(finding.rule for finding in cited)
    return tuple(rulebook[rule] for rule in once if rulebook[rule].kind == "ruling")
