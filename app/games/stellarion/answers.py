"""The judge's answers about Stellarion: the functions of play, asked without a table, and their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from app.games.deciding import BY_THE_BOOK, House
from app.games.judging import Line, Verdict
from app.games.kernel import Finding, OneOf, Refused, Several
from app.games.phrases import Phrase, Seat, count, say
from app.games.stellarion import described, dump, moves, questions, reasons
from app.games.stellarion.actions import Retrieve, Slot, Stock
from app.games.stellarion.cards import CARDS, GALAXIES, TYPES, Card, Galaxy, Symbol, Type, galaxy_called, type_called
from app.games.stellarion.house import ALL_THE_WAY, METEORS_SAVE_NOT, THREE_VOYAGES
from app.games.stellarion.picks import Made, MakesCoordinate, MakesLaunch, MakesTraverse
from app.games.stellarion.reasons import because
from app.games.stellarion.state import VOYAGES_PER_GALAXY, Board, Breakthrough, Common, Space, Stacks

AT_MOST = 4
#: A board that never ends, where nobody told how long it is.
ENDLESS = Space(999)

Power = Literal["minor", "major"]


# What do these cards make


def made(names: Sequence[str], stocked: Sequence[int], star: bool, house: House = BY_THE_BOOK) -> Verdict | Refused:
    """Launch, Coordinate, Traverse, or none. ``stocked`` are the places of the cards in the Outpost, from 0; ``house``
    is what the table plays the other way."""
    places = [place for place in range(len(names)) if place not in stocked]
    outpost = [name for place, name in enumerate(names) if place in stocked]
    there = described.described([names[place] for place in places], outpost, places=places)
    if isinstance(there, Refused):
        return there
    answer = questions.made(there.table, there.slots, star)
    why = reasons.made(answer)
    besides = (*_biodomes(there.table.outpost), *why[1:], *_besides(answer, house))
    return Verdict(makes(answer), why[:1], besides[: AT_MOST - 1], facts=dump.makes(answer))


def makes(answer: Made | Refused) -> Phrase:
    """The action in at most five words."""
    match answer:
        case MakesLaunch(galaxy=galaxy):
            return say("Launch: %(galaxy)s.", galaxy=galaxy_called(galaxy))
        case MakesCoordinate(type=kind, major=True):
            return say("Coordinate: %(type)s, major.", type=type_called(kind))
        case MakesCoordinate(type=kind):
            return say("Coordinate: %(type)s, minor.", type=type_called(kind))
        case MakesTraverse():
            return say("Traverse: three Voyages.")
        case Refused():
            return say("No action.")


def _besides(answer: Made | Refused, house: House) -> tuple[Finding, ...]:
    """What follows: the Voyage, and where the Glaucous Sun goes."""
    all_the_way = ALL_THE_WAY in house
    match answer:
        case MakesLaunch(galaxy=galaxy):
            name = galaxy_called(galaxy)
            return (
                because("launch-voyage", say("One Voyage of %(galaxy)s is acquired.", galaxy=name)),
                because("sun-launch", say("The Glaucous Sun, if in play: 4 forward.")),
            )
        case MakesCoordinate(major=True):
            return (
                because("sun-major", say("The Glaucous Sun, if in play: 2 forward.")),
                because("sn-15", say("Forfeited instead: exactly 8 back."))
                if all_the_way
                else because("sun-back-major", say("Forfeited instead: up to 8 back.")),
            )
        case MakesCoordinate(mirror=mirror):
            return (
                because("sun-mirror" if mirror else "sun-minor", say("The Glaucous Sun, if in play: 1 forward.")),
                because("sn-15", say("Forfeited instead: exactly 4 back."))
                if all_the_way
                else because("sun-back-minor", say("Forfeited instead: up to 4 back.")),
            )
        case MakesTraverse():
            return (
                because("sn-8", say("Only while three Voyages can be taken."))
                if THREE_VOYAGES in house
                else because("sn-8", say("With fewer than three to be had: what there is.")),
                because("sun-traverse", say("The Glaucous Sun stays where it is.")),
            )
        case Refused():
            return ()


def _biodomes(outpost: Sequence[Card]) -> tuple[Finding, ...]:
    if not described.is_mixed(outpost):
        return ()
    return (because("biodomes", say("Two Galaxies in the Outpost: only with Inflatable biodomes.")),)


# Is this effect allowed


def stock(names: Sequence[str], power: Power, there: str, twin: bool, biodomes: bool) -> Verdict | Refused:
    """May these cards of the Observatory go into the Outpost, where a card of the Galaxy ``there`` lies (or none), and
    with ``twin`` the same card as the first?"""
    lying = _lying(names, there, twin)
    if described.is_mixed([described.card_of(name) for name in lying]) and not biodomes:
        text = say("The Outpost is of one Galaxy without biodomes. Tell it again.")
        return Refused((because("outpost-galaxy", text),))
    asked = described.described(names, lying)
    if isinstance(asked, Refused):
        return asked
    table = replace(asked.table, breakthrough=Breakthrough.BIODOMES if biodomes else None)
    symbols = tuple(Symbol(slot) for slot in asked.slots[: len(names)])
    no = questions.effect(table, Type.PLANET, power == "major", Stock(Seat(0), symbols))
    if no is not None:
        return _refused(no)
    cards = (*table.outpost, *map(described.card_of, names))
    first = cards[0].galaxy
    assert first is not None
    one = because("outpost-galaxy", say("All cards there are of %(galaxy)s then.", galaxy=galaxy_called(first)))
    mixed = because("biodomes", say("Inflatable biodomes: different Galaxies may lie there."))
    why = (
        reasons.power(Type.PLANET, power == "major"),
        mixed if described.is_mixed(cards) else one,
        because("outpost-copies", say("No card lies there twice.")),
    )
    return Verdict(say("Yes, into the Outpost."), why, facts={"may": True})


def _lying(names: Sequence[str], there: str, twin: bool) -> tuple[str, ...]:
    """What is told of the Outpost, as cards: one of that Galaxy that is not asked about, and the first card itself."""
    others = [f"{there}-{kind}" for kind in TYPES if f"{there}-{kind}" not in names]
    found = () if there == described.NONE else (others[0],)
    return (*found, names[0]) if twin and described.card_of(names[0]).is_celestial else found


def _refused(no: Refused) -> Verdict:
    also = because("forfeit", say("An effect may be forfeited."))
    return Verdict(say("No, it may not."), no.violations, (also,), facts={"may": False})


def retrieve(names: Sequence[str], power: Power, on_top: bool, radar: bool) -> Verdict | Refused:
    """May these cards of the discard piles go back into their deck, or on top of it?"""
    shared = [symbol for symbol in described.homes(names[0]) if symbol in described.homes(names[-1])]
    symbols = [(shared or described.homes(name))[0] for name in names]
    cards = tuple(CARDS[symbol][name] for symbol, name in zip(symbols, names, strict=True))
    piled = [card for card in cards if card.is_celestial]
    table = questions.imagined({}, discards=piled, breakthrough=Breakthrough.RADAR if radar else None)
    if isinstance(table, Refused):
        return table
    no = questions.effect(table, Type.NEBULA, power == "major", Retrieve(Seat(0), cards, on_top))
    if no is not None:
        if not shared and power == "major":
            text = say("The two belong to different discard piles. One pile only.")
            no = Refused((because("nebula-major", text),))
        return _refused(no)
    just = because("nebula-any", say("Even cards that were just discarded for the effect."))
    on_the_deck = because("radar", say("Time shift radar: face up on top of the deck."))
    why = (on_the_deck if on_top else reasons.power(Type.NEBULA, power == "major"),)
    return Verdict(say("Yes, back into the deck."), why, (just,), facts={"may": True})


# May this Voyage be taken


def voyage(galaxy: Galaxy, mine: Sequence[Galaxy], others: Sequence[Galaxy]) -> Verdict:
    """May it join this player's pile, where Voyages of ``mine`` lie; ``others`` are in the other player's."""
    answer = questions.may_take(mine, others, galaxy)
    if isinstance(answer, Refused):
        gift = because("traverse-gift", say("Of a Traverse it may be given away."))
        return Verdict(say("No, it may not."), answer.violations, (gift,), facts={"may": False, "hope": None})
    number = len({*mine, galaxy})
    fits = count("The pile then has %(num)s Galaxy.", "The pile then has %(num)s Galaxies.", number)
    why = because("two-galaxies", fits)
    facts = {"may": True, "hope": not answer}
    if answer:
        return Verdict(say("Yes, but nobody wins then."), (why, *answer)[:AT_MOST], facts=facts)
    return Verdict(say("Yes, it may be taken."), (why,), facts=facts)


# Where does the sun end


def nothing_to_forfeit() -> Refused:
    return Refused((because("forfeit", say("A Launch has no effect to forfeit. Tell it again.")),))


def sun(
    at: int, major: bool | None, back: int | None, left: int | None, token: bool, house: House = BY_THE_BOOK
) -> Verdict | Refused:
    """Where the figure ends from ``at``: a Launch (``major`` None) or a Coordinate, forfeited for ``back`` spaces or
    used (None). ``left``: spaces from there to the final one; ``token``: a Meteor token lies where it ends."""
    board = Board(ENDLESS if left is None else Space(at + left), ())
    landing = questions.sun_after(at, board, major, back, house)
    if isinstance(landing, Refused):
        return landing
    if token and not landing.final:
        landing = questions.sun_after(at, replace(board, meteors=(landing.at,)), major, back, house)
        assert not isinstance(landing, Refused)
    facts = {"at": int(landing.at), "meteor": landing.meteor, "final": landing.final}
    why = [_move(major, back, house)]
    if landing.final:
        why.append(because("sun-final", say("It reaches the final space: the game is lost.")))
        besides = () if major is not None else (_still_won(),)
        return Verdict(say("Final space: lost."), tuple(why), besides, facts=facts)
    besides = (_taken(landing.meteor, back),) if token else ()
    if left is None and back is None:
        besides = (*besides, because("sun-final", say("Lost if that is the final space, or behind it.")))
    return Verdict(say("It ends on space %(num)s.", num=int(landing.at)), tuple(why), besides, facts=facts)


def _move(major: bool | None, back: int | None, house: House) -> Finding:
    if major is None:
        return because("sun-launch", say("A Launch moves it 4 spaces forward."))
    if back is None:
        if major:
            return because("sun-major", say("A used major Coordinate moves it 2 spaces forward."))
        return because("sun-minor", say("A used minor Coordinate moves it 1 space forward."))
    if ALL_THE_WAY in house:
        if major:
            return because("sn-15", say("A forfeited major Coordinate: 8 spaces back, or to the start."))
        return because("sn-15", say("A forfeited minor Coordinate: 4 spaces back, or to the start."))
    if not back:
        return because("sn-15", say("Forfeited for no spaces: the figure stays."))
    if major:
        return because("sun-back-major", say("A forfeited major Coordinate: up to 8 spaces back."))
    return because("sun-back-minor", say("A forfeited minor Coordinate: up to 4 spaces back."))


def _still_won() -> Finding:
    return because("sun-final-win", say("If this Launch brings the last Voyage, it is won."))


def _taken(is_taken: bool, back: int | None) -> Finding:
    if is_taken:
        return because("meteor-taken", say("The Meteor token there is taken."))
    if back == 0:
        return because("sn-15", say("Without a move no Meteor token is taken."))
    return because("meteor-backward", say("A move forward takes no Meteor token."))


# Have we lost


def lost(
    seen: Sequence[str],
    outpost: Sequence[str],
    stars: int,
    gone: Sequence[Galaxy],
    meteors: bool,
    gift: bool,
    few: bool = False,
    house: House = BY_THE_BOOK,
) -> Verdict | Refused:
    """Is any action possible at the beginning of a turn? ``gone``: Galaxies of which no Voyage can be taken for this
    player's pile; ``gift``: one could be for the other player's, by a Traverse or for Meteor tokens; ``few``: fewer
    than three can be taken in all, which matters where ``house`` has it so (SN-8)."""
    if not few:
        house = replace(house, now=house.now - {THREE_VOYAGES})
    elif THREE_VOYAGES in house and len(gone) < len(GALAXIES) - 2:
        text = say("Three Galaxies have Voyages left: three can be taken. Tell it again.")
        return Refused((because("sn-8", text),))
    each = 1 if few else VOYAGES_PER_GALAXY
    left = Stacks(tuple(0 if galaxy in gone else each for galaxy in GALAXIES))
    piles: Sequence[Sequence[Galaxy]] = ((),)
    if gift and len(gone) == len(GALAXIES):
        left, piles = Stacks((0, 0, 1, 1)), (GALAXIES[:2], ())
    asked = described.described(seen, outpost, stars=stars, left=left, piles=piles)
    if isinstance(asked, Refused):
        return asked
    table = replace(asked.table, house=house)
    why = questions.ability(table)
    if not why:
        return _able(table)
    spend = meteors and bool(moves.takers(table))
    if spend and METEORS_SAVE_NOT in house:
        spend, why = False, (*why[: AT_MOST - 1], because("sn-13", say("At this table Meteor tokens do not save.")))
    facts = {"lost": not spend, "stuck": spend, "can": []}
    if spend:
        saved = because("sn-13", say("Two Meteor tokens can still be spent for a Voyage."))
        return Verdict(say("Stuck, but not lost."), (*why[: AT_MOST - 1], saved), facts=facts)
    if len(seen) < len(table.decks):
        rest = because("deck-exhausted", say("If the decks that were not told are exhausted."))
        return Verdict(say("Lost, if that is all."), why, (rest,)[: AT_MOST - len(why)], facts=facts)
    return Verdict(say("Yes, lost."), why, facts=facts)


def _able(table: Common) -> Verdict:
    """Each action that can be done, once."""
    can: dict[str, tuple[Phrase, Finding]] = {}
    for offer in moves.acting(table):
        cards, star = offer.fields["cards"], offer.fields.get("star", OneOf((False,)))
        assert isinstance(cards, Several)
        assert isinstance(star, OneOf)
        slots = [Slot(str(slot)) for slot in cards.of[: cards.at_most]]
        answer = questions.made(table, slots, bool(star.of[0]))
        told = dump.makes(answer)
        degree = ("major" if told["major"] else "minor") if "major" in told else None
        key = "-".join(filter(None, (told["makes"], told.get("galaxy"), told.get("power"), degree)))
        can.setdefault(key, (makes(answer), reasons.made(answer)[0]))
    first, *_others = can.values()
    lines = tuple(Line(key, says) for key, (says, _why) in can.items())
    return Verdict(
        say("No, not lost."), (first[1],), lines=lines, facts={"lost": False, "stuck": False, "can": list(can)}
    )
