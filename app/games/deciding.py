"""Rulings that a table plays the other way. The same in every game: what is decided, kept, said, and put on the result.

A game names its ``Alternatives``: of which rulings its engine can follow the other reading, and how that one is
played. What is played otherwise then stands in the game's own rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Phrase, say
from app.games.rulebook import Rulebook, RuleId

#: By the ruling: how it is played the other way, as a sentence that is marked for translation.
Alternatives = Mapping[RuleId, str]


@dataclass(frozen=True, slots=True)
class Decide:
    """The table plays a ruling the other way from now on (``other``), or as the app reads it again."""

    name: ClassVar[str] = "decide"
    by: ClassVar[Literal["seat", "host"]] = "host"
    sighted: ClassVar[bool] = True
    rule: RuleId
    other: bool


@dataclass(frozen=True, slots=True)
class House:
    """The rulings that are played the other way: ``now``, and ``once`` at any time of this game."""

    now: frozenset[RuleId] = frozenset()
    once: frozenset[RuleId] = frozenset()

    def __contains__(self, rule: object) -> bool:
        return rule in self.now


BY_THE_BOOK = House()


def decided(house: House, action: Decide, too_late: Phrase | None) -> House | Refused:
    """What the table plays after a decision. ``too_late``: why it cannot be decided at this moment, and when it can:
    nothing that has happened may become something else."""
    rule = action.rule
    if (rule in house) == action.other:
        if action.other:
            return refuse(rule, say("This table plays it the other way already. There is nothing to change."))
        return refuse(rule, say("This table plays it as the app reads it already. There is nothing to change."))
    if too_late is not None:
        return refuse(rule, too_late)
    if action.other:
        return House(house.now | {rule}, house.once | {rule})
    return House(house.now - {rule}, house.once)


def line(action: Decide, alternatives: Alternatives, rulebook: Rulebook) -> Phrase:
    """The decision in the log."""
    if action.other:
        return say("This table plays it the other way: %(how)s", how=Phrase(alternatives[action.rule]))
    return say("The app's reading holds again: %(how)s", how=Phrase(rulebook[action.rule].text))


def why(action: Decide, rulebook: Rulebook) -> tuple[Finding, ...]:
    """What the ruling is that was decided on."""
    return (Finding(action.rule, Phrase(rulebook[action.rule].reason)),)


def on_the_result(house: House, alternatives: Alternatives) -> tuple[Finding, ...]:
    """What was played the other way, for the outcome: all of the game's decisions, also those taken back."""
    return tuple(
        Finding(rule, say("Played the other way: %(how)s", how=Phrase(how)))
        if rule in house
        else Finding(rule, say("Played the other way for a part of the game: %(how)s", how=Phrase(how)))
        for rule, how in alternatives.items()
        if rule in house.once
    )


def shown(house: House, alternatives: Alternatives) -> tuple[RuleId, ...]:
    """What is played the other way now, in the order of the rulebook: for the view."""
    return tuple(rule for rule in alternatives if rule in house)
