"""Where the book of Stellarion is silent or unclear: how the app reads it, and why. Shown as ours."""

from __future__ import annotations

from app.games.phrases import mark
from app.games.rulebook import Rulebook, bind
from app.games.stellarion import entries as at
from app.games.stellarion.entries import ruling

# fmt: off
_RULINGS = (
    ruling("sn-1",
        mark("At the end of a turn the top of every deck that is face down is turned up."),
        mark("The Observatory is the face-up top of each deck, and the turn ends by revealing those that are not."),
        mark("Only the decks of the used cards could be turned up. Then a shuffled deck would stay face down."),
        at.END_OF_TURN, at.VOYAGE_CARDS),
    ruling("sn-2",
        mark("Identical means the same Type and Galaxy, whatever the deck; two copies of one deck are identical too."),
        mark("The book compares Type and Galaxy only. The Outpost lets two copies of one deck meet."),
        mark("Only cards of different decks could be identical. Then two copies of one deck give a minor power."),
        at.CELESTIAL_CARDS, at.OUTPOST),
    ruling("sn-3",
        mark("A Launch needs a Voyage of its Galaxy that is left, accessible, and allowed in the player's pile. A "
             "Shooting Star is for a Launch only."),
        mark("A Launch is made to get a Voyage; without one there is nothing to launch for."),
        mark("A Launch could be allowed without a Voyage to take. Then it could save the table from losing."),
        at.LAUNCH, at.SHOOTING_STARS, at.TWO_GAMEPLAY),
    ruling("sn-4",
        mark("An effect is carried out in full, in part, or forfeited. In part counts as used. Without any target it "
             "can only be forfeited."),
        mark("The powers say up to, and only forfeiting an effect entirely is set apart from using it."),
        mark("Without any target an effect could count as used. Then the figure would move forward."),
        at.GENERAL_NOTES, at.SUN_BACKWARD),
    ruling("sn-5",
        mark("Targets are looked for after the discard. A deck whose top was just used is one. A Stars power needs a "
             "deck of two cards, and may choose the same one again. Two Planet targets are chosen at once."),
        mark("The cards leave to trigger the effect, so the effect meets the table as it is then."),
        mark("Targets could be chosen before the discard. Then the next card of a used deck would be no target."),
        at.SHIP, at.NEBULA, at.STARS, at.PLANET),
    ruling("sn-6",
        mark("A shuffle leaves a face-down top; a card put on top by a power lies face up. A top taken away by a power "
             "leaves a face-down one until the end of the turn."),
        mark("The powers say which card lies face up; everything else is revealed at the end of the turn."),
        mark("A new top could be turned up at once. Then the effect would go on with more cards in view."),
        at.GENERAL_NOTES, at.END_OF_TURN),
    ruling("sn-7",
        mark("The Outpost is of one Galaxy and has no two identical cards, whatever their decks. The biodomes lift "
             "only the first of the two."),
        mark("The same card means an identical one, and the deck symbol does not count for that."),
        mark("The same card could mean one of the same deck. Then two alike of two decks could be stocked."),
        at.OUTPOST, at.BREAKTHROUGHS),
    ruling("sn-8",
        mark("Each deck gets one Black Hole and one Mirror. A Traverse takes Voyages of any Galaxies; when fewer than "
             "three can be had, one takes what there is, at least one."),
        mark("There are eight of each, for eight decks. Fewer Voyages than three should not forbid the action."),
        mark("A Traverse could need three Voyages to take. Then with one or two left it is not possible."),
        at.HOLES_SETUP, at.TRAVERSE, at.MIRRORS_SETUP),
    ruling("sn-9",
        mark("A Mirror of the Observatory goes with a Celestial card only, not with a Black Hole. It counts as a card "
             "of that Type also for Reversible thrusters."),
        mark("The book asks for another Celestial card, and calls the Mirror a card of the same Type."),
        mark("Reversible thrusters could be for real Ships only. Then a Mirror would always be discarded."),
        at.MIRRORS_COORDINATE, at.BREAKTHROUGHS),
    ruling("sn-10",
        mark("Voyages are taken one after another: each one uncovers the next at once, within one Traverse as well."),
        mark("The covered Voyage becomes accessible as soon as the one above it is acquired."),
        mark("The Voyages of a Traverse could be taken all at once. Then no covered one could be among them."),
        at.MIRRORS_GAMEPLAY, at.MIRRORS_COORDINATE),
    ruling("sn-11",
        mark("A theory is proven before the action, or between the action and the first reveal, of one's own turn. The "
             "four tokens are taken to show the four Types."),
        mark("The end-of-turn reveal ends the turn. Four tokens for four Types leave no other sensible set."),
        mark("A theory could be proven while tops are turned up too. Then a new top could prove one before the "
             "next turn."),
        at.THEORIES_GAMEPLAY, at.THEORIES_SETUP),
    ruling("sn-12",
        mark("With theories the last Launch on the final space wins only if the stack is empty by then."),
        mark("The exception speaks of winning, and all Voyages alone do not win with theories."),
        mark("The last Voyage could win there with theories left. Then the theories would not be needed."),
        at.SUN_DEFEAT, at.THEORIES_VICTORY),
    ruling("sn-13",
        mark("A table that can do nothing at the beginning of a turn but has two Meteor tokens is stuck: it spends "
             "them, or gives up. A game can be lost at set-up."),
        mark("Meteor tokens are no action, but can be spent at any time, and can win or open a Launch."),
        mark("Meteor tokens could save nobody. Then a table that can do nothing has lost at once."),
        at.END_OF_GAME, at.METEORS),
    ruling("sn-14",
        mark("The board's spaces are asked at set-up. Left blank, the app counts moves and takes the table's word for "
             "Meteor tokens and the final space."),
        mark("The rulebook does not say how many spaces there are, nor where the tokens lie."),
        mark("The app could know one board for all. Then its spaces might differ from those of your box."),
        at.SUN_SETUP),
    ruling("sn-15",
        mark("Up to 8 and up to 4 spaces backward, none included, and not behind the starting field. A token is taken "
             "when a backward move of at least one space ends on it. Past the final space counts as reaching it."),
        mark("The section on moving backward says up to; the player aid only repeats the numbers in short."),
        mark("A forfeit could move the figure exactly 8 or 4 spaces back, or to the start. Then it reaches fewer "
             "Meteor tokens."),
        at.SUN_BACKWARD, at.AID_SUN, at.SUN_DEFEAT),
    ruling("sn-16",
        mark("Either player may spend two Meteor tokens at any time, on the other's turn too, for a Voyage that fits "
             "the pile it goes to."),
        mark("The book says whenever you choose, and both players can use the tokens."),
        mark("Only the player on turn could spend Meteor tokens. Then the other one would have to wait."),
        at.METEORS, at.SUN_TWO),
    ruling("sn-17",
        mark("A Voyage of a third Galaxy is refused, unless a Traverse gives it away at once. A Galaxy the other "
             "player has begun may be taken, but then the game cannot be won."),
        mark("The limit is written down; splitting a Galaxy is not forbidden, but each needs all Voyages of two."),
        mark("A Galaxy that the other player has begun could be forbidden. Then no take could spoil the victory."),
        at.TWO_GAMEPLAY, at.HOLES_TWO),
    ruling("sn-18",
        mark("The Galaxies of the drawn advanced Voyages are entered at set-up. The box's eight are taken to be two of "
             "each Galaxy."),
        mark("They are drawn at random, and eight cards for four Galaxies leave no other sensible set."),
        mark("The box's eight could be other Galaxies. Then other Voyages could be entered at set-up."),
        at.EXPANSION_COMPONENTS, at.AID_ADVANCED),
    ruling("sn-19",
        mark("A face-up card under another counts for nothing; it is in the Observatory the moment the upper one "
             "leaves. The two cannot be used in one action."),
        mark("The Observatory is the top card of each deck, and that one is face up already."),
        mark("A covered card could be turned face down again. Then it would be revealed at the end of the turn."),
        at.VOYAGE_CARDS, at.BREAKTHROUGHS),
    ruling("sn-20",
        mark("A card put at the bottom is known until its deck is shuffled. A reveal that contradicts what is known "
             "about the deck is refused."),
        mark("Everybody saw the card go there, so another card must have been entered by mistake."),
        mark("The app could forget the cards at the bottom. Then a wrong tap would stay in the game."),
        at.STARS, at.BREAKTHROUGHS, at.SETUP),
    ruling("sn-21",
        mark("In a Coordinate the two cards leave first, then comes the effect, then the figure moves. Reversible "
             "thrusters work with a forfeited effect, an Outpost Ship and a Mirror too."),
        mark("The discard triggers the effect, and the token changes the discard, not the effect."),
        mark("Reversible thrusters could need a used effect. Then a forfeited one discards both Ships."),
        at.COORDINATE, at.BREAKTHROUGHS, at.SUN_FORWARD),
    ruling("sn-22",
        mark("Nothing at all of an effect is a forfeit and must be announced as one."),
        mark("Up to two allows none, but using and forfeiting move the figure in opposite directions."),
        mark("Nothing of an effect could still count as using it. Then the figure would move forward."),
        at.GENERAL_NOTES, at.SUN_BACKWARD),
)
# fmt: on

#: By their ids; the rulebook says under which heading each stands.
READINGS: Rulebook = bind(_RULINGS)
