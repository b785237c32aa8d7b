"""CSV: one row per game and seat, for spreadsheets; guarded, because a spreadsheet runs what begins like a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.leagues import zones
from app.leagues.book import Book, MemberId
from app.leagues.exchange.plays import uid
from app.leagues.games import LEAGUE_GAMES
from app.leagues.people import shown_names
from app.leagues.results import season_of
from app.leagues.standings import Standings
from app.leagues.valid import Counted

COLUMNS = (
    "game_id",
    "league",
    "season",
    "game",
    "variant",
    "started_at",
    "ended_at",
    "timezone",
    "local_date",
    "table",
    "seat",
    "player_id",
    "player_name",
    "guest",
    "score",
    "rank",
    "winner",
    "start_player",
    "rounds",
    "house_rules",
    "corrected",
    "source",
    "note",
)
_STANDINGS = ("rank", "player_id", "player_name", "points", "games", "wins", "beaten", "met", "dropped", "apart")

#: What a spreadsheet may take for the beginning of a formula.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def guarded(text: str) -> str:
    """``text`` for a cell: an apostrophe before what a spreadsheet would run. Numbers of ours do not come through
    here."""
    return f"'{text}" if text.lstrip("' ").startswith(_RISKY) else text


def unguarded(text: str) -> str:
    """What ``guarded`` was given."""
    return text[1:] if text.startswith("'") and text[1:].lstrip("' ").startswith(_RISKY) else text


def games(book: Book, counted: Iterable[Counted], *, to_all: bool = True) -> str:
    """Every seat of every game. ``to_all``: hidden people as initials."""
    names = shown_names(book, to_all=to_all)
    ids = {member: uid(book.id, "player", member) for member in book.members}
    return _written(COLUMNS, (row for game in counted for row in _rows(book, game, names, ids)))


def _rows(
    book: Book, game: Counted, names: Mapping[MemberId, str], ids: Mapping[MemberId, str]
) -> Iterator[Sequence[str]]:
    result = game.result
    season = season_of(book, game.day)
    mission = result.mission
    game_id, ended = uid(book.id, "play", result.id), _utc(result.ended)
    for seat, (sat, seated) in enumerate(zip(game.seats, result.seats, strict=True)):
        won = sat.place == 1 if mission is None else mission.won
        yield (
            game_id,
            guarded(book.name),
            "" if season is None else guarded(season.name),
            LEAGUE_GAMES[result.game].title,
            guarded(result.variant or ("" if mission is None else ", ".join(mission.expansions))),
            "" if result.started is None else _utc(result.started),
            ended,
            book.zone,
            game.day.isoformat(),
            guarded(result.source_id),
            str(seat + 1),
            ids[sat.who],
            guarded(names[sat.who]),
            _flag(not sat.member),
            guarded(seated.written) if seated.written else _number(sat.score),
            "" if mission is not None else str(sat.place),
            _flag(won),
            "" if seated.first is None else _flag(seated.first),
            _number(result.turns),
            guarded("; ".join(result.house)),
            _flag(result.id in book.past),
            str(result.source),
            guarded(result.note),
        )


def standings(table: Standings, names: Mapping[MemberId, str]) -> str:
    """A table of standings; points as exact decimals where they are some, else as fractions."""
    return _written(
        _STANDINGS,
        (
            (
                "" if row.rank is None else str(row.rank),
                guarded(row.member),
                guarded(names[row.member]),
                decimal(row.points.numerator, row.points.denominator),
                str(row.games),
                str(row.wins),
                decimal(row.beaten.numerator, row.beaten.denominator),
                str(row.met),
                decimal(row.dropped.numerator, row.dropped.denominator),
                "" if row.apart is None else str(row.apart),
            )
            for row in table.rows
        ),
    )


def decimal(top: int, bottom: int) -> str:
    """``7.5`` for 15/2, ``22/3`` where no decimal is exact."""
    rest = bottom
    twos = fives = 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{top}/{bottom}"
    digits = max(twos, fives)
    if digits == 0:
        return str(top)
    whole, part = divmod(abs(top) * 10**digits // bottom, 10**digits)
    return f"{'-' if top < 0 else ''}{whole}.{part:0{digits}d}"


def read(text: str) -> list[dict[str, str]]:
    """The rows of such a file, guards taken off. Columns may be parted by commas, semicolons or tabs."""
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    parted = max(",;\t", key=head.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=parted, restval="")
    return [
        {key.strip(): unguarded(value) for key, value in row.items() if isinstance(key, str) and isinstance(value, str)}
        for row in rows
    ]


def _written(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """With a byte order mark: without one spreadsheets spoil every accent."""
    out = io.StringIO(newline="")
    out.write("\ufeff")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def _utc(moment: int) -> str:
    return zones.utc_text(moment)


def _flag(yes: bool) -> str:
    return "1" if yes else "0"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
