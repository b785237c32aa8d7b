"""The judge's answers about Stella Quest: the functions of play, asked without a table, and their reasons.

Where somebody plays a card, places count from 0 in the order of play; with the artificial opponent the second card is
its card. A position that cannot be is refused, and the first sentence names the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.games.deciding import House
from app.games.judging import Line, Verdict
from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella_quest import following, questions, reasons, refusals, rules, steps, taking
from app.games.stella_quest.cards import REST, Card, Colour, Value, called, coloured
from app.games.stella_quest.copies import copies
from app.games.stella_quest.reasons import because
from app.games.stella_quest.rulebook import RESTS_LEAVE
from app.games.stella_quest.state import Options, Played, Playing, Radiance, Round, Taking
from app.games.stella_quest.verdict import Category

AT_MOST = 4
TWO_PEOPLE, ALL_PLAYED = 2, 3


def _no(rule: str, says: Phrase) -> Refused:
    return refuse(RuleId(f"stella_quest.{rule}"), says)


def _impossible(top: Card | None, cards: Sequence[Card]) -> Refused | None:
    """The first card that cannot be, and where its copies lie (QU-16)."""
    pile = () if top is None else (top,)
    for place, card in enumerate(cards):
        found = copies(card, (), pile, tuple(cards[:place]))
        if found.all_known:
            text = say(
                "Card %(num)s cannot be %(card)s: both are there already. Undo it.", num=place + 1, card=called(card)
            )
            if card.is_rest:
                text = say("Card %(num)s cannot be a rest: all 6 are there already. Undo it.", num=place + 1)
            _first, *where = refusals.found_elsewhere(found)
            return Refused((because("six-rests" if card.is_rest else "two-copies", text), *where))
    return None


# Who wins


def winner(top: Card, cards: Sequence[Card], players: int | None, rests_leave: bool) -> Verdict | Refused:
    """Who wins a round of three or four, or is ahead as long as not all ``players`` have played (None: not told);
    ``rests_leave``: the table plays QU-13 the other way."""
    if (no := _impossible(top, cards)) is not None:
        return no
    result = questions.who_wins(top, cards)
    if isinstance(result, Refused):
        return result
    facts = {"winner": result.winner, "categories": [kind.value for kind in result.categories]}
    over = len(cards) > 1 if players is None else len(cards) >= players
    why = reasons.verdict(cards, result)
    if result.winner is None:
        if not over:
            return Verdict(
                say("Nobody is ahead yet."), (because("rest-no-value", say("A rest cannot win.")),), facts=facts
            )
        return Verdict(say("Nobody wins."), why, (_star_stays(), _rests_go(rests_leave)), facts=facts)
    who = Who(Seat(result.winner))
    headline = say("%(who)s wins.", who=who) if over else say("%(who)s is ahead.", who=who)
    return Verdict(headline, why, _colours(top, cards, result.by, AT_MOST - len(why)), about=result.winner, facts=facts)


def _star_stays() -> Finding:
    return because("all-rest", say("All rested: the black star stays where it is."))


def _rests_go(rests_leave: bool) -> Finding:
    if rests_leave:
        return because("qu-13", say("The rests leave the game: the pile stays as it is."))
    return because("qu-13", say("A rest was played: it lies on top."))


def _colours(top: Card, cards: Sequence[Card], by: Category | None, room: int) -> tuple[Finding, ...]:
    """What was trump and what led, where that had a part in it."""
    if by is Category.SUPER_TRUMP:
        return ()
    lead = reasons.lead(cards, next((card.colour for card in cards if card.colour is not None), None))
    found = (reasons.trump(top), *(() if lead is None else (lead,)))
    return found[:room] if by is Category.TRUMP else tuple(reversed(found))[:room]


def opponent(top: Card, cards: Sequence[Card], rests_leave: bool) -> Verdict | Refused:
    """A round of two people and the artificial opponent, who plays second."""
    if (no := _impossible(top, cards)) is not None:
        return no
    result = questions.who_wins(top, cards)
    if isinstance(result, Refused):
        return result
    order = (Seat(0), None, Seat(1))
    played = tuple(Played(by, card) for by, card in zip(order, cards, strict=False))
    over = len(cards) == ALL_PLAYED
    facts: dict[str, Any] = {"winner": result.winner, "categories": [kind.value for kind in result.categories]}
    won_by = None if result.winner is None else order[result.winner]
    if not over:
        ahead = (
            say("Nobody is ahead yet.")
            if result.winner is None
            else say("The opponent is ahead.")
            if won_by is None
            else say("%(who)s is ahead.", who=Who(won_by))
        )
        return Verdict(ahead, reasons.verdict(cards, result)[:AT_MOST], about=result.winner, facts=facts)
    after, first = _after(top, played, rests_leave)
    facts |= {"first": int(first), "won": won_by is not None}
    ends = reasons.aftermath(after, result, first)
    if won_by is not None:
        why = reasons.verdict(cards, result)
        return Verdict(
            say("%(who)s wins.", who=Who(won_by)), why, ends[: AT_MOST - len(why)], about=result.winner, facts=facts
        )
    on_top = reasons.top(after)
    rest = (() if on_top is None else (on_top,)) + ends[1:]
    why = ends[:1] if result.winner is not None else reasons.verdict(cards, result)
    return Verdict(say("Nobody wins the round."), why, rest[: AT_MOST - len(why)], facts=facts)


def _after(top: Card, played: tuple[Played, ...], rests_leave: bool) -> tuple[Round, Seat]:
    """The round as play ends it at a table of two, and who begins the next one."""
    house = House(frozenset({RESTS_LEAVE} if rests_leave else ()))
    table = replace(rules.setup(Options(), TWO_PEOPLE).table, pile=(top,), house=house)
    ended = steps.decided(table, Round(1, Seat(0), top, played))
    if isinstance(ended, Playing):
        return ended.table.rounds[-1], ended.round.first
    assert isinstance(ended, Taking)
    assert ended.round.winner is not None
    return ended.round, ended.round.winner


# May it be played


def follow(lead: Colour | None, card: Card, hand: Sequence[following.Held]) -> Verdict:
    """May ``card`` be played from a hand with these other cards, or backs (QU-4)?"""
    duty = questions.may_play([*hand, card], lead, card)
    facts = {"may": duty.allowed, "duty": duty.value}
    why = (reasons.duty(duty),)
    if duty.allowed:
        return Verdict(say("Yes, it may be played."), why, facts=facts)
    also = because("qu-4", say("Also if another colour would be a super-trump."))
    return Verdict(say("No, it may not."), why, (also,), facts=facts)


# What may be taken, and put on top


def take(cards: Sequence[Card], values: Sequence[Value], radiance: Radiance, has_marker: bool) -> Verdict | Refused:
    """What the winner of a round may take, who holds ``values`` already, and what it costs."""
    if (no := _impossible(None, cards)) is not None:
        return no
    if all(card.is_rest for card in cards):
        return Verdict(say("Nothing can be taken."), (because("all-rest", say("Only rests: nobody wins.")),))
    paid = because("marker-loss", say("Winning with the black star costs 1 radiance."))
    if taking.left_of(radiance, taking.marker_loss(has_marker)) == 0:
        return Verdict(
            say("Out: the game ends."),
            (
                paid,
                because("game-ends", say("It takes the last radiance: out.")),
                because("qu-9", say("The black star took it: no card is taken.")),
            ),
            facts={"options": []},
        )
    held = [Card(Colour.BLUE, value) for value in values]
    options = list({one.card: one for one in questions.take_options(cards, held, radiance, has_marker)}.values())
    lines = tuple(Line(one.card.name, reasons.option(one)[-1].says, -one.loss) for one in options)
    why = [because("take-one", say("Exactly one emotion card of the round is taken."))]
    if has_marker:
        why.append(paid)
    if any(one.gem_loss for one in options):
        why.append(because("duplicate-loss", say("A value taken before costs its gems.")))
    if any(card.is_rest for card in cards):
        why.append(because("rest-not-taken", say("A rest cannot be taken.")))
    headline = count("%(num)s card may be taken.", "%(num)s cards may be taken.", len(options))
    facts = {
        "options": [
            {"card": one.card.name, "loss": one.loss, "radiance": int(one.radiance), "then": one.then.value}
            for one in options
        ]
    }
    return Verdict(headline, tuple(why), lines=lines, facts=facts)


def on_top(cards: Sequence[Card], taken: Card | None, rests_leave: bool) -> Verdict | Refused:
    """Which card may lie on the pile after the round; ``taken`` need not be known where a rest was played.
    ``rests_leave``: the table plays QU-13 the other way."""
    if (no := _impossible(None, cards)) is not None:
        return no
    if taken is not None and taken.is_rest:
        return refusals.rest_not_taken()
    if taken is not None and taken not in cards:
        return refusals.not_played(taken)
    if rests_leave and all(card.is_rest for card in cards):
        return Verdict(say("The pile stays as it is."), (_rests_go(rests_leave),), facts={"tops": []})
    tops = questions.top_options(cards, taken)
    lines = tuple(Line(card.name, _trump_then(card)) for card in tops)
    facts = {"tops": [card.name for card in tops]}
    if tops == (REST,):
        rule = "qu-13" if all(card.is_rest for card in cards) else "rest-on-top"
        why = (
            because(rule, say("A rest was played: it lies on top.")),
            because("rest-hides-trump", say("A rest lies on top: no colour is trump.")),
        )
        return Verdict(say("The rest goes on top."), why, lines=lines, facts=facts)
    if not tops:
        return Verdict(say("No card is left."), (because("choose-top", say("The only card was taken.")),), facts=facts)
    if len(tops) == 1:
        only = because("choose-top", say("Only %(card)s is left to lie on top.", card=called(tops[0])))
        return Verdict(say("%(card)s goes on top.", card=called(tops[0])), (only,), lines=lines, facts=facts)
    chosen = because("choose-top", say("The winner chooses: its colour is trump next."))
    return Verdict(say("The winner chooses one."), (chosen,), lines=lines, facts=facts)


def _trump_then(card: Card) -> Phrase:
    if card.colour is None:
        return say("then no colour is trump")
    return say("then trump is %(colour)s", colour=coloured(card.colour))


# How often a value may lie in collections


def too_many(values: Sequence[Sequence[Value]]) -> Refused | None:
    """There are two of each value in each of four colours."""
    for value, times in sorted(Counter(one for held in values for one in held).items()):
        if times > 2 * len(Colour):
            text = say("There are 8 cards of value %(value)s, and here are %(num)s. Undo one.", value=value, num=times)
            return _no("two-copies", text)
    return None
