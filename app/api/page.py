"""A page to read the API: made from the same OpenAPI document that programs get."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, render_template

blueprint = Blueprint("api_page", __name__)


@blueprint.get("/api")
@blueprint.get("/api/")
def read() -> str:
    """Every operation with its body and answers, and every schema."""
    spec = current_app.extensions["starkeeper-api"].spec.to_dict()
    operations = [
        {
            "method": method.upper(),
            "path": path,
            "summary": told.get("summary", ""),
            "body": _schema(told.get("requestBody", {})),
            "answers": [
                (status, answer.get("description", ""), _schema(answer))
                for status, answer in sorted(told.get("responses", {}).items())
                if isinstance(answer, dict) and str(status).isdigit()
            ],
        }
        for path, methods in spec["paths"].items()
        for method, told in methods.items()
        if method in ("get", "post", "put", "delete")
    ]
    schemas = {name: _members(schema) for name, schema in sorted(spec["components"]["schemas"].items())}
    return render_template("api.html", operations=operations, schemas=schemas)


def _schema(told: dict[str, Any]) -> str:
    """The name of the schema that a body or an answer has, with [] for a list of them."""
    for content in told.get("content", {}).values():
        schema = content.get("schema", {})
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[-1]
        if "$ref" in schema.get("items", {}):
            return str(schema["items"]["$ref"]).rsplit("/", 1)[-1] + "[]"
    return ""


def _members(schema: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    """(name, type, what it means, whether it is required) of each member."""
    required = schema.get("required", [])
    return [
        (name, _type(told), told.get("description", ""), name in required)
        for name, told in schema.get("properties", {}).items()
    ]


def _type(told: dict[str, Any]) -> str:
    if "$ref" in told:
        return str(told["$ref"]).rsplit("/", 1)[-1]
    if "items" in told:
        return _type(told["items"]) + "[]"
    kind = told.get("type", "any")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "enum" in told:
        return " | ".join(str(value) for value in told["enum"])
    low, high = told.get("minimum"), told.get("maximum")
    return f"{words} {low} to {high}" if low is not None and high is not None else words
