"""Every "no" that is not a rule of a game, as one tree, each with its status and a sentence that says what to do.

Sentences are phrases; whoever answers (a page, the API, the command line) renders them in the reader's language.
"""

from __future__ import annotations

from typing import Any, ClassVar

from app.games.kernel import Finding
from app.games.phrases import Phrase, say


class Problem(Exception):
    """A request that cannot be done. ``extra`` is told to programs as members of the problem document."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "problem"

    def __init__(self, says: Phrase, **extra: Any) -> None:
        super().__init__(says.text)
        self.says = says
        self.extra = extra


class Malformed(Problem):
    """The request cannot be read. ``fields`` names what is wrong in which field."""

    status = 400
    kind = "malformed"


class Stranger(Problem):
    """This phone does not sit at the table."""

    status = 401
    kind = "stranger"


class NotYourSeat(Problem):
    """This phone sits at the table, but not in that seat, or does not lead the table."""

    status = 403
    kind = "not-your-seat"


class NotFound(Problem):
    """There is no such table, page or seat."""

    status = 404
    kind = "not-found"


class Stale(Problem):
    """Another phone was faster; ``seq`` is the table's newest number, ``by`` the seat that was faster."""

    status = 409
    kind = "stale"


class Taken(Problem):
    """A name, a sign or a seat that somebody already has."""

    status = 409
    kind = "taken"


class Closed(Problem):
    """It was possible once: a used code, a table that was put away, joining that was closed."""

    status = 410
    kind = "closed"


class Refusal(Problem):
    """The rules say no. ``findings`` say which rule and why."""

    status = 422
    kind = "refusal"

    def __init__(self, findings: tuple[Finding, ...], **extra: Any) -> None:
        super().__init__(findings[0].says, **extra)
        self.findings = findings


class Unfit(Problem):
    """Understood, but it does not fit the table as it is now (no rule of the game, a matter of the app)."""

    status = 422
    kind = "unfit"


class TooMany(Problem):
    """Too many tries; ``retry_after`` seconds."""

    status = 429
    kind = "too-many"


class BrokenLog(Problem):
    """A stored log no longer folds: the table can be read, but nothing more is written to it."""

    status = 500
    kind = "broken-log"


class NoRoom(Problem):
    """The database could not store anything (a full disk, a lost connection). Nothing was accepted."""

    status = 503
    kind = "no-room"

    @classmethod
    def because(cls) -> NoRoom:
        return cls(
            say("The table's server cannot store anything just now. Nothing was changed. Try again in a moment.")
        )
