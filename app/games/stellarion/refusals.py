"""Every "no" of Stellarion: the rule that says so, and the sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stellarion.cards import Card, Galaxy, Symbol, Type, called, deck_called, galaxy_called, type_called
from app.games.stellarion.state import (
    Acting,
    Deck,
    End,
    Finished,
    Opening,
    Power,
    Revealing,
    Side,
    State,
    Stuck,
    Traversing,
)


def _no(rule: str, says: Phrase) -> Refused:
    return refuse(RuleId(f"stellarion.{rule}"), says)


def _because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stellarion.{rule}"), says)


def game_over(end: End) -> Refused:
    rule = {End.WON: "win-all", End.UNABLE: "lose-unable", End.FINAL_SPACE: "sun-final", End.GAVE_UP: "sn-13"}[end]
    return _no(rule, say("The game is over. Undo a step, or start a new game."))


def no_seat(seats: int) -> Refused:
    return _no("players", count("This table has %(num)s seat.", "This table has %(num)s seats.", seats))


def not_this_step(state: State) -> Refused:
    """The steps of a turn come in order: what is due instead."""
    match state:
        case Opening():
            return _no("reveal-first", say("First turn up the top card of every deck."))
        case Acting():
            return _no("turn-reveal", say("First choose an action. The effects and the reveals come after it."))
        case Power():
            return _no("sn-21", say("First carry out the effect of the Coordinate, or forfeit it."))
        case Traversing():
            return _no("traverse", say("First take the Voyages of the Traverse."))
        case Revealing():
            return _no("one-action", say("This turn's action is done. Turn up the tops that are face down."))
        case Stuck():
            return _no("lose-unable", say("No action is possible. Spend two Meteor tokens, or give up."))
        case Finished():
            return game_over(state.end)


# Revealing


def nothing_face_down(deck: Deck) -> Refused:
    name = deck_called(deck.symbol)
    if deck.size:
        return _no("turn-reveal", say("The top of the %(deck)s deck is face up already.", deck=name))
    return _no("deck-exhausted", say("The %(deck)s deck is exhausted: there is nothing to turn up.", deck=name))


def impossible_card(deck: Deck, card: Card, whole: int, outpost: int) -> Refused:
    """``card`` cannot lie there: how many there are of it, and where they are (SN-20). ``whole``: copies in the deck
    at the beginning; ``outpost``: copies in the Outpost."""
    name, of_deck = called(card), deck_called(deck.symbol)
    if not whole:
        return _no("deck-contents", say("The %(deck)s deck has no %(card)s in this game.", deck=of_deck, card=name))
    told = [_because("sn-20", say("%(card)s cannot be here now. Check the card.", card=name))]
    places = (
        (deck.discard.count(card), "discard-open", say("on its discard pile")),
        (outpost, "outpost-stock", say("in the Outpost")),
        (deck.up.count(card), "observatory", say("face up on the deck")),
        (deck.bottom.count(card), "sn-20", say("at the bottom of the deck")),
    )
    for number, rule, where in places:
        if number:
            text = count(
                "%(num)s copy of %(whole)s lies %(where)s.",
                "%(num)s copies of %(whole)s lie %(where)s.",
                number,
                whole=whole,
                where=where,
            )
            told.append(_because(rule, text))
    return Refused(tuple(told[:4]))


def still_face_down(symbols: Sequence[Symbol]) -> Refused:
    text = count(
        "%(num)s deck is still face down. Turn up its top first.",
        "%(num)s decks are still face down. Turn up their tops first.",
        len(symbols),
    )
    return _no("sn-1", text)


# Cards that can be used


def nothing_there(deck: Deck) -> Refused:
    name = deck_called(deck.symbol)
    if deck.size:
        return _no("observatory", say("The top of the %(deck)s deck is face down. Choose another card.", deck=name))
    return _no("deck-exhausted", say("The %(deck)s deck is exhausted. Choose another card.", deck=name))


def not_in_outpost() -> Refused:
    return _no("usable-cards", say("That card is not in the Outpost. Use the Observatory or the Outpost."))


def used_twice() -> Refused:
    return _no("usable-cards", say("A card can be used only once. Choose different cards."))


def too_few_cards() -> Refused:
    return _no("one-action", say("Two cards of a Type coordinate; four of a Galaxy launch."))


# Launch


def mirror_in_launch() -> Refused:
    return _no("mirror-no-launch", say("A Mirror is no card for a Launch. Choose Celestial cards."))


def hole_in_launch() -> Refused:
    return _no("launch-cards", say("A Black Hole is no card for a Launch. Choose Celestial cards."))


def not_four_types(star: bool) -> Refused:
    if star:
        text = say("With a Shooting Star a Launch needs three cards of different Types.")
        return _no("star-replaces", text)
    return _no("launch-cards", say("A Launch needs one Ship, one Nebula, one Stars and one Planet."))


def one_is_missing(missing: Type) -> Refused:
    text = say("The %(type)s is missing. Add it, or a Shooting Star.", type=type_called(missing))
    return _no("launch-cards", text)


def not_one_galaxy() -> Refused:
    return _no("launch-galaxy", say("The cards of a Launch must be of one Galaxy."))


def no_star() -> Refused:
    return _no("star-removed", say("No Shooting Star is left. Use four cards."))


# Voyages


def wrong_voyage(galaxy: Galaxy) -> Refused:
    text = say("These cards launch a Voyage of %(galaxy)s. Take one of those.", galaxy=galaxy_called(galaxy))
    return _no("launch-voyage", text)


def no_voyage_left(galaxy: Galaxy) -> Refused:
    return _no("sn-3", say("No Voyage of %(galaxy)s is left. Take another one.", galaxy=galaxy_called(galaxy)))


def covered(galaxy: Galaxy) -> Refused:
    text = say("Every Voyage of %(galaxy)s is covered. Take an accessible one.", galaxy=galaxy_called(galaxy))
    return _no("accessible", text)


def not_accessible(galaxy: Galaxy, there: Galaxy | None) -> Refused:
    name = galaxy_called(galaxy)
    if there is None:
        return _no("accessible", say("That column is empty. A Voyage of %(galaxy)s is not there.", galaxy=name))
    text = say("At the end of that column lies %(there)s, not %(galaxy)s.", there=galaxy_called(there), galaxy=name)
    return _no("accessible", text)


def column_is_empty(side: Side) -> Refused:
    if side is Side.LEFT:
        return _no("accessible", say("The left column is empty. Take from the right one."))
    return _no("accessible", say("The right column is empty. Take from the left one."))


def say_the_column() -> Refused:
    return _no("accessible", say("The Voyages lie in two columns. Say left or right."))


def no_columns() -> Refused:
    return _no("voyage-stacks", say("The Voyages lie in stacks. Say the Galaxy."))


def third_galaxy(to: Seat, galaxy: Galaxy) -> Refused:
    text = say(
        "%(who)s has Voyages of two Galaxies, so none of %(galaxy)s fits.", who=Who(to), galaxy=galaxy_called(galaxy)
    )
    return _no("two-galaxies", text)


# Coordinate


def not_a_pair() -> Refused:
    return _no("coordinate-pair", say("A Coordinate needs two cards of the same Type."))


def two_mirrors() -> Refused:
    return _no("mirror-no-pair", say("Two Mirrors do not coordinate. Choose a Celestial card with one of them."))


def mirror_and_hole() -> Refused:
    return _no("sn-9", say("A Mirror coordinates with a Celestial card, not with a Black Hole."))


def no_thrusters() -> Refused:
    return _no("thrusters", say("Reversible thrusters are not in play. Discard both cards."))


def not_a_ship() -> Refused:
    return _no("thrusters", say("Reversible thrusters are for Ships. Discard both cards."))


def not_one_of_the_two() -> Refused:
    return _no("thrusters", say("Reversible thrusters take one of the two cards of this Coordinate."))


# Traverse


def no_traverse() -> Refused:
    return _no("traverse-option", say("A Traverse needs Black Holes and Revelations, which is not in play."))


def not_four_holes() -> Refused:
    return _no("traverse", say("A Traverse needs exactly four Black Holes of the Observatory."))


def star_in_traverse() -> Refused:
    return _no("sn-3", say("A Shooting Star is for a Launch only. Leave it out."))


def nothing_to_take() -> Refused:
    return _no("sn-8", say("No Voyage can be taken. Choose another action."))


def not_given_alone() -> Refused:
    return _no("traverse-gift", say("There is nobody else to give a Voyage to."))


# Powers


def other_effect(kind: Type) -> Refused:
    text = say("The cards were of the Type %(type)s: carry out its effect.", type=type_called(kind))
    return _no("coordinate-effect", text)


def deck_is_exhausted(symbol: Symbol) -> Refused:
    text = say("The %(deck)s deck is exhausted. Choose another deck.", deck=deck_called(symbol))
    return _no("deck-exhausted", text)


def another_deck(symbol: Symbol) -> Refused:
    text = say("The %(deck)s deck was searched already. Search another one.", deck=deck_called(symbol))
    return _no("ship-major", text)


def one_card_only(kind: Type) -> Refused:
    if kind is Type.NEBULA:
        return _no("nebula-minor", say("A minor power retrieves one card. Choose one."))
    return _no("planet-minor", say("A minor power stocks one card. Choose one."))


def two_cards_at_most(kind: Type) -> Refused:
    if kind is Type.NEBULA:
        return _no("nebula-major", say("A major power retrieves two cards at most. Choose fewer."))
    return _no("planet-major", say("A major power stocks two cards at most. Choose fewer."))


def not_in_pile(card: Card) -> Refused:
    text = say(
        "%(card)s is not on the %(deck)s discard pile, or not so often.",
        card=called(card),
        deck=deck_called(card.symbol),
    )
    return _no("nebula-any", text)


def not_retrieved(card: Card) -> Refused:
    if card.is_mirror:
        return _no("mirror-not-retrieved", say("A Mirror cannot be retrieved. Choose a Celestial card."))
    return _no("hole-not-retrieved", say("A Black Hole cannot be retrieved. Choose a Celestial card."))


def no_radar() -> Refused:
    return _no("radar", say("Only the Time shift radar puts cards on top. Shuffle them in."))


def deck_too_small(symbol: Symbol) -> Refused:
    text = say("The %(deck)s deck has fewer than two cards. Choose another one.", deck=deck_called(symbol))
    return _no("sn-5", text)


def no_amplifier() -> Refused:
    return _no("amplifier", say("One card on top, one at the bottom: both needs the Reflection amplifier."))


def not_stocked(card: Card) -> Refused:
    if card.is_mirror:
        return _no("mirror-not-stocked", say("A Mirror cannot go into the Outpost. Choose a Celestial card."))
    return _no("hole-not-stocked", say("A Black Hole cannot go into the Outpost. Choose a Celestial card."))


def outpost_of(galaxy: Galaxy) -> Refused:
    text = say("The Outpost is for %(galaxy)s now. Choose cards of that Galaxy.", galaxy=galaxy_called(galaxy))
    return _no("outpost-galaxy", text)


def two_of_a_kind(card: Card) -> Refused:
    text = say("The Outpost cannot hold %(card)s twice. Choose another card.", card=called(card))
    return _no("outpost-copies", text)


def nothing_used_yet() -> Refused:
    return _no("sn-22", say("Nothing of the effect was used. Use it, or forfeit it."))


def used_already() -> Refused:
    return _no("forfeit", say("Part of the effect was used: it cannot be forfeited entirely. Say done."))


# The Glaucous Sun, Meteor tokens and theories


def no_sun() -> Refused:
    return _no("sun-moves", say("The Glaucous Sun is not in play. No spaces to go back."))


def too_far_back(major: bool, most: int, at: int) -> Refused:
    if most == at:
        return _no("sn-15", count("Only %(num)s space lies behind.", "Only %(num)s spaces lie behind.", most))
    rule = "sun-back-major" if major else "sun-back-minor"
    return _no(rule, say("At most %(most)s spaces back. Choose fewer.", most=most))


def no_meteors(in_play: bool) -> Refused:
    if not in_play:
        return _no("meteors-spend", say("The Glaucous Sun is not in play: there are no Meteor tokens."))
    return _no("meteors-spend", say("A Voyage costs two acquired Meteor tokens. There are fewer."))


def board_is_known() -> Refused:
    return _no("sun-final", say("The app knows where the figure stands. It has not reached the final space."))


def no_theories() -> Refused:
    return _no("theories-stack", say("Theories and Breakthroughs is not in play: there is nothing to prove."))


def stack_is_empty() -> Refused:
    return _no("theory-next", say("All theories are proven."))


def inside_coordinate() -> Refused:
    return _no("theory-not-inside", say("No theory inside a Coordinate. First end the effect."))


def turn_is_ending() -> Refused:
    return _no("sn-11", say("The reveals have begun: prove it in the next turn."))


def not_enough(kind: Type, there: int) -> Refused:
    text = count(
        "The Observatory shows %(num)s %(type)s. Three are needed.",
        "The Observatory shows %(num)s %(type)s. Three are needed.",
        there,
        type=type_called(kind),
    )
    return _no("theory-three", text)


def wrong_next(hidden: Sequence[Type]) -> Refused:
    if not hidden:
        return _no("theory-next", say("No token is left under this one. Leave the next theory out."))
    return _no("theory-next", say("Turn up the next token and say its Type, one still missing."))


def game_goes_on() -> Refused:
    return _no("sn-13", say("An action is possible: the game goes on. Ask for a legal action."))
