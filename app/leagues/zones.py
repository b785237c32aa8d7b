"""From moments to days: which local date a game belongs to, and where a local time lies in UTC."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from app.leagues.book import Moment


def known(name: str) -> bool:
    """Whether there is a time zone of that name; one that means the same on every machine (not ``localtime``)."""
    return name in every()


#: Names that mean whatever the machine is set to.
_OWN = {"localtime", "posixrules", "Factory"}


@cache
def every() -> frozenset[str]:
    """The names of all time zones that this machine knows."""
    return frozenset(available_timezones()) - _OWN


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@cache
def known_days(name: str) -> str:
    """What this machine knows of that zone, as one word: another word where a day may begin at another moment."""
    week, zone = 7 * 24 * 3600, _zone(name)
    offsets = [datetime.fromtimestamp(at, zone).utcoffset() for at in range(0, 2_400_000_000, week)]
    return hashlib.sha256(repr(offsets).encode()).hexdigest()[:16]


def day_of(moment: Moment, zone: str) -> date:
    """The local date of that moment: 23:30 belongs to that day, half past midnight to the next."""
    return datetime.fromtimestamp(moment // 1000, _zone(zone)).date()


def local(moment: Moment, zone: str) -> datetime:
    """The local date and time of that moment, with its offset."""
    return datetime.fromtimestamp(moment // 1000, _zone(zone))


def utc(moment: Moment) -> datetime:
    return datetime.fromtimestamp(moment // 1000, UTC)


def moment_of(naive: datetime, zone: str) -> Moment:
    """A local time without an offset as a moment; one with an offset is that moment, whatever the zone.

    The hour that comes twice when clocks go back is its first pass; one that is skipped when they go forward is as much
    later.
    """
    if naive.tzinfo is not None:
        return Moment(int(naive.timestamp()) * 1000)
    return Moment(int(naive.replace(tzinfo=_zone(zone), fold=0).timestamp()) * 1000)


def utc_text(moment: int) -> str:
    """``2026-01-31T20:15:00Z``."""
    return f"{utc(Moment(moment)):%Y-%m-%dT%H:%M:%SZ}"
