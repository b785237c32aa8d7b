"""A screen of the tour, and what brings it about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.handset import Handset
from tests.players import Phone

NAMES = ("Ana", "Bo", "Chiyo", "Maximiliane-Éléonore", "Dan")
Prepare = Callable[[Handset], object]


@dataclass(frozen=True)
class Screen:
    """``name`` is for people. ``phone`` is who looks (None: a stranger). ``prepare`` opens what a tap would open."""

    name: str
    path: str
    phone: Phone | None = None
    prepare: Prepare | None = None
    wall: bool = False


def post(url: str, fields: dict[str, str]) -> Prepare:
    """Show the page that answers this plain form."""
    script = """([url, fields]) => { const form = document.createElement('form'); form.method = 'post'; form.action = url;
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('input'); field.type = 'hidden'; field.name = name; field.value = value; form.append(field); }
      document.body.append(form); HTMLFormElement.prototype.submit.call(form); }"""

    def prepare(handset: Handset) -> None:
        with handset.page.expect_navigation():
            handset.page.evaluate(script, [url, fields])

    return prepare


def open_all(handset: Handset) -> None:
    handset.page.evaluate("() => document.querySelectorAll('details').forEach(at => { at.open = true; })")
