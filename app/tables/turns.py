"""One write to one table: the table and its seats as they are, new log rows, and the bell after the commit."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from app.errors import Closed, Malformed, NotFound, NotYourSeat, Stranger, Unfit
from app.games.kernel import Game
from app.games.phrases import Seat, say
from app.tables import bell, store
from app.tables.models import Entry, Phone, SeatRow, Table, now
from app.tables.phones import AWAY_AFTER_MS

CODE_LETTERS = "ABCDEFGHJKMNPQRTUVWXY"  # without I, L, O, S, Z
CODE_LENGTH = 4
#: Kinds of log rows that change the game itself.
GAME_KINDS = frozenset({"started", "unstarted", "action", "undo", "redo", "amend"})

TABLE_COLUMNS = tuple(Table.__table__.columns)
SEAT_COLUMNS = tuple(SeatRow.__table__.columns)
_table_by_code = sa.select(*TABLE_COLUMNS).where(Table.code == sa.bindparam("code"))
_seats_by_table = (
    sa.select(*SEAT_COLUMNS, Phone.seen_at)
    .outerjoin(Phone, Phone.id == SeatRow.phone_id)
    .where(SeatRow.table_id == sa.bindparam("table"))
    .order_by(SeatRow.number)
)
_new_entry = sa.insert(Entry)
_new_head = (
    sa.update(Table)
    .where(Table.id == sa.bindparam("table"))
    .values(seq=sa.bindparam("head"), game_seq=sa.bindparam("game_head"))
)


def tidy_code(text: object) -> str:
    """A table's code out of what was typed or pasted (a whole address works too): upper case, no blanks.

    Raises Malformed, naming the part that cannot be right.
    """
    typed = unicodedata.normalize("NFKC", str(text or "")[:500]).strip()  # Japanese keyboards write wide letters
    if "/" in typed:
        typed = typed.split("?")[0].split("#")[0].rstrip("/").rsplit("/", 1)[-1]
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    wrong = "".join(dict.fromkeys(sign for sign in code if sign not in CODE_LETTERS))
    if wrong:
        raise Malformed(
            say("Codes have no %(signs)s. Look at the letters again: they are on the host's phone.", signs=wrong[:8]),
            fields={"code": "letters"},
        )
    if len(code) != CODE_LENGTH:
        raise Malformed(say("A code has four letters. You typed %(num)s.", num=len(code)), fields={"code": "length"})
    return code


@dataclass(slots=True)
class Turn:
    """A table during one write. ``table`` and ``seats`` are what the rows hold now, changes of this write included;
    ``head`` and ``game_head`` are the numbers so far."""

    connection: Connection
    table: Any
    seats: list[Any]
    head: int
    game_head: int
    wrote: list[tuple[int, str, str, dict[str, Any], int | None]] = field(default_factory=list)

    def append(
        self, kind: str, body: dict[str, Any], by: int | None, key: str | None = None, *, quiet: bool = False
    ) -> int:
        """Add a log row and return its number. ``by`` is the id of the acting seat. A ``quiet`` one changes the game,
        but makes no screen stale (``Game.quiet``)."""
        self.head += 1
        if kind in GAME_KINDS and not quiet:
            self.game_head = self.head
        key = key or f"~{secrets.token_hex(12)}"
        self.connection.execute(
            _new_entry,
            {
                "table_id": self.table.id,
                "seq": self.head,
                "at": now(),
                "by_seat_id": by,
                "kind": kind,
                "key": key,
                "body": body,
            },
        )
        self.wrote.append((self.head, kind, key, body, by))
        return self.head

    def set(self, **values: Any) -> None:
        """Change columns of the table's row."""
        vars(self.table).update(values)
        self.connection.execute(sa.update(Table).where(Table.id == self.table.id).values(**values))

    def set_seat(self, seat_id: int, **values: Any) -> None:
        """Change columns of a seat's row."""
        for seat in self.seats:
            if seat.id == seat_id:
                vars(seat).update(values)
        self.connection.execute(sa.update(SeatRow).where(SeatRow.id == seat_id).values(**values))

    def seats_of(self, phone: int | None) -> list[Any]:
        """The seats this phone holds, its own first."""
        held = [seat for seat in self.seats if phone is not None and seat.phone_id == phone]
        return sorted(held, key=lambda seat: (not seat.own, seat.number))

    def seat(self, number: Seat | int) -> Any:
        """The seat of that number. Raises NotFound."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise NotFound(say("There is no such seat at this table. Look at the list of players."))

    def seat_by_id(self, seat_id: int) -> Any:
        """The seat of that id. Raises NotFound."""
        for seat in self.seats:
            if seat.id == seat_id:
                return seat
        raise NotFound(say("That seat is gone from this table. Look at the list of players."))

    def sitting(self, phone: int | None) -> Any:
        """The caller's first seat. Raises Stranger for a phone that does not sit here."""
        held = self.seats_of(phone)
        if not held:
            raise Stranger(say("This phone does not sit at this table. Join with your name, or ask the host."))
        return held[0]

    def is_host(self, phone: int | None) -> bool:
        return any(seat.id == self.table.host_seat_id for seat in self.seats_of(phone))

    def host(self, phone: int | None) -> Any:
        """The host's seat, if the caller is the host. Raises Stranger or NotYourSeat."""
        self.sitting(phone)
        if not self.is_host(phone):
            raise NotYourSeat(say("Only the host can do that. Ask the host, or take over if the host's phone is away."))
        return self.seat_by_id(self.table.host_seat_id)

    def need(self, *statuses: str) -> None:
        """Raises Closed unless the table is in one of these states."""
        if self.table.status not in statuses:
            if self.table.status == "lobby":
                raise Closed(say("The game has not begun. The host starts it when everybody sits."))
            if "lobby" in statuses:
                raise Closed(
                    say("The game has begun, so the seats stay as they are. The host can still mark a player as gone.")
                )
            raise Closed(say("This game is over. Play again, or undo the last step to correct it."))

    def need_players(self, game: Game[Any, Any, Any]) -> None:
        """Raises Unfit when the game cannot be played by so many."""
        if len(self.seats) not in game.seats:
            raise Unfit(
                say(
                    "%(game)s needs %(least)s to %(most)s players. Now there are %(num)s.",
                    game=game.title,
                    least=game.seats.start,
                    most=game.seats.stop - 1,
                    num=len(self.seats),
                )
            )

    def here(self, seat: Any) -> bool:
        """Whether the phone of this seat was heard of within the last minute."""
        return seat.seen_at is not None and seat.seen_at > now() - AWAY_AFTER_MS

    def need_away(self, seat: Any) -> None:
        """Raises Unfit while the phone of this seat is here: then it can give the seat away itself."""
        if self.here(seat):
            raise Unfit(
                say("%(name)s's phone is here. It can give its seat away itself (Move my seat).", name=seat.name)
            )

    def reread(self) -> None:
        """Read the seats again, after they changed."""
        self.seats = _seats_of(self.connection, self.table.id)


@contextmanager
def at_table(code: str, *, put_away: bool = False) -> Iterator[Turn]:
    """Write to the table of that code. Everything is committed together; then, and only then, the bell rings.

    Raises NotFound for a code nobody uses, Closed for a table that was put away (unless ``put_away`` asks for one).
    """
    with store.writing() as connection:
        query = _table_by_code if connection.dialect.name == "sqlite" else _table_by_code.with_for_update()
        table = connection.execute(query, {"code": code}).first()
        check_there(table, code, put_away=put_away)
        assert table is not None
        seats = _seats_of(connection, table.id)
        turn = Turn(connection, SimpleNamespace(**table._mapping), seats, table.seq, table.game_seq)
        yield turn
        if turn.wrote:
            connection.execute(_new_head, {"table": table.id, "head": turn.head, "game_head": turn.game_head})
    if turn.wrote:
        bell.ring(table.id, turn.head)


def check_there(table: Any, code: str, *, put_away: bool = False) -> None:
    """Raises NotFound or Closed when there is no table of that code to sit at."""
    if table is None:
        raise NotFound(say("No table %(code)s. Check the four letters on the host's phone.", code=code))
    if table.deleted_at is not None and not put_away:
        raise Closed(say("Table %(code)s was put away. Its host can bring it back.", code=code))


def _seats_of(connection: Connection, table_id: int) -> list[Any]:
    rows = connection.execute(_seats_by_table, {"table": table_id})
    return [SimpleNamespace(**row._mapping) for row in rows]


def find_table(connection: Connection, code: str) -> tuple[Any, list[Any]]:
    """What the rows of the table and of its seats hold. Raises NotFound or Closed."""
    table = connection.execute(_table_by_code, {"code": code}).first()
    check_there(table, code)
    assert table is not None
    return SimpleNamespace(**table._mapping), _seats_of(connection, table.id)
