"""Points and ratings day by day: what charts are drawn from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from fractions import Fraction

from app.leagues.book import Book, MemberId, Night
from app.leagues.ratings import Rating, shown
from app.leagues.tally import Awards, Tally, attend, sums, value
from app.leagues.valid import Counted

#: One value per day on which it changed.
Days = tuple[tuple[date, Fraction], ...]


def points(
    games: Sequence[Counted], book: Book, members: Collection[MemberId], nights: Sequence[Night] = ()
) -> dict[MemberId, Days]:
    """What each of ``members`` had in the standings after each day on which it changed.

    The last value is the one in the standings. Only games of these members are looked at, which is all that a member's
    own value is made of.
    """
    rules, awards = book.rules, Awards(book.rules)
    told: dict[MemberId, Days] = {}
    played: dict[MemberId, list[Counted]] = {member: [] for member in members}
    for game in games:
        for sat in game.seats:
            if sat.who in played:
                played[sat.who].append(game)
    for member in members:
        by_day: dict[date, list[Counted]] = {night.day: [] for night in nights}
        for game in played[member]:
            by_day.setdefault(game.day, []).append(game)
        tally = Tally(member)
        line: list[tuple[date, Fraction]] = []
        for day in sorted(by_day):
            for game in by_day[day]:
                for won in awards.of(game):
                    if game.seats[won.seat].who == member:
                        tally.add(game, won)
            made = {member: tally}
            attend(made, book, [night for night in nights if night.day == day])
            tally = made[member]
            now = value(sums(tally, rules, awards), rules, awards)
            if now is not None and (tally.games or tally.byes or tally.days) and (not line or line[-1][1] != now):
                line.append((day, now))
        told[member] = tuple(line)
    return told


def ratings(rated: Iterable[Rating], members: Collection[MemberId]) -> dict[MemberId, Days]:
    """The number shown for each of ``members`` after each day of play."""
    told: dict[MemberId, Days] = {}
    for rating in rated:
        if rating.member in members:
            by_day = {step.day: Fraction(shown(step.mu, step.sigma)) for step in rating.steps}
            told[rating.member] = tuple(sorted(by_day.items()))
    return told
