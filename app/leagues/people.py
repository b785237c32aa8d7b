"""Who is in a league: joining, renaming, hiding, merging and taking it back, and being forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from app.errors import Malformed
from app.games.phrases import say
from app.leagues import changes
from app.leagues.answers import Refused
from app.leagues.book import Book, Member, MemberId, Result, who
from app.leagues.draft import Draft
from app.tables import names

MOST_MEMBERS = 5_000
LONGEST_TITLE = 60


# Names


def tidied(name: object) -> str | Refused:
    """The name as it is shown (``tables.names``: the same names as at tables), or why it cannot be one."""
    try:
        return names.tidy(name)
    except Malformed as wrong:
        return Refused(wrong.says, "name")


def titled(text: str) -> str | Refused:
    """The title of a league, a season or a night as it is shown: cleaned like a name, but longer."""
    shown = names.visible(text)
    if not shown:
        return Refused(say("Type a title first."), "name")
    if len(shown) > LONGEST_TITLE:
        return Refused(say("That title is too long. Use at most %(most)s characters.", most=LONGEST_TITLE), "name")
    return shown


def taken(draft: Draft, name: str, but: MemberId | None = None) -> Refused | None:
    """Two people of one name would be taken for each other, so the second needs another one."""
    key = names.key(name)
    for member in draft.members.values():
        if member.id != but and member.id not in draft.merged and names.key(member.name) == key:
            return Refused(
                say("There is already a %(name)s. Add something that tells the two apart.", name=member.name), "name"
            )
    return None


def find(draft: Draft, member: MemberId) -> Member | Refused:
    """The member, unless unknown or merged into somebody else."""
    found = draft.members.get(member)
    if found is None:
        return Refused(say("Nobody here is known as %(id)s. Choose a member, or add one.", id=member[:40]), "member")
    if member in draft.merged:
        return Refused(
            say("%(gone)s is now %(kept)s. Choose %(kept)s.", gone=found.name, kept=draft.called(member)), "member"
        )
    return found


# Changes


def added(draft: Draft, change: changes.MemberAdded) -> Refused | None:
    if change.member in draft.members or not 0 < len(change.member) <= 40:
        return Refused(say("That member has been added already."), "member")
    if len(draft.members) >= MOST_MEMBERS:
        return Refused(say("A league holds at most %(most)s people.", most=MOST_MEMBERS), "member")
    name = tidied(change.name)
    if isinstance(name, Refused):
        return name
    if (no := taken(draft, name)) is not None:
        return no
    draft.members[change.member] = Member(change.member, name, guest=change.guest, joined=change.joined)
    return None


def renamed(draft: Draft, change: changes.MemberRenamed) -> Refused | None:
    found = find(draft, change.member)
    if isinstance(found, Refused):
        return found
    if found.erased:
        return Refused(say("This person asked to be forgotten and keeps the name %(name)s.", name=found.name), "member")
    name = tidied(change.name)
    if isinstance(name, Refused):
        return name
    if (no := taken(draft, name, found.id)) is not None:
        return no
    draft.members[found.id] = replace(found, name=name)
    return None


def set_(draft: Draft, change: changes.MemberSet) -> Refused | None:
    found = find(draft, change.member)
    if isinstance(found, Refused):
        return found
    if change.joined is not None and change.left is not None and change.left < change.joined:
        return Refused(say("Nobody can leave before joining. Check the two days."), "left")
    draft.members[found.id] = replace(
        found,
        guest=change.guest,
        hidden=change.hidden,
        active=change.active,
        joined=change.joined,
        left=change.left,
    )
    return None


def erased(draft: Draft, change: changes.MemberErased) -> Refused | None:
    """Also those who were merged into this person lose their names."""
    found = find(draft, change.member)
    if isinstance(found, Refused):
        return found
    if found.erased:
        return Refused(say("This person is forgotten already."), "member")
    name = tidied(change.pseudonym)
    if isinstance(name, Refused):
        return name
    if (no := taken(draft, name, found.id)) is not None:
        return no
    for one in draft.members.values():
        if draft.who(one.id) == found.id:
            draft.members[one.id] = replace(one, name=name, hidden=False, erased=True, links=())
    return None


def linked(draft: Draft, change: changes.MemberLinked) -> Refused | None:
    found = find(draft, change.member)
    if isinstance(found, Refused):
        return found
    if not 0 < len(change.link) <= 120:
        return Refused(say("That name of another program cannot be kept."), "link")
    for one in draft.members.values():
        if change.link in one.links and draft.who(one.id) != found.id:
            return Refused(
                say("The other program's player is %(name)s here already.", name=draft.called(one.id)), "link"
            )
    if change.link not in found.links:
        draft.members[found.id] = replace(found, links=(*found.links, change.link))
    return None


def merged(draft: Draft, change: changes.Merged) -> Refused | None:
    """Refused where one game would hold the person twice; withdrawn games are asked again when they are restored."""
    kept, gone = find(draft, change.kept), find(draft, change.gone)
    if isinstance(kept, Refused):
        return kept
    if isinstance(gone, Refused):
        return gone
    if kept.id == gone.id:
        return Refused(say("Choose two different people to merge."), "gone")
    both = {kept.id, gone.id}
    for result in draft.results.values():
        if result.id not in draft.withdrawn and len({draft.who(one.member) for one in result.seats} & both) > 1:
            return Refused(
                say(
                    "%(kept)s and %(gone)s sat at the same table once, so they are two people.",
                    kept=kept.name,
                    gone=gone.name,
                ),
                result.id,
            )
    draft.merged[gone.id] = kept.id
    return None


def unmerged(draft: Draft, change: changes.Unmerged) -> Refused | None:
    found = draft.members.get(change.gone)
    if found is None or change.gone not in draft.merged:
        return Refused(say("This person was not merged with anybody."), "gone")
    no = taken(draft, found.name, found.id)
    if no is not None and not found.erased:
        return no
    if no is not None:  # they were forgotten together, under one name
        used = {names.key(one.name) for one in draft.members.values() if one.id not in draft.merged}
        draft.members[found.id] = replace(found, name=names.numbered(found.name, used))
    del draft.merged[change.gone]
    return None


def twice(draft: Draft, result: Result) -> Refused | None:
    """One person on two seats, also by way of a merge."""
    seen: set[MemberId] = set()
    for one in result.seats:
        person = draft.who(one.member)
        if person in seen:
            return Refused(
                say(
                    "%(name)s would sit at this table twice. Give each seat its own person.", name=draft.called(person)
                ),
                "seats",
            )
        seen.add(person)
    return None


# What others see


def as_member(member: Member, day: date) -> bool:
    """Whether a game of that day counts for this person; otherwise it was played as a guest."""
    if member.guest or (member.joined is not None and day < member.joined):
        return False
    return member.left is None or day <= member.left


def shown(member: Member, *, to_all: bool = True) -> str:
    """The name as others (``to_all``) or the organiser may read it: hidden ones as initials."""
    if not (to_all and member.hidden):
        return member.name
    return "".join(f"{word[0]}." for word in member.name.split())


def shown_names(book: Book, *, to_all: bool = True) -> dict[MemberId, str]:
    """A name for every id, those merged into somebody else included. Hidden people whose initials others have too are
    numbered in the order they joined the league."""
    made: dict[MemberId, str] = {}
    used: set[str] = set()
    for member in book.members.values():
        if member.id not in book.merged and not (to_all and member.hidden):
            made[member.id] = member.name
            used.add(names.key(member.name))
    for member in book.members.values():
        if member.id not in book.merged and member.id not in made:
            name = shown(member)
            if names.key(name) in used:
                name = names.numbered(name, used)
            made[member.id] = name
            used.add(names.key(name))
    return {member: made[who(book.merged, member)] for member in book.members}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Who somebody at a table may be: ``same`` has that name, ``alike`` begins alike. Never more than a suggestion."""

    name: str
    same: MemberId | None
    alike: tuple[MemberId, ...]


def suggest(book: Book, called: Iterable[str]) -> tuple[Suggestion, ...]:
    """For each name at a table, the members it may mean; people decide (nothing is matched silently)."""
    keys = {
        names.key(member.name): member.id
        for member in book.members.values()
        if member.id not in book.merged and not member.erased
    }
    told = []
    for name in called:
        key = names.key(name)
        alike = (
            ()
            if not key
            else tuple(
                member
                for other, member in keys.items()
                if other != key and (other.startswith(key) or key.startswith(other))
            )
        )
        told.append(Suggestion(name, keys.get(key), alike))
    return tuple(told)
