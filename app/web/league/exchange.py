"""What goes out of a league and what comes in: files and feeds."""

from __future__ import annotations

import hmac
import json
from typing import Any

from flask import Response, make_response, request, url_for

from app.errors import Malformed, NotFound, Problem
from app.games.phrases import say
from app.leagues.book import Moment
from app.leagues.exchange import bgstats, csv, feed
from app.leagues.exchange import json as league_json
from app.leagues.stored import files, log, turn, views, views_people
from app.leagues.stored.turn import Seen
from app.tables import store
from app.tables.models import now
from app.web import forms, qr
from app.web.league import blueprint, common
from app.web.league.common import look, organised, page, scope
from app.web.league.shortcuts import feed_token
from app.web.phone import current_phone
from app.web.speech import spoken


@blueprint.get("/league/<slug>/exchange")
def exchange(slug: str) -> Response:
    """Files to take home, feeds to follow, and for the organiser the way in."""
    seen = look(slug)
    return page("exchange", seen, feeds=_feeds(seen))


def _feeds(seen: Seen) -> dict[str, str]:
    more = {} if seen.book.public else {"token": feed_token(seen.book.id, seen.league.member_hash)}
    return {kind: f"{qr.house()}{url_for(f'league.{kind}', slug=seen.slug, **more)}" for kind in ("atom", "ical")}


def _file(text: str | bytes, kind: str, name: str) -> Response:
    response = make_response(text)
    response.mimetype = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/league/<slug>/games.csv")
def games_csv(slug: str) -> Response:
    """Every seat of every game that counts, guarded for spreadsheets."""
    seen = look(slug)
    return _file(csv.games(seen.book, seen.position.games, to_all=not seen.organises), "text/csv", f"{slug}-games.csv")


@blueprint.get("/league/<slug>/standings.csv")
def standings_csv(slug: str) -> Response:
    """The standings of a season and game; of a closed season as they were frozen."""
    seen = look(slug)
    table = views.official_of(seen, scope(seen))
    return _file(csv.standings(table, views.names_of(seen)), "text/csv", f"{slug}-standings.csv")


@blueprint.get("/league/<slug>/plays.bgsplay")
def plays(slug: str) -> Response:
    """All games as BG Stats reads them."""
    seen = look(slug)
    told = bgstats.export(seen.book, seen.position.games, to_all=not seen.organises)
    return _file(json.dumps(told, ensure_ascii=False), "application/json", f"{slug}.bgsplay")


@blueprint.get("/league/<slug>/league.json")
def complete(slug: str) -> Response:
    """The whole league, history and all, for its organiser. Read in again it is an equal one."""
    text = league_json.written(files.lines_of(slug, current_phone()))
    return _file(text, "application/json", f"{slug}-league.json")


# Feeds


def _feed(slug: str) -> Seen:
    """The league, for whoever may read it, or who has its feeds' own token."""
    token = request.args.get("token", "")
    if not token:
        return look(slug)
    with store.reading() as connection:
        league = turn.row_of(connection, slug)
        position = log.position_at(connection, league)
    wanted = "" if position.book is None else feed_token(position.book.id, league.member_hash)
    if not hmac.compare_digest(token.encode(), wanted.encode()):
        raise NotFound(say("That feed is not there any more. Copy its address from the league's page anew."))
    return Seen(league, frozenset(), position)


@blueprint.get("/league/<slug>/feed.atom")
def atom(slug: str) -> Response:
    """The newest results, for readers of feeds."""
    seen = _feed(slug)
    here = f"{qr.house()}{url_for('league.standings', slug=slug)}"
    text = feed.atom(seen.book, seen.position.games, here, f"{qr.house()}{request.full_path.rstrip('?')}", spoken)
    response = make_response(text)
    response.mimetype = "application/atom+xml"
    return response


@blueprint.get("/league/<slug>/calendar.ics")
def ical(slug: str) -> Response:
    """Nights and games, for calendars."""
    seen = _feed(slug)
    here = f"{qr.house()}{url_for('league.standings', slug=slug)}"
    text = feed.ical(seen.book, seen.position.games, here, Moment(now()), spoken)
    response = make_response(text)
    response.mimetype = "text/calendar"
    return response


# In


@blueprint.post("/league/<slug>/exchange")
def upload(slug: str) -> Response:
    """A file comes in: who is who is asked next."""
    seen = organised(slug)
    request.max_content_length = files.MOST_BYTES + 100_000
    try:
        file = request.files.get("file")
        data = b"" if file is None else file.read()
        if not data:
            raise Malformed(say("Choose a file first."), fields={"file": "missing"})
        waiting = files.upload(slug, current_phone(), data)
    except Problem as problem:
        return page("exchange", seen, problem.status, feeds=_feeds(seen), error=common.here(problem))
    return _match(seen, waiting, {})


def _match(seen: Seen, waiting: Any, data: dict[str, Any], status: int = 200, error: str | None = None) -> Response:
    people = views_people.members(seen)
    return page("match", seen, status, waiting=waiting, people=people, data=data, error=error)


@blueprint.post("/league/<slug>/exchange/take")
def take(slug: str) -> Response:
    """Take the file in, with what people said."""
    data, seen = forms.sent(), organised(slug)
    token = forms.text(data, "token")
    chosen = {name.removeprefix("who-"): str(value) for name, value in data.items() if name.startswith("who-")}
    try:
        taken = files.take(slug, current_phone(), data.get("key"), token, chosen, forms.text(data, "note"))
    except Problem as problem:
        if problem.status not in common.HERE or problem.status == 410:
            raise
        waiting = files.waiting(slug, current_phone(), token)
        return _match(seen, waiting, data, problem.status, common.here(problem))
    return page("taken", look(slug), taken=taken, told=[(one.day, spoken(one.why)) for one in taken.skipped])
