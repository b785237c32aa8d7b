"""The live channel: a number and nothing else, to every phone that looks at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator

from flask import Blueprint, Flask, Response, current_app

from app.errors import Problem
from app.tables import bell, looking
from app.tables.turns import tidy_code

blueprint = Blueprint("live", __name__)

#: Seconds between signs of life; random, so that a thousand phones do not breathe in step.
HEARTBEAT = (12.0, 18.0)


@blueprint.get("/t/<code>/events")
def events(code: str) -> Response:
    """Server-sent events: ``event: v`` with the newest number as data, at once and after every change."""
    table_id, _seq = looking.head(tidy_code(code))
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return Response(
        stream(app, table_id),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def stream(app: Flask, table_id: int, heartbeat: tuple[float, float] = HEARTBEAT) -> Iterator[str]:
    """Holds no database connection while it waits. A ring may be missed: each heartbeat looks at the database."""
    with bell.listening(table_id) as ear:
        told = -1
        newest: int | None = None
        while True:
            if newest is None:
                try:
                    with app.app_context():
                        newest = looking.head_of(table_id)
                except Problem:  # the database is away for a moment: the phone's own watch decides
                    newest = told
            if newest > told:
                told = newest
                yield f"event: v\ndata: {told}\n\n"
            else:  # scripts cannot hear a comment, so the sign of life is the same number once more
                yield f": still here\nevent: v\ndata: {told}\n\n"
            newest = ear.wait(random.uniform(*heartbeat))  # noqa: S311
