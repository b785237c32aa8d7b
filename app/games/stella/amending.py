"""How the past of a game of Stella can be corrected, and nothing learned by it that was never shown.

A correction is decided on the public list: of each counted round the cards that were shown, and how many marks stayed
hidden. Only cards that were shown in a round can be corrected in it, so the hidden marks of the real list, which stay
as they are, can never make a difference: both lists fold alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.kernel import Settled
from app.games.phrases import Phrase, Who, count, say
from app.games.stella import log
from app.games.stella.actions import Action, Begin, EndEarly, Leave, Lock, OtherWord, Return, Reveal, Withdraw, Word
from app.games.stella.state import Cell, Opening, RoundScore, State, cell_name


def settled(start: State, actions: Sequence[Action]) -> Settled[Action]:
    """Everything up to the end of the last counted round and what followed it. Of a round that is not counted: words,
    and who left or came back, as in a published record; it cannot be corrected."""
    scores, good = log.played(start, actions)
    begins = [place for place, action in enumerate(good) if isinstance(action, Begin)]
    ends = [*begins[1:], len(good)][: len(begins)]
    steps = list(enumerate(good[: begins[0] if begins else len(good)]))
    open_from = len(good)
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        if number < len(scores):
            steps += _counted(good, begin, end, scores[number])
        else:
            open_from = begin
            steps += [
                (place, good[place])
                for place in range(begin, end)
                if isinstance(good[place], Word | OtherWord | Leave | Return | EndEarly)
            ]
    return Settled(tuple(steps), open_from)


def _counted(actions: Sequence[Action], begin: int, end: int, score: RoundScore) -> list[tuple[int, Action]]:
    """One counted round: locks that were withdrawn are left out, the others hold what was shown, now or before it was
    corrected."""
    shown = frozenset(card.cell for card in score.reveals)
    holding: dict[int, int] = {}
    for place in range(begin, end):
        match actions[place]:
            case Lock(seat=seat):
                holding[seat] = place
            case Withdraw(seat=seat):
                holding.pop(seat, None)
    steps: list[tuple[int, Action]] = []
    for place in range(begin, end):
        action = actions[place]
        if isinstance(action, Lock) and holding.get(action.seat) == place:
            told = action.told | shown
            hidden = len(action.cells - told)
            public = replace(action, cells=action.cells & told, sealed=hidden + action.sealed, told=told)
            steps.append((place, public))
        elif not isinstance(action, Lock | Withdraw):
            steps.append((place, action))
    return steps


def unsealed(real: Action, public: Action, new: Action) -> Action:
    """The lock after a correction, with the marks that were never shown, and what is known of it for good. Where fewer
    hidden marks are to remain, nobody knows which: then all of them are only counted, as in a record."""
    if not (isinstance(real, Lock) and isinstance(public, Lock) and isinstance(new, Lock)) or new.seat != real.seat:
        return new
    hidden = real.cells - public.cells if new.sealed >= public.sealed else frozenset[Cell]()
    return replace(new, cells=hidden | new.cells, sealed=new.sealed - len(hidden), told=public.told)


def beyond(old: Sequence[Action], new: Sequence[tuple[int | None, Action]]) -> Phrase | None:
    """A correction reaches too far where a card would be marked or pointed at that was not shown in the round of that
    lock: whether somebody else has it is a secret. Between the locks of a round nothing is put in, so that no undo can
    open a selection again in which some are bound by their marks and others are free."""
    marking, waiting = False, None
    carried: frozenset[Cell] | None = None
    for place, action in new:
        same = place is not None and type(old[place]) is type(action)
        match action:
            case Begin():
                marking, carried, waiting = True, None, None
            case Lock(seat=seat, cells=cells):
                if waiting is not None:
                    return waiting
                was = None if place is None else old[place]
                if isinstance(was, Lock) and was.seat == seat:
                    if stranger := cells - was.told:
                        return _not_shown(min(stranger))
                    carried = was.told if carried is None else carried & was.told
            case Reveal(cell=cell) if carried is not None and cell not in carried:
                return _not_shown(cell)
            case _ if marking and not same:
                waiting = say(
                    "Between the marks of a round nothing can be put in afterwards. Put it in before or after them."
                )
    return None


def _not_shown(cell: Cell) -> Phrase:
    return say(
        "%(card)s was not shown in that round, so it stays out of corrections. Only shown cards can be corrected.",
        card=cell_name(cell),
    )


def same_ground(before: State, after: State) -> bool:
    """A round that is being marked or shown stands on who plays it, who begins, which one it is, and what the table
    plays the other way; not on scores, words or swapped rows."""
    if not isinstance(before, Opening) or not isinstance(after, Opening):
        return False
    one, other = before.table, after.table
    same_rules = one.house.now == other.house.now
    return same_rules and (one.number, one.first_scout, one.gone) == (other.number, other.first_scout, other.gone)


def entry_for(before: State, action: Action, after: State) -> Phrase | None:
    """An entry in a correction; a lock tells the cards that were shown, and how many were not."""
    if not isinstance(action, Lock):
        return log.line_for(before, action, after, None)
    who, cards = Who(action.seat), ", ".join(cell_name(cell) for cell in sorted(action.cells))
    if not action.sealed:
        return say("%(who)s had marked %(cards)s.", who=who, cards=cards)
    if not cards:
        return count(
            "%(who)s had marked %(num)s card that was not shown.",
            "%(who)s had marked %(num)s cards that were not shown.",
            action.sealed,
            who=who,
        )
    return count(
        "%(who)s had marked %(cards)s and %(num)s card that was not shown.",
        "%(who)s had marked %(cards)s and %(num)s cards that were not shown.",
        action.sealed,
        who=who,
        cards=cards,
    )
