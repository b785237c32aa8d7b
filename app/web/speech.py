"""Phrases out loud: translated, with names filled in, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from babel.lists import format_list
from flask import request
from flask_babel import get_locale
from flask_babel import get_translations as translations

from app.games.phrases import Everyone, Param, Phrase, Who

LANGUAGES = {"en": "English", "fr": "Français", "ja": "日本語"}
LANGUAGE_COOKIE = "lang"


def chosen_language() -> str:
    """The language the reader chose, else the best of what the browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(tuple(LANGUAGES)) or "en"


def spoken(phrase: Phrase, names: Mapping[int, str] | None = None) -> str:
    """The sentence in the current language. ``names`` maps seat numbers to names."""
    return _begun(phrase, _spoken(phrase, names or {}, translations()))


def _begun(phrase: Phrase, text: str) -> str:
    """A sentence that begins with words of ours ("green 1 is ahead") begins with a capital; a name stays as it is."""
    first = next((value for name, value in phrase.params.items() if phrase.text.startswith(f"%({name})s")), None)
    return text[:1].upper() + text[1:] if isinstance(first, Phrase) else text


def _spoken(phrase: Phrase, names: Mapping[int, str], catalogue: Any) -> str:
    if phrase.plural is None:
        text = str(catalogue.gettext(phrase.text))
    else:
        text = catalogue.ngettext(phrase.text, phrase.plural, int(phrase.params["num"]))  # type: ignore[arg-type]
    if not phrase.params:
        return text % {} if "%" in text else text
    return text % {name: _filled(value, names, catalogue) for name, value in phrase.params.items()}


def _filled(value: Param, names: Mapping[int, str], catalogue: Any) -> Any:
    match value:
        case Who(seat=seat):
            return names.get(seat, f"#{seat + 1}")
        case Everyone(seats=seats):
            return format_list([names.get(seat, f"#{seat + 1}") for seat in seats], locale=get_locale() or "en")
        case Phrase():
            return _spoken(value, names, catalogue)
        case _:
            return value


def speaker(names: Mapping[int, str]) -> Callable[[Phrase], str]:
    """A renderer for the phrases of one table."""
    catalogue = translations()  # looked up once: a view has a hundred sentences
    return lambda phrase: _begun(phrase, _spoken(phrase, names, catalogue))


def plainly(phrase: Phrase, names: Mapping[int, str]) -> str:
    """The sentence in English, without a request (the command line)."""
    text = phrase.text if phrase.plural is None or phrase.params["num"] == 1 else phrase.plural
    filled = {}
    for name, value in phrase.params.items():
        match value:
            case Who(seat=seat):
                filled[name] = names.get(seat, f"#{seat + 1}")
            case Everyone(seats=seats):
                filled[name] = format_list([names.get(seat, f"#{seat + 1}") for seat in seats], locale="en")
            case Phrase():
                filled[name] = plainly(value, names)
            case _:
                filled[name] = str(value)
    return _begun(phrase, text % filled)
