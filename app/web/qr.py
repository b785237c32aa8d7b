"""QR codes as inline SVG, and the address guests reach."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})


def house() -> str:
    """The address of this house as guests' phones reach it, without a slash at the end."""
    public = str(current_app.config["STARKEEPER"].public_url)
    if public:
        return public
    ours = request.url_root.rstrip("/")
    if urlsplit(ours).hostname in LOCAL:
        return str(current_app.config.get("STARKEEPER_GUEST_URL") or ours)
    return ours


def short_house() -> str:
    """The same without ``http://``, to be typed."""
    return house().split("://", 1)[-1]


def join_address(code: str) -> str:
    """What the QR of a table holds: the way in, and nothing else."""
    return house() + url_for("pages.join", code=code)


def svg(content: str, label: str, once: bool = False) -> Markup:
    """The content as a square drawing with a name. With ``once`` nothing of it is remembered (secrets)."""
    size, path = _draw(content) if once else _drawn(content)
    return Markup('<svg viewBox="0 0 {0} {0}" role="img" aria-label="{1}"><path d="{2}"/></svg>').format(
        size, label, path
    )


def _draw(content: str) -> tuple[int, str]:
    """Side in modules, and a path of one rectangle per run of dark modules."""
    code = segno.make(content, error="m", micro=False)
    runs = []
    rows = [bytearray(row) for row in code.matrix]
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return len(rows), "".join(runs)


_drawn = lru_cache(maxsize=512)(_draw)
