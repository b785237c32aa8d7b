"""What the things of a league are called, and its rules as sentences. English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from app.games.phrases import Phrase, count, mark, say
from app.leagues.bests import Best
from app.leagues.book import GuestRule, Measure, Rules, TieBreak
from app.leagues.exchange.csv import decimal
from app.leagues.seating import Remainder
from app.leagues.standings import Apart

TIE_BREAKS: Mapping[TieBreak, str] = MappingProxyType(
    {
        TieBreak.WINS: mark("more wins"),
        TieBreak.SECONDS: mark("more second places"),
        TieBreak.THIRDS: mark("more third places"),
        TieBreak.FOURTHS: mark("more fourth places"),
        TieBreak.HEAD_TO_HEAD: mark("more of each other beaten"),
        TieBreak.BEATEN: mark("more people beaten of those met"),
        TieBreak.GAMES: mark("more games played"),
        TieBreak.DROPPED: mark("more points in the results that do not count"),
        TieBreak.SCORE: mark("a higher sum of scores"),
        TieBreak.TABLE_SHARE: mark("higher shares of each table's points"),
        TieBreak.OVER_AVERAGE: mark("scores further above each table's average"),
    }
)

APART: Mapping[Apart, str] = MappingProxyType(
    {
        Apart.INACTIVE: mark("inactive"),
        Apart.LEFT: mark("has left"),
        Apart.TOO_FEW: mark("too few games"),
    }
)

BESTS: Mapping[Best, str] = MappingProxyType(
    {
        Best.SCORE: mark("Highest score"),
        Best.LEAD: mark("Biggest lead"),
        Best.ROUND: mark("Most stars in a round"),
        Best.PAIR: mark("Most super sparks of a pair in a game"),
        Best.PAIR_EVER: mark("Most super sparks of a pair in all games"),
        Best.FEWEST_TURNS: mark("Fewest rounds to a win"),
        Best.WINS_IN_A_ROW: mark("Most wins in a row"),
    }
)

REMAINDERS: Mapping[Remainder, str] = MappingProxyType(
    {
        Remainder.EVEN: mark("As equal as possible"),
        Remainder.SMALLER: mark("A few smaller tables"),
        Remainder.BIGGER: mark("A few bigger tables"),
        Remainder.BYE: mark("Only full tables; the others have a bye"),
    }
)

GUESTS: Mapping[GuestRule, str] = MappingProxyType(
    {
        GuestRule.KEEP: mark("A guest keeps the place; its points go to nobody."),
        GuestRule.CLOSE: mark("Guests are left out, and the members close ranks."),
    }
)

MEASURES: Mapping[Measure, str] = MappingProxyType(
    {
        Measure.SUM: mark("The points of all results are added up."),
        Measure.AVERAGE: mark("The average of the points per result counts."),
        Measure.SHARE: mark("People beaten, divided by people met; a tie is half."),
    }
)


def explained(rules: Rules) -> tuple[Phrase, ...]:
    """How points work, a sentence for each rule that is at work. Tie-breaks are listed beside it, in their order."""
    told = [say(MEASURES[rules.measure])]
    if rules.measure is not Measure.SHARE:
        for row in sorted(rules.rows, key=len):
            told.append(say("Table of %(num)s: %(points)s.", num=len(row), points=" – ".join(map(number, row))))
        told.append(say("Who ties shares the points of the tied places."))
        if rules.best is not None:
            told.append(count("The best %(num)s result counts.", "The best %(num)s results count.", rules.best))
        if rules.attendance:
            told.append(say("Each day of play gives %(points)s more.", points=number(rules.attendance)))
        if rules.bye:
            told.append(say("Sitting out a round gives %(points)s.", points=number(rules.bye)))
    if rules.minimum > 1:
        told.append(
            count(
                "Ranked from %(num)s game on.",
                "Ranked from %(num)s games on.",
                rules.minimum,
            )
        )
    told.append(say(GUESTS[rules.guests]))
    return tuple(told)


def number(points: Fraction) -> str:
    """``7.5``, or ``22/3`` where no decimal is exact."""
    return decimal(points.numerator, points.denominator)
