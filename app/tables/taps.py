"""A tap: an action with a key of its own, counted once however often it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from app.errors import BrokenLog, Malformed, Stale
from app.games.phrases import Phrase, Seat, Who, say
from app.tables import log
from app.tables.turns import Turn

SHORTEST_KEY, LONGEST_KEY = 8, 64
#: Keys of the log's own rows begin with a tilde, so that no phone can send one.
_KEY = re.compile(r"[!-}]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Submitted:
    """An accepted action: its log row's number, whether this very tap had been counted before, and what the phone
    sees now (None where it has to look for itself)."""

    seq: int
    replayed: bool
    look: Any = None


def check_key(key: object) -> str:
    """The tap's key. Raises Malformed."""
    if not isinstance(key, str) or not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not _KEY.fullmatch(key):
        raise Malformed(
            say("Send a fresh random key of 8 to 64 letters or digits with every action."), fields={"key": "missing"}
        )
    return key


def counted_before(turn: Turn, phone: int | None, position: log.Position, key: str) -> Submitted | None:
    """The same tap once more: the same answer, if it was this phone's tap; None for a new one."""
    known = position.keys.get(key)
    if known is None:
        return None
    seq, by = known
    if by is not None and by not in {seat.id for seat in turn.seats_of(phone)}:
        raise Malformed(say("That key was used by another phone. Send a fresh random one."), fields={"key": "used"})
    return Submitted(seq, True)


def check_unused(position: log.Position, key: str) -> None:
    """Raises Malformed for the key of another tap at this table."""
    if key in position.keys:
        raise Malformed(say("That key was used for another tap. Send a fresh random one."), fields={"key": "used"})


def check_seen(turn: Turn, position: log.Position, seen: int | None) -> None:
    """Raises Stale when the game has moved on since the number on the phone's screen, Malformed without one."""
    if seen is None:
        raise Malformed(say("Send the number your screen shows along (seen)."), fields={"seen": "missing"})
    if seen >= turn.table.game_seq:
        return
    if position.amended == turn.table.game_seq:
        raise Stale(say("The game was corrected meanwhile. Look at the new state, then decide again."), seq=turn.head)
    by = position.steps[-1].by if position.steps else None
    faster = next((seat for seat in turn.seats if seat.id == by), None)
    if faster is None or (type(position.steps[-1].action).by == "seat" and not type(position.steps[-1].action).sighted):
        raise Stale(say("Another phone was faster. Look at the new state, then decide again."), seq=turn.head)
    who, line = Who(Seat(faster.number)), last_line(position)
    if line is None:
        says = say("%(who)s was faster. Look at the new state, then decide again.", who=who)
    else:
        says = say("%(who)s was faster: %(line)s Look at it, then decide again.", who=who, line=line)
    raise Stale(says, seq=turn.head, by=faster.number)


def last_line(position: log.Position) -> Phrase | None:
    """What the last step was, as everybody may read it."""
    if not position.steps:
        return None
    before = position.steps[-2].state if len(position.steps) > 1 else position.start
    last = position.steps[-1]
    return position.game.line_for(before, last.action, last.state, None)


def veiled(position: log.Position, seat: Any) -> bool:
    """Whether the seat's newest secret choice that holds in this round was made before the host took it over."""
    if not seat.sealed:
        return False
    stage_of = position.game.draft_stage
    for index in range(len(position.steps) - 1, -1, -1):
        step = position.steps[index]
        kind = type(step.action)
        if kind.by == "seat" and not kind.sighted and step.action.seat == seat.number:
            return bool(step.seq <= seat.sealed)
        before = position.steps[index - 1].state if index else position.start
        if stage_of(step.state) is not None and stage_of(before) is None:
            return False  # here the round's secret part began
    return False


def check_whole(position: log.Position) -> None:
    """Raises BrokenLog when a stored row of the table does not fold."""
    if position.broken is not None:
        raise BrokenLog(
            say(
                "Row %(row)s of this table's log cannot be replayed. The table can be read, but not played on.",
                row=position.broken,
            )
        )


def may_undo(turn: Turn, phone: int | None, steps: list[log.Step]) -> bool:
    """Whoever made the step or whose step it was, or the host; several steps at once (they were secret): the host."""
    if turn.is_host(phone):
        return True
    mine = turn.seats_of(phone)
    if len(steps) != 1:
        return False
    action = steps[0].action
    whose = action.seat if type(action).by == "seat" else None
    return any(seat.id == steps[0].by or seat.number == whose for seat in mine)


def may_redo(turn: Turn, phone: int | None, by: int | None) -> bool:
    """Whoever undid it, or the host."""
    return turn.is_host(phone) or by in {seat.id for seat in turn.seats_of(phone)}
