"""Time that passes without waiting: the stored moments are moved back."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from flask import Flask

from app.tables import phones, store
from app.tables.models import MoveCode, now
from app.tables.models import Phone as PhoneRow
from tests.players import Phone

MINUTE = 60_000


def run(app: Flask, statement: Any) -> None:
    """One statement on the database."""
    with app.app_context(), store.writing() as connection:
        connection.execute(statement)


def rows(app: Flask, statement: Any) -> list[Any]:
    """What a query finds."""
    with app.app_context(), store.reading() as connection:
        return list(connection.execute(statement))


def silent_for(app: Flask, phone: Phone, millis: int) -> None:
    """This phone was last heard of so long ago."""
    assert phone.token is not None
    hashed = phones.digest(phone.token)
    run(app, sa.update(PhoneRow).where(PhoneRow.token_hash == hashed).values(seen_at=now() - millis))
    phones.forget_cache()


def codes_age_by(app: Flask, millis: int) -> None:
    """All move codes get older."""
    run(app, sa.update(MoveCode).values(until=MoveCode.until - millis))
