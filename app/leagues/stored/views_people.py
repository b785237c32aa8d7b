"""Members and nights as JSON: who is in a league, how each fared, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.errors import NotFound
from app.games.phrases import say
from app.leagues import nights, results, streaks, timeline
from app.leagues.book import Book, Member, MemberId, Night, who
from app.leagues.chart import Chart, chart
from app.leagues.games import COMPETITIVE, GameKey
from app.leagues.head_to_head import meetings
from app.leagues.stored import views
from app.leagues.stored.nights import placed
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json, names_of
from app.leagues.valid import Scope, covers

#: Lines in one chart: more cannot be told apart on a phone.
MOST_LINES = 6
#: The values of each line.
Days = Mapping[MemberId, timeline.Days]
#: Whose lines, and their values.
_Lines = tuple[tuple[MemberId, ...], Days]


def member_of(seen: Seen, member: str) -> Member:
    """The person of that id, after all merges. Raises NotFound."""
    found = seen.book.members.get(who(seen.book.merged, MemberId(member)))
    if found is None:
        raise NotFound(say("Nobody of that kind is in this league. Look at the list of members."))
    return found


def members(seen: Seen) -> list[Json]:
    """Everybody who is not merged into somebody else, by name."""
    book = seen.book
    played: dict[MemberId, int] = {}
    for game in seen.position.games:
        for sat in game.seats:
            played[sat.who] = played.get(sat.who, 0) + 1
    found = [member(seen, one, played.get(one.id, 0)) for one in book.members.values() if one.id not in book.merged]
    return sorted(found, key=lambda one: (one["guest"], not one["active"], one["name"].casefold()))


def member(seen: Seen, one: Member, played: int) -> Json:
    book = seen.book
    return {
        "id": one.id,
        "name": names_of(seen)[one.id],
        "guest": one.guest,
        "hidden": one.hidden,
        "erased": one.erased,
        "active": one.active,
        "joined": None if one.joined is None else one.joined.isoformat(),
        "left": None if one.left is None else one.left.isoformat(),
        "games": played,
        "merged": [
            {"id": gone, "name": book.members[gone].name if seen.organises else names_of(seen)[gone]}
            for gone, kept in book.merged.items()
            if kept == one.id
        ],
    }


def about(seen: Seen, one: Member, scope: Scope) -> Json:
    """One person: the row in the standings, everybody met, streaks, ratings."""
    games = seen.position.within(scope)
    names = names_of(seen)
    streak = streaks.streaks(games).get(one.id)
    rows = views.standings(seen, scope)["rows"]
    faced = sorted(
        meetings(games, one.id).values(), key=lambda each: (-each.games, names[each.other].casefold(), each.other)
    )
    return {
        **member(seen, one, sum(any(sat.who == one.id for sat in game.seats) for game in seen.position.games)),
        "row": next((row for row in rows if row["member"] == one.id), None),
        "streak": None if streak is None else {"current": streak.current, "longest": streak.longest},
        "meetings": [
            {
                "member": each.other,
                "name": names[each.other],
                "games": each.games,
                "ahead": each.ahead,
                "level": each.level,
                "behind": each.behind,
                "last": each.last.isoformat(),
            }
            for each in faced
        ],
        "ratings": [
            {"game": game, **told}
            for game in COMPETITIVE
            for told in views.ratings(seen, game)
            if told["member"] == one.id
        ],
    }


# Charts


def leaders(rows: Iterable[Json]) -> list[MemberId]:
    """Whose lines are drawn: the first who are ranked."""
    return [MemberId(row["member"]) for row in rows if row["rank"]][:MOST_LINES]


def best_rated(rows: Iterable[Json]) -> list[MemberId]:
    """The same for ratings, where provisional ones have a line too."""
    return [MemberId(row["member"]) for row in rows][:MOST_LINES]


def points_chart(seen: Seen, scope: Scope, who_: Iterable[MemberId]) -> tuple[Chart, Days]:
    """Points over time of these members in that scope, as numbers to draw and as values to read."""
    wanted, at = tuple(who_), seen.position

    def work() -> Days:
        season = None if scope.season is None else seen.book.seasons[scope.season]
        held = [
            night
            for night in seen.book.nights.values()
            if not night.cancelled and covers(season, night.day) and scope.game in (None, night.game)
        ]
        return timeline.points(at.within(scope), seen.book, wanted, sorted(held, key=lambda one: one.day))

    return _drawn(seen, f"points {scope.season} {scope.game}", wanted, work)


def ratings_chart(seen: Seen, game: GameKey, who_: Iterable[MemberId]) -> tuple[Chart, Days]:
    """Ratings over time of these members, over all seasons."""
    wanted = tuple(who_)

    def work() -> Days:
        found = timeline.ratings(views.rated(seen, game), wanted)
        return {one: found[one] for one in wanted if one in found}

    return _drawn(seen, f"rated {game}", wanted, work, steps=False)


def _drawn(
    seen: Seen,
    name: str,
    wanted: tuple[MemberId, ...],
    work: Callable[[], Days],
    *,
    steps: bool = True,
) -> tuple[Chart, Days]:
    """Lines of several people are those of a page that all look at: these are kept."""
    at = seen.position
    if not wanted:
        return chart({}, steps=steps), {}
    if len(wanted) > 1:
        who_, days = at.kept(name, _Lines, lambda: (wanted, work()))
        if who_ == wanted:
            return at.once((name, wanted), lambda: (chart(days, steps=steps), days))
    return at.once((name, wanted), lambda: (chart(lines := work(), steps=steps), lines))


# Nights


def night_of(seen: Seen, night: str) -> Night:
    """The night of that id. Raises NotFound."""
    found = next((one for one in seen.book.nights.values() if one.id == night), None)
    if found is None:
        raise NotFound(say("There is no such night in this league. Look at the list of nights."))
    return found


def all_nights(seen: Seen) -> list[Json]:
    """The newest first."""
    found = sorted(seen.book.nights.values(), key=lambda one: (one.day, one.id), reverse=True)
    return [night_facts(seen, one) for one in found]


def night_facts(seen: Seen, one: Night) -> Json:
    return {
        "id": one.id,
        "name": one.name,
        "day": one.day.isoformat(),
        "starts": one.starts,
        "place": one.place,
        "game": one.game,
        "cancelled": one.cancelled,
        "here": len(nights.present(seen.book, one)),
        "rounds": len(one.sittings),
    }


def night(seen: Seen, one: Night) -> Json:
    """Who is here, each round's tables with the results that came of them, and who has no place or has left one."""
    book, names = seen.book, names_of(seen)
    here = nights.present(book, one)
    sat = placed(book, one.sittings[-1]) if one.sittings else ()
    own = [result for result in views.newest(seen) if result.night == one.id and result.id not in book.withdrawn]

    def person(member_: MemberId) -> Json:
        return {"member": member_, "name": names.get(member_, member_)}

    return {
        **night_facts(seen, one),
        "people": [person(member_) for member_ in here],
        "gone": [person(who(book.merged, member_)) for member_ in one.gone],
        "sittings": [
            {
                "number": number,
                "tables": [_table(book, names, table, own, one, number) for table in sitting.tables],
                "byes": [person(who(book.merged, member_)) for member_ in sitting.byes],
            }
            for number, sitting in enumerate(one.sittings, 1)
        ],
        "without_place": [person(member_) for member_ in here if one.sittings and member_ not in sat],
        "left_a_place": [person(member_) for member_ in dict.fromkeys(sat) if member_ not in here],
        "results": [views.result(seen, result) for result in own],
    }


def _table(book: Book, names: Any, table: Iterable[MemberId], own: Iterable[Any], one: Night, number: int) -> Json:
    people = [who(book.merged, member_) for member_ in table]
    same = [r for r in own if {who(book.merged, seat.member) for seat in r.seats} == set(people)]
    earlier = sum(
        {who(book.merged, member_) for member_ in other} == set(people)
        for sitting in one.sittings[: number - 1]
        for other in sitting.tables
    )
    result = sorted(same, key=lambda r: r.ended)[earlier] if len(same) > earlier else None
    return {
        "people": [{"member": member_, "name": names.get(member_, member_)} for member_ in people],
        "result": None if result is None else result.id,
        "missing": 0 if result is None else results.missing(book, result.id),
    }
