"""The judge without a server: on a phone that keeps it, this is what its worker calls (``app/judge/worker.js``).

It runs out of one archive with nothing else at hand, which ``app.web.kept`` packs: the games, this folder, their
templates, the catalogues, and what those need. The archive's ``app/kept.json`` holds what only a server knows.
"""

from __future__ import annotations

import json
from functools import cache
from pkgutil import get_data
from urllib.parse import parse_qsl, urlsplit

from jinja2 import FunctionLoader

from app.errors import Problem
from app.judge import screen
from app.judge.reader import LANGUAGES, Reader, reader


def at(address: str, language: str, house: str) -> dict[str, str]:
    """The screen of ``/judge/<game>/<question>?…``: ``{"html": …}``, or ``{"wrong": …}`` with the sentence to read.

    A table that the address names is led back to, but nothing is known of it here, so players have numbers.
    """
    read = _reader(language if language in LANGUAGES else "en")
    try:
        return {"html": _screen(address, read, house)}
    except Problem as problem:
        return {"wrong": read.speaker({})(problem.says)}


def _screen(address: str, read: Reader, house: str) -> str:
    parts = urlsplit(address)
    _judge, game, key = [*parts.path.strip("/").split("/"), "", ""][:3]
    sent = dict(reversed(parse_qsl(parts.query)))  # of a name that is there twice the first counts
    asked = screen.asked(game, key, sent)
    code = sent.get("table", "")
    back = screen.Back(code, screen.seats_in(sent.get("seats", ""))) if code.isalnum() else screen.Back()
    return screen.html(*asked, reader=read, back=back, here=address.rstrip("?"), house=house)


@cache
def _reader(language: str) -> Reader:
    told = json.loads(get_data("app", "kept.json") or b"{}")
    return reader(language, FunctionLoader(_template), told["joining"][language], told["sprite"])


def _template(name: str) -> str | None:
    try:
        return (get_data("app", f"templates/{name}") or b"").decode()
    except OSError:
        return None
