"""BG Stats: the link that pushes one play, and the file (``.bgsplay`` or backup) of many. ``bgstats_reading`` reads it.

People and plays have ids that stay: derived from the league's and our own ids, so that matching is remembered there and
recognised here. Fields that the format calls optional but Android needs are always sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from app.leagues import zones
from app.leagues.book import Book, Member, MemberId, Result, Seated
from app.leagues.exchange.plays import uid
from app.leagues.games import LEAGUE_GAMES, GameKey, LeagueGame
from app.leagues.people import as_member, shown_names
from app.leagues.valid import Counted

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Starkeeper"
#: Free texts are cut so that the link stays one that can be opened.
LONGEST_COMMENT = 140
LONGEST_LINK = 2_000


# The link


def push(book: Book, game: Counted, *, to_all: bool = True, comment: str = "") -> dict[str, Any]:
    """One play as BG Stats takes it by link.  ``playDate`` is the end, in UTC."""
    names = shown_names(book, to_all=to_all)
    played = LEAGUE_GAMES[game.game]
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": uid(book.id, "play", game.id),
        "playDate": f"{zones.utc(game.ended):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": played.title,
            "sourceGameId": played.key,
            **({} if played.bgg_id is None else {"bggId": played.bgg_id}),
            "highestWins": True,
            "noPoints": played.together,
        },
        "players": [
            {
                "name": names[sat.who],
                "sourcePlayerId": uid(book.id, "player", sat.who),
                "startPlayer": bool(seated.first),
                "winner": won(game.result, seated),
                **({} if played.together else {"rank": sat.place}),
                **({} if sat.score is None else {"score": sat.score}),
            }
            for sat, seated in zip(game.seats, game.result.seats, strict=True)
        ],
    }
    if (minutes := duration(game.result)) is not None:
        data["durationMin"] = minutes
    if comment := (comment or game.result.note).strip()[:LONGEST_COMMENT]:
        data["comments"] = comment
    if board := variant(game.result)[:LONGEST_COMMENT]:
        data["board"] = board
    return data


def push_link(data: Mapping[str, Any]) -> str:
    """The link; without comments and board where it would be too long with them."""
    link = _link(data)
    if len(link) > LONGEST_LINK:
        link = _link({key: value for key, value in data.items() if key not in ("comments", "board")})
    return link


def _link(data: Mapping[str, Any]) -> str:
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def won(result: Result, seated: Seated) -> bool:
    return seated.place == 1 if result.mission is None else result.mission.won


def duration(result: Result) -> int | None:
    """Whole minutes; None where the beginning is unknown."""
    return None if result.started is None else max(1, round((result.ended - result.started) / 60_000))


def variant(result: Result) -> str:
    return result.variant or ("" if result.mission is None else ", ".join(result.mission.expansions))


# The file


def export(book: Book, games: Iterable[Counted], *, to_all: bool = True) -> dict[str, Any]:
    """A ``.bgsplay`` file: players, games and plays that BG Stats imports. Ids are local to the file, uuids stay."""
    games = tuple(games)
    names = shown_names(book, to_all=to_all)
    people = list(dict.fromkeys(sat.who for game in games for sat in game.seats))
    keys = list(dict.fromkeys(game.game for game in games))
    player_ids = {member: number for number, member in enumerate(people, 1)}
    game_ids = {key: number for number, key in enumerate(keys, 1)}
    return {
        "about": "Plays of a league, written by Starkeeper",
        "players": [_player(book, book.members[one], names[one], player_ids[one]) for one in people],
        "locations": [],
        "games": [_game(book, LEAGUE_GAMES[key], game_ids[key]) for key in keys],
        "plays": [_play(book, game, player_ids, game_ids) for game in games],
        "userInfo": {},
    }


def _player(book: Book, member: Member, name: str, number: int) -> dict[str, Any]:
    return {"id": number, "uuid": uid(book.id, "player", member.id), "name": name, "isAnonymous": False}


def _game(book: Book, game: LeagueGame, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": uid(book.id, "game", game.key),
        "name": game.title,
        "cooperative": game.together,
        "highestWins": True,
        "noPoints": game.together,
        "usesTeams": False,
        **({} if game.bgg_id is None else {"bggId": game.bgg_id}),
        "isBaseGame": True,
        "isExpansion": False,
    }


def _play(
    book: Book, game: Counted, player_ids: Mapping[MemberId, int], game_ids: Mapping[GameKey, int]
) -> dict[str, Any]:
    """``playDate`` in a file is local time."""
    result = game.result
    local = zones.local(game.ended, book.zone)
    return {
        "uuid": uid(book.id, "play", game.id),
        "gameRefId": game_ids[game.game],
        "playDate": f"{local:%Y-%m-%d %H:%M:%S}",
        "playDateYmd": int(f"{local:%Y%m%d}"),
        "durationMin": duration(result) or 0,
        "rounds": result.turns or 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "board": variant(result),
        "comments": result.note,
        "playerScores": [
            {
                "playerRefId": player_ids[sat.who],
                "score": seated.written or summed(seated),
                "winner": won(result, seated),
                "newPlayer": False,
                "startPlayer": bool(seated.first),
                "rank": 0 if result.mission is not None else sat.place,
                "seatOrder": number,
                "role": "" if as_member(book.members[sat.who], game.day) else "guest",
            }
            for number, (sat, seated) in enumerate(zip(game.seats, result.seats, strict=True), 1)
        ],
    }


def summed(seated: Seated) -> str:
    """``12+9+7+10`` where the rounds add up to the score, else the score; empty where it is unknown."""
    if seated.score is None:
        return ""
    known = [points for points in seated.rounds if points is not None]
    if known and len(known) == len(seated.rounds) and sum(known) == seated.score and min(known) >= 0:
        return "+".join(map(str, known))
    return str(seated.score)
