"""Yes and no as values. A "no" of a league is a sentence that says what to do instead; exceptions are for bugs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from app.games.phrases import Phrase

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Accepted(Generic[T]):
    """It holds; ``value`` is what came of it."""

    value: T


@dataclass(frozen=True, slots=True)
class Refused:
    """It does not hold: why, and what to do instead. ``about`` names the field or the line at fault, if it is one."""

    says: Phrase
    about: str = ""
