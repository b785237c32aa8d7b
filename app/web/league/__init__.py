"""The pages of leagues. Each is drawn from what the API answers too (``app.leagues.stored.views``)."""

from __future__ import annotations

from flask import Blueprint, Flask, Response

from app.leagues.stored import snapshots

blueprint = Blueprint("league", __name__)


def _keep(response: Response) -> Response:
    """What was worked out for an answer is kept for the next process. Also tables look at their leagues."""
    snapshots.save_due()
    return response


def init_app(app: Flask) -> None:
    """Hang pages and words on the app."""
    from app.web.league import (
        exchange,
        games,
        home,
        nights,
        people,
        rules,
        settings,
        standings,
        tables,
        words,
    )

    rooms = (home, standings, games, people, nights, settings, rules, exchange, tables)
    assert all(room.__name__ for room in rooms), "each has hung its routes on the blueprint"
    words.init_app(app)
    app.register_blueprint(blueprint)
    app.after_request(_keep)
