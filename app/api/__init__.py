"""The JSON API: the same services as the pages, and an OpenAPI document made from the same schemas."""

from __future__ import annotations

from flask import Flask
from flask_smorest import Api


class _Api(Api):  # type: ignore[misc]
    """Errors have one renderer for the whole app (``web.problems``); flask-smorest's own drops Allow from a 405."""

    def _register_error_handlers(self) -> None:
        return


def init_app(app: Flask) -> None:
    """Hang the API under /api."""
    from app import __version__
    from app.api import games, tables
    from app.games import GAMES

    app.config.setdefault("API_TITLE", "Starkeeper")
    app.config.setdefault("API_VERSION", __version__)
    app.config.setdefault("OPENAPI_VERSION", "3.1.0")
    app.config.setdefault("OPENAPI_URL_PREFIX", "/api")
    app.config.setdefault("OPENAPI_JSON_PATH", "openapi.json")
    api = _Api(app)
    for game in GAMES.values():
        for name, schema in game.wire.schemas().items():
            api.spec.components.schema(name, schema=schema)
    api.spec.components.security_scheme("phone", {"type": "http", "scheme": "bearer"})
    api.spec.components.security_scheme("cookie", {"type": "apiKey", "in": "cookie", "name": "starkeeper"})
    api.register_blueprint(tables.blueprint)
    api.register_blueprint(games.blueprint)
