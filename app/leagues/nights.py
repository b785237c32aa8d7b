"""Nights: planned, checked in to, seated round by round. Who sits where is worked out by ``seating``."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from app.games.phrases import say
from app.leagues import changes
from app.leagues.answers import Refused
from app.leagues.book import Book, MemberId, Night, Sitting, who
from app.leagues.draft import Draft
from app.leagues.games import LEAGUE_GAMES, MOST_SEATS
from app.leagues.people import find, titled
from app.leagues.valid import Counted

MOST_SITTINGS = 50


def set_(draft: Draft, change: changes.NightSet) -> Refused | None:
    name = titled(change.name)
    if isinstance(name, Refused):
        return name
    if not 0 < len(change.night) <= 40:
        return Refused(say("That id is empty or too long. Make another one."), "night")
    if change.game is not None and change.game not in LEAGUE_GAMES:
        return Refused(say("This league does not know that game. Choose one of its games."), "game")
    if change.starts is not None and not 0 <= change.starts < 253_370_764_800_000:
        return Refused(say("That time cannot be read. Check it."), "starts")
    before = draft.nights.get(change.night, Night(change.night, name, change.day))
    draft.nights[change.night] = replace(
        before,
        name=name,
        day=change.day,
        starts=change.starts,
        place=change.place.strip(),
        game=change.game,
        cancelled=change.cancelled,
    )
    return None


def checked_in(draft: Draft, change: changes.CheckedIn) -> Refused | None:
    night = draft.nights.get(change.night)
    if night is None or night.cancelled:
        return _unknown()
    found = find(draft, change.member)
    if isinstance(found, Refused):
        return found
    present = found.id in night.here and found.id not in night.gone
    if present == change.here:
        text = (
            say("%(name)s is here already.", name=found.name)
            if present
            else say("%(name)s is not here.", name=found.name)
        )
        return Refused(text, "member")
    here = night.here if found.id in night.here else (*night.here, found.id)
    gone = tuple(one for one in night.gone if one != found.id) if change.here else (*night.gone, found.id)
    draft.nights[night.id] = replace(night, here=here, gone=gone)
    return None


def seated(draft: Draft, change: changes.Seating) -> Refused | None:
    night = draft.nights.get(change.night)
    if night is None or night.cancelled:
        return _unknown()
    if not 1 <= change.number <= min(len(night.sittings) + 1, MOST_SITTINGS):
        return Refused(say("The rounds of a night are seated one after another."), "number")
    people: set[MemberId] = set()
    for member in (*(one for table in change.sitting.tables for one in table), *change.sitting.byes):
        found = find(draft, member)
        if isinstance(found, Refused):
            return found
        if member in people:
            return Refused(say("%(name)s has two places in this round. Leave one.", name=found.name), "sitting")
        people.add(member)
    most = MOST_SEATS if night.game is None else LEAGUE_GAMES[night.game].seats.stop - 1
    if any(not 0 < len(table) <= most for table in change.sitting.tables):
        return Refused(say("A table seats at most %(most)s people.", most=most), "sitting")
    sittings = (*night.sittings[: change.number - 1], change.sitting, *night.sittings[change.number :])
    draft.nights[night.id] = replace(night, sittings=sittings)
    return None


def _unknown() -> Refused:
    return Refused(say("There is no such night. Choose one of the league's nights."), "night")


def present(book: Book, night: Night) -> tuple[MemberId, ...]:
    """Who is here now, in the order of coming, after all merges."""
    return tuple(dict.fromkeys(who(book.merged, one) for one in night.here if one not in night.gone))


def met(book: Book, sittings: Iterable[Sitting] = (), games: Iterable[Counted] = ()) -> dict[frozenset[MemberId], int]:
    """How often each two people sat at one table, in these rounds and these games; a round that was played is in one of
    the two only."""
    times: dict[frozenset[MemberId], int] = {}
    tables = [{who(book.merged, one) for one in table} for sitting in sittings for table in sitting.tables]
    for people in (*tables, *({sat.who for sat in game.seats} for game in games)):
        for pair in itertools.combinations(sorted(people), 2):
            times[frozenset(pair)] = times.get(frozenset(pair), 0) + 1
    return times


def byes(book: Book, nights: Iterable[Night]) -> dict[MemberId, int]:
    """How often each person sat out a round."""
    times: dict[MemberId, int] = {}
    for night in nights:
        for sitting in night.sittings:
            for one in sitting.byes:
                member = who(book.merged, one)
                times[member] = times.get(member, 0) + 1
    return times
