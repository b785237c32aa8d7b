"""The rules of Stellarion, in the order of play: the tops, a turn's action, its effect, the reveals, and the end.

``apply`` takes what the table tells and answers ``Accepted`` with the table after it, or ``Refused`` with the rule
that forbids it. It never raises for an action that ``wire`` can load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.games import deciding
from app.games.kernel import Accepted, Finding, Refused
from app.games.stellarion import actions as do
from app.games.stellarion import decks, hands, picks, powers, reasons, refusals, steps, sun, voyages
from app.games.stellarion.cards import SYMBOLS, TYPES, Galaxy
from app.games.stellarion.house import BEFORE_THE_ACTION
from app.games.stellarion.moves import seen_of_type
from app.games.stellarion.slots import deck_of, discarded, face_down, removed, with_deck
from app.games.stellarion.state import (
    THEORY_CARDS,
    TRAVERSE_VOYAGES,
    Acting,
    Common,
    Did,
    End,
    Expansion,
    Finished,
    Opening,
    Options,
    Power,
    Revealing,
    Space,
    State,
    Stuck,
    Sun,
    Theories,
    Traversing,
)

Answer = Accepted[State] | Refused

SEATS: range = range(1, 3)


def setup(options: Options, seats: int) -> State:
    """The table with all decks face down (``stellarion.shuffle-decks``); their tops are told as actions.

    Raises ValueError for a number of seats or a first player that no table has: the wire has checked both.
    """
    if seats not in SEATS or options.first_player not in range(seats):
        raise ValueError(f"{seats} seats with first player {options.first_player}")
    theories = None
    if options.theory is not None:
        theories = Theories(options.theory, tuple(kind for kind in TYPES if kind is not options.theory))
    return Opening(
        Common(
            seats=seats,
            expansions=options.expansions,
            decks=tuple(decks.laid_out(symbol, options.expansions) for symbol in SYMBOLS),
            outpost=(),
            voyages=options.voyages,
            piles=((),) * seats,
            stars=options.stars,
            theories=theories,
            breakthrough=options.breakthrough,
            sun=Sun(Space(0), options.board) if Expansion.SUN in options.expansions else None,
            number=0,
            player=options.first_player,
            turns=(),
            hands=(),
        )
    )


def apply(state: State, action: do.Action) -> Answer:
    """One action on one state. Refused leaves nothing changed: a state is a value."""
    if isinstance(state, Finished):
        return refusals.game_over(state.end)
    if isinstance(action, do.Decide):
        return _decide(state, action)
    if not 0 <= action.seat < state.table.seats:
        return refusals.no_seat(state.table.seats)
    match action:
        case do.Reveal():
            return _reveal(state, action)
        case do.Launch():
            return _launch(state, action)
        case do.Coordinate():
            return _coordinate(state, action)
        case do.Search() | do.Retrieve() | do.Look() | do.Stock() | do.Done() | do.Forfeit():
            return _power(state, action)
        case do.Traverse():
            return _traverse(state, action)
        case do.Take():
            return _take(state, action)
        case do.Theory():
            return _theory(state, action)
        case do.Meteors():
            return _meteors(state, action)
        case do.EndTurn():
            return _end_turn(state)
        case do.FinalSpace():
            return _final_space(state)
        case do.GiveUp():
            return _give_up(state)
        case _ as never:
            assert_never(never)


# The tops of the decks: at the beginning, and at the end of every turn


def _reveal(state: State, action: do.Reveal) -> Answer:
    """The top of a deck that is face down (``stellarion.reveal-first``, ``stellarion.turn-reveal``, SN-1, SN-20)."""
    if not isinstance(state, Opening | Revealing):
        return refusals.not_this_step(state)
    deck = deck_of(state.table, action.card.symbol)
    if not deck.is_face_down:
        return refusals.nothing_face_down(deck)
    if not decks.can_be_top(deck, action.card):
        return powers.impossible(state.table, deck, action.card)
    table = steps.said(with_deck(state.table, decks.turned_up(deck, action.card)))
    if isinstance(state, Opening):
        return Accepted(Opening(table) if face_down(table) else steps.turn_begins(table, table.player))
    after = replace(state, table=table, begun=True)
    return Accepted(after if face_down(table) else steps.turn_ends(after))


def _end_turn(state: State) -> Answer:
    """The turn ends without a reveal when nothing is face down."""
    if not isinstance(state, Revealing):
        return refusals.not_this_step(state)
    if down := face_down(state.table):
        return refusals.still_face_down(down)
    return Accepted(steps.turn_ends(replace(state, table=steps.said(state.table))))


# Launch


def _launch(state: State, action: do.Launch) -> Answer:
    """Four different cards of a Galaxy for a Voyage of it (``stellarion.launch-cards``, SN-3)."""
    if not isinstance(state, Acting):
        return refusals.not_this_step(state)
    table, to = state.table, state.table.player
    cards = picks.cards_of(table, action.cards)
    if isinstance(cards, Refused):
        return cards
    galaxy = picks.launch_galaxy(cards, action.star, table.stars)
    if isinstance(galaxy, Refused):
        return galaxy
    found = picks.voyage(table, action.voyage, to, galaxy)
    if isinstance(found, Refused):
        return found
    table, used = discarded(table, action.cards)
    told = [*hands.discard(used), *((hands.star(),) if action.star else ()), hands.voyage(galaxy, to, table.seats)]
    moved = sun.forward(table.sun, sun.LAUNCH_SPACES)
    told += hands.sun(table.sun, moved)
    table = replace(table, stars=type(table.stars)(table.stars - action.star), sun=moved)
    table = steps.said(voyages.taken(table, action.voyage, to), *told)
    return Accepted(steps.acted(table, steps.turn_of(table, Did.LAUNCH, galaxy)), _notes(state.table, table))


# Coordinate


def _coordinate(state: State, action: do.Coordinate) -> Answer:
    """Two cards of a Type; they leave first, the effect comes after it (``stellarion.coordinate-pair``, SN-21)."""
    if not isinstance(state, Acting):
        return refusals.not_this_step(state)
    table = state.table
    cards = picks.cards_of(table, action.cards)
    if isinstance(cards, Refused):
        return cards
    made = picks.coordinate(cards)
    if isinstance(made, Refused):
        return made
    if (no := picks.thrusters(table, made.type, action.cards, action.thrusters)) is not None:
        return no
    told: list[Finding] = []
    table, used = discarded(table, [slot for slot in action.cards if slot != action.thrusters])
    told += hands.discard(used)
    if action.thrusters is not None:
        table, card = removed(table, action.thrusters)
        table = with_deck(table, decks.put_under(deck_of(table, card.symbol), card))
        told.append(hands.under(card))
    return Accepted(Power(steps.said(table, *told), cards, made.type, made.major))


_Effect = do.Search | do.Retrieve | do.Look | do.Stock | do.Done | do.Forfeit


def _power(state: State, action: _Effect) -> Answer:
    """A step of the effect, its end, or nothing of it (SN-4)."""
    if not isinstance(state, Power):
        return refusals.not_this_step(state)
    match action:
        case do.Search(card=card):
            return powers.search(state, card)
        case do.Retrieve(cards=cards, on_top=on_top):
            return powers.retrieve(state, cards, on_top)
        case do.Look(upper=upper, lower=lower, put=put):
            return powers.look(state, upper, lower, put)
        case do.Stock(decks=symbols):
            return powers.stock(state, symbols)
        case do.Done():
            return powers.done(state)
        case do.Forfeit(back=back):
            return powers.forfeit(state, back)
        case _ as never:
            assert_never(never)


# Traverse


def _traverse(state: State, action: do.Traverse) -> Answer:
    """Four Black Holes of the Observatory (``stellarion.traverse``)."""
    if not isinstance(state, Acting):
        return refusals.not_this_step(state)
    cards = picks.cards_of(state.table, action.cards)
    if isinstance(cards, Refused):
        return cards
    made = picks.traverse(state.table, cards)
    if isinstance(made, Refused):
        return made
    table, used = discarded(state.table, action.cards)
    return Accepted(Traversing(steps.said(table, *hands.discard(used))))


def _take(state: State, action: do.Take) -> Answer:
    """One Voyage after another, three or as many as can be had (SN-8, SN-10); gifts at once (SN-17)."""
    if not isinstance(state, Traversing):
        return refusals.not_this_step(state)
    galaxy = picks.voyage(state.table, action.voyage, action.to)
    if isinstance(galaxy, Refused):
        return galaxy
    table = voyages.taken(state.table, action.voyage, action.to)
    table = steps.said(table, hands.voyage(galaxy, action.to, table.seats))
    after = replace(state, table=table, took=(*state.took, galaxy))
    notes = _notes(state.table, table)
    if steps.won(table) or len(after.took) == TRAVERSE_VOYAGES:
        return Accepted(steps.traversed(after), notes)
    if not voyages.any_obtainable(table):
        return Accepted(steps.traversed(after), (*notes, reasons.voyages_fewer()))
    return Accepted(after, notes)


# What is no action: theories and Meteor tokens


def _theory(state: State, action: do.Theory) -> Answer:
    """Three face-up tops of the Type, in one's own turn (``stellarion.theory-three``, SN-11)."""
    table = state.table
    if table.theories is None:
        return refusals.no_theories()
    if isinstance(state, Power):
        return refusals.inside_coordinate()
    if isinstance(state, Opening | Traversing):
        return refusals.not_this_step(state)
    if isinstance(state, Revealing) and state.begun:
        return refusals.turn_is_ending()
    top, hidden = table.theories.top, table.theories.hidden
    if top is None:
        return refusals.stack_is_empty()
    if (there := seen_of_type(table)) < THEORY_CARDS:
        return refusals.not_enough(top, there)
    if (action.next is not None or bool(hidden)) and action.next not in hidden:
        return refusals.wrong_next(hidden)
    stack = Theories(action.next, tuple(kind for kind in hidden if kind is not action.next))
    table = steps.said(replace(table, theories=stack), *hands.theory(top, action.next))
    return Accepted(steps.after_gain(state, table))


def _meteors(state: State, action: do.Meteors) -> Answer:
    """Two tokens for a Voyage at any time, by either player (``stellarion.meteors-spend``, SN-16)."""
    table = state.table
    if not sun.can_spend(table.sun):
        return refusals.no_meteors(table.sun is not None)
    if isinstance(state, Opening):
        return refusals.not_this_step(state)
    galaxy = picks.voyage(table, action.voyage, action.to)
    if isinstance(galaxy, Refused):
        return galaxy
    after = voyages.taken(sun.spend(table), action.voyage, action.to)
    after = steps.said(after, hands.meteors(), hands.voyage(galaxy, action.to, table.seats))
    return Accepted(steps.after_gain(state, after), _notes(table, after))


def _notes(before: Common, after: Common) -> tuple[Finding, ...]:
    """A victory that has just become impossible is said at once (SN-17)."""
    was: Sequence[Galaxy] = voyages.split(before)
    return tuple(reasons.out_of_reach(galaxy) for galaxy in voyages.split(after) if galaxy not in was)


# What the table decides


def _decide(state: State, action: do.Decide) -> Answer:
    """A ruling is played the other way, or as we read it again: at the beginning of a turn, which is then judged anew
    (SN-8, SN-13, SN-15)."""
    begins = isinstance(state, Opening | Acting)
    decided = deciding.decided(state.table.house, action, None if begins else BEFORE_THE_ACTION)
    if isinstance(decided, Refused):
        return decided
    table = replace(state.table, house=decided)
    return Accepted(steps.judged(table) if isinstance(state, Acting) else replace(state, table=table))


# Ends that the table tells


def _final_space(state: State) -> Answer:
    """The figure has reached the final space of a board that the app does not know (SN-14)."""
    if state.table.sun is None:
        return refusals.no_sun()
    if state.table.sun.board is not None:
        return refusals.board_is_known()
    if isinstance(state, Opening | Power | Traversing):
        return refusals.not_this_step(state)
    table = steps.said(state.table)
    if isinstance(state, Revealing):
        table = replace(table, turns=(*table.turns, state.turn))
    return Accepted(Finished(table, End.FINAL_SPACE))


def _give_up(state: State) -> Answer:
    """Nothing can be done and the tokens stay where they are (SN-13)."""
    if isinstance(state, Stuck):
        return Accepted(Finished(steps.said(state.table), End.GAVE_UP))
    return refusals.not_this_step(state) if isinstance(state, Opening) else refusals.game_goes_on()
