"""What the screens show of a table of Stellarion: the same to everybody, but for the offers.

Everything is known to all; the app sees no more than the people do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from app.games import deciding
from app.games.kernel import Finding, Offer, OneOf, Several
from app.games.phrases import Seat
from app.games.stellarion import decks, ending, hands, moves, offers, picks, powers, reasons, steps, sun, voyages
from app.games.stellarion.actions import Coordinate, Launch, Slot, Traverse
from app.games.stellarion.cards import GALAXIES, Galaxy, Symbol, Type, counted, sort
from app.games.stellarion.house import ALTERNATIVES
from app.games.stellarion.shown import (
    CoordinateView,
    DeckView,
    EndView,
    LaunchView,
    Phase,
    PowerView,
    SeatView,
    StockedView,
    SunView,
    TargetView,
    TheoriesView,
    View,
    VoyagesView,
)
from app.games.stellarion.slots import card_at, face_down, slot_of_outpost
from app.games.stellarion.state import (
    GALAXIES_PER_PILE,
    Acting,
    Breakthrough,
    Columns,
    Common,
    Deck,
    Expansion,
    Finished,
    Opening,
    Power,
    Revealing,
    Side,
    Spot,
    State,
    Stuck,
    Traversing,
)

_POWER_OF = {
    Type.SHIP: Breakthrough.THRUSTERS,
    Type.NEBULA: Breakthrough.RADAR,
    Type.STARS: Breakthrough.AMPLIFIER,
    Type.PLANET: Breakthrough.BIODOMES,
}


def view_for(state: State, seat: Seat | None) -> View:
    """What ``seat``, or the screen on the wall (None), sees of the table; only the offers differ."""
    table = state.table
    legal = offers.legal_actions(state, Seat(0))
    can = tuple(dict.fromkeys(offer.action for offer in legal))
    due = face_down(table) if isinstance(state, Opening | Revealing) else ()
    hopeless = voyages.split(table)
    return View(
        phase=_phase(state),
        turn=table.number,
        player=None if isinstance(state, Opening | Finished) else table.player,
        expansions=tuple(one for one in Expansion if one in table.expansions),
        stars=table.stars,
        decks=_decks(table, due),
        outpost=tuple(StockedView(slot_of_outpost(card), card) for card in table.outpost),
        outpost_galaxy=_outpost_galaxy(table),
        voyages=_voyages(table),
        seats=_seats(state),
        theories=_theories(table, can),
        breakthrough=table.breakthrough,
        sun=_sun(table),
        launches=_launches(table, legal),
        coordinates=_coordinates(table, legal),
        traverse=tuple(Slot(str(slot)) for offer in legal if offer.action == Traverse.name for slot in _cards(offer)),
        can=can,
        power=_power(state) if isinstance(state, Power) else None,
        took=state.took if isinstance(state, Traversing) else (),
        due=due,
        hands=(*table.hands, *(hands.turn_up(due) if isinstance(state, Revealing) and not state.begun else ())),
        lost_hope=bool(hopeless),
        notes=_notes(table, hopeless),
        why=_why(state),
        scores=table.turns,
        outcome=ending.outcome(state) if isinstance(state, Finished) else None,
        offers=() if seat is None else legal,
        house=deciding.shown(table.house, ALTERNATIVES),
    )


def _phase(state: State) -> Phase:
    match state:
        case Opening():
            return "opening"
        case Acting():
            return "acting"
        case Power():
            return "power"
        case Traversing():
            return "traversing"
        case Revealing():
            return "revealing"
        case Stuck():
            return "stuck"
        case Finished():
            return "finished"
        case _ as never:
            assert_never(never)


# The table


def _decks(table: Common, due: Sequence[Symbol]) -> tuple[DeckView, ...]:
    return tuple(_deck(deck, deck.symbol in due) for deck in table.decks)


@lru_cache(maxsize=512)
def _deck(deck: Deck, due: bool) -> DeckView:
    """Most decks are left as they are by an action."""
    return DeckView(
        symbol=deck.symbol,
        up=deck.up,
        face_down=deck.is_face_down,
        size=deck.size,
        left=counted(sort(deck.cards)),
        following=decks.possible_tops(deck),
        bottom=deck.bottom,
        discard=deck.discard,
        due=due,
    )


def _outpost_galaxy(table: Common) -> Galaxy | None:
    """The only Galaxy that the Outpost takes now, None for any (``stellarion.outpost-galaxy``)."""
    if not table.outpost or table.breakthrough is Breakthrough.BIODOMES:
        return None
    return table.outpost[0].galaxy


def _voyages(table: Common) -> VoyagesView:
    left = table.voyages
    fits = {spot: tuple(map(Seat, to)) for spot, to in moves.takers(table)}
    return VoyagesView(
        total=voyages.in_all(table.expansions),
        left=voyages.left(left),
        counts=tuple(zip(GALAXIES, voyages.counts(left), strict=True)),
        left_column=left.left if isinstance(left, Columns) else None,
        right_column=left.right if isinstance(left, Columns) else None,
        ends=tuple(EndView(spot, galaxy, fits.get(spot, ())) for spot, galaxy in voyages.ends(left)),
    )


def _seats(state: State) -> tuple[SeatView, ...]:
    table = state.table
    playing = not isinstance(state, Opening | Finished)
    return tuple(
        SeatView(
            seat=Seat(seat),
            on_turn=playing and seat == table.player,
            pile=pile,
            counts=tuple((galaxy, pile.count(galaxy)) for galaxy in GALAXIES),
            full=table.seats > 1 and len(set(pile)) >= GALAXIES_PER_PILE,
        )
        for seat, pile in enumerate(table.piles)
    )


def _theories(table: Common, can: Sequence[str]) -> TheoriesView | None:
    stack = table.theories
    if stack is None:
        return None
    left = len(stack.hidden) + (stack.top is not None)
    return TheoriesView(stack.top, stack.hidden, left, moves.seen_of_type(table), "theory" in can)


def _sun(table: Common) -> SunView | None:
    figure = table.sun
    if figure is None:
        return None
    board = figure.board
    return SunView(
        at=figure.at,
        final=None if board is None else board.final,
        meteors=() if board is None else board.meteors,
        held=figure.held,
        spent=figure.spent,
        judged=board is not None,
        can_spend=steps.may_still_spend(table),
    )


# What can be done


def _cards(offer: Offer) -> tuple[int | str, ...]:
    cards = offer.fields["cards"]
    assert isinstance(cards, Several)
    return cards.of


def _slots(offer: Offer) -> tuple[Slot, ...]:
    return tuple(Slot(str(slot)) for slot in _cards(offer))


def _launches(table: Common, legal: Sequence[Offer]) -> tuple[LaunchView, ...]:
    """Each Launch once, with the spots of its Voyage."""
    found: dict[tuple[tuple[Slot, ...], bool], list[Spot]] = {}
    for offer in legal:
        if offer.action == Launch.name:
            star, spot = offer.fields["star"], offer.fields["voyage"]
            assert isinstance(star, OneOf)
            assert isinstance(spot, OneOf)
            found.setdefault((_slots(offer), bool(star.of[0])), []).append(_spot(str(spot.of[0])))
    return tuple(
        LaunchView(_galaxy_of(table, cards), cards, star, tuple(spots)) for (cards, star), spots in found.items()
    )


def _spot(name: str) -> Spot:
    return Side(name) if name in tuple(Side) else Galaxy(name)


def _galaxy_of(table: Common, cards: Sequence[Slot]) -> Galaxy:
    card = card_at(table, cards[0])
    assert card is not None
    assert card.galaxy is not None
    return card.galaxy


def _coordinates(table: Common, legal: Sequence[Offer]) -> tuple[CoordinateView, ...]:
    found = []
    for offer in legal:
        if offer.action == Coordinate.name:
            slots = _slots(offer)
            cards = picks.cards_of(table, slots)
            assert isinstance(cards, tuple)
            made = picks.coordinate(cards)
            assert isinstance(made, picks.MakesCoordinate)
            thrusters = made.type is Type.SHIP and table.breakthrough is Breakthrough.THRUSTERS
            found.append(CoordinateView(made.type, made.major, made.mirror, slots, thrusters))
    return tuple(found)


def _power(state: Power) -> PowerView:
    return PowerView(
        type=state.type,
        major=state.major,
        cards=state.cards,
        does=reasons.power(state.type, state.major),
        step=len(state.steps),
        steps=powers.steps_of(state),
        at_once=powers.cards_at_once(state),
        targets=_targets(state),
        pairs=tuple((one.symbol, other.symbol) for one, other in powers.top_pairs(state))
        if state.type is Type.PLANET
        else (),
        breakthrough=state.table.breakthrough is _POWER_OF[state.type],
        can_done=bool(state.steps),
        can_forfeit=not state.steps,
        back=0 if state.steps else sun.most_back(state.table.sun, state.major),
    )


def _targets(state: Power) -> tuple[TargetView, ...]:
    match state.type:
        case Type.SHIP:
            return tuple(TargetView(deck.symbol, counted(sort(deck.cards))) for deck in powers.search_decks(state))
        case Type.NEBULA:
            return tuple(TargetView(symbol, counted(sort(cards))) for symbol, cards in powers.piles(state))
        case Type.STARS:
            return tuple(TargetView(deck.symbol, counted(sort(deck.cards))) for deck in powers.look_decks(state))
        case Type.PLANET:
            return tuple(TargetView(card.symbol, ((card, 1),)) for card in powers.tops(state))
        case _ as never:
            assert_never(never)


# Why


def _notes(table: Common, hopeless: Sequence[Galaxy]) -> tuple[Finding, ...]:
    """A victory out of reach, a board that is not known."""
    found = [reasons.out_of_reach(galaxy) for galaxy in hopeless]
    if table.sun is not None and table.sun.board is None:
        found.append(reasons.not_judged())
    return tuple(found)


def _why(state: State) -> tuple[Finding, ...]:
    """Why nothing can be done, or how the game ended."""
    match state:
        case Stuck(table=table):
            return (*reasons.unable(table), reasons.stuck(table.sun))
        case Finished(table=table, end=end):
            return reasons.ended(table, end)
        case _:
            return ()
