"""The judge as JSON: what can be asked, and one address per question, each with the schema of its body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask_babel import gettext

from app.api import schemas
from app.api.reading import Blueprint
from app.errors import Refusal
from app.games import GAMES
from app.games.judging import Question
from app.games.kernel import Game, Refused
from app.judge import asking, screen, wire
from app.web import judge as pages
from app.web.speech import speaker
from app.web.words import spoken_text

PROBLEM = "application/problem+json"

blueprint = Blueprint("api_judge", __name__, url_prefix="/api", description="Questions without a table")


@blueprint.get("/judge")
@blueprint.response(200, wire.JudgedGameSchema(many=True))
def listed() -> Any:
    """Every game with the questions that the judge answers about it, and their fields."""
    return pages.listed()


def _answering(game: Game[Any, Any, Any], question: Question) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def answer(data: dict[str, Any]) -> dict[str, Any]:
        told = wire.whole(question, data)
        phrase = speaker({number: gettext("Player %(num)s", num=number + 1) for number in range(screen.MOST_PLAYERS)})
        judged = asking.ask(game, question, told)
        if isinstance(judged, Refused):
            raise Refusal(judged.violations)
        dumped = wire.dump_judged(game, question, told, judged, phrase, spoken_text)
        return {**dumped, "address": screen.address(game, question, told)}

    answer.__name__ = f"{game.key}_{question.key}"
    answer.__doc__ = f"{game.title}: {question.title}"
    return answer


for _game in GAMES.values():
    for _question in _game.questions:
        _answer = blueprint.response(200, wire.VerdictSchema)(_answering(_game, _question))
        _answer = blueprint.alt_response(
            422, schema=schemas.ProblemSchema, content_type=PROBLEM, description="The position cannot be"
        )(_answer)
        _answer = blueprint.arguments(wire.schema_of(_game.key, _question.key), error_status_code=400)(_answer)
        blueprint.post(f"/judge/{_game.key}/{_question.key}")(_answer)
