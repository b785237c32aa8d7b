"""A stored league whose snapshot is looked at, and what happens in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from typing import Any

import sqlalchemy as sa
from hypothesis import strategies as st

from app.leagues import changes
from app.leagues.book import SeasonId
from app.leagues.changes import MemberErased, SeasonClosed
from app.leagues.stored import checking, doors, lines, position, service, snapshots, turn
from app.leagues.stored.models import LeagueSnapshot
from app.leagues.stored.turn import Seen
from app.tables import phones, store
from tests.houses import elsewhere
from tests.leagues.making import League, result, rules, utc

rnds = st.integers(0, 2**32 - 1).map(random.Random)


class Club:
    """A stored league, and the phone that organises it."""

    def __init__(self, people: str = "a b c d e", **settings: Any) -> None:
        self.phone, _token = phones.new_phone()
        league = League(rules(**settings), "Europe/Paris", people)
        self.slug = doors.bring(league.lines, self.phone, "bring-it-in").slug
        self.taps = 0

    def tap(self) -> str:
        self.taps += 1
        return f"tap-number-{self.taps}"

    @property
    def book(self) -> Any:
        return turn.look(self.slug, self.phone).book

    def do(self, *wanted: changes.Change) -> None:
        """By the way people go."""
        for change in wanted:
            match change:
                case MemberErased(member=member, pseudonym=name):
                    service.erase_member(self.slug, self.phone, self.tap(), member, name)
                case SeasonClosed(season=season, note=note):
                    service.close_season(self.slug, self.phone, self.tap(), season, note)
                case _:
                    turn.change(self.slug, self.phone, self.tap(), change)

    def row(self) -> Any:
        with store.reading() as connection:
            return turn.row_of(connection, self.slug)

    def fresh(self) -> Seen:
        """Out of the lines, with nothing that was kept or remembered."""
        with store.reading() as connection:
            league = turn.row_of(connection, self.slug)
            folded = lines.advanced(position.Position(), lines.rows_after(connection, league.id))
        return Seen(league, frozenset(), folded)

    def here(self) -> Seen:
        """As this process finds it."""
        seen = turn.look(self.slug, self.phone)
        return Seen(seen.league, frozenset(), seen.position)

    def browse(self) -> None:
        """Look at every page, and keep what was worked out."""
        for _told in checking.worked_out(self.here()):
            pass
        snapshots.save_due()

    def right(self) -> bool:
        """What this process says, and what one says that remembers nothing, is what the lines give."""
        assert list(checking.differences(self.here(), self.fresh())) == []
        with elsewhere():
            assert list(checking.differences(self.here(), self.fresh())) == []
        return True

    def parts(self) -> dict[str, int]:
        with store.reading() as connection:
            found = connection.execute(sa.select(LeagueSnapshot.part, LeagueSnapshot.seq))
            return {row.part: row.seq for row in found}


def played(number: int, people: str = "a b c", **facts: Any) -> changes.ResultAdded:
    ended = utc(f"2026-03-{number % 28 + 1:02d} 20:00")
    return changes.ResultAdded(result(f"r{number}", people, ended=ended, **facts), by_organiser=True)


S = SeasonId("s1")
FIRST = date(2026, 3, 1)
BEFORE = (
    changes.SeasonSet(S, "Spring", FIRST, FIRST.replace(day=31)),
    *(played(number, ("a b c", "b c d", "c d e")[number % 3]) for number in range(12)),
    changes.ResultAdded(result("waits", "a b c", ended=utc("2026-03-20 20:00"))),
)


def damage(part: str, data: Callable[[bytes], bytes], *, sealed: bool) -> None:
    """Other bytes in the parts whose names begin so; under their old seal, or ``sealed`` as if they were right."""
    with store.writing() as connection:
        rows = connection.execute(sa.select(LeagueSnapshot).where(LeagueSnapshot.part.startswith(part))).all()
        assert rows
        for row in rows:
            new = data(bytes(row.data))
            seal = snapshots._seal(row.league_id, row.part, row.seq, new) if sealed else bytes(row.seal)
            connection.execute(
                sa.update(LeagueSnapshot).where(LeagueSnapshot.part == row.part).values(data=new, seal=seal)
            )
