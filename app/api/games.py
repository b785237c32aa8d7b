"""The games, their rules, and a record replayed without a table."""

from __future__ import annotations

from typing import Any

from app.api import schemas
from app.api.reading import Blueprint
from app.errors import NotFound
from app.games import GAMES
from app.games.kernel import Game
from app.games.phrases import say
from app.tables import records
from app.web.problems import finding_json
from app.web.speech import speaker, spoken

blueprint = Blueprint("games", __name__, url_prefix="/api", description="Games, rules, records")


def _game(key: str) -> Game[Any, Any, Any]:
    if key not in GAMES:
        raise NotFound(say("There is no game called that here. Choose one of: %(games)s.", games=", ".join(GAMES)))
    return GAMES[key]


@blueprint.get("/games")
@blueprint.response(200, schemas.GameSchema(many=True))
def games() -> list[dict[str, Any]]:
    """All games."""
    return [
        {
            "key": game.key,
            "title": game.title,
            "fewest_players": game.seats.start,
            "most_players": game.seats.stop - 1,
            "minutes": game.minutes,
            "rules_version": game.rules_version,
        }
        for game in GAMES.values()
    ]


@blueprint.get("/games/<game>/rules")
@blueprint.response(200, schemas.RuleSchema(many=True))
def rules(game: str) -> list[dict[str, Any]]:
    """Every rule this game can cite, in the order of play, with its place in the books."""
    played = _game(game)
    return [
        {
            "id": rule.id,
            "kind": rule.kind,
            "text": spoken(say(rule.text)),
            "reason": spoken(say(rule.reason)) if rule.reason else "",
            "other": spoken(say(rule.other)) if rule.other else "",
            "alternative": spoken(say(played.alternatives[rule.id])) if rule.id in played.alternatives else "",
            "places": [{"book": at.book, "heading": at.heading, "lang": at.lang} for at in rule.places],
        }
        for rule in played.rulebook.values()
    ]


@blueprint.post("/replays")
@blueprint.arguments(records.RecordSchema, error_status_code=400)
@blueprint.response(200, schemas.ToldSchema)
def replay(data: dict[str, Any]) -> dict[str, Any]:
    """Replay a record: every line, the state everybody sees at its end, and the first refusal with its reasons."""
    game, _start, _actions, folded = records.replayed(data)
    names = {number: seat["name"] for number, seat in enumerate(data["seats"])}
    phrase = speaker(names)
    ended = game.outcome(folded.state)
    return {
        "lines": [
            {"action": number, "text": phrase(line), "findings": [finding_json(finding, names) for finding in findings]}
            for number, line, findings in records.told(data)
        ],
        "view": game.wire.dump_view(game.view_for(folded.state, None), phrase),
        "outcome": None
        if ended is None
        else {
            "places": list(ended.places),
            "points": list(ended.points),
            "winners": list(ended.winners),
            "why": [finding_json(finding, names) for finding in ended.why],
            "house": [finding_json(finding, names) for finding in ended.house],
        },
        "refused_at": None if folded.refused is None else folded.done + 1,
        "findings": []
        if folded.refused is None
        else [finding_json(finding, names) for finding in folded.refused.violations],
    }
