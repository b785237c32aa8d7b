"""Words as data: English sentences with named holes, filled in and translated by whoever shows them.

Nothing here knows a language. The English text is the gettext message id; a hole is ``%(name)s``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NewType

#: A place at the table, counted clockwise from 0.
Seat = NewType("Seat", int)


@dataclass(frozen=True, slots=True)
class Who:
    """A hole for a player's name. Two people may share a name, so rules never speak of names."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Everyone:
    """A hole for a list of names, joined the way the reader's language joins them."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with holes.

    ``plural`` is the plural message id; the number that decides is the parameter ``num``.
    """

    text: str
    params: Mapping[str, Param] = field(default_factory=lambda: MappingProxyType({}))
    plural: str | None = None

    def __hash__(self) -> int:
        return hash((self.text, tuple(sorted(self.params)), self.plural))


Param = int | str | Who | Everyone | Phrase


def say(text: str, /, **params: Param) -> Phrase:
    """A sentence to be translated later. ``say`` is a gettext keyword: the text must be a literal."""
    return Phrase(text, MappingProxyType(params))


def count(singular: str, plural: str, num: int, /, **params: Param) -> Phrase:
    """A sentence with a number in it. ``count`` is a gettext keyword (1, 2): both texts are literals."""
    return Phrase(singular, MappingProxyType({"num": num, **params}), plural)


JOINED = "%(first)s %(second)s"


def joined(first: Phrase, second: Phrase) -> Phrase:
    """One sentence after the other: what was done, then what followed from it."""
    return say("%(first)s %(second)s", first=first, second=second)


def first_of(phrase: Phrase) -> Phrase:
    """The first of joined sentences: what was done."""
    while phrase.text == JOINED and isinstance(first := phrase.params["first"], Phrase):
        phrase = first
    return phrase


def mark(text: str, /) -> str:
    """Marks a literal for translation and returns it unchanged (a gettext keyword)."""
    return text
