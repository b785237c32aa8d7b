"""What must hold in every game of Stellarion, tried with really shuffled decks beside the engine.

``playing.game`` moves the real cards and compares after every step: what lies face up, what is known at the bottom,
what must be between, the discard piles, the Outpost; no card is lost.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Refused, fold
from app.games.phrases import Seat
from app.games.stellarion import GAME, log, moves, picks, slots, steps, voyages
from app.games.stellarion import actions as do
from app.games.stellarion.actions import Slot
from app.games.stellarion.cards import GALAXIES, NAMES
from app.games.stellarion.state import (
    Acting,
    Breakthrough,
    Columns,
    End,
    Expansion,
    Finished,
    Opening,
    Power,
    Revealing,
    State,
    Stuck,
    Traversing,
)
from tests.games.stellarion import brute, playing, second
from tests.games.stellarion.tables import TableOfCase, cases, lines

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=25, deadline=None)
some = settings(max_examples=60, deadline=None)
every_combination = pytest.mark.parametrize(
    "expansions", playing.COMBINATIONS, ids=lambda one: "+".join(sorted(one)) or "base"
)


def any_game(rnd: random.Random) -> playing.Played:
    return playing.game(rnd, blank=rnd.random() < 0.1, near=rnd.random() < 0.5)


@pytest.mark.parametrize("seats", [1, 2])
@every_combination
@settings(max_examples=6, deadline=None)
@given(rnd=rnds)
def test_no_card_is_lost_whatever_is_played(expansions: frozenset[Expansion], seats: int, rnd: random.Random) -> None:
    """The comparing is done by ``playing.game`` after every single step."""
    first, actions, states = playing.game(rnd, seats, expansions, blank=rnd.random() < 0.2, near=rnd.random() < 0.5)
    assert isinstance(first, Opening)
    assert len(actions) == len(states)
    assert isinstance(states[-1], Finished)
    assert states[-1].table.expansions == expansions


@some
@given(rnds)
def test_what_is_offered_is_all_that_brute_force_finds(rnd: random.Random) -> None:
    first, _actions, states = any_game(rnd)
    kinds = {type(state): state for state in rnd.sample(states, len(states))}
    for state in (first, *kinds.values(), *rnd.sample(states, min(3, len(states)))):
        assert brute.offered(state) == brute.accepted(state)


@some
@given(rnds)
def test_a_second_judge_finds_the_same_actions(rnd: random.Random) -> None:
    _first, _actions, states = any_game(rnd)
    for state in states:
        if isinstance(state, Acting):
            mine = {
                (
                    line["type"],
                    tuple(sorted(line["cards"])),
                    *(line[name] for name in line if name not in ("type", "cards")),
                )
                for line in playing.expanded(moves.acting(state.table))
            }
            assert mine == second_position(state).actions()
        if isinstance(state, Power) and state.type.value == "planet":
            tops = {deck.symbol.value: deck.up[0].name for deck in state.table.decks if deck.up}
            there = [card.name for card in state.table.outpost]
            wanted = second.stockable(tops, there, 1 + state.major, state.table.breakthrough is Breakthrough.BIODOMES)
            offers = [one for one in GAME.legal_actions(state, Seat(0)) if one.action == do.Stock.name]
            assert {tuple(sorted(line["decks"])) for line in playing.expanded(offers)} == wanted


def second_position(state: State) -> second.Position:
    table = state.table
    seen = {deck.symbol.value: deck.up[0].name for deck in table.decks if deck.up}
    seen |= {f"outpost-{card.name}": card.name for card in table.outpost}
    return second.Position(
        seen,
        {spot.value: galaxy.value for spot, galaxy in voyages.ends(table.voyages)},
        [{galaxy.value for galaxy in pile} for pile in table.piles],
        table.player,
        table.stars,
        thrusters=table.breakthrough is Breakthrough.THRUSTERS,
        holes=Expansion.BLACK_HOLES in table.expansions,
    )


@some
@given(rnds)
def test_a_turn_begins_with_something_to_do_or_the_game_is_lost(rnd: random.Random) -> None:
    _first, _actions, states = any_game(rnd)
    for state in states:
        if isinstance(state, Acting):
            assert second_position(state).actions()
            assert not slots.face_down(state.table)
        if isinstance(state, Stuck):
            assert not second_position(state).actions()
            assert steps.may_still_spend(state.table)
        if isinstance(state, Finished):
            assert (state.end is End.WON) == steps.won(state.table)
            if state.end is End.UNABLE:
                assert not second_position(state).actions()
                assert not steps.may_still_spend(state.table)


@some
@given(rnds)
def test_a_selection_makes_what_can_be_done_with_it_and_else_a_reason(rnd: random.Random) -> None:
    _first, _actions, states = any_game(rnd)
    acting = [state for state in states if isinstance(state, Acting)]
    for state in rnd.sample(acting, min(4, len(acting))):
        table = state.table
        legal = {(one[1], one[2] if one[0] == "launch" else False): one[0] for one in second_position(state).actions()}
        there = list(map(Slot, second_position(state).seen))
        for _ in range(60):
            chosen = tuple(sorted(rnd.sample(there, min(len(there), rnd.choice((1, 2, 2, 3, 4, 4, 5))))))
            star = rnd.random() < 0.3
            made = picks.made(table, chosen, star)
            match made:
                case Refused():
                    assert (chosen, star) not in legal
                    assert made.violations
                case picks.MakesLaunch(galaxy=galaxy, spots=spots):
                    assert legal[chosen, star] == "launch"
                    assert all(voyages.galaxy_at(table.voyages, spot) is galaxy for spot in spots)
                case picks.MakesCoordinate(type=kind, major=major):
                    assert legal[chosen, star] == "coordinate"
                    names = [second_position(state).seen[slot] for slot in chosen]
                    assert second.coordinates(names) == (kind.value, "major" if major else "minor")
                case picks.MakesTraverse():
                    assert legal[chosen, star] == "traverse"


@some
@given(rnds)
def test_no_voyage_is_lost_and_no_pile_is_too_full(rnd: random.Random) -> None:
    first, actions, states = any_game(rnd)
    total = Counter(dict(zip(GALAXIES, voyages.counts(first.table.voyages), strict=True)))
    total.update(galaxy for pile in first.table.piles for galaxy in pile)
    before = first
    for action, state in zip(actions, states, strict=True):
        table = state.table
        there = Counter(dict(zip(GALAXIES, voyages.counts(table.voyages), strict=True)))
        there.update(galaxy for pile in table.piles for galaxy in pile)
        assert there == total
        gained = [len(after) - len(was) for after, was in zip(table.piles, before.table.piles, strict=True)]
        assert sum(gained) == (action.name in ("launch", "take", "meteors"))
        assert gained[table.seats - 1] >= 0
        if isinstance(action, do.Launch):
            assert gained[before.table.player] == 1
        if table.seats == 2:
            assert all(len(set(pile)) <= 2 for pile in table.piles)
        if isinstance(table.voyages, Columns):
            was = before.table.voyages
            assert isinstance(was, Columns)
            assert was.left[: len(table.voyages.left)] == table.voyages.left
            assert was.right[: len(table.voyages.right)] == table.voyages.right
        before = state


@some
@given(rnds)
def test_turns_alternate_and_tokens_only_go(rnd: random.Random) -> None:
    first, actions, states = any_game(rnd)
    before = first
    for action, state in zip(actions, states, strict=True):
        was, now = before.table, state.table
        if now.number > was.number:
            assert isinstance(before, Opening | Revealing)
            assert now.number == was.number + 1
            assert now.player == (was.player if isinstance(before, Opening) else (was.player + 1) % was.seats)
            assert len(now.turns) == now.number - 1
        else:
            assert now.player == was.player
        used = isinstance(action, do.Launch) and action.star
        assert now.stars == was.stars - used
        if was.theories is not None and now.theories is not None:
            left = [one for one in (was.theories.top, *was.theories.hidden) if one is not None]
            after = [one for one in (now.theories.top, *now.theories.hidden) if one is not None]
            assert len(left) - len(after) == isinstance(action, do.Theory)
            assert set(after) <= set(left)
        before = state


@some
@given(rnds)
def test_the_figure_is_where_a_recount_of_all_actions_puts_it(rnd: random.Random) -> None:
    """Another way to count: from the log, action by action."""
    seats, expansions = rnd.randint(1, 2), frozenset({Expansion.SUN, *rnd.choice(playing.COMBINATIONS)})
    first, actions, states = playing.game(rnd, seats, expansions, near=rnd.random() < 0.5)
    figure = first.table.sun
    assert figure is not None
    assert figure.board is not None
    at, held, tokens, final = 0, figure.held, set(figure.board.meteors), figure.board.final
    before: State = first
    for action, state in zip(actions, states, strict=True):
        if isinstance(action, do.Launch):
            at += 4
        if isinstance(action, do.Forfeit):
            at -= action.back
            if action.back and at in tokens:
                tokens.remove(at)
                held += 1
        elif isinstance(before, Power) and not isinstance(state, Power) and not isinstance(action, do.Meteors):
            at += 2 if before.major else 1
        if isinstance(action, do.Meteors):
            held -= 2
        at = min(at, final)
        sun = state.table.sun
        assert sun is not None
        assert sun.board is not None
        assert (sun.at, sun.held, set(sun.board.meteors)) == (at, held, tokens)
        assert at >= 0 <= held
        assert isinstance(state, Finished) or at < final
        before = state


@some
@given(rnds)
def test_whoever_enters_it_the_same_happens(rnd: random.Random) -> None:
    first, actions, states = any_game(rnd)
    seats = first.table.seats
    others = [replace(action, seat=Seat(rnd.randrange(seats))) for action in actions]
    assert fold(GAME, first, others).state == states[-1]
    for state in rnd.sample(states, min(6, len(states))):
        assert GAME.legal_actions(state, Seat(0)) == GAME.legal_actions(state, Seat(seats - 1))


@some
@given(rnds)
def test_exchanging_the_players_exchanges_the_piles_and_nothing_else(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, 2)
    turned = replace(first, table=replace(first.table, player=Seat(1 - first.table.player)))
    moved = [
        replace(action, to=Seat(1 - action.to)) if isinstance(action, do.Take | do.Meteors) else action
        for action in actions
    ]
    other = fold(GAME, turned, moved)
    assert other.refused is None
    assert other.state.table.piles == states[-1].table.piles[::-1]
    assert GAME.outcome(other.state) is not None
    assert replace(other.state.table, piles=(), player=Seat(0), turns=(), hands=()) == replace(
        states[-1].table, piles=(), player=Seat(0), turns=(), hands=()
    )


@some
@given(rnds)
def test_replay_is_stepwise_and_the_state_is_a_value(rnd: random.Random) -> None:
    first, actions, states = any_game(rnd)
    state = first
    for action, wanted in zip(actions, states, strict=True):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
        assert state == wanted
    assert log.publish(first, actions) == tuple(actions)
    assert all(log.undo_span(actions[:done]) == min(done, 1) for done in range(len(actions)))


@some
@given(rnds)
def test_what_can_come_is_what_the_deck_can_show(rnd: random.Random) -> None:
    """The chances sum to the hidden cards, and a reveal of anything else is refused with a reason."""
    _first, _actions, states = any_game(rnd)
    for state in states:
        if not isinstance(state, Opening | Revealing):
            continue
        view = GAME.view_for(state, None)
        for deck in view.decks:
            hidden = next(one for one in state.table.decks if one.symbol is deck.symbol)
            if hidden.unknown:
                assert sum(number for _card, number in deck.following) == len(hidden.unknown)
            if not deck.due:
                continue
            can = {card.name for card, _number in deck.following}
            for name in NAMES:
                line = {"type": "reveal", "deck": deck.symbol.value, "card": name}
                try:
                    action = playing.load(line, Seat(0))
                except GAME.wire.ValidationError:
                    assert name not in can
                    continue
                answer = GAME.apply(state, action)
                assert isinstance(answer, Accepted) == (name in can)
                assert isinstance(answer, Accepted) or answer.violations


@some
@given(rnds)
def test_meteor_tokens_at_any_time_and_theories_never_inside_a_coordinate(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, expansions=frozenset({Expansion.SUN, Expansion.THEORIES}))
    for state in states:
        table = state.table
        if isinstance(state, Finished | Opening) or table.sun is None or table.sun.board is None:
            continue
        rich = replace(state, table=replace(table, sun=replace(table.sun, held=2)))
        for spot, to in moves.takers(table):
            answer = GAME.apply(rich, do.Meteors(Seat(0), spot, Seat(to[0])))
            assert isinstance(answer, Accepted)
            assert answer.state.table.sun == replace(table.sun, held=0, spent=table.sun.spent + 2)
        if isinstance(state, Power | Traversing):
            for kind in (None, *(table.theories.hidden if table.theories else ())):
                assert isinstance(GAME.apply(state, do.Theory(Seat(0), kind)), Refused)


def test_both_judges_know_the_same_cards() -> None:
    assert tuple(f"{galaxy}-{kind}" for galaxy in second.GALAXIES for kind in second.TYPES) == NAMES[:16]


@pytest.mark.parametrize("book", ["worked", "rules"])
def test_brute_force_finds_no_more_in_any_worked_position(book: str) -> None:
    """The rare ones too, in which no played game happens to end up: stuck tables, exhausted decks, full piles."""
    seen: dict[State, None] = {}
    for case in cases(book):
        table = TableOfCase(case)
        if table.malformed:
            continue
        seen[table.start] = None
        for line in lines(case):
            table.tell(line)
        seen[table.state] = None
    rare = [state for state in seen if isinstance(state, Stuck)]
    for state in (*rare, *list(seen)[::5]):
        assert brute.offered(state) == brute.accepted(state)
