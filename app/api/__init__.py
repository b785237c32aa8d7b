"""The JSON API: the same services as the pages, and an OpenAPI document made from the same schemas."""

from __future__ import annotations

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import make_schema_key, resolve_schema_cls
from flask import Flask
from flask_smorest import Api

from app.api.schemas import ProblemSchema


class _Api(Api):  # type: ignore[misc]
    """Errors have one renderer for the whole app (``web.problems``); flask-smorest's own drops Allow from a 405."""

    ERROR_SCHEMA = ProblemSchema

    def _register_error_handlers(self) -> None:
        return

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/problem+json"  # of what is registered here: every "no"
        super()._register_responses()
        del self.DEFAULT_RESPONSE_CONTENT_TYPE


def component_name(schema: Any) -> str | None:
    """``Look`` for LookSchema; a game's schemas carry its name (``StellaLock``), so that games may use like words."""
    kind = resolve_schema_cls(schema)
    if isinstance(kind, list):
        return None
    name = str(kind.__name__).removesuffix("Schema")
    parts = kind.__module__.split(".")
    if parts[:2] == ["app", "games"] and len(parts) > 3:
        name = "".join(word.title() for word in parts[parts.index("games") + 1].split("_")) + name
    key = make_schema_key(schema() if isinstance(schema, type) else schema)
    return name if not any(modifier for modifier in key[1:] if modifier) else f"{name}Part"


def init_app(app: Flask) -> None:
    """Hang the API under /api."""
    from app import __version__
    from app.api import amendments, games, judge, league_changes, league_schemas, page, tables
    from app.games import GAMES

    app.config.setdefault("API_TITLE", "Starkeeper")
    app.config.setdefault("API_VERSION", __version__)
    app.config.setdefault("OPENAPI_VERSION", "3.1.0")
    app.config.setdefault("OPENAPI_URL_PREFIX", "/api")
    app.config.setdefault("OPENAPI_JSON_PATH", "openapi.json")
    plugin = MarshmallowPlugin(schema_name_resolver=component_name)
    api = _Api(app, spec_kwargs={"marshmallow_plugin": plugin})
    api.spec.components.security_scheme("phone", {"type": "http", "scheme": "bearer"})
    api.spec.components.security_scheme("cookie", {"type": "apiKey", "in": "cookie", "name": "starkeeper"})
    api.register_blueprint(tables.blueprint)
    api.register_blueprint(amendments.blueprint)
    api.register_blueprint(games.blueprint)
    api.register_blueprint(judge.blueprint)
    api.register_blueprint(league_changes.blueprint)
    app.register_blueprint(page.blueprint)
    app.extensions["starkeeper-api"] = api
    for kind, schema in league_schemas.CHANGE_SCHEMAS.items():
        api.spec.components.schema("LeagueChange" + "".join(word.title() for word in kind.split("-")), schema=schema)
    for game in GAMES.values():
        title = "".join(word.title() for word in game.key.split("_"))
        for name, schema in game.wire.ACTION_SCHEMAS.items():
            words = "".join(word.title() for word in name.split("_"))
            api.spec.components.schema(f"{title}Action{words}", schema=schema)
        api.spec.components.schema(f"{title}View", schema=game.wire.ViewSchema)
