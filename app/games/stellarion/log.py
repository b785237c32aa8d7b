"""The actions as a log: what each line says, how much one undo takes back, and what a public record holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding
from app.games.phrases import Phrase, Seat, Who, say
from app.games.stellarion import actions as do
from app.games.stellarion import moves, reasons, rules, voyages
from app.games.stellarion.actions import Action, Put
from app.games.stellarion.cards import called, deck_called, galaxy_called, type_called
from app.games.stellarion.house import ALTERNATIVES
from app.games.stellarion.rulebook import RULEBOOK
from app.games.stellarion.slots import card_at
from app.games.stellarion.state import End, Finished, Power, State, Stuck, Sun


def line_for(before: State, action: Action, after: State, reader: Seat | None) -> Phrase | None:
    """The action's line, the same for every reader: what was done, then what happened by itself."""
    told = _done(before, action, after)
    for more in _followed(before, action, after):
        told = say("%(first)s %(second)s", first=told, second=more)
    return told


def _done(before: State, action: Action, after: State) -> Phrase:
    who = Who(before.table.player)
    match action:
        case do.Reveal(card=card):
            return say("%(deck)s deck: %(card)s.", deck=deck_called(card.symbol), card=called(card))
        case do.Launch():
            return _launched(before, action)
        case do.Coordinate():
            assert isinstance(after, Power)
            return _coordinated(who, after)
        case do.Search(card=card):
            return say(
                "%(who)s searches the %(deck)s deck: %(card)s.",
                who=who,
                deck=deck_called(card.symbol),
                card=called(card),
            )
        case do.Retrieve():
            return _retrieved(who, action)
        case do.Look():
            return _looked(who, action)
        case do.Stock():
            return _stocked(who, before, action)
        case do.Done():
            return say("%(who)s uses no more of the effect.", who=who)
        case do.Forfeit():
            return say("%(who)s forfeits the effect.", who=who)
        case do.Traverse():
            return say("%(who)s traverses with four Black Holes.", who=who)
        case do.Take(to=to):
            return _took(before, to, after)
        case do.Theory():
            top = None if before.table.theories is None else before.table.theories.top
            assert top is not None
            return say("%(who)s proves the theory %(type)s.", who=who, type=type_called(top))
        case do.Meteors(to=to):
            galaxy = galaxy_called(after.table.piles[to][-1])
            return say("Two Meteor tokens bring %(who)s a Voyage of %(galaxy)s.", who=Who(to), galaxy=galaxy)
        case do.EndTurn():
            return say("Nothing is face down.")
        case do.FinalSpace():
            return say("The table says: the final space is reached.")
        case do.GiveUp():
            return say("The players give up.")
        case do.Decide():
            return deciding.line(action, ALTERNATIVES, RULEBOOK)
        case _ as never:
            assert_never(never)


def _launched(before: State, action: do.Launch) -> Phrase:
    card = card_at(before.table, action.cards[0])
    assert card is not None
    assert card.galaxy is not None
    who, galaxy = Who(before.table.player), galaxy_called(card.galaxy)
    if action.star:
        return say("%(who)s launches %(galaxy)s with a Shooting Star.", who=who, galaxy=galaxy)
    return say("%(who)s launches %(galaxy)s.", who=who, galaxy=galaxy)


def _coordinated(who: Who, after: Power) -> Phrase:
    first, second = (called(card) for card in after.cards)
    if after.major:
        return say("%(who)s coordinates %(first)s and %(second)s: major.", who=who, first=first, second=second)
    return say("%(who)s coordinates %(first)s and %(second)s: minor.", who=who, first=first, second=second)


def _retrieved(who: Who, action: do.Retrieve) -> Phrase:
    first = called(action.cards[0])
    if len(action.cards) == 1:
        return say("%(who)s retrieves %(card)s.", who=who, card=first)
    return say("%(who)s retrieves %(first)s and %(second)s.", who=who, first=first, second=called(action.cards[1]))


def _looked(who: Who, action: do.Look) -> Phrase:
    upper, lower, deck = called(action.upper), called(action.lower), deck_called(action.upper.symbol)
    match action.put:
        case Put.APART:
            return say(
                "%(who)s looks at the %(deck)s deck: %(upper)s on top, %(lower)s at the bottom.",
                who=who,
                deck=deck,
                upper=upper,
                lower=lower,
            )
        case Put.ON_TOP:
            return say(
                "%(who)s looks at the %(deck)s deck: %(upper)s on top of %(lower)s.",
                who=who,
                deck=deck,
                upper=upper,
                lower=lower,
            )
        case Put.UNDER:
            return say(
                "%(who)s looks at the %(deck)s deck: %(upper)s and %(lower)s to the bottom.",
                who=who,
                deck=deck,
                upper=upper,
                lower=lower,
            )
        case _ as never:
            assert_never(never)


def _stocked(who: Who, before: State, action: do.Stock) -> Phrase:
    cards = [card for deck in before.table.decks if deck.symbol in action.decks for card in deck.up[:1]]
    if len(cards) == 1:
        return say("%(who)s puts %(card)s into the Outpost.", who=who, card=called(cards[0]))
    return say(
        "%(who)s puts %(first)s and %(second)s into the Outpost.",
        who=who,
        first=called(cards[0]),
        second=called(cards[1]),
    )


def _took(before: State, to: Seat, after: State) -> Phrase:
    galaxy = galaxy_called(after.table.piles[to][-1])
    if to == before.table.player:
        return say("%(who)s takes a Voyage of %(galaxy)s.", who=Who(to), galaxy=galaxy)
    return say("A Voyage of %(galaxy)s is a gift for %(who)s.", galaxy=galaxy, who=Who(to))


def _followed(before: State, action: Action, after: State) -> list[Phrase]:
    """What came of it: a Ship goes under its deck, the figure moves, a turn begins, the game ends."""
    told = _moved(before.table.sun, after.table.sun)
    if isinstance(action, do.Coordinate) and action.thrusters is not None:
        card = card_at(before.table, action.thrusters)
        assert card is not None
        told.append(say("%(card)s goes under the %(deck)s deck.", card=called(card), deck=deck_called(card.symbol)))
    told += [
        reasons.out_of_reach(one).says for one in voyages.split(after.table) if one not in voyages.split(before.table)
    ]
    if isinstance(after, Finished):
        return [*told, _over(after.end)]
    if after.table.number > before.table.number:
        told.append(say("Turn %(turn)s: %(who)s.", turn=after.table.number, who=Who(after.table.player)))
    if isinstance(after, Stuck):
        told.append(say("No action is possible."))
    return told


def _moved(was: Sun | None, now: Sun | None) -> list[Phrase]:
    if was is None or now is None or was.at == now.at:
        return []
    told = [say("The Glaucous Sun goes to space %(space)s.", space=int(now.at))]
    if now.held > was.held:
        told.append(say("It takes a Meteor token."))
    return told


def _over(end: End) -> Phrase:
    match end:
        case End.WON:
            return say("The game is won.")
        case End.UNABLE:
            return say("No action is possible: the game is lost.")
        case End.FINAL_SPACE | End.GAVE_UP:
            return say("The game is lost.")
        case _ as never:
            assert_never(never)


def why(before: State, action: Action, after: State) -> tuple[Finding, ...]:
    """The reasons behind a line: what the cards made, why a theory is proven, why the game ended."""
    found: list[Finding] = []
    match action:
        case do.Launch(star=star):
            found.append(reasons.launch(after.table.piles[before.table.player][-1], star))
        case do.Coordinate():
            assert isinstance(after, Power)
            mirror = any(card.is_mirror for card in after.cards)
            found += [reasons.coordinate(after.type, after.major, mirror), reasons.power(after.type, after.major)]
        case do.Traverse():
            found.append(reasons.traverse())
        case do.Take(to=to) if to != before.table.player:
            found.append(reasons.given(to))
        case do.Theory():
            found += _proven(before)
        case do.Decide():
            found += deciding.why(action, RULEBOOK)
        case _:
            pass
    split = voyages.split(before.table)
    found += [reasons.out_of_reach(galaxy) for galaxy in voyages.split(after.table) if galaxy not in split]
    if isinstance(after, Finished):
        found += reasons.ended(after.table, after.end)
    elif isinstance(after, Stuck) and not isinstance(before, Stuck):
        found += (*reasons.unable(after.table), reasons.stuck(after.table.sun))
    return tuple(found)


def _proven(before: State) -> list[Finding]:
    stack = before.table.theories
    if stack is None or stack.top is None:
        return []
    return [reasons.theory_proven(stack.top, moves.seen_of_type(before.table))]


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
