"""The actions as a log: what each line says and why, how much one undo takes back, and what a public record holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.games.kernel import Accepted, Finding
from app.games.lamps import rules
from app.games.lamps.actions import Action, Glow, Light
from app.games.lamps.state import Finished, Lamp, State
from app.games.phrases import Phrase, Seat, Who, count, joined, say


def line_for(before: State, action: Action, after: State, reader: Seat | None) -> Phrase | None:
    """The action's line, the same for every reader: what was done, then how the game ended."""
    match action:
        case Glow(colour="amber"):
            return say("The lamps glow in amber.")
        case Glow():
            return say("The lamps glow in blue.")
        case Light(seat=seat, lamps=lamps):
            told = count(
                "%(who)s lights lamp %(lamps)s.",
                "%(who)s lights lamps %(lamps)s.",
                len(lamps),
                who=Who(seat),
                lamps=listed(lamps),
            )
            return joined(told, rules.lit_the_last(seat).says) if isinstance(after, Finished) else told
        case _ as never:
            assert_never(never)


def listed(lamps: frozenset[Lamp]) -> str:
    return ", ".join(map(str, sorted(lamps)))


def why(before: State, action: Action, after: State) -> tuple[Finding, ...]:
    """Only the last lamp decides something."""
    ended = rules.outcome(after)
    return () if ended is None else ended.why


def undo_span(actions: Sequence[Action]) -> int:
    """How many of the last actions one undo takes back together: one, nothing here is secret."""
    return min(1, len(actions))


def publish(start: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions as others may keep them: all of them, up to the first one that does not hold."""
    state, good = start, []
    for action in actions:
        answer = rules.apply(state, action)
        if not isinstance(answer, Accepted):
            break
        state = answer.state
        good.append(action)
    return tuple(good)
