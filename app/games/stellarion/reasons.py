"""Why: the short steps behind everything that happens in Stellarion. At most four, at most twelve words each."""

from __future__ import annotations

from typing import assert_never

from app.games.kernel import Finding, Refused
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stellarion import voyages
from app.games.stellarion.cards import Card, Galaxy, Type, called, galaxy_called, type_called
from app.games.stellarion.house import METEORS_SAVE_NOT, THREE_VOYAGES
from app.games.stellarion.picks import Made, MakesCoordinate, MakesLaunch, MakesTraverse
from app.games.stellarion.state import Common, End, Expansion, Sun


def because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stellarion.{rule}"), says)


# What cards make


def launch(galaxy: Galaxy, star: bool) -> Finding:
    name = galaxy_called(galaxy)
    if star:
        text = say("Three Types of %(galaxy)s and a Shooting Star: a Launch.", galaxy=name)
        return because("star-replaces", text)
    return because("launch-cards", say("Ship, Nebula, Stars and Planet of %(galaxy)s: a Launch.", galaxy=name))


def coordinate(kind: Type, major: bool, mirror: bool) -> Finding:
    """Why it is a major or a minor power."""
    name = type_called(kind)
    if mirror:
        text = say("A Mirror counts as a %(type)s of another Galaxy: minor power.", type=name)
        return because("mirror-minor", text)
    if major:
        return because("identical", say("Both %(type)s cards are identical: major power.", type=name))
    return because("coordinate-pair", say("Two %(type)s cards of different Galaxies: minor power.", type=name))


def made(answer: Made | Refused) -> tuple[Finding, ...]:
    """Why a selection of cards makes what it makes, or nothing."""
    match answer:
        case Refused(violations=violations):
            return violations
        case MakesLaunch(galaxy=galaxy, star=star):
            return (launch(galaxy, star),)
        case MakesCoordinate(type=kind, major=major, mirror=mirror):
            return (coordinate(kind, major, mirror), power(kind, major))
        case MakesTraverse():
            return (traverse(),)
        case _ as never:
            assert_never(never)


def power(kind: Type, major: bool) -> Finding:
    """What a power does."""
    match kind:
        case Type.SHIP if major:
            return because("ship-major", say("Search two decks for a card each; it lies on top."))
        case Type.SHIP:
            return because("ship-minor", say("Search one deck for a card; it lies on top."))
        case Type.NEBULA if major:
            return because("nebula-major", say("Shuffle up to two cards of one discard pile back."))
        case Type.NEBULA:
            return because("nebula-minor", say("Shuffle one card of a discard pile back into its deck."))
        case Type.STARS if major:
            return because("stars-major", say("Up to four times: shuffle a deck, look at two cards."))
        case Type.STARS:
            return because("stars-minor", say("Up to two times: shuffle a deck, look at two cards."))
        case Type.PLANET if major:
            return because("planet-major", say("Put up to two cards of the Observatory into the Outpost."))
        case Type.PLANET:
            return because("planet-minor", say("Put one card of the Observatory into the Outpost."))


def traverse() -> Finding:
    return because("traverse", say("Four Black Holes of the Observatory: a Traverse for three Voyages."))


def voyages_fewer() -> Finding:
    return because("sn-8", say("No other Voyage can be taken: the Traverse is over."))


# How a game stands


def unable(table: Common) -> tuple[Finding, ...]:
    """Why there is nothing to do at the beginning of a turn."""
    found = [
        because("lose-unable", _no_launch(table)),
        because("coordinate-pair", say("No Coordinate: no two cards of one Type can be used.")),
    ]
    if Expansion.BLACK_HOLES in table.expansions and THREE_VOYAGES in table.house:
        found.append(because("sn-8", say("No Traverse: not four Black Holes, or not three Voyages for them.")))
    elif Expansion.BLACK_HOLES in table.expansions:
        found.append(because("traverse-saves", say("No Traverse: not four Black Holes, or no Voyage for them.")))
    return tuple(found)


def _no_launch(table: Common) -> Phrase:
    if table.stars:
        return say("No Launch: three Types of one Galaxy with its Voyage are not there.")
    return say("No Launch: four Types of one Galaxy with its Voyage are not there.")


def stuck(sun: Sun | None) -> Finding:
    if sun is not None and sun.board is None:
        return because("sn-14", say("Two Meteor tokens, if you have them, can still be spent."))
    return because("sn-13", say("Two Meteor tokens can still be spent for a Voyage."))


def ended(table: Common, end: End) -> tuple[Finding, ...]:
    """Why the game is over."""
    match end:
        case End.WON:
            return _won(table)
        case End.UNABLE if METEORS_SAVE_NOT in table.house and table.sun is not None:
            return (*unable(table), because("sn-13", say("At this table Meteor tokens do not save.")))
        case End.UNABLE:
            return unable(table)
        case End.FINAL_SPACE:
            lost = because("sun-final", say("The Glaucous Sun has reached the final space: lost."))
            if table.theories is not None and table.theories.top is not None and not voyages.left(table.voyages):
                missing = because("sn-12", say("All Voyages are acquired, but theories are left to prove."))
                return (lost, missing)
            return (lost,)
        case End.GAVE_UP:
            return (because("sn-13", say("No action is possible, and the players gave up.")), *unable(table))


def _won(table: Common) -> tuple[Finding, ...]:
    if table.seats == 2:
        found = [because("both-win", say("Each player has all Voyages of two Galaxies: won."))]
    else:
        found = [because("win-all", say("All Voyages are acquired: won."))]
    if table.theories is not None:
        found.append(because("theories-win", say("All theories are proven.")))
    sun = table.sun
    if sun is not None and sun.board is not None and sun.at >= sun.board.final:
        found.append(because("sun-final-win", say("The last Launch reached the final space: still won.")))
    return tuple(found)


def out_of_reach(galaxy: Galaxy) -> Finding:
    """A Galaxy lies in both piles (SN-17)."""
    text = say("Both players have Voyages of %(galaxy)s: this game cannot be won.", galaxy=galaxy_called(galaxy))
    return because("sn-17", text)


def not_judged() -> Finding:
    """The board was left blank (SN-14)."""
    return because("sn-14", say("The app does not know the board: watch tokens and final space."))


def outpost_limit(galaxy: Galaxy) -> Finding:
    return because("outpost-galaxy", say("The Outpost is for %(galaxy)s only.", galaxy=galaxy_called(galaxy)))


def theory_proven(kind: Type, cards: int) -> Finding:
    text = count(
        "%(num)s %(type)s card in the Observatory proves it.",
        "%(num)s %(type)s cards in the Observatory prove it.",
        cards,
        type=type_called(kind),
    )
    return because("theory-three", text)


def known_bottom(card: Card) -> Finding:
    return because("sn-20", say("%(card)s was put at the bottom: it comes last.", card=called(card)))


def given(to: Seat) -> Finding:
    return because("traverse-gift", say("The Voyage is a gift for %(who)s.", who=Who(to)))
