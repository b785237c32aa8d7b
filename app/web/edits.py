"""The edits of a correction on their way through addresses and forms: a JSON list, as short as it goes.

An entry that is only taken out is its bare number; so a correction that takes fifty out still fits into an address.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.errors import Malformed
from app.games.phrases import say
from app.tables.amending import MOST_EDITS
from app.web import forms

Edit = Mapping[str, Any]


def read(text: str | None) -> list[dict[str, Any]]:
    """Edits as the services take them. Raises Malformed."""
    if not text:
        return []
    try:
        found = forms.read(text.encode())
        if not isinstance(found, list) or len(found) > MOST_EDITS:
            raise ValueError
        return [_edit(one) for one in found]
    except ValueError as wrong:
        raise Malformed(
            say("That correction cannot be read. Go back to the log and begin again."), fields={"edits": "json"}
        ) from wrong


def _edit(one: Any) -> dict[str, Any]:
    if _number(one):
        return {"seq": one, "part": 0, "action": None}
    if not isinstance(one, dict):
        raise ValueError
    at = "after" if "after" in one else "seq"
    part, action = one.get("part", 0), one.get("action")
    if not _number(one.get(at)) or not _number(part) or not (action is None or isinstance(action, dict)):
        raise ValueError
    return {at: one[at], "part": part, "action": action}


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def action(text: str | None) -> dict[str, Any] | None:
    """An action that a form carries; None where nothing was chosen. Raises Malformed."""
    if not text:
        return None
    found = read(f'[{{"seq": 0, "action": {text}}}]')
    return found[0]["action"] if len(found) == 1 else None


def written(edits: Iterable[Edit]) -> str:
    """The list as JSON."""
    return compact([_short(edit) for edit in edits])


def compact(value: Any) -> str:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _short(edit: Edit) -> Any:
    if "seq" in edit and edit.get("action") is None and not edit.get("part"):
        return edit["seq"]
    return {name: value for name, value in edit.items() if name != "part" or value}


def with_edit(edits: Sequence[Edit], new: Edit) -> list[Edit]:
    """The edits and one more, in the place of an earlier one about the same entry."""
    return [*without(edits, [(new["seq"], new["part"])] if "seq" in new else []), new]


def without(edits: Sequence[Edit], at: Iterable[tuple[int, int]]) -> list[Edit]:
    """The edits but those about these entries."""
    gone = set(at)
    return [edit for edit in edits if "seq" not in edit or (edit["seq"], edit.get("part", 0)) not in gone]


def without_insert(edits: Sequence[Edit], number: int) -> list[Edit]:
    """The edits but the one that puts in the ``number``-th new entry."""
    inserts = [place for place, edit in enumerate(edits) if "after" in edit]
    gone = inserts[number - 1] if 0 < number <= len(inserts) else None
    return [edit for place, edit in enumerate(edits) if place != gone]


def taking_out(edits: Sequence[Edit], impossible: Iterable[tuple[int, int]], head: int) -> list[Edit]:
    """The edits, and all that they make impossible taken out; ``head`` is the newest row of the log."""
    gone = list(impossible)
    kept = list(edits)
    for _row, number in sorted((one for one in gone if one[0] > head), reverse=True):
        kept = without_insert(kept, number)
    old = [one for one in gone if one[0] <= head]
    return [*without(kept, old), *({"seq": seq, "part": part, "action": None} for seq, part in old)]
