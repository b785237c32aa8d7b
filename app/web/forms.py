"""What a phone sent, as JSON or as a plain form, brought into one shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import urlsplit

from flask import request

from app.errors import Malformed
from app.games.kernel import Game
from app.games.phrases import Seat, say

#: Not part of the action itself.
ENVELOPE = frozenset({"key", "seen", "for", "from_draft", "return_to"})


def _lists(game: Game[Any, Any, Any], kind: str) -> tuple[str, ...]:
    """Fields of which a form may send several, as the game's wire says for the action's type ("start": a set-up); so
    that none of them is an empty list and not a missing one."""
    found: Mapping[str, tuple[str, ...]] = getattr(game.wire, "LISTS", {})
    return found.get(kind, ())


def sent() -> dict[str, Any]:
    """The body as a dict. Raises Malformed for JSON that is no object, or that ``read`` does not take."""
    if request.is_json:
        try:
            data = read(request.get_data(cache=True))
        except ValueError:
            data = None
        if not isinstance(data, Mapping):
            raise Malformed(say("Send a JSON object."))
        return dict(data)
    return {name: values[-1] for name, values in request.form.lists()}


def read(raw: bytes) -> Any:
    """JSON out of a body. Python's own reader takes NaN, lone surrogates that no database and no page can hold, and
    fails in its own ways on numbers of ten thousand digits and on a hundred thousand brackets. Here all of them are
    the same mistake: raises ValueError."""
    text = raw.decode("utf-8")
    try:
        data = json.loads(text, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except RecursionError as wrong:
        raise ValueError from wrong
    return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def action(data: Mapping[str, Any], game: Game[Any, Any, Any], from_draft: bool) -> dict[str, Any]:
    """The action without its envelope; several boxes of one name become a list of numbers."""
    body = {name: value for name, value in data.items() if name not in ENVELOPE}
    if not request.is_json and not from_draft:
        for name in _lists(game, str(body.get("type"))):
            body[name] = _listed(name)
    return body


def setup(data: Mapping[str, Any], game: Game[Any, Any, Any]) -> dict[str, Any]:
    """A set-up without its envelope. Of a form, boxes of one name become a list, an empty one where none is ticked:
    else those of the last game would stay. Answers to questions that were not asked are left out."""
    options = {name: value for name, value in data.items() if name not in ENVELOPE}
    if request.is_json:
        return options
    options |= {name: _listed(name) for name in _lists(game, "start")}
    tidy = getattr(game.wire, "out_of_form", None)
    return dict(tidy(options)) if tidy else options


def _listed(name: str) -> list[int | str]:
    return [_digits(value) for value in request.form.getlist(name) if value]


def _digits(value: str) -> int | str:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else value


def number(data: Mapping[str, Any], name: str) -> int:
    """A whole number that must be there. Raises Malformed."""
    found = maybe_number(data, name)
    if found is None:
        raise Malformed(say("Something is missing. Reload the page, then try again."), fields={name: "missing"})
    return found


def maybe_number(data: Mapping[str, Any], name: str) -> int | None:
    """A whole number, or None when nothing was sent. Raises Malformed for anything else."""
    value = data.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 15:
        return int(value)
    raise Malformed(say("Something cannot be read. Reload the page, then try again."), fields={name: "number"})


def seat_for(data: Mapping[str, Any]) -> Seat | None:
    """The seat acted for, when it is not one's own first one."""
    found = maybe_number(data, "for")
    return None if found is None else Seat(found)


def yes(data: Mapping[str, Any], name: str) -> bool:
    """A tick or a true."""
    return data.get(name) in (True, "1", "on", "yes", "true")


def text(data: Mapping[str, Any], name: str) -> str:
    """A text, empty when nothing was sent."""
    value = data.get(name)
    return value if isinstance(value, str) else ""


def local(address: str | None, otherwise: str) -> str:
    """An address of this house to go back to; never one of another site."""
    if not address or not address.startswith("/") or address.startswith(("//", "/\\")) or "\n" in address:
        return otherwise
    parts = urlsplit(address)
    return address if not parts.scheme and not parts.netloc else otherwise


def referrer(otherwise: str) -> str:
    """The page of this house the phone came from."""
    parts = urlsplit(request.referrer or "")
    if parts.netloc != request.host or parts.path == request.path:
        return otherwise
    return local(parts.path + (f"?{parts.query}" if parts.query else ""), otherwise)
