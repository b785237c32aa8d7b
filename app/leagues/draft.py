"""A book being written: the same fields as ``Book``, but open. Lives only inside one fold."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from app.leagues.book import (
    Book,
    Member,
    MemberId,
    Night,
    NightId,
    Past,
    Result,
    ResultId,
    Rules,
    Season,
    SeasonId,
    who,
)


@dataclass(slots=True)
class Draft:
    """``names`` maps the key of each name in use to its owner; ``sources`` maps where results came from to them."""

    id: str
    name: str
    zone: str
    rules: Rules
    public: bool
    seq: int
    members: dict[MemberId, Member]
    merged: dict[MemberId, MemberId]
    seasons: dict[SeasonId, Season]
    results: dict[ResultId, Result]
    withdrawn: set[ResultId]
    confirmed: dict[ResultId, tuple[str, ...]]
    past: dict[ResultId, tuple[Past, ...]]
    nights: dict[NightId, Night]
    sources: dict[str, ResultId]

    @classmethod
    def of(cls, book: Book) -> Draft:
        return cls(
            book.id,
            book.name,
            book.zone,
            book.rules,
            book.public,
            book.seq,
            dict(book.members),
            dict(book.merged),
            dict(book.seasons),
            dict(book.results),
            set(book.withdrawn),
            dict(book.confirmed),
            dict(book.past),
            dict(book.nights),
            {result.source_id: result.id for result in book.results.values() if result.source_id},
        )

    def done(self) -> Book:
        """The book; this draft must not be written to afterwards."""
        return Book(
            self.id,
            self.name,
            self.zone,
            self.rules,
            self.public,
            self.seq,
            MappingProxyType(self.members),
            MappingProxyType(self.merged),
            MappingProxyType(self.seasons),
            MappingProxyType(self.results),
            frozenset(self.withdrawn),
            MappingProxyType(self.confirmed),
            MappingProxyType(self.past),
            MappingProxyType(self.nights),
        )

    def who(self, member: MemberId) -> MemberId:
        return who(self.merged, member)

    def called(self, member: MemberId) -> str:
        """The name for a sentence; whoever is unknown is called by the id."""
        found = self.members.get(self.who(member))
        return found.name if found is not None else member[:40]
