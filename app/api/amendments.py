"""Putting a table right: what if, corrections and who decides them, house rules, time travel, the receipt."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify

from app.api import amendment_schemas as schemas
from app.api.corrected import effect_json
from app.api.reading import Blueprint
from app.api.schemas import ProblemSchema
from app.api.tables import PROBLEM, seen_by
from app.games import dump
from app.games.amending import Id
from app.games.phrases import Phrase, Seat, say
from app.judge import addresses
from app.tables import amending, house, looking, proposals, receipts, showing, travel, whatif
from app.tables.amending import Amended
from app.tables.corrections import Correction
from app.tables.turns import tidy_code
from app.web.limits import TRYING, limiter
from app.web.phone import current_phone
from app.web.problems import finding_json
from app.web.speech import speaker

blueprint = Blueprint("amendments", __name__, url_prefix="/api", description="What if, corrections, receipts")


@blueprint.post("/tables/<code>/preview")
@limiter.limit(TRYING)
@blueprint.arguments(schemas.TrySchema, error_status_code=400)
@blueprint.response(200, schemas.TriedSchema)
@blueprint.alt_response(
    422, schema=ProblemSchema, content_type=PROBLEM, description="The rules say no, or it is secret"
)
def preview(data: dict[str, Any], code: str) -> dict[str, Any]:
    """What if: an action is looked at, not taken. In a game with secrets only what the asker could know is told."""
    code = tidy_code(code)
    seen, for_seat = data.pop("seen"), data.pop("for_seat")
    tried = whatif.preview(
        code, current_phone(), data, seen=seen, for_seat=None if for_seat is None else Seat(for_seat)
    )
    names = looking.names_at(code)
    phrase = speaker(names)
    return {
        "seq": tried.seq,
        "text": None if tried.line is None else phrase(tried.line),
        "why": [finding_json(finding, names) for finding in tried.why],
        "notes": [finding_json(finding, names) for finding in tried.notes],
        "view": tried.game.wire.dump_view(tried.view, phrase),
    }


@blueprint.post("/tables/<code>/amendments/preview")
@limiter.limit(TRYING)
@blueprint.arguments(schemas.EditsSchema, error_status_code=400)
@blueprint.response(200, schemas.PlanSchema)
def preview_amendment(data: dict[str, Any], code: str) -> dict[str, Any]:
    """What a correction would change, and what would become impossible. Nothing is stored."""
    code = tidy_code(code)
    plan = amending.preview(code, current_phone(), data["edits"])
    names, game = looking.names_at(code), plan.effect.game
    return {
        "seq": plan.seq,
        **effect_json(plan.effect, names),
        "view": game.wire.dump_view(game.view_for(plan.effect.after, None), speaker(names)),
    }


@blueprint.get("/tables/<code>/amendments")
@limiter.limit(TRYING)
@blueprint.response(200, schemas.AmendmentsSchema)
def amendments(code: str) -> dict[str, Any]:
    """What can be corrected, and the corrections that wait for the host, each with what it would change now."""
    code = tidy_code(code)
    listed = proposals.listed(code)
    names = looking.names_at(code)
    phrase = speaker(names)
    return {
        "seq": listed.seq,
        "running": listed.running,
        "entries": [
            {
                **_named(entry.id),
                "text": _said(entry.says, phrase),
                "action": listed.game.wire.dump_action(entry.action),
            }
            for entry in listed.entries
        ],
        "open": [
            {
                "id": one.id,
                "by": one.by,
                "at": one.at,
                "why": one.why,
                "effect": None if one.plan is None else effect_json(one.plan.effect, names),
                "trouble": _said(one.trouble, phrase),
                "findings": [finding_json(finding, names) for finding in one.findings],
            }
            for one in listed.open
        ],
    }


@blueprint.post("/tables/<code>/amendments")
@blueprint.arguments(schemas.AmendSchema, error_status_code=400)
@blueprint.response(200, schemas.AmendedSchema)
@blueprint.alt_response(422, schema=ProblemSchema, content_type=PROBLEM, description="Something would be impossible")
@blueprint.alt_response(409, schema=ProblemSchema, content_type=PROBLEM, description="Another phone was faster")
def amend(data: dict[str, Any], code: str) -> Response:
    """Correct the log: the host at once, everybody else as a proposal to the host. All or nothing."""
    code = tidy_code(code)
    done = amending.amend(code, current_phone(), data["edits"], key=data["key"], seen=data["seen"], why=data["why"])
    return _amended(code, done)


@blueprint.post("/tables/<code>/amendments/<int:proposal>")
@blueprint.arguments(schemas.DecideAmendmentSchema, error_status_code=400)
@blueprint.response(200, schemas.AmendedSchema)
@blueprint.alt_response(422, schema=ProblemSchema, content_type=PROBLEM, description="It does not fit any more")
@blueprint.alt_response(409, schema=ProblemSchema, content_type=PROBLEM, description="Another phone was faster")
def decide(data: dict[str, Any], code: str, proposal: int) -> Response:
    """The host says yes or no to a proposal; who made it may take it back with a no."""
    code = tidy_code(code)
    done = proposals.decide(
        code, current_phone(), proposal, data["yes"], key=data["key"], seen=data["seen"], why=data["why"]
    )
    return _amended(code, done)


@blueprint.get("/tables/<code>/at/<int:row>")
@limiter.limit(TRYING)
@blueprint.response(200, schemas.MomentSchema)
def at(code: str, row: int) -> dict[str, Any]:
    """Time travel: the table after that row of its log, as this phone's seat, or the wall, could see it then."""
    moment = travel.at(tidy_code(code), current_phone(), row)
    phrase = speaker(moment.names)
    return {
        "seq": moment.seq,
        "at": moment.at,
        "head": moment.head,
        "before": moment.before,
        "after": moment.after,
        "you": moment.you,
        "text": _said(moment.says, phrase),
        "view": None if moment.view is None else moment.game.wire.dump_view(moment.view, phrase),
    }


@blueprint.post("/tables/<code>/house-rules")
@blueprint.arguments(schemas.RecordHouseRuleSchema, error_status_code=400)
@blueprint.response(200, schemas.RuledSchema)
def record_house_rule(data: dict[str, Any], code: str) -> dict[str, Any]:
    """ "We decide otherwise": the table plays a rule differently; kept in its log and on its receipt."""
    code = tidy_code(code)
    done = house.record(code, current_phone(), data["rule"], data["text"], key=data["key"])
    return {"seq": done.seq, "replayed": done.replayed, "table": seen_by(code)}


@blueprint.post("/tables/<code>/house-rules/<int:row>")
@blueprint.arguments(schemas.TakeBackSchema, error_status_code=400)
@blueprint.response(200, schemas.RuledSchema)
def take_back_house_rule(data: dict[str, Any], code: str, row: int) -> dict[str, Any]:
    """The book holds again; ``row`` is the house rule's seq."""
    code = tidy_code(code)
    done = house.take_back(code, current_phone(), row, key=data["key"])
    return {"seq": done.seq, "replayed": done.replayed, "table": seen_by(code)}


@blueprint.post("/tables/<code>/verdict")
@blueprint.arguments(schemas.ShowVerdictSchema, error_status_code=400)
@blueprint.response(200, schemas.RuledSchema)
def show_verdict(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Show a verdict of the judge on all phones and on the wall, until the game goes on."""
    code = tidy_code(code)
    addresses.read(data["address"])
    done = showing.show(code, current_phone(), data["address"], key=data["key"])
    return {"seq": done.seq, "replayed": done.replayed, "table": seen_by(code)}


@blueprint.get("/tables/<code>/receipt")
@blueprint.response(200, schemas.ReceiptSchema)
def receipt(code: str) -> dict[str, Any]:
    """The game as one document: seats, rounds, corrections with old, new, why, who and when, house rules, times."""
    told = receipts.receipt(tidy_code(code))
    names = {seat: name for seat, name, _sign in told.seats}
    phrase = speaker(names)
    return {
        "format": receipts.FORMAT,
        "version": receipts.VERSION,
        "code": told.code,
        "game": told.game.key,
        "title": told.game.title,
        "rules_version": told.rules_version,
        "status": told.status,
        "options": told.options,
        "seats": [{"number": seat, "name": name, "sign": sign} for seat, name, sign in told.seats],
        "points": told.points,
        "outcome": None if told.outcome is None else dump.outcome(told.outcome, dump.cited(told.game.rulebook), phrase),
        "view": told.game.wire.dump_view(told.view, phrase),
        "corrections": [_correction(one, told, names) for one in told.corrections],
        "house_rules": [
            {
                "seq": rule.seq,
                "at": rule.at,
                "by": told.numbers.get(rule.by or 0),
                "rule": rule.rule,
                "text": rule.text,
                "kind": told.game.rulebook[rule.rule].kind,  # type: ignore[index]
                "book": phrase(say(told.game.rulebook[rule.rule].text)),  # type: ignore[index]
            }
            for rule in told.house_rules
            if rule.rule in told.game.rulebook
        ],
        "undone": told.undone,
        "started_at": told.started_at,
        "ended_at": told.ended_at,
    }


def _correction(one: Correction, told: receipts.Receipt, names: dict[Seat, str]) -> dict[str, Any]:
    return {
        "seq": one.seq,
        "at": one.at,
        "by": told.numbers.get(one.by or 0),
        "proposed_by": told.numbers.get(one.proposed_by or 0),
        "why": one.why,
        "effect": effect_json(one.effect, names),  # type: ignore[arg-type]
        "result": one.result,
    }


def _amended(code: str, done: Amended) -> Response:
    return jsonify({"seq": done.seq, "replayed": done.replayed, "proposal": done.proposal, "table": seen_by(code)})


def _named(entry: Id) -> dict[str, int]:
    return {"seq": entry[0], "part": entry[1]}


def _said(says: Phrase | None, phrase: Any) -> str | None:
    return None if says is None else phrase(says)
