"""The changing part of the judge's page: every key is a link, the whole position is in the address.

Pure: a position and a reader in, HTML out. The server and a phone without network both call ``html``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from marshmallow import ValidationError

from app.errors import Malformed
from app.games.judging import Field, Question, Told, Word
from app.games.kernel import Game, Refused
from app.games.phrases import Phrase, say
from app.judge import asking, keys, wire
from app.judge.reader import Reader, url_for

#: How many players a question can speak of.
MOST_PLAYERS = 6
#: With so many words a field has keys of its game's own drawing.
MANY = 12

Speak = Callable[[Phrase], str]


@dataclass(frozen=True, slots=True)
class Back:
    """The table that was left for the judge, if it was: its code, which seats the question's players are, and what
    they are called (the others are called by their number)."""

    code: str = ""
    seats: tuple[int, ...] = ()
    names: Mapping[int, str] | None = None

    def address(self, game: str, question: Question, told: Told) -> str:
        """The page of a position, with the way back."""
        seats = wire.BETWEEN.join(map(str, self.seats))
        ours = urlencode([(name, one) for name, one in (("table", self.code), ("seats", seats)) if one])
        return _with(game, question, "&".join(filter(None, (wire.to_address(question, told), ours))))


def asked(game: str, key: str, arguments: Mapping[str, str]) -> tuple[Game[Any, Any, Any], Question, Told]:
    """What an address asks: game and question (without a key the game's most common), and its position. Raises
    NotFound and Malformed."""
    played = asking.game_called(game)
    question = asking.question_called(played, key or next((one.key for one in played.questions), ""))
    try:
        return played, question, wire.from_address(played.key, question, arguments)
    except ValidationError as wrong:
        text = say("That address holds something that cannot be. Begin with an empty question.")
        raise Malformed(text, fields=wrong.messages) from wrong


def seats_in(text: str) -> tuple[int, ...]:
    """The table's seats of the players the question speaks of, as an address names them."""
    found = text.split(wire.BETWEEN)
    return tuple(int(seat) for seat in found if seat.isascii() and seat.isdecimal() and len(seat) < 3)


def address(game: Game[Any, Any, Any], question: Question, told: Told) -> str:
    """The page of a position, without the way back: what can be sent to somebody."""
    return _with(game.key, question, wire.to_address(question, told))


def _with(game: str, question: Question, query: str) -> str:
    return url_for("judge.ask", game=game, key=question.key) + (f"?{query}" if query else "")


def html(
    game: Game[Any, Any, Any], question: Question, told: Told, *, reader: Reader, back: Back, here: str, house: str
) -> str:
    """The part that changes with every tap. ``here`` is the address that was asked for, ``house`` what stands before
    an address that is shared."""
    called = {number: reader.gettext("Player %(num)s", num=number + 1) for number in range(MOST_PLAYERS)}
    phrase = reader.speaker({**called, **(back.names or {})})
    wanted = asking.missing(question, told)
    verdict, refused = None, []
    about = None
    if wanted is None:
        match asking.ask(game, question, told):
            case Refused() as no:
                refused = wire.dump_refused(game, no, phrase)
            case judged:
                verdict = wire.dump_judged(game, question, told, judged, phrase, reader.spoken)
                about = judged.verdict.about
    undone, due = keys.undone(question, told), keys.due(question, told)
    own = reader.templates.select_template([f"{game.key}/judge.html", "judge/plain.html"]).name
    shown = [_field(game, question, told, one, back, reader, phrase) for one in question.fields if not one.quiet]
    return reader.templates.get_template("judge/screen.html").render(
        game=game,
        question=question,
        told=told,
        own=own,
        back=back,
        here=here,
        verdict=verdict,
        refused=refused,
        wanted=None if wanted is None else reader.spoken(wanted.title),
        due=None if due is None else reader.spoken(due.title),
        entered=_entered(question, told, reader, phrase, about, due),
        asides=[one for one in shown if one["aside"]],
        pads=_once([one for one in shown if not one["aside"]]),
        undo=None if undone is None else back.address(game.key, question, undone),
        clear=None if keys.blank(question, told) else back.address(game.key, question, asking.complete(question, {})),
        share=house + address(game, question, told),
        shown_at=back.address(game.key, question, told),
        others=[(one, back.address(game.key, one, asking.complete(one, {}))) for one in game.questions],
    )


def _field(
    game: Game[Any, Any, Any], question: Question, told: Told, field: Field, back: Back, reader: Reader, phrase: Speak
) -> dict[str, Any]:
    """A field with its keys, as templates get it."""
    return {
        "name": field.name,
        "title": reader.spoken(field.title),
        "kind": field.kind,
        "aside": field.aside,
        "pad": field.pad,
        "of": field.of,
        "many": len(field.of) > MANY and not field.labels,
        "keys": [
            {
                "value": key.value,
                "text": _label(field, key.value, reader, phrase),
                "href": None if key.after is None else back.address(game.key, question, key.after),
                "chosen": key.chosen,
                "struck": key.struck,
            }
            for key in keys.keys_of(question, told, field)
        ],
    }


def _label(field: Field, value: Word | bool, reader: Reader, phrase: Speak) -> str:
    if field.kind == "tick":
        return reader.gettext("yes") if value else reader.gettext("no")
    return str(phrase(field.labels[value])) if value in field.labels else str(value)


def _once(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A pad that several fields share is drawn once."""
    first: dict[Any, dict[str, Any]] = {}
    for one in fields:
        first.setdefault((one["pad"], one["of"]) if one["pad"] else one["name"], one)
    return list(first.values())


def _entered(
    question: Question, told: Told, reader: Reader, phrase: Speak, about: int | None, due: Field | None
) -> list[dict[str, Any]]:
    """What was told on the pads, entry by entry, and the place that is filled next."""
    found: list[dict[str, Any]] = []
    for field in (one for one in question.fields if one.pad):
        values = told[field.name]
        if field.kind == "pick":
            values = () if values is None else (values,)
        for number, value in enumerate(values):
            if field.kind == "rows":
                if number < len(found):
                    found[number]["more"] = value
                continue
            found.append(
                {
                    "name": _name(field, number, reader, phrase),
                    "value": value,
                    "text": _label(field, value, reader, phrase),
                    "about": field.kind == "row" and number == about,
                    "more": (),
                }
            )
        if due is field and field.kind != "rows":
            found.append({"name": _name(field, len(values), reader, phrase), "value": None})
    return found


def _name(field: Field, number: int, reader: Reader, phrase: Speak) -> str:
    if field.short:
        return reader.spoken(field.short)
    return str(number + 1) if field.entry is None else str(phrase(field.entry(number)))
