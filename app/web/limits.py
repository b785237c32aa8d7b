"""Nobody guesses codes, nobody floods the house; and six people behind one address never notice."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from app.web.phone import current_phone


def asker(*_: object) -> str:
    """Who is counted: the phone where it is known, else the address it comes from."""
    phone = current_phone()
    return f"phone {phone}" if phone is not None else f"address {get_remote_address()}"


def _missed(response: Response) -> bool:
    """Only a wrong code counts, whether in a page, a form, the judge's way back or the API."""
    given = request.view_args or {}
    named = "code" in given or "slug" in given or "table" in request.args
    return response.status_code == 404 and (named or request.endpoint in ("pages.find", "league.find"))


limiter = Limiter(
    key_func=asker,
    application_limits=["40 per minute"],
    application_limits_deduct_when=_missed,
)

#: For what makes new rows for whoever asks, counted by address: a phone is made with a single request.
OPENING = "30 per minute"
SITTING = "60 per minute"
#: For what replays a whole game and stores nothing, counted by phone.
TRYING = "120 per minute"


def init_app(app: Flask) -> None:
    """Count in memory, or in Redis where several processes serve."""
    app.config.setdefault("RATELIMIT_SWALLOW_ERRORS", True)
    limiter.init_app(app)
