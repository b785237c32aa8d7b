"""What every game writes down alike as plain JSON: findings with their places, outcomes, offers.

By hand, because every tap of every phone needs one; ``wire`` has the schemas, and tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, assert_never

from app.games.kernel import Choice, Finding, Offer, OneOf, Outcome, Several, Words
from app.games.phrases import Phrase
from app.games.rulebook import Rulebook, RuleId

#: Renders a sentence in the reader's language.
Render = Callable[[Phrase], str]
#: Kind and places of each rule, written down once.
Cited = Mapping[RuleId, tuple[str, list[dict[str, str]]]]


def cited(rulebook: Rulebook) -> Cited:
    """How this rulebook's rules are cited."""
    return MappingProxyType(
        {
            rule.id: (
                rule.kind,
                [{"book": place.book, "heading": place.heading, "lang": place.lang} for place in rule.places],
            )
            for rule in rulebook.values()
        }
    )


def findings(found: Iterable[Finding], rules: Cited, phrase: Render) -> list[dict[str, Any]]:
    """Rules at work (``wire.FindingSchema``)."""
    return [finding(one, rules, phrase) for one in found]


def finding(one: Finding, rules: Cited, phrase: Render) -> dict[str, Any]:
    """A rule at work (``wire.FindingSchema``). Raises KeyError for a rule that is not in the book."""
    kind, places = rules[one.rule]
    return {"rule": one.rule, "text": phrase(one.says), "kind": kind, "places": places}


def outcome(ended: Outcome, rules: Cited, phrase: Render) -> dict[str, Any]:
    """How a game ended (``wire.OutcomeSchema``)."""
    return {
        "places": list(ended.places),
        "points": list(ended.points),
        "winners": list(ended.winners),
        "why": findings(ended.why, rules, phrase),
        "house": findings(ended.house, rules, phrase),
    }


def house(rules: Iterable[RuleId]) -> dict[str, list[str]]:
    """The rulings that a table plays the other way, as a part of its view; nothing where it plays none."""
    played = list(map(str, rules))
    return {"house": played} if played else {}


def offer(one: Offer) -> dict[str, Any]:
    """Something a seat may do now (``wire.OfferSchema``)."""
    return {"action": one.action, "fields": {name: _choice(choice) for name, choice in one.fields.items()}}


def _choice(choice: Choice) -> dict[str, Any]:
    match choice:
        case OneOf(of=of):
            return {"one_of": list(of)}
        case Several(of=of, at_least=least, at_most=most, in_order=in_order):
            several = {"several": list(of), "at_least": least, "at_most": most}
            return {**several, "in_order": True} if in_order else several
        case Words(longest=longest):
            return {"longest": longest}
        case _ as never:
            assert_never(never)
