"""The judge's pages: every key is a link, the whole position is in the address, the verdict comes after every tap."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup
from marshmallow import ValidationError

from app.errors import Closed, Malformed
from app.games import GAMES
from app.games.judging import Field, Question, Told, Word
from app.games.kernel import Game, Refused
from app.games.phrases import say
from app.judge import asking, keys, wire
from app.tables import looking, travel
from app.tables.turns import tidy_code
from app.web import forms, qr
from app.web.screens import seen_by, wants_fragment
from app.web.speech import speaker
from app.web.words import spoken_text

blueprint = Blueprint("judge", __name__)

#: How many players a question can speak of.
MOST_PLAYERS = 6
#: With so many words a field has keys of its game's own drawing.
MANY = 12


class Back:
    """The table that was left for the judge, if it was: its code, and which seats the question's players are."""

    def __init__(self) -> None:
        self.code, self.seats = "", ""
        self.names = {number: gettext("Player %(num)s", num=number + 1) for number in range(MOST_PLAYERS)}
        with suppress(Malformed, Closed):  # an unknown code is a 404 and counts as a guess, as everywhere
            if "table" in request.args:
                self._at(tidy_code(request.args["table"]), request.args.get("seats", ""))

    def _at(self, code: str, seats: str) -> None:
        known = looking.names_at(code)
        self.code = code
        order = [
            int(seat) for seat in seats.split(wire.BETWEEN) if seat.isascii() and seat.isdecimal() and len(seat) < 3
        ]
        self.seats = wire.BETWEEN.join(map(str, order))
        self.names |= {number: known[seat] for number, seat in enumerate(order) if seat in known}

    def address(self, game: str, question: Question, told: Told) -> str:
        """The page of a position, with the way back."""
        ours = urlencode([(name, one) for name, one in (("table", self.code), ("seats", self.seats)) if one])
        query = "&".join(filter(None, (wire.to_address(question, told), ours)))
        return url_for("judge.ask", game=game, key=question.key) + (f"?{query}" if query else "")


@blueprint.get("/judge")
def choose() -> str:
    """Which game?"""
    return render_template("judge/choose.html", games=[game for game in GAMES.values() if game.questions])


@blueprint.get("/judge/<game>")
@blueprint.get("/judge/<game>/<key>")
def ask(game: str, key: str = "") -> Response:
    """A question; without one the game's most common. A game that can be asked nothing has its rules to read."""
    played = asking.game_called(game)
    if not (key or played.questions):
        return redirect(url_for("rules.game", game=game), 302)  # type: ignore[return-value]
    question = asking.question_called(played, key or played.questions[0].key)
    try:
        told = wire.from_address(played.key, question, request.args)
    except ValidationError as wrong:
        text = say("That address holds something that cannot be. Begin with an empty question.")
        raise Malformed(text, fields=wrong.messages) from wrong
    if wants_fragment():
        g.fragment = True
        return make_response(_screen(played, question, told))
    return make_response(render_template("judge/page.html", screen=_screen(played, question, told), title=played.title))


@blueprint.get("/t/<code>/judge")
def at_table(code: str) -> Any:
    """From a table with one tap: the question people have now, told what the screen on the wall shows."""
    code = tidy_code(code)
    look = seen_by(code, None)
    game, view = GAMES[look["game"]], look["view"]
    row = forms.maybe_number(request.args, "at")
    if row is not None:  # the table as it was at that line of its log
        moment = travel.at(code, None, row)
        view = None if moment.view is None else game.wire.dump_view(moment.view, speaker(moment.names))
    dispute = None if view is None else game.dispute(view)
    if dispute is None:
        return redirect(url_for("judge.ask", game=game.key, table=code), 302)
    question = asking.question_called(game, dispute.question)
    query = wire.to_address(question, asking.complete(question, dispute.told))
    ours = {"table": code, "seats": wire.BETWEEN.join(map(str, dispute.seats))}
    more = urlencode([(name, value) for name, value in ours.items() if value])
    return redirect(
        url_for("judge.ask", game=game.key, key=question.key) + f"?{'&'.join(filter(None, (query, more)))}", 302
    )


def _screen(game: Game[Any, Any, Any], question: Question, told: Told) -> Markup:
    """The page's changing part."""
    back = Back()
    phrase = speaker(back.names)
    wanted = asking.missing(question, told)
    verdict, refused = None, []
    about = None
    if wanted is None:
        match asking.ask(game, question, told):
            case Refused() as no:
                refused = wire.dump_refused(game, no, phrase)
            case judged:
                verdict = wire.dump_judged(game, question, told, judged, phrase, spoken_text)
                about = judged.verdict.about
    undone, due = keys.undone(question, told), keys.due(question, told)
    own = current_app.jinja_env.select_template([f"{game.key}/judge.html", "judge/plain.html"]).name
    matters = {one["rule"] for one in verdict["otherwise"]} if verdict else set()
    shown = [
        _field(game, question, told, field, back, phrase)
        for field in question.fields
        if not field.quiet and (field.decides is None or told[field.name] or field.decides in matters)
    ]
    html = render_template(
        "judge/screen.html",
        game=game,
        question=question,
        told=told,
        own=own,
        back=back,
        verdict=verdict,
        refused=refused,
        wanted=None if wanted is None else spoken_text(wanted.title),
        due=None if due is None else spoken_text(due.title),
        entered=_entered(question, told, phrase, about, due),
        asides=[one for one in shown if one["aside"]],
        pads=_once([one for one in shown if not one["aside"]]),
        undo=None if undone is None else back.address(game.key, question, undone),
        clear=None if keys.blank(question, told) else back.address(game.key, question, asking.complete(question, {})),
        share=qr.house() + address(game, question, told),
        shown_at=back.address(game.key, question, told),
        others=[(one, back.address(game.key, one, asking.complete(one, {}))) for one in game.questions],
    )
    return Markup(html)  # noqa: S704


def address(game: Game[Any, Any, Any], question: Question, told: Told) -> str:
    """The page of a position, without the way back: what can be sent to somebody."""
    query = wire.to_address(question, told)
    return url_for("judge.ask", game=game.key, key=question.key) + (f"?{query}" if query else "")


def _field(
    game: Game[Any, Any, Any], question: Question, told: Told, field: Field, back: Back, phrase: Any
) -> dict[str, Any]:
    """A field with its keys, as templates get it."""
    return {
        "name": field.name,
        "title": spoken_text(field.title),
        "kind": field.kind,
        "aside": field.aside,
        "pad": field.pad,
        "of": field.of,
        "many": len(field.of) > MANY and not field.labels,
        "keys": [
            {
                "value": key.value,
                "text": _label(field, key.value, phrase),
                "href": None if key.after is None else back.address(game.key, question, key.after),
                "chosen": key.chosen,
                "struck": key.struck,
            }
            for key in keys.keys_of(question, told, field)
        ],
    }


def _label(field: Field, value: Word | bool, phrase: Any) -> str:
    if field.kind == "tick":
        return gettext("yes") if value else gettext("no")
    return str(phrase(field.labels[value])) if value in field.labels else str(value)


def _once(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A pad that several fields share is drawn once."""
    first: dict[Any, dict[str, Any]] = {}
    for field in fields:
        first.setdefault((field["pad"], field["of"]) if field["pad"] else field["name"], field)
    return list(first.values())


def _entered(question: Question, told: Told, phrase: Any, about: int | None, due: Field | None) -> list[dict[str, Any]]:
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
                    "name": _name(field, number, phrase),
                    "value": value,
                    "text": _label(field, value, phrase),
                    "about": field.kind == "row" and number == about,
                    "more": (),
                }
            )
        if due is field and field.kind != "rows":
            found.append({"name": _name(field, len(values), phrase), "value": None})
    return found


def _name(field: Field, number: int, phrase: Any) -> str:
    if field.short:
        return spoken_text(field.short)
    return str(number + 1) if field.entry is None else str(phrase(field.entry(number)))


def listed() -> list[Mapping[str, Any]]:
    """All games with what they can be asked, as JSON in the reader's language."""
    return [
        {
            "game": game.key,
            "title": game.title,
            "questions": [wire.dump_question(question, spoken_text) for question in game.questions],
        }
        for game in GAMES.values()
        if game.questions
    ]
