"""What happens at the table by itself: hands are refilled, a round is decided, cards go to the pile, the next begins.

Questions about a state first, then the steps that no button triggers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from app.games.phrases import Seat
from app.games.stella_quest import supply
from app.games.stella_quest.cards import REST, Card
from app.games.stella_quest.copies import possible
from app.games.stella_quest.rulebook import RESTS_LEAVE
from app.games.stella_quest.state import (
    FEWEST_PLAYERS,
    LEAST_TO_PAY,
    Cause,
    Common,
    Drawn,
    End,
    Finished,
    Loss,
    Opening,
    Played,
    Playing,
    Round,
    Shuffled,
    State,
    Taking,
    Topping,
)
from app.games.stella_quest.taking import left_of, marker_loss, top_options
from app.games.stella_quest.verdict import verdict

T = TypeVar("T")


def everyone(table: Common) -> tuple[Seat, ...]:
    """All seats, clockwise from 0, present or not."""
    return tuple(map(Seat, range(table.seats)))


def clockwise(seats: int, start: Seat) -> tuple[Seat, ...]:
    """All seats once, clockwise, beginning with ``start``."""
    return tuple(Seat((start + step) % seats) for step in range(seats))


def has_opponent(table: Common) -> bool:
    """The artificial opponent plays at a table of two (``stella_quest.opponent-joins``)."""
    return table.seats == FEWEST_PLAYERS


def paused(table: Common) -> bool:
    """Fewer than two are present: nobody can play on (QU-17)."""
    return table.seats - len(table.gone) < FEWEST_PLAYERS


def may_end_early(state: State) -> bool:
    """Somebody has left and the game still runs (QU-17)."""
    return not isinstance(state, Finished) and bool(state.table.gone)


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose card is due; ``seat`` None: the artificial opponent's."""

    seat: Seat | None


def turn_order(table: Common, first: Seat) -> Iterator[Seat | None]:
    """First player, then clockwise; the artificial opponent comes second (``stella_quest.opponent-second``)."""
    for place, seat in enumerate(clockwise(table.seats, first)):
        yield seat
        if place == 0 and has_opponent(table):
            yield None


def leader(table: Common, first: Seat, played: tuple[Played, ...] = ()) -> Seat:
    """Who leads a round that ``first`` should lead: whoever has led it, else the first present one clockwise."""
    led = next((one.by for one in played if one.by is not None), None)
    return led if led is not None else next(seat for seat in clockwise(table.seats, first) if seat not in table.gone)


def on_turn(state: Playing) -> Turn | None:
    """The next in turn order who has not played: who has left, and who has no card, is passed over (QU-7, QU-17).

    None: everybody has played, or the game is paused.
    """
    table = state.table
    if paused(table):
        return None
    played = {one.by for one in state.round.played}
    for seat in turn_order(table, state.round.first):
        if seat in played or seat in table.gone:
            continue
        if (table.deck if seat is None else table.hands[seat]) > 0:
            return Turn(seat)
    return None


def cards_possible(state: Playing | Opening) -> tuple[Card, ...]:
    """The keys that are not struck out (QU-16)."""
    table = state.table
    on_table = state.round.cards if isinstance(state, Playing) else ()
    return possible(table.collections, table.pile, on_table, table.away)


def can_pay(table: Common, seat: Seat) -> bool:
    """2 or more radiance, fewer than 10 cards, and a card to draw (QU-5, QU-7)."""
    enough = table.radiance[seat] >= LEAST_TO_PAY
    return enough and supply.paid_draw_size(table.hands[seat]) > 0 and (table.deck > 0 or len(table.pile) > 1)


# Running out of cards


def at(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The tuple with one seat's entry changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def lose(table: Common, seat: Seat, cause: Cause, due: int) -> tuple[Common, Loss]:
    """Flip as many tokens as there are to flip (QU-10)."""
    before = table.radiance[seat]
    after = left_of(before, due)
    return replace(table, radiance=at(table.radiance, seat, after)), Loss(seat, cause, due, before - after)


def draw(table: Common, round_: Round, seat: Seat, due: int, paid: bool) -> tuple[Common, Round]:
    """``due`` cards for a seat. Whoever draws may hold any colour again: doubts about the old hand end (QU-4)."""
    got = supply.draws(table.deck, len(table.pile), due)
    table = replace(
        table,
        deck=got.deck,
        pile=table.pile[-1:] if got.shuffled else table.pile,
        hands=at(table.hands, seat, table.hands[seat] + got.drawn),
        doubts=at(table.doubts, seat, ()) if got.drawn else table.doubts,
    )
    news: tuple[Drawn | Shuffled, ...] = (Drawn(seat, got.drawn, due, paid, table.radiance[seat]),)
    if got.shuffled:
        news += (Shuffled(got.shuffled, got.after),)
    return table, replace(round_, supplies=round_.supplies + news)


def refilled(table: Common, round_: Round) -> tuple[Common, Round]:
    """A deck that ran out is made anew as soon as there is something to shuffle (QU-7); empty hands then draw at
    once, one card for each light token, in turn order (``stella_quest.empty-hand``, QU-6)."""
    if table.deck == 0 and len(table.pile) > 1:
        cards = len(table.pile) - 1
        table = replace(table, deck=cards, pile=table.pile[-1:])
        round_ = replace(round_, supplies=(*round_.supplies, Shuffled(cards, after=0)))
    for seat in clockwise(table.seats, round_.first):
        if table.hands[seat] == 0 and seat not in table.gone and table.deck > 0:
            table, round_ = draw(table, round_, seat, supply.refill_size(table.radiance[seat]), paid=False)
    return table, round_


# The end of a round


def going_on(state: Playing) -> State:
    """After every card, and after somebody left: the next one's turn, or the round is decided."""
    if on_turn(state) is not None or paused(state.table) or not state.round.played:
        return state
    return decided(state.table, state.round)


def decided(table: Common, round_: Round) -> State:
    """Everybody has played: somebody wins, or nobody (``stella_quest.all-rest``, ``stella_quest.opponent-nobody``).

    Where somebody who has left did not play, the table has played on without them (QU-17)."""
    played = {one.by for one in round_.played}
    table = replace(table, played_on=table.played_on or bool(table.gone - played))
    result = verdict(round_.top, round_.cards)
    if result.winner is None:
        if RESTS_LEAVE in table.house:
            table = replace(table, away=table.away + len(round_.cards))
            return next_round(table, replace(round_, away=True), round_.top, marker=table.marker, first=round_.first)
        return next_round(table, round_, REST, marker=table.marker, first=round_.first)
    winner = round_.played[result.winner].by
    if winner is None:
        top = REST if REST in round_.cards else round_.played[result.winner].card
        last = next(one.by for one in reversed(round_.played) if one.by is not None)
        return next_round(table, round_, top, marker=None, first=last)
    round_ = replace(round_, winner=winner)
    if loss := marker_loss(table.marker == winner):
        table, lost = lose(table, winner, Cause.MARKER, loss)
        round_ = replace(round_, losses=(*round_.losses, lost))
        if table.radiance[winner] == 0:  # at once: nothing is taken (QU-9)
            return finished(table, round_, End.ELIMINATION, winner)
    return Taking(table, round_)


def discarded(table: Common, round_: Round) -> State:
    """A card was taken: the others go to the pile. The top is chosen where there is a choice (QU-8)."""
    tops = top_options(round_.cards, round_.taken)
    return topped(table, round_, tops[0]) if len(tops) == 1 else Topping(table, round_)


def topped(table: Common, round_: Round, top: Card) -> Playing:
    """The marker goes to the winner, who begins the next round (``stella_quest.marker-to-winner``)."""
    assert round_.winner is not None
    return next_round(table, round_, top, marker=round_.winner, first=round_.winner)


def next_round(table: Common, round_: Round, top: Card, *, marker: Seat | None, first: Seat) -> Playing:
    """The cards on the table go to the pile with ``top`` on it, or leave the game (QU-13); the next round begins."""
    pile = table.pile
    if not round_.away:
        left = list(round_.on_table)
        left.remove(top)
        pile = (*pile, *left, top)
    table = replace(
        table,
        pile=pile,
        marker=marker,
        rounds=(*table.rounds, replace(round_, on_top=top)),
    )
    return Playing(*refilled(table, Round(round_.number + 1, first, top)))


def finished(table: Common, round_: Round, end: End, who: Seat | None) -> Finished:
    """The game ends at once; the cards of the round stay where they are."""
    return Finished(replace(table, rounds=(*table.rounds, round_)), end, who)


def running(state: State) -> Round | None:
    """The round under way, or the one in which the game ended."""
    match state:
        case Playing() | Taking() | Topping():
            return state.round
        case Finished() if state.table.rounds:
            return state.table.rounds[-1]
        case _:
            return None
