"""Seasons: their days, closing them with a frozen copy, and opening them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from app.games.phrases import say
from app.leagues import changes, plain
from app.leagues.answers import Accepted, Refused
from app.leagues.book import ORGANISER, Book, Frozen, Season, SeasonId
from app.leagues.changes import Line
from app.leagues.draft import Draft
from app.leagues.games import COMPETITIVE, GameKey
from app.leagues.people import titled
from app.leagues.standings import Move, Row, moves, standings_of
from app.leagues.valid import Counted, Scope, valid

COPY_VERSION = 1


def set_(draft: Draft, change: changes.SeasonSet) -> Refused | None:
    before = draft.seasons.get(change.season)
    if before is not None and before.closed:
        return Refused(say("%(season)s is closed. Open it again first.", season=before.name), "season")
    name = titled(change.name)
    if isinstance(name, Refused):
        return name
    if not 0 < len(change.season) <= 40:
        return Refused(say("That id is empty or too long. Make another one."), "season")
    if change.end < change.start:
        return Refused(say("A season cannot end before it begins. Check the two days."), "end")
    for other in draft.seasons.values():
        if other.id != change.season and change.start <= other.end and other.start <= change.end:
            return Refused(
                say("These days are part of %(season)s already. Seasons must not overlap.", season=other.name), "start"
            )
    kept = Season(change.season, name, change.start, change.end)
    draft.seasons[change.season] = (
        kept if before is None else replace(before, name=name, start=change.start, end=change.end)
    )
    return None


def removed(draft: Draft, change: changes.SeasonRemoved) -> Refused | None:
    """Only the season goes; its results stay."""
    season = draft.seasons.get(change.season)
    if season is None:
        return _unknown()
    if season.frozen:
        return Refused(say("%(season)s has been closed once and is kept.", season=season.name), "season")
    del draft.seasons[season.id]
    return None


def closed(draft: Draft, line: Line, change: changes.SeasonClosed) -> Refused | None:
    season = draft.seasons.get(change.season)
    if season is None:
        return _unknown()
    if line.by != ORGANISER:
        return Refused(say("Only the organiser can close a season."), "season")
    if season.frozen and not change.note.strip():
        return Refused(say("Write a note that says why the standings are frozen again."), "note")
    if change.copy.get("version") != COPY_VERSION:
        return Refused(say("That copy of the standings cannot be read."), "copy")
    frozen = Frozen(line.at, change.note.strip(), change.copy)
    draft.seasons[season.id] = replace(season, closed=True, frozen=(*season.frozen, frozen))
    return None


def reopened(draft: Draft, line: Line, change: changes.SeasonReopened) -> Refused | None:
    season = draft.seasons.get(change.season)
    if season is None:
        return _unknown()
    if not season.closed:
        return Refused(say("%(season)s is open.", season=season.name), "season")
    if line.by != ORGANISER:
        return Refused(say("Only the organiser can open a closed season again."), "season")
    if not change.note.strip():
        return Refused(say("Write a note that says why the season is opened again."), "note")
    draft.seasons[season.id] = replace(season, closed=False, notes=(*season.notes, change.note.strip()))
    return None


def _unknown() -> Refused:
    return Refused(say("There is no such season. Choose one of the league's seasons."), "season")


# Freezing


def closing(
    book: Book, season: SeasonId, note: str = "", games: Sequence[Counted] | None = None
) -> changes.SeasonClosed:
    """The change that closes a season, with the copy of its standings as they are now."""
    return changes.SeasonClosed(season, freeze(book, season, games), note)


def freeze(book: Book, season: SeasonId, games: Sequence[Counted] | None = None) -> dict[str, Any]:
    """The standings of a season as JSON: overall and of each game, the rules they were made by, members by id.

    Names are left out, so that whoever is renamed or forgotten later is so in old seasons too.
    """
    games = valid(book) if games is None else games
    tables: dict[str, Any] = {}
    for game in (None, *COMPETITIVE):
        table = standings_of(book, Scope(season, game), games=games)
        tables[game or "overall"] = {"games": table.games, "rows": [plain.dump(row) for row in table.rows]}
    return {"version": COPY_VERSION, "rules": plain.dump(book.rules), "tables": tables}


def thaw(copy: Mapping[str, Any], game: str | None = None) -> Accepted[tuple[Row, ...]] | Refused:
    """The rows of a frozen table; overall, or of one game."""
    try:
        rows = plain.load(tuple[Row, ...], copy["tables"][game or "overall"]["rows"])
    except (KeyError, TypeError, plain.Unreadable):
        return Refused(say("That copy of the standings cannot be read."), "copy")
    if not all(map(_holds, rows)):
        return Refused(say("That copy of the standings cannot be read."), "copy")
    return Accepted(rows)


def _holds(row: Row) -> bool:
    """Everybody has a rank and what it stands on, or is listed apart."""
    return row.apart is None if row.rank is not None and row.value is not None else row.apart is not None


def official(
    book: Book, season: SeasonId, game: GameKey | None = None, now: tuple[Row, ...] | None = None
) -> tuple[Row, ...]:
    """The rows that count: those of the last frozen copy while the season is closed, otherwise those of ``now``
    (worked out, where they are not at hand). A copy that a file brought along, and that cannot be read or speaks of
    people the league does not have, counts for nothing."""
    held = book.seasons[season]
    if held.closed:
        match thaw(held.frozen[-1].copy, game):
            case Accepted(value=rows) if all(row.member in book.members for row in rows):
                return rows
    return standings_of(book, Scope(season, game)).rows if now is None else now


def since_closing(book: Book, season: SeasonId, game: GameKey | None = None) -> tuple[Move, ...]:
    """What corrections after the closing would change in its standings; nothing for an open season."""
    rows = standings_of(book, Scope(season, game)).rows
    return moves(official(book, season, game, rows), rows)


def current(book: Book, day: date) -> Season | None:
    """The season of that day, else the last one before it, else the first to come."""
    seasons = sorted(book.seasons.values(), key=lambda one: one.start)
    begun = [one for one in seasons if one.start <= day]
    return begun[-1] if begun else (seasons[0] if seasons else None)
