"""Names of players: what is shown, and what decides whether two are the same."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from app.errors import Malformed
from app.games.phrases import say

LONGEST = 24

#: Letters and signs that show nothing: joiners, Hangul fillers, Khmer inherent vowels, the Braille blank.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
#: Variation selectors change how a sign looks (an emoji, a Japanese name), never which name it is.
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


def tidy(name: object) -> str:
    """The name as it is shown: NFC, blanks folded, nothing invisible in it, at most 24 characters.

    Raises Malformed for what is not a text or leaves nothing to read.
    """
    if not isinstance(name, str):
        raise Malformed(say("A name is a text. Type the name people call you."), fields={"name": "text"})
    shown = visible(name)
    if not shown:
        raise Malformed(say("Type a name first: what people call you."), fields={"name": "empty"})
    if len(shown) > LONGEST:
        raise Malformed(
            say("That name is too long. Use at most %(most)s characters.", most=LONGEST), fields={"name": "long"}
        )
    return shown


def visible(text: str) -> str:
    """What can be read of it: NFC, blanks folded, nothing invisible; empty where nothing is left to read."""
    kept = "".join(
        " " if unicodedata.category(sign) in ("Zs", "Cc", "Zl", "Zp") else sign
        for sign in unicodedata.normalize("NFC", text[:400])
        if unicodedata.category(sign) not in ("Cf", "Cs", "Co", "Cn") and sign not in _BLANKS
    )
    shown = " ".join(kept.split())
    return shown if any(unicodedata.category(sign)[0] in "LNSP" for sign in shown) else ""


@lru_cache(maxsize=20_000)  # a league of thousands asks for all its names at each new one
def key(name: str) -> str:
    """What two equal names have in common: compatibility forms, case, blanks and variants of a sign do not count."""
    folded = unicodedata.normalize("NFKC", "".join(sign for sign in name if sign not in _SELECTORS)).casefold()
    return unicodedata.normalize("NFKC", "".join(folded.split()))[:80]


def numbered(name: str, taken: set[str]) -> str:
    """``Bo 2``: the first free name like this one."""
    for number in range(2, 100):
        tail = f" {number}"
        candidate = name[: LONGEST - len(tail)].rstrip() + tail
        if key(candidate) not in taken:
            return candidate
    raise Malformed(say("Too many people of that name. Choose another one."), fields={"name": "taken"})
