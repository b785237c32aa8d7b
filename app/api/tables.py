"""Tables as JSON. A route reads the request, calls one service and answers with what the phone may see now."""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, jsonify, request

from app.api import schemas
from app.api.corrected import effect_json
from app.api.reading import Blueprint
from app.games.phrases import Seat
from app.tables import drafts, hosting, lines, looking, moving, opening, playing, records, seats
from app.tables.taps import Submitted
from app.tables.turns import tidy_code
from app.tables.wire import LookSchema, dump_look
from app.web.phone import current_phone, need_phone, new_token
from app.web.problems import finding_json
from app.web.speech import speaker

blueprint = Blueprint("tables", __name__, url_prefix="/api", description="Tables, seats, actions")
PROBLEM = "application/problem+json"


def seen_by(code: str) -> dict[str, Any]:
    """The table as the asking phone may see it, as JSON."""
    return _seen(looking.look(code, current_phone()))


def _seen(look: looking.Look) -> dict[str, Any]:
    return dump_look(look, speaker({seat.number: seat.name for seat in look.seats}))


def _done(code: str, done: Submitted) -> Response:
    """``DoneSchema`` by hand: the busiest answer need not be walked through a schema a second time."""
    table = seen_by(code) if done.look is None else _seen(done.look)
    return jsonify({"seq": done.seq, "replayed": done.replayed, "table": table})


def _sat(code: str, seat_id: int) -> dict[str, Any]:
    table = seen_by(code)
    number = next(seat["number"] for seat in table["seats"] if seat["id"] == seat_id)
    return {"code": code, "seat": number, "seat_id": seat_id, "token": new_token(), "table": table}


@blueprint.post("/tables")
@blueprint.arguments(schemas.OpenSchema, error_status_code=400)
@blueprint.response(201, schemas.SatSchema)
def open_table(data: dict[str, Any]) -> dict[str, Any]:
    """Open a table and sit down as its host."""
    code = opening.open_table(data["game"], data["name"], need_phone(), data["sign"], data["key"])
    host = next(seat for seat in looking.look(code, current_phone()).seats if seat.host)
    return _sat(code, host.id)


@blueprint.get("/tables/<code>")
@blueprint.response(200, LookSchema)
def table(code: str) -> Response:
    """The table as this phone may see it; without a credential, as the screen on the wall."""
    response = jsonify(seen_by(tidy_code(code)))
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    return response.make_conditional(request)


@blueprint.post("/tables/<code>/seats")
@blueprint.arguments(schemas.SitSchema, error_status_code=400)
@blueprint.response(201, schemas.SatSchema)
def sit(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Sit down with a name, or seat a player without a phone."""
    code = tidy_code(code)
    if data["without_phone"]:
        return _sat(code, seats.add_without_phone(code, current_phone(), data["name"]))
    return _sat(code, seats.sit(code, need_phone(), data["name"], data["sign"]))


@blueprint.put("/tables/<code>/seats/<int:seat_id>")
@blueprint.arguments(schemas.RenameSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def rename(data: dict[str, Any], code: str, seat_id: int) -> dict[str, Any]:
    """Change a seat's name or sign."""
    code = tidy_code(code)
    seats.rename(code, current_phone(), seat_id, data["name"], data["sign"])
    return seen_by(code)


@blueprint.delete("/tables/<code>/seats/<int:seat_id>")
@blueprint.response(200, LookSchema)
def stand_up(code: str, seat_id: int) -> dict[str, Any]:
    """Stand up, or be removed by the host, before the start."""
    code = tidy_code(code)
    seats.remove(code, current_phone(), seat_id)
    return seen_by(code)


@blueprint.put("/tables/<code>/order")
@blueprint.arguments(schemas.OrderSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def order(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Put the seats into table order, clockwise."""
    code = tidy_code(code)
    seats.reorder(code, current_phone(), data["order"])
    return seen_by(code)


@blueprint.post("/tables/<code>/start")
@blueprint.arguments(schemas.StartSchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
def start(data: dict[str, Any], code: str) -> Response:
    """Begin the game. Set-up options stand beside the key (Stella: first_scout, a seat or "random")."""
    code = tidy_code(code)
    options = {name: value for name, value in data.items() if name != "key"}
    return _done(code, opening.start(code, current_phone(), options, data["key"]))


@blueprint.post("/tables/<code>/lobby")
@blueprint.arguments(schemas.KeySchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
def lobby(data: dict[str, Any], code: str) -> Response:
    """Take the start back while nothing has been played."""
    code = tidy_code(code)
    return _done(code, opening.back_to_lobby(code, current_phone(), data["key"]))


@blueprint.post("/tables/<code>/actions")
@blueprint.arguments(schemas.ActionSchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
@blueprint.alt_response(422, schema=schemas.ProblemSchema, content_type=PROBLEM, description="The rules say no")
@blueprint.alt_response(409, schema=schemas.ProblemSchema, content_type=PROBLEM, description="Another phone was faster")
def act(data: dict[str, Any], code: str) -> Response:
    """Play: one action, checked by the rules, counted once."""
    code = tidy_code(code)
    key, seen, for_seat = data.pop("key"), data.pop("seen"), data.pop("for_seat")
    done = playing.submit(
        code,
        current_phone(),
        {name: value for name, value in data.items() if name != "from_draft"},
        key=key,
        seen=seen,
        for_seat=None if for_seat is None else Seat(for_seat),
        from_draft=data["from_draft"],
    )
    return _done(code, done)


@blueprint.post("/tables/<code>/instead")
@blueprint.arguments(schemas.ActionSchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
@blueprint.alt_response(422, schema=schemas.ProblemSchema, content_type=PROBLEM, description="The rules say no")
@blueprint.alt_response(409, schema=schemas.ProblemSchema, content_type=PROBLEM, description="Another phone was faster")
def instead(data: dict[str, Any], code: str) -> Response:
    """Put this action in the place of the last one, where both answer the same question; all or nothing."""
    code = tidy_code(code)
    key, seen, for_seat = data.pop("key"), data.pop("seen"), data.pop("for_seat")
    data.pop("from_draft")
    done = playing.instead(
        code, current_phone(), data, key=key, seen=seen, for_seat=None if for_seat is None else Seat(for_seat)
    )
    return _done(code, done)


@blueprint.put("/tables/<code>/draft")
@blueprint.arguments(schemas.DraftSchema, error_status_code=400)
@blueprint.response(204)
def draft(data: dict[str, Any], code: str) -> None:
    """Save what a seat is still thinking about. Tells nobody, rings nothing."""
    for_seat = data.pop("for_seat")
    drafts.save(tidy_code(code), current_phone(), data, None if for_seat is None else Seat(for_seat))


@blueprint.post("/tables/<code>/undo")
@blueprint.arguments(schemas.TapSchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
def undo(data: dict[str, Any], code: str) -> Response:
    """Take the last step back; the table's ``undo`` says which."""
    code = tidy_code(code)
    return _done(code, playing.undo(code, current_phone(), key=data["key"], seen=data["seen"]))


@blueprint.post("/tables/<code>/redo")
@blueprint.arguments(schemas.TapSchema, error_status_code=400)
@blueprint.response(200, schemas.DoneSchema)
def redo(data: dict[str, Any], code: str) -> Response:
    """Bring back what the last undo took away."""
    code = tidy_code(code)
    return _done(code, playing.redo(code, current_phone(), key=data["key"], seen=data["seen"]))


@blueprint.post("/tables/<code>/again")
@blueprint.arguments(schemas.KeySchema, error_status_code=400)
@blueprint.response(201, schemas.NewCodeSchema)
def again(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Play again with the same people; returns the new table's code."""
    return {"code": opening.again(tidy_code(code), current_phone(), data["key"])}


@blueprint.post("/tables/<code>/uncover")
@blueprint.arguments(schemas.SeatNumberSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def uncover(data: dict[str, Any], code: str) -> dict[str, Any]:
    """ "I am Mia": on a phone with several seats, look with this one's eyes."""
    code = tidy_code(code)
    seats.uncover(code, current_phone(), Seat(data["seat"]))
    return seen_by(code)


@blueprint.post("/tables/<code>/cover")
@blueprint.response(200, LookSchema)
def cover(code: str) -> dict[str, Any]:
    """Cover all seats of this phone before it is passed on."""
    code = tidy_code(code)
    seats.cover(code, current_phone())
    return seen_by(code)


@blueprint.put("/tables/<code>/face")
@blueprint.arguments(schemas.FaceSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def face(data: dict[str, Any], code: str) -> dict[str, Any]:
    """From which side of the table this seat looks at the cards."""
    code = tidy_code(code)
    for_seat = data["for_seat"]
    seats.face(code, current_phone(), data["turn"], None if for_seat is None else Seat(for_seat))
    return seen_by(code)


@blueprint.get("/tables/<code>/log")
@blueprint.response(200, schemas.LineSchema(many=True))
def log(code: str) -> list[dict[str, Any]]:
    """The table's log, the same for every reader."""
    code = tidy_code(code)
    names = looking.names_at(code)
    phrase = speaker(names)
    return [
        {
            "seq": line.seq,
            "at": line.at,
            "by": line.by,
            "text": phrase(line.says),
            "undone": line.undone,
            "why": [finding_json(finding, names) for finding in line.why],
            "corrected": line.corrected,
            "now": None if line.now is None else phrase(line.now),
            "correction": None if line.correction is None else effect_json(line.correction.effect, names),
        }
        for line in lines.lines(code)
    ]


@blueprint.get("/tables/<code>/record")
@blueprint.response(200, records.RecordSchema)
def record(code: str) -> dict[str, Any]:
    """The table's record, without anything that was never shown."""
    return records.record(tidy_code(code))


@blueprint.post("/records")
@blueprint.arguments(records.RecordSchema, error_status_code=400)
@blueprint.response(201, schemas.SatSchema)
def import_record(data: dict[str, Any]) -> dict[str, Any]:
    """A table out of a record; this phone leads it and holds its first seat. The same ``Idempotency-Key`` header
    again gets the same table."""
    code = records.import_record(data, need_phone(), request.headers.get("Idempotency-Key"))
    return _sat(code, looking.look(code, current_phone()).seats[0].id)


@blueprint.post("/tables/<code>/seats/<int:seat_id>/move")
@blueprint.response(201, schemas.MoveCodeSchema)
def offer_move(code: str, seat_id: int) -> dict[str, Any]:
    """A one-time code that brings this seat to another phone."""
    return {"move_code": moving.offer(tidy_code(code), current_phone(), seat_id)}


@blueprint.post("/tables/<code>/moves")
@blueprint.arguments(schemas.MoveCodeSchema, error_status_code=400)
@blueprint.response(201, schemas.SatSchema)
def accept_move(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Sit in the seat that the code is for; the old phone is out at once."""
    code = tidy_code(code)
    return _sat(code, moving.accept(code, need_phone(), data["move_code"]))


@blueprint.post("/tables/<code>/seats/<int:seat_id>/claims")
@blueprint.response(202, schemas.ClaimedSchema)
def claim(code: str, seat_id: int) -> dict[str, Any]:
    """ "I am that Bo": ask the host for this seat; the table's ``claim`` tells what became of it."""
    code = tidy_code(code)
    moving.claim(code, need_phone(), seat_id)
    return {"token": new_token(), "table": seen_by(code)}


@blueprint.post("/tables/<code>/claims/<int:claim_id>")
@blueprint.arguments(schemas.DecideSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def decide(data: dict[str, Any], code: str, claim_id: int) -> dict[str, Any]:
    """The host lets somebody into a seat, or not."""
    code = tidy_code(code)
    moving.decide(code, current_phone(), claim_id, data["yes"])
    return seen_by(code)


@blueprint.post("/tables/<code>/seats/<int:seat_id>/host")
@blueprint.response(200, LookSchema)
def hand_on(code: str, seat_id: int) -> dict[str, Any]:
    """Hand the table on to this seat."""
    code = tidy_code(code)
    hosting.hand_on(code, current_phone(), seat_id)
    return seen_by(code)


@blueprint.post("/tables/<code>/host")
@blueprint.response(200, LookSchema)
def take_over(code: str) -> dict[str, Any]:
    """Take the table over while the host's phone is away."""
    code = tidy_code(code)
    hosting.take_over(code, current_phone())
    return seen_by(code)


@blueprint.post("/tables/<code>/seats/<int:seat_id>/carry")
@blueprint.response(200, LookSchema)
def carry(code: str, seat_id: int) -> dict[str, Any]:
    """Play the seat of a dead phone on the host's."""
    code = tidy_code(code)
    seats.carry(code, current_phone(), seat_id)
    return seen_by(code)


@blueprint.put("/tables/<code>/joining")
@blueprint.arguments(schemas.JoiningSchema, error_status_code=400)
@blueprint.response(200, LookSchema)
def joining(data: dict[str, Any], code: str) -> dict[str, Any]:
    """Let new people sit down, or not."""
    code = tidy_code(code)
    hosting.open_joining(code, current_phone(), data["open"])
    return seen_by(code)
