"""A tap: an action with a key of its own, counted once however often it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from app.errors import BrokenLog, Malformed, Stale
from app.games.kernel import Accepted, Game, Refused
from app.games.phrases import Phrase, Seat, Who, first_of, say
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


def check_seen(
    turn: Turn, position: log.Position, seen: int | None, action: Any = None, *, undoing: bool = False
) -> None:
    """Raises Stale when the game has moved on since the number on the phone's screen, Malformed without one.

    ``action`` is what the phone wanted: where another one has answered the same question, that one is named, and
    what is not counted too. Undo and redo (``undoing``) are about the newest step, also where it moved nothing on.
    """
    if seen is None:
        raise Malformed(say("Send the number your screen shows along (seen)."), fields={"seen": "missing"})
    newest = position.steps[-1].seq if undoing and position.steps else 0
    if seen >= max(turn.table.game_seq, newest):
        return
    if position.amended == turn.table.game_seq:
        raise Stale(say("The game was corrected meanwhile. Look at the new state, then decide again."), seq=turn.head)
    index = answered(position, action, seen)
    step = position.steps[index] if position.steps else None
    faster = next((seat for seat in turn.seats if step is not None and seat.id == step.by), None)
    if step is None or faster is None or (type(step.action).by == "seat" and not type(step.action).sighted):
        raise Stale(say("Another phone was faster. Look at the new state, then decide again."), seq=turn.head)
    who, line, lost = Who(Seat(faster.number)), line_of(position, index), _lost(position, action, seen)
    if line is None:
        says = say("%(who)s was faster. Look at the new state, then decide again.", who=who)
    elif lost is None:
        says = say("%(who)s was faster: %(line)s Look at it, then decide again.", who=who, line=line)
    else:
        says = say(
            "%(who)s was faster: %(line)s Not counted: “%(lost)s” Look at it, then decide again.",
            who=who,
            line=line,
            lost=lost,
        )
    raise Stale(says, seq=turn.head, by=faster.number)


def same_question(game: Game[Any, Any, Any], one: Any, other: Any) -> bool:
    """Whether both actions answer the same question, in a game whose steps hide nothing: the same kind, for the same
    seat; what chance decided may be entered by any seat."""
    kind = type(one)
    if game.draft is not None or type(other) is not kind or not kind.sighted or kind.by != "seat":
        return False
    return kind.name in game.chance or bool(one.seat == other.seat)


def answered(position: log.Position, action: Any, seen: int) -> int:
    """The place of the step that has answered the question of ``action`` since ``seen``, else the last place (-1)."""
    for index, step in enumerate(position.steps):
        if step.seq > seen and action is not None and same_question(position.game, step.action, action):
            return index
    return -1


def there_already(position: log.Position, action: Any, seen: int | None) -> int | None:
    """The row of the step that is this very entry, made on another phone since ``seen``: there is nothing to ask."""
    if seen is None or not position.steps:
        return None
    step = position.steps[answered(position, action, seen)]
    if step.seq <= seen or not same_question(position.game, step.action, action):
        return None
    one, other = (position.game.wire.dump_action(each) for each in (step.action, action))
    return step.seq if {**one, "seat": None} == {**other, "seat": None} else None


def line_of(position: log.Position, index: int) -> Phrase | None:
    """What that step was, as everybody may read it."""
    if not position.steps:
        return None
    index %= len(position.steps)
    before = position.steps[index - 1].state if index else position.start
    step = position.steps[index]
    return position.game.line_for(before, step.action, step.state, None)


def _lost(position: log.Position, action: Any, seen: int) -> Phrase | None:
    """What an action that came too late would have been on the screen it was made for, if everybody may read that."""
    game = position.game
    if action is None or game.draft is not None or type(action).by != "seat":
        return None
    before = next((step.state for step in reversed(position.steps) if step.seq <= seen), position.start)
    match game.apply(before, action):
        case Accepted(state=after):
            line = game.line_for(before, action, after, None)
            return None if line is None else first_of(line)
        case Refused():
            return None


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


def may_undo(turn: Turn, phone: int | None, game: Game[Any, Any, Any], steps: list[log.Step]) -> bool:
    """Whoever made the step or whose step it was, or the host; several steps at once (they were secret): the host.
    What chance decided, any seat."""
    if turn.is_host(phone):
        return True
    mine = turn.seats_of(phone)
    if len(steps) != 1:
        return False
    action = steps[0].action
    if type(action).name in game.chance:
        return bool(mine)
    whose = action.seat if type(action).by == "seat" else None
    return any(seat.id == steps[0].by or seat.number == whose for seat in mine)


def may_redo(turn: Turn, phone: int | None, by: int | None) -> bool:
    """Whoever undid it, or the host."""
    return turn.is_host(phone) or by in {seat.id for seat in turn.seats_of(phone)}
