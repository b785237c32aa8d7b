"""Leagues as JSON: the same services as the pages. Every change of a league goes through ``/changes``, but for the few
whose content is worked out by the house."""

from __future__ import annotations

import dataclasses
from typing import Any

from flask import request

from app.api import league_answers as answers
from app.api import league_schemas as schemas
from app.api.reading import Blueprint
from app.errors import Malformed, NotFound
from app.games.phrases import say
from app.leagues import changes, presets
from app.leagues.answers import Refused
from app.leagues.book import ResultId
from app.leagues.exchange import bgstats
from app.leagues.exchange import json as league_json
from app.leagues.games import COMPETITIVE, GameKey
from app.leagues.stored import doors, files, turn, views, views_people
from app.leagues.stored.position import uncollected
from app.leagues.stored.turn import Role, Seen
from app.leagues.stored.views_missions import missions_of
from app.leagues.valid import Scope
from app.tables.models import now
from app.web.league.home import MOST_BYTES
from app.web.league.shortcuts import push_address
from app.web.phone import current_phone, need_phone, new_token
from app.web.speech import spoken

blueprint = Blueprint("leagues", __name__, url_prefix="/api", description="Leagues, their people, games and nights")
#: Addresses that take whole files.
BIG = {"leagues.bring", "leagues.take_plays", "leagues.look_into"}


@blueprint.before_request
def _let_files_in() -> None:
    if request.endpoint in BIG:
        request.max_content_length = MOST_BYTES


def look(slug: str) -> Seen:
    return turn.look(slug, current_phone())


def scope(seen: Seen, asked: dict[str, Any]) -> Scope:
    return views.scope_of(seen, asked["season"], asked["game"], now())


# Opening and finding


@blueprint.get("/leagues")
@blueprint.response(200, answers.KnownLeagueSchema(many=True))
def mine() -> list[dict[str, Any]]:
    """The leagues this phone has opened by one of their links."""
    known = doors.mine(current_phone())
    return [{"slug": one.slug, "name": one.name, "roles": sorted(str(role) for role in one.roles)} for one in known]


@blueprint.post("/leagues")
@blueprint.arguments(schemas.OpenLeagueSchema, error_status_code=400)
@blueprint.response(201, answers.OpenedLeagueSchema)
def open_league(data: dict[str, Any]) -> dict[str, Any]:
    """Open a league; this phone organises it."""
    rules = dataclasses.replace(presets.PRESETS[data["preset"]].rules, confirmations=data["confirmations"])
    opened = changes.Opened("", data["name"], data["zone"], rules, data["public"])
    return _opened(doors.open_league(opened, need_phone(), data["key"]))


def _opened(made: doors.OpenedLeague) -> dict[str, Any]:
    return {"slug": made.slug, "organiser": made.organiser, "member": made.member, "token": new_token()}


@blueprint.post("/leagues/documents")
@blueprint.arguments(schemas.BringSchema, error_status_code=400)
@blueprint.response(201, answers.OpenedLeagueSchema)
def bring(data: dict[str, Any]) -> dict[str, Any]:
    """A league out of a document: an equal one, history and all, with new links."""
    with uncollected():
        read = league_json.load(data["document"])
    if isinstance(read, Refused):
        raise Malformed(read.says, fields={"document": read.about or "unreadable"})
    return _opened(doors.bring(read.value.lines, need_phone(), data["key"], book=read.value.book))


@blueprint.get("/leagues/<slug>")
@blueprint.response(200, answers.LeagueLookSchema)
def league(slug: str) -> dict[str, Any]:
    """The league: its rules and seasons, and what this phone may do in it."""
    return views.league(look(slug), now())


@blueprint.get("/leagues/<slug>/document")
@blueprint.response(200, schemas.DocumentSchema)
def document(slug: str) -> dict[str, Any]:
    """The whole league for its organiser: every change, in order."""
    return league_json.dump(files.lines_of(slug, current_phone()))


# Links


@blueprint.post("/leagues/<slug>/keys")
@blueprint.arguments(schemas.EnterSchema, error_status_code=400)
@blueprint.response(201, answers.EnteredSchema)
def enter(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """Open the league on this phone with the code out of one of its links."""
    role = doors.enter(slug, need_phone(), data["code"])
    return {"role": str(role), "token": new_token()}


@blueprint.delete("/leagues/<slug>/keys")
@blueprint.response(204)
def leave(slug: str) -> None:
    """This phone forgets the league."""
    doors.leave(slug, current_phone())


@blueprint.post("/leagues/<slug>/links")
@blueprint.arguments(schemas.RenewSchema, error_status_code=400)
@blueprint.response(201, answers.RenewedSchema)
def renew(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """A new link of that kind, told once; the old one ends at once."""
    return {"which": data["which"], "code": doors.new_link(slug, current_phone(), Role(data["which"]))}


@blueprint.delete("/leagues/<slug>/links/second")
@blueprint.response(204)
def dismiss(slug: str) -> None:
    """There is no second organiser any more."""
    doors.dismiss_second(slug, current_phone())


# Reading


@blueprint.get("/leagues/<slug>/standings")
@blueprint.arguments(schemas.ScopeSchema, location="query", error_status_code=400)
@blueprint.response(200, answers.StandingsLookSchema)
def standings(asked: dict[str, Any], slug: str) -> dict[str, Any]:
    """Standings of a season, over all competitive games or of one."""
    seen = look(slug)
    return views.standings(seen, scope(seen, asked))


@blueprint.get("/leagues/<slug>/records")
@blueprint.arguments(schemas.ScopeSchema, location="query", error_status_code=400)
@blueprint.response(200, answers.RecordLookSchema(many=True))
def records(asked: dict[str, Any], slug: str) -> list[dict[str, Any]]:
    """The records of each game."""
    seen = look(slug)
    return views.records(seen, scope(seen, asked))


@blueprint.get("/leagues/<slug>/missions")
@blueprint.arguments(schemas.ScopeSchema, location="query", error_status_code=400)
@blueprint.response(200, answers.MissionsLookSchema)
def missions(asked: dict[str, Any], slug: str) -> dict[str, Any]:
    """Games that are won together, by set-up and by crew."""
    seen = look(slug)
    return missions_of(seen, scope(seen, asked))


@blueprint.get("/leagues/<slug>/ratings/<game>")
@blueprint.response(200, answers.RatingLookSchema(many=True))
def ratings(slug: str, game: str) -> list[dict[str, Any]]:
    """Ratings of skill in one game, over all seasons."""
    seen = look(slug)
    if game not in COMPETITIVE:
        rated = ", ".join(COMPETITIVE)
        raise NotFound(say("There are no ratings of that game. Ask for one of: %(games)s.", games=rated))
    return views.ratings(seen, GameKey(game))


@blueprint.get("/leagues/<slug>/members")
@blueprint.response(200, answers.MemberLookSchema(many=True))
def members(slug: str) -> list[dict[str, Any]]:
    """Everybody; hidden people as initials to all but the organiser."""
    return views_people.members(look(slug))


@blueprint.get("/leagues/<slug>/members/<member>")
@blueprint.arguments(schemas.ScopeSchema, location="query", error_status_code=400)
@blueprint.response(200, answers.MemberAboutSchema)
def member(asked: dict[str, Any], slug: str, member: str) -> dict[str, Any]:
    """One person: the row in the standings, everybody met, streaks, ratings."""
    seen = look(slug)
    return views_people.about(seen, views_people.member_of(seen, member), scope(seen, asked))


@blueprint.get("/leagues/<slug>/results")
@blueprint.arguments(schemas.ScopeSchema, location="query", error_status_code=400)
@blueprint.response(200, answers.ResultLookSchema(many=True))
def results(asked: dict[str, Any], slug: str) -> list[dict[str, Any]]:
    """Games, the newest first; also those that wait for a word or are withdrawn. Without a season: all."""
    seen = look(slug)
    wanted = scope(seen, {**asked, "season": asked["season"] or "all"})
    return [views.result(seen, one) for one in views.newest(seen, wanted)]


@blueprint.get("/leagues/<slug>/results/<result>")
@blueprint.response(200, answers.ResultLookSchema)
def result(slug: str, result: str) -> dict[str, Any]:
    """One game, and what was done to it since."""
    seen = look(slug)
    found = seen.book.results.get(ResultId(result))
    if found is None:
        raise NotFound(say("There is no such game in this league. Look at the list of games."))
    return views.result(seen, found, history=True)


@blueprint.get("/leagues/<slug>/results/<result>/push")
@blueprint.response(200, answers.PushSchema)
def push(slug: str, result: str) -> dict[str, Any]:
    """One game for BG Stats: the link that opens it there."""
    seen = look(slug)
    counted = next((one for one in seen.position.games if one.id == result), None)
    if counted is None:
        raise NotFound(say("There is no such game in this league. Look at the list of games."))
    play = bgstats.push(seen.book, counted, to_all=not seen.organises)
    return {"link": bgstats.push_link(play), "address": push_address(seen, counted.id), "play": play}


@blueprint.get("/leagues/<slug>/nights")
@blueprint.response(200, answers.NightFactsSchema(many=True))
def nights(slug: str) -> list[dict[str, Any]]:
    """All nights, the newest first."""
    return views_people.all_nights(look(slug))


@blueprint.get("/leagues/<slug>/nights/<night>")
@blueprint.response(200, answers.NightLookSchema)
def night(slug: str, night: str) -> dict[str, Any]:
    """One night: who is here, who sits where, what came of it."""
    seen = look(slug)
    return views_people.night(seen, views_people.night_of(seen, night))


# Files of other programs


@blueprint.get("/leagues/<slug>/plays")
@blueprint.response(200)
def plays(slug: str) -> dict[str, Any]:
    """All games as a BG Stats file."""
    seen = look(slug)
    return bgstats.export(seen.book, seen.position.games, to_all=not seen.organises)


@blueprint.post("/leagues/<slug>/plays/matches")
@blueprint.arguments(schemas.FileSchema, error_status_code=400)
@blueprint.response(200, answers.MatchesSchema)
def look_into(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """Who is in that file, and who that may be here. Nothing is taken in."""
    seen = turn.organised(slug, current_phone())
    waiting = files.looked_into(seen, files.read(data["file"].encode()))
    return {
        "plays": waiting.plays,
        "there": waiting.there,
        "matches": [
            {
                "player": one.uuid,
                "name": one.name,
                "member": one.member,
                "same": one.suggestion.same,
                "alike": list(one.suggestion.alike),
            }
            for one in waiting.matches
        ],
        "skipped": _skipped(waiting.skipped),
    }


def _skipped(told: Any) -> list[dict[str, Any]]:
    return [{"play": one.uuid, "day": one.day, "why": spoken(one.why)} for one in told]


@blueprint.post("/leagues/<slug>/plays")
@blueprint.arguments(schemas.PlaysSchema, error_status_code=400)
@blueprint.response(201, answers.TakenSchema)
def take_plays(data: dict[str, Any], slug: str) -> dict[str, Any]:
    """Take a file's games in. A game that is there already changes nothing."""
    file = files.read(data["file"].encode())
    taken = files.take_now(slug, current_phone(), data["key"], file, data["chosen"], data["note"])
    return {"added": taken.added, "there": taken.there, "skipped": _skipped(taken.skipped)}
