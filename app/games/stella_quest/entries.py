"""How an entry of the rulebook of Stella Quest is written, and the headings under which the book's rules stand."""

from __future__ import annotations

from app.games.rulebook import Place, Rule, RuleId

BOOK = "Stella Quest"


def place(heading: str) -> Place:
    return Place(BOOK, heading, "en")


COMPONENTS = place("Components")
GOAL = place("Goal of the Game")
SETUP = place("Setup")
LEAD = place("Lead color")
TRUMP = place("Trump color")
STRUCTURE = place("Round Structure")
RUNNING_OUT = place("Running Out of Cards")
WHO_WINS = place("Who Wins a Round?")
EXAMPLE_1 = place("Example 1. Higher value")
EXAMPLE_2 = place("Example 2. Trump card")
EXAMPLE_3 = place("Example 3. Card of the lead color")
EXAMPLE_4 = place("Example 4. Super-trump card")
EXAMPLE_5 = place("Example 5. Super-trump card")
EXAMPLE_6 = place("Example 6. Second super-trump card")
ROUND_EXAMPLE = place("Round Example")
RADIANCE = place("Radiance Tokens")
LOSS_EXAMPLE = place("Radiance Loss Example")
RESTS = place("Rest Cards")
END = place("End of the Game")
SCORING_EXAMPLE = place("Scoring Example")
TWO_PLAYERS = place("Two-Player Game")


def text(name: str, words: str, *places: Place) -> Rule:
    """The book says it."""
    return Rule(rule_id(name), "text", words, places)


def follows(name: str, words: str, *places: Place) -> Rule:
    """It follows from these places."""
    return Rule(rule_id(name), "follows", words, places)


def ruling(name: str, words: str, reason: str, other: str, *places: Place) -> Rule:
    """Our reading, why, and the other one with what it would change."""
    return Rule(rule_id(name), "ruling", words, places, reason, other)


def rule_id(name: str) -> RuleId:
    return RuleId(f"stella_quest.{name}")
