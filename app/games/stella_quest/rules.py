"""The rules of Stella Quest, in the order of play: the first card, a round's steps 1 to 6, and the end.

``apply`` takes what the table tells and answers ``Accepted`` with the table after it, or ``Refused`` with the rule
that forbids it. It never raises for an action that ``wire`` can load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding, Offer, OneOf, Refused
from app.games.phrases import Seat
from app.games.stella_quest import leaving, reasons, refusals, steps, supply, taking
from app.games.stella_quest.actions import (
    Action,
    Decide,
    Draw,
    EndEarly,
    FirstCard,
    Leave,
    Opponent,
    Play,
    Recording,
    Return,
    Take,
    Top,
)
from app.games.stella_quest.cards import CARDS, DECK, Card
from app.games.stella_quest.copies import copies
from app.games.stella_quest.following import remember
from app.games.stella_quest.state import (
    DEALT,
    FULL_RADIANCE,
    LEAST_TO_PAY,
    PAID_PRICE,
    Cause,
    Common,
    End,
    Finished,
    Opening,
    Options,
    Played,
    Playing,
    Round,
    State,
    Taking,
    Topping,
)
from app.games.stella_quest.verdict import lead_of

Answer = Accepted[State] | Refused

SEATS: range = range(2, 5)


def setup(options: Options, seats: int) -> State:
    """The table after the deal: 5 cards and 5 lights each, the marker in the centre (``stella_quest.deal-five``).

    Raises ValueError for a number of seats or a first player that no box allows: the wire has checked both.
    """
    if seats not in SEATS or options.first_player not in range(seats):
        raise ValueError(f"{seats} seats with first player {options.first_player}")
    return Opening(
        Common(
            seats=seats,
            recording=options.recording,
            marker=None,
            radiance=(FULL_RADIANCE,) * seats,
            hands=(DEALT,) * seats,
            collections=((),) * seats,
            deck=len(DECK) - DEALT * seats,
            pile=(),
            rounds=(),
            doubts=((),) * seats,
            revokes=(),
            gone=frozenset(),
            left_once=frozenset(),
            played_on=False,
        ),
        options.first_player,
    )


def apply(state: State, action: Action) -> Answer:
    """One action on one state. Refused leaves nothing changed: a state is a value."""
    if isinstance(state, Finished):
        return refusals.game_over()
    match action:
        case Recording(how=how):
            return Accepted(replace(state, table=replace(state.table, recording=how)))
        case FirstCard():
            return _first_card(state, action)
        case Play():
            return _play(state, action)
        case Opponent():
            return _opponent(state, action)
        case Draw():
            return _draw(state, action)
        case Take():
            return _take(state, action)
        case Top():
            return _top(state, action)
        case Leave(seat=seat):
            return leaving.leave(state, seat)
        case Return(seat=seat):
            return leaving.come_back(state, seat)
        case EndEarly():
            return leaving.end_early(state)
        case Decide():
            return _decide(state, action)
        case _ as never:
            assert_never(never)


def _first_card(state: State, action: FirstCard) -> Answer:
    """The top card of the deck begins the pile; a rest too (``stella_quest.first-pile-card``, QU-2)."""
    if _unknown(state, action.seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Opening):
        return refusals.first_card_told()
    table = replace(state.table, deck=state.table.deck - 1, pile=(action.card,))
    return Accepted(Playing(table, Round(1, state.first, action.card)))


# Steps 1 and 2: everybody plays one card


def _play(state: State, action: Play) -> Answer:
    """A card from a hand, in turn order; any card that can exist (``stella_quest.turn-order``, QU-4, QU-16)."""
    seat, card = action.seat, action.card
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Playing):
        return refusals.not_this_step(state)
    if (no := _not_on_turn(state, seat)) is not None:
        return no
    if (no := _impossible(state, card)) is not None:
        return no
    table, round_ = state.table, state.round
    lead = lead_of(round_.cards)
    remembered = remember(seat, table.doubts[seat], round_.number, lead, card)
    table = replace(
        table,
        hands=steps.at(table.hands, seat, table.hands[seat] - 1),
        doubts=steps.at(table.doubts, seat, remembered.doubts),
        revokes=table.revokes if remembered.revoke is None else (*table.revokes, remembered.revoke),
    )
    round_ = replace(round_, played=(*round_.played, Played(seat, card)))
    notes: tuple[Finding, ...] = ()
    if remembered.revoke is not None:
        notes += reasons.revoked(remembered.revoke)
    if lead is not None and card.colour not in (None, lead):
        notes += (reasons.did_not_follow(seat, lead),)
    return Accepted(_going_on(table, round_), notes)


def _opponent(state: State, action: Opponent) -> Answer:
    """The artificial opponent plays the top card of the deck, and follows nothing (``stella_quest.opponent-card``)."""
    if _unknown(state, action.seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Playing):
        return refusals.not_this_step(state)
    turn = steps.on_turn(state)
    if turn is None or turn.seat is not None:
        return refusals.no_opponent_now(steps.has_opponent(state.table), None if turn is None else turn.seat)
    if (no := _impossible(state, action.card)) is not None:
        return no
    table, round_ = state.table, state.round
    table = replace(table, deck=table.deck - 1)
    return Accepted(_going_on(table, replace(round_, played=(*round_.played, Played(None, action.card)))))


def _going_on(table: Common, round_: Round) -> State:
    """An empty hand draws before anything else happens (QU-6)."""
    return steps.going_on(Playing(*steps.refilled(table, round_)))


def _draw(state: State, action: Draw) -> Answer:
    """Lose 1 radiance, draw 3 cards, up to 10 in hand; as often as 2 radiance are left (``stella_quest.paid-draw``)."""
    seat = action.seat
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Playing):
        return refusals.not_this_step(state)
    if any(one.by == seat for one in state.round.played):
        return refusals.already_played_no_draw(seat)
    if (no := _not_on_turn(state, seat)) is not None:
        return no
    table = state.table
    if table.radiance[seat] < LEAST_TO_PAY:
        return refusals.too_dim(seat)
    cards = supply.paid_draw_size(table.hands[seat])
    if not cards:
        return refusals.hand_full(seat)
    if not steps.can_pay(table, seat):
        return refusals.nothing_to_draw()
    table, lost = steps.lose(table, seat, Cause.DRAW, PAID_PRICE)
    round_ = replace(state.round, losses=(*state.round.losses, lost))
    return Accepted(Playing(*steps.draw(table, round_, seat, cards, paid=True)))


# Step 4: the winner takes a card and chooses the top


def _take(state: State, action: Take) -> Answer:
    """One emotion card of the round, at the price of its gems if its value is there already (QU-8)."""
    seat, card = action.seat, action.card
    if _unknown(state, seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Taking):
        return refusals.not_this_step(state)
    if seat != state.round.winner:
        return refusals.not_winner(state, seat)
    if card.is_rest:
        return refusals.rest_not_taken()
    if card not in state.round.cards:
        return refusals.not_played(card)
    held = state.table.collections[seat]
    table = replace(state.table, collections=steps.at(state.table.collections, seat, (*held, card)))
    round_ = replace(state.round, taken=card)
    if gems := taking.gem_loss(card, held):
        table, lost = steps.lose(table, seat, Cause.DUPLICATE, gems)
        round_ = replace(round_, losses=(*round_.losses, lost))
    if table.radiance[seat] == 0:
        return Accepted(steps.finished(table, round_, End.ELIMINATION, seat))
    if not taking.needs(table.collections[seat]):
        return Accepted(steps.finished(table, round_, End.COLLECTION, seat))
    return Accepted(steps.discarded(table, round_))


def _top(state: State, action: Top) -> Answer:
    """The card that lies on top makes the next trump (``stella_quest.choose-top``). Never asked with a rest."""
    if _unknown(state, action.seat):
        return refusals.no_seat(state.table)
    if not isinstance(state, Topping):
        return refusals.not_this_step(state)
    if action.seat != state.round.winner:
        return refusals.not_winner(state, action.seat)
    if action.card not in taking.top_options(state.round.cards, state.round.taken):
        return refusals.not_left(action.card)
    return Accepted(steps.topped(state.table, state.round, action.card))


def _not_on_turn(state: Playing, seat: Seat) -> Refused | None:
    turn = steps.on_turn(state)
    if turn is not None and turn.seat == seat:
        return None
    if seat in state.table.gone:
        return refusals.has_left(seat)
    if turn is None:
        return refusals.paused()
    if any(one.by == seat for one in state.round.played):
        return refusals.has_played(seat)
    return refusals.not_on_turn(seat, turn.seat)


def _impossible(state: Playing, card: Card) -> Refused | None:
    found = copies(card, state.table.collections, state.table.pile, state.round.cards, state.table.away)
    return refusals.impossible(found) if found.all_known else None


# What the table decides


def _decide(state: State, action: Decide) -> Answer:
    """A ruling is played the other way, or as we read it again: before the first card of a round (QU-13, QU-14)."""
    between = isinstance(state, Opening) or (isinstance(state, Playing) and not state.round.played)
    house = deciding.decided(state.table.house, action, None if between else refusals.BETWEEN_ROUNDS)
    if isinstance(house, Refused):
        return house
    return Accepted(replace(state, table=replace(state.table, house=house)))


# What may be done


def legal_actions(state: State, seat: Seat) -> tuple[Offer, ...]:
    """What ``seat`` may do now. Any seat may enter what was turned up from the deck."""
    match state:
        case Opening():
            return (_offer(FirstCard.name, CARDS),)
        case Playing():
            turn = steps.on_turn(state)
            if turn is None or turn.seat not in (None, seat):
                return ()
            cards = steps.cards_possible(state)
            if turn.seat is None:
                return (_offer(Opponent.name, cards),)
            play = _offer(Play.name, cards)
            return (play, _DRAW) if steps.can_pay(state.table, seat) else (play,)
        case Taking() if seat == state.round.winner:
            return (_offer(Take.name, [card for card in dict.fromkeys(state.round.cards) if not card.is_rest]),)
        case Topping() if seat == state.round.winner:
            return (_offer(Top.name, taking.top_options(state.round.cards, state.round.taken)),)
        case _:
            return ()


def _offer(action: str, cards: Sequence[Card]) -> Offer:
    return Offer(action, MappingProxyType({"card": OneOf(tuple(card.name for card in cards))}))


_DRAW = Offer(Draw.name, MappingProxyType({}))


def _unknown(state: State, seat: Seat) -> bool:
    return not 0 <= seat < state.table.seats
