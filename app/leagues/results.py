"""Results coming in, being confirmed, corrected, withdrawn and restored; and what a result must be to hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Literal

from app.games.phrases import say
from app.leagues import changes, places, zones
from app.leagues.answers import Refused
from app.leagues.book import ORGANISER, Book, MemberId, Moment, Past, Result, ResultId, Rules, Season, who
from app.leagues.changes import Line
from app.leagues.draft import Draft
from app.leagues.games import LEAGUE_GAMES, LeagueGame
from app.leagues.people import find, twice

#: How far the clock of whoever typed a result in may be ahead.
GRACE = 24 * 3600 * 1000
LATEST = 253_370_764_800_000  #: the year 9999


# What a result must be


def check(draft: Draft, result: Result, at: Moment, before: Result | None = None) -> Refused | None:
    """Why ``result`` cannot hold, told at ``at``; None if it can. ``before``: what it corrects; who sat there may stay
    under an id that was merged since."""
    sat = set() if before is None else {seat.member for seat in before.seats}
    game = LEAGUE_GAMES.get(result.game)
    if game is None:
        return Refused(say("This league does not know that game. Choose one of its games."), "game")
    if not 0 < len(result.id) <= 60 or len(result.source_id) > 120:
        return Refused(say("That id is empty or too long. Make another one."), "id")
    if len(result.seats) not in game.seats:
        return Refused(
            say(
                "%(game)s is played by %(least)s to %(most)s people.",
                game=game.title,
                least=game.seats.start,
                most=game.seats.stop - 1,
            ),
            "seats",
        )
    for seat in result.seats:
        if seat.member not in sat and isinstance(found := find(draft, seat.member), Refused):
            return found
    if not 0 <= result.ended <= min(at + GRACE, LATEST):
        return Refused(say("That game has not been played yet. Check the date."), "ended")
    if result.started is not None and not 0 <= result.started <= result.ended:
        return Refused(say("A game cannot end before it begins. Check the times."), "started")
    return twice(draft, result) or _how_it_ended(result, game) or _facts(draft, result)


def _how_it_ended(result: Result, game: LeagueGame) -> Refused | None:
    taken = tuple(seat.place for seat in result.seats)
    if game.together:
        if result.mission is None:
            return Refused(say("Say whether the mission was won."), "mission")
        if set(taken) != {1}:
            return Refused(say("In %(game)s all win or lose together: no places.", game=game.title), "seats")
        return None
    if result.mission is not None:
        return Refused(say("%(game)s is no game that is won together.", game=game.title), "mission")
    if not places.hold(taken):
        return Refused(
            say("The places do not fit together. Who ties shares a place, and the next is left out."), "seats"
        )
    for one in result.seats:
        for other in result.seats:
            if one.score is None or other.score is None:
                continue
            if (one.score > other.score) != (one.place < other.place):
                return Refused(say("The places and the scores do not agree. Check both."), "seats")
    return None


def _facts(draft: Draft, result: Result) -> Refused | None:
    seats = len(result.seats)
    for pair in result.pairs:
        if not (0 <= pair.a < pair.b < seats and pair.super_sparks >= 0):
            return Refused(say("A super spark belongs to two people of the table."), "pairs")
    for number in (result.turns, *_numbers_of(result)):
        if number is not None and not 0 <= number <= 10_000:
            return Refused(say("That number is out of reach. Check it."), "turns")
    if result.mission is not None and tuple(sorted(set(result.mission.expansions))) != result.mission.expansions:
        return Refused(say("Name each expansion once."), "mission")
    if result.night is not None and result.night not in draft.nights:
        return Refused(say("There is no such night. Choose one of the league's nights."), "night")
    return None


def _numbers_of(result: Result) -> tuple[int | None, ...]:
    mission = result.mission
    return () if mission is None else (mission.stars, mission.stars_used, mission.turns)


# Seasons that are closed


def season_of(draft: Draft | Book, day: date) -> Season | None:
    """The season of that day; seasons do not overlap."""
    for season in draft.seasons.values():
        if season.start <= day <= season.end:
            return season
    return None


def guard(draft: Draft, line: Line, note: str, *results: Result) -> Refused | None:
    """What touches a closed season needs the organiser and a note, which is kept with the season."""
    closed: dict[str, Season] = {}
    for result in results:
        season = season_of(draft, zones.day_of(result.ended, draft.zone))
        if season is not None and season.closed:
            closed[season.id] = season
    if not closed:
        return None
    name = next(iter(closed.values())).name
    if line.by != ORGANISER:
        return Refused(say("%(season)s is closed. Only the organiser can still correct it.", season=name), "season")
    if not note.strip():
        return Refused(say("%(season)s is closed. Write a note that says why it is corrected.", season=name), "note")
    for season in closed.values():
        draft.seasons[season.id] = replace(season, notes=(*season.notes, note.strip()))
    return None


# Changes


def added(draft: Draft, line: Line, change: changes.ResultAdded) -> Refused | None:
    result = change.result
    if result.id in draft.results:
        return Refused(say("That result is in the league already."), "id")
    if result.source_id and result.source_id in draft.sources:
        return Refused(say("That game is in the league already. Correct it there."), "source_id")
    no = check(draft, result, line.at) or guard(draft, line, change.note or result.note, result)
    if no is not None:
        return no
    draft.results[result.id] = result
    if result.source_id:
        draft.sources[result.source_id] = result.id
    if change.by_organiser:
        draft.confirmed[result.id] = (ORGANISER,)
    return None


def confirmed(draft: Draft, line: Line, change: changes.ResultConfirmed) -> Refused | None:
    result = draft.results.get(change.result)
    if result is None or result.id in draft.withdrawn:
        return unknown()
    so_far = draft.confirmed.get(result.id, ())
    if change.member is None:
        name: str = ORGANISER
        if line.by != ORGANISER:
            return Refused(say("Only the organiser can confirm for everybody."), "member")
    else:
        person = draft.who(change.member)
        if person not in {draft.who(one.member) for one in result.seats}:
            return Refused(say("Only who sat at the table can confirm its result."), "member")
        name = person
    if name in {draft.who(MemberId(one)) for one in so_far}:
        return Refused(say("You have confirmed that result already."), "member")
    if (no := guard(draft, line, change.note, result)) is not None:
        return no
    draft.confirmed[result.id] = (*so_far, name)
    return None


def corrected(draft: Draft, line: Line, change: changes.ResultCorrected) -> Refused | None:
    result = change.result
    before = draft.results.get(result.id)
    if before is None or result.id in draft.withdrawn:
        return unknown()
    if not change.note.strip():
        return Refused(say("Write a note that says why the result is corrected."), "note")
    if result == before:
        return Refused(say("Nothing would change. Correct what is wrong, or leave it."), "seats")
    if result.source_id != before.source_id:
        return Refused(say("Where a result came from cannot be changed."), "source_id")
    no = check(draft, result, line.at, before) or guard(draft, line, change.note, before, result)
    if no is not None:
        return no
    _remember(draft, line, before, "corrected", change.note)
    draft.results[result.id] = result
    return None


def withdrawn(draft: Draft, line: Line, change: changes.ResultWithdrawn) -> Refused | None:
    result = draft.results.get(change.result)
    if result is None or result.id in draft.withdrawn:
        return unknown()
    if not change.note.strip():
        return Refused(say("Write a note that says why the result is withdrawn."), "note")
    if (no := guard(draft, line, change.note, result)) is not None:
        return no
    _remember(draft, line, result, "withdrawn", change.note)
    draft.withdrawn.add(result.id)
    return None


def restored(draft: Draft, line: Line, change: changes.ResultRestored) -> Refused | None:
    result = draft.results.get(change.result)
    if result is None or result.id not in draft.withdrawn:
        return Refused(say("That result is not withdrawn."), "result")
    if not change.note.strip():
        return Refused(say("Write a note that says why the result is restored."), "note")
    if (no := twice(draft, result) or guard(draft, line, change.note, result)) is not None:
        return no
    _remember(draft, line, result, "restored", change.note)
    draft.withdrawn.discard(result.id)
    return None


def _remember(
    draft: Draft, line: Line, before: Result, what: Literal["corrected", "withdrawn", "restored"], note: str
) -> None:
    past = Past(line.seq, line.at, line.by, what, note.strip(), before)
    draft.past[before.id] = (*draft.past.get(before.id, ()), past)


def unknown() -> Refused:
    return Refused(say("That result is not in the league, or it is withdrawn."), "result")


# The same game twice


def from_source(book: Book, source_id: str) -> Result | None:
    """The result that came from there, withdrawn or not: correct or restore it instead of adding another."""
    return next((one for one in book.results.values() if one.source_id == source_id), None) if source_id else None


def alike(book: Book, result: Result, hours: int = 18) -> tuple[ResultId, ...]:
    """Results that may be the same game, entered twice: same game, people and places, ends that lie near. For a
    question to whoever types it in; two such games can both have been played."""
    people = _placed(book, result)
    return tuple(
        one.id
        for one in book.results.values()
        if one.id != result.id
        and one.id not in book.withdrawn
        and one.game == result.game
        and abs(one.ended - result.ended) <= hours * 3_600_000
        and _placed(book, one) == people
    )


def _placed(book: Book, result: Result) -> set[tuple[str, int]]:
    return {(who(book.merged, seat.member), seat.place) for seat in result.seats}


# Waiting for a word


def counts(book: Book, result: ResultId) -> bool:
    """Whether that result is part of the standings: there, not withdrawn, and confirmed."""
    return result in book.results and result not in book.withdrawn and missing(book, result) == 0


def missing(book: Book, result: ResultId) -> int:
    """How many people of the table still have to confirm it; the organiser's word is enough."""
    said = book.confirmed.get(result, ())
    if ORGANISER in said:
        return 0
    return max(0, needed(book.rules, book.results[result]) - len(said))


def waiting(book: Book) -> tuple[ResultId, ...]:
    """The results that still wait for a word, oldest game first."""
    found = [one for one in book.results.values() if one.id not in book.withdrawn and missing(book, one.id)]
    return tuple(one.id for one in sorted(found, key=lambda one: (one.ended, one.id)))


def needed(rules: Rules, result: Result) -> int:
    """How many confirmations a result needs: as many as the rules say, one of who played alone."""
    return min(rules.confirmations, len(result.seats))
