"""Reading a BG Stats file: JSON or a ZIP that holds one. Unknown fields are ignored; what is odd is told, never raised.

Inside a file plays refer to players by a number that means nothing elsewhere; who somebody is, is the ``uuid``.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.games.phrases import Phrase, say
from app.leagues.answers import Accepted, Refused
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.tables import names

MOST_BYTES = 50_000_000
MOST_PLAYS = 50_000
MOST_SCORES = 40
_SUM = re.compile(r"\s*[+-]?\s*\d{1,9}(\s*[+-]\s*\d{1,9})*\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Player:
    """``anonymous``: no person in particular; may sit in one play several times."""

    uuid: str
    name: str
    anonymous: bool


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """``written``: the score as it stands in the file; ``score``: the number it comes to, None if it is none.
    ``rank`` None: unset."""

    player: Player
    written: str
    score: int | None
    winner: bool
    rank: int | None
    first: bool
    order: int


@dataclass(frozen=True, slots=True)
class Play:
    """``when``: local time, without an offset, of the end. ``title``: the game as the file calls it."""

    uuid: str
    game: GameKey
    title: str
    when: datetime
    minutes: int
    turns: int | None
    board: str
    comments: str
    scores: tuple[PlayerScore, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A play that was not taken, and why. ``day`` as the file has it."""

    uuid: str
    day: str
    why: Phrase


@dataclass(frozen=True, slots=True)
class File:
    """``players``: those of the plays, in order of appearance. ``other_games``: how many plays of games no league
    counts; ``ignored``: how many the owner left out of statistics."""

    players: tuple[Player, ...]
    plays: tuple[Play, ...]
    skipped: tuple[Skipped, ...]
    other_games: int
    ignored: int


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
    return File(tuple(order), tuple(plays.values()), tuple(skipped), others, ignored)


def _player(one: Mapping[str, Any]) -> Player | None:
    uuid, name = _id(one), _text(one, "name").strip()[: names.LONGEST * 4]
    return None if not uuid else Player(uuid, name or "?", one.get("isAnonymous") is True)


def _game(one: Mapping[str, Any]) -> GameKey | None:
    """Which of ours it is: by its BoardGameGeek number, else by its title."""
    number = _whole(one, "bggId")
    titles = {names.key(_text(one, "name")[:200]), names.key(_text(one, "bggName")[:200])} - {""}
    for game in LEAGUE_GAMES.values():
        if game.bgg_id is not None and game.bgg_id == number:
            return game.key
    for game in LEAGUE_GAMES.values():
        if titles & {names.key(title) for title in (game.title, *game.other_titles)}:
            return game.key
    return None


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


def score_of(written: str) -> int | None:
    """The number that a score comes to: ``3+20+5`` is 28; None for what is no sum of whole numbers."""
    if not _SUM.fullmatch(written):
        return None
    return sum(int(part) for part in re.findall(r"[+-]?\d+", "".join(written.split())))


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
