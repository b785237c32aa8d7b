"""The rules of Lamps, in the order of the book: a turn, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.games.kernel import Accepted, Finding, Offer, Outcome, Refused, Several, refuse
from app.games.lamps.actions import Action, Glow, Light
from app.games.lamps.state import FEWEST, MOST, Finished, Options, Playing, State, Turn
from app.games.phrases import Seat, Who, say
from app.games.rulebook import RuleId

SEATS: range = range(2, 7)
MOST_LIT = 2


def setup(options: Options, seats: int) -> State:
    """All lamps are dark (``lamps.row``). Raises ValueError for what the wire would have refused."""
    if seats not in SEATS or options.first_player not in range(seats) or not FEWEST <= options.lamps <= MOST:
        raise ValueError(f"{seats} seats with {options}")
    return Playing(seats, options.lamps, options.first_player)


def apply(state: State, action: Action) -> Accepted[State] | Refused:
    """One action on one state; Refused leaves nothing changed."""
    if isinstance(state, Finished):
        return refuse(RuleId("lamps.last"), say("All lamps are lit. Undo a step, or start a new game."))
    match action:
        case Glow(colour=colour):
            return Accepted(replace(state, colour=colour))
        case Light():
            return _light(state, action)
        case _ as never:
            assert_never(never)


def _light(state: Playing, action: Light) -> Accepted[State] | Refused:
    if not 0 <= action.seat < state.seats:
        return refuse(RuleId("lamps.turn"), say("There is no such seat. Choose one of this table."))
    if action.seat != state.turn:
        return refuse(RuleId("lamps.turn"), say("It is the turn of %(who)s. Wait for yours.", who=Who(state.turn)))
    if not action.lamps <= set(range(1, state.lamps + 1)):
        return refuse(RuleId("lamps.row"), say("The row has %(most)s lamps. Choose one of them.", most=state.lamps))
    if not action.lamps <= set(state.dark):
        return refuse(RuleId("lamps.stays-lit"), say("A lit lamp stays lit. Choose a dark one."))
    if (no := too_few_or_many(len(action.lamps))) is not None:
        return Refused((no,))
    after = replace(state, turns=(*state.turns, Turn(action.seat, action.lamps)))
    if not after.dark:
        return Accepted(Finished(state.seats, state.lamps, after.turns, state.colour))
    return Accepted(replace(after, turn=Seat((state.turn + 1) % state.seats)))


def too_few_or_many(number: int) -> Finding | None:
    """Why so many lamps cannot be lit in one turn (``lamps.one-or-two``, ``lamps.la-1``)."""
    if number == 0:
        return Finding(RuleId("lamps.la-1"), say("Nobody passes. Light one lamp or two."))
    if number > MOST_LIT:
        return Finding(RuleId("lamps.one-or-two"), say("Two lamps are the most. Light one or two."))
    return None


def legal_actions(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Whoever is on turn lights one or two of the dark lamps."""
    if isinstance(state, Finished) or state.turn != seat:
        return ()
    return (Offer(Light.name, {"lamps": Several(state.dark, 1, MOST_LIT)}),)


def outcome(state: State) -> Outcome | None:
    """Who lit the last lamp has won, the others share the second place; nobody counts points (``lamps.last``)."""
    if isinstance(state, Playing):
        return None
    won = state.turns[-1].seat
    places = tuple(1 if seat == won else 2 for seat in range(state.seats))
    return Outcome(places, (None,) * state.seats, (lit_the_last(won),))


def lit_the_last(seat: Seat) -> Finding:
    return Finding(RuleId("lamps.last"), say("%(who)s lit the last lamp and wins.", who=Who(seat)))
