"""A night as it goes: rounds seated by lot, somebody comes late, somebody leaves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from app.errors import Malformed, Unfit
from app.games.phrases import say
from app.leagues import changes, nights, seasons, seating, zones
from app.leagues.answers import Refused
from app.leagues.book import Book, MemberId, Moment, Night, NightId, Sitting, who
from app.leagues.games import LEAGUE_GAMES, USUAL, GameKey, LeagueGame
from app.leagues.seating import Remainder
from app.leagues.stored.turn import Done, Turn, at_league, need, refused
from app.leagues.valid import covers, valid
from app.tables.taps import check_key


def night_of(book: Book, night: str) -> Night:
    """The night of that id. Raises Unfit."""
    found = book.nights.get(NightId(night))
    if found is None:
        raise Unfit(say("There is no such night. Choose one of the league's nights."))
    return found


def game_of(night: Night, game: str | None = None) -> LeagueGame:
    """The game a round is seated for: what was asked for, else the night's, else Stella."""
    key = game or night.game or USUAL.key
    if key not in LEAGUE_GAMES:
        raise Malformed(
            say("This league does not know that game. Choose one of its games."), fields={"game": "unknown"}
        )
    return LEAGUE_GAMES[GameKey(key)]


def met(book: Book, night: Night) -> dict[frozenset[MemberId], int]:
    """How often each two met this season: in its games, and in rounds of this night that are not saved yet."""
    season = seasons.current(book, night.day)
    games = [game for game in valid(book) if covers(season, game.day) and game.result.night != night.id]
    return nights.met(book, night.sittings, games)


def seat_round(
    slug: object,
    phone: int | None,
    key: object,
    night: str,
    want: int,
    rule: Remainder = Remainder.EVEN,
    game: str | None = None,
    number: int | None = None,
) -> Done:
    """Seat everybody who is here, by lot, with as few repeat opponents as can be. ``number``: that round anew."""

    def seated(book: Book, at: Night) -> changes.Seating:
        people = list(nights.present(book, at))
        secrets.SystemRandom().shuffle(people)
        others = [one for one in book.nights.values() if not one.cancelled]
        answer = seating.seat(people, game_of(at, game), want, rule, met(book, at), nights.byes(book, others))
        if isinstance(answer, Refused):
            raise refused(answer)
        return changes.Seating(at.id, number or len(at.sittings) + 1, answer.value)

    return _seating(slug, phone, key, night, seated)


def arrive(slug: object, phone: int | None, key: object, night: str, member: str) -> Done:
    """Somebody who is here gets a place in the newest round."""

    def seated(book: Book, at: Night) -> changes.Seating:
        newest = _newest(at)
        person = who(book.merged, MemberId(member))
        if person in placed(book, newest):
            raise Unfit(say("%(name)s has a place in this round.", name=_name(book, person)))
        made = seating.arrive(newest, person, game_of(at), met(book, at))
        return changes.Seating(at.id, len(at.sittings), made)

    return _seating(slug, phone, key, night, seated)


def leave(slug: object, phone: int | None, key: object, night: str, member: str) -> Done:
    """Somebody's place in the newest round is taken away, and the table is filled up."""

    def seated(book: Book, at: Night) -> changes.Seating:
        newest = _newest(at)
        person = who(book.merged, MemberId(member))
        mine = [one for one in placed(book, newest, raw=True) if who(book.merged, one) == person]
        if not mine:
            raise Unfit(say("%(name)s has no place in this round.", name=_name(book, person)))
        return changes.Seating(at.id, len(at.sittings), seating.leave(newest, mine[0], game_of(at), met(book, at)))

    return _seating(slug, phone, key, night, seated)


def place(
    slug: object, phone: int | None, key: object, night: str, number: int, at_table: Sequence[tuple[str, int]]
) -> Done:
    """A round as the organiser wants it: (member, table from 1; 0 for a bye)."""

    def seated(book: Book, at: Night) -> changes.Seating:
        if not 1 <= number <= len(at.sittings):
            raise Unfit(say("The rounds of a night are seated one after another."))
        most = max((table for _member, table in at_table), default=0)
        if most > len(at_table):
            raise Malformed(say("That number is out of reach. Check it."), fields={"table": "number"})
        tables = [tuple(MemberId(one) for one, table in at_table if table == which) for which in range(1, most + 1)]
        byes = tuple(MemberId(one) for one, table in at_table if table == 0)
        return changes.Seating(at.id, number, Sitting(tuple(table for table in tables if table), byes))

    return _seating(slug, phone, key, night, seated)


def _seating(
    slug: object, phone: int | None, key: object, night: str, seated: Callable[[Book, Night], changes.Seating]
) -> Done:
    tap = check_key(key)
    with at_league(slug, phone) as write:
        need(write.roles, organiser=True)
        if (before := write.counted_before(tap)) is not None:
            return before
        return _applied(write, seated(write.book, night_of(write.book, night)), tap)


def _applied(write: Turn, change: changes.Seating, tap: str) -> Done:
    first = write.book.seq + 1
    write.apply(change, key=tap)
    return Done(first, False)


def _newest(night: Night) -> Sitting:
    if not night.sittings:
        raise Unfit(say("No round is seated yet. Seat the first one."))
    return night.sittings[-1]


def placed(book: Book, sitting: Sitting, *, raw: bool = False) -> tuple[MemberId, ...]:
    """Everybody with a place in that round, byes included; ``raw``: under the ids that were seated."""
    found = (*(one for table in sitting.tables for one in table), *sitting.byes)
    return found if raw else tuple(who(book.merged, one) for one in found)


def today_of(book: Book, moment: Moment) -> Night | None:
    """The night on that moment's local day that is not cancelled, the newest first; half past midnight still belongs
    to the night before, where the day itself has none."""
    for back in (0, 6 * 3_600_000):
        day = zones.day_of(Moment(max(0, moment - back)), book.zone)
        found = [night for night in book.nights.values() if night.day == day and not night.cancelled]
        if found:
            return found[-1]
    return None


def _name(book: Book, member: MemberId) -> str:
    found = book.members.get(member)
    return member[:40] if found is None else found.name
