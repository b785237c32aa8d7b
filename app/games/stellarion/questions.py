"""Questions about Stellarion that need no table: the same functions that the table itself asks.

Each answers with a value, or with a ``Refused`` that says why not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.games.deciding import BY_THE_BOOK, House
from app.games.kernel import Finding, Refused
from app.games.phrases import Seat
from app.games.stellarion import decks, moves, reasons, refusals, rules, sun, voyages
from app.games.stellarion.actions import Action
from app.games.stellarion.cards import GALAXIES, SYMBOLS, Card, Galaxy, Symbol, Type, without
from app.games.stellarion.house import ALL_THE_WAY, not_far_enough
from app.games.stellarion.picks import Made, made
from app.games.stellarion.state import (
    VOYAGES_PER_GALAXY,
    Board,
    Breakthrough,
    Columns,
    Common,
    Deck,
    Expansion,
    Power,
    ShootingStars,
    Space,
    Spot,
    Stacks,
    Sun,
)

__all__ = [
    "Landing",
    "Made",
    "ability",
    "effect",
    "imagined",
    "made",
    "may_take",
    "power",
    "sun_after",
]


#: The Voyages of the base game.
ALL_VOYAGES = Stacks((VOYAGES_PER_GALAXY,) * len(GALAXIES))


def imagined(
    tops: Mapping[Symbol, Card],
    outpost: Sequence[Card] = (),
    *,
    expansions: frozenset[Expansion] = frozenset(),
    stars: int = 0,
    left: Stacks | Columns = ALL_VOYAGES,
    discards: Sequence[Card] = (),
    piles: Sequence[Sequence[Galaxy]] = ((),),
    player: int = 0,
    breakthrough: Breakthrough | None = None,
) -> Common | Refused:
    """A table as somebody describes it: the face-up tops, the Outpost, the Voyages ``left``, some ``discards``.

    Refused where a deck has no such card, or not so many (``stellarion.deck-contents``).
    """
    piled: list[Deck] = []
    for symbol in SYMBOLS:
        deck = decks.laid_out(symbol, expansions)
        top = (tops[symbol],) if symbol in tops else ()
        gone = tuple(card for card in discards if card.symbol is symbol)
        for card in (*top, *gone, *(card for card in outpost if card.symbol is symbol)):
            if card not in deck.unknown:
                return refusals.impossible_card(deck, card, 0, 0)
            deck = replace(deck, unknown=without(deck.unknown, card))
        piled.append(replace(deck, up=top, discard=gone))
    return Common(
        seats=len(piles),
        expansions=expansions,
        decks=tuple(piled),
        outpost=tuple(outpost),
        voyages=left,
        piles=tuple(map(tuple, piles)),
        stars=ShootingStars(stars),
        theories=None,
        breakthrough=breakthrough,
        sun=None,
        number=1,
        player=Seat(player),
        turns=(),
        hands=(),
    )


def ability(table: Common) -> tuple[Finding, ...]:
    """Why whoever is on turn has lost; nothing where an action is possible (``stellarion.lose-unable``)."""
    return () if moves.able(table) else reasons.unable(table)


def power(kind: Type, major: bool) -> Finding:
    """What a Coordinate of that Type does."""
    return reasons.power(kind, major)


def effect(table: Common, kind: Type, major: bool, step: Action) -> Refused | None:
    """Why this step of a power is not allowed; None where it is. The two cards have left the table already (SN-5)."""
    answer = rules.apply(Power(table, (), kind, major), step)
    return answer if isinstance(answer, Refused) else None


def may_take(pile: Sequence[Galaxy], other: Sequence[Galaxy], galaxy: Galaxy) -> tuple[Finding, ...] | Refused:
    """With two players: may this Voyage join ``pile``; and what that means for the victory (SN-17)."""
    table = imagined({}, piles=(pile, other))
    assert isinstance(table, Common)
    if not voyages.fits(table, galaxy, Seat(0)):
        return refusals.third_galaxy(Seat(0), galaxy)
    spot: Spot = galaxy
    after = voyages.taken(table, spot, Seat(0))
    return tuple(reasons.out_of_reach(one) for one in voyages.split(after))


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the figure stands then, whether it takes a token there, and whether the game is lost by it."""

    at: Space
    meteor: bool
    final: bool


def sun_after(
    at: int, board: Board | None, major: bool | None, back: int | None = None, house: House = BY_THE_BOOK
) -> Landing | Refused:
    """Where the figure goes from ``at``: after a Launch (``major`` None), or a Coordinate; ``back`` is given where its
    effect is forfeited (SN-15)."""
    before = Sun(Space(at), board)
    if back is None or major is None:
        spaces = {None: sun.LAUNCH_SPACES, True: sun.MAJOR_SPACES, False: sun.MINOR_SPACES}[major]
        after = sun.forward(before, spaces)
    else:
        most = sun.most_back(before, major)
        if back > most:
            return refusals.too_far_back(major, most, at)
        if back < most and ALL_THE_WAY in house:
            return not_far_enough(most)
        after = sun.backward(before, back)
    assert after is not None
    return Landing(after.at, after.held > before.held, sun.at_final(after))
