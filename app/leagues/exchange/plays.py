"""Plays as other programs tell them, before anybody has said who is who."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import datetime

from app.games.phrases import Phrase
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.tables import names

_SPACE = uuid.UUID("6f0f5d50-4c0e-5d2b-9d7e-1c8f8d0a7b11")
_SUM = re.compile(r"\s*[+-]?\s*\d{1,9}(\s*[+-]\s*\d{1,9})*\s*", re.ASCII)


def uid(league: str, kind: str, id_: str) -> str:
    """The uuid under which other programs know something of ours: always the same."""
    return str(uuid.uuid5(_SPACE, f"{league}/{kind}/{id_}"))


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
    """``when``: the end, in local time where it has no offset. ``title``: the game as the file calls it."""

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
    """``origin``: what wrote it, ``bgstats`` or ``csv``. ``players``: those of the plays, in order of appearance.
    ``other_games``: how many plays of games no league counts; ``ignored``: how many the owner left out of
    statistics."""

    origin: str
    players: tuple[Player, ...]
    plays: tuple[Play, ...]
    skipped: tuple[Skipped, ...]
    other_games: int
    ignored: int


def score_of(written: str) -> int | None:
    """The number that a score comes to: ``3+20+5`` is 28; None for what is no sum of whole numbers."""
    if not _SUM.fullmatch(written):
        return None
    return sum(int(part) for part in re.findall(r"[+-]?\d+", "".join(written.split())))


def game_of(bgg_id: int | None, *titles: str) -> GameKey | None:
    """Which of ours it is: by its BoardGameGeek number, else by one of its titles."""
    for game in LEAGUE_GAMES.values():
        if game.bgg_id is not None and game.bgg_id == bgg_id:
            return game.key
    keys = {names.key(title[:200]) for title in titles} - {""}
    for game in LEAGUE_GAMES.values():
        if keys & {names.key(title) for title in (game.key, game.title, *game.other_titles)}:
            return game.key
    return None
