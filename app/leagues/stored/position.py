"""A league at one of its lines, and what has been worked out from it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from app.leagues.book import Book
from app.leagues.games import GameKey
from app.leagues.ratings import Replay, replay
from app.leagues.tally import Counts, counts
from app.leagues.valid import Counted, Earlier, Scope, valid, within

T = TypeVar("T")

#: Shorter leagues are folded in no time: nothing is kept of them.
WORTH = 500

#: So many new things make it worth setting them apart.
MANY = 50_000

_pauses = 0
_guard = threading.Lock()


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for garbage while tens of thousands of things are made that are all kept: the search goes through them
    again and again, and takes longer than making them. Where it was so many, none of them is searched later either:
    a position has no circles in it, and goes when nothing names it any more."""
    global _pauses
    with _guard:
        if _pauses == 0 and not gc.isenabled():
            ours = False
        else:
            ours, _pauses = True, _pauses + 1
            gc.disable()
    try:
        yield
    finally:
        with _guard:
            if ours:
                _pauses -= 1
                if _pauses == 0:
                    if gc.get_count()[0] > MANY:
                        gc.freeze()
                    gc.enable()


@dataclass(slots=True)
class Position:
    """A league at line ``seq``. ``broken``: the first stored line that does not fold; nothing after it is guessed.

    ``memo`` holds what was worked out from this very book, ``running`` what the next book can go on from, ``before``
    what this one can. ``stored``: what a snapshot has of this book (``snapshots``), ``unsaved``: what it should have;
    ``based``: the line of the snapshot that holds a whole book, None where there is none.
    """

    book: Book | None = None
    seq: int = 0
    broken: int | None = None
    league: int | None = None
    memo: dict[Any, Any] = field(default_factory=dict)
    running: dict[Any, Any] = field(default_factory=dict)
    before: Mapping[Any, Any] = field(default_factory=dict)
    stored: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    unsaved: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    based: int | None = None

    @property
    def whole(self) -> Book:
        """The book; there is one in every stored league whose first line folds."""
        assert self.book is not None
        return self.book

    def onto(self, book: Book | None, seq: int, broken: int | None = None) -> Position:
        """The position of a later book of this league; what was worked out so far saves work there."""
        return Position(book, seq, broken, self.league, before={**self.before, **self.running}, based=self.based)

    def once(self, key: Any, work: Callable[[], T]) -> T:
        """What ``work`` gives, worked out once per position."""
        if key not in self.memo:
            with uncollected():
                self.memo[key] = work()
        return cast(T, self.memo[key])

    def kept(self, name: str, kind: Any, work: Callable[[], T]) -> T:
        """The same, and kept with the snapshot under ``name`` for whoever has not worked it out; ``kind``: its type."""

        def found() -> T:
            read = self.stored.get(name)
            made = None if read is None else read(kind)
            if made is None:
                made = work()
                self.unsaved[name] = (kind, made)
                mark(self)
            return cast(T, made)

        return self.once(name, found)

    def _onwards(self, key: Any, work: Callable[[Any], T]) -> T:
        """What ``work`` gives, which may go on from what it gave for an earlier book."""
        if key not in self.running:
            with uncollected():
                self.running[key] = work(self.before.get(key))
        return cast(T, self.running[key])

    @property
    def games(self) -> tuple[Counted, ...]:
        """The results that count, in order."""

        def work(earlier: Earlier | None) -> Earlier:
            return Earlier(self.whole, valid(self.whole, earlier))

        return self._onwards("games", work).games

    def within(self, scope: Scope) -> tuple[Counted, ...]:
        """Those of one scope."""
        return self.once(("within", scope), lambda: within(self.whole, self.games, scope))

    def counts(self, scope: Scope) -> Counts:
        """What standings of that scope are made from."""

        def work(earlier: Counts | None) -> Counts:
            return counts(self.within(scope), self.whole.rules, earlier)

        return self._onwards(("counts", scope), work)

    def replay(self, game: GameKey) -> Replay:
        """The ratings of one game over all seasons, step by step."""

        def work(earlier: Replay | None) -> Replay:
            return replay((one for one in self.games if one.game == game), earlier)

        return self._onwards(("replay", game), work)


_marked: dict[int, Position] = {}


def mark(position: Position) -> None:
    """Something of this position is worth keeping. Of each league the newest one counts."""
    if position.league is not None and position.seq >= WORTH and position.broken is None:
        with _guard:
            held = _marked.get(position.league)
            if held is None or held.seq <= position.seq:
                _marked[position.league] = position


def due() -> list[Position]:
    """The positions that were marked, once."""
    if not _marked:
        return []
    with _guard:
        found = list(_marked.values())
        _marked.clear()
        return found
