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
<<<<<<< HEAD
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
=======
    """A question; without one the game's most common."""
    played, question, told = screen.asked(game, key, request.args)
>>>>>>> 297d939c93d28ec02646828c8056d36d7e66fb81
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
<<<<<<< HEAD
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
=======
    """The page's changing part, by the same function as on a phone without network."""
    made = screen.html(
        game, question, told, reader=kept.reader_of(language()), back=_back(), here=here(), house=qr.house()
>>>>>>> 297d939c93d28ec02646828c8056d36d7e66fb81
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
