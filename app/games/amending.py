"""A corrected list of actions: which entries there are, what a correction makes of them, and what it changes.

Pure, for all games. Works on what is public of a table (``Game.settled``), never on more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from app.games.kernel import Accepted, Action, Finding, Game, Refused
from app.games.phrases import Phrase

A = TypeVar("A", bound=Action)
S = TypeVar("S")

#: Names an entry for good: its row of the log, and 0; or the row of the correction that put it in, and 1, 2, 3 ...
#: Unique, and in the order of time.
Id = tuple[int, int]
#: Stands before all entries.
BEGINNING: Id = (0, 0)
ChangeKind = Literal["replaced", "dropped", "inserted", "follows", "impossible"]


@dataclass(frozen=True, slots=True)
class Edit(Generic[A]):
    """``action`` in the place of the entry ``at``, or behind it (``insert``); None drops the entry."""

    at: Id
    action: A | None
    insert: bool = False


@dataclass(frozen=True, slots=True)
class Entry(Generic[A]):
    """``was``: its place among the entries before the correction; None for one that is put in."""

    id: Id
    action: A
    was: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """What an entry says: in the log, and as an entry. ``refused``: why it cannot be; then it was passed over."""

    line: Phrase | None
    entry: Phrase | None
    why: tuple[Finding, ...]
    refused: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one entry.

    ``replaced``, ``dropped``, ``inserted``: by the correction itself. ``follows``: it says something else, or stands
    for other reasons, because of an earlier change. ``impossible``: the rules refuse it now, ``why`` says so; it has
    to be dropped or corrected too. ``line`` is its new line in the log, ``action`` what it is after the correction.
    """

    id: Id
    kind: ChangeKind
    old: Phrase | None
    new: Phrase | None
    line: Phrase | None
    why: tuple[Finding, ...]
    edited: bool
    action: Any


def edited(old: Sequence[Entry[A]], edits: Sequence[Edit[A]], row: int) -> tuple[Entry[A], ...]:
    """The entries after these edits, made by log row ``row``. Every edit is about ``old``; several that put something
    in behind the same entry keep their order."""
    instead = {edit.at: edit.action for edit in edits if not edit.insert}
    behind: dict[Id, list[Entry[A]]] = {}
    for number, edit in enumerate((edit for edit in edits if edit.insert), 1):
        if edit.action is not None:
            behind.setdefault(edit.at, []).append(Entry((row, number), edit.action, None))
    new = list(behind.get(BEGINNING, ()))
    for entry in old:
        if entry.id not in instead:
            new.append(entry)
        elif (action := instead[entry.id]) is not None:
            new.append(Entry(entry.id, action, entry.was))
        new += behind.get(entry.id, ())
    return tuple(new)


def tell(game: Game[S, A, Any], start: S, entries: Sequence[Entry[A]]) -> tuple[dict[Id, Told], S]:
    """What each entry says, and the state after them all. What the rules refuse is passed over."""
    told: dict[Id, Told] = {}
    state = start
    entry_for = game.entry_for
    for entry in entries:
        match game.apply(state, entry.action):
            case Accepted(state=after):
                line = game.line_for(state, entry.action, after, None)
                shown = line if entry_for is None else entry_for(state, entry.action, after)
                told[entry.id] = Told(line, shown, game.why(state, entry.action, after))
                state = after
            case Refused(violations=violations):
                told[entry.id] = Told(None, None, (), violations)
    return told, state


def compare(
    old: Sequence[Entry[A]],
    new: Sequence[Entry[A]],
    before: Mapping[Id, Told],
    after: Mapping[Id, Told],
) -> tuple[Change, ...]:
    """Every entry that changes, in order."""
    actions = {entry.id: entry.action for entry in old}
    kept = {entry.id for entry in new}
    changes: list[Change] = []
    gone = iter([entry.id for entry in old])
    for entry in new:
        if entry.was is not None:
            changes += _dropped_until(gone, entry.id, kept, before)
        change = _change(entry, actions, before, after)
        if change is not None:
            changes.append(change)
    changes += _dropped_until(gone, None, kept, before)
    return tuple(changes)


def _dropped_until(gone: Any, until: Id | None, kept: set[Id], before: Mapping[Id, Told]) -> list[Change]:
    dropped: list[Change] = []
    for each in gone:
        if each == until:
            break
        if each not in kept:
            dropped.append(Change(each, "dropped", before[each].entry, None, None, (), True, None))
    return dropped


def _change(
    entry: Entry[A], actions: Mapping[Id, A], before: Mapping[Id, Told], after: Mapping[Id, Told]
) -> Change | None:
    was, now = before.get(entry.id), after[entry.id]
    changed = was is None or actions[entry.id] != entry.action
    kind: ChangeKind
    if now.refused:
        kind = "impossible"
    elif was is None:
        kind = "inserted"
    elif changed:
        kind = "replaced"
    elif (was.line, was.why) != (now.line, now.why):
        kind = "follows"
    else:
        return None
    old = None if was is None else was.entry
    return Change(entry.id, kind, old, now.entry, now.line, now.refused or now.why, changed, entry.action)


def standing(game: Game[S, A, Any], state: S) -> tuple[int | None, ...] | None:
    """The points so far, or at the end; None where the game counts none before it ends."""
    if game.standing is not None:
        return game.standing(state)
    ended = game.outcome(state)
    return None if ended is None else ended.points
