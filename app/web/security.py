"""Headers for every answer, and the check that a write comes from our own pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from app.errors import NotYourSeat
from app.games.phrases import say
from app.web.words import language

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def init_app(app: Flask) -> None:
    """Hang both on the app."""
    app.before_request(refuse_foreign_writes)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """A strict policy, and no copy of a page with secrets anywhere."""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    headers.setdefault("Cache-Control", "private, no-store")
    if response.mimetype == "text/html":
        headers.setdefault("Content-Language", language())
    if current_app.config["STARKEEPER"].secure:
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def refuse_foreign_writes() -> None:
    """A form on another site must not act with our cookie (SameSite already says so; old browsers do not listen)."""
    if request.method in ("GET", "HEAD", "OPTIONS") or "Authorization" in request.headers:
        return
    origin = request.headers.get("Origin")
    if not origin or origin == "null":
        if request.headers.get("Sec-Fetch-Site") in ("cross-site",):
            raise NotYourSeat(say("That came from another site. Open the table here, then try again."))
        return
    ours = {request.host, urlsplit(current_app.config["STARKEEPER"].public_url).netloc}
    if urlsplit(origin).netloc not in ours:
        raise NotYourSeat(say("That came from another site. Open the table here, then try again."))
