"""Sitting down, and who sits where. A seat never expires: a silent phone is away, never gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from app.errors import Closed, Malformed, NotYourSeat, Taken, Unfit
from app.games import GAMES
from app.games.phrases import Seat, say
from app.tables import names
from app.tables.models import Claim, Draft, MoveCode, SeatRow
from app.tables.opening import insert_seat
from app.tables.turns import Turn, at_table

SIGNS = 6
TURNS = (0, 90, 180, 270)


def sit(code: str, phone: int, name: object, sign: int | None = None) -> int:
    """Sit down with a name; returns the seat's id. The same phone sitting down again gets the seat it has.

    Raises Taken (with ``seat_id``) when somebody has that name: "I am that Bo" or "Be Bo 2". Raises Closed when
    joining was closed or the game has begun, Unfit when the table is full.
    """
    shown = names.tidy(name)
    with at_table(code) as turn:
        mine = [seat for seat in turn.seats_of(phone) if seat.own]
        if mine:
            return int(mine[0].id)
        if turn.table.status != "lobby":
            raise Closed(say("The game has begun. You can watch, or say which seat is yours."))
        if not turn.table.joining_open:
            raise Closed(say("The host has closed joining. Ask the host to open it again."))
        return _add(turn, shown, sign, phone, own=True)


def add_without_phone(code: str, phone: int | None, name: object) -> int:
    """A player without a phone, played on the phone that adds it ("pass the phone")."""
    shown = names.tidy(name)
    with at_table(code) as turn:
        turn.sitting(phone)
        turn.need("lobby")
        return _add(turn, shown, None, phone, own=False)


def _add(turn: Turn, name: str, sign: int | None, phone: int | None, *, own: bool) -> int:
    most = GAMES[turn.table.game].seats.stop - 1
    if len(turn.seats) >= most:
        raise Unfit(say("All %(num)s seats are taken. You can watch.", num=most))
    _check_name_free(turn, name)
    taken = {seat.sign for seat in turn.seats}
    free = [candidate for candidate in range(SIGNS) if candidate not in taken]
    chosen = sign if sign in free else free[0]
    seat_id = insert_seat(turn.connection, turn.table.id, len(turn.seats), name, chosen, phone, own=own)
    turn.append("sat" if own else "carried", {"name": name}, seat_id if own else turn.seats_of(phone)[0].id)
    return seat_id


def _check_name_free(turn: Turn, name: str, but: int | None = None) -> None:
    wanted = names.key(name)
    for seat in turn.seats:
        if seat.name_key == wanted and seat.id != but:
            other = names.numbered(name, {other.name_key for other in turn.seats})
            raise Taken(
                say("There is already a %(name)s. Are you that %(name)s, or somebody else?", name=seat.name),
                seat_id=seat.id,
                name=seat.name,
                suggestion=other,
            )


def rename(code: str, phone: int | None, seat_id: int, name: object, sign: int | None = None) -> None:
    """Change a name or a sign: one's own, one carried on this phone, or any by the host. Possible at any time."""
    shown = names.tidy(name)
    with at_table(code) as turn:
        seat = _may_change(turn, phone, seat_id)
        _check_name_free(turn, shown, but=seat_id)
        if sign is not None and sign != seat.sign:
            if sign not in range(SIGNS):
                raise Malformed(say("There are six signs, 0 to 5."), fields={"sign": "unknown"})
            if any(other.sign == sign for other in turn.seats):
                raise Taken(say("Somebody has that sign. Choose a free one."))
        before, signed = seat.name, sign is not None and sign != seat.sign
        if signed:
            turn.set_seat(seat_id, sign=sign)
        if shown != before:
            turn.set_seat(seat_id, name=shown, name_key=names.key(shown))
        if signed or shown != before:
            turn.append("renamed", {"from": before, "to": shown}, turn.sitting(phone).id)


def _may_change(turn: Turn, phone: int | None, seat_id: int) -> Any:
    seat = turn.seat_by_id(seat_id)
    turn.sitting(phone)
    if seat.phone_id != phone and not turn.is_host(phone):
        raise NotYourSeat(say("Only that player or the host can change this seat."))
    return seat


def remove(code: str, phone: int | None, seat_id: int) -> None:
    """Stand up, or be removed by the host, before the start. The host's own seat stays."""
    with at_table(code) as turn:
        seat = turn.seat_by_id(seat_id)
        _may_change(turn, phone, seat_id)
        turn.need("lobby")
        if seat.id == turn.table.host_seat_id:
            raise Unfit(say("The host cannot leave the table. Hand the table on to somebody else first."))
        by = turn.sitting(phone).id
        turn.append("removed", {"name": seat.name}, by if by != seat_id else None)
        for model in (Claim, MoveCode):
            turn.connection.execute(sa.delete(model).where(model.seat_id == seat_id))
        turn.connection.execute(sa.delete(SeatRow).where(SeatRow.id == seat_id))
        _number(turn, [other.id for other in turn.seats if other.id != seat_id])


def reorder(code: str, phone: int | None, order: Sequence[int]) -> None:
    """Put the seats into table order, clockwise; ``order`` are all seat ids. By the host, before the start."""
    with at_table(code) as turn:
        host = turn.host(phone)
        turn.need("lobby")
        if sorted(order) != sorted(seat.id for seat in turn.seats):
            raise Unfit(say("The seats have changed meanwhile. Look at the list again, then move them."))
        if list(order) == [seat.id for seat in turn.seats]:
            return
        _number(turn, order)
        turn.append("reordered", {}, host.id)


def _number(turn: Turn, order: Sequence[int]) -> None:
    for offset in (1_000, 0):  # twice, because no two seats may share a number in between
        for number, seat_id in enumerate(order):
            turn.set_seat(seat_id, number=number + offset)


def face(code: str, phone: int | None, turned: int, for_seat: Seat | None = None) -> None:
    """From which side of the table this seat looks at the cards: 0 (the host's side), 90, 180 or 270 degrees."""
    with at_table(code) as turn:
        me = turn.sitting(phone)
        seat = me if for_seat is None else turn.seat(for_seat)
        if seat.phone_id != phone:
            raise NotYourSeat(say("That seat is played on another phone."))
        if turned not in TURNS:
            raise Malformed(say("Turn by 0, 90, 180 or 270."), fields={"turn": "unknown"})
        turn.set_seat(seat.id, turn=turned)


def uncover(code: str, phone: int | None, number: Seat) -> None:
    """ "I am Mia": on a phone with several seats, show this one's secrets and cover all others."""
    with at_table(code) as turn:
        seat = turn.seat(number)
        turn.sitting(phone)
        if seat.phone_id != phone:
            raise NotYourSeat(say("That seat is played on another phone."))
        for other in turn.seats_of(phone):
            turn.set_seat(other.id, uncovered=other.id == seat.id)


def cover(code: str, phone: int | None) -> None:
    """Cover everything before the phone is passed on."""
    with at_table(code) as turn:
        turn.sitting(phone)
        for seat in turn.seats_of(phone):
            turn.set_seat(seat.id, uncovered=False)


def carry(code: str, phone: int | None, seat_id: int) -> None:
    """Play a seat on this phone, because its own is dead. By the host, and only when that phone is away.

    What the seat had marked in this round stays sealed: the new phone acts for it without being shown anything.
    """
    with at_table(code) as turn:
        host = turn.host(phone)
        seat = turn.seat_by_id(seat_id)
        if seat.phone_id == phone:
            return
        turn.need_away(seat)
        row = turn.append("carried", {"name": seat.name, "on": host.name}, host.id)
        turn.set_seat(seat_id, phone_id=phone, own=False, sealed=row, uncovered=False)
        turn.connection.execute(sa.delete(Draft).where(Draft.seat_id == seat_id))
