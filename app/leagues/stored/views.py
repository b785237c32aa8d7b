"""A league as JSON, built up from nothing: what the API answers and pages are drawn from. To everybody but the
organiser hidden people are their initials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from app.leagues import bests, plain, results, seasons, zones
from app.leagues.book import Book, Measure, MemberId, Moment, Result, ResultId, Rules, Season, SeasonId, who
from app.leagues.games import COMPETITIVE, LEAGUE_GAMES, GameKey
from app.leagues.people import as_member, shown_names
from app.leagues.ratings import Rating, ratings_of
from app.leagues.results import season_of
from app.leagues.standings import Move, Row, Standings, standings_of
from app.leagues.standings import moves as standing_moves
from app.leagues.stored.tables import code_of
from app.leagues.stored.turn import Seen
from app.leagues.valid import Scope
from app.leagues.words import number

Json = dict[str, Any]


def names_of(seen: Seen) -> Mapping[MemberId, str]:
    """What this phone may call everybody."""
    return seen.position.once(("names", seen.organises), lambda: shown_names(seen.book, to_all=not seen.organises))


def today(book: Book, moment: int) -> date:
    return zones.day_of(Moment(moment), book.zone)


# The league


def league(seen: Seen, moment: int) -> Json:
    """Its settings and seasons, and what this phone may do here."""
    book = seen.book
    current = seasons.current(book, today(book, moment))
    return {
        "slug": seen.slug,
        "id": book.id,
        "name": book.name,
        "zone": book.zone,
        "public": book.public,
        "seq": seen.position.seq,
        "broken": seen.position.broken,
        "organises": seen.organises,
        "belongs": seen.belongs,
        "rules": rules(book.rules),
        "season": None if current is None else current.id,
        "seasons": [season(one) for one in in_order(book)],
        "members": sum(1 for one in book.members.values() if one.id not in book.merged and not one.guest),
        "games": seen.position.kept("games", int, lambda: len(seen.position.games)),
        "waiting": len(waiting(seen)),
    }


def waiting(seen: Seen) -> tuple[ResultId, ...]:
    """The games that still wait for a word, worked out once."""
    return seen.position.kept("waiting", tuple[ResultId, ...], lambda: results.waiting(seen.book))


def in_order(book: Book) -> list[Season]:
    """Seasons, the newest first."""
    return sorted(book.seasons.values(), key=lambda one: one.start, reverse=True)


def season(one: Season) -> Json:
    return {
        "id": one.id,
        "name": one.name,
        "start": one.start.isoformat(),
        "end": one.end.isoformat(),
        "closed": one.closed,
        "closed_at": one.frozen[-1].at if one.frozen else None,
        "notes": list(one.notes),
    }


def rules(book_rules: Rules) -> Json:
    """Every field, also those that hold their default. Points are whole numbers or texts like ``7/2``."""
    told: Json = {}
    for name in Rules.__dataclass_fields__:
        value = getattr(book_rules, name)
        told[name] = [_own(one) for one in value] if name == "own_rows" else plain.dump(value)
    return told


def _own(one: Any) -> Json:
    return {"game": one.game, "rows": plain.dump(one.rows)}


# Standings


def table_of(seen: Seen, scope: Scope) -> Standings:
    """The standings of that scope as they are now, worked out once."""
    at = seen.position

    def work() -> Standings:
        return standings_of(at.whole, scope, counted=at.counts(scope))

    return at.kept(f"table {scope.season} {scope.game}", Standings, work)


def official_of(seen: Seen, scope: Scope) -> Standings:
    """The standings that count: those of a closed season are the frozen ones."""
    table, season_ = table_of(seen, scope), scope.season
    if season_ is None or not seen.book.seasons[season_].closed:
        return table
    rows = seen.position.once(("official", scope), lambda: seasons.official(seen.book, season_, scope.game, table.rows))
    return replace(table, rows=rows)


def standings(seen: Seen, scope: Scope) -> Json:
    """The rows that count (of a closed season the frozen ones), and what corrections since its closing would change."""
    book, table = seen.book, official_of(seen, scope)
    closed = scope.season is not None and book.seasons[scope.season].closed
    since: tuple[Move, ...] = ()
    if closed:
        since = standing_moves(table.rows, table_of(seen, scope).rows)
    names = names_of(seen)
    return {
        "season": scope.season,
        "game": scope.game,
        "closed": closed,
        "measure": str(table.measure),
        "breaks": [str(one) for one in table.breaks],
        "used": [str(one) for one in table.breaks if any(row.settled is one for row in table.rows)],
        "minimum": table.minimum,
        "games": table.games,
        "rows": [row(one, names, book) for one in table.rows],
        "since_closing": moves(since, names, book),
    }


def row(one: Row, names: Mapping[MemberId, str], book: Book) -> Json:
    return {
        "member": one.member,
        "name": names.get(one.member, one.member),
        "rank": one.rank,
        "level": one.level,
        "apart": None if one.apart is None else str(one.apart),
        "settled": None if one.settled is None else str(one.settled),
        "value": _value(one.value, book),
        "points": number(one.points),
        "games": one.games,
        "wins": one.wins,
        "places": list(one.places),
        "beaten": number(one.beaten),
        "met": one.met,
        "attendance_points": number(one.attendance_points),
        "days": one.days,
        "bye_points": number(one.bye_points),
        "byes": one.byes,
        "dropped": number(one.dropped),
        "left_out": list(one.left_out),
    }


def _value(value: Fraction | None, book: Book) -> str | None:
    """What standings are ordered by, as people read it: points, or a share like ``62.5 %`` (rounded; ``beaten`` of
    ``met`` is exact)."""
    if value is None:
        return None
    return f"{round(float(value) * 100, 1):g}\u00a0%" if book.rules.measure is Measure.SHARE else number(value)


def moves(told: Iterable[Move], names: Mapping[MemberId, str], book: Book) -> list[Json]:
    """Rank and value of each member that a change moves."""
    return [
        {
            "member": one.member,
            "name": names.get(one.member, one.member),
            "rank_before": one.rank_before,
            "rank_after": one.rank_after,
            "value_before": _value(one.value_before, book),
            "value_after": _value(one.value_after, book),
        }
        for one in told
    ]


def moved(seen: Seen, told: Mapping[Scope, tuple[Move, ...]]) -> list[Json]:
    """What a change would do: one table for each standings it touches. Games that are won together have none."""
    names = names_of(seen)
    return [
        {
            "season": None if at.season is None else seen.book.seasons[at.season].name,
            "game": None if at.game is None else LEAGUE_GAMES[at.game].title,
            "moves": moves(each, names, seen.book),
        }
        for at, each in told.items()
        if at.game is None or not LEAGUE_GAMES[at.game].together
    ]


# Ratings, records


def rated(seen: Seen, game: GameKey) -> tuple[Rating, ...]:
    """The ratings of one game over all seasons, worked out once."""
    at = seen.position
    return at.once(("rated", game), lambda: ratings_of(at.whole, game, replayed=at.replay(game)))


def ratings(seen: Seen, game: GameKey) -> list[Json]:
    names, at = names_of(seen), seen.position

    def work() -> tuple[Rating, ...]:
        return tuple(replace(one, steps=()) for one in rated(seen, game))

    return [
        {
            "member": one.member,
            "name": names[one.member],
            "rank": one.rank,
            "rating": one.shown,
            "games": one.games,
            "provisional": one.provisional,
        }
        for one in at.kept(f"ratings {game}", tuple[Rating, ...], work)
    ]


def records(seen: Seen, scope: Scope) -> list[Json]:
    """The records of each game in that scope."""
    names, at = names_of(seen), seen.position
    wanted = COMPETITIVE if scope.game is None else (scope.game,)

    def work() -> tuple[bests.Record, ...]:
        games = [game for game in wanted if not LEAGUE_GAMES[game].together]
        return tuple(one for game in games for one in bests.bests(at.within(scope), game))

    found = at.kept(f"records {scope.season} {scope.game}", tuple[bests.Record, ...], work)
    return [
        {
            "game": one.game,
            "best": str(one.best),
            "value": one.value,
            "holders": [
                {
                    "members": list(holder.members),
                    "names": [names[member] for member in holder.members],
                    "result": holder.result,
                    "day": None if holder.day is None else holder.day.isoformat(),
                }
                for holder in one.holders
            ],
        }
        for one in found
    ]


# Results


def result(seen: Seen, one: Result, *, history: bool = False) -> Json:
    """A game, and with ``history`` what was done to it and how it stood before."""
    book, names = seen.book, names_of(seen)
    day = zones.day_of(one.ended, book.zone)
    season_then = season_of(book, day)
    told = {
        "id": one.id,
        "game": one.game,
        "title": LEAGUE_GAMES[one.game].title,
        "together": LEAGUE_GAMES[one.game].together,
        "day": day.isoformat(),
        "ended": one.ended,
        "started": one.started,
        "season": None if season_then is None else season_then.id,
        "season_closed": season_then is not None and season_then.closed,
        "source": str(one.source),
        "table": code_of(one),
        "night": one.night,
        "seats": [seat_of(seen, one, number) for number in range(len(one.seats))],
        "mission": None if one.mission is None else _mission(one),
        "turns": one.turns,
        "variant": one.variant,
        "note": one.note,
        "house": list(one.house),
        "pairs": [{"a": pair.a, "b": pair.b, "super_sparks": pair.super_sparks} for pair in one.pairs],
        "counts": results.counts(book, one.id),
        "missing": results.missing(book, one.id) if one.id in book.results else 0,
        "withdrawn": one.id in book.withdrawn,
        "corrected": any(past.what == "corrected" for past in book.past.get(one.id, ())),
        "confirmed": [
            {"member": said, "name": None if said == "organiser" else names.get(who(book.merged, MemberId(said)), said)}
            for said in book.confirmed.get(one.id, ())
        ],
    }
    if history:
        told["past"] = [
            {
                "seq": past.seq,
                "at": past.at,
                "by": past.by,
                "what": past.what,
                "note": past.note,
                "before": result(seen, past.before),
            }
            for past in book.past.get(one.id, ())
        ]
    return told


def _mission(one: Result) -> Json:
    assert one.mission is not None
    return {
        "won": one.mission.won,
        "expansions": list(one.mission.expansions),
        "stars": one.mission.stars,
        "stars_used": one.mission.stars_used,
        "turns": one.mission.turns,
    }


def seat_of(seen: Seen, one: Result, number_: int) -> Json:
    book, seated = seen.book, one.seats[number_]
    person = who(book.merged, seated.member)
    member = book.members.get(person)
    return {
        "member": person,
        "name": names_of(seen).get(person, person),
        "place": seated.place,
        "score": seated.score,
        "written": seated.written,
        "rounds": list(seated.rounds),
        "first": seated.first,
        "guest": member is None or not as_member(member, zones.day_of(one.ended, book.zone)),
    }


def newest(seen: Seen, scope: Scope | None = None, member: MemberId | None = None) -> list[Result]:
    """Results, also those that wait or are withdrawn, the newest game first; of all games, those won together too."""
    book, scope = seen.book, scope or Scope()
    limits = None if scope.season is None else book.seasons[scope.season]
    found = []
    for one in book.results.values():
        if scope.game is not None and one.game != scope.game:
            continue
        if limits is not None and not limits.start <= zones.day_of(one.ended, book.zone) <= limits.end:
            continue
        if member is not None and all(who(book.merged, seat.member) != member for seat in one.seats):
            continue
        found.append(one)
    return sorted(found, key=lambda one: (one.ended, one.id), reverse=True)


def scope_of(seen: Seen, season_: str | None, game: str | None, moment: int) -> Scope:
    """What was asked for: ``all`` or nothing said of a season is the current one only where one was left out."""
    book = seen.book
    if season_ is None:
        current = seasons.current(book, today(book, moment))
        chosen = None if current is None else current.id
    else:
        chosen = SeasonId(season_) if season_ in book.seasons else None
    return Scope(chosen, GameKey(game) if game is not None and game in LEAGUE_GAMES else None)
