"""Free text of people: one line, nothing invisible in it."""

from __future__ import annotations

import unicodedata

from app.errors import Malformed
from app.games.phrases import say

LONGEST = 200


def tidy(text: object, field: str) -> str:
    """The text as it is kept: NFC, blanks folded, nothing invisible, at most 200 characters; may be empty.

    Raises Malformed for what is no text or too long."""
    if not isinstance(text, str):
        raise Malformed(say("Send the reason as text. It may be short."), fields={field: "text"})
    visible = "".join(
        " " if unicodedata.category(sign) in ("Zs", "Cc", "Zl", "Zp") else sign
        for sign in unicodedata.normalize("NFC", text[: 20 * LONGEST])
        if unicodedata.category(sign) not in ("Cf", "Cs", "Co", "Cn")
    )
    shown = " ".join(visible.split())
    if len(shown) > LONGEST:
        raise Malformed(say("That text is too long. Use at most %(most)s signs.", most=LONGEST), fields={field: "long"})
    return shown
