"""Being forgotten: the older lines of a league without a person's names.

The one exception to "append only". The store writes the scrubbed lines over the old ones in the transaction that
appends the ``MemberErased``, and folds anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from app.leagues import changes
from app.leagues.book import MemberId, Result, who
from app.leagues.changes import Line
from app.tables import names


def forget(lines: Sequence[Line], member: MemberId, pseudonym: str) -> tuple[Line, ...]:
    """``lines`` without the names of ``member`` and of everybody merged into this person now.

    Names in fields become the pseudonym (numbered where somebody else bears it), links become empty of meaning, and in
    notes and places the names are cut out. Ids, places and points stay, so standings and ratings are the same.
    """
    people = _same_person(lines, member)
    called = _names(lines, people)
    used = {names.key(name) for line in lines for name in _named(line) if not _about(line, people)}
    stand_in: dict[MemberId, str] = {}
    for one in people:
        name = pseudonym if names.key(pseudonym) not in used else names.numbered(pseudonym, used)
        stand_in[one] = name
        used.add(names.key(name))
    return tuple(replace(line, change=_scrubbed(line.change, stand_in, called)) for line in lines)


def _same_person(lines: Iterable[Line], member: MemberId) -> tuple[MemberId, ...]:
    merged: dict[MemberId, MemberId] = {}
    everybody: list[MemberId] = []
    for line in lines:
        match line.change:
            case changes.MemberAdded(member=one):
                everybody.append(one)
            case changes.Merged(kept=kept, gone=gone):
                merged[gone] = kept
            case changes.Unmerged(gone=gone):
                merged.pop(gone, None)
    return tuple(one for one in everybody if who(merged, one) == who(merged, member))


def _about(line: Line, people: tuple[MemberId, ...]) -> bool:
    return getattr(line.change, "member", None) in people


def _named(line: Line) -> tuple[str, ...]:
    match line.change:
        case changes.MemberAdded(name=name) | changes.MemberRenamed(name=name) | changes.MemberErased(pseudonym=name):
            return (name,)
    return ()


def _names(lines: Iterable[Line], people: tuple[MemberId, ...]) -> tuple[str, ...]:
    """Every name these people ever had, the longest first."""
    found = {name for line in lines if _about(line, people) for name in _named(line)}
    return tuple(sorted(found, key=lambda name: (-len(name), name)))


def _scrubbed(change: changes.Change, stand_in: dict[MemberId, str], called: tuple[str, ...]) -> changes.Change:
    match change:
        case changes.MemberAdded(member=member) | changes.MemberRenamed(member=member) if member in stand_in:
            return replace(change, name=stand_in[member])
        case changes.MemberLinked(member=member) if member in stand_in:
            return replace(change, link=f"forgotten:{member}")
    new: dict[str, Any] = {}
    for one in fields(change):
        value = getattr(change, one.name)
        if one.name in ("note", "place"):
            new[one.name] = _cut(value, called)
        elif isinstance(value, Result):
            new[one.name] = replace(value, note=_cut(value.note, called))
    return replace(change, **new) if new else change


def _cut(text: str, called: tuple[str, ...]) -> str:
    for name in called:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return text
