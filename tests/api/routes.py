"""Every address of the JSON API with a body that fits, for tests that go through all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.players import Answer, Night, Phone, fresh_key

Body = Callable[[Night], Any]


@dataclass(frozen=True)
class Route:
    """``body`` makes one that fits (None: the address takes none). ``needed``: members that must be there."""

    method: str
    path: str
    body: Body | None = None
    needed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    def address(self, night: Night, seat_id: int | None = None) -> str:
        return self.path.format(code=night.code, seat=night.ids[1] if seat_id is None else seat_id, claim=1,
                                proposal=1, row=1, game="stella")  # fmt: skip

    def ask(self, phone: Phone, night: Night, body: Any = None) -> Answer:
        """The request with this body, or with one that fits."""
        if body is None and self.body is not None:
            body = self.body(night)
        return phone.call(self.method, self.address(night), body)


def record() -> dict[str, Any]:
    return {
        "format": "starkeeper-record", "version": 1, "game": "stella", "rules_version": 1,
        "options": {"first_scout": 0}, "seats": [{"name": name, "sign": n} for n, name in enumerate("ABC")],
        "actions": [], "result": None,
    }  # fmt: skip


T = "/tables/{code}"
WORD = {"type": "word", "text": "x"}
S = T + "/seats/{seat}"

ROUTES = (
    Route("GET", "/games"),
    Route("GET", "/games/{game}/rules"),
    Route("POST", "/replays", lambda _: record(), ("format", "version", "game", "options", "seats", "actions")),
    Route("POST", "/records", lambda _: record(), ("format", "version", "game", "options", "seats", "actions")),
    Route("POST", "/tables", lambda _: {"game": "stella", "name": "Ana", "sign": 1, "key": fresh_key()},
          ("game", "name")),
    Route("GET", T),
    Route("POST", T + "/seats", lambda _: {"name": "Mia", "sign": 5, "without_phone": False}, ("name",)),
    Route("PUT", S, lambda _: {"name": "Bob", "sign": 4}, ("name",)),
    Route("DELETE", S),
    Route("PUT", T + "/order", lambda night: {"order": night.ids[::-1]}, ("order",)),
    Route("POST", T + "/start", lambda _: {"key": fresh_key(), "first_scout": 0}, ("key", "first_scout")),
    Route("POST", T + "/lobby", lambda _: {"key": fresh_key()}, ("key",)),
    Route("POST", T + "/actions", lambda _: {"key": fresh_key(), "seen": 99, "type": "word", "text": "x", "for": 0,
                                             "from_draft": False}, ("key", "type", "text")),
    Route("PUT", T + "/draft", lambda _: {"cells": [1], "for": 0}, ("cells",)),
    Route("POST", T + "/undo", lambda _: {"key": fresh_key(), "seen": 99}, ("key", "seen")),
    Route("POST", T + "/redo", lambda _: {"key": fresh_key(), "seen": 99}, ("key", "seen")),
    Route("POST", T + "/instead", lambda _: {"key": fresh_key(), "seen": 99, "type": "word", "text": "x", "for": 0},
          ("key", "type", "text")),
    Route("POST", T + "/again", lambda _: {"key": fresh_key()}, ("key",)),
    Route("POST", T + "/uncover", lambda _: {"seat": 0}, ("seat",)),
    Route("POST", T + "/cover"),
    Route("PUT", T + "/face", lambda _: {"turn": 90, "for": 0}, ("turn",)),
    Route("GET", T + "/log"),
    Route("GET", T + "/record"),
    Route("POST", S + "/move"),
    Route("POST", T + "/moves", lambda _: {"move_code": "AAAA-BBBB"}, ("move_code",)),
    Route("POST", S + "/claims"),
    Route("POST", T + "/claims/{claim}", lambda _: {"yes": True}, ("yes",)),
    Route("POST", S + "/host"),
    Route("POST", T + "/host"),
    Route("POST", S + "/carry"),
    Route("POST", T + "/preview", lambda _: {"seen": 99, "type": "word", "text": "x", "for": 0}, ("type", "text")),
    Route("POST", T + "/amendments/preview", lambda _: {"edits": [{"after": 0, "part": 0, "action": WORD}]},
          ("edits",)),
    Route("GET", T + "/amendments"),
    Route("POST", T + "/amendments", lambda _: {"key": fresh_key(), "seen": 99, "why": "It was so.",
                                                "edits": [{"after": 0, "action": WORD}]}, ("key", "seen", "edits")),
    Route("POST", T + "/amendments/{proposal}", lambda _: {"key": fresh_key(), "seen": 99, "yes": True, "why": "So."},
          ("key", "yes")),
    Route("GET", T + "/at/{row}"),
    Route("POST", T + "/house-rules", lambda _: {"key": fresh_key(), "rule": "stella.st-14", "text": "No ties."},
          ("key", "rule", "text")),
    Route("POST", T + "/verdict", lambda _: {"key": fresh_key(), "address": "/judge/stella/stars?markers=2"},
          ("key", "address")),
    Route("POST", T + "/house-rules/{row}", lambda _: {"key": fresh_key()}, ("key",)),
    Route("GET", T + "/receipt"),
    Route("PUT", T + "/joining", lambda _: {"open": True}, ("open",)),
)  # fmt: skip

#: One address for each question of the judge, with a position that can be.
ASKED: dict[str, dict[str, Any]] = {
    "stella/stars": {"markers": 3, "fallen": 1},
    "stella/round": {"cards": ["spark"], "dark": True, "fell": False},
    "stella/dark": {"counts": [3, 2, 1]},
    "stella/scout": {"players": ["open", "spent", "fallen"], "first_card": False},
    "stella/change": {"locked": "me"},
    "stella_quest/winner": {"top": "green-4", "cards": ["blue-6", "rest"], "players": 3},
    "stella_quest/follow": {"lead": "blue", "card": "red-1", "hand": ["green", "blue-2"]},
    "stella_quest/take": {"cards": ["blue-6", "red-1"], "values": [1], "radiance": 3, "marker": True},
    "stella_quest/top": {"cards": ["blue-6", "red-1"], "taken": "red-1"},
    "stella_quest/loss": {"radiance": 4, "draws": 1, "marker": False, "twice": 2},
    "stella_quest/draw": {"hand": 4, "radiance": 3, "deck": 10, "pile": 4},
    "stella_quest/points": {"lights": [2, 3], "collections": [[1, 2], []]},
    "stella_quest/opponent": {"top": "green-4", "cards": ["blue-6", "rest", "blue-1"]},
    "stellarion/made": {"cards": ["alpha-ship", "alpha-ship"], "star": False, "outpost": [1]},
    "stellarion/outpost": {"cards": ["alpha-ship"], "power": "minor", "there": "none", "twin": False},
    "stellarion/retrieve": {"cards": ["alpha-ship"], "power": "minor", "top": False, "radar": False},
    "stellarion/voyage": {"voyage": "alpha", "mine": ["alpha"], "others": ["beta"]},
    "stellarion/sun": {"did": "major", "forfeited": True, "back": 2, "at": 9, "left": 5, "token": True},
    "stellarion/lost": {"stars": 0, "cards": ["alpha-ship", "beta-nebula"], "meteors": False},
}
#: What a question cannot be answered without.
NEEDED = {"stella/stars": ("markers",), "stella/dark": ("counts",), "stella/scout": ("players",),
          "stella/change": ("locked",), "stella_quest/winner": ("top", "cards"),
          "stella_quest/follow": ("lead", "card"), "stella_quest/take": ("cards",),
          "stella_quest/top": ("cards", "taken"),
          "stella_quest/draw": ("hand",), "stella_quest/points": ("lights",),
          "stella_quest/opponent": ("top", "cards"), "stellarion/made": ("cards",),
          "stellarion/outpost": ("cards",), "stellarion/retrieve": ("cards",),
          "stellarion/voyage": ("voyage",), "stellarion/sun": ("did", "back", "at"),
          "stellarion/lost": ("stars", "cards")}  # fmt: skip


def _asks(path: str) -> Body:
    return lambda _: dict(ASKED[path])


JUDGE = (
    Route("GET", "/judge"),
    *(Route("POST", f"/judge/{path}", _asks(path), NEEDED.get(path, ())) for path in ASKED),
)
ROUTES = (*ROUTES, *JUDGE)

BY_NAME = {route.name: route for route in ROUTES}
WITH_BODY = [route.name for route in ROUTES if route.body is not None]
WITH_CODE = [route.name for route in ROUTES if "{code}" in route.path]
WITH_SEAT = [route.name for route in ROUTES if "{seat}" in route.path]
