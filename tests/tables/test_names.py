"""Names: what is shown, what two equal ones have in common, and everything nasty that a keyboard can make."""

from __future__ import annotations

import unicodedata

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from app.errors import Malformed
from app.tables import names
from tests.players import Phone, in_process, open_night

SHOWN = {
    "plain": ("Bo", "Bo"),
    "blanks around": ("  Bo  ", "Bo"),
    "blanks inside": ("Bo \t\n  B", "Bo B"),
    "no-break and ideographic blanks": ("\u00a0Bo\u3000B\u2003", "Bo B"),
    "zero width": ("B\u200bo\u200d\u2060\ufeff", "Bo"),
    "direction marks": ("\u202eBo\u202c\u2066\u2069\u200f", "Bo"),
    "soft hyphen": ("B\u00ado", "Bo"),
    "control signs": ("B\x00o\x1b[31m", "B o [31m"),
    "lone surrogate": ("B\ud800o", "Bo"),
    "private use": ("B\ue000o", "Bo"),
    "composed": ("E\u0301mile", "Émile"),
    "Hangul filler": ("B\u3164o\u115f\u1160\uffa0", "Bo"),
    "Braille blank": ("B\u2800o", "Bo"),
    "kept as typed": ("mc²Donald ﬁ", "mc²Donald ﬁ"),
    "emoji": ("🦊", "🦊"),
    "heart": ("❤️", "❤️"),
    "Japanese": ("千代", "千代"),
    "Arabic": ("محمد", "محمد"),
    "markup is text": ("<b>&amp;", "<b>&amp;"),
    "percent is text": ("100%(name)s %s", "100%(name)s %s"),
    "quotes": ('O\'Neil "x"', 'O\'Neil "x"'),
    "24 characters": ("x" * 24, "x" * 24),
    "24 after folding": (" " * 50 + "x" * 24, "x" * 24),
}
REFUSED = {
    "empty": "",
    "blanks": " \t\n\u3000",
    "zero width only": "\u200b\u200d\u2060\ufeff\u00ad",
    "direction only": "\u202e\u202d",
    "a lone combining mark": "\u0301",
    "variation selector only": "\ufe0f",
    "Hangul filler only": "\u3164\u115f\uffa0",
    "Braille blank only": "\u2800\u2800",
    "control only": "\x00\x07",
    "25 characters": "x" * 25,
    "very long": "x" * 100_000,
    "a number": 7,
    "true": True,
    "null": None,
    "a list": ["Bo"],
    "bytes": b"Bo",
}
SAME = {
    "case": ("Bo", "BO"),
    "blanks": ("Bo B", "bob"),
    "sharp s": ("Strauß", "STRAUSS"),
    "full width": ("Ｂｏ", "Bo"),
    "ligature": ("ﬁ", "FI"),
    "superscript": ("mc²", "MC2"),
    "composed": ("Émile", "E\u0301MILE"),
    "zero width": ("B\u200bo", "Bo"),
    "half-width katakana": ("ﾁﾖ", "チヨ"),
    "variation selector": ("Bo\ufe0f", "Bo"),
    "combining grapheme joiner": ("B\u034fo", "Bo"),
    "Hangul filler": ("Bo\u3164", "Bo"),
    "Mongolian selector": ("Bo\u180b", "Bo"),
    "final sigma": ("ΣΟΦΟΣ", "σοφος"),
}
DIFFERENT = {
    "another letter": ("Bo", "Bob"),
    "an accent": ("Emile", "Émile"),
    "a digit": ("Bo", "Bo 2"),
    "another emoji": ("🦊", "🐻"),
}


@pytest.mark.parametrize("case", SHOWN)
def test_names_as_shown(case: str) -> None:
    typed, shown = SHOWN[case]
    assert names.tidy(typed) == shown


@pytest.mark.parametrize("case", REFUSED)
def test_names_that_are_none(case: str) -> None:
    with pytest.raises(Malformed):
        names.tidy(REFUSED[case])


@pytest.mark.parametrize("case", SAME)
def test_names_that_are_the_same(case: str) -> None:
    one, two = SAME[case]
    assert names.key(names.tidy(one)) == names.key(names.tidy(two))


@pytest.mark.parametrize("case", DIFFERENT)
def test_names_that_differ(case: str) -> None:
    one, two = DIFFERENT[case]
    assert names.key(names.tidy(one)) != names.key(names.tidy(two))


@given(st.text(max_size=60))
def test_whatever_is_typed_is_either_refused_or_clean(typed: str) -> None:
    try:
        shown = names.tidy(typed)
    except Malformed:
        return
    assert 1 <= len(shown) <= names.LONGEST
    assert shown == names.tidy(shown) == unicodedata.normalize("NFC", shown)
    assert not {unicodedata.category(sign) for sign in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert names.key(shown)
    assert (
        names.key(shown) == names.key(names.tidy(shown.upper()))
        or len(shown.upper()) > names.LONGEST
        or (shown.upper().casefold() != shown.casefold())
    )
    shown.encode()


@given(st.text(min_size=1, max_size=24), st.integers(0, 30))
def test_the_suggested_name_is_free_and_fits(typed: str, others: int) -> None:
    try:
        name = names.tidy(typed)
    except Malformed:
        return
    taken = {names.key(name)}
    for _ in range(others):
        fresh = names.numbered(name, taken)
        assert names.key(fresh) not in taken
        assert names.tidy(fresh) == fresh
        taken.add(names.key(fresh))


@pytest.mark.parametrize("typed", [typed for case, (typed, _shown) in SHOWN.items() if case != "lone surrogate"])
def test_nasty_names_sit_down_on_both_databases(each_app: Flask, typed: str) -> None:
    night = open_night(in_process(each_app), people=1)
    sat = Phone(night.host.send).post(f"{night.at}/seats", name=typed).ok()
    assert sat["table"]["seats"][1]["name"] == names.tidy(typed)
    log = night.host.get(f"{night.at}/log").ok()
    assert log[-1]["text"] == f"{names.tidy(typed)} sat down."


def test_two_people_called_anna_never_affect_each_other(each_app: Flask) -> None:
    night = open_night(in_process(each_app), people=3)
    for who, name in ((1, "Anna"), (2, "Anna 2")):
        night.phones[who].put(f"{night.at}/seats/{night.ids[who]}", name=name).ok()
    night.start().begin()
    night.lock(1, [1, 2]).ok()
    assert night.look(1)["view"]["my_marks"] == [1, 2]
    assert night.look(2)["view"]["my_marks"] is None
