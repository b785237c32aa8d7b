"""The ways into a league: opening one, its links, and the phones that know it.

A link holds 256 random bits behind the #, where no server and no log sees them; the phone sends them once, by POST.
Only hashes are kept. A new link ends the old one at the next request.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import Malformed, NotFound, NotYourSeat, TooMany, Unfit
from app.games.phrases import say
from app.leagues import changes, fold
from app.leagues.book import ORGANISER, Book, Moment
from app.leagues.changes import Line
from app.leagues.stored import log, turn
from app.leagues.stored.models import League, LeagueKey, LeagueLine
from app.leagues.stored.position import Position, uncollected
from app.leagues.stored.turn import HASH_OF, Role, Turn, refused
from app.tables import store
from app.tables.models import Phone, now
from app.tables.phones import digest
from app.tables.taps import check_key

LETTERS = "abcdefghjkmnpqrtuvwxy346789"
LONGEST_SLUG = 32
#: Two leagues of one name may be opened at the same moment: the slower one tries another address.
TRIES = 4


@dataclass(frozen=True, slots=True)
class OpenedLeague:
    """A fresh league. The two secrets are told once; empty when this very tap had opened it before."""

    slug: str
    organiser: str
    member: str


@dataclass(frozen=True, slots=True)
class Known:
    """A league that a phone has opened by one of its links."""

    slug: str
    name: str
    roles: frozenset[Role]


def fresh_secret() -> str:
    """What a link carries: 256 random bits."""
    return secrets.token_urlsafe(32)


def open_league(opened: changes.Opened, phone: int, key: object, more: Sequence[changes.Change] = ()) -> OpenedLeague:
    """A new league, organised from this phone. ``opened.id`` is made here."""
    first = changes.Opened(secrets.token_hex(12), opened.name, opened.zone, opened.rules, opened.public)
    for change in (first, *more):
        turn.check_storable(change)
    lines = [Line(seq, Moment(now()), ORGANISER, change) for seq, change in enumerate((first, *more), 1)]
    return bring(lines, phone, key)


@uncollected()
def bring(lines: Sequence[Line], phone: int, key: object, *, book: Book | None = None) -> OpenedLeague:
    """A league out of a document's lines (``exchange.json.read``), organised from this phone. ``book``: their fold,
    if it is at hand."""
    tap = check_key(key)
    if book is None:
        folded = fold.fold(lines)
        if folded.refused is not None:
            raise refused(folded.refused)
        book = folded.book
    assert book is not None, "the first line opened it"
    for _ in range(TRIES):
        with suppress(sa.exc.IntegrityError):
            with store.writing() as connection:
                connection.execute(sa.select(Phone.id).where(Phone.id == phone).with_for_update())  # one by one
                before = _opened_by(connection, phone, tap)
                if before is not None:
                    return OpenedLeague(before, "", "")
                made, league_id = _insert(connection, book, lines, phone, tap)
            log.keep(league_id, Position(book, book.seq, league=league_id))
            return made
    raise _no_address()


def _insert(
    connection: Connection, book: Book, lines: Sequence[Line], phone: int, tap: str
) -> tuple[OpenedLeague, int]:
    organiser, member = fresh_secret(), fresh_secret()
    slug = _free_slug(connection, book.name)
    made = connection.execute(
        sa.insert(League)
        .values(
            slug=slug,
            seq=book.seq,
            created_at=now(),
            opened_by=phone,
            organiser_hash=digest(organiser),
            second_hash=None,
            member_hash=digest(member),
        )
        .returning(League.id)
    )
    league_id = int(made.scalar_one())
    keys = [tap, *(f"~{secrets.token_hex(12)}" for _ in lines[1:])]
    turn.store_lines(connection, league_id, list(zip(lines, keys, strict=True)))
    _hold(connection, league_id, phone, Role.ORGANISER, digest(organiser))
    return OpenedLeague(slug, organiser, member), league_id


def _opened_by(connection: Connection, phone: int, tap: str) -> str | None:
    row = connection.execute(
        sa.select(League.slug)
        .join(LeagueLine, sa.and_(LeagueLine.league_id == League.id, LeagueLine.seq == 1))
        .where(League.opened_by == phone, LeagueLine.key == tap)
    ).first()
    return None if row is None else str(row.slug)


def _free_slug(connection: Connection, name: str) -> str:
    """The name in small Latin letters, with a tail of random ones where that is taken or nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    stem = "-".join(words)[:LONGEST_SLUG].strip("-")
    for number in range(200):
        tail = "".join(secrets.choice(LETTERS) for _ in range(4 if stem else 8))
        slug = stem if stem and number == 0 and len(stem) > 2 else "-".join(filter(None, (stem, tail)))
        if connection.execute(sa.select(League.id).where(League.slug == slug)).first() is None:
            return slug
    raise _no_address()


def _no_address() -> TooMany:
    return TooMany(say("No address is free for a league of that name. Choose another name."), retry_after=60)


# Links


def enter(slug: object, phone: int, secret: object) -> Role:
    """Open the league on this phone with one of its links (or the code in it). Raises NotFound for a wrong one."""
    code = tidy_secret(secret)
    hashed = digest(code)
    with store.writing() as connection:
        league = turn.row_of(connection, slug, lock=connection.dialect.name != "sqlite")
        for role, column in HASH_OF.items():
            wanted = getattr(league, column)
            if wanted is not None and hmac.compare_digest(wanted, hashed):
                _hold(connection, league.id, phone, role, hashed)
                return role
    raise NotFound(say("That link is not valid any more, or it was cut off. Ask the organiser for the new one."))


def tidy_secret(text: object) -> str:
    """The code out of what was pasted: itself, or a whole link. Raises Malformed."""
    typed = "".join(str(text or "")[:400].split()).rsplit("#", 1)[-1]
    if not 20 <= len(typed) <= 100 or not typed.isascii():
        raise Malformed(
            say("That is no link of a league. Paste the whole link, or the part behind the #."), fields={"code": "code"}
        )
    return typed


def new_link(slug: object, phone: int | None, which: Role) -> str:
    """A new link of that kind; the old one, and every phone that came by it, is out from now on.

    Both organisers may renew their own and the members' link; the second one's is also the first one's to give.
    """
    secret = fresh_secret()
    with store.writing() as connection, turn.on(connection, slug, phone) as write:
        turn.need(write.roles, organiser=True)
        _may_renew(write, which)
        write.set(**{HASH_OF[which]: digest(secret)})
        if which in write.roles and phone is not None:
            _hold(connection, write.league.id, phone, which, digest(secret))
        _sweep(connection, write, which)
    return secret


def dismiss_second(slug: object, phone: int | None) -> None:
    """There is no second organiser any more. Dismissing twice dismisses once."""
    with store.writing() as connection, turn.on(connection, slug, phone) as write:
        turn.need(write.roles, organiser=True)
        _may_renew(write, Role.SECOND)
        write.set(second_hash=None)
        _sweep(connection, write, Role.SECOND)


def _may_renew(write: Turn, which: Role) -> None:
    if which is Role.MEMBER or which in write.roles or Role.ORGANISER in write.roles:
        return
    raise NotYourSeat(say("Only the first organiser can change that link. Ask whoever opened the league."))


def _sweep(connection: Connection, write: Turn, which: Role) -> None:
    """Phones that hold an old link of that kind need not be remembered."""
    held = getattr(write.league, HASH_OF[which])
    old = sa.delete(LeagueKey).where(LeagueKey.league_id == write.league.id, LeagueKey.role == which.value)
    connection.execute(old if held is None else old.where(LeagueKey.key_hash != held))


def hand_out(slug: object) -> str:
    """A new organiser's link, for whoever holds the database (the command line)."""
    secret = fresh_secret()
    with store.writing() as connection, turn.on(connection, slug, None) as write:
        write.set(organiser_hash=digest(secret))
        _sweep(connection, write, Role.ORGANISER)
    return secret


def _hold(connection: Connection, league_id: int, phone: int, role: Role, hashed: str) -> None:
    connection.execute(
        sa.delete(LeagueKey).where(
            LeagueKey.league_id == league_id, LeagueKey.phone_id == phone, LeagueKey.role == role.value
        )
    )
    connection.execute(
        sa.insert(LeagueKey).values(league_id=league_id, phone_id=phone, role=role.value, key_hash=hashed, at=now())
    )


def leave(slug: object, phone: int | None) -> None:
    """This phone forgets the league; the first organiser's must not, or nobody could lead it."""
    with store.writing() as connection:
        league = turn.row_of(connection, slug)
        roles = turn.roles_of(connection, league, phone)
        if Role.ORGANISER in roles:
            raise Unfit(say("This phone organises the league. Open the organiser's link on another phone first."))
        connection.execute(sa.delete(LeagueKey).where(LeagueKey.league_id == league.id, LeagueKey.phone_id == phone))


# What a phone knows


def mine(phone: int | None) -> list[Known]:
    """The leagues this phone has opened by a link that still holds, the newest first."""
    if phone is None:
        return []
    with store.reading() as connection:
        return list(_mine(connection, phone))


def _mine(connection: Connection, phone: int) -> Iterable[Known]:
    rows = connection.execute(
        sa.select(*turn.COLUMNS)
        .where(League.id.in_(sa.select(LeagueKey.league_id).where(LeagueKey.phone_id == phone)))
        .order_by(League.created_at.desc(), League.id.desc())
        .limit(40)
    ).all()
    for row in rows:
        roles = turn.roles_of(connection, row, phone)
        position = log.position_at(connection, row)
        if roles and position.book is not None:
            yield Known(row.slug, position.book.name, roles)
