"""From a finished table into a league: who sat where is said by people, never guessed; some of them sign it off."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import Malformed, NotYourSeat, Unfit
from app.games.phrases import say
from app.leagues import changes, facts, people, results
from app.leagues.answers import Refused
from app.leagues.book import Book, MemberId, Mission, Moment, NightId, Result, ResultId, who
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.stored import log as league_log
from app.leagues.stored import turn
from app.leagues.stored.models import League, LeagueTable
from app.leagues.stored.turn import Done, need, refused
from app.tables import log, store
from app.tables.models import Result as TableResult
from app.tables.models import Table, now
from app.tables.taps import check_key
from app.tables.turns import Turn as TableTurn
from app.tables.turns import at_table, find_table

#: What a seat may be instead of a member there is: a new member, or a new guest, of the seat's name.
NEW, GUEST = "new", "guest"
#: How many games back "play again" is followed to the league it began in.
MOST_AGAIN = 20


@dataclass(frozen=True, slots=True)
class Offer:
    """A finished table as a league could take it: names, places and points by seat, and who each may be.

    ``saved``: what it gave before; ``differs``: the table ends otherwise now. ``alike``: results that may be the same
    game, entered by hand.
    """

    code: str
    game: GameKey
    ended: Moment
    names: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    suggestions: tuple[people.Suggestion, ...]
    saved: Result | None
    differs: bool
    together: bool


@dataclass(frozen=True, slots=True)
class Link:
    """What a table has to do with one league, for one phone. ``missing``: how many people still have to sign it off;
    ``can_confirm``: this phone may be one of them."""

    slug: str
    name: str
    result: str | None
    missing: int
    can_confirm: bool
    differs: bool


def source_of(table: Any) -> str:
    """The table's name among all tables that ever were."""
    return f"{table.code}-{table.created_at}"


def open_for(code: str, slug: object, phone: int | None) -> None:
    """A table is opened for a league, by somebody who sits at it; it is saved there when it has ended."""
    with at_table(code) as table:
        table.sitting(phone)
        league = turn.row_of(table.connection, slug)
        need(turn.roles_of(table.connection, league, phone))
        _link(table.connection, table.table.id, league.id, None)


def offer(code: str, slug: object, phone: int | None) -> Offer:
    """What saving would do. Raises Unfit for a table that has not ended, and what ``may_save`` raises."""
    with store.reading() as connection:
        seen = turn.seen_by(connection, slug, phone)
        table, seats = find_table(connection, code)
        _may_save(seen.roles, TableTurn(connection, table, seats, table.seq, table.game_seq), phone, seen.book)
        body, _state = _ended(connection, table)
        book = seen.book
    saved = results.from_source(book, f"table:{source_of(table)}")
    return Offer(
        code,
        GameKey(table.game),
        Moment(table.ended_at),
        tuple(body["names"]),
        tuple(body["places"]),
        tuple(body["points"]),
        people.suggest(book, body["names"]),
        saved,
        saved is not None and _differs(saved, body),
        LEAGUE_GAMES[GameKey(table.game)].together,
    )


def save(
    code: str,
    slug: object,
    phone: int | None,
    chosen: Sequence[str],
    key: object,
    *,
    night: str | None = None,
    note: str = "",
) -> str:
    """Save the table's result; ``chosen`` by seat: a member's id, ``new`` or ``guest``. Returns the result's id.

    The phone that saves signs for its own seat; an organiser who does not sit here signs for everybody.
    """
    tap = check_key(key)
    with at_table(code) as table, turn.on(table.connection, slug, phone) as league:
        _may_save(league.roles, table, phone, league.book)
        body, state = _ended(table.connection, table.table)
        source = f"table:{source_of(table.table)}"
        if (known := results.from_source(league.book, source)) is not None:
            if league.counted_before(tap) is None:
                raise Unfit(say("That game is in the league already. Correct it there."), fields={"table": "saved"})
            return known.id
        more, members = _people(league.book, chosen, body["names"])
        made = facts.from_table(
            ResultId(fresh_id()),
            source_of(table.table),
            table.table.game,
            Moment(table.table.ended_at),
            body,
            members,
            mission=_mission(table.table, body),
        )
        if isinstance(made, Refused):
            raise refused(made)
        result = replace(facts.with_facts(made.value, state), night=_night(league.book, night))
        mine = table.seats_of(phone)
        alone = not mine and league.organises
        added: list[changes.Change] = [
            *more,
            changes.ResultAdded(result, by_organiser=alone, note=note),
        ]
        by = "organiser" if league.organises else table.table.code
        league.apply(*added, by=by, key=tap)
        if mine and (mine[0].own or table.is_host(phone)) and results.needed(league.book.rules, result):
            signer = members[mine[0].number]
            assert signer is not None, "all seats are named"
            league.apply(changes.ResultConfirmed(result.id, signer, note), by=by)
        _link(table.connection, table.table.id, league.league.id, result.id)
        table.append("league", {"result": result.id}, mine[0].id if mine else None)
    turn.settle(league)
    return result.id


def confirm(code: str, slug: object, phone: int | None, key: object) -> Done:
    """Sign off the result of a table, for the seat that this phone holds there. One phone signs once."""
    tap = check_key(key)
    with at_table(code) as table, turn.on(table.connection, slug, phone) as league:
        if (before := league.counted_before(tap)) is not None:
            return before
        seat = table.sitting(phone)
        if not seat.own:
            raise NotYourSeat(say("Another phone signs for this seat. Ask whoever carries it."))
        result = results.from_source(league.book, f"table:{source_of(table.table)}")
        if result is None or result.id in league.book.withdrawn:
            raise Unfit(say("This game is not in that league. Save it there first."))
        body, _state = _ended(table.connection, table.table)
        if _differs(result, body):
            raise Unfit(say("The table ends otherwise than the league has it. Correct the result first."))
        first = league.book.seq + 1
        signer = result.seats[seat.number].member
        league.apply(changes.ResultConfirmed(result.id, signer), by=table.table.code, key=tap)
        table.append("league", {"result": result.id}, seat.id)
    turn.settle(league)
    return Done(first, False)


def correction(code: str, slug: object, phone: int | None) -> tuple[Result, Result]:
    """The league's result of that table, and what the table says now: for a preview."""
    with store.reading() as connection:
        seen = turn.seen_by(connection, slug, phone)
        table, seats = find_table(connection, code)
        _may_save(seen.roles, TableTurn(connection, table, seats, table.seq, table.game_seq), phone, seen.book)
        return _corrected(seen.book, connection, table)


def correct(code: str, slug: object, phone: int | None, note: str, key: object) -> Done:
    """Take over what the table says now, with a note that says why."""
    tap = check_key(key)
    with at_table(code) as table, turn.on(table.connection, slug, phone) as league:
        if (before := league.counted_before(tap)) is not None:
            return before
        _may_save(league.roles, table, phone, league.book)
        _before, after = _corrected(league.book, table.connection, table.table)
        first = league.book.seq + 1
        by = "organiser" if league.organises else table.table.code
        league.apply(changes.ResultCorrected(after, note), by=by, key=tap)
        mine = table.seats_of(phone)
        table.append("league", {"result": after.id}, mine[0].id if mine else None)
    turn.settle(league)
    return Done(first, False)


def _corrected(book: Book, connection: Connection, table: Any) -> tuple[Result, Result]:
    before = results.from_source(book, f"table:{source_of(table)}")
    if before is None or before.id in book.withdrawn:
        raise Unfit(say("This game is not in that league. Save it there first."))
    body, state = _ended(connection, table)
    members = [seat.member for seat in before.seats]
    made = facts.from_table(
        before.id, source_of(table), table.game, Moment(table.ended_at), body, members, mission=_mission(table, body)
    )
    if isinstance(made, Refused):
        raise refused(made)
    after = facts.with_facts(made.value, state)
    return before, replace(after, night=before.night, note=before.note, variant=before.variant)


# What a phone sees


def links_of(code: str, phone: int | None) -> list[Link]:
    """The leagues that this table was opened for or saved to, as far as this phone may know: it sits here, or the
    league is public or one of its own."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        rows = _linked(connection, table.id) or _expected(connection, code)
        if not rows:
            return []
        at = TableTurn(connection, table, seats, table.seq, table.game_seq)
        body = None if table.status != "finished" else _ended(connection, table)[0]
        return [link for row in rows if (link := _link_seen(connection, row, at, phone, body)) is not None]


def _linked(connection: Connection, table_id: int) -> list[Any]:
    return list(
        connection.execute(
            sa.select(LeagueTable.result, *turn.COLUMNS)
            .join(League, League.id == LeagueTable.league_id)
            .where(LeagueTable.table_id == table_id)
            .order_by(LeagueTable.at)
        )
    )


def _expected(connection: Connection, code: str) -> list[Any]:
    """The leagues of the game before this one, where the same people play again: nothing is saved there yet."""
    for _ in range(MOST_AGAIN):
        row = connection.execute(sa.select(Table.id, Table.code).where(Table.next_code == code)).first()
        if row is None:
            return []
        if found := _linked(connection, row.id):
            return [SimpleNamespace(**{**one._mapping, "result": None}) for one in found]
        code = row.code
    return []


def _link_seen(connection: Connection, row: Any, at: TableTurn, phone: int | None, body: Any) -> Link | None:
    position = league_log.position_at(connection, row)
    book = position.book
    mine = at.seats_of(phone)
    if book is None or not (mine or book.public or turn.roles_of(connection, row, phone)):
        return None
    result = book.results.get(ResultId(row.result or ""))
    if result is None or result.id in book.withdrawn:
        return Link(row.slug, book.name, None, 0, False, False)
    missing = results.missing(book, result.id)
    said = {who(book.merged, MemberId(one)) for one in book.confirmed.get(result.id, ())}
    can = bool(missing and mine and mine[0].own and mine[0].number < len(result.seats))
    can = can and who(book.merged, result.seats[mine[0].number].member) not in said
    differs = body is not None and _differs(result, body)
    return Link(row.slug, book.name, result.id, missing, can and not differs, differs)


# Inside


def _may_save(roles: frozenset[turn.Role], at: TableTurn, phone: int | None, book: Book) -> None:
    """Whoever organises the league; the host, with a link of the league; any seat, where two have to sign."""
    need(roles)
    if roles & {turn.Role.ORGANISER, turn.Role.SECOND}:
        return
    at.sitting(phone)
    if not at.is_host(phone) and book.rules.confirmations < 2:
        raise NotYourSeat(say("In this league only the host saves a table. Ask the host."))


def _ended(connection: Connection, table: Any) -> tuple[dict[str, Any], Any]:
    """The stored result and the last state of a finished table."""
    if table.game not in LEAGUE_GAMES:
        raise Unfit(say("This league does not know that game. Choose one of its games."))
    row = connection.execute(sa.select(TableResult.body).where(TableResult.table_id == table.id)).first()
    if table.status != "finished" or row is None:
        raise Unfit(say("This game is still being played. Save it when it has ended."))
    return dict(row.body), log.position_at(connection, table).state


def _people(book: Book, chosen: Sequence[str], names: Sequence[str]) -> tuple[list[changes.Change], list[MemberId]]:
    """The members by seat, and the changes that add who is new."""
    if len(chosen) != len(names):
        raise Malformed(say("Name a member or a guest for each seat."), fields={"members": "length"})
    more: list[changes.Change] = []
    members: list[MemberId] = []
    for picked, name in zip(chosen, names, strict=True):
        if picked in (NEW, GUEST):
            member = MemberId(fresh_id())
            more.append(changes.MemberAdded(member, name, guest=picked == GUEST))
        elif picked in book.members:
            member = MemberId(picked)
        else:
            raise Malformed(
                say("Say who %(name)s is: choose a member, a new member or a guest.", name=name),
                fields={"members": "missing"},
            )
        members.append(member)
    return more, members


def _night(book: Book, night: str | None) -> NightId | None:
    if not night:
        return None
    if night not in book.nights:
        raise Unfit(say("There is no such night. Choose one of the league's nights."), fields={"night": "refused"})
    return NightId(night)


def _mission(table: Any, body: dict[str, Any]) -> Mission | None:
    """How a game that is won together went: won if anybody did; set up as the table's options say."""
    if not LEAGUE_GAMES[GameKey(table.game)].together:
        return None
    given, stars = table.options.get("expansions") or (), table.options.get("stars")
    expansions = tuple(sorted({str(one) for one in ([given] if isinstance(given, str) else given)}))
    return Mission(bool(body["winners"]), expansions, stars if isinstance(stars, int) else None)


def _differs(result: Result, body: dict[str, Any]) -> bool:
    """Whether places or points are not (any more) those of the table."""
    if result.mission is not None:
        return result.mission.won != bool(body["winners"])
    return [seat.place for seat in result.seats] != list(body["places"]) or [
        seat.score for seat in result.seats
    ] != list(body["points"])


def _link(connection: Connection, table_id: int, league_id: int, result: str | None) -> None:
    there = sa.and_(LeagueTable.table_id == table_id, LeagueTable.league_id == league_id)
    if connection.execute(sa.select(LeagueTable.at).where(there)).first() is None:
        connection.execute(
            sa.insert(LeagueTable).values(table_id=table_id, league_id=league_id, result=result, at=now())
        )
    elif result is not None:
        connection.execute(sa.update(LeagueTable).where(there).values(result=result))


def fresh_id() -> str:
    """An id that nobody guesses and nothing else has."""
    return secrets.token_hex(8)


def code_of(result: Result) -> str | None:
    """The table that a result came from, if it came from one of this house."""
    return result.source_id.removeprefix("table:").split("-")[0] if result.source_id.startswith("table:") else None


def there(connection: Connection, code: str) -> bool:
    """Whether that table can still be looked at."""
    row = connection.execute(sa.select(Table.deleted_at).where(Table.code == code)).first()
    return row is not None and row.deleted_at is None
