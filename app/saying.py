"""A phrase as a sentence: translated, with its holes filled. It knows no request; who calls it brings the words.

``app.web.speech`` calls it for the reader of a page, ``app.judge.alone`` on a phone without network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from app.games.phrases import Everyone, Param, Phrase, Who

#: A list of names as one text, the way the reader's language joins them.
Join = Callable[[Sequence[str]], str]


class Catalogue(Protocol):
    """What is needed of a gettext catalogue."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, num: int, /) -> str: ...


def said(phrase: Phrase, names: Mapping[int, str], catalogue: Catalogue, join: Join) -> str:
    """The sentence. ``names`` maps seat numbers to names. One that begins with words of ours ("green 1 is ahead")
    begins with a capital; a name stays as it is."""
    text = _said(phrase, names, catalogue, join)
    first = next((value for name, value in phrase.params.items() if phrase.text.startswith(f"%({name})s")), None)
    return text[:1].upper() + text[1:] if isinstance(first, Phrase) else text


def _said(phrase: Phrase, names: Mapping[int, str], catalogue: Catalogue, join: Join) -> str:
    if phrase.plural is None:
        text = str(catalogue.gettext(phrase.text))
    else:
        text = catalogue.ngettext(phrase.text, phrase.plural, int(phrase.params["num"]))  # type: ignore[arg-type]
    if not phrase.params:
        return text % {} if "%" in text else text
    return text % {name: _filled(value, names, catalogue, join) for name, value in phrase.params.items()}


def _filled(value: Param, names: Mapping[int, str], catalogue: Catalogue, join: Join) -> Any:
    match value:
        case Who(seat=seat):
            return names.get(seat, f"#{seat + 1}")
        case Everyone(seats=seats):
            return join([names.get(seat, f"#{seat + 1}") for seat in seats])
        case Phrase():
            return _said(value, names, catalogue, join)
        case _:
            return value
