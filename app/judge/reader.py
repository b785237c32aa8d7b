"""Who reads a verdict: the language, and the templates in it. Knows no request and no database, so that the server
and a phone without network make the same page out of the same position.

Templates of the judge's changing part may use what ``environment`` gives them, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pkgutil import get_data
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import BaseLoader, Environment
from markupsafe import Markup

from app.games.phrases import Phrase, say
from app.saying import Catalogue, Join, said

LANGUAGES = {"en": "English", "fr": "Français", "ja": "日本語"}

#: The addresses that the judge's changing part leads to, as the routes have them (a test compares).
ADDRESSES = {
    "judge.choose": "/judge",
    "judge.ask": "/judge/{game}/{key}",
    "table.page": "/t/{code}",
    "rules.game": "/rules/{game}",
    "rules.readings": "/rules/readings",
    "afterwards.house_rules": "/t/{code}/house-rules",
    "showing.ask": "/t/{code}/verdict",
    "pages.choose": "/settings",
}


@dataclass(frozen=True, slots=True)
class Reader:
    """One language with its words and its templates."""

    language: str
    catalogue: Catalogue
    join: Join
    templates: Environment

    def gettext(self, message: str, **filled: Any) -> str:
        """A word of ours; what is filled in is known by name."""
        text = self.catalogue.gettext(message)
        return text % filled if filled else text

    def spoken(self, text: str) -> str:
        """A sentence of a rulebook."""
        return self.speaker({})(say(text))

    def speaker(self, names: Mapping[int, str]) -> Callable[[Phrase], str]:
        """A renderer for phrases about these players."""
        return lambda phrase: said(phrase, names, self.catalogue, self.join)


def catalogue(language: str) -> NullTranslations:
    """The words of a language; English ones are their own."""
    data = get_data("app", f"translations/{language}/LC_MESSAGES/messages.mo") if language != "en" else None
    return NullTranslations() if data is None else GNUTranslations(BytesIO(data))


def joining(patterns: Mapping[str, str]) -> Join:
    """How a language joins a list, from its patterns (``2``, ``start``, ``middle``, ``end``) as Unicode has them."""

    def join(names: Sequence[str]) -> str:
        match len(names):
            case 0 | 1:
                return "".join(names)
            case 2:
                return patterns["2"].format(*names)
        text = patterns["start"].format(names[0], names[1])
        for name in names[2:-1]:
            text = patterns["middle"].format(text, name)
        return patterns["end"].format(text, names[-1])

    return join


def reader(language: str, loader: BaseLoader, patterns: Mapping[str, str], sprite: str) -> Reader:
    """The reader of a language. ``sprite`` is the address of the drawn signs."""
    words = catalogue(language)
    templates = Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
    )
    templates.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made = Reader(language, words, joining(patterns), templates)
    templates.globals.update(
        icon=lambda name, extra="": icon(sprite, name, extra),
        language=lambda: language,
        languages=LANGUAGES,
        best_place=lambda places: best_place(places, language),
        kind_word=lambda kind: kind_word(kind, words.gettext),
        rule_url=rule_url,
        spoken_text=made.spoken,
        short_title=short_title,
        signed=signed,
        url_for=url_for,
    )
    return made


def url_for(endpoint: str, *, _anchor: str = "", **values: Any) -> str:
    """An address of ``ADDRESSES``; what has no place in it is asked for behind the question mark."""
    pattern = ADDRESSES[endpoint]
    inside = {name: quote(str(value)) for name, value in values.items() if f"{{{name}}}" in pattern}
    if "key" not in inside:
        pattern = pattern.removesuffix("/{key}")
    more = urlencode({name: one for name, one in values.items() if name not in inside}, safe="!$'()*,/:;?@")
    return pattern.format(**inside) + (f"?{more}" if more else "") + (f"#{_anchor}" if _anchor else "")


def icon(sprite: str, name: str, extra: str = "") -> Markup:
    """A drawn sign; always beside a word."""
    return Markup('<svg class="i{}" aria-hidden="true"><use href="{}#{}"></use></svg>').format(
        f" {extra}" if extra else "", sprite, name
    )


def best_place(places: Sequence[dict[str, str]], language: str) -> dict[str, str] | None:
    """The place in the book of the reader's language, else the first."""
    return next((place for place in places if place["lang"] == language), places[0] if places else None)


def kind_word(kind: str, gettext: Callable[[str], str]) -> tuple[str, str]:
    """How sure we are, as a style and as words."""
    return {
        "text": ("written", gettext("Written in the rules")),
        "follows": ("follows", gettext("Follows from the rules")),
        "ruling": ("ours", gettext("Our reading")),
    }[kind]


def rule_url(rule: str) -> str:
    """Where the rule stands on its game's page of rules."""
    return url_for("rules.game", game=rule.partition(".")[0], _anchor=rule)


def short_title(title: str) -> str:
    """The game's name where there is little room: what stands before the dash."""
    return title.split(" – ")[0]


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")
