"""A league to look at: opened, filled, corrected and brought to its night by the same services that people use."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from app.leagues import changes, presets, zones
from app.leagues.book import MemberId, Mission, Moment, NightId, SeasonId
from app.leagues.games import COMPETITIVE, LEAGUE_GAMES
from app.leagues.places import ranks
from app.leagues.stored import doors, nights, service, tables, turn
from app.tables import looking, phones
from app.tables.models import now

NAME, ZONE = "Friday Owls", "Europe/Paris"
MEMBERS = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko", "Gus", "Hal", "Ida", "Jo")
GUEST = "Kim"
GAMES, MISSIONS = 14, 3
NIGHT = NightId("night-1")


@dataclass(frozen=True, slots=True)
class Shown:
    """Where it is, and what its organiser's link carries behind the #."""

    slug: str
    organiser: str


@dataclass(slots=True)
class _Desk:
    """The organiser at work."""

    slug: str
    phone: int
    chance: random.Random
    people: dict[str, MemberId]

    def key(self) -> str:
        return f"demo-{self.chance.getrandbits(96):024x}"

    def do(self, *wanted: changes.Change) -> None:
        turn.change(self.slug, self.phone, self.key(), *wanted)


def play(seed: int, played: Iterable[str] = ()) -> Shown:
    """A league with a season, games by hand (a tie, a guest, one corrected), missions and a night. Those of the tables
    ``played`` that are finished are saved to it."""
    chance = random.Random(seed)  # noqa: S311 (a demonstration, no secret)
    phone, _token = phones.new_phone()
    opened = changes.Opened("", NAME, ZONE, replace(presets.DEFAULT, confirmations=1), public=True)
    made = doors.open_league(opened, phone, f"demo-{chance.getrandbits(96):024x}")
    desk = _Desk(made.slug, phone, chance, {})
    _people_and_season(desk)
    for number in range(MISSIONS):
        _mission(desk, number)
    for number in range(GAMES):
        _game(desk, number)
    _correction(desk)
    for code in played:
        _table(desk, code)
    _night(desk)
    return Shown(made.slug, made.organiser)


def _people_and_season(desk: _Desk) -> None:
    for number, name in enumerate((*MEMBERS, GUEST)):
        desk.people[name] = MemberId(f"person-{number}")
        desk.do(changes.MemberAdded(desk.people[name], name, guest=name == GUEST))
    today = zones.day_of(Moment(now()), ZONE)
    first, last = today - timedelta(days=70), today + timedelta(days=110)
    desk.do(changes.SeasonSet(SeasonId("season-1"), "First season", first, last))


def _game(desk: _Desk, number: int) -> None:
    """One every few days; in the third the first two are level, and a guest plays in the fifth."""
    game = LEAGUE_GAMES[COMPETITIVE[number % len(COMPETITIVE)]]
    people = desk.chance.sample(MEMBERS, min(4, game.seats.stop - 1))
    if number == 4:
        people[-1] = GUEST
    scores = sorted(desk.chance.sample(range(8, 35), len(people)), reverse=True)
    if number == 2:
        scores[1] = scores[0]
    day = zones.day_of(Moment(now()), ZONE) - timedelta(days=4 * (GAMES - number))
    seats = [(desk.people[name], None, score) for name, score in zip(people, scores, strict=True)]
    result = service.hand_made(desk.slug, desk.phone, f"game-{number}", game.key, day, seats)
    service.add(desk.slug, desk.phone, desk.key(), result)


def _mission(desk: _Desk, number: int) -> None:
    """Ana and Bo fly together, and lose once."""
    game = next(game for game in LEAGUE_GAMES.values() if game.together)
    day = zones.day_of(Moment(now()), ZONE) - timedelta(days=9 * (MISSIONS - number))
    seats = [(desk.people[name], None, None) for name in MEMBERS[: game.seats.stop - 1]]
    flown = Mission(number != 1, stars=3, turns=12 - number)
    result = service.hand_made(desk.slug, desk.phone, f"mission-{number}", game.key, day, seats, mission=flown)
    service.add(desk.slug, desk.phone, desk.key(), result)


def _correction(desk: _Desk) -> None:
    """The last game's first two had their score sheets mixed up."""
    last = list(turn.look(desk.slug, desk.phone).book.results.values())[-1]
    scores = [seat.score or 0 for seat in last.seats]
    scores[:2] = scores[1], scores[0]
    seats = tuple(
        replace(seat, place=place, score=score)
        for seat, place, score in zip(last.seats, ranks(scores), scores, strict=True)
    )
    desk.do(changes.ResultCorrected(replace(last, seats=seats), "Two score sheets were mixed up."))


def _table(desk: _Desk, code: str) -> None:
    look = looking.look(code, None)
    if look.status == "finished":
        chosen = [desk.people[seat.name] for seat in look.seats]
        tables.save(code, desk.slug, desk.phone, chosen, desk.key())


def _night(desk: _Desk) -> None:
    """Tonight: everybody is here, and the first round is seated."""
    today = zones.day_of(Moment(now()), ZONE)
    desk.do(changes.NightSet(NIGHT, "Owls' night", today, place="Bo's kitchen", game=COMPETITIVE[0]))
    desk.do(*(changes.CheckedIn(NIGHT, member) for member in desk.people.values()))
    nights.seat_round(desk.slug, desk.phone, desk.key(), NIGHT, 4)
