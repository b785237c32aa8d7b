"""What the screens and the log say: short reasons for everything, the same for all, and what the hands do."""

from __future__ import annotations

import random
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.kernel import Accepted, Finding
from app.games.phrases import Seat
from app.games.stellarion import GAME, moves
from app.games.stellarion import actions as do
from app.games.stellarion.shown import View
from app.games.stellarion.state import Acting, Finished, Opening, Power, Revealing, State, Stuck
from app.games.stellarion.view import view_for
from tests.games.stellarion import playing
from tests.games.stellarion.positions import position
from tests.games.stellarion.tables import TableOfCase, filled, lines

rnds = st.integers(0, 2**32 - 1).map(random.Random)
some = settings(max_examples=40, deadline=None)
ALPHA = {"ship": "alpha-ship", "nebula": "alpha-nebula", "stars": "alpha-stars", "planet": "alpha-planet"}


def any_game(rnd: random.Random) -> playing.Played:
    return playing.game(rnd, blank=rnd.random() < 0.1, near=rnd.random() < 0.5)


def words(text: str) -> int:
    return len(re.findall(r"[\w%()']+", text))


def told(given: dict[str, Any], *short: Any) -> TableOfCase:
    table = TableOfCase({"position": given})
    for line in lines({"do": list(short)}):
        assert table.tell(line), (line, table.refused, table.malformed)
    return table


def hands(table: TableOfCase) -> list[str]:
    return [filled(finding.says) for finding in view_for(table.state, None).hands]


def line_of(given: dict[str, Any], *short: Any) -> str:
    """The log line of the last of these actions."""
    table = told(given, *short[:-1])
    before = table.state
    assert table.tell(lines({"do": [short[-1]]})[0]), table.refused
    said = GAME.line_for(before, table.actions[-1], table.state, None)
    assert said is not None
    return filled(said)


@some
@given(rnds)
def test_reasons_are_few_and_short(rnd: random.Random) -> None:
    first, _actions, states = any_game(rnd)
    for state in (first, *states):
        view = view_for(state, None)
        groups: list[tuple[Finding, ...]] = [view.notes, view.why]
        groups += [] if view.outcome is None else [view.outcome.why]
        groups += [] if view.power is None else [(view.power.does,)]
        for group in groups:
            assert len(group) <= 4
            assert len(set(group)) == len(group)
        for finding in (*(one for group in groups for one in group), *view.hands):
            assert words(finding.says.text) <= 14, finding.says.text
            assert filled(finding.says)


@some
@given(rnds)
def test_everybody_sees_the_same_but_for_the_offers(rnd: random.Random) -> None:
    _first, _actions, states = any_game(rnd)
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
    first, _actions, states = any_game(rnd)
    for state in (first, *states):
        view, table = view_for(state, None), state.table
        outpost = len(view.outpost)
        whole = sum(deck.size + len(deck.discard) for deck in view.decks) + outpost
        assert whole == 64 + 8 * sum(one.value in ("mirrors", "black_holes") for one in view.expansions)
        for deck in view.decks:
            assert sum(number for _card, number in deck.left) == deck.size
            assert deck.face_down == (not deck.up and deck.size > 0)
        acquired = sum(len(seat.pile) for seat in view.seats)
        assert view.voyages.total == view.voyages.left + acquired
        assert sum(number for _galaxy, number in view.voyages.counts) == view.voyages.left
        assert (view.player is None) == isinstance(state, Opening | Finished)
        assert [seat.on_turn for seat in view.seats].count(True) == (view.player is not None)
        assert (view.power is not None) == isinstance(state, Power)
        assert (view.outcome is not None) == isinstance(state, Finished)
        assert bool(view.launches or view.coordinates or view.traverse) == isinstance(state, Acting)
        assert bool(view.why) == isinstance(state, Finished | Stuck)
        assert set(view.due) == {deck.symbol for deck in view.decks if deck.due}
        assert bool(view.due) == (isinstance(state, Opening | Revealing) and any(deck.face_down for deck in view.decks))
        assert view.can == tuple(dict.fromkeys(offer.action for offer in GAME.legal_actions(state, Seat(0))))
        assert view.turn == table.number
        assert len(view.scores) == len(table.turns)


@some
@given(rnds)
def test_what_is_listed_can_be_done(rnd: random.Random) -> None:
    """ "We found none": every listed action holds as it is listed, and there is one whenever there is one."""
    _first, _actions, states = any_game(rnd)
    for state in states:
        if not isinstance(state, Acting):
            continue
        view = view_for(state, None)
        assert moves.able(state.table)
        for one in view.launches:
            for spot in one.spots:
                action = do.Launch(Seat(0), one.cards, one.star, spot)
                after = GAME.apply(state, action)
                assert isinstance(after, Accepted)
                assert after.state.table.piles[state.table.player][-1] is one.galaxy
        for pair in view.coordinates:
            for under in (None, *(pair.cards if pair.thrusters else ())):
                after = GAME.apply(state, do.Coordinate(Seat(0), pair.cards, under))
                assert isinstance(after, Accepted)
                assert isinstance(after.state, Power)
                assert (after.state.type, after.state.major) == (pair.type, pair.major)
        if view.traverse:
            answer = GAME.apply(state, do.Traverse(Seat(0), tuple(rnd.sample(view.traverse, 4))))
            assert isinstance(answer, Accepted)


@some
@given(rnds)
def test_log_lines_are_the_same_for_all_and_have_reasons(rnd: random.Random) -> None:
    first, actions, states = any_game(rnd)
    before: State = first
    for action, after in zip(actions, states, strict=True):
        said = [GAME.line_for(before, action, after, reader) for reader in (None, *map(Seat, range(2)))]
        assert said.count(said[0]) == len(said)
        assert said[0] is not None
        assert filled(said[0])
        why = GAME.why(before, action, after)
        assert all(finding.rule in GAME.rulebook and filled(finding.says) for finding in why)
        assert len({(finding.rule, filled(finding.says)) for finding in why}) == len(why)
        assert why or not isinstance(action, do.Launch | do.Coordinate | do.Traverse | do.Theory)
        assert why or not isinstance(after, Finished)
        before = after


def test_what_the_hands_do_after_a_launch() -> None:
    given_ = {"tops": ALPHA, "expansions": ["sun"], "voyages": [3, 2, 2, 2], "stars": 2}
    assert hands(told(given_, ["launch", "ship stars planet", "alpha", True])) == [
        "Discard Alpha Ship on the Ship pile.",
        "Discard Alpha Stars on the Stars pile.",
        "Discard Alpha Planet on the Planet pile.",
        "Remove a Shooting Star from the game.",
        "Put a Voyage of Alpha into the victory pile.",
        "Move the Glaucous Sun 4 spaces forward, to space 16.",
        "Turn up the top of the Ship deck.",
        "Turn up the top of the Stars deck.",
        "Turn up the top of the Planet deck.",
    ]


def test_what_the_hands_do_in_each_power() -> None:
    assert hands(told({}, ["coordinate", "alpha ship"], ["search", "gamma", "gamma-ship"])) == [
        "Shuffle the Gamma deck and put Gamma Ship face up on top."
    ]
    pile = {"decks": {"gamma": {"discard": ["gamma-ship", "gamma-planet"]}}}
    assert hands(told(pile, ["coordinate", "beta nebula"], ["retrieve", "gamma", "gamma-ship gamma-planet"]))[0] == (
        "Shuffle Gamma Ship and Gamma Planet into the Gamma deck, all face down."
    )
    assert hands(told({}, ["coordinate", "gamma stars"], ["look", "delta", "delta-ship", "delta-stars"])) == [
        "Put Delta Ship face up on top of the Delta deck.",
        "Put Delta Stars at the bottom of the Delta deck.",
    ]
    assert hands(told({}, ["coordinate", "delta planet"], ["stock", "alpha"])) == [
        "Put Alpha Ship into the Outpost.",
        "Turn up the top of the Alpha deck.",
        "Turn up the top of the Delta deck.",
        "Turn up the top of the Planet deck.",
    ]
    theories = {"expansions": ["theories"], "voyages": [3, 2, 2, 2], "breakthrough": "radar", **pile}
    radar = told(theories, ["coordinate", "beta nebula"], ["retrieve", "gamma", "gamma-planet gamma-ship", "on_top"])
    assert hands(radar)[:2] == [
        "Put Gamma Ship face up on top of the Gamma deck.",
        "Put Gamma Planet face up on top of the Gamma deck.",
    ]
    under = told({**theories, "breakthrough": "thrusters"}, ["coordinate", "alpha ship", "ship"])
    assert hands(under) == ["Discard Alpha Ship on the Alpha pile.", "Put Alpha Ship at the bottom of the Ship deck."]
    both = {**theories, "breakthrough": "amplifier"}
    low = told(both, ["coordinate", "gamma stars"], ["look", "delta", "delta-ship", "delta-stars", "under"])
    assert hands(low) == ["Put Delta Ship at the bottom of the Delta deck.", "Put Delta Stars under it."]
    high = told(both, ["coordinate", "gamma stars"], ["look", "delta", "delta-ship", "delta-stars", "on_top"])
    assert hands(high) == ["Put Delta Stars face up on top of the Delta deck.", "Put Delta Ship face up on it."]


def test_the_log_of_a_turn() -> None:
    sun = {"tops": ALPHA, "expansions": ["sun"], "voyages": [3, 2, 2, 2]}
    assert line_of(sun, ["launch", "ship nebula stars planet", "alpha"]) == (
        "0 launches Alpha. The Glaucous Sun goes to space 16."
    )
    assert line_of(sun, ["launch", "ship nebula stars", "alpha", True]) == (
        "0 launches Alpha with a Shooting Star. The Glaucous Sun goes to space 16."
    )
    assert line_of({}, ["coordinate", "alpha ship"]) == "0 coordinates Alpha Ship and Alpha Ship: major."
    assert line_of({}, ["coordinate", "alpha ship"], ["search", "gamma", "gamma-ship"]) == (
        "0 searches the Gamma deck: Gamma Ship."
    )
    ships = {"expansions": ["theories"], "voyages": [3, 2, 2, 2], "breakthrough": "thrusters"}
    assert line_of(ships, ["coordinate", "alpha ship", "ship"]) == (
        "0 coordinates Alpha Ship and Alpha Ship: major. Alpha Ship goes under the Ship deck."
    )
    back = {"expansions": ["sun"], "voyages": [3, 2, 2, 2]}
    assert line_of(back, ["coordinate", "alpha ship"], ["forfeit", 2]) == (
        "0 forfeits the effect. The Glaucous Sun goes to space 10. It takes a Meteor token."
    )
    turn = {"tops": {"beta": None}, "phase": "revealing", "seats": 2}
    assert line_of(turn, ["reveal", "beta", "beta-ship"]) == "Beta deck: Beta Ship. Turn 6: 1."
    lost = {"only": ["alpha", "beta"], "tops": {"beta": None}, "phase": "revealing"}
    assert line_of(lost, ["reveal", "beta", "beta-nebula"]) == (
        "Beta deck: Beta Nebula. No action is possible: the game is lost."
    )


def test_the_log_of_what_is_no_action() -> None:
    sun = {"expansions": ["sun"], "voyages": [3, 2, 2, 2], "sun": {"held": 2}, "seats": 2, "piles": [["gamma"], []]}
    assert line_of(sun, ["meteors", "gamma", 1]) == (
        "Two Meteor tokens bring 1 a Voyage of Gamma. Both players have Voyages of Gamma: this game cannot be won."
    )
    proof = {"expansions": ["theories"], "voyages": [3, 2, 2, 2], "tops": {"beta": "beta-ship"}}
    assert line_of(proof, ["theory", "stars"]) == "0 proves the theory Ship."
    stuck = {"expansions": ["sun"], "voyages": [3, 2, 2, 2], "sun": {"held": 2}, "only": ["alpha"], "phase": "stuck"}
    assert line_of(stuck, ["give_up"]) == "The players give up. The game is lost."


def test_the_log_of_a_traverse() -> None:
    holes = dict.fromkeys(("alpha", "beta", "gamma", "delta"), "black-hole")
    given_ = {"expansions": ["black_holes"], "voyages": [4, 3, 3, 3], "tops": holes, "seats": 2}
    start = ["traverse", "alpha beta gamma delta"]
    assert line_of(given_, start) == "0 traverses with four Black Holes."
    assert line_of(given_, start, ["take", "alpha", 0]) == "0 takes a Voyage of Alpha."
    assert line_of(given_, start, ["take", "alpha", 1]) == "A Voyage of Alpha is a gift for 1."


def test_the_power_screen_says_what_may_be_chosen() -> None:
    view = view_for(told({"outpost": ["alpha-nebula@alpha"]}, ["coordinate", "delta planet"]).state, None)
    assert view.power is not None
    assert [target.symbol for target in view.power.targets] == ["alpha", "ship"]
    assert view.outpost_galaxy == "alpha"
    assert view.power.pairs == ()
    assert (view.power.can_done, view.power.can_forfeit, view.power.back) == (False, True, 0)


def test_the_power_screen_says_how_many_cards_go_in_one_step() -> None:
    """A doubled Ship or Stars power has more steps, not more cards in each."""
    major = {"alpha ship": 1, "beta nebula": 2, "gamma stars": 2, "delta planet": 2}
    minor = {"ship": 1, "nebula": 1, "stars": 2, "planet": 1}
    seen = {}
    for cards in major:
        view = view_for(told({}, ["coordinate", cards]).state, None)
        assert view.power is not None
        assert view.power.major
        seen[cards] = view.power.at_once
    assert seen == major
    for kind, number in minor.items():
        tops = {"alpha": f"alpha-{kind}", "beta": f"beta-{kind}"}
        view = view_for(told({"tops": tops}, ["coordinate", "alpha beta"]).state, None)
        assert view.power is not None
        assert (view.power.major, view.power.at_once) == (False, number), kind


def test_a_deck_shows_what_may_come_next() -> None:
    state = position({"decks": {"gamma": {"bottom": ["gamma-ship"], "discard": ["gamma-ship", "gamma-nebula"]}}})
    gamma = view_for(state, None).decks[2]
    assert [(card.name, number) for card, number in gamma.following] == [
        ("gamma-nebula", 1),
        ("gamma-stars", 1),
        ("gamma-planet", 2),
    ]
    assert [card.name for card in gamma.bottom] == ["gamma-ship"]
