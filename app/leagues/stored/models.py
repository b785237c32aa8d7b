"""What is stored of leagues. Times are whole milliseconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from app.tables.models import Base, Body, Millis, RowId


class League(Base):
    """A league. ``slug`` is its place in addresses, ``seq`` the number of its newest line.

    Three secrets open it: the organiser's, a second organiser's (None: there is none), and the members', with which a
    private league is read and tables are saved. Only their hashes are kept.
    """

    __tablename__ = "leagues"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    slug: Mapped[str] = mapped_column(sa.String(48), unique=True)
    seq: Mapped[int] = mapped_column(sa.Integer)
    created_at: Mapped[int] = mapped_column(Millis)
    opened_by: Mapped[int | None] = mapped_column(RowId)
    organiser_hash: Mapped[str] = mapped_column(sa.String(64))
    second_hash: Mapped[str | None] = mapped_column(sa.String(64))
    member_hash: Mapped[str] = mapped_column(sa.String(64))


class Lines(Body):
    """The same JSON, read faster where the driver has not read it: a league is read whole."""

    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any] | None:
        slowly = super().result_processor(dialect, coltype)
        if slowly is None:
            return None

        def read(stored: Any) -> Any:
            try:
                return orjson.loads(stored)
            except (ValueError, TypeError):  # NaN, for one, is JSON to Python only
                return slowly(stored)

        return read


class LeagueLine(Base):
    """A change of a league. ``key`` is random per tap, so that the same tap counts once."""

    __tablename__ = "league_lines"
    league_id: Mapped[int] = mapped_column(sa.ForeignKey("leagues.id"), primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(sa.Integer, primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(Millis)
    by: Mapped[str] = mapped_column(sa.String(60))
    kind: Mapped[str] = mapped_column(sa.String(24))
    key: Mapped[str] = mapped_column(sa.String(64))
    body: Mapped[dict[str, Any]] = mapped_column(Lines)
    __table_args__ = (sa.UniqueConstraint("league_id", "key"),)


class LeagueKey(Base):
    """A phone that opened a league with one of its links. It holds as long as ``key_hash`` is the hash of that link:
    whoever makes a new link puts all phones with the old one out at once."""

    __tablename__ = "league_keys"
    league_id: Mapped[int] = mapped_column(sa.ForeignKey("leagues.id"), primary_key=True, autoincrement=False)
    phone_id: Mapped[int] = mapped_column(sa.ForeignKey("phones.id"), primary_key=True, autoincrement=False, index=True)
    role: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    key_hash: Mapped[str] = mapped_column(sa.String(64))
    at: Mapped[int] = mapped_column(Millis)


class LeagueTable(Base):
    """A table that was opened for a league, or saved to it. ``result``: what came of it there, once it was saved."""

    __tablename__ = "league_tables"
    table_id: Mapped[int] = mapped_column(sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False)
    league_id: Mapped[int] = mapped_column(
        sa.ForeignKey("leagues.id"), primary_key=True, autoincrement=False, index=True
    )
    result: Mapped[str | None] = mapped_column(sa.String(60))
    at: Mapped[int] = mapped_column(Millis)


class LeagueFile(Base):
    """A file on its way in, between the upload and the answer who is who; kept for a day at most."""

    __tablename__ = "league_files"
    id: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    league_id: Mapped[int] = mapped_column(sa.ForeignKey("leagues.id"), index=True)
    at: Mapped[int] = mapped_column(Millis)
    data: Mapped[bytes] = mapped_column(sa.LargeBinary)


class LeagueSnapshot(Base):
    """What was worked out from the lines up to ``seq``, packed (``snapshots``). ``seal``: of the code that did it, and
    of all the rest of the row. Derived: may be deleted at any time."""

    __tablename__ = "league_snapshots"
    league_id: Mapped[int] = mapped_column(sa.ForeignKey("leagues.id"), primary_key=True, autoincrement=False)
    part: Mapped[str] = mapped_column(sa.String(160), primary_key=True)
    seq: Mapped[int] = mapped_column(sa.Integer)
    seal: Mapped[bytes] = mapped_column(sa.LargeBinary)
    data: Mapped[bytes] = mapped_column(sa.LargeBinary)
