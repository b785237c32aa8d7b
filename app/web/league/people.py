"""Who is in a league: the list, one person, merging two, being forgotten."""

from __future__ import annotations

from flask import Response, request

from app.errors import Malformed, NotFound, Problem
from app.games.phrases import say
from app.leagues import changes
from app.leagues.book import MemberId
from app.leagues.games import COMPETITIVE
from app.leagues.stored import service, turn, views, views_people
from app.leagues.stored.tables import fresh_id
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json
from app.tables.models import now
from app.web import forms
from app.web.league import blueprint, common
from app.web.league.common import back_to, look, organised, page
from app.web.phone import current_phone

#: Names in one form: a whole club at once.
MOST_NAMES = 100


@blueprint.get("/league/<slug>/members")
def members(slug: str) -> Response:
    """Everybody."""
    seen = look(slug)
    return page("members", seen, people=views_people.members(seen), typed="")


@blueprint.post("/league/<slug>/members")
def add(slug: str) -> Response:
    """New members, one name a line."""
    data = forms.sent()
    try:
        typed = forms.text(data, "names")
        wanted = [line.strip() for line in typed.splitlines() if line.strip()]
        if not wanted:
            raise Malformed(say("Type a name first: what people call you."), fields={"names": "empty"})
        if len(wanted) > MOST_NAMES:
            raise Malformed(say("At most %(most)s names at once.", most=MOST_NAMES), fields={"names": "many"})
        guest, joined = forms.yes(data, "guest"), common.day(data, "joined")
        added = [changes.MemberAdded(MemberId(fresh_id()), name, guest, joined) for name in wanted]
        turn.change(slug, current_phone(), data.get("key"), *added)
    except Problem as problem:
        error = common.here(problem)
        seen = organised(slug)
        people = views_people.members(seen)
        return page("members", seen, problem.status, people=people, error=error, typed=forms.text(data, "names"))
    return back_to("members", slug)


@blueprint.get("/league/<slug>/member/<member>")
def member(slug: str, member: str) -> Response:
    """One person: standing, chart, everybody met, games."""
    return _member(look(slug), member)


def _member(seen: Seen, member: str, status: int = 200, error: str | None = None) -> Response:
    person = views_people.member_of(seen, member)
    wanted = views.scope_of(seen, request.args.get("season"), request.args.get("game"), now())
    drawn, days = views_people.points_chart(seen, wanted, [person.id])
    rated = {game: views_people.ratings_chart(seen, game, [person.id]) for game in COMPETITIVE}
    found = views.newest(seen, member=person.id)
    return page(
        "member",
        seen,
        status,
        scope=wanted,
        person=views_people.about(seen, person, wanted),
        chart=drawn,
        days=days,
        rated={game: pair for game, pair in rated.items() if pair[0].lines},
        names=views.names_of(seen),
        games=[views.result(seen, one) for one in found[:10]],
        more=len(found) > 10,
        error=error,
    )


@blueprint.get("/league/<slug>/member/<member>/edit")
def edit(slug: str, member: str) -> Response:
    """What the organiser can change about somebody."""
    return _edit(organised(slug), member)


def _edit(seen: Seen, member: str, status: int = 200, error: str | None = None, typed: Json | None = None) -> Response:
    person = views_people.member_of(seen, member)
    told = views_people.member(seen, person, 0)
    others = [one for one in views_people.members(seen) if one["id"] != person.id]
    return page("edit", seen, status, person=told, others=others, error=error, typed=typed or {})


@blueprint.post("/league/<slug>/member/<member>/edit")
def change(slug: str, member: str) -> Response:
    """Name and everything else in one form; only what is new becomes a change."""
    data, seen = forms.sent(), organised(slug)
    person = views_people.member_of(seen, member)
    try:
        fresh = changes.MemberSet(
            person.id,
            forms.yes(data, "guest"),
            forms.yes(data, "hidden"),
            forms.yes(data, "active"),
            common.day(data, "joined"),
            common.day(data, "left"),
        )
        wanted: list[changes.Change] = []
        if not person.erased and forms.text(data, "name") != person.name:
            wanted.append(changes.MemberRenamed(person.id, forms.text(data, "name")))
        now_set = changes.MemberSet(person.id, person.guest, person.hidden, person.active, person.joined, person.left)
        if fresh != now_set:
            wanted.append(fresh)
        if wanted:
            turn.change(slug, current_phone(), data.get("key"), *wanted)
    except Problem as problem:
        return _edit(seen, member, problem.status, common.here(problem), data)
    return back_to("member", slug, member=person.id)


# Two who are one


@blueprint.route("/league/<slug>/member/<member>/merge", methods=["GET", "POST"])
def merge(slug: str, member: str) -> Response:
    """This person and another one are the same: first what that would change, then for good. It can be taken back."""
    seen = organised(slug)
    person = views_people.member_of(seen, member)
    data = forms.sent() if request.method == "POST" else dict(request.args)
    other = views_people.member_of(seen, forms.text(data, "other"))
    merged = changes.Merged(kept=person.id, gone=other.id)
    error, status, told = None, 200, None
    try:
        if request.method == "POST":
            turn.change(slug, current_phone(), data.get("key"), merged)
            return back_to("member", slug, member=person.id)
        told = views.moved(seen, service.preview(slug, current_phone(), merged).moves)
    except Problem as problem:
        error, status = common.here(problem), problem.status
    names = views.names_of(seen)
    return page(
        "merge",
        seen,
        status,
        kept={"id": person.id, "name": names[person.id]},
        gone={"id": other.id, "name": names[other.id]},
        moves=told,
        error=error,
    )


@blueprint.post("/league/<slug>/member/<member>/unmerge")
def unmerge(slug: str, member: str) -> Response:
    """Take a merge back: the other one has its own games again."""
    data, seen = forms.sent(), organised(slug)
    try:
        turn.change(slug, current_phone(), data.get("key"), changes.Unmerged(MemberId(forms.text(data, "gone"))))
    except Problem as problem:
        return _edit(seen, member, problem.status, common.here(problem))
    return back_to("member", slug, member=member)


# Being forgotten


@blueprint.route("/league/<slug>/member/<member>/forget", methods=["GET", "POST"])
def forget(slug: str, member: str) -> Response:
    """The name goes for good, the results stay under a pseudonym."""
    seen = organised(slug)
    person = views_people.member_of(seen, member)
    if person.erased:
        raise NotFound(say("This person is forgotten already."))
    error, status, typed = None, 200, f"Star {len(seen.book.members)}"
    if request.method == "POST":
        data = forms.sent()
        typed = forms.text(data, "pseudonym")
        try:
            service.erase_member(slug, current_phone(), data.get("key"), person.id, typed)
            return back_to("member", slug, member=person.id)
        except Problem as problem:
            error, status = common.here(problem), problem.status
    told = views_people.member(seen, person, 0)
    return page("forget", seen, status, person=told, typed=typed, error=error)
