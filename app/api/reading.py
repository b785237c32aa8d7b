"""Reading the body of a request: one JSON object, of a size and depth that can be handled, and nothing else."""

from __future__ import annotations

from typing import Any

import flask_smorest
from flask import Request
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from app.errors import Malformed
from app.games.phrases import say
from app.web import forms


class Reader(FlaskParser):
    """Reads as the forms of the pages do (``forms.read``), and says what is wrong with a body."""

    def load_json(self, req: Request, schema: Any) -> Any:
        raw = req.get_data(cache=True)
        if not raw:
            raise Malformed(say("The request is empty. Send a JSON object."))
        if not req.is_json:
            raise UnsupportedMediaType
        try:
            data = forms.read(raw)
        except ValueError as wrong:
            raise Malformed(say("That is not JSON that can be read. Send one JSON object in UTF-8.")) from wrong
        if not isinstance(data, dict):
            raise Malformed(say("Send one JSON object, not a list or a single value."))
        return data


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A blueprint whose arguments are read by ``Reader``."""

    ARGUMENTS_PARSER = Reader()
