"""Before and after the game: a new table, the start, back to the lobby, play again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError
from sqlalchemy.engine import Connection

from app.errors import Malformed, TooMany, Unfit
from app.games import GAMES
from app.games.kernel import Game
from app.games.phrases import Phrase, say
from app.tables import log, names, store
from app.tables.models import Draft, Entry, Phone, Proposal, SeatRow, Table, now
from app.tables.taps import Submitted, check_key, check_unused, check_whole, counted_before
from app.tables.turns import CODE_LENGTH, CODE_LETTERS, at_table


def game_of(key: object) -> Game[Any, Any, Any]:
    """The game of that name. Raises Malformed."""
    if not isinstance(key, str) or key not in GAMES:
        raise Malformed(
            say("There is no game called that here. Choose one of: %(games)s.", games=", ".join(GAMES)),
            fields={"game": "unknown"},
        )
    return GAMES[key]


def open_table(game_key: object, host_name: object, phone: int, sign: int | None = None, key: str | None = None) -> str:
    """A new table with the host on its first seat. Returns its code; for the same tap again, the same code."""
    game, name = game_of(game_key), names.tidy(host_name)
    key = None if key is None else check_key(key)
    with store.writing() as connection:
        opened = opened_by(connection, phone, key)
        if opened is not None:
            return opened
        code = free_code(connection)
        table_id = insert_table(connection, code, game, _kept(connection, phone, game))
        seat_id = insert_seat(
            connection, table_id, 0, name, sign if sign is not None and sign in range(6) else 0, phone, own=True
        )
        connection.execute(sa.update(Table).where(Table.id == table_id).values(host_seat_id=seat_id))
        insert_first_entry(connection, table_id, seat_id, "opened", {"name": name}, key)
    return code


def opened_by(connection: Connection, phone: int, key: str | None) -> str | None:
    """The table that this very tap of this phone has opened already."""
    if key is None:
        return None
    connection.execute(sa.select(Phone.id).where(Phone.id == phone).with_for_update())  # its taps one after another
    row = connection.execute(
        sa.select(Table.code)
        .join(SeatRow, SeatRow.table_id == Table.id)
        .join(Entry, sa.and_(Entry.table_id == Table.id, Entry.seq == 1))
        .where(SeatRow.phone_id == phone, Entry.key == key)
    ).first()
    return None if row is None else str(row.code)


def _kept(connection: Connection, phone: int, game: Game[Any, Any, Any]) -> dict[str, Any]:
    """What this phone's last table of the game was set up with and need not be asked again."""
    row = connection.execute(
        sa.select(Table.options)
        .join(SeatRow, SeatRow.table_id == Table.id)
        .where(SeatRow.phone_id == phone, Table.game == game.key, Table.started_at.is_not(None))
        .order_by(Table.id.desc())
        .limit(1)
    ).first()
    return {} if row is None else {name: row.options[name] for name in game.kept if name in row.options}


def free_code(connection: Connection) -> str:
    """Four letters that no table has. Raises TooMany when they are running out."""
    for _ in range(200):
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if connection.execute(sa.select(Table.id).where(Table.code == code)).first() is None:
            return code
    raise TooMany(say("All codes are in use. Put old tables away, then try again."), retry_after=60)


def insert_table(
    connection: Connection, code: str, game: Game[Any, Any, Any], options: dict[str, Any] | None = None
) -> int:
    """A new table's row, in the lobby; returns its id."""
    made = connection.execute(
        sa.insert(Table)
        .values(
            code=code,
            game=game.key,
            rules_version=game.rules_version,
            status="lobby",
            host_seat_id=None,
            joining_open=True,
            options=options or {},
            seq=1,
            game_seq=0,
            created_at=now(),
        )
        .returning(Table.id)
    )
    return int(made.scalar_one())


def insert_first_entry(
    connection: Connection,
    table_id: int,
    seat_id: int | None,
    kind: str,
    body: dict[str, Any],
    key: str | None = None,
) -> None:
    """Row 1 of a new table's log."""
    connection.execute(
        sa.insert(Entry).values(
            table_id=table_id,
            seq=1,
            at=now(),
            by_seat_id=seat_id,
            kind=kind,
            key=key or f"~{secrets.token_hex(12)}",
            body=body,
        )
    )


def insert_seat(
    connection: Connection, table_id: int, number: int, name: str, sign: int, phone: int | None, *, own: bool
) -> int:
    """A new seat's row; returns its id."""
    made = connection.execute(
        sa.insert(SeatRow)
        .values(
            table_id=table_id,
            number=number,
            name=name,
            name_key=names.key(name),
            sign=sign,
            phone_id=phone,
            own=own,
            uncovered=False,
            sealed=0,
            turn=0,
        )
        .returning(SeatRow.id)
    )
    return int(made.scalar_one())


def start(code: str, phone: int | None, options: Mapping[str, Any], key: str) -> Submitted:
    """Begin the game with the seats as they are. An option may be "random": chance is the table's, so it is drawn
    here and not in the rules."""
    key = check_key(key)
    with at_table(code) as turn:
        host = turn.host(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return before
        turn.need("lobby")
        check_whole(position)
        game = position.game
        turn.need_players(game)
        chosen = {name: _drawn(value, len(turn.seats)) for name, value in {**turn.table.options, **options}.items()}
        try:
            game.wire.load_options(chosen, len(turn.seats))
        except ValidationError as wrong:
            raise Malformed(_asked(game, wrong), fields=wrong.messages) from wrong
        body = {
            "seats": len(turn.seats),
            "options": chosen,
            "rules_version": game.rules_version,
            "names": [seat.name for seat in turn.seats],
        }
        seq = turn.append("started", body, host.id, key)
        turn.set(status="playing", started_at=now(), options=chosen, rules_version=game.rules_version)
    return Submitted(seq, False)


def _asked(game: Game[Any, Any, Any], wrong: ValidationError) -> Phrase:
    """What to say of a set-up that cannot be: the question to look at, where the game names it."""
    asks: Mapping[str, Phrase] = getattr(game.wire, "ASKS", {})
    told = (sentence for field, sentence in asks.items() if field in wrong.messages)
    return next(told, say("The game cannot start like that. Check the set-up."))


def _drawn(value: Any, seats: int) -> Any:
    """An option as it is kept: chance drawn, and a number out of a form as a number."""
    if value == "random":
        return secrets.randbelow(seats)
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 4 else value


def back_to_lobby(code: str, phone: int | None, key: str) -> Submitted:
    """Take the start back, as long as nothing has been played: somebody may still be coming through the door."""
    key = check_key(key)
    with at_table(code) as turn:
        host = turn.host(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return before
        turn.need("playing")
        check_whole(position)
        if position.steps:
            raise Unfit(say("The game is under way. Undo its steps first, one after another."))
        seq = turn.append("unstarted", {}, host.id, key)
        turn.set(status="lobby", started_at=None)
        turn.connection.execute(sa.delete(Draft).where(Draft.seat_id.in_([seat.id for seat in turn.seats])))
        turn.connection.execute(sa.delete(Proposal).where(Proposal.table_id == turn.table.id))
    return Submitted(seq, False)


def again(code: str, phone: int | None, key: str) -> str:
    """Play again with the same people on the same phones; the first player moves on. Returns the new code."""
    key = check_key(key)
    with at_table(code) as turn:
        host = turn.host(phone)
        turn.need("finished")
        if turn.table.next_code is not None:
            return str(turn.table.next_code)
        position = log.position_at(turn.connection, turn.table)
        check_unused(position, key)
        game = position.game
        fresh = free_code(turn.connection)
        ended = game.outcome(position.state)
        options = game.again(turn.table.options, len(turn.seats), ended)
        table_id = insert_table(turn.connection, fresh, game, options)
        host_id = None
        for seat in turn.seats:
            seat_id = insert_seat(
                turn.connection, table_id, seat.number, seat.name, seat.sign, seat.phone_id, own=seat.own
            )
            turn.connection.execute(
                sa.update(SeatRow).where(SeatRow.id == seat_id).values(turn=(seat.turn - host.turn) % 360)
            )  # the new game's cards are named from the side of whoever leads it now
            host_id = seat_id if seat.id == host.id else host_id
        turn.connection.execute(sa.update(Table).where(Table.id == table_id).values(host_seat_id=host_id))
        insert_first_entry(turn.connection, table_id, host_id, "opened", {"name": host.name, "after": code})
        turn.set(next_code=fresh)
        turn.append("again", {"code": fresh}, host.id, key)
    return fresh
