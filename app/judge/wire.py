"""Questions on the wire: a schema per question, positions from JSON and from addresses, verdicts to JSON.

Names here are promises: an address that was sent to somebody opens the same verdict for good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from marshmallow import Schema, ValidationError, fields, validate

from app.games import GAMES, dump
from app.games.judging import Field, Question, Told
from app.games.kernel import Game, Refused
from app.games.phrases import Phrase
from app.games.wire import FindingSchema, Strict, WholeNumber, listed
from app.judge.asking import Judged, complete, missing

#: Between entries of a row in an address; not one of the marks that addresses write in another way.
BETWEEN = "."


# In


def _word(field: Field, **more: Any) -> fields.Field[Any]:
    """One word of a field."""
    if all(isinstance(one, int) for one in field.of):
        least, most = min(map(int, field.of)), max(map(int, field.of))
        in_range = validate.Range(least, most, error=f"Send a number from {least} to {most}.")
        return WholeNumber(validate=in_range, **more)
    said = f"Send one of: {', '.join(map(str, field.of))}."
    return fields.String(
        validate=validate.OneOf(field.of, error=said), error_messages={"invalid": said, "null": said}, **more
    )


def _row(field: Field, of: fields.Field[Any], **more: Any) -> fields.List[Any]:
    length = validate.Length(max=field.most, error=f"Send at most {field.most}.")
    return fields.List(of, validate=length, error_messages=_said("a list"), **more)


def _said(what: str) -> dict[str, Any]:
    return dict.fromkeys(("invalid", "null"), f"Send {what}.")


def _member(field: Field) -> fields.Field[Any]:
    about = {"description": field.title}
    match field.kind:
        case "pick":
            return _word(field, metadata=about)
        case "tick":
            return fields.Boolean(truthy={True}, falsy={False}, error_messages=_said("true or false"), metadata=about)
        case "rows":
            return fields.List(_row(field, _word(field)), error_messages=_said("a list of lists"), metadata=about)
        case _:
            return _row(field, _word(field), metadata=about)


@cache
def schema_of(game: str, key: str) -> type[Schema]:
    """The body of a question; its name in the API's document is ``Judge``, the game, the question."""
    question = next(one for one in GAMES[game].questions if one.key == key)
    words = "".join(word.title() for part in (game, key) for word in part.split("_"))
    members = {field.name: _member(field) for field in question.fields}
    return type(f"Judge{words}Schema", (Strict,), {"__doc__": question.title, **members})


def checked(question: Question, told: Mapping[str, Any]) -> Told:
    """A loaded body as a position. Raises marshmallow.ValidationError for rows that fit nothing."""
    for field in question.fields:
        if field.kind == "rows" and len(told.get(field.name, ())) > len(told.get(field.under, ())):
            raise ValidationError({field.name: [f"Send as many as in {field.under}."]})
    return complete(question, told)


def whole(question: Question, told: Mapping[str, Any]) -> Told:
    """The same, and nothing that the answer needs is missing. Raises marshmallow.ValidationError."""
    position = checked(question, told)
    if (field := missing(question, position)) is not None:
        fewest = f" Send {field.least} or more." if field.least else ""
        raise ValidationError({field.name: [f"{field.title}{fewest}"]})
    return position


# In and out: addresses


def from_address(game: str, question: Question, arguments: Mapping[str, str]) -> Told:
    """The position in a query string; other arguments are none of ours. Raises marshmallow.ValidationError."""
    sent: dict[str, Any] = {}
    for field in question.fields:
        text = arguments.get(field.name, "")
        if not text:
            continue
        match field.kind:
            case "pick":
                sent[field.name] = text
            case "tick":
                sent[field.name] = {"1": True, "0": False}.get(text, text)
            case "rows":
                sent[field.name] = [list(row) for row in text.split(BETWEEN)]
            case _:
                sent[field.name] = text.split(BETWEEN)
    return checked(question, schema_of(game, question.key)().load(sent))


def to_address(question: Question, told: Told) -> str:
    """The query string of a position, without the question mark; nothing of what holds anyway."""
    pairs: list[tuple[str, str]] = []
    for field in question.fields:
        value = told[field.name]
        if value is None or value == field.empty or (field.kind == "rows" and not any(value)):
            continue
        match field.kind:
            case "pick":
                pairs.append((field.name, str(value)))
            case "tick":
                pairs.append((field.name, "1"))
            case "rows":
                pairs.append((field.name, BETWEEN.join("".join(map(str, row)) for row in value)))
            case _:
                pairs.append((field.name, BETWEEN.join(map(str, value))))
    return urlencode(pairs, quote_via=quote)


# Out


class JudgeLineSchema(Strict):
    """One line of a count."""

    key = fields.String(required=True, metadata={"description": "What it is about: a card, a seat, a cause"})
    text = fields.String(required=True)
    amount = fields.Integer(strict=True, required=True, allow_none=True)


class ReadingSchema(Strict):
    """A ruling that the verdict cites: the book leaves it open, why we read it so, and how else one could."""

    rule = fields.String(required=True)
    text = fields.String(required=True)
    reason = fields.String(required=True)
    other = fields.String(required=True, metadata={"description": "The other reading and what it would change"})


class OtherwiseSchema(Strict):
    """The same position with a ruling played differently, where that changes the answer."""

    rule = fields.String(required=True)
    other = fields.Boolean(required=True, metadata={"description": "true: the other way; false: as the app reads it"})
    text = fields.String(required=True, metadata={"description": "How the rule is played then"})
    headline = fields.String(required=True)


class VerdictSchema(Strict):
    """``label`` is the weakest kind among ``reasons``, which decide; ``besides`` follows further."""

    game = fields.String(required=True)
    question = fields.String(required=True)
    headline = fields.String(required=True, metadata={"description": "At most five words, to be read aloud"})
    label = fields.String(required=True, validate=validate.OneOf(("text", "follows", "ruling")))
    reasons = listed(fields.Nested(FindingSchema), "The rules that decide, with their places in the books")
    besides = listed(fields.Nested(FindingSchema), "What follows further")
    lines = listed(fields.Nested(JudgeLineSchema), "A count, line by line")
    readings = listed(fields.Nested(ReadingSchema), "The rulings among the rules")
    otherwise = listed(fields.Nested(OtherwiseSchema), "What it would be with a ruling played differently")
    facts = fields.Dict(required=True, metadata={"description": "The answer in plain values"})
    told = fields.Dict(required=True, metadata={"description": "The position that was judged"})
    address = fields.String(required=True, metadata={"description": "The page that shows this verdict"})


class AskedFieldSchema(Strict):
    name = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "The question in the reader's language"})
    kind = fields.String(required=True, validate=validate.OneOf(("pick", "tick", "row", "set", "rows")))
    of = fields.List(fields.Raw(), required=True, metadata={"description": "The words it can be"})
    least = fields.Integer(required=True)
    most = fields.Integer(required=True)
    needed = fields.Boolean(required=True)


class QuestionSchema(Strict):
    key = fields.String(required=True)
    title = fields.String(required=True)
    fields_ = listed(fields.Nested(AskedFieldSchema), data_key="fields", attribute="fields")


class JudgedGameSchema(Strict):
    """A game and what the judge can be asked about it, the most common question first."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    questions = listed(fields.Nested(QuestionSchema))


Render = Callable[[Phrase], str]


def dump_judged(
    game: Game[Any, Any, Any],
    question: Question,
    told: Told,
    judged: Judged,
    phrase: Render,
    text: Callable[[str], str],
) -> dict[str, Any]:
    """A verdict as JSON (``VerdictSchema``, but for ``address``); ``text`` translates a sentence of a rulebook."""
    verdict, cited = judged.verdict, dump.cited(game.rulebook)
    return {
        "game": game.key,
        "question": question.key,
        "headline": phrase(verdict.headline),
        "label": judged.label,
        "reasons": dump.findings(verdict.reasons, cited, phrase),
        "besides": dump.findings(verdict.besides, cited, phrase),
        "lines": [{"key": one.key, "text": phrase(one.says), "amount": one.amount} for one in verdict.lines],
        "readings": [
            {"rule": rule.id, "text": text(rule.text), "reason": text(rule.reason), "other": text(rule.other)}
            for rule in judged.rulings
        ],
        "otherwise": [
            {
                "rule": one.rule.id,
                "other": one.other,
                "text": text(game.alternatives[one.rule.id] if one.other else one.rule.text),
                "headline": phrase(one.headline),
            }
            for one in judged.otherwise
        ],
        "facts": dict(verdict.facts),
        "told": dict(told),
    }


def dump_refused(game: Game[Any, Any, Any], refused: Refused, phrase: Render) -> list[dict[str, Any]]:
    """Why a position cannot be."""
    return dump.findings(refused.violations, dump.cited(game.rulebook), phrase)


def dump_question(question: Question, text: Callable[[str], str]) -> dict[str, Any]:
    """A question as JSON (``QuestionSchema``)."""
    shown: Sequence[Field] = question.fields
    return {
        "key": question.key,
        "title": text(question.title),
        "fields": [
            {
                "name": field.name,
                "title": text(field.title),
                "kind": field.kind,
                "of": list(field.of),
                "least": field.least,
                "most": field.most,
                "needed": field.missing(complete(question, {})),
            }
            for field in shown
        ],
    }
