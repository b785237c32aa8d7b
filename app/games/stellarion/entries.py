"""How an entry of the rulebook of Stellarion is written, and the headings under which the book's rules stand."""

from __future__ import annotations

from app.games.rulebook import Place, Rule, RuleId

BOOK = "Stellarion"


def place(heading: str) -> Place:
    return Place(BOOK, heading, "en")


def rule_id(name: str) -> RuleId:
    return RuleId(f"stellarion.{name}")


def text(name: str, words: str, *places: Place) -> Rule:
    """The book says it."""
    return Rule(rule_id(name), "text", words, places)


def ruling(name: str, words: str, reason: str, other: str, *places: Place) -> Rule:
    """Our reading, why, and the other one with what it would change."""
    return Rule(rule_id(name), "ruling", words, places, reason, other)


COMPONENTS = place("Base Game Components")
EXPANSION_COMPONENTS = place("Expansions Components")
OVERVIEW = place("Overview")
OVERVIEW_LAUNCH = place("Overview › Launch")
OVERVIEW_COORDINATE = place("Overview › Coordinate")
SETUP = place("Base Game › Set-Up")
CELESTIAL_CARDS = place("Base Game › Celestial Cards")
VOYAGE_CARDS = place("Base Game › Voyage Cards")
GAMEPLAY = place("Base Game › Gameplay")
LAUNCH = place("Base Game › Launch")
SHOOTING_STARS = place("Base Game › Shooting Stars")
COORDINATE = place("Base Game › Coordinate")
END_OF_TURN = place("Base Game › End of a Turn")
END_OF_GAME = place("Base Game › End of the Game")
DISCARD = place("Base Game › Discard Clarifications")
TWO_PLAYERS = place("Two-Player Rules")
TWO_SETUP = place("Two-Player Rules › Set-Up")
TWO_GAMEPLAY = place("Two-Player Rules › Gameplay")
SHIP = place("Coordinate Powers › Ship")
NEBULA = place("Coordinate Powers › Nebula")
STARS = place("Coordinate Powers › Stars")
PLANET = place("Coordinate Powers › Planet")
OUTPOST = place("Coordinate Powers › Outpost")
GENERAL_NOTES = place("Coordinate Powers › General notes on Coordinate effects")
HOLES_COMPONENTS = place("Expansion 1: Black Holes and Revelations › Components")
HOLES_SETUP = place("Expansion 1: Black Holes and Revelations › Set-Up")
HOLES_GAMEPLAY = place("Expansion 1: Black Holes and Revelations › Gameplay")
TRAVERSE = place("Expansion 1: Black Holes and Revelations › Traverse")
HOLES_TWO = place("Expansion 1: Black Holes and Revelations › Two-Player Game")
THEORIES_COMPONENTS = place("Expansion 2: Theories and Breakthroughs › Components")
THEORIES_SETUP = place("Expansion 2: Theories and Breakthroughs › Set-Up")
THEORIES_GAMEPLAY = place("Expansion 2: Theories and Breakthroughs › Gameplay")
BREAKTHROUGHS = place("Expansion 2: Theories and Breakthroughs › The Breakthrough tokens")
THEORIES_VICTORY = place("Expansion 2: Theories and Breakthroughs › Additional Victory Condition")
THEORIES_TWO = place("Expansion 2: Theories and Breakthroughs › Two-Player")
MIRRORS_COMPONENTS = place("Expansion 3: Mirrors and Orbits › Components")
MIRRORS_SETUP = place("Expansion 3: Mirrors and Orbits › Set-Up")
MIRRORS_GAMEPLAY = place("Expansion 3: Mirrors and Orbits › Gameplay")
MIRRORS_COORDINATE = place("Expansion 3: Mirrors and Orbits › Coordinate")
SUN_COMPONENTS = place("Expansion 4: The Glaucous Sun › Components")
SUN_SETUP = place("Expansion 4: The Glaucous Sun › Set-Up")
SUN_FORWARD = place("Expansion 4: The Glaucous Sun › The Glaucous Sun moves forward")
SUN_BACKWARD = place("Expansion 4: The Glaucous Sun › Moving the Glaucous Sun backward")
SUN_DEFEAT = place("Expansion 4: The Glaucous Sun › Additional Defeat Condition")
METEORS = place("Expansion 4: The Glaucous Sun › The Meteor Tokens")
SUN_TWO = place("Expansion 4: The Glaucous Sun › Two-Player")
AID_VOYAGES = place("Player Aid › How to Get the Voyage Cards")
AID_ADVANCED = place("Player Aid › Advanced Voyage Cards Added During Set Up")
AID_SUN = place("Player Aid › The Glaucous Sun Movements")
AID_POWERS = place("Player Aid › Coordinate Powers Reference")
