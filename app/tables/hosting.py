"""Leading a table: hand it on, take it over, close joining, put it away."""

from __future__ import annotations

from typing import Any

from app.errors import NotYourSeat, Unfit
from app.games.phrases import say
from app.tables.models import now
from app.tables.turns import Turn, at_table


def hand_on(code: str, phone: int | None, seat_id: int) -> None:
    """The host makes another seat with a phone the host."""
    with at_table(code) as turn:
        host = turn.host(phone)
        seat = turn.seat_by_id(seat_id)
        if not seat.own or seat.phone_id is None:
            raise Unfit(say("%(name)s has no phone here. Choose somebody with a phone.", name=seat.name))
        if seat.id == host.id:
            return
        turn.set(host_seat_id=seat.id)
        _face_from(turn, seat)
        turn.append("host", {"name": seat.name, "from": host.name}, host.id)


def take_over(code: str, phone: int | None) -> None:
    """Whoever sits at the table becomes the host when the host's phone has not been heard of for a minute."""
    with at_table(code) as turn:
        me = turn.sitting(phone)
        if turn.is_host(phone):
            return
        host = turn.seat_by_id(turn.table.host_seat_id)
        if turn.here(host):
            raise NotYourSeat(say("%(name)s's phone is here. Ask %(name)s to hand the table on.", name=host.name))
        turn.set(host_seat_id=me.id)
        _face_from(turn, me)
        turn.append("host", {"name": me.name, "from": host.name, "away": True}, me.id)


def open_joining(code: str, phone: int | None, is_open: bool) -> None:
    """Let new people sit down, or not; those who sit are never affected."""
    with at_table(code) as turn:
        host = turn.host(phone)
        if turn.table.joining_open != is_open:
            turn.set(joining_open=is_open)
            turn.append("joining", {"open": is_open}, host.id)


def put_away(code: str, phone: int | None) -> None:
    """Hide the table; nothing is deleted, and ``bring_back`` restores it."""
    with at_table(code) as turn:
        host = turn.host(phone)
        turn.append("put_away", {}, host.id)
        turn.set(deleted_at=now())


def bring_back(code: str, phone: int | None) -> None:
    """Undo ``put_away``."""
    with at_table(code, put_away=True) as turn:
        host = turn.host(phone)
        if turn.table.deleted_at is not None:
            turn.append("brought_back", {}, host.id)
            turn.set(deleted_at=None)


def _face_from(turn: Turn, host: Any) -> None:
    """Before the start the cards will be named from the new host's side; afterwards they keep their names."""
    if turn.table.status == "lobby":
        side = host.turn
        for seat in turn.seats:
            turn.set_seat(seat.id, turn=(seat.turn - side) % 360)
