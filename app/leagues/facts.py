"""Results out of finished tables: who won is told by the table, what else is worth keeping by the game's own state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Any

from app.games import GAMES
from app.games.phrases import say
from app.leagues import zones
from app.leagues.answers import Accepted, Refused
from app.leagues.book import MemberId, Mission, Moment, Pair, Result, ResultId, Seated, Source
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.places import ranks

NOON = time(12)


def from_table(
    id_: ResultId,
    table: str,
    game: str,
    ended: Moment,
    body: Mapping[str, Any],
    members: Sequence[MemberId | None],
    *,
    mission: Mission | None = None,
) -> Accepted[Result] | Refused:
    """A result out of a stored one (``tables.results.body_of``): ``places``, ``points``, ``house``, ``started_at``.

    ``members``: who sat in each seat, chosen by people. ``table``: a name that no other table has anywhere, for
    example its code and the moment it was opened; a table counts once (``results.from_source`` finds what it gave
    before). A game that is won together needs its ``mission``.
    """
    if game not in LEAGUE_GAMES:
        return Refused(say("This league does not know that game. Choose one of its games."), "game")
    if len(members) != len(body["places"]):
        return Refused(say("Name a member or a guest for each seat."), "members")
    seats = []
    for member, place, points in zip(members, body["places"], body["points"], strict=True):
        if member is None:
            return Refused(say("Name a member or a guest for each seat."), "members")
        seats.append(Seated(member, 1 if LEAGUE_GAMES[GameKey(game)].together else place, points))
    return Accepted(
        Result(
            id_,
            GameKey(game),
            ended,
            tuple(seats),
            source=Source.TABLE,
            source_id=f"table:{table}",
            started=body.get("started_at"),
            house=tuple(body.get("house", ())),
            mission=mission,
        )
    )


def with_facts(result: Result, state: Any) -> Result:
    """``result`` with what the game's last state knows: points per round, super sparks of each pair, rounds, who
    began."""
    played = GAMES[result.game].club.played(state)
    seats = tuple(
        replace(one, rounds=played.rounds[seat] if played.rounds else one.rounds, first=played.first == seat)
        for seat, one in enumerate(result.seats)
    )
    return replace(
        result,
        seats=seats if played.first is not None or played.rounds else result.seats,
        pairs=tuple(Pair(a, b, number) for a, b, number in played.pairs) or result.pairs,
        turns=result.turns if played.turns is None else played.turns,
    )


def by_hand(
    id_: ResultId,
    game: str,
    when: date | datetime,
    zone: str,
    seats: Sequence[tuple[MemberId, int | None, int | None]],
    *,
    note: str = "",
    mission: Mission | None = None,
) -> Accepted[Result] | Refused:
    """A game that was played without the app: (member, place, score) for each; either may be None if the other is known
    for everybody. ``when``: a local day (then noon stands for the hour nobody wrote down), or a local time."""
    if game not in LEAGUE_GAMES:
        return Refused(say("This league does not know that game. Choose one of its games."), "game")
    scores = [score for _member, _place, score in seats if score is not None]
    given = [place for _member, place, _score in seats if place is not None]
    if LEAGUE_GAMES[GameKey(game)].together:
        taken: tuple[int, ...] = (1,) * len(seats)
    elif len(given) == len(seats):
        taken = tuple(given)
    elif len(scores) == len(seats) and not given:
        taken = ranks(scores)
    else:
        return Refused(say("Give everybody a place, or everybody a score."), "seats")
    local = when if isinstance(when, datetime) else datetime.combine(when, NOON)
    return Accepted(
        Result(
            id_,
            GameKey(game),
            zones.moment_of(local, zone),
            tuple(Seated(member, place, score) for (member, _, score), place in zip(seats, taken, strict=True)),
            note=note.strip(),
            mission=mission,
        )
    )
