"""The records of each game: who holds them, and in which game. Only members hold records; equal ones share them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.leagues.book import MemberId, ResultId
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.streaks import streaks
from app.leagues.valid import Counted


class Best(StrEnum):
    """What there are records of."""

    SCORE = "score"
    LEAD = "lead"
    ROUND = "round"
    PAIR = "pair"
    PAIR_EVER = "pair-ever"
    FEWEST_TURNS = "fewest-turns"
    WINS_IN_A_ROW = "wins-in-a-row"


@dataclass(frozen=True, slots=True)
class Holder:
    """One person, or a pair; ``result`` and ``day``: the game it was done in, None where it took many."""

    members: tuple[MemberId, ...]
    result: ResultId | None
    day: date | None


@dataclass(frozen=True, slots=True)
class Record:
    """``holders`` in the order in which they reached ``value``."""

    game: GameKey
    best: Best
    value: int
    holders: tuple[Holder, ...]


#: One try at a record: the value, whose it is, and the game it was done in.
_Try = tuple[int, tuple[MemberId, ...], Counted | None]


def bests(games: Sequence[Counted], game: GameKey) -> tuple[Record, ...]:
    """The records of ``game``, in the order of ``Best``; what was never entered sets none."""
    played = [one for one in games if one.game == game]
    wanted = {*_OF_EVERY_GAME, *LEAGUE_GAMES[game].records}
    made = []
    for best in Best:
        if best not in wanted:
            continue
        record = _record(game, best, _TRIES[best](played), fewest=best is Best.FEWEST_TURNS)
        if record is not None:
            made.append(record)
    return tuple(made)


def _record(of: GameKey, best: Best, tries: Iterable[_Try], fewest: bool) -> Record | None:
    value: int | None = None
    holders: list[Holder] = []
    for reached, members, game in tries:
        if value is None or (reached < value if fewest else reached > value):
            value, holders = reached, []
        if reached == value:
            holders.append(Holder(members, None if game is None else game.id, None if game is None else game.day))
    return None if not value else Record(of, best, value, tuple(dict.fromkeys(holders)))


def _scores(games: Iterable[Counted]) -> Iterator[_Try]:
    for game in games:
        for sat in game.seats:
            if sat.member and sat.score is not None:
                yield sat.score, (sat.who,), game


def _leads(games: Iterable[Counted]) -> Iterator[_Try]:
    """How far a lone winner was ahead of the second; both scores must be known."""
    for game in games:
        first = second = None
        for sat in game.seats:
            if sat.place == 1:
                first = sat
            elif sat.place == 2:
                second = sat
        if first is None or second is None or not first.member:  # a second place: the winner is alone
            continue
        if first.score is not None and second.score is not None:
            yield first.score - second.score, (first.who,), game


def _rounds(games: Iterable[Counted]) -> Iterator[_Try]:
    for game in games:
        for sat, seated in zip(game.seats, game.result.seats, strict=True):
            if sat.member:
                for points in seated.rounds:
                    if points is not None:
                        yield points, (sat.who,), game


def _pairs(games: Iterable[Counted]) -> Iterator[_Try]:
    for game in games:
        for pair in game.result.pairs:
            a, b = game.seats[pair.a], game.seats[pair.b]
            if a.member and b.member:
                first, second = sorted((a.who, b.who))
                yield pair.super_sparks, (first, second), game


def _pairs_ever(games: Iterable[Counted]) -> Iterator[_Try]:
    sums: dict[tuple[MemberId, ...], int] = defaultdict(int)
    for sparks, members, _game in _pairs(games):
        sums[members] += sparks
    for members, sparks in sums.items():
        yield sparks, members, None


def _turns(games: Iterable[Counted]) -> Iterator[_Try]:
    for game in games:
        if game.result.turns:
            for sat in game.seats:
                if sat.place == 1 and sat.member:
                    yield game.result.turns, (sat.who,), game


def _in_a_row(games: Sequence[Counted]) -> Iterator[_Try]:
    for streak in streaks(games).values():
        yield streak.longest, (streak.member,), None


_OF_EVERY_GAME = (Best.SCORE, Best.LEAD, Best.WINS_IN_A_ROW)
_TRIES: Mapping[Best, Callable[[Sequence[Counted]], Iterable[_Try]]] = {
    Best.SCORE: _scores,
    Best.LEAD: _leads,
    Best.ROUND: _rounds,
    Best.PAIR: _pairs,
    Best.PAIR_EVER: _pairs_ever,
    Best.FEWEST_TURNS: _turns,
    Best.WINS_IN_A_ROW: _in_a_row,
}
