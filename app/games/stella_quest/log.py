"""The actions as a log: what each line says, how much one undo takes back, and what a public record holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding
from app.games.phrases import Phrase, Seat, Who, count, joined, say
from app.games.stella_quest import actions as do
from app.games.stella_quest import ending, reasons, rules, steps
from app.games.stella_quest.actions import Action
from app.games.stella_quest.cards import Card, called
from app.games.stella_quest.rulebook import ALTERNATIVES, RULEBOOK
from app.games.stella_quest.state import Cause, End, Finished, Recording, Round, State
from app.games.stella_quest.verdict import verdict


def line_for(before: State, action: Action, after: State, reader: Seat | None) -> Phrase | None:
    """The action's line, the same for every reader: what was done, then what happened by itself."""
    told = _done(before, action, after)
    for more in () if isinstance(action, do.EndEarly) else _followed(before, after):
        told = joined(told, more)
    return told


def _done(before: State, action: Action, after: State) -> Phrase:
    match action:
        case do.Recording(how=Recording.ONE):
            return say("One phone enters the cards for all.")
        case do.Recording():
            return say("Each phone enters its own cards.")
        case do.FirstCard(card=card):
            return say("The first card of the pile: %(card)s.", card=called(card))
        case do.Play(seat=seat, card=card):
            return say("%(who)s plays %(card)s.", who=Who(seat), card=called(card))
        case do.Opponent(card=card):
            return say("The artificial opponent plays %(card)s.", card=called(card))
        case do.Draw(seat=seat):
            return _draws(seat, after)
        case do.Take(seat=seat, card=card):
            return _takes(seat, card, after)
        case do.Top(seat=seat, card=card):
            return say("%(who)s puts %(card)s on top.", who=Who(seat), card=called(card))
        case do.Leave(seat=seat):
            return say("%(who)s has left the table.", who=Who(seat))
        case do.Return(seat=seat):
            return say("%(who)s is back.", who=Who(seat))
        case do.EndEarly():
            return _ended(after)
        case do.Decide():
            return deciding.line(action, ALTERNATIVES, RULEBOOK)
        case _ as never:
            assert_never(never)


def _ended(after: State) -> Phrase:
    assert isinstance(after, Finished)
    if ending.unfinished(after) and not after.table.played_on:
        number = after.table.rounds[-1].number
        return say("The game was ended early with the points so far, without round %(num)s.", num=number)
    return ending.ended_early(after)


def _draws(seat: Seat, after: State) -> Phrase:
    round_ = steps.running(after)
    drawn = [] if round_ is None else [one for one in round_.supplies if getattr(one, "paid", False)]
    return count(
        "%(who)s pays 1 radiance and draws %(num)s card.",
        "%(who)s pays 1 radiance and draws %(num)s cards.",
        drawn[-1].cards if drawn else 0,
        who=Who(seat),
    )


def _takes(seat: Seat, card: Card, after: State) -> Phrase:
    lost = next((one for one in _last(after).losses if one.cause is Cause.DUPLICATE), None)
    if lost is None:
        return say("%(who)s takes %(card)s.", who=Who(seat), card=called(card))
    return count(
        "%(who)s takes %(card)s and loses %(num)s radiance.",
        "%(who)s takes %(card)s and loses %(num)s radiance.",
        lost.flipped,
        who=Who(seat),
        card=called(card),
    )


def _last(state: State) -> Round:
    """The round that the last action was about: the running one, or the one just finished."""
    round_ = steps.running(state)
    assert round_ is not None
    return state.table.rounds[-1] if not round_.played and state.table.rounds else round_


def _followed(before: State, after: State) -> list[Phrase]:
    """What nobody did: hands refilled, the pile shuffled, the round decided, the game over."""
    told: list[Phrase] = []
    was, now = steps.running(before), steps.running(after)
    if was is None or now is None:
        return told
    rounds = [*after.table.rounds[len(before.table.rounds) :]]
    here = rounds[0] if rounds else now
    told += [reasons.supply(news).says for news in here.supplies[len(was.supplies) :] if not getattr(news, "paid", 0)]
    if len(here.played) > len(was.played) or (here.winner is not None and was.winner is None):
        told += _decided(was, here, bool(rounds))
    if rounds and now is not here:
        told += [reasons.supply(news).says for news in now.supplies]
    if isinstance(after, Finished):
        told += _over(after)
    return told


def _decided(was: Round, here: Round, over: bool) -> list[Phrase]:
    if here.winner is not None:
        won = [say("%(who)s wins the round.", who=Who(here.winner))]
        return won + [reasons.loss(lost, None).says for lost in here.losses[len(was.losses) :]]
    if not over or here.on_top is None:
        return []
    if verdict(here.top, here.cards).winner is None:
        return [say("All rested: nobody wins.")]
    return [say("The artificial opponent would win: nobody wins.")]


def _over(after: Finished) -> list[Phrase]:
    if after.who is None:
        return []
    if after.end is End.COLLECTION:
        return [say("%(who)s has collected 1 to 6 and wins.", who=Who(after.who))]
    return [say("%(who)s lost the last radiance: out.", who=Who(after.who))]


def why(before: State, action: Action, after: State) -> tuple[Finding, ...]:
    """The reasons behind a line: what the card is, who won by what, each loss, each draw, the top, who begins."""
    if isinstance(action, do.Decide):
        return deciding.why(action, RULEBOOK)
    was, now = steps.running(before), steps.running(after)
    if now is None or isinstance(action, do.EndEarly):
        return ()
    if was is None:
        return (reasons.trump(now.top),) if isinstance(action, do.FirstCard) else ()
    done = after.table.rounds[len(before.table.rounds) :]
    here = done[0] if done else now
    result = verdict(here.top, here.cards)
    found: list[Finding] = []
    if len(here.played) > len(was.played):
        found.append(reasons.category(here.cards[-1], result.categories[-1], result.same_as[-1]))
    if was.winner is None and (done or here.winner is not None):
        found += reasons.verdict(here.cards, result)
    for one in after.table.revokes[len(before.table.revokes) :]:
        found += reasons.revoked(one)
    lost = [one for one in here.losses[len(was.losses) :] if one.cause is not Cause.DRAW]  # the draw says it
    found += [reasons.loss(one, here.taken) for one in lost]
    found += [reasons.supply(news) for news in here.supplies[len(was.supplies) :]]
    if (on_top := reasons.top(here)) is not None:
        found += (on_top, *reasons.aftermath(here, result, steps.leader(after.table, now.first, now.played)))
    if now is not here:
        found += [reasons.supply(news) for news in now.supplies]
    if isinstance(after, Finished):
        found += ending.outcome(after).why
    return tuple(one for place, one in enumerate(found) if one not in found[:place])


def undo_span(actions: Sequence[Action]) -> int:
    """How many of the last actions one undo takes back together: one. Nothing here is secret."""
    return min(1, len(actions))


def publish(start: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions as others may keep them: all of them, up to the first one that does not hold. Everybody saw each."""
    state, good = start, []
    for action in actions:
        answer = rules.apply(state, action)
        if not isinstance(answer, Accepted):
            break
        state = answer.state
        good.append(action)
    return tuple(good)
