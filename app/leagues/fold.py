"""The one way a league changes: ``apply`` for one change, ``fold`` for the whole list. Both give the same book."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from app.games.phrases import say
from app.leagues import changes, nights, people, presets, results, seasons, zones
from app.leagues.answers import Accepted, Refused
from app.leagues.book import Book
from app.leagues.changes import Line
from app.leagues.draft import Draft


@dataclass(frozen=True, slots=True)
class Folded:
    """A list of changes, replayed: the book after the good prefix (None: not even opened), how many lines that were,
    and the refusal that ended it."""

    book: Book | None
    done: int
    refused: Refused | None


def apply(book: Book | None, line: Line) -> Accepted[Book] | Refused:
    """The book after one more change, or why it cannot hold. ``book`` None: before the first one."""
    draft = None if book is None else Draft.of(book)
    answer = _step(draft, line)
    return answer if isinstance(answer, Refused) else Accepted(answer.done())


def fold(lines: Iterable[Line], book: Book | None = None) -> Folded:
    """Apply ``lines`` one after another; stop at the first refusal, keeping what was good."""
    draft = None if book is None else Draft.of(book)
    done = 0
    for line in lines:
        answer = _step(draft, line)
        if isinstance(answer, Refused):
            return Folded(None if draft is None else draft.done(), done, answer)
        draft, done = answer, done + 1
    return Folded(None if draft is None else draft.done(), done, None)


def _step(draft: Draft | None, line: Line) -> Draft | Refused:
    """A refusal leaves the draft as it was: every step writes only after its last question."""
    change = line.change
    if draft is None:
        if not isinstance(change, changes.Opened):
            return Refused(say("This league has not been opened."), "kind")
        if line.seq != 1:
            return Refused(say("The changes of a league are numbered one after another."), "seq")
        if not 0 < len(change.id) <= 60:
            return Refused(say("That id is empty or too long. Make another one."), "id")
        no = _settings(change.name, change.zone) or presets.check(change.rules)
        if no is not None:
            return no
        made = Draft.of(Book(change.id, _tidy(change.name), change.zone, change.rules, change.public))
        made.seq = 1
        return made
    if line.seq != draft.seq + 1:
        return Refused(say("The changes of a league are numbered one after another."), "seq")
    no = _do(draft, line, change)
    if no is not None:
        return no
    draft.seq = line.seq
    return draft


def _do(draft: Draft, line: Line, change: changes.Change) -> Refused | None:
    match change:
        case changes.Opened():
            return Refused(say("This league is open already."), "kind")
        case changes.Named():
            return _named(draft, change)
        case changes.Ruled():
            return _ruled(draft, change)
        case changes.MemberAdded():
            return people.added(draft, change)
        case changes.MemberRenamed():
            return people.renamed(draft, change)
        case changes.MemberSet():
            return people.set_(draft, change)
        case changes.MemberErased():
            return people.erased(draft, change)
        case changes.MemberLinked():
            return people.linked(draft, change)
        case changes.Merged():
            return people.merged(draft, change)
        case changes.Unmerged():
            return people.unmerged(draft, change)
        case changes.ResultAdded():
            return results.added(draft, line, change)
        case changes.ResultConfirmed():
            return results.confirmed(draft, line, change)
        case changes.ResultCorrected():
            return results.corrected(draft, line, change)
        case changes.ResultWithdrawn():
            return results.withdrawn(draft, line, change)
        case changes.ResultRestored():
            return results.restored(draft, line, change)
        case changes.SeasonSet():
            return seasons.set_(draft, change)
        case changes.SeasonRemoved():
            return seasons.removed(draft, change)
        case changes.SeasonClosed():
            return seasons.closed(draft, line, change)
        case changes.SeasonReopened():
            return seasons.reopened(draft, line, change)
        case changes.NightSet():
            return nights.set_(draft, change)
        case changes.CheckedIn():
            return nights.checked_in(draft, change)
        case changes.Seating():
            return nights.seated(draft, change)
        case _ as never:
            assert_never(never)


def _settings(name: str, zone: str) -> Refused | None:
    if isinstance(titled := people.titled(name), Refused):
        return titled
    if not zones.known(zone):
        return Refused(say("There is no time zone %(zone)s. Choose one like Europe/Paris.", zone=zone[:60]), "zone")
    return None


def _tidy(name: str) -> str:
    titled = people.titled(name)
    assert isinstance(titled, str), "asked before"
    return titled


def _named(draft: Draft, change: changes.Named) -> Refused | None:
    if (no := _settings(change.name, change.zone)) is not None:
        return no
    draft.name, draft.zone, draft.public = _tidy(change.name), change.zone, change.public
    return None


def _ruled(draft: Draft, change: changes.Ruled) -> Refused | None:
    if (no := presets.check(change.rules)) is not None:
        return no
    draft.rules = change.rules
    return None
