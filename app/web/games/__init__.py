"""Addresses that only one game has: the module named like its key, where there is one. Most games need none."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flask import Flask

from app.games import GAMES


def init_app(app: Flask) -> None:
    """Hang the blueprint of each such module on the app."""
    for key in GAMES:
        if find_spec(f"{__name__}.{key}") is not None:
            app.register_blueprint(import_module(f"{__name__}.{key}").blueprint)
