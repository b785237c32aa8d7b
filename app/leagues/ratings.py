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
from typing import Any, NewType

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
    book: Book,
    game: GameKey,
    *,
    games: Sequence[Counted] | None = None,
    on: date | None = None,
    replayed: Replay | None = None,
) -> tuple[Rating, ...]:
    """The ratings of one game, the best first; nobody's, where the rules do not rate it. ``games``: ``valid(book)``,
    and ``replayed``: the replay of those of that game, if they are at hand. Who left before ``on`` (None: whoever has
    left) is not ranked."""
    if game not in book.rules.rated:
        return ()
    if replayed is None:
        replayed = replay(one for one in (valid(book) if games is None else games) if one.game == game)
    steps = replayed.steps
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


class _Ours(list[Any]):
    """A list that the model may write into: it copies everything it is given, which takes longer than the rating."""

    def __deepcopy__(self, _memo: object) -> list[Any]:
        return list(self)


@dataclass(frozen=True, slots=True)
class Replay:
    """``games``: those that were rated, in order; ``steps``: every member's, game by game."""

    games: tuple[Counted, ...]
    steps: Mapping[MemberId, list[Step]]


def replay(games: Iterable[Counted], earlier: Replay | None = None) -> Replay:
    """Rate ``games``, in the order of ``valid``. ``earlier`` only saves work: what both begin with is not rated again,
    what came after is forgotten first, step by step."""
    games = tuple(games)
    steps: dict[MemberId, list[Step]] = {}
    same = 0
    if earlier is not None:
        for one, other in zip(earlier.games, games, strict=False):
            if one is not other:
                break
            same += 1
        if same * 2 > len(earlier.games):
            steps = {member: list(taken) for member, taken in earlier.steps.items()}
            for game in earlier.games[same:]:
                for _place, member in _rated(game):
                    steps[member].pop()
            steps = {member: taken for member, taken in steps.items() if taken}
        else:
            same = 0
    _rate(games[same:], steps)
    return Replay(games, steps)


def _rated(game: Counted) -> list[tuple[int, MemberId]]:
    """Who is rated by that game, by place and id: whoever sat where, the same numbers are added up in the same
    order."""
    members = sorted([(sat.place, sat.who) for sat in game.seats if sat.member])
    return members if len(members) > 1 else []


def _rate(games: Iterable[Counted], steps: dict[MemberId, list[Step]]) -> None:
    """Add a step for everybody who is rated by ``games``."""
    model = BradleyTerryPart(window_size=MOST_SEATS)
    now = {member: model.create_rating([taken[-1].mu, taken[-1].sigma]) for member, taken in steps.items()}
    for game in games:
        rated = _rated(game)
        if not rated:
            continue
        for _place, member in rated:
            if member not in now:
                now[member], steps[member] = model.create_rating(list(NEW)), []
        model.rate(_Ours([[now[member]] for _place, member in rated]), ranks=[float(place) for place, _who in rated])
        for _place, member in rated:
            one = now[member]
            one.mu, one.sigma = mu, sigma = Mu(round(one.mu, DIGITS)), Sigma(round(one.sigma, DIGITS))
            steps[member].append(Step(game.id, game.day, mu, sigma))
