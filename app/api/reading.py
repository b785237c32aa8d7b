"""Reading the body of a request: one JSON object, of a size and depth that can be handled, and nothing else."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import flask_smorest
from flask import Request
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from app.errors import Malformed
from app.games.phrases import say


class Reader(FlaskParser):
    """Python's own reader takes NaN, lone surrogates that no database can store, and fails in its own ways on numbers
    of ten thousand digits and on a hundred thousand brackets. To a phone all of them are the same mistake."""

    def load_json(self, req: Request, schema: Any) -> Any:
        raw = req.get_data(cache=True)
        if not raw:
            raise Malformed(say("The request is empty. Send a JSON object."))
        if not req.is_json:
            raise UnsupportedMediaType
        try:
            text = raw.decode("utf-8")
            data = json.loads(text, parse_constant=_no_number)
            if "\\u" in text:
                json.dumps(data, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError) as wrong:
            raise Malformed(say("That is not JSON that can be read. Send one JSON object in UTF-8.")) from wrong
        if not isinstance(data, dict):
            raise Malformed(say("Send one JSON object, not a list or a single value."))
        return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A blueprint whose arguments are read by ``Reader``."""

    ARGUMENTS_PARSER = Reader()
