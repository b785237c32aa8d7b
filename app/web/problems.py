"""The one renderer of every "no": a problem document for programs, a page or a short fragment for people."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from app.errors import Malformed, NoRoom, NotFound, Problem, Refusal
from app.games import GAMES, dump
from app.games.kernel import Finding
from app.games.phrases import Phrase, say
from app.tables import looking, store
from app.tables.turns import tidy_code
from app.web.speech import speaker, spoken

log = logging.getLogger("starkeeper")

HTTP_WORDS = {
    400: say("That request cannot be read. Go back and try again."),
    404: say("There is nothing here. Check the address, or go to the first page."),
    405: say("That cannot be done at this address. Go back and try again."),
    408: say("That took too long. Try again."),
    413: say("That is too large. Send something smaller."),
    414: say("That address is too long."),
    415: say("That kind of content cannot be read. Send JSON or a form."),
    429: say("Too many tries. Wait a minute, then try again."),
    500: say("Something went wrong here, and it is our fault. Nothing was lost; try again."),
    503: say("The table's server is not ready. Try again in a moment."),
}


def init_app(app: Flask) -> None:
    """Catch everything; nothing that happens shows a traceback to a person."""
    app.register_error_handler(Problem, answer_problem)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(ValidationError, answer_invalid)
    for trouble in store.AWAY:
        app.register_error_handler(trouble, answer_no_room)
    app.register_error_handler(Exception, answer_bug)


def answer_problem(problem: Problem) -> Response:
    """A problem of our own tree."""
    response = answer(problem.status, problem.kind, problem.says, problem.extra, _findings_of(problem))
    if "retry_after" in problem.extra:
        response.headers["Retry-After"] = str(problem.extra["retry_after"])
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="starkeeper"'
    if isinstance(problem, NoRoom):
        response.headers["Retry-After"] = "5"
    return response


def answer_http(error: HTTPException) -> Response:
    """A problem of the protocol (404, 405, 413 …); its own headers, such as Allow, are kept."""
    status = error.code or 500
    if status < 400:
        return error.get_response()  # type: ignore[return-value]
    words = HTTP_WORDS.get(status, HTTP_WORDS[400 if status < 500 else 500])
    kind = {404: NotFound.kind, 429: "too-many"}.get(status, "http")
    extra: dict[str, Any] = {}
    data = getattr(error, "data", None)
    if isinstance(data, dict) and data.get("messages"):
        kind, extra = Malformed.kind, {"fields": data["messages"]}
    response = answer(status, kind, words, extra, ())
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    if status == 429:
        response.headers.setdefault("Retry-After", "60")
    headers = data.get("headers") if isinstance(data, dict) else None
    for name, value in dict(headers or {}).items():
        response.headers[name] = value
    return response


def answer_invalid(error: ValidationError) -> Response:
    """A schema said no."""
    return answer_problem(Malformed(HTTP_WORDS[400], fields=error.messages))


def answer_no_room(error: Exception) -> Response:
    """The database is full or away."""
    log.error("database: %s", type(error).__name__)
    return answer_problem(NoRoom.because())


def answer_bug(error: Exception) -> Response:
    """A bug: the traceback goes to the log of the server, a calm sentence to the person."""
    log.exception("unexpected", exc_info=error)
    return answer(500, "bug", HTTP_WORDS[500], {}, ())


def _findings_of(problem: Problem) -> tuple[Finding, ...]:
    return problem.findings if isinstance(problem, Refusal) else ()


def finding_json(finding: Finding, names: Mapping[int, str]) -> dict[str, Any]:
    """A finding of any game with its rule's places, as the wire of every game writes it."""
    return dump.finding(finding, _cited_by_all(), speaker(names))


@cache
def _cited_by_all() -> dump.Cited:
    return {rule: told for game in GAMES.values() for rule, told in dump.cited(game.rulebook).items()}


def _names() -> dict[int, str]:
    """Names of the table in the address, for sentences that speak of players."""
    code = (request.view_args or {}).get("code")
    if not isinstance(code, str):
        return {}
    try:
        return looking.names_at(tidy_code(code))
    except Problem:
        return {}


def answer(status: int, kind: str, says: Phrase, extra: dict[str, Any], findings: tuple[Finding, ...]) -> Response:
    """The answer in the form the asker understands: a fragment for our scripts, a problem document for the API and
    for whoever accepts only JSON, a page for everybody else."""
    names = _names() if says.params or findings else {}
    text = spoken(says, names)
    told = [finding_json(finding, names) for finding in findings]
    if request.headers.get("X-Starkeeper") == "fragment":
        response = make_response(
            render_template("problem_fragment.html", text=text, kind=kind, status=status, findings=told, extra=extra),
            status,
        )
        response.headers["X-Starkeeper-Problem"] = kind
    elif request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        body = {"type": f"/problems/{kind}", "title": kind, "status": status, "detail": text, **extra}
        if told:
            body["findings"] = told
        response = jsonify(body)
        response.status_code = status
        response.mimetype = "application/problem+json"
    else:
        response = make_response(
            render_template("problem.html", text=text, kind=kind, status=status, findings=told, extra=extra), status
        )
    response.headers["Cache-Control"] = "no-store"
    return response
