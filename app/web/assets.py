"""Static files by name and content: an address changes when its file does, so browsers may keep it for a year."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path

from flask import Flask

from app import config

#: What the first page needs, and what the offline page is kept with.
SHELL = (
    "css/tokens.css",
    "css/app.css",
    "css/stages.css",
    "css/cards.css",
    "css/judge.css",
    "vendor/idiomorph.min.js",
    "js/live.js",
    "js/send.js",
    "js/mark.js",
    "js/peek.js",
    "js/boot.js",
    "js/judge.js",
    "js/keep.js",
    "js/rules.js",
    "js/wall.js",
    "icons.svg",
    "icons/favicon.svg",
    "icons/icon-192.png",
)
PACKED = frozenset({".css", ".js", ".svg", ".webmanifest", ".txt"})


def init_app(app: Flask) -> None:
    """Templates name a file with ``asset("css/app.css")``."""
    fresh = bool(app.debug)

    def asset(name: str) -> str:
        return f"/static/{name}?v={_digest(name) if not fresh else _read_digest(name)}"

    app.jinja_env.globals["asset"] = asset


def shell_addresses() -> list[str]:
    """The addresses of everything the shell needs, as pages name them."""
    return [f"/static/{name}?v={_digest(name)}" for name in SHELL]


def _read_digest(name: str) -> str:
    return hashlib.sha256((config.folder("static") / name).read_bytes()).hexdigest()[:10]


_digest = lru_cache(maxsize=256)(_read_digest)


def packed(source: Path, instance: Path) -> Path:
    """A folder equal to ``source`` that also holds every text file compressed (``.br``, ``.gz``).

    It is made in the instance folder, where writing is allowed, and made again when a file changes. Where not even
    that can be written, ``source`` itself serves.
    """
    import brotli

    there = {path for path in source.rglob("*") if path.is_file()}
    files = sorted(path for path in there if path.suffix not in (".br", ".gz") or path.with_suffix("") not in there)
    state = hashlib.sha256()
    for path in files:
        state.update(f"{path.relative_to(source)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    target = instance / "static" / state.hexdigest()[:16]
    if target.is_dir():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".making-", dir=target.parent))
        for path in files:
            copy = made / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            copy.write_bytes(data)
            if path.suffix in PACKED:
                copy.with_name(copy.name + ".br").write_bytes(brotli.compress(data, quality=9))
                copy.with_name(copy.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))
        made.chmod(0o755)
        os.rename(made, target)
    except OSError:
        return target if target.is_dir() else source
    _sweep(target)
    return target


def _sweep(keep: Path) -> None:
    """Older copies are of no use."""
    import shutil

    for old in keep.parent.iterdir():
        if old != keep and not old.name.startswith(".making-"):
            shutil.rmtree(old, ignore_errors=True)
