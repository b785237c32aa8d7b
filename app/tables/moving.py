"""Moving a seat to another phone: by a one-time code, or by "I am that Bo" and the host's yes.

A code works once, for ten minutes, and the old phone is out the moment it is used. Codes are stored hashed.
"""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa

from app.errors import Closed, NotFound, NotYourSeat, Unfit
from app.games.phrases import say
from app.tables.models import Claim, Draft, MoveCode, now
from app.tables.phones import digest
from app.tables.turns import Turn, at_table

VALID_MS = 10 * 60 * 1000
ALPHABET = "ABCDEFGHJKMNPQRTUVWXY346789"
GROUPS, GROUP = 7, 4  # 28 letters of 27: 133 bits


def offer(code: str, phone: int | None, seat_id: int) -> str:
    """A code that brings this seat to another phone. By the phone that holds it, or by the host: once the game runs
    only for a phone that is away, or a second phone of the host's would be a way to somebody's marks.

    Earlier codes of the seat end. Returns the code, grouped for reading; it is told once.
    """
    with at_table(code) as turn:
        seat = turn.seat_by_id(seat_id)
        turn.sitting(phone)
        if seat.phone_id != phone and not turn.is_host(phone):
            raise NotYourSeat(say("Only that player or the host can move this seat."))
        if seat.phone_id != phone and turn.table.status != "lobby":
            turn.need_away(seat)
        letters = "".join(secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP))
        turn.connection.execute(sa.delete(MoveCode).where(MoveCode.seat_id == seat_id))
        turn.connection.execute(
            sa.insert(MoveCode).values(code_hash=digest(letters), seat_id=seat_id, until=now() + VALID_MS)
        )
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def accept(code: str, phone: int, move_code: object) -> int:
    """Sit in the seat that the code is for; returns the seat's id. Raises NotFound for a wrong code, Closed for a
    used or old one, Unfit when this phone already has a seat of its own here."""
    letters = "".join(sign for sign in str(move_code or "")[:200].upper() if sign.isalnum())
    with at_table(code) as turn:
        row = turn.connection.execute(
            sa.select(MoveCode.seat_id, MoveCode.until, MoveCode.used_at).where(MoveCode.code_hash == digest(letters))
        ).first()
        if row is None or row.seat_id not in {seat.id for seat in turn.seats}:
            raise NotFound(say("That code does not fit. Make a new one on the old phone, or ask the host for one."))
        if row.used_at is not None or row.until < now():
            raise Closed(say("That code was used or is too old. Make a new one on the old phone, or ask the host."))
        seat = turn.seat_by_id(row.seat_id)
        _hand_over(turn, seat, phone, sealed=bool(seat.sealed))
        turn.connection.execute(sa.update(MoveCode).where(MoveCode.code_hash == digest(letters)).values(used_at=now()))
    return int(row.seat_id)


def _hand_over(turn: Turn, seat: Any, phone: int, *, sealed: bool) -> None:
    """``sealed``: what the seat has chosen in this round is not shown on the new phone. A seat that the host took
    over stays sealed on every further phone, or the host would get round the seal with a second one."""
    others = [other for other in turn.seats_of(phone) if other.own and other.id != seat.id]
    if others:
        raise Unfit(say("This phone already sits here as %(name)s. Use another phone.", name=others[0].name))
    if seat.phone_id == phone and seat.own:
        return
    carried = [other for other in turn.seats_of(seat.phone_id) if not other.own and other.id != seat.id]
    if seat.own:  # players without a phone go along: the old phone is out altogether
        for other in carried:
            turn.set_seat(other.id, phone_id=phone, uncovered=False)
    row = turn.append("moved", {"name": seat.name}, seat.id)
    turn.set_seat(seat.id, phone_id=phone, own=True, uncovered=False, sealed=row if sealed else 0)
    if sealed:
        turn.connection.execute(sa.delete(Draft).where(Draft.seat_id == seat.id))


def claim(code: str, phone: int, seat_id: int) -> None:
    """ "I am that Bo": ask the host for this seat. Asking twice asks once."""
    with at_table(code) as turn:
        seat = turn.seat_by_id(seat_id)
        if seat.phone_id == phone:
            return
        others = [other for other in turn.seats_of(phone) if other.own]
        if others:
            raise Unfit(say("This phone already sits here as %(name)s. Use another phone.", name=others[0].name))
        asked = turn.connection.execute(
            sa.select(Claim.id).where(Claim.seat_id == seat_id, Claim.phone_id == phone, Claim.decided.is_(None))
        ).first()
        if asked is None:
            turn.connection.execute(
                sa.insert(Claim).values(table_id=turn.table.id, seat_id=seat_id, phone_id=phone, created_at=now())
            )
            turn.append("claimed", {"name": seat.name}, None)


def decide(code: str, phone: int | None, claim_id: int, yes: bool) -> None:
    """The host lets somebody into a seat, or not. Deciding twice decides once.

    While the old phone is here, what it has chosen in this round stays sealed: the host's yes may be to anybody.
    """
    with at_table(code) as turn:
        host = turn.host(phone)
        row = None
        if claim_id.bit_length() < 64:  # a larger one fits in no database
            row = turn.connection.execute(
                sa.select(Claim.seat_id, Claim.phone_id, Claim.decided).where(
                    Claim.id == claim_id, Claim.table_id == turn.table.id
                )
            ).first()
        if row is None:
            raise NotFound(say("Nobody is waiting for that seat any more."))
        if row.decided is not None:
            return
        seat = turn.seat_by_id(row.seat_id)
        turn.connection.execute(sa.update(Claim).where(Claim.id == claim_id).values(decided="yes" if yes else "no"))
        if yes:
            turn.connection.execute(
                sa.update(Claim).where(Claim.seat_id == seat.id, Claim.decided.is_(None)).values(decided="no")
            )
            _hand_over(turn, seat, row.phone_id, sealed=turn.here(seat) or bool(seat.sealed))
        else:
            turn.append("declined", {"name": seat.name}, host.id)


def claim_of(turn_or_connection: Any, table_id: int, phone: int | None) -> str | None:
    """What became of this phone's newest claim at the table: "waiting", "yes", "no", or None."""
    if phone is None:
        return None
    row = turn_or_connection.execute(
        sa.select(Claim.decided).where(Claim.table_id == table_id, Claim.phone_id == phone).order_by(Claim.id.desc())
    ).first()
    return None if row is None else (row.decided or "waiting")
