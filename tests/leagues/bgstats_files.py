"""BG Stats files as the app writes them, by the table of their fields; also with everything odd that occurs in them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

ANA, BO, CHI, ANON = ("11111111-aaaa-4aaa-8aaa-00000000000" + digit for digit in "1234")


def player(number: int, uuid: str, name: str, anonymous: bool = False) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": uuid,
        "name": name,
        "isAnonymous": anonymous,
        "modificationDate": "2026-01-02 10:00:00",
        "bggUsername": "",
        "metaData": '{"isNpc":0}',
    }


def game(number: int, name: str, bgg: int | None, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": f"22222222-bbbb-4bbb-8bbb-00000000000{number}",
        "name": name,
        "modificationDate": "2026-01-02 10:00:00",
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggName": name,
        "bggYear": 2021,
        "designers": "Gérald Cattiaux, Jean-Louis Roubira",
        "urlThumb": "https://example.org/thumb.png",
        "urlImage": "https://example.org/image.png",
        "isBaseGame": True,
        "isExpansion": False,
        "rating": 0,
        "copies": [{"uuid": "x", "metaData": "{}"}],
        **({} if bgg is None else {"bggId": bgg}),
        **more,
    }


def score(who: int, points: str, winner: bool, rank: int = 0, order: int = 0, first: bool = False) -> dict[str, Any]:
    return {
        "playerRefId": who,
        "score": points,
        "winner": winner,
        "newPlayer": False,
        "startPlayer": first,
        "rank": rank,
        "seatOrder": order,
        "role": "",
        "team": "",
        "teamRole": "",
    }


def play(number: int, game_number: int, scores: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "uuid": f"33333333-cccc-4ccc-8ccc-0000000000{number:02d}",
        "gameRefId": game_number,
        "locationRefId": 1,
        "playDate": f"2026-03-{number:02d} 23:30:00",
        "playDateYmd": int(f"202603{number:02d}"),
        "entryDate": "2026-03-30 10:00:00",
        "modificationDate": "2026-03-30 10:00:00",
        "durationMin": 35,
        "rounds": 4,
        "rating": 0,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "scoringSetting": 0,
        "bggId": 329845,
        "importPlayId": "",
        "nemestatsId": 0,
        "board": "",
        "comments": "",
        "playImages": "[]",
        "expansionPlays": [],
        "playerScores": scores,
        **more,
    }


def backup() -> dict[str, Any]:
    """Four players and nine plays: five that count, one of another game, one ignored, two that tell too little."""
    return {
        "about": "",
        "players": [
            player(3, ANA, "Ana"),
            player(7, BO, "Bo"),
            player(9, CHI, "千代"),
            player(2, ANON, "Anonymous", True),
        ],
        "locations": [{"id": 1, "uuid": "44444444", "name": "Home", "modificationDate": "2026-01-02 10:00:00"}],
        "games": [
            game(1, "Stella: Dixit Universe", 329845),
            game(2, "Stella Quest", None),
            game(4, "Stellarion", 360843, cooperative=True, noPoints=True),
            game(5, "Azul", 230802),
        ],
        "plays": [
            play(
                1,
                1,
                [
                    score(3, "3+20+5", True, order=2),
                    score(7, "19", False, order=1, first=True),
                    score(9, "12+7", False),
                ],
            ),
            play(2, 2, [score(3, "", False, rank=2), score(7, "", True, rank=1)], rounds=0, durationMin=0),
            play(3, 4, [score(3, "", True), score(9, "", True)], board="Mirrors and Orbits"),
            play(4, 1, [score(3, "30", True), score(2, "20", False), score(2, "10", False)]),
            play(5, 1, [score(3, "1", False), score(7, "", True), score(9, "2", False)]),
            play(6, 5, [score(3, "60", True), score(7, "50", False)]),
            play(7, 1, [score(3, "9", True), score(7, "8", False), score(9, "7", False)], ignored=True),
            play(8, 1, [score(3, "", False), score(7, "", False), score(9, "", False)]),
            play(9, 1, [score(3, "9", True), score(77, "8", False), score(9, "7", False)]),
        ],
        "userInfo": {"meRefId": 3, "bggUsername": "ana", "cloudKey": "…"},
        "tags": [],
        "groups": [],
        "challenges": [],
        "deletedObjects": [
            {"uuid": "x", "objectType": "play", "externalId": "", "modificationDate": "2026-01-01 00:00:00"}
        ],
        "somethingNew": {"deep": [1, 2, {"x": None}]},
    }


def text(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def zipped(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()
