"""The judge's pages: every key is a link, the whole position is in the address, the verdict comes after every tap."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from app.errors import Closed, Malformed
from app.games import GAMES
from app.games.judging import Question, Told
from app.games.kernel import Game
from app.judge import asking, screen, wire
from app.tables import looking, travel
from app.tables.turns import tidy_code
from app.web import forms, kept, qr
from app.web.screens import seen_by, wants_fragment
from app.web.speech import speaker
from app.web.words import here, language, spoken_text

blueprint = Blueprint("judge", __name__)


def _back() -> screen.Back:
    """The table that was left for the judge, with its names; none where the address names none."""
    with suppress(Malformed, Closed):  # an unknown code is a 404 and counts as a guess, as everywhere
        if "table" in request.args:
            code = tidy_code(request.args["table"])
            known = looking.names_at(code)
            order = screen.seats_in(request.args.get("seats", ""))
            return screen.Back(code, order, {n: known[seat] for n, seat in enumerate(order) if seat in known})
    return screen.Back()


@blueprint.get("/judge")
def choose() -> str:
    """Which game?"""
    return render_template("judge/choose.html", games=[game for game in GAMES.values() if game.questions])


@blueprint.get("/judge/<game>")
@blueprint.get("/judge/<game>/<key>")
def ask(game: str, key: str = "") -> Response:
    """A question; without one the game's most common. A game that can be asked nothing has its rules to read."""
    if not (key or asking.game_called(game).questions):
        return redirect(url_for("rules.game", game=game), 302)  # type: ignore[return-value]
    played, question, told = screen.asked(game, key, request.args)
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
    """The page's changing part, by the same function as on a phone without network."""
    made = screen.html(
        game, question, told, reader=kept.reader_of(language()), back=_back(), here=here(), house=qr.house()
    )
    return Markup(made)  # noqa: S704


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
