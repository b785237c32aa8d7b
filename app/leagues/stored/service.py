"""What the organiser does that takes more than one change as it is sent: closing, forgetting, previews, hand-made
results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import sqlalchemy as sa

from app.errors import Malformed, Stale, Unfit
from app.games.phrases import say
from app.leagues import changes, fold, forgetting, previews, results, seasons
from app.leagues.answers import Refused
from app.leagues.book import ORGANISER, MemberId, Moment, Result, ResultId, SeasonId
from app.leagues.changes import Change, Line
from app.leagues.facts import by_hand
from app.leagues.standings import Move
from app.leagues.stored import log, snapshots, turn
from app.leagues.stored.lines import lines_of, rows_after
from app.leagues.stored.models import LeagueFile, LeagueLine
from app.leagues.stored.turn import Done, Seen, at_league, need, refused
from app.leagues.valid import Scope
from app.tables.models import now
from app.tables.taps import check_key

#: Changes that are made by services of their own, never as they are sent: their content is worked out here.
OWN = frozenset({changes.Opened.kind, changes.MemberErased.kind, changes.SeasonClosed.kind})

Moves = Mapping[Scope, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do to each standings it touches. ``seq``: the book it was worked out from."""

    seq: int
    moves: Moves
    alike: tuple[ResultId, ...] = ()


def sent(kind: object, body: object) -> Change:
    """The change that an organiser's program sent. Raises Malformed."""
    if not isinstance(kind, str) or kind in OWN:
        raise Malformed(say("That change has an address of its own. Look it up on the page of the API."))
    answer = changes.load(kind, body)
    if isinstance(answer, Refused):
        raise Malformed(answer.says, fields={answer.about: "unreadable"})
    return answer.value


def preview(slug: object, phone: int | None, change: Change) -> Preview:
    """What the change would do, for the organiser (for everybody of the league, where it is a new result). Raises
    Unfit where it would be refused."""
    seen = turn.look(slug, phone)
    need(seen.roles, organiser=not isinstance(change, changes.ResultAdded))
    return preview_any(seen, change)


def preview_any(seen: Seen, change: Change) -> Preview:
    """The same for a league that was looked at, whoever looks. Raises Unfit where it would be refused."""
    book = seen.book
    turn.check_storable(change)
    line = Line(book.seq + 1, Moment(now()), ORGANISER, change)
    answer = previews.preview(book, line, previews.touched(book, change))
    if isinstance(answer, Refused):
        raise refused(answer)
    alike = results.alike(book, change.result) if isinstance(change, changes.ResultAdded) else ()
    return Preview(book.seq, answer.value, alike)


def change_seen(slug: object, phone: int | None, key: object, change: Change, seen: int | None) -> Done:
    """A change that was decided on a preview. Raises Stale when the league has moved on since ``seen``."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if (before := write.counted_before(tap)) is not None:
            return before
        if seen is not None and seen != write.book.seq:
            raise Stale(say("The league has changed since. Look at the new preview, then decide."), seq=write.book.seq)
        first = write.book.seq + 1
        write.apply(change, key=tap)
    return Done(first, False)


# Results by hand


def hand_made(
    slug: object,
    phone: int | None,
    id_: str,
    game: str,
    when: date | datetime,
    seats: Sequence[tuple[str, int | None, int | None]],
    **more: object,
) -> Result:
    """A result out of what somebody typed: (member, place, score) for each seat. Raises Unfit."""
    seen = turn.look(slug, phone)
    need(seen.roles)
    rows = [(MemberId(member), place, score) for member, place, score in seats]
    made = by_hand(ResultId(id_), game, when, seen.book.zone, rows, **more)  # type: ignore[arg-type]
    if isinstance(made, Refused):
        raise refused(made)
    return made.value


def add(slug: object, phone: int | None, key: object, result: Result, note: str = "") -> Done:
    """A result that was typed in. The organiser's word is enough; a member's waits for it."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles)
        if (before := write.counted_before(tap)) is not None:
            return before
        first = write.book.seq + 1
        by = ORGANISER if write.organises else "member"
        write.apply(changes.ResultAdded(result, by_organiser=write.organises, note=note), by=by, key=tap)
    return Done(first, False)


# Seasons


def close_season(slug: object, phone: int | None, key: object, season: str, note: str = "") -> Done:
    """Close a season with a frozen copy of its standings as they are now."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if (before := write.counted_before(tap)) is not None:
            return before
        if season not in write.book.seasons:
            raise Unfit(say("There is no such season. Choose one of the league's seasons."))
        first = write.book.seq + 1
        write.apply(seasons.closing(write.book, SeasonId(season), note), key=tap)
    return Done(first, False)


# Being forgotten


def erase_member(slug: object, phone: int | None, key: object, member: str, pseudonym: str) -> Done:
    """Forget a person: the name leaves every line, also the older ones; results stay under the pseudonym."""
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if (before := write.counted_before(tap)) is not None:
            return before
        first = write.book.seq + 1
        connection, league = write.connection, write.league
        write.apply(changes.MemberErased(MemberId(member), pseudonym), key=tap)
        lines, unreadable = lines_of(rows_after(connection, league.id))
        assert unreadable is None, "the league folds"
        scrubbed = forgetting.forget(lines, MemberId(member), pseudonym)
        for old, new in zip(lines, scrubbed, strict=True):
            if new != old:
                connection.execute(
                    sa.update(LeagueLine)
                    .where(LeagueLine.league_id == league.id, LeagueLine.seq == new.seq)
                    .values(body=changes.dump(new.change))
                )
        folded = fold.fold([*scrubbed, *(line for line, _key in write.wrote)])
        if folded.refused is not None or folded.book is None:
            raise Unfit(say("This person cannot be forgotten under that name. Choose another pseudonym."))
        write.book = folded.book
        snapshots.throw_away(connection, league.id)
        connection.execute(sa.delete(LeagueFile).where(LeagueFile.league_id == league.id))
    log.forget(league.id)
    return Done(first, False)
