"""Phrases out loud: translated, with names filled in, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations

from babel.lists import format_list
from flask import request
from flask_babel import get_locale
from flask_babel import get_translations as translations

from app.games.phrases import Phrase
from app.judge.reader import LANGUAGES
from app.saying import said

LANGUAGE_COOKIE, LANGUAGE_HEADER = "lang", "X-Starkeeper-Language"


def chosen_language() -> str:
    """The language the reader chose, else the best of what the browser asks for. Our own script may name another one:
    it keeps the judge's pages in all of them."""
    chosen = request.headers.get(LANGUAGE_HEADER) or request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(tuple(LANGUAGES)) or "en"


def spoken(phrase: Phrase, names: Mapping[int, str] | None = None) -> str:
    """The sentence in the current language. ``names`` maps seat numbers to names."""
    return said(phrase, names or {}, translations(), _join)


def _join(names: Sequence[str]) -> str:
    return format_list(names, locale=get_locale() or "en")


def speaker(names: Mapping[int, str]) -> Callable[[Phrase], str]:
    """A renderer for the phrases of one table."""
    catalogue = translations()  # looked up once: a view has a hundred sentences
    return lambda phrase: said(phrase, names, catalogue, _join)


def plainly(phrase: Phrase, names: Mapping[int, str]) -> str:
    """The sentence in English, without a request (the command line)."""
    return said(phrase, names, NullTranslations(), lambda told: format_list(told, locale="en"))
