"""The actions as a log: what each line says, how much one undo takes back, and what a public record may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding
from app.games.phrases import Everyone, Phrase, Seat, Who, joined, say
from app.games.stella import reasons, rules, scoring, steps, view
from app.games.stella.actions import (
    Action,
    Begin,
    Decide,
    EndEarly,
    Leave,
    Lock,
    NextRound,
    OtherWord,
    PlaceLanterns,
    Return,
    Reveal,
    SwapRow,
    Withdraw,
    Word,
)
from app.games.stella.rulebook import ALTERNATIVES, RULEBOOK
from app.games.stella.state import Announced, Finished, Kind, Marking, Revealing, RoundScore, Scored, State, cell_name


def line_for(before: State, action: Action, after: State, reader: Seat | None) -> Phrase | None:
    """The action's line, the same for every reader. A lock or a withdrawal has none.

    The lock that closes the marking tells all numbers, in seat order: never who was last.
    """
    match action:
        case Word(text=""):
            return say("The word was taken away.")
        case Word(text=text):
            return say("The word: %(word)s", word=text)
        case OtherWord(text=""):
            return say("All agreed to the other word of the card.")
        case OtherWord(text=text):
            return say("All agreed to the other word of the card: %(word)s", word=text)
        case SwapRow(row=row):
            return say("Row %(row)s was swapped.", row="ABC"[row])
        case Begin():
            return say("Round %(num)s: the secret marking starts.", num=after.table.number)
        case Lock():
            return _numbers(after) if isinstance(after, Announced) else None
        case Withdraw():
            return None
        case PlaceLanterns() if isinstance(after, Revealing):
            return say("The lanterns stand. %(who)s is the first to point.", who=Who(after.scout))
        case PlaceLanterns():
            return say("The lanterns stand. Nobody has a card to show.")
        case Reveal(seat=seat):
            return _pointed(seat, after)
        case NextRound():
            return say("Round %(num)s. First Scout: %(who)s.", num=after.table.number, who=Who(after.table.first_scout))
        case Leave(seat=seat):
            left = say("%(who)s has left the table.", who=Who(seat))
            if isinstance(before, Marking) and isinstance(after, Announced):
                return joined(left, _numbers(after))
            return left
        case Return(seat=seat):
            return say("%(who)s is back.", who=Who(seat))
        case EndEarly():
            return reasons.ended_early(len(after.table.scores))
        case Decide():
            return deciding.line(action, ALTERNATIVES, RULEBOOK)
        case _ as never:
            assert_never(never)


def why(before: State, action: Action, after: State) -> tuple[Finding, ...]:
    """The reasons behind a line, out of the view that everybody has: darkness, a pointed card, a counted round."""
    if isinstance(after, Announced) and not isinstance(before, Announced):
        return view.view_for(after, None).darkness
    if isinstance(action, Decide):
        return deciding.why(action, RULEBOOK)
    if not isinstance(action, Reveal | PlaceLanterns | Leave):
        return ()
    seen = view.view_for(after, None)
    card = seen.revealed[-1].why if isinstance(action, Reveal) and seen.revealed else ()
    if not isinstance(after, Scored | Finished) or not isinstance(before, Announced | Revealing):
        return card
    score = seen.scores[-1]
    return (*card, *score.end, *(reasons.points_of(line.seat, line.points) for line in score.seats))


def _numbers(state: Announced) -> Phrase:
    """Everybody's number and who is dark, when the marking closes."""
    counts = scoring.announced(state.marks)
    listed: Phrase | None = None
    for seat in steps.everyone(state.table):
        number = counts[seat]
        if number is not None:
            one = say("%(who)s %(num)s", who=Who(seat), num=number)
            listed = one if listed is None else say("%(before)s, %(next)s", before=listed, next=one)
    if listed is None:
        return say("Nobody has marked a card.")
    return say(
        "All cards are locked in: %(numbers)s. %(darkness)s",
        numbers=listed,
        darkness=reasons.darkness(counts).says,
    )


def _pointed(scout: Seat, after: State) -> Phrase | None:
    """What was shown, and what it turned out to be."""
    match after:
        case Revealing():
            card = after.reveals[-1]
        case Scored() | Finished() if after.table.scores:
            card = after.table.scores[-1].reveals[-1]
        case _:
            return None
    who, cell = Who(scout), cell_name(card.cell)
    others = Everyone(tuple(seat for seat in card.markers if seat != scout))
    match card.kind:
        case Kind.SPARK:
            return say("%(who)s points at %(cell)s: spark with %(others)s.", who=who, cell=cell, others=others)
        case Kind.SUPER_SPARK:
            return say("%(who)s points at %(cell)s: super spark with %(others)s.", who=who, cell=cell, others=others)
        case Kind.FALL:
            return say("%(who)s points at %(cell)s, alone: fall.", who=who, cell=cell)


def undo_span(actions: Sequence[Action]) -> int:
    """How many of the last actions one undo takes back together: one public step, with the secret ones behind it.

    Locks and withdrawals are secret, they go as a group. While the selection is open the public step before them
    (``Begin``, a word, somebody who left) goes with them. The lock that closed the selection is a public step itself:
    then only the group goes and everybody in it is unlocked, so that reopening never says who was last. Nothing else
    is ever taken back along with them.
    """
    secret = 0
    for action in reversed(actions):
        if not isinstance(action, Lock | Withdraw):
            break
        secret += 1
    if secret == 0:
        return min(1, len(actions))
    last = actions[-1]
    closed = isinstance(last, Lock) and last.closing
    return secret if closed else min(secret + 1, len(actions))


def publish(start: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions as others may keep them, from the state before the first one.

    In a finished round each seat's lock holds what was shown in the end and the number of the marks that stayed
    hidden, in seat order, without withdrawals; who left while others marked leaves after the locks. The running round
    keeps nothing of its marks and cards; words, and who left or came back, stay. It folds to a state that looks the
    same to everybody for every finished round and every finished game.
    """
    scores, good = played(start, actions)
    rounds: list[list[Action]] = [[]]
    for action in good:
        if isinstance(action, Begin):
            rounds.append([])
        rounds[-1].append(action)
    kept: list[Action] = rounds[0]
    for index, one in enumerate(rounds[1:]):
        kept.extend(_public_round(one, scores[index]) if index < len(scores) else _public_rest(one))
    return tuple(kept)


def played(start: State, actions: Sequence[Action]) -> tuple[tuple[RoundScore, ...], tuple[Action, ...]]:
    """The counted rounds, and the actions up to the first one that does not hold."""
    state, good = start, []
    for action in actions:
        answer = rules.apply(state, action)
        if not isinstance(answer, Accepted):
            break
        state = answer.state
        good.append(action)
    return state.table.scores, tuple(good)


def _public_round(actions: Sequence[Action], score: RoundScore) -> Iterator[Action]:
    """From ``Begin`` of a counted round to the next one."""
    lanterns = next(index for index, action in enumerate(actions) if isinstance(action, PlaceLanterns))
    marking, rest = actions[:lanterns], actions[lanterns:]
    yield from (action for action in marking if not isinstance(action, Lock | Withdraw | Leave | Return))
    yield from _public_locks(score)
    yield from (action for action in marking if isinstance(action, Leave | Return))
    yield from rest


def _public_locks(score: RoundScore) -> Iterator[Action]:
    players = [Seat(seat) for seat, number in enumerate(score.counts) if number is not None]
    for seat in players:
        cells = frozenset(card.cell for card in score.reveals if seat in card.markers)
        number = score.counts[seat] or 0
        yield Lock(seat, cells, closing=seat == players[-1], sealed=number - len(cells))


def _public_rest(actions: Sequence[Action]) -> Iterator[Action]:
    """Of a round that is not counted: all that is true without its marks."""
    return (action for action in actions if isinstance(action, Word | OtherWord | Leave | Return | EndEarly))
