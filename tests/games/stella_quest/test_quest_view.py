"""What the screens and the log say: short reasons for everything, the same for all."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Finding
from app.games.phrases import Seat
from app.games.stella_quest import GAME
from app.games.stella_quest.actions import EndEarly, FirstCard, Leave, Opponent, Play, Recording, Take, Top
from app.games.stella_quest.cards import BY_NAME, REST
from app.games.stella_quest.shown import View
from app.games.stella_quest.state import End, Finished, Playing, State, Taking
from app.games.stella_quest.view import view_for
from tests.games.stella_quest import playing
from tests.games.stella_quest.tables import filled

rnds = st.integers(0, 2**32 - 1).map(random.Random)
some = settings(max_examples=40, deadline=None)


def told(state: State, *actions: object) -> State:
    for action in actions:
        answer = GAME.apply(state, action)  # type: ignore[arg-type]
        assert isinstance(answer, Accepted), answer
        state = answer.state
    return state


def reasons_of(view: View) -> list[tuple[Finding, ...]]:
    """Every group of reasons that a screen shows together."""
    groups = [view.trump_why, view.lead_why, view.notes, *view.revokes, *(option.why for option in view.options)]
    for round_ in (view.round, view.last):
        if round_ is not None:
            groups += [round_.why, round_.end, *(card.why for card in round_.played)]
            groups += [(loss.why,) for loss in round_.losses]
            groups += [(news.why,) for news in round_.supplies]
    groups += [count.why for count in view.counts]
    if view.draw is not None:
        groups.append(view.draw.why)
    if view.outcome is not None:
        groups += [view.outcome.why, view.outcome.house]
    return groups


def words(text: str) -> int:
    return len(re.findall(r"[\w%()']+", text))


@some
@given(rnds)
def test_reasons_are_few_and_short(rnd: random.Random) -> None:
    first, _actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)), honest=rnd.random() < 0.5, draw=0.3)
    for state in (first, *states):
        for group in reasons_of(view_for(state, None)):
            assert len(group) <= 4
            for finding in group:
                assert words(finding.says.text) <= 12, finding.says.text
                assert filled(finding.says)


@some
@given(rnds)
def test_everybody_sees_the_same_but_for_the_offers(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd)
    for state in rnd.sample(states, min(10, len(states))):
        wall = view_for(state, None)
        assert wall.offers == ()
        for seat in range(state.table.seats):
            mine = view_for(state, Seat(seat))
            assert mine.offers == GAME.legal_actions(state, Seat(seat))
            assert all(
                getattr(mine, name) == getattr(wall, name) for name in View.__dataclass_fields__ if name != "offers"
            )


@some
@given(rnds)
def test_the_screen_is_true_to_the_table(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, draw=0.3)
    for state in states:
        view = view_for(state, None)
        assert view.round is not None
        on_table = 0 if view.round.on_top is not None else len(view.round.played) - (view.round.taken is not None)
        held = sum(seat.hand + len(seat.collection) for seat in view.seats)
        assert held + view.deck + view.pile + on_table == 54
        for seat in view.seats:
            assert seat.radiance + seat.dark == 5
            assert 0 <= seat.hand <= 10
            assert len(seat.needs) + len({card.value for card in seat.collection}) == 6
        assert (view.turn is not None or view.opponent_turn) == isinstance(state, Playing)
        assert (view.winner is not None) == (view.phase in ("taking", "topping"))
        assert bool(view.options) == isinstance(state, Taking)
        assert len(view.scores) == len(state.table.rounds)


@some
@given(rnds)
def test_options_tell_what_a_take_will_do(rnd: random.Random) -> None:
    _first, _actions, states = playing.game(rnd, draw=0.3)
    for state in states:
        view = view_for(state, None)
        for shown in view.options:
            assert view.winner is not None
            after = told(state, Take(view.winner, shown.option.card))
            assert after.table.radiance[view.winner] == shown.option.radiance
            ended = after.end.value if isinstance(after, Finished) else None
            assert ended == {"continues": None, "wins": "collection", "eliminated": "elimination"}[shown.option.then]
            lost = 5 - after.table.radiance[view.winner] - (5 - state.table.radiance[view.winner])
            assert lost <= shown.option.gem_loss


@some
@given(rnds)
def test_log_lines_are_the_same_for_all_and_have_reasons(rnd: random.Random) -> None:
    first, actions, states = playing.game(rnd, leaving=rnd.choice((0.0, 0.1)), draw=0.3)
    before: State = first
    for action, after in zip(actions, states, strict=True):
        lines = [GAME.line_for(before, action, after, reader) for reader in (None, *map(Seat, range(2)))]
        assert lines.count(lines[0]) == len(lines)
        assert lines[0] is not None
        assert filled(lines[0])
        why = GAME.why(before, action, after)
        assert all(finding.rule in GAME.rulebook and filled(finding.says) for finding in why)
        assert len({(finding.rule, filled(finding.says)) for finding in why}) == len(why)
        assert why or not isinstance(action, FirstCard | Play | Opponent | Top)
        before = after


def line(state: State, action: object) -> str:
    said = GAME.line_for(state, action, told(state, action), None)  # type: ignore[arg-type]
    assert said is not None
    return filled(said)


def test_the_log_says_what_happened_by_itself() -> None:
    state = playing.position(
        {"seats": 3, "pile": ["red-1", "red-2", "rest"], "deck": 2, "hands": [1, 5, 1], "marker": 2}
    )
    assert line(state, Play(Seat(0), BY_NAME["blue-1"])) == (
        "0 plays blue 1. 0 draws 4 cards of 5: no more are left. "
        "Deck empty after 2: shuffle the pile without top, 2 cards."
    )
    state = playing.position({"seats": 3, "pile": ["rest"], "hands": [4, 4, 4], "marker": 2})
    state = told(state, Play(Seat(0), BY_NAME["blue-1"]), Play(Seat(1), REST))
    assert line(state, Play(Seat(2), BY_NAME["blue-2"])) == (
        "2 plays blue 2. 2 wins the round. 2 won with the black star: 1 radiance."
    )
    state = told(state, Play(Seat(2), BY_NAME["blue-2"]))
    assert line(state, Take(Seat(2), BY_NAME["blue-1"])) == "2 takes blue 1."


def test_the_log_of_the_artificial_opponent() -> None:
    state = playing.position({"seats": 2, "pile": ["rest"]})
    state = told(state, Play(Seat(0), BY_NAME["blue-1"]))
    assert line(state, Opponent(Seat(1), BY_NAME["blue-6"])) == "The artificial opponent plays blue 6."
    state = told(state, Opponent(Seat(1), BY_NAME["blue-6"]))
    assert line(state, Play(Seat(1), REST)) == "1 plays rest. The artificial opponent would win: nobody wins."


def test_the_log_of_the_end() -> None:
    collection = ["red-2", "red-3", "red-4", "red-5", "red-6"]
    state = playing.position({"seats": 3, "pile": ["rest"], "collections": [collection, [], []]})
    state = told(state, *(Play(Seat(seat), BY_NAME[name]) for seat, name in enumerate(("blue-6", "blue-1", "blue-2"))))
    assert line(state, Take(Seat(0), BY_NAME["blue-1"])) == "0 takes blue 1. 0 has collected 1 to 6 and wins."


def headline(top: str, *cards: str) -> str:
    state = playing.position({"seats": max(3, len(cards)), "pile": [top]})
    state = told(state, *(Play(Seat(seat), BY_NAME[name]) for seat, name in enumerate(cards)))
    round_ = view_for(state, None).round
    assert round_ is not None
    return filled(round_.why[0].says)


def test_the_first_reason_names_what_won() -> None:
    """Of two super-trumps the second, which is the winner's card; never that nobody played a trump."""
    assert headline("yellow-3", "blue-6", "blue-6", "yellow-3") == "yellow 3 is the second super-trump: it wins."
    assert headline("green-4", "blue-2", "blue-6", "blue-2") == "blue 2 repeats a card of this round: super-trump."
    assert headline("green-4", "blue-6", "green-1", "blue-4") == "green 1 is the only trump."
    assert headline("green-4", "yellow-5") == "yellow 5 is the only card of the lead colour."
    assert headline("rest", "yellow-5", "yellow-6") == "yellow 6 is the highest of the lead colour."
    assert headline("rest", "rest", "rest") == "Only rests: nobody wins."


def test_a_proven_revoke_says_first_what_was_wrong() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"], "number": 12})
    plays = [Play(Seat(0), BY_NAME["blue-6"]), Play(Seat(1), BY_NAME["red-4"]), Play(Seat(2), BY_NAME["blue-1"])]
    state = told(state, *plays, Take(Seat(0), BY_NAME["blue-6"]), Top(Seat(0), BY_NAME["red-4"]))
    view = view_for(told(state, Play(Seat(0), BY_NAME["green-1"]), Play(Seat(1), BY_NAME["blue-5"])), None)
    (found,) = view.revokes
    assert [filled(one.says) for one in found] == [
        "Proven: 1 had blue in round 12 and did not follow.",
        "Round 12: 1 played red 4 on blue.",
        "Round 13: 1 played blue 5, without a draw between.",
    ]
    assert view.notes[-1] == found[0]


def test_an_early_end_in_an_empty_round_says_nothing_of_the_round_before() -> None:
    state = playing.position({"seats": 3, "pile": ["rest"], "hands": [1, 1, 1]})
    plays = [Play(Seat(seat), BY_NAME[name]) for seat, name in enumerate(("blue-6", "blue-1", "rest"))]
    state = told(state, *plays, Take(Seat(0), BY_NAME["blue-6"]), Leave(Seat(1)))
    assert isinstance(state, Playing)
    assert not state.round.played
    assert line(state, EndEarly()) == "The game was ended early with the points so far."
    assert GAME.why(state, EndEarly(), told(state, EndEarly())) == ()
    ended = told(state, EndEarly())
    assert isinstance(ended, Finished)
    assert (ended.end, len(ended.table.rounds)) == (End.EARLY, 1)


def test_who_enters_the_cards_can_change_at_any_time() -> None:
    rnd = random.Random(3)
    first, _actions, states = playing.game(rnd)
    for state in (first, *states[:-1]):
        for how in type(state.table.recording):
            after = told(state, Recording(how))
            assert after.table.recording is how
            assert view_for(after, None).offers == ()
            assert GAME.legal_actions(after, Seat(0)) == GAME.legal_actions(state, Seat(0))
