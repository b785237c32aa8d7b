"""Starkeeper: all wiring, no input or output on import."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_migrate import Migrate, upgrade
from sqlalchemy.pool import QueuePool
from werkzeug.middleware.proxy_fix import ProxyFix
from whitenoise import WhiteNoise

from app import config

try:
    __version__ = version("starkeeper")
except PackageNotFoundError:  # run from a bare checkout
    __version__ = "0"


def create_app(settings: config.Settings | None = None, **flask_config: Any) -> Flask:
    """The whole application. Makes the instance folder, the secret key and the database's tables where missing.

    ``flask_config`` overrides Flask's own configuration (tests). Raises config.Unsafe for unsafe settings.
    """
    from app import api, web
    from app.api.encoding import Encoding
    from app.leagues.stored import log as league_log
    from app.tables import bell, log, phones, store
    from app.tables.models import db
    from app.web import assets

    settings = config.load() if settings is None else settings
    settings.instance.mkdir(parents=True, exist_ok=True)
    app = Flask(
        "app",
        instance_path=str(settings.instance.resolve()),
        template_folder=str(config.folder("templates")),
        static_folder=None,
    )
    app.config.update(
        STARKEEPER=settings,
        SECRET_KEY=config.secret_key(settings),
        SQLALCHEMY_DATABASE_URI=settings.sqlalchemy_url,
        SQLALCHEMY_ENGINE_OPTIONS={"poolclass": QueuePool, "pool_size": 20, "max_overflow": 40, "pool_timeout": 10},
        MAX_CONTENT_LENGTH=2 * 1024 * 1024,
        MAX_FORM_PARTS=200,
        JSON_SORT_KEYS=False,
        BABEL_TRANSLATION_DIRECTORIES=str(config.PACKAGE / "translations"),
        COMPRESS_MIMETYPES=["text/html", "application/json", "application/problem+json", "text/plain"],
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=4,
        SESSION_COOKIE_NAME="starkeeper_flash",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure,
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        RATELIMIT_HEADERS_ENABLED=False,
    )
    app.config.update(flask_config)
    app.json = Encoding(app)
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    db.init_app(app)
    Migrate(app, db, directory=str(config.PACKAGE / "migrations"), render_as_batch=True)
    with app.app_context():
        store.prepare(db.engine)
        _migrate(app)
    log.forget()
    league_log.forget()
    phones.forget_cache()
    bell.use(bell.RedisBell(settings.redis_url) if settings.redis_url else bell.LocalBell())
    Babel(app, locale_selector=web.chosen_language)
    Compress(app)
    web.init_app(app)
    api.init_app(app)
    static = config.folder("static")
    if not (app.debug or app.testing):
        static = assets.packed(static, settings.instance)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=str(static),
        prefix="static/",
        max_age=31_536_000 if not app.debug else 0,
        autorefresh=bool(app.debug or app.testing),
    )
    return app


def _migrate(app: Flask) -> None:
    """Bring the database to the newest form; quiet when it is already there."""
    import logging

    logging.getLogger("alembic").setLevel(logging.WARNING)
    upgrade(directory=str(config.PACKAGE / "migrations"))
