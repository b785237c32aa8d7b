"""Questions without a table: the judge asks the engine."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from app.games.kernel import Refused
from app.games.phrases import Seat
from app.games.stellarion import dump, moves, questions, wire
from app.games.stellarion.actions import Retrieve, Slot, Stock
from app.games.stellarion.cards import CARDS, Card, Galaxy, Symbol, Type
from app.games.stellarion.picks import MakesCoordinate, MakesLaunch, MakesTraverse
from app.games.stellarion.state import Board, Columns, Common, Expansion, Side, Space
from tests.games.stellarion.tables import english

BOARD = Board(Space(30), (Space(5), Space(10), Space(15), Space(20)))
HOLES = frozenset({Expansion.BLACK_HOLES})


def seen(**tops: str) -> dict[Symbol, Card]:
    return {Symbol(name): CARDS[Symbol(name)][card] for name, card in tops.items()}


def table(expansions: frozenset[Expansion] = frozenset(), tokens: int = 1, **tops: str) -> Common:
    found = questions.imagined(seen(**tops), expansions=expansions, stars=tokens)
    assert isinstance(found, Common)
    return found


def refused(answer: object) -> str:
    assert isinstance(answer, Refused)
    return str(answer.violations[0].rule).removeprefix("stellarion.")


def slots(*names: str) -> list[Slot]:
    return [Slot(name) for name in names]


def test_what_do_these_cards_make() -> None:
    alpha = table(
        ship="alpha-ship", nebula="alpha-nebula", stars="alpha-stars", planet="alpha-planet", beta="beta-ship"
    )
    four = questions.made(alpha, slots("ship", "nebula", "stars", "planet"), False)
    assert four == MakesLaunch(Galaxy.ALPHA, False, (Galaxy.ALPHA,))
    three = questions.made(alpha, slots("ship", "nebula", "stars"), True)
    assert three == MakesLaunch(Galaxy.ALPHA, True, (Galaxy.ALPHA,))
    assert questions.made(alpha, slots("ship", "beta"), False) == MakesCoordinate(Type.SHIP, False, False)
    assert refused(questions.made(alpha, slots("ship", "nebula", "stars"), False)) == "launch-cards"
    assert refused(questions.made(alpha, slots("ship", "nebula"), False)) == "coordinate-pair"
    assert refused(questions.made(alpha, slots("ship"), False)) == "one-action"
    assert refused(questions.made(alpha, slots("ship", "ship"), False)) == "usable-cards"
    assert refused(questions.made(alpha, slots("ship", "gamma"), False)) == "observatory"
    assert refused(questions.made(alpha, slots("ship", "outpost-alpha-ship"), False)) == "usable-cards"


def test_a_selection_is_answered_in_words() -> None:
    """As a phone asks it: what the touched cards make, and why."""
    alpha = table(
        ship="alpha-ship", nebula="alpha-nebula", stars="alpha-stars", planet="alpha-planet", beta="beta-ship"
    )

    def asked(data: dict[str, object]) -> dict[str, object]:
        return dump.dump_made(questions.made(alpha, *wire.load_picks(data)), english)

    four = asked({"cards": ["ship", "nebula", "stars", "planet"]})
    assert (four["makes"], four["galaxy"], four["star"], four["spots"]) == ("launch", "alpha", False, ["alpha"])
    pair = asked({"cards": ["ship", "beta"]})
    assert (pair["makes"], pair["power"], pair["major"], pair["mirror"]) == ("coordinate", "ship", False, False)
    assert [one["rule"] for one in pair["why"]] == ["stellarion.coordinate-pair", "stellarion.ship-minor"]  # type: ignore[attr-defined]
    assert asked({"cards": ["ship", "nebula", "stars"], "star": "on"})["makes"] == "launch"
    nothing = asked({"cards": ["ship", "nebula"]})
    assert nothing["makes"] is None
    assert nothing["why"]
    holes = table(HOLES, alpha="black-hole", beta="black-hole", gamma="black-hole", delta="black-hole")
    four_holes = questions.made(holes, slots("alpha", "beta", "gamma", "delta"), False)
    assert dump.dump_made(four_holes, english)["makes"] == "traverse"
    for junk in ({}, {"cards": []}, {"cards": ["moon"]}, {"cards": ["ship"], "seat": 1}):
        with pytest.raises(ValidationError):
            wire.load_picks(junk)


def test_four_black_holes() -> None:
    holes = table(
        HOLES, alpha="black-hole", beta="black-hole", gamma="black-hole", delta="black-hole", ship="beta-ship"
    )
    four = slots("alpha", "beta", "gamma", "delta")
    assert questions.made(holes, four, False) == MakesTraverse(tuple(Galaxy))
    assert refused(questions.made(holes, four[:3], False)) == "traverse"
    assert refused(questions.made(holes, four, True)) == "sn-3"
    assert refused(questions.made(holes, four[:2], False)) == "coordinate-pair"


def test_a_traverse_names_only_voyages_that_fit_a_pile() -> None:
    """One that is accessible and fits neither of two full piles cannot be taken."""
    holes = dict.fromkeys(("alpha", "beta", "gamma", "delta"), "black-hole")
    full = [[Galaxy.ALPHA, Galaxy.BETA], [Galaxy.ALPHA, Galaxy.GAMMA]]
    columns = Columns((Galaxy.ALPHA, Galaxy.GAMMA), (Galaxy.BETA, Galaxy.DELTA))
    for left, spots in ((columns, (Side.LEFT,)), (questions.ALL_VOYAGES, (Galaxy.ALPHA, Galaxy.BETA, Galaxy.GAMMA))):
        two = questions.imagined(seen(**holes), expansions=HOLES, left=left, piles=full)
        assert isinstance(two, Common)
        assert questions.made(two, slots(*holes), False) == MakesTraverse(spots)
        assert {spot for spot, _seats in moves.takers(two)} == set(spots)


def test_a_covered_voyage_is_no_launch() -> None:
    columns = Columns((Galaxy.BETA, Galaxy.GAMMA), (Galaxy.BETA, Galaxy.ALPHA))
    tops = seen(ship="beta-ship", nebula="beta-nebula", stars="beta-stars", planet="beta-planet")
    covered = questions.imagined(tops, left=columns)
    assert isinstance(covered, Common)
    assert refused(questions.made(covered, slots("ship", "nebula", "stars", "planet"), False)) == "accessible"


def test_a_card_that_the_deck_does_not_have() -> None:
    assert refused(questions.imagined(seen(alpha="black-hole"))) == "deck-contents"


def test_have_we_lost() -> None:
    assert questions.ability(table(alpha="alpha-ship", beta="beta-ship")) == ()
    lost = questions.ability(table(alpha="alpha-ship", beta="beta-nebula"))
    assert [finding.rule for finding in lost] == ["stellarion.lose-unable", "stellarion.coordinate-pair"]
    assert len(questions.ability(table(HOLES, alpha="black-hole"))) == 3


def test_what_may_go_into_the_outpost() -> None:
    there = table(alpha="alpha-ship", ship="alpha-ship", nebula="alpha-nebula", stars="beta-stars")

    def stock(*symbols: Symbol, major: bool = True) -> Refused | None:
        return questions.effect(there, Type.PLANET, major, Stock(Seat(0), symbols))

    assert stock(Symbol.ALPHA, Symbol.NEBULA) is None
    assert refused(stock(Symbol.ALPHA, Symbol.NEBULA, major=False)) == "planet-minor"
    assert refused(stock(Symbol.ALPHA, Symbol.SHIP)) == "outpost-copies"
    assert refused(stock(Symbol.ALPHA, Symbol.STARS)) == "outpost-galaxy"
    assert refused(stock(Symbol.GAMMA)) == "observatory"


def test_what_may_be_retrieved() -> None:
    ship, hole = CARDS[Symbol.GAMMA]["gamma-ship"], CARDS[Symbol.GAMMA]["black-hole"]
    there = questions.imagined({}, expansions=HOLES, discards=[ship, hole])
    assert isinstance(there, Common)
    assert questions.effect(there, Type.NEBULA, False, Retrieve(Seat(0), (ship,))) is None
    assert refused(questions.effect(there, Type.NEBULA, False, Retrieve(Seat(0), (ship, ship)))) == "nebula-minor"
    assert refused(questions.effect(there, Type.NEBULA, True, Retrieve(Seat(0), (ship, ship)))) == "nebula-any"
    assert refused(questions.effect(there, Type.NEBULA, True, Retrieve(Seat(0), (hole,)))) == "hole-not-retrieved"
    assert refused(questions.effect(there, Type.SHIP, True, Retrieve(Seat(0), (ship,)))) == "coordinate-effect"


def test_may_this_voyage_be_taken() -> None:
    alpha, beta, gamma = Galaxy.ALPHA, Galaxy.BETA, Galaxy.GAMMA
    assert questions.may_take([alpha], [], beta) == ()
    assert refused(questions.may_take([alpha, beta], [], gamma)) == "two-galaxies"
    warned = questions.may_take([alpha], [beta], beta)
    assert isinstance(warned, tuple)
    assert [finding.rule for finding in warned] == ["stellarion.sn-17"]


@pytest.mark.parametrize(
    ("at", "major", "back", "lands", "meteor", "final"),
    [
        (3, None, None, 7, False, False),
        (3, True, None, 5, False, False),
        (4, False, None, 5, False, False),
        (12, False, 2, 10, True, False),
        (12, True, 8, 4, False, False),
        (12, True, 0, 12, False, False),
        (28, None, None, 30, False, True),
    ],
)
def test_where_does_the_sun_end(
    at: int, major: bool | None, back: int | None, lands: int, meteor: bool, final: bool
) -> None:
    assert questions.sun_after(at, BOARD, major, back) == questions.Landing(Space(lands), meteor, final)


def test_the_sun_does_not_go_too_far_back() -> None:
    assert refused(questions.sun_after(12, BOARD, False, 5)) == "sun-back-minor"
    assert refused(questions.sun_after(12, BOARD, True, 9)) == "sun-back-major"
    assert refused(questions.sun_after(2, BOARD, True, 3)) == "sn-15"
    assert questions.sun_after(40, None, None) == questions.Landing(Space(44), False, False)


@pytest.mark.parametrize("kind", tuple(Type))
def test_every_power_is_told(kind: Type) -> None:
    minor, major = questions.power(kind, False), questions.power(kind, True)
    assert minor.rule == f"stellarion.{kind.value}-minor"
    assert major.rule == f"stellarion.{kind.value}-major"
