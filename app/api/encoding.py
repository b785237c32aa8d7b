"""JSON out of the app: orjson, which writes a table's view ten times as fast as the standard library."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response
from flask.json.provider import DefaultJSONProvider


class Encoding(DefaultJSONProvider):
    """Keeps members in their order and letters as they are. Whole numbers of more than 64 bits, which orjson does
    not write, go the long way."""

    sort_keys = False
    ensure_ascii = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return self._written(obj, **kwargs).decode()

    def response(self, *args: Any, **kwargs: Any) -> Response:
        return self._app.response_class(  # type: ignore[no-any-return]
            self._written(self._prepare_response_obj(args, kwargs)), mimetype=self.mimetype
        )

    def _written(self, obj: Any, **kwargs: Any) -> bytes:
        if kwargs:
            return super().dumps(obj, **kwargs).encode()
        try:
            return orjson.dumps(obj, default=self.default, option=orjson.OPT_NON_STR_KEYS)
        except TypeError:
            return super().dumps(obj).encode()
