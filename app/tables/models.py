"""What is stored. Times are whole milliseconds since 1970, UTC."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = sa.MetaData(naming_convention=NAMING)


db = SQLAlchemy(metadata=Base.metadata)

#: Milliseconds need more than 32 bits; SQLite numbers its rows only in a plain INTEGER.
Millis = sa.BigInteger()
RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def now() -> int:
    """The time of day for the log, in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Body(sa.types.TypeDecorator[Any]):
    """JSON. A stored text that is none reads as None: the fold finds that row, and it harms no other."""

    impl = sa.JSON
    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any] | None:
        read = super().result_processor(dialect, coltype)
        if read is None:  # the driver has read it, and the database has checked it
            return None

        def read_or_none(stored: Any) -> Any:
            try:
                return read(stored)
            except ValueError:
                return None

        return read_or_none


class Phone(Base):
    """A device. Its token (256 random bits) is known to nobody but the phone; only the hash is kept."""

    __tablename__ = "phones"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    token_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    created_at: Mapped[int] = mapped_column(Millis)
    seen_at: Mapped[int] = mapped_column(Millis)


class Table(Base):
    """A table. ``seq`` is the number of its newest log row, ``game_seq`` of the newest that moved the game on."""

    __tablename__ = "tables"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    code: Mapped[str] = mapped_column(sa.String(4), unique=True)
    game: Mapped[str] = mapped_column(sa.String(32))
    rules_version: Mapped[int] = mapped_column(sa.Integer)
    status: Mapped[str] = mapped_column(sa.String(16))
    host_seat_id: Mapped[int | None] = mapped_column(RowId)
    joining_open: Mapped[bool] = mapped_column(sa.Boolean)
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    seq: Mapped[int] = mapped_column(sa.Integer)
    game_seq: Mapped[int] = mapped_column(sa.Integer)
    next_code: Mapped[str | None] = mapped_column(sa.String(4))
    created_at: Mapped[int] = mapped_column(Millis)
    started_at: Mapped[int | None] = mapped_column(Millis)
    ended_at: Mapped[int | None] = mapped_column(Millis)
    deleted_at: Mapped[int | None] = mapped_column(Millis)


class SeatRow(Base):
    """A place at a table. ``number`` is clockwise from 0 and fixed from the start of the game on.

    ``phone_id`` is the phone that holds the seat: move it, and the old phone is out at once. ``own`` is False for a
    player without a phone, who is carried on another one. ``uncovered``: on a phone that holds several seats, the
    one whose secrets may be shown now. ``sealed``: the host took the seat of a dead phone over at this log row; what
    the seat chose in secret up to there is shown to nobody on the new phone, however often it is undone and redone.
    """

    __tablename__ = "seats"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), index=True)
    number: Mapped[int] = mapped_column(sa.Integer)
    name: Mapped[str] = mapped_column(sa.String(40))
    name_key: Mapped[str] = mapped_column(sa.String(80))
    sign: Mapped[int] = mapped_column(sa.Integer)
    phone_id: Mapped[int | None] = mapped_column(sa.ForeignKey("phones.id"), index=True)
    own: Mapped[bool] = mapped_column(sa.Boolean)
    uncovered: Mapped[bool] = mapped_column(sa.Boolean)
    sealed: Mapped[int] = mapped_column(sa.Integer)
    turn: Mapped[int] = mapped_column(sa.Integer)
    __table_args__ = (
        sa.UniqueConstraint("table_id", "number"),
        sa.UniqueConstraint("table_id", "name_key"),
    )


class Entry(Base):
    """A row of the one append-only log. ``key`` is random per tap, so that the same tap counts once."""

    __tablename__ = "entries"
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(Millis)
    by_seat_id: Mapped[int | None] = mapped_column(RowId)
    kind: Mapped[str] = mapped_column(sa.String(16))
    key: Mapped[str] = mapped_column(sa.String(64))
    body: Mapped[dict[str, Any]] = mapped_column(Body)
    __table_args__ = (sa.UniqueConstraint("table_id", "key"),)


class Draft(Base):
    """What a seat is still thinking about. Not in the log: the number of saves would tell how much is marked."""

    __tablename__ = "drafts"
    seat_id: Mapped[int] = mapped_column(sa.ForeignKey("seats.id"), primary_key=True, autoincrement=False)
    stage: Mapped[str] = mapped_column(sa.String(32))
    body: Mapped[dict[str, Any]] = mapped_column(sa.JSON)


class Result(Base):
    """How a table ended; stored once, taken back with the end."""

    __tablename__ = "results"
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False)
    ended_at: Mapped[int] = mapped_column(Millis, index=True)
    game: Mapped[str] = mapped_column(sa.String(32))
    body: Mapped[dict[str, Any]] = mapped_column(sa.JSON)


class MoveCode(Base):
    """A code that moves a seat to another phone: once, within ten minutes. Only its hash is kept."""

    __tablename__ = "move_codes"
    code_hash: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    seat_id: Mapped[int] = mapped_column(sa.ForeignKey("seats.id"), index=True)
    until: Mapped[int] = mapped_column(Millis)
    used_at: Mapped[int | None] = mapped_column(Millis)


class Claim(Base):
    """Somebody says "I am that Bo"; the host decides. ``decided`` is None, "yes" or "no"."""

    __tablename__ = "claims"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), index=True)
    seat_id: Mapped[int] = mapped_column(sa.ForeignKey("seats.id"))
    phone_id: Mapped[int] = mapped_column(sa.ForeignKey("phones.id"))
    created_at: Mapped[int] = mapped_column(Millis)
    decided: Mapped[str | None] = mapped_column(sa.String(3))


class Proposal(Base):
    """Somebody at the table would correct the log; the host decides. ``edits`` are as in the log: public all of them.
    ``decided`` is None, "yes" or "no"."""

    __tablename__ = "proposals"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), index=True)
    seat_id: Mapped[int] = mapped_column(sa.ForeignKey("seats.id"))
    created_at: Mapped[int] = mapped_column(Millis)
    edits: Mapped[list[dict[str, Any]]] = mapped_column(sa.JSON)
    why: Mapped[str] = mapped_column(sa.String(200))
    decided: Mapped[str | None] = mapped_column(sa.String(3))
