"""What a screen of the tour is, and how a phone gets to see all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.handset import Handset
from tests.players import Phone

Prepare = Callable[[Handset], object]
NAMES = ("Ana", "Bo", "Chiyo", "Maximiliane-Éléonore", "Dan")


@dataclass(frozen=True)
class Screen:
    """``name`` is for people. ``phone`` is who looks (None: a stranger). ``prepare`` opens what a tap would open."""

    name: str
    path: str
    phone: Phone | None = None
    prepare: Prepare | None = None
    wall: bool = False


def open_all(handset: Handset) -> None:
    handset.page.evaluate("() => document.querySelectorAll('details').forEach(at => { at.open = true; })")
