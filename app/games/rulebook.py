"""How a rule is named, where it stands, and whether the book says it, or we do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NewType

#: For example ``stella.spark``: the game, then the rule's name in the words of the game.
RuleId = NewType("RuleId", str)

#: ``text``: the book says it. ``follows``: from two places in the book. ``ruling``: the book is silent
#: or unclear, this is our reading and it is shown as ours.
Kind = Literal["text", "follows", "ruling"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands. ``lang`` is the language of the book, in which the heading is written."""

    book: str
    heading: str
    lang: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, in our own words. A ``ruling`` also has ``reason``: why we read it so, and ``other``: the other
    reasonable reading and what it would change."""

    id: RuleId
    kind: Kind
    text: str
    places: tuple[Place, ...]
    reason: str = ""
    other: str = ""


Rulebook = Mapping[RuleId, Rule]


def bind(rules: Iterable[Rule]) -> Rulebook:
    """The rules by id, in the order of play.

    Raises ValueError for a second rule of one id, a rule without a place, a ``follows`` with fewer than
    two places, or a ruling without a reason or the other reading: each would let the app claim more than the book says.
    """
    book: dict[RuleId, Rule] = {}
    for rule in rules:
        if rule.id in book:
            raise ValueError(f"rule {rule.id} stands twice")
        if not rule.places:
            raise ValueError(f"rule {rule.id} has no place in a book")
        if rule.kind == "follows" and len(rule.places) < 2:
            raise ValueError(f"rule {rule.id} follows from fewer than two places")
        if (rule.kind == "ruling") != bool(rule.reason):
            raise ValueError(f"rule {rule.id}: a ruling, and only a ruling, gives a reason")
        if (rule.kind == "ruling") != bool(rule.other):
            raise ValueError(f"rule {rule.id}: a ruling, and only a ruling, tells the other reading")
        book[rule.id] = rule
    return MappingProxyType(book)
