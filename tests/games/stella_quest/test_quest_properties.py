"""What must hold in every game of Stella Quest, tried with real hands and a real deck beside the engine.

``playing.People`` moves the cards as people would and compares everything after every step: 54 cards, none lost.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Refused, fold
from app.games.phrases import Seat
from app.games.stella_quest import GAME, log, questions, steps
from app.games.stella_quest.actions import (
    Draw,
    EndEarly,
    Leave,
    Play,
)
from app.games.stella_quest.cards import BY_NAME, CARDS, DECK, REST, Back, Card, Colour
from app.games.stella_quest.following import may_play, remember
from app.games.stella_quest.scoring import final_scores, ranks
from app.games.stella_quest.state import (
    Doubt,
    Drawn,
    End,
    Finished,
    Opening,
    Playing,
    Radiance,
    Revoke,
)
from app.games.stella_quest.supply import draws
from app.games.stella_quest.taking import take_options, top_options
from app.games.stella_quest.verdict import verdict
from tests.games.stella_quest import playing, ranking

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
many = settings(max_examples=300, deadline=None)
hands_of_cards = st.lists(st.sampled_from(DECK), min_size=1, max_size=10)


@pytest.mark.parametrize("seats", [2, 3, 4])
@few
@given(rnds)
def test_fifty_four_cards_whoever_plays(seats: int, rnd: random.Random) -> None:
    """The comparing is done by ``playing.game`` after every single step."""
    first, actions, states = playing.game(
        rnd,
        seats,
        honest=rnd.random() < 0.7,
        draw=rnd.choice((0.0, 0.1, 0.5)),
        bold=rnd.random() < 0.5,
        deciding=rnd.choice((0.0, 0.3)),
        restful=rnd.choice((0.0, 0.9)),
    )
    assert isinstance(first, Opening)
    assert len(actions) == len(states)
    assert isinstance(states[-1], Finished)


@few
@given(rnds)
def test_fifty_four_cards_when_people_come_and_go(rnd: random.Random) -> None:
    playing.game(rnd, leaving=0.1, draw=0.2)


def test_rests_do_leave_the_game_in_some_of_them() -> None:
    ended = [playing.game(random.Random(seed), 3, deciding=0.5, restful=1.0)[2][-1].table for seed in range(40)]
    assert sum(table.away > 0 for table in ended) > 4
    assert {table.away % 3 for table in ended} == {0}


@few
@given(rnds)
def test_radiance_never_rises_and_only_the_winner_can_be_eliminated(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.05)), draw=0.3)
    before = first
    for action, after in zip(actions, states, strict=True):
        fell = [
            seat for seat in steps.everyone(first.table) if after.table.radiance[seat] < before.table.radiance[seat]
        ]
        if isinstance(action, EndEarly):
            assert not fell
            break
        assert all(now <= was for now, was in zip(after.table.radiance, before.table.radiance, strict=True))
        assert len(fell) <= 1
        if isinstance(action, Draw):
            assert fell == [action.seat]
            assert after.table.radiance[action.seat] >= 1
        elif fell:
            round_ = after.table.rounds[-1] if isinstance(after, Finished | Playing) else after.round
            assert fell == [round_.winner]
        if 0 in after.table.radiance:
            assert isinstance(after, Finished)
            assert after.end is End.ELIMINATION
            assert after.table.radiance.index(Radiance(0)) == after.who
        before = after


@few
@given(rnds)
def test_the_winner_of_every_round_is_the_second_rankings(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, honest=rnd.random() < 0.5)
    for round_ in states[-1].table.rounds:
        told = ranking.winner(round_.top.name, tuple(card.name for card in round_.cards))
        by = None if told is None else round_.played[told[0]].by
        assert round_.winner == by


@few
@given(rnds)
def test_who_begins_and_where_the_black_star_goes(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd)
    seats = first.table.seats
    for state in states:
        if not isinstance(state, Playing) or state.round.played or not state.table.rounds:
            continue
        last = state.table.rounds[-1]
        assert state.round.number == last.number + 1
        assert state.round.top == last.on_top == state.table.pile[-1]
        if last.winner is not None:
            assert state.round.first == state.table.marker == last.winner
        elif all(card.is_rest for card in last.cards):
            assert state.round.first == last.first
        else:
            assert seats == 2
            assert state.table.marker is None
            assert state.round.first == last.played[-1].by != last.first
        order = [one.by for one in last.played if one.by is not None]
        assert order == [Seat((last.first + place) % seats) for place in range(seats)]
        assert [place for place, one in enumerate(last.played) if one.by is None] == ([1] if seats == 2 else [])


@few
@given(rnds)
def test_hands_are_filled_at_once_and_never_above_ten(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, draw=0.4)
    for state in states:
        assert all(0 < hand <= 10 for hand in state.table.hands)
        round_ = steps.running(state)
        for news in () if round_ is None else round_.supplies:
            if isinstance(news, Drawn) and not news.paid:
                assert news.due == (2 if news.light == 1 else news.light)


@few
@given(rnds)
def test_honest_people_are_never_noted_and_a_note_is_always_true(rnd: random.Random) -> None:
    """The simulation knows the hands: a proven revoke really was one."""
    honest = rnd.random() < 0.5
    first, actions, states = playing.game(rnd, honest=honest, draw=0.2)
    revokes = states[-1].table.revokes
    assert not (honest and revokes)
    held: dict[tuple[Seat, int], bool] = {}
    before = first
    for action, after in zip(actions, states, strict=True):
        if isinstance(action, Play) and isinstance(before, Playing):
            lead = verdict(before.round.top, before.round.cards).lead
            held[(action.seat, before.round.number)] = action.card.colour not in (None, lead) and lead is not None
        before = after
    for one in revokes:
        assert held[(one.seat, one.doubt.number)]
        assert one.doubt.number < one.shown
        assert one.card.colour is one.doubt.colour


@few
@given(rnds)
def test_real_cards_are_never_called_impossible(rnd: random.Random) -> None:
    """``playing.game`` would fail at once; here: struck keys are in no hand and not in the deck's first card either."""
    _first, _actions, states = playing.game(rnd, draw=0.3, deciding=rnd.choice((0.0, 0.3)), restful=rnd.choice((0, 1)))
    for state in states:
        if isinstance(state, Playing):
            seen = [*state.table.pile, *state.round.cards, *(card for held in state.table.collections for card in held)]
            seen += [REST] * state.table.away
            for card in CARDS:
                assert (card in steps.cards_possible(state)) == (seen.count(card) < card.copies)
                assert seen.count(card) <= card.copies


@few
@given(rnds)
def test_turning_the_seats_turns_the_result_and_nothing_else(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.05)))
    seats = first.table.seats
    by = rnd.randrange(1, seats)
    assert isinstance(first, Opening)
    turned = replace(first, first=Seat((first.first + by) % seats))
    moved = [
        replace(action, seat=Seat((action.seat + by) % seats)) if hasattr(action, "seat") else action
        for action in actions
    ]
    other = fold(GAME, turned, moved)
    assert other.refused is None
    here, there = GAME.outcome(states[-1]), GAME.outcome(other.state)
    assert here is not None
    assert there is not None
    for seat in range(seats):
        assert here.points[seat] == there.points[(seat + by) % seats]
        assert here.places[seat] == there.places[(seat + by) % seats]


@few
@given(rnds)
def test_replay_is_stepwise_and_the_state_is_a_value(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)))
    state = first
    for action, wanted in zip(actions, states, strict=True):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted)
        state = answer.state
        assert state == wanted
    assert fold(GAME, first, actions).state == states[-1]
    assert log.publish(first, actions) == tuple(actions)
    assert all(log.undo_span(actions[:done]) == min(done, 1) for done in range(len(actions)))


@few
@given(rnds)
def test_every_end_is_one_of_the_three(rnd: random.Random) -> None:
    _first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)))
    last = states[-1]
    outcome = GAME.outcome(last)
    assert isinstance(last, Finished)
    assert outcome is not None
    match last.end:
        case End.COLLECTION:
            assert last.who is not None
            assert {card.value for card in last.table.collections[last.who]} == set(range(1, 7))
            assert last.table.radiance[last.who] > 0
            assert outcome.winners == (last.who,)
            assert set(outcome.points) == {None}
        case _ if last.table.played_on:
            assert set(outcome.points) == {None}
            assert last.who not in outcome.winners
            assert not last.table.gone & set(outcome.winners)
        case End.ELIMINATION:
            assert last.who is not None
            assert outcome.points[last.who] is None
            best = max(point for point in outcome.points if point is not None)
            assert outcome.winners == tuple(seat for seat, point in enumerate(outcome.points) if point == best)
        case End.EARLY:
            assert isinstance(actions[-1], EndEarly)
            assert None not in outcome.points
    left = any(isinstance(action, Leave) for action in actions)
    assert bool(outcome.house) == left


def test_a_slip_is_proven_once_by_the_first_round_that_shows_it() -> None:
    blue, green = Colour.BLUE, Colour.GREEN
    said = [(1, blue, "red-6"), (2, blue, "red-5"), (3, green, "rest"), (4, green, "blue-2"), (5, None, "blue-3")]
    doubts: tuple[Doubt, ...] = ()
    proven = []
    for number, lead, name in said:
        told = remember(Seat(1), doubts, number, lead, BY_NAME[name])
        doubts = told.doubts
        proven.append(told.revoke)
    assert proven == [None] * 3 + [Revoke(Seat(1), Doubt(blue, 1, BY_NAME["red-6"]), 4, BY_NAME["blue-2"]), None]
    assert doubts == (Doubt(green, 4, BY_NAME["blue-2"]),)


# The pure questions


@many
@given(hands_of_cards, st.sampled_from((None, *Colour)), st.sampled_from(CARDS))
def test_backs_alone_answer_as_the_hand_does(hand: list[Card], lead: Colour | None, card: Card) -> None:
    backs: list[Card | Back] = [held.back for held in hand]
    by_hand, by_backs = may_play(hand, lead, card), may_play(backs, lead, card)
    if card in hand:
        assert by_hand is by_backs
        has = any(held.colour is lead for held in hand) and lead is not None
        assert by_hand.allowed == (card.is_rest or not has or card.colour is lead)
    else:
        assert not by_hand.allowed


@many
@given(hands_of_cards, st.sampled_from((None, *Colour)))
def test_something_may_always_be_played(hand: list[Card], lead: Colour | None) -> None:
    assert any(may_play(hand, lead, card).allowed for card in hand)


@many
@given(st.integers(0, 54), st.integers(0, 54), st.integers(0, 10))
def test_a_draw_keeps_the_number_of_cards(deck: int, pile: int, want: int) -> None:
    got = draws(deck, pile, want)
    assert got.drawn + got.deck + got.pile == deck + pile
    assert got.drawn == min(want, deck + max(0, pile - 1))
    assert got.deck > 0 or got.pile <= 1
    assert got.pile == (1 if got.shuffled else pile)
    assert (got.shuffled > 0) == (want >= deck and pile > 1)


@many
@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=4), st.lists(st.sampled_from(DECK), max_size=7), rnds)
def test_options_and_tops(cards: list[Card], collection: list[Card], rnd: random.Random) -> None:
    radiance, marker = Radiance(rnd.randint(1, 5)), rnd.random() < 0.5
    held = [card for card in collection if not card.is_rest]
    options = take_options(cards, held, radiance, marker)
    assert [option.card for option in options] == [card for card in cards if not card.is_rest]
    for option in options:
        there = any(card.value == option.card.value for card in held)
        assert option.loss == marker + (option.card.gems if there else 0)
        assert option.radiance == max(0, radiance - option.loss)
        tops = top_options(cards, option.card)
        assert tops
        assert len(set(tops)) == len(tops)
        assert all(top.is_rest for top in tops) == any(card.is_rest for card in cards)


@many
@given(st.lists(st.lists(st.sampled_from(DECK[:48]), max_size=9), min_size=1, max_size=4), rnds)
def test_points_are_lights_and_single_gems(collections: list[list[Card]], rnd: random.Random) -> None:
    radiance = [Radiance(rnd.randint(0, 5)) for _ in collections]
    out = {Seat(seat) for seat, light in enumerate(radiance) if light == 0}
    scores = final_scores(collections, radiance, out)
    for seat, (score, held) in enumerate(zip(scores, collections, strict=True)):
        values = [card.value for card in held]
        gems = sum((3, 3, 2, 2, 1, 1)[value - 1] for value in set(values) if values.count(value) == 1)
        assert score.points == (None if seat in out else radiance[seat] + gems)
    places = ranks([score.points for score in scores])
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@many
@given(st.lists(st.sampled_from(DECK[:48]), max_size=12), st.integers(0, 5))
def test_played_the_other_way_each_value_counts_once(held: list[Card], light: int) -> None:
    (book,), (other,) = (final_scores([held], [Radiance(light)], (), stays) for stays in (False, True))
    gems = sum((3, 3, 2, 2, 1, 1)[value - 1] for value in {card.value for card in held})
    assert other.points == light + gems
    assert len(held) - len(other.flipped) == len({card.value for card in held})
    assert book.points is not None
    assert (other.points > book.points) == bool(book.flipped)


@many
@given(st.permutations(DECK), st.integers(1, 4))
def test_no_round_of_real_cards_has_a_tie(deck: list[Card], number: int) -> None:
    top, cards = deck[0], deck[1 : 1 + number]
    told = questions.who_wins(top, cards)
    assert not isinstance(told, Refused)
    assert (told.winner, told.by and told.by.value) == (
        ranking.winner(top.name, tuple(card.name for card in cards)) or (None, None)
    )
