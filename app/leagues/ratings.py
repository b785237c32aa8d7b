"""Ratings of skill, one per game: a pure function of the results that count, in order.

Bradley–Terry from openskill: everybody at a table is compared with everybody else, and the comparisons are averaged. A
tie is half a win, so equal places with equal ratings before gain the same, and a better place never gains less. (Models
of the Plackett–Luce kind give third place more than two tied winners.) Only members are rated; a game needs two of
them. After any correction everything is replayed from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NewType

from openskill.models import BradleyTerryPart

from app.leagues import places
from app.leagues.book import Book, MemberId, ResultId
from app.leagues.games import MOST_SEATS, GameKey
from app.leagues.valid import Counted, valid

#: The mean and the doubt of a rating: new players have 25 and 25/3.
Mu = NewType("Mu", float)
Sigma = NewType("Sigma", float)

NEW: tuple[Mu, Sigma] = (Mu(25.0), Sigma(25.0 / 3))
#: Ratings are kept to so many digits, so that two who earned the same have the same.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Step:
    """A member's rating after one game."""

    result: ResultId
    day: date
    mu: Mu
    sigma: Sigma


@dataclass(frozen=True, slots=True)
class Rating:
    """``rank`` None: provisional, or listed apart. ``steps``: the rating after each game, oldest first."""

    member: MemberId
    rank: int | None
    mu: Mu
    sigma: Sigma
    games: int
    provisional: bool
    steps: tuple[Step, ...]

    @property
    def shown(self) -> int:
        return shown(self.mu, self.sigma)


def shown(mu: float, sigma: float) -> int:
    """A rating as one whole number that people can compare: 1000 for a new player, higher with skill and with certainty
    (what the member is worth at least, three sigmas below the mean)."""
    return 1000 + round(40 * (mu - 3 * sigma))


def ratings_of(
    book: Book, game: GameKey, *, games: Sequence[Counted] | None = None, on: date | None = None
) -> tuple[Rating, ...]:
    """The ratings of one game, the best first; nobody's, where the rules do not rate it. ``games``: ``valid(book)``.
    Who left before ``on`` (None: whoever has left) is not ranked."""
    if game not in book.rules.rated:
        return ()
    steps = replay(one for one in (valid(book) if games is None else games) if one.game == game)
    listed = []
    for member, taken in steps.items():
        person = book.members[member]
        provisional = len(taken) < book.rules.provisional
        left = person.left is not None and (on is None or person.left < on)
        apart = provisional or left or not person.active or person.guest
        listed.append((member, taken, provisional, apart))
    listed.sort(key=lambda one: (one[3], -_least(one[1]), one[0]))
    ranks = places.ranks([_least(taken) for _member, taken, _new, apart in listed if not apart])
    return tuple(
        Rating(
            member,
            None if apart else ranks[number],
            taken[-1].mu,
            taken[-1].sigma,
            len(taken),
            provisional,
            tuple(taken),
        )
        for number, (member, taken, provisional, apart) in enumerate(listed)
    )


def _least(taken: Sequence[Step]) -> float:
    return round(taken[-1].mu - 3 * taken[-1].sigma, DIGITS - 1)


def replay(games: Iterable[Counted]) -> Mapping[MemberId, list[Step]]:
    """Every member's steps, game by game. ``games`` in the order of ``valid``."""
    model = BradleyTerryPart(window_size=MOST_SEATS)
    now: dict[MemberId, tuple[Mu, Sigma]] = {}
    steps: dict[MemberId, list[Step]] = {}
    for game in games:
        # By place and id: whoever sat where, the same numbers are added up in the same order.
        rated = sorted((sat.place, sat.who) for sat in game.seats if sat.member)
        if len(rated) < 2:
            continue
        teams = [[model.create_rating(list(now.get(member, NEW)))] for _place, member in rated]
        after = model.rate(teams, ranks=[float(place) for place, _member in rated])
        for (_place, member), (new,) in zip(rated, after, strict=True):
            mu, sigma = Mu(round(new.mu, DIGITS)), Sigma(round(new.sigma, DIGITS))
            now[member] = mu, sigma
            steps.setdefault(member, []).append(Step(game.id, game.day, mu, sigma))
    return steps
