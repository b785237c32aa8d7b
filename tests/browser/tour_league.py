"""Every screen of a league: eleven people, a season with games, a night of three tables, all brought about over the
API."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.browser.screens import Screen, open_all, post
from tests.leagues.clubs import ELEVEN, Club, ended_early, open_club
from tests.players import Send, fresh_key

TODAY = datetime.now(UTC).date()


def played(club: Club, games: int = 14, seed: int = 3) -> None:
    """Games by hand over the last weeks, and two missions."""
    chance = random.Random(seed)
    for number in range(games):
        people = chance.sample(ELEVEN, chance.choice((3, 4, 4, 5)))
        kind = "stella" if number % 3 else "stella_quest"
        people = people[:4] if kind == "stella_quest" else people
        day = TODAY - timedelta(days=5 * (games - number))
        club.typed(f"g{number}", {name: chance.randint(8, 34) for name in people}, game=kind, day=day.isoformat()).ok()
    for number, won in enumerate((True, False, True)):
        seats = [{"member": club.people[name]} for name in ("Ana", "Bo")[: 1 + number % 2]]
        mission = {"won": won, "expansions": ["black_holes", "mirrors"][: number + 1], "stars": 3, "turns": 11 + number}
        told = {
            "id": f"v{number}",
            "game": "stellarion",
            "day": (TODAY - timedelta(days=3)).isoformat(),
            "seats": seats,
        }
        club.phone.post(f"{club.at}/results", **told, mission=mission, key=fresh_key()).ok()


def with_season(club: Club, start: date | None = None) -> None:
    club.season("s1", (start or TODAY - timedelta(days=200)).isoformat(), (TODAY + timedelta(days=60)).isoformat())


def with_night(club: Club, people: tuple[str, ...] = ELEVEN) -> None:
    """A night today: everybody is here, a first round is seated."""
    club.change("night-set", night="n1", name="First Friday", day=TODAY.isoformat(), place="Bo's kitchen").ok()
    for name in people:
        club.change("checked-in", night="n1", member=club.people[name]).ok()
    club.phone.post(f"{club.at}/nights/n1/rounds", want=4, key=fresh_key()).ok()


def corrected(club: Club, id_: str = "g13") -> None:
    """The last game was typed in wrongly."""
    told = club.result(id_)
    result: dict[str, Any] = {
        "id": id_, "game": told["game"], "ended": told["ended"],
        "seats": [{"member": seat["member"], "place": seat["place"], "score": seat["score"]} for seat in told["seats"]],
    }  # fmt: skip
    seats = sorted(result["seats"], key=lambda seat: seat["place"])
    seats[-1].update(score=seats[0]["score"] + 1)
    ranks = sorted((seat["score"] for seat in seats), reverse=True)
    for seat in seats:
        seat["place"] = ranks.index(seat["score"]) + 1
    club.change("result-corrected", result=result, note="Two score sheets were mixed up.").ok()


def league(send: Send) -> Iterator[Screen]:
    """The pages of a league, for its organiser, a member, a stranger and the wall."""
    club = open_club(send, people=ELEVEN, confirmations=2)
    here, boss, member = f"/league/{club.slug}", club.phone, club.member()
    yield Screen("league, home, stranger", "/leagues")
    yield Screen("league, home", "/leagues", boss)
    yield Screen("league, home, no such", "/leagues/find?link=nothing-here", boss)
    yield Screen("league, new", "/leagues/new")
    fields = {"key": fresh_key(), "name": "Sunday Owls", "zone": "Europe/Paris", "preset": "club", "sign": "2"}
    yield Screen("league, made", "/leagues/new", None, post("/leagues/new", fields))
    yield Screen("league, bring", "/leagues/bring")
    yield Screen("league, private", here)
    yield Screen("league, door", f"{here}/door")
    yield Screen("league, empty", here, boss)
    yield Screen("league, games, empty", f"{here}/games", member)
    with_season(club)
    played(club)
    corrected(club)
    club.typed("w1", {"Ana": 20, "Bo": 20, "Chiyo": 11}, by=member).ok()
    yield Screen("league, standings", here, boss, open_all)
    yield Screen("league, standings, Stella", f"{here}?game=stella", member, open_all)
    yield Screen("league, missions", f"{here}?game=stellarion", member)
    yield Screen("league, games", f"{here}/games", boss)
    yield Screen("league, a game, corrected", f"{here}/game/g13", boss, open_all)
    yield Screen("league, a game, waiting", f"{here}/game/w1", boss)
    yield Screen("league, a mission", f"{here}/game/v2", member)
    yield Screen("league, type in", f"{here}/games/new", boss)
    yield Screen("league, type a mission in", f"{here}/games/new?game=stellarion", member)
    yield Screen("league, correct", f"{here}/game/g12/correct", boss)
    yield from _people(club)
    yield from _nights(club)
    yield from _desk(club)
    yield from _tables(club, send)


def _people(club: Club) -> Iterator[Screen]:
    here, boss = f"/league/{club.slug}", club.phone
    ana, long = club.people["Ana"], club.people[ELEVEN[-1]]
    yield Screen("league, people", f"{here}/members", boss)
    yield Screen("league, a person", f"{here}/member/{long}", boss, open_all)
    yield Screen("league, change a person", f"{here}/member/{ana}/edit", boss)
    club.add("Anna")
    yield Screen("league, merge", f"{here}/member/{ana}/merge?other={club.people['Anna']}", boss)
    yield Screen("league, forget", f"{here}/member/{ana}/forget", boss)


def _nights(club: Club) -> Iterator[Screen]:
    here, boss = f"/league/{club.slug}", club.phone
    yield Screen("league, nights, empty", f"{here}/nights", boss)
    with_night(club)
    club.change("checked-in", night="n1", member=club.people["Bo"], here=False).ok()
    club.change("checked-in", night="n1", member=club.people["Anna"]).ok()
    yield Screen("league, nights", f"{here}/nights", boss)
    yield Screen("league, a night", f"{here}/night/n1", boss, open_all)
    yield Screen("league, the night's wall", f"{here}/night/n1/wall", boss, wall=True)


def _desk(club: Club) -> Iterator[Screen]:
    here, boss = f"/league/{club.slug}", club.phone
    yield Screen("league, more", f"{here}/more", boss)
    yield Screen("league, settings", f"{here}/settings", boss)
    yield Screen("league, new link", f"{here}/settings", boss, post(f"{here}/links/second", {"key": fresh_key()}))
    yield Screen("league, rules", f"{here}/rules?preset=club", boss)
    yield Screen("league, seasons", f"{here}/seasons", boss)
    yield Screen("league, a season", f"{here}/season/s1", boss)
    yield Screen("league, files", f"{here}/exchange", boss)
    club.phone.post(f"{club.at}/seasons/s1/close", key=fresh_key()).ok()
    club.typed("late", {"Dan": 30, "Hal": 2, "Jo": 1}, note="found the sheet").ok()
    yield Screen("league, closed season", f"{here}?season=s1", boss, open_all)
    yield Screen("league, a closed season", f"{here}/season/s1", boss)


def _tables(club: Club, send: Send) -> Iterator[Screen]:
    night = ended_early(send, 3)
    at, host = f"/t/{night.code}", night.host
    yield Screen("league, table, no league", f"{at}/league", night.phones[1])
    club.enter(host, "member").ok()
    yield Screen("league, table, finished", at, host)
    yield Screen("league, table, new", f"/new?league={club.slug}", host)
    yield Screen("league, table, who sat where", f"{at}/league/{club.slug}", host)
    club.save(night, club.phone, note="late").ok()
    yield Screen("league, table, saved", at, host)
