"""Phones and what they carry: a random token that is the only credential there is."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from contextlib import suppress

import sqlalchemy as sa

from app.errors import NoRoom
from app.tables import store
from app.tables.models import Phone, now

#: A phone that was not heard of for this long is shown as away, and its host rights can be taken over.
AWAY_AFTER_MS = 60_000
TOUCH_EVERY_MS = 15_000
KNOWN_AT_MOST = 10_000

_known: OrderedDict[str, int] = OrderedDict()
_touched: OrderedDict[int, int] = OrderedDict()
_guard = threading.Lock()


def digest(secret: str) -> str:
    """What is stored of a secret with 128 bits or more (such a one needs no salt)."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_phone() -> tuple[int, str]:
    """A phone never seen before: its id and its token (256 bits), which is told to it once."""
    token = secrets.token_urlsafe(32)
    with store.writing() as connection:
        made = connection.execute(
            sa.insert(Phone).values(token_hash=digest(token), created_at=now(), seen_at=now()).returning(Phone.id)
        )
        return int(made.scalar_one()), token


def phone_of(token: str | None) -> int | None:
    """The phone that carries this token, or None. Phones are never deleted, so the answer may be remembered."""
    if not token or len(token) > 100:
        return None
    hashed = digest(token)
    with _guard:
        if (found := _known.get(hashed)) is not None:
            _known.move_to_end(hashed)
            return found
    with store.reading() as connection:
        row = connection.execute(sa.select(Phone.id).where(Phone.token_hash == hashed)).first()
    if row is None:
        return None
    with _guard:
        _known[hashed] = row.id
        if len(_known) > KNOWN_AT_MOST:
            _known.popitem(last=False)
    return int(row.id)


def touch(phone_id: int) -> None:
    """The phone was heard of. Written down at most every 15 seconds, and only where there is room for it: whoever
    looks can do so while nothing can be stored."""
    moment = now()
    with _guard:
        if moment - _touched.get(phone_id, 0) < TOUCH_EVERY_MS:
            return
        _touched[phone_id] = moment
        _touched.move_to_end(phone_id)
        if len(_touched) > KNOWN_AT_MOST:
            _touched.popitem(last=False)
    with suppress(NoRoom), store.writing() as connection:
        connection.execute(sa.update(Phone).where(Phone.id == phone_id).values(seen_at=moment))


def forget_cache() -> None:
    """Start afresh (another database)."""
    with _guard:
        _known.clear()
        _touched.clear()
