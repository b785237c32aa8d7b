"""A whole league as one document: its list of changes. Read again it is an equal league, history and all.

No credential is in it. Erased people's names are not in it either, because the stored lines were scrubbed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.games.phrases import Phrase, say
from app.leagues import changes
from app.leagues.answers import Accepted, Refused
from app.leagues.book import Book, Moment
from app.leagues.changes import Line
from app.leagues.fold import fold

FORMAT = "starkeeper-league"
VERSION = 1
MOST_LINES = 200_000
MOST_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Imported:
    """A league out of a document: its lines, ready to be stored, and their fold."""

    lines: tuple[Line, ...]
    book: Book


def dump(lines: Iterable[Line]) -> dict[str, Any]:
    """The document."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "lines": [
            {
                "seq": line.seq,
                "at": line.at,
                "by": line.by,
                "kind": line.change.kind,
                "body": changes.dump(line.change),
            }
            for line in lines
        ],
    }


def written(lines: Iterable[Line]) -> str:
    """The document as text, one change a line, so that two versions can be compared."""
    document = dump(lines)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in document["lines"])
    return f'{{"format":"{FORMAT}","version":{VERSION},"lines":[\n{rows}\n]}}\n'


def read(data: bytes | str) -> Accepted[Imported] | Refused:
    """A league out of a document's text."""
    if len(data) > MOST_BYTES:
        return Refused(say("That file is too big."))
    try:
        document = json.loads(data)
        if (b"\\u" if isinstance(data, bytes) else "\\u") in data:  # type: ignore[operator]
            json.dumps(document, ensure_ascii=False).encode()  # half a sign: no page can say what is wrong with it
    except (ValueError, RecursionError):
        return Refused(not_a_league())
    return load(document)


def load(document: object) -> Accepted[Imported] | Refused:
    """A league out of a document. Refused with the line at fault, for what cannot be read and for what does not
    hold."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        return Refused(not_a_league())
    if document.get("version") != VERSION:
        return Refused(say("That file was written by a newer Starkeeper. Update this one first."), "version")
    rows = document.get("lines")
    if not isinstance(rows, list) or not rows:
        return Refused(not_a_league(), "lines")
    if len(rows) > MOST_LINES:
        return Refused(
            say("A league holds at most %(most)s changes.", most=MOST_LINES),
            "lines",
        )
    lines = []
    for number, row in enumerate(rows, 1):
        line = _line(row)
        if isinstance(line, Refused):
            return _at(number, line)
        lines.append(line)
    folded = fold(lines)
    if folded.refused is not None:
        return _at(folded.done + 1, folded.refused)
    assert folded.book is not None, "there is a line, and it held"
    return Accepted(Imported(tuple(lines), folded.book))


def _line(row: object) -> Line | Refused:
    if not isinstance(row, Mapping):
        return Refused(not_a_league())
    seq, at, by, kind = (row.get(name) for name in ("seq", "at", "by", "kind"))
    if type(seq) is not int or type(at) is not int or not isinstance(by, str) or not isinstance(kind, str):
        return Refused(not_a_league())
    if not 0 <= at < 253_370_764_800_000 or len(by) > 60:
        return Refused(not_a_league())
    match changes.load(kind, row.get("body")):
        case Accepted(value=change):
            return Line(seq, Moment(at), by, change)
        case Refused() as no:
            return no


def _at(number: int, why: Refused) -> Refused:
    return Refused(say("Line %(num)s of that file: %(why)s", num=number, why=why.says), f"lines[{number - 1}]")


def not_a_league() -> Phrase:
    return say("That is no league of Starkeeper. Choose a file that it wrote.")
