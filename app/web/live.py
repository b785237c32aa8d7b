"""The live channel: a number and nothing else, to every phone that looks at a table or at a league's night."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from flask import Blueprint, Flask, Response, current_app

from app.errors import Problem, Stranger
from app.leagues.stored import turn
from app.tables import bell, looking
from app.tables.turns import tidy_code
from app.web.phone import current_phone

blueprint = Blueprint("live", __name__)

#: Seconds between signs of life; random, so that a thousand phones do not breathe in step.
HEARTBEAT = (12.0, 18.0)


@blueprint.get("/t/<code>/events")
def events(code: str) -> Response:
    """Server-sent events: ``event: v`` with the newest number as data, at once and after every change."""
    table_id, _seq = looking.head(tidy_code(code))
    return _answer(table_id, lambda: looking.head_of(table_id))


@blueprint.get("/league/<slug>/events")
def league_events(slug: str) -> Response:
    """The same for a league: a private one needs its link, as all its pages do."""
    phone = current_phone()
    league, _seq = turn.head(slug, phone)
    return _answer(turn.room_of(league), lambda: turn.head(slug, phone)[1])


def _answer(room: bell.Room, newest_of: Callable[[], int]) -> Response:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return Response(
        stream(app, room, newest_of),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def stream(
    app: Flask, room: bell.Room, newest_of: Callable[[], int], heartbeat: tuple[float, float] = HEARTBEAT
) -> Iterator[str]:
    """Holds no database connection while it waits. A ring may be missed: each heartbeat looks at the database, and ends
    the stream of whoever may not look any more."""
    with bell.listening(room) as ear:
        told = -1
        newest: int | None = None
        while True:
            if newest is None:
                try:
                    with app.app_context():
                        newest = newest_of()
                except Stranger:
                    return
                except Problem:  # the database is away for a moment: the phone's own watch decides
                    newest = told
            if newest > told:
                told = newest
                yield f"event: v\ndata: {told}\n\n"
            else:  # scripts cannot hear a comment, so the sign of life is the same number once more
                yield f": still here\nevent: v\ndata: {told}\n\n"
            newest = ear.wait(random.uniform(*heartbeat))  # noqa: S311
