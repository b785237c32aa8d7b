"""Questions that need no table: what is asked, and what an answer is.

A game hangs its questions on its ``Game`` record; the room ``app.judge`` asks them, pages and the API show them. What
is told and what comes back are plain values in the words of the wire, so that a question fits into an address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from app.games.kernel import Finding, Refused
from app.games.phrases import Phrase, Seat, Who
from app.games.rulebook import RuleId

#: A value as the wire writes it.
Word = str | int
#: What was told so far, by the names of the fields. Of a complete one every field is there.
Told = Mapping[str, Any]

#: ``pick``: one of ``of``; ``tick``: yes or no; ``row``: several in order, repeats allowed; ``set``: which of them;
#: ``rows``: one row for each entry of the row that it stands ``under``.
Kind = Literal["pick", "tick", "row", "set", "rows"]

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to be told. ``title`` is the question that a person is asked (marked for translation).

    ``labels`` are the words on the buttons; a game's own pads may draw something else. ``otherwise`` holds for a pick
    of which nothing was said; None: it must be said, unless ``wanted`` says that the rest of the position makes it
    needless (a tick is not asked for then). ``least`` and ``most`` count the entries of a row. Fields that share a
    ``pad`` are entered with the same keys, one after the other; what is ``aside`` stands apart from the keys under the
    thumb, before the reasons or after them. ``offered`` are the words that can come next; the other keys are struck
    out. A ``quiet`` field is only told by a table or a program. ``short`` is what an entered value is called, ``entry``
    what each entry of a row is (a player). A tick that ``decides`` a ruling says that the table plays it the other
    way.
    """

    name: str
    title: str
    of: tuple[Word, ...] = ()
    kind: Kind = "pick"
    labels: Mapping[Word, Phrase] = field(default_factory=lambda: NOTHING)
    otherwise: Word | None = None
    least: int = 0
    most: int = 1
    under: str = ""
    pad: str = ""
    quiet: bool = False
    short: str = ""
    entry: Callable[[int], Phrase] | None = None
    aside: Literal["", "first", "last"] = ""
    decides: RuleId | None = None
    wanted: Callable[[Told], bool] = lambda told: True
    offered: Callable[[Told], tuple[Word, ...]] | None = None

    @property
    def empty(self) -> Any:
        """What holds while nothing was told."""
        return {"pick": self.otherwise, "tick": False}.get(self.kind, ())

    def missing(self, told: Told) -> bool:
        """Must something (more) be told before there is an answer?"""
        if self.kind == "pick":
            return told[self.name] is None and not self.quiet and self.wanted(told)
        return self.kind in ("row", "set") and len(told[self.name]) < self.least


def other_way(rule: RuleId, alternatives: Mapping[RuleId, str]) -> Field:
    """Does the table play this ruling the other way? Named after the rule: ``other_st_1``."""
    name = f"other_{rule.partition('.')[2].replace('-', '_')}"
    return Field(name, alternatives[rule], kind="tick", aside="last", decides=rule)


def plays(view: Mapping[str, Any], *fields: Field) -> dict[str, bool]:
    """What the table of this view plays the other way, as these fields tell it."""
    played = view.get("house", ())
    return {field.name: True for field in fields if field.decides in played}


def player(number: int) -> Phrase:
    """The entries of a row as players, in the order in which they were told."""
    return Phrase("%(who)s", MappingProxyType({"who": Who(Seat(number))}))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a count: ``key`` is what it is about on the wire, ``amount`` its number where it has one."""

    key: str
    says: Phrase
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer. ``headline`` has at most five words; ``reasons`` decide, ``besides`` is what follows further, four
    of them together at most. ``about`` is the entry of the row that the headline speaks of. ``facts`` are plain values
    for programs, tests and the game's own templates."""

    headline: Phrase
    reasons: tuple[Finding, ...]
    besides: tuple[Finding, ...] = ()
    lines: tuple[Line, ...] = ()
    about: int | None = None
    facts: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of one game. ``answer`` gets a complete position and is pure; it refuses an impossible one, and the
    first of its sentences then says which part and what to do."""

    key: str
    title: str
    fields: tuple[Field, ...]
    answer: Callable[[Told], Verdict | Refused]


@dataclass(frozen=True, slots=True)
class Dispute:
    """What people at a table most likely ask now: the question, the public position, and which seats its players are,
    in the order in which the question counts them."""

    question: str
    told: Told
    seats: tuple[Seat, ...] = ()
