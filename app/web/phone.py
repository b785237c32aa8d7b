"""Which phone is asking: by its cookie, or by a bearer token for programs. Never by anything in the body."""

from __future__ import annotations

from flask import Response, current_app, g, request

from app.tables import phones

COOKIE = "starkeeper"
KEEP_SECONDS = 400 * 24 * 3600  # as long as browsers allow


def current_phone() -> int | None:
    """The asking phone's id, or None for a phone that never sat anywhere."""
    if "phone" not in g:
        g.phone = phones.phone_of(_token())
    return g.phone  # type: ignore[no-any-return]


def _token() -> str | None:
    authorization = request.headers.get("Authorization", "")
    if authorization.startswith("Bearer "):
        return authorization.removeprefix("Bearer ").strip()
    return request.cookies.get(COOKIE)


def need_phone() -> int:
    """The asking phone's id; a new phone gets a token, which ``remember`` puts into the answer."""
    known = current_phone()
    if known is not None:
        return known
    g.phone, g.new_token = phones.new_phone()
    return int(g.phone)


def new_token() -> str | None:
    """The token this request handed out, if it did."""
    token: str | None = g.get("new_token")
    return token


def remember(response: Response) -> Response:
    """Give a new phone its cookie: not readable by scripts, not sent by other sites' posts."""
    token = new_token()
    if token is not None and not request.path.startswith("/api/"):
        response.set_cookie(
            COOKIE,
            token,
            max_age=KEEP_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=current_app.config["STARKEEPER"].secure,
        )
    return response
