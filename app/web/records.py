"""Game records: take one home, bring one back."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext

from app.errors import Problem, Refusal
from app.tables import records
from app.tables.turns import tidy_code
from app.web.limits import OPENING, limiter
from app.web.phone import need_phone
from app.web.problems import finding_json
from app.web.speech import spoken

blueprint = Blueprint("records", __name__)


@blueprint.get("/t/<code>/record.json")
def download(code: str) -> Response:
    """The table's public record as a file. Nothing in it was hidden."""
    code = tidy_code(code)
    response = make_response(json.dumps(records.record(code), ensure_ascii=False, indent=1) + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="starkeeper-{code}.json"'
    return response


@blueprint.get("/import")
def ask() -> str:
    """Bring a game back from its record."""
    return render_template("import.html", error=None, findings=[])


@blueprint.post("/import")
@limiter.limit(OPENING)
def bring() -> Any:
    """Read a record in: a new table, equal to the recorded one."""
    file = request.files.get("file")
    raw = file.read() if file is not None and file.filename else request.form.get("text", "").encode()
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        error = gettext("That is not a game record. Choose a file that Starkeeper wrote.")
        return make_response(render_template("import.html", error=error, findings=[]), 400)
    try:
        code = records.import_record(data, need_phone(), request.form.get("key") or None)
    except Problem as problem:
        told = [finding_json(each, {}) for each in problem.findings] if isinstance(problem, Refusal) else []
        page = render_template("import.html", error=spoken(problem.says), findings=told, at=problem.extra.get("action"))
        return make_response(page, problem.status)
    return redirect(url_for("table.page", code=code), 303)
