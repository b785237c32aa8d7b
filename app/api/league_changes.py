"""Changes of a league as JSON: any of them as data, and those whose content the house works out."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from app.api import league_answers as answers
from app.api import league_schemas as schemas
from app.api.leagues import blueprint, look
from app.api.schemas import KeySchema, ProblemSchema
from app.api.tables import PROBLEM
from app.errors import Malformed
from app.games.phrases import say
from app.leagues import plain
from app.leagues.book import Mission, NightId
from app.leagues.seating import Remainder
from app.leagues.stored import nights, service, tables, views
from app.leagues.stored.turn import Done
from app.tables.turns import tidy_code
from app.web.phone import current_phone


def _done(done: Done) -> dict[str, Any]:
    return {"seq": done.seq, "replayed": done.replayed}


@blueprint.post("/leagues/<slug>/changes")
@blueprint.arguments(schemas.LeagueChangeSchema, error_status_code=400)
@blueprint.response(201, answers.LeagueDoneSchema)
@blueprint.alt_response(422, schema=ProblemSchema, content_type=PROBLEM, description="It cannot hold; fields says why")
def change(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """One change by the organiser: people, results and corrections, seasons, rules, nights. ``body`` is the schema
    that carries the kind's name."""
    wanted = service.sent(data["kind"], data["body"])
    return _done(service.change_seen(slug, current_phone(), data["key"], wanted, data["seen"]))


@blueprint.post("/leagues/<slug>/previews")
@blueprint.arguments(schemas.PreviewSchema, error_status_code=400)
@blueprint.response(200, answers.PreviewedSchema)
@blueprint.alt_response(422, schema=ProblemSchema, content_type=PROBLEM, description="It would not hold")
def preview(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """What a change would do to the standings, before it is made."""
    told = service.preview(slug, current_phone(), service.sent(data["kind"], data["body"]))
    return {"seq": told.seq, "tables": views.moved(look(slug), told.moves), "alike": list(told.alike)}


# Results


@blueprint.post("/leagues/<slug>/results")
@blueprint.arguments(schemas.TypedSchema, error_status_code=400)
@blueprint.response(201, answers.LeagueDoneSchema)
def type_in(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """A game that was played without the app. A member's waits for the organiser's word."""
    when = data["day"] if data["clock"] is None else datetime.combine(data["day"], data["clock"].replace(tzinfo=None))
    seats = [(seat["member"], seat["place"], seat["score"]) for seat in data["seats"]]
    phone = current_phone()
    result = service.hand_made(
        slug, phone, data["id"], data["game"], when, seats, note=data["note"], mission=_mission(data["mission"])
    )
    result = replace(result, night=None if data["night"] is None else NightId(data["night"]))
    return _done(service.add(slug, phone, data["key"], result, data["note"]))


def _mission(data: dict[str, Any] | None) -> Mission | None:
    if data is None:
        return None
    try:
        return plain.load(Mission, data)
    except plain.Unreadable as wrong:
        raise Malformed(
            say("That change cannot be read: %(where)s.", where=str(wrong)[:200].lstrip(".")), fields={"mission": "?"}
        ) from wrong


# Tables


@blueprint.put("/leagues/<slug>/tables/<code>")
@blueprint.response(204)
def open_for(slug: str, code: str) -> None:
    """This table is played for the league; it is saved when it has ended."""
    tables.open_for(tidy_code(code), slug, current_phone())


@blueprint.get("/leagues/<slug>/tables/<code>")
@blueprint.response(200, answers.TableOfferSchema)
def offer(slug: str, code: str) -> dict[str, Any]:
    """A finished table as the league could take it, with suggestions who sat where."""
    told = tables.offer(tidy_code(code), slug, current_phone())
    return {
        "game": told.game,
        "seats": [
            {
                "name": name,
                "place": told.places[seat],
                "points": told.points[seat],
                "same": told.suggestions[seat].same,
                "alike": list(told.suggestions[seat].alike),
            }
            for seat, name in enumerate(told.names)
        ],
        "saved": None if told.saved is None else told.saved.id,
        "differs": told.differs,
    }


@blueprint.post("/leagues/<slug>/tables/<code>")
@blueprint.arguments(schemas.SaveTableSchema, error_status_code=400)
@blueprint.response(201, answers.SavedSchema)
def save(data: dict[str, Any], slug: str, code: str) -> dict[str, Any]:
    """Save a finished table's result; this phone signs for its own seat."""
    result = tables.save(
        tidy_code(code),
        slug,
        current_phone(),
        data["members"],
        data["key"],
        night=data["night"],
        note=data["note"],
    )
    return {"result": result}


@blueprint.post("/leagues/<slug>/tables/<code>/confirm")
@blueprint.arguments(KeySchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def confirm(data: dict[str, Any], slug: str, code: str) -> dict[str, Any]:
    """ "It is right": this phone signs the result for its seat."""
    return _done(tables.confirm(tidy_code(code), slug, current_phone(), data["key"]))


@blueprint.post("/leagues/<slug>/tables/<code>/correct")
@blueprint.arguments(schemas.NoteSchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def correct(data: dict[str, Any], slug: str, code: str) -> dict[str, Any]:
    """The table was corrected: take over how it ends now, with a note that says why."""
    return _done(tables.correct(tidy_code(code), slug, current_phone(), data["note"], data["key"]))


# What the house works out


@blueprint.post("/leagues/<slug>/seasons/<season>/close")
@blueprint.arguments(schemas.NoteSchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def close(data: dict[str, Any], slug: str, season: str) -> dict[str, Any]:
    """Close a season with a frozen copy of its standings; closing once more needs a note."""
    return _done(service.close_season(slug, current_phone(), data["key"], season, data["note"]))


@blueprint.post("/leagues/<slug>/members/<member>/forget")
@blueprint.arguments(schemas.EraseSchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def forget(data: dict[str, Any], slug: str, member: str) -> dict[str, Any]:
    """Forget a person: the name leaves the league's whole history; results stay under the pseudonym."""
    return _done(service.erase_member(slug, current_phone(), data["key"], member, data["pseudonym"]))


@blueprint.post("/leagues/<slug>/nights/<night>/rounds")
@blueprint.arguments(schemas.SeatRoundSchema, error_status_code=400)
@blueprint.response(201, answers.LeagueDoneSchema)
def seat_round(data: dict[str, Any], slug: str, night: str) -> dict[str, Any]:
    """Seat who is here by lot, with as few repeat opponents as can be."""
    rule = Remainder(data["rule"])
    key, phone = data["key"], current_phone()
    return _done(nights.seat_round(slug, phone, key, night, data["want"], rule, data["game"], data["number"]))


@blueprint.post("/leagues/<slug>/nights/<night>/arrivals")
@blueprint.arguments(schemas.LatecomerSchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def arrive(data: dict[str, Any], slug: str, night: str) -> dict[str, Any]:
    """Somebody who was checked in gets a place in the newest round."""
    return _done(nights.arrive(slug, current_phone(), data["key"], night, data["member"]))


@blueprint.post("/leagues/<slug>/nights/<night>/departures")
@blueprint.arguments(schemas.LatecomerSchema, error_status_code=400)
@blueprint.response(200, answers.LeagueDoneSchema)
def depart(data: dict[str, Any], slug: str, night: str) -> dict[str, Any]:
    """Somebody's place in the newest round is taken away, and the tables are filled up."""
    return _done(nights.leave(slug, current_phone(), data["key"], night, data["member"]))
