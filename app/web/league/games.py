"""Games of a league: the list, one game with its history, typing one in, correcting it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from flask import Response, redirect, request

from app.errors import NotFound, Problem
from app.games.phrases import say
from app.leagues import changes, zones
from app.leagues.book import MemberId, Mission, Moment, NightId, Result, ResultId, Seated
from app.leagues.exchange import bgstats
from app.leagues.facts import NOON
from app.leagues.games import LEAGUE_GAMES, USUAL, GameKey
from app.leagues.places import ranks
from app.leagues.stored import log, service, turn, views, views_people
from app.leagues.stored import nights as stored_nights
from app.leagues.stored.tables import fresh_id
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json
from app.tables import store
from app.tables.models import now
from app.web import forms, qr
from app.web.league import blueprint, common
from app.web.league.common import back_to, look, organised, page
from app.web.league.shortcuts import push_address, push_token
from app.web.phone import current_phone

PER_PAGE = 25


@blueprint.get("/league/<slug>/games")
def games(slug: str) -> Response:
    """All games, the newest first; what still waits for a word stands on top."""
    seen = look(slug)
    wanted = views.scope_of(seen, request.args.get("season", "all"), request.args.get("game"), now())
    found = views.newest(seen, wanted)
    number = max(1, forms.maybe_number(request.args, "page") or 1)
    shown = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    waiting = [seen.book.results[one] for one in views.waiting(seen)] if number == 1 else []
    return page(
        "games",
        seen,
        scope=wanted,
        games=[views.result(seen, one) for one in shown],
        waiting=[views.result(seen, one) for one in waiting],
        page=number,
        pages=max(1, -(-len(found) // PER_PAGE)),
    )


def result_of(seen: Seen, game: str) -> Result:
    """The game of that id. Raises NotFound."""
    found = seen.book.results.get(ResultId(game))
    if found is None:
        raise NotFound(say("There is no such game in this league. Look at the list of games."))
    return found


@blueprint.get("/league/<slug>/game/<game>")
def game(slug: str, game: str) -> Response:
    """One game: how it ended, who said so, and what was changed since."""
    seen = look(slug)
    return _game(seen, result_of(seen, game))


def _game(seen: Seen, result: Result, status: int = 200, error: str | None = None) -> Response:
    told = views.result(seen, result, history=True)
    counted = next((one for one in seen.position.games if one.id == result.id), None)
    address = None if counted is None else push_address(seen, result.id)
    return page("game", seen, status, game=told, push=address, error=error, qr_of=qr.svg)


@blueprint.post("/league/<slug>/game/<game>/<any(confirm,withdraw,restore):what>")
def judge(slug: str, game: str, what: str) -> Response:
    """The organiser's word on a game."""
    data = forms.sent()
    note, id_ = forms.text(data, "note"), ResultId(game)
    change: changes.Change
    match what:
        case "confirm":
            change = changes.ResultConfirmed(id_, None, note)
        case "withdraw":
            change = changes.ResultWithdrawn(id_, note)
        case _:
            change = changes.ResultRestored(id_, note)
    try:
        turn.change(slug, current_phone(), data.get("key"), change)
    except Problem as problem:
        seen = organised(slug)
        return _game(seen, result_of(seen, game), problem.status, common.here(problem))
    return back_to("game", slug, game=game)


# Typing one in


@blueprint.route("/league/<slug>/games/new", methods=["GET", "POST"])
def enter(slug: str) -> Response:
    """A game that was played without the app."""
    seen = look(slug)
    turn.need(seen.roles)
    data = forms.sent() if request.method == "POST" else dict(request.args)
    kind = wanted if (wanted := forms.text(data, "game")) in LEAGUE_GAMES else USUAL.key
    rows, error, status, told = common.chosen_seats(), None, 200, None
    if request.method == "POST":
        try:
            result = _typed(seen, data, kind, rows)
            if forms.text(data, "do") == "save":
                service.add(slug, current_phone(), data.get("key"), result, forms.text(data, "why"))
                return back_to("game", slug, game=result.id)
            told = service.preview(
                slug, current_phone(), changes.ResultAdded(result, by_organiser=True, note=forms.text(data, "why"))
            )
        except Problem as problem:
            error, status = common.here(problem), problem.status
    return page(
        "enter",
        seen,
        status,
        kind=LEAGUE_GAMES[GameKey(kind)],
        data=data,
        rows=rows,
        error=error,
        people=views_people.members(seen),
        nights=views_people.all_nights(seen)[:12],
        moves=None if told is None else views.moved(seen, told.moves),
        alike=[] if told is None else [views.result(seen, seen.book.results[one]) for one in told.alike],
        id_=forms.text(data, "id") or fresh_id(),
        today=views.today(seen.book, now()).isoformat(),
        tonight=getattr(stored_nights.today_of(seen.book, Moment(now())), "id", None),
    )


def _typed(seen: Seen, data: Json, kind: str, rows: list[Json]) -> Result:
    together = LEAGUE_GAMES[GameKey(kind)].together
    result = service.hand_made(
        seen.slug,
        current_phone(),
        forms.text(data, "id")[:40] or fresh_id(),
        kind,
        common.when(data),
        common.read_seats(rows),
        note=forms.text(data, "note"),
        mission=_mission(data) if together else None,
    )
    night = forms.text(data, "night")
    return replace(result, night=NightId(night) if night else None)


def _mission(data: Json) -> Mission:
    sent = request.form.getlist("expansions") or [forms.text(data, "expansions")]
    named = {part.strip().lower() for one in sent for part in one.split(",") if part.strip()}
    return Mission(
        forms.text(data, "won") == "1",
        tuple(sorted(named)),
        forms.maybe_number(data, "stars"),
        forms.maybe_number(data, "stars_used"),
        forms.maybe_number(data, "turns"),
    )


# Correcting


@blueprint.route("/league/<slug>/game/<game>/correct", methods=["GET", "POST"])
def correct(slug: str, game: str) -> Response:
    """The game as it should have been: first what that would change, then for good."""
    seen = organised(slug)
    before = result_of(seen, game)
    data = forms.sent() if request.method == "POST" else {}
    rows = common.chosen_seats() or [
        {
            "member": seat["member"],
            "place": str(seat["place"]),
            "score": "" if seat["score"] is None else str(seat["score"]),
        }
        for seat in views.result(seen, before)["seats"]
    ]
    error, status, told = None, 200, None
    if request.method == "POST":
        try:
            change = changes.ResultCorrected(_corrected(seen, before, data, rows), forms.text(data, "why"))
            if forms.text(data, "do") == "save":
                seen_seq = forms.maybe_number(data, "seen")
                service.change_seen(slug, current_phone(), data.get("key"), change, seen_seq)
                return back_to("game", slug, game=game)
            told = service.preview(slug, current_phone(), change)
        except Problem as problem:
            error, status = common.here(problem), problem.status
    return page(
        "correct",
        seen,
        status,
        kind=LEAGUE_GAMES[before.game],
        game=views.result(seen, before),
        data=data,
        rows=rows,
        error=error,
        people=views_people.members(seen),
        moves=None if told is None else views.moved(seen, told.moves),
        seq=seen.position.seq,
    )


def _corrected(seen: Seen, before: Result, data: Json, rows: list[Json]) -> Result:
    """``before`` with what was typed. Facts of the table (rounds, pairs, who began) stay with who sits as before."""
    typed = common.read_seats(rows)
    shown = views.result(seen, before)["seats"]
    same = [seat["member"] for seat in shown] == [member for member, _place, _score in typed]
    places = [place for _member, place, _score in typed]
    scores = [score for _member, _place, score in typed]
    known = [score for score in scores if score is not None]
    untouched = places == [seat.place for seat in before.seats] and scores != [seat.score for seat in before.seats]
    if before.mission is None and len(known) == len(scores) and (None in places or untouched):
        places = list(ranks(known))  # only scores were corrected: the places follow
    seats = tuple(
        replace(old, place=place or 1, score=score, written="" if score != old.score else old.written)
        if same and old is not None
        else Seated(MemberId(member), place or 1, score)
        for (member, _place, score), place, old in zip(
            typed, places, [*before.seats, *[None] * len(typed)][: len(typed)], strict=True
        )
    )
    if same:  # a score that was changed by hand is no longer the sum of the rounds, if it was one
        seats = tuple(
            replace(seat, rounds=()) if seat.rounds and seat.score != sum(one or 0 for one in seat.rounds) else seat
            for seat in seats
        )
    mission = before.mission
    if mission is not None:
        mission = replace(_mission(data), expansions=_mission(data).expansions or mission.expansions)
    ended = before.ended
    local = zones.local(before.ended, seen.book.zone)
    if (forms.text(data, "day"), forms.text(data, "clock")) != (f"{local:%Y-%m-%d}", f"{local:%H:%M}"):
        on = common.when(data)
        ended = zones.moment_of(on if isinstance(on, datetime) else datetime.combine(on, NOON), seen.book.zone)
    started = before.started if before.started is not None and before.started <= ended else None
    return replace(
        before,
        seats=seats,
        mission=mission,
        ended=ended,
        started=started,
        pairs=before.pairs if same else (),
        note=forms.text(data, "note").strip(),
    )


# To BG Stats


@blueprint.get("/b/<slug>/<game>/<token>")
def push(slug: str, game: str, token: str) -> Any:
    """The short address on our side: on to BG Stats with one play. Whoever has it may send that play."""
    with store.reading() as connection:
        league = turn.row_of(connection, slug)
        position = log.position_at(connection, league)
    counted = None if position.book is None else next((one for one in position.games if one.id == game), None)
    if counted is None or position.book is None or token != push_token(position.book.id, ResultId(game)):
        raise NotFound(say("There is no such game in this league. Look at the list of games."))
    link = bgstats.push_link(bgstats.push(position.book, counted))
    return redirect(link, 302)
