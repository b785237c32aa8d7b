"""The address of a verdict, read back: what was asked, of which game, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from marshmallow import ValidationError

from app.errors import Malformed
from app.games.judging import Question, Told
from app.games.kernel import Game, Refused
from app.games.phrases import say
from app.judge import asking, screen, wire


@dataclass(frozen=True, slots=True)
class Asked:
    """A verdict with its position; ``seats`` are the table's seats of the players the question speaks of."""

    game: Game[Any, Any, Any]
    question: Question
    told: Told
    judged: asking.Judged
    seats: tuple[int, ...]


def read(address: str) -> Asked:
    """The verdict at ``/judge/<game>/<question>?…``. Raises NotFound, and Malformed where there is none."""
    parts = urlsplit(address)
    names = parts.path.strip("/").split("/")
    says = say("There is no verdict at that address. Tell the judge all cards first.")
    none = Malformed(says, fields={"address": "none"})
    if len(names) != 3 or names[0] != "judge":
        raise none
    game = asking.game_called(names[1])
    question = asking.question_called(game, names[2])
    arguments = dict(parse_qsl(parts.query))
    try:
        told = wire.from_address(game.key, question, arguments)
    except ValidationError as wrong:
        raise none from wrong
    if asking.missing(question, told) is not None:
        raise none
    judged = asking.ask(game, question, told)
    if isinstance(judged, Refused):
        raise none
    return Asked(game, question, told, judged, screen.seats_in(arguments.get("seats", "")))
