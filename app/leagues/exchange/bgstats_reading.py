"""Reading a BG Stats file: JSON or a ZIP that holds one. Unknown fields are ignored; what is odd is told, never raised.

Inside a file plays refer to players by a number that means nothing elsewhere; who somebody is, is the ``uuid``.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.games.phrases import Phrase, say
from app.leagues.answers import Accepted, Refused
from app.leagues.exchange.plays import File, Play, Player, PlayerScore, Skipped, game_of, score_of
from app.leagues.games import GameKey
from app.tables import names

MOST_BYTES = 50_000_000
MOST_PLAYS = 50_000
MOST_SCORES = 40


def read(data: bytes) -> Accepted[File] | Refused:
    """What a file holds that a league can count."""
    text = _unpacked(data)
    if isinstance(text, Refused):
        return text
    try:
        document = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # no UTF-8 is a ValueError too
        return Refused(_no_file())
    if not isinstance(document, dict) or not isinstance(document.get("plays"), list):
        return Refused(_no_file())
    if len(document["plays"]) > MOST_PLAYS:
        return Refused(say("That file is too big."))
    return Accepted(_plays(document))


def _unpacked(data: bytes) -> bytes | Refused:
    if len(data) > MOST_BYTES:
        return Refused(say("That file is too big."))
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [
                one
                for one in archive.infolist()
                if one.filename.lower().endswith((".json", ".bgsplay")) and not one.filename.startswith("__MACOSX/")
            ]
            if len(inside) != 1:
                return Refused(say("That archive must hold exactly one file of BG Stats."))
            if inside[0].file_size > MOST_BYTES:
                return Refused(say("That file is too big."))
            with archive.open(inside[0]) as file:
                text = file.read(MOST_BYTES + 1)  # the size told in an archive may be a lie
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError, ValueError):
        return Refused(_no_file())
    return text if len(text) <= MOST_BYTES else Refused(say("That file is too big."))


def _no_file() -> Phrase:
    return say("That is no file of BG Stats. Choose a .bgsplay file, or a backup that it wrote.")


# What is inside


def _plays(document: Mapping[str, Any]) -> File:
    players = {
        number: player
        for one in _objects(document, "players")
        if (number := _whole(one, "id")) is not None and (player := _player(one)) is not None
    }
    games = {
        number: (_game(one), _text(one, "name"))
        for one in _objects(document, "games")
        if (number := _whole(one, "id")) is not None
    }
    plays: dict[str, Play] = {}
    skipped: list[Skipped] = []
    others = ignored = 0
    for one in _objects(document, "plays"):
        key, title = games.get(_whole(one, "gameRefId") or 0, (None, ""))
        if key is None:
            others += 1
        elif one.get("ignored") is True:
            ignored += 1
        else:
            play = _play(one, key, title, players)
            if isinstance(play, Skipped):
                skipped.append(play)
            else:
                plays[play.uuid] = play  # a play that is there twice is one
    order = dict.fromkeys(score.player for play in plays.values() for score in play.scores)
    return File("bgstats", tuple(order), tuple(plays.values()), tuple(skipped), others, ignored)


def _player(one: Mapping[str, Any]) -> Player | None:
    uuid, name = _id(one), _text(one, "name").strip()[: names.LONGEST * 4]
    return None if not uuid else Player(uuid, name or "?", one.get("isAnonymous") is True)


def _game(one: Mapping[str, Any]) -> GameKey | None:
    return game_of(_whole(one, "bggId"), _text(one, "name"), _text(one, "bggName"))


def _play(one: Mapping[str, Any], game: GameKey, title: str, players: Mapping[int, Player]) -> Play | Skipped:
    uuid, day = _id(one), _text(one, "playDate")[:10]
    when = _when(one)
    if not uuid or when is None:
        return Skipped(uuid, day, say("That play has no date or no number of its own."))
    rows = _objects(one, "playerScores")
    scores = []
    for place, row in enumerate(rows[:MOST_SCORES], 1):
        player = players.get(_whole(row, "playerRefId") or 0)
        if player is None:
            return Skipped(uuid, day, say("Somebody in that play is not among the players of the file."))
        written = _score_text(row)
        scores.append(
            PlayerScore(
                player,
                written,
                score_of(written),
                row.get("winner") is True,
                _whole(row, "rank") or None,
                row.get("startPlayer") is True,
                _whole(row, "seatOrder") or place,
            )
        )
    scores.sort(key=lambda score: score.order)
    minutes = _whole(one, "durationMin") or 0
    return Play(
        uuid,
        game,
        title[:100],
        when,
        minutes if 0 < minutes <= 7 * 24 * 60 else 0,
        _whole(one, "rounds") or None,
        _text(one, "board")[:200],
        _text(one, "comments")[:1_000],
        tuple(scores),
    )


def _score_text(row: Mapping[str, Any]) -> str:
    score = row.get("score")
    if isinstance(score, str):
        return score.strip()[:100].replace("\0", "")
    return str(score) if type(score) is int and abs(score) < 10**9 else ""


def _when(one: Mapping[str, Any]) -> datetime | None:
    """The local time; noon of the day where only that is known."""
    text, number = _text(one, "playDate"), _whole(one, "playDateYmd") or 0
    for value, form in ((text, "%Y-%m-%d %H:%M:%S"), (f"{number} 12", "%Y%m%d %H"), (f"{text[:10]} 12", "%Y-%m-%d %H")):
        try:
            when = datetime.strptime(value, form)
        except ValueError:
            continue
        if 1970 < when.year < 9000:
            return when
    return None


# Foreign JSON


def _objects(holder: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = holder.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(holder: Mapping[str, Any], name: str) -> str:
    value = holder.get(name)
    if not isinstance(value, str):
        return ""
    return "".join(sign for sign in value if sign != "\0" and not "\ud800" <= sign <= "\udfff")


def _id(holder: Mapping[str, Any]) -> str:
    return _text(holder, "uuid").strip().lower()[:60]


def _whole(holder: Mapping[str, Any], name: str) -> int | None:
    value = holder.get(name)
    return value if type(value) is int and abs(value) < 2**53 else None
