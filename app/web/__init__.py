"""The pages: everything a browser gets. Routes read a request, call one service of ``app.tables`` and answer."""

from __future__ import annotations

from flask import Flask

from app.web.speech import chosen_language

__all__ = ["chosen_language", "init_app"]


def init_app(app: Flask) -> None:
    """Hang pages, headers, limits and words on the app."""
    from app.web import (
        afterwards,
        amendments,
        assets,
        games,
        judge,
        kept,
        league,
        limits,
        live,
        pages,
        people,
        phone,
        problems,
        records,
        rules,
        security,
        showing,
        table,
        wall,
        whatif,
        words,
    )

    problems.init_app(app)
    security.init_app(app)
    app.after_request(phone.remember)
    limits.init_app(app)
    assets.init_app(app)
    words.init_app(app)
    for room in (
        pages,
        table,
        people,
        amendments,
        afterwards,
        whatif,
        live,
        wall,
        records,
        judge,
        rules,
    ):
        app.register_blueprint(room.blueprint)
    games.init_app(app)
    league.init_app(app)
    showing.init_app(app)
    kept.init_app(app)
