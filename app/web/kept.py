"""The judge for a phone to keep: the same engines, packed for the browser's own Python, and what else it needs.

Nothing of this is sent before somebody asks for it on the judge's page (``static/js/keep.js``), and nothing of it is
of a table: it holds what stands in ``SOURCES``, ``templates`` and ``PACKAGES``, and a test reads its list.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import files as files_of
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from flask import Blueprint, Flask, Response, current_app, make_response, render_template, url_for
from jinja2 import FileSystemLoader, meta

from app import config
from app.errors import NotFound
from app.games import GAMES
from app.games.phrases import say
from app.judge.reader import LANGUAGES, Reader, reader
from app.web import assets, qr, words

blueprint = Blueprint("kept", __name__)

#: Of ours: pure, without a database, a setting or a request.
SOURCES = ("games/**/*.py", "judge/*.py", "errors.py", "saying.py", "translations/*/LC_MESSAGES/messages.mo")
#: What the engines and the templates need beside the standard library; all of them run without their compiled parts.
PACKAGES = ("jinja2", "markupsafe", "marshmallow")
#: The browser's Python, as the package has it (``static/vendor/README.md``); what can be is kept compressed.
PYTHON = "vendor/pyodide-314.0.7"
RUNTIME = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs.gz": "text/javascript",
    "pyodide.asm.wasm.gz": "application/wasm",
    "python_stdlib.zip": "application/zip",
}
#: The worker may compile WebAssembly, which is what that Python is; no page may, and nothing else is allowed to it.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def init_app(app: Flask) -> None:
    """Hang the pages and their words on the app."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(kept_look=look, kept_size=megabytes, house_address=qr.house)


@cache
def reader_of(language: str) -> Reader:
    """The reader of a language in this house."""
    return reader(language, FileSystemLoader(config.folder("templates")), joining(language), sprite())


def joining(language: str) -> dict[str, str]:
    """How a language joins a list."""
    return dict(Locale.parse(language).list_patterns["standard"].items())


def sprite() -> str:
    """The address of the drawn signs."""
    return str(current_app.jinja_env.globals["asset"]("icons.svg"))  # type: ignore[operator]


def templates() -> list[str]:
    """What the judge's changing part is made of: its own templates, how each game draws, and what those import."""
    folder, found = config.folder("templates"), []
    todo = ["judge/screen.html", "judge/plain.html", *(f"{game}/judge.html" for game in GAMES)]
    for name in todo:
        if (path := folder / name).is_file() and name not in found:
            found.append(name)
            tree = reader_of("en").templates.parse(path.read_text(encoding="utf-8"))
            todo += [one for one in meta.find_referenced_templates(tree) if one]
    return found


def contents() -> Iterator[tuple[str, bytes]]:
    """Every file of the archive with its name, in order."""
    yield "app/__init__.py", b'"""The judge alone."""\n'
    told = {"joining": {language: joining(language) for language in LANGUAGES}, "sprite": sprite()}
    yield "app/kept.json", json.dumps(told, sort_keys=True).encode()
    for pattern in SOURCES:
        for path in sorted(config.PACKAGE.glob(pattern)):
            yield f"app/{path.relative_to(config.PACKAGE).as_posix()}", path.read_bytes()
    for name in templates():
        yield f"app/templates/{name}", (config.folder("templates") / name).read_bytes()
    for package in PACKAGES:
        folder = Path(str(import_module(package).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            yield f"{package}/{path.relative_to(folder).as_posix()}", path.read_bytes()
        for file in files_of(package) or ():
            if file.name.startswith("LICENSE"):
                yield f"licences/{package}.txt", file.read_binary()


@lru_cache(maxsize=1)
def engine() -> str:
    """The archive's version: other contents, another address. (Of a checkout that is worked on: since the start.)"""
    state = hashlib.sha256(PYTHON.encode() + WORKER_POLICY.encode())
    for name, data in (*contents(), ("worker.js", worker())):
        state.update(f"{name}\0{len(data)}\0".encode() + data)
    return state.hexdigest()[:12]


@lru_cache(maxsize=1)
def archive() -> bytes:
    """The archive; the same files make the same bytes."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in contents():
            target.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def worker() -> bytes:
    """The worker's script."""
    return (config.PACKAGE / "judge" / "worker.js").read_bytes()


def files() -> list[dict[str, Any]]:
    """What a phone fetches to keep the judge: ``from`` where, kept ``as`` which address, its ``size`` on the way, and
    the ``type`` of what is sent compressed."""
    found: list[dict[str, Any]] = []
    for name, kind in RUNTIME.items():
        at = f"/static/{PYTHON}/{name}"
        size = (config.folder("static") / PYTHON / name).stat().st_size
        packed = name.endswith(".gz")
        found.append({"from": at, "as": at.removesuffix(".gz"), "size": size, "type": kind if packed else None})
    for name, data in (("worker.js", worker()), ("engine.zip", archive())):
        at = url_for("kept.part", version=engine(), name=name)
        found.append({"from": at, "as": at, "size": len(data), "type": None})
    return found


def megabytes() -> int:
    """How much of that goes over the air, rounded up. (The archive is taken for what half its files weigh, so that
    a page that only says so need not pack it.)"""
    runtime = sum((config.folder("static") / PYTHON / name).stat().st_size for name in RUNTIME)
    return -(-(runtime + 500_000) // 1_000_000)


def look() -> str:
    """What a kept page depends on beside its language: other answers, kept again."""
    return f"{engine()}-{words.theme()}{'-large' if words.large_text() else ''}"


@blueprint.get("/offline/judge/files")
def listed() -> Response:
    """What a phone keeps, for our own script."""
    told = {
        "engine": engine(),
        "files": files(),
        "archives": {
            "python": f"/static/{PYTHON}/python_stdlib.zip",
            "engine": url_for("kept.part", version=engine(), name="engine.zip"),
        },
        "pages": [
            "/judge",
            "/offline/judge/screen",
            "/rules",
            "/rules/readings",
            *(f"/rules/{game}" for game in GAMES),
        ],
        "shell": assets.shell_addresses(),
        "languages": list(LANGUAGES),
        "tries": [f"/judge/{game.key}" for game in GAMES.values() if game.questions],
    }
    response = make_response(json.dumps(told))
    response.mimetype = "application/json"
    return response


@blueprint.get("/offline/judge/screen")
def screen() -> str:
    """The page of every question while there is no network; its script asks the worker for the rest."""
    return render_template("judge/alone.html")


@blueprint.get("/offline/judge/<version>/<any('worker.js', 'engine.zip'):name>")
def part(version: str, name: str) -> Response:
    """The worker's script or the archive, of this version only."""
    if version != engine():
        raise NotFound(say("There is nothing here. Check the address, or go to the first page."))
    script = name == "worker.js"
    response = make_response(worker() if script else archive())
    response.mimetype = "text/javascript" if script else "application/zip"
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    if script:
        response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response
