"""Games out of a CSV file: our own, or one that somebody typed, a row per game and seat.

Needed are ``game``, ``player_name`` and a day (``local_date``, or ``ended_at`` in UTC); ``score``, ``rank`` or
``winner`` say how it ended. Rows with one ``game_id`` are one game; without it, rows of one day, game and ``table``.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

from app.games.phrases import Phrase, say
from app.leagues.answers import Accepted, Refused
from app.leagues.exchange.csv import read as rows_of
from app.leagues.exchange.plays import File, Play, Player, PlayerScore, Skipped, game_of, score_of
from app.leagues.games import LEAGUE_GAMES
from app.tables import names

MOST_BYTES = 50_000_000
NEEDED = ("game", "player_name")
_YES = frozenset(("1", "yes", "true", "x"))


def read(data: bytes) -> Accepted[File] | Refused:
    """What such a file holds that a league can count; the same plays as other files, ready for ``taking``."""
    if len(data) > MOST_BYTES:
        return Refused(say("That file is too big."))
    try:
        rows = rows_of(data.decode("utf-8-sig").replace("\0", ""))
    except (ValueError, csv.Error):  # no UTF-8 is a ValueError
        return Refused(_no_file())
    if not rows or not all(name in rows[0] for name in NEEDED):
        return Refused(_no_file())
    games: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        if any(row.values()):
            games.setdefault(_game_id(row), []).append(row)
    plays, skipped, others = [], [], 0
    for id_, seats in games.items():
        play = _play(id_, seats)
        if play is None:
            others += 1
        elif isinstance(play, Skipped):
            skipped.append(play)
        else:
            plays.append(play)
    players = dict.fromkeys(score.player for play in plays for score in play.scores)
    return Accepted(File("csv", tuple(players), tuple(plays), tuple(skipped), others, 0))


def _no_file() -> Phrase:
    return say(
        "That is no table of games. It needs the columns game, player_name, local_date and score, rank or winner."
    )


def _game_id(row: Mapping[str, str]) -> str:
    """The file's own name for a game, at most 40 characters long."""
    given = row.get("game_id", "").strip().lower()
    if given:
        return given[:40]
    return "-".join(names.key(row.get(name, ""))[:10] for name in ("local_date", "ended_at", "game", "table"))


def _play(id_: str, rows: list[dict[str, str]]) -> Play | Skipped | None:
    first = rows[0]
    game = game_of(None, first.get("game", ""))
    if game is None:
        return None
    when = _when(first)
    day = first.get("local_date", "")[:10] or first.get("ended_at", "")[:10]
    if when is None:
        return Skipped(id_, day, say("That game has no day that can be read. Write it like 2026-01-31."))
    scores = []
    for place, row in enumerate(rows, 1):
        name = " ".join(row.get("player_name", "").split())[:80]
        if not name:
            return Skipped(id_, day, say("Somebody in that game has no name."))
        player = Player(row.get("player_id", "").strip().lower()[:60] or f"name:{names.key(name)[:40]}", name, False)
        written = row.get("score", "").strip()[:100]
        rank = row.get("rank", "").strip()
        scores.append(
            PlayerScore(
                player,
                written,
                score_of(written),
                row.get("winner", "").strip().lower() in _YES,
                int(rank) if rank.isascii() and rank.isdecimal() and len(rank) < 4 else None,
                row.get("start_player", "").strip().lower() in _YES,
                place,
            )
        )
    turns = first.get("rounds", "").strip()
    return Play(
        id_,
        game,
        LEAGUE_GAMES[game].title,
        when,
        0,
        int(turns) if turns.isascii() and turns.isdecimal() and len(turns) < 5 else None,
        first.get("variant", "")[:200],
        first.get("note", "")[:1_000],
        tuple(scores),
    )


def _when(row: Mapping[str, str]) -> datetime | None:
    """The end in UTC where it is told, else noon of the local day."""
    try:
        if ended := row.get("ended_at", "").strip():
            when = datetime.fromisoformat(ended)
            when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
        else:
            when = datetime.combine(date.fromisoformat(row.get("local_date", "").strip()), time(12))
    except (ValueError, OverflowError):
        return None
    return when if 1970 < when.year < 9000 else None
