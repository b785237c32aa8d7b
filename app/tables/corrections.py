"""What a correction changes: computed on what is public of a table, for the preview and for the log alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.games import amending
from app.games.amending import Change, Edit, Entry
from app.games.kernel import Game, Outcome, fold
from app.games.phrases import Phrase, Seat, Who, say
from app.tables import log, rewriting
from app.tables.rewriting import Past

#: So many single changes are told in the sentence of a correction; the others only counted.
TOLD_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class Effect:
    """``entries`` are those after the correction, ``changes`` what becomes of each that changes. ``ground`` is the
    state after the entries, before and with the correction; ``before`` and ``after`` are where the table stands then,
    as everybody knows it."""

    game: Game[Any, Any, Any]
    entries: tuple[Entry[Any], ...]
    changes: tuple[Change, ...]
    ground: tuple[Any, Any]
    before: Any
    after: Any

    @property
    def fits(self) -> bool:
        """Whether everything that is left can be."""
        return all(change.kind != "impossible" for change in self.changes)

    @property
    def points(self) -> tuple[tuple[int | None, ...] | None, tuple[int | None, ...] | None]:
        """The points so far, before and with it."""
        return amending.standing(self.game, self.before), amending.standing(self.game, self.after)

    @property
    def outcomes(self) -> tuple[Outcome | None, Outcome | None]:
        """How the game ended, before and with it."""
        return self.game.outcome(self.before), self.game.outcome(self.after)


def effect(past: Past, edits: Sequence[Edit[Any]], row: int) -> Effect:
    """What these edits, made by log row ``row``, change. What becomes impossible is passed over."""
    game = past.game
    entries = amending.edited(past.entries, edits, row)
    was, ground = amending.tell(game, past.start, past.entries)
    now, new_ground = amending.tell(game, past.start, entries)
    return Effect(
        game,
        entries,
        amending.compare(past.entries, entries, was, now),
        (ground, new_ground),
        fold(game, ground, past.rest).state,
        fold(game, new_ground, past.rest).state,
    )


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction in the log: its row, when, by the seat of which id, who had proposed it, why, what it changed, and
    the stored result before it."""

    seq: int
    at: int
    by: int | None
    proposed_by: int | None
    why: str
    effect: Effect
    result: dict[str, Any] | None


def read(position: log.Position, row: Any) -> Correction:
    """The correction that this row makes of this position. Raises what folding the row raises."""
    past = position.past()
    edits = rewriting.load(position.game, past.entries, row.body["edits"])
    return Correction(
        row.seq,
        row.at,
        row.by_seat_id,
        row.body["proposed_by"],
        row.body["why"],
        effect(past, edits, row.seq),
        row.body["result"],
    )


def sentence(changes: Sequence[Change], why: str, who: Seat | None, proposer: Seat | None) -> Phrase:
    """Who corrected what, old and new, and why."""
    edited = [change for change in changes if change.edited]
    told: Phrase | None = None
    for change in edited[:TOLD_AT_MOST]:
        one = _change(change)
        told = one if told is None else say("%(first)s %(second)s", first=told, second=one)
    if told is None:
        told = say("Nothing was changed.")
    if len(edited) > TOLD_AT_MOST:
        told = say("%(line)s And %(num)s more.", line=told, num=len(edited) - TOLD_AT_MOST)
    if why:
        told = say("%(line)s Why: %(why)s", line=told, why=why)
    if who is None:
        return say("Corrected: %(line)s", line=told)
    if proposer is None or proposer == who:
        return say("%(who)s corrected: %(line)s", who=Who(who), line=told)
    return say("%(who)s corrected, as %(other)s proposed: %(line)s", who=Who(who), other=Who(proposer), line=told)


def _change(change: Change) -> Phrase:
    old = say("A step without a line") if change.old is None else change.old
    new = say("a step without a line") if change.new is None else change.new
    match change.kind:
        case "dropped":
            return say("“%(old)s” was taken out.", old=old)
        case "inserted":
            return say("“%(new)s” was put in.", new=new)
        case _:
            return say("“%(old)s” is now “%(new)s”", old=old, new=new)
