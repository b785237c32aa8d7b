"""Every address of the leagues' API, with a body that fits and who may send it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.leagues.clubs import Club, names_at
from tests.players import Answer, Night, Phone, fresh_key


@dataclass
class Scene:
    """A private league with a game and a night, a finished table that was saved to it, and another one."""

    club: Club
    saved: Night
    other: Night

    def ask(self, phone: Phone, method: str, path: str, body: Any = None) -> Answer:
        if body is None and (make := LEAGUE_ROUTES[method, path].body) is not None:
            body = make(self)
        return phone.call(method, self.address(path), body)

    def address(self, path: str) -> str:
        code = self.other.code if path.endswith("{code}") else self.saved.code
        return path.format(slug=self.club.slug, game="stella", member="m-1", result="g1", night="n1", season="s1",
                           code=code)  # fmt: skip


@dataclass(frozen=True)
class LeagueRoute:
    """``may``: the statuses for a stranger, a phone with the members' link, and the organiser."""

    may: tuple[int, int, int]
    body: Callable[[Scene], Any] | None = None


def key(**more: Any) -> Callable[[Scene], Any]:
    return lambda _scene: {"key": fresh_key(), **more}


READ = LeagueRoute((401, 200, 200))
L = "/leagues/{slug}"
MEMBER = {"kind": "member-renamed", "body": {"member": "m-1", "name": "Bob"}}
FILE = "game,player_name,local_date,score\nStella,Ana,2026-01-02,3\nStella,Bo,2026-01-02,2\nStella,Chiyo,2026-01-02,1\n"


def _document(scene: Scene) -> Any:
    document = scene.club.phone.get(f"{scene.club.at}/document").ok()
    return {"document": document, "key": fresh_key()}


def _typed(_scene: Scene) -> Any:
    seats = [{"member": f"m-{number}", "score": 9 - number} for number in range(3)]
    return {"id": fresh_key(), "game": "stella", "day": "2026-01-02", "seats": seats, "key": fresh_key()}


def _members(scene: Scene) -> Any:
    return {"members": [scene.club.people[name] for name in names_at(scene.other)], "key": fresh_key()}


LEAGUE_ROUTES: dict[tuple[str, str], LeagueRoute] = {
    ("GET", "/leagues"): LeagueRoute((200, 200, 200)),
    ("POST", "/leagues"): LeagueRoute((201, 201, 201), key(name="Owls", zone="UTC")),
    ("POST", "/leagues/documents"): LeagueRoute((201, 201, 201), _document),
    ("GET", L): READ,
    ("GET", L + "/document"): LeagueRoute((401, 403, 200)),
    ("POST", L + "/keys"): LeagueRoute((201, 201, 201), lambda scene: {"code": scene.club.secrets["member"]}),
    ("DELETE", L + "/keys"): LeagueRoute((204, 204, 422)),
    ("POST", L + "/links"): LeagueRoute((401, 403, 201), lambda _scene: {"which": "second"}),
    ("DELETE", L + "/links/second"): LeagueRoute((401, 403, 204)),
    ("GET", L + "/standings"): READ,
    ("GET", L + "/records"): READ,
    ("GET", L + "/missions"): READ,
    ("GET", L + "/ratings/{game}"): READ,
    ("GET", L + "/members"): READ,
    ("GET", L + "/members/{member}"): READ,
    ("GET", L + "/results"): READ,
    ("GET", L + "/results/{result}"): READ,
    ("GET", L + "/results/{result}/push"): READ,
    ("GET", L + "/nights"): READ,
    ("GET", L + "/nights/{night}"): READ,
    ("GET", L + "/plays"): READ,
    ("POST", L + "/plays/matches"): LeagueRoute((401, 403, 200), lambda _scene: {"file": FILE}),
    ("POST", L + "/plays"): LeagueRoute((401, 403, 201), key(file=FILE, chosen={"name:ana": "m-0", "name:bo": "m-1",
                                                                               "name:chiyo": "m-2"})),
    ("POST", L + "/changes"): LeagueRoute((401, 403, 201), key(**MEMBER)),
    ("POST", L + "/previews"): LeagueRoute((401, 403, 200), lambda _scene: MEMBER),
    ("POST", L + "/results"): LeagueRoute((401, 201, 201), _typed),
    ("PUT", L + "/tables/{code}"): LeagueRoute((401, 401, 401)),
    ("GET", L + "/tables/{code}"): LeagueRoute((401, 401, 200)),
    ("POST", L + "/tables/{code}"): LeagueRoute((401, 401, 201), _members),
    ("POST", L + "/tables/{code}/confirm"): LeagueRoute((401, 401, 401), key()),
    ("POST", L + "/tables/{code}/correct"): LeagueRoute((401, 401, 422), key(note="x")),
    ("POST", L + "/seasons/{season}/close"): LeagueRoute((401, 403, 200), key()),
    ("POST", L + "/members/{member}/forget"): LeagueRoute((401, 403, 200), key(pseudonym="Comet")),
    ("POST", L + "/nights/{night}/rounds"): LeagueRoute((401, 403, 201), key(want=3)),
    ("POST", L + "/nights/{night}/arrivals"): LeagueRoute((401, 403, 422), key(member="m-0")),
    ("POST", L + "/nights/{night}/departures"): LeagueRoute((401, 403, 200), key(member="m-0")),
}  # fmt: skip
