"""Time travel: the table at any row of its log, as each could see it then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.errors import NotFound
from app.games import GAMES
from app.games.kernel import Game
from app.games.phrases import Phrase, Seat, say
from app.tables import lines, log, store, taps
from app.tables.turns import GAME_KINDS, Turn, find_table


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after log row ``seq``: when that was, what the row says, and the view of seat ``you`` (None: the
    wall's). ``before`` and ``after`` are the next rows that changed the game, to step through; ``head`` the newest
    row. ``view`` is None in the lobby."""

    game: Game[Any, Any, Any]
    seq: int
    at: int
    head: int
    before: int | None
    after: int | None
    you: Seat | None
    says: Phrase | None
    view: Any
    names: dict[int, str]


def at(code: str, phone: int | None, seq: int) -> Moment:
    """The table after that row. Raises NotFound for a row that is not there."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        rows = log.rows_after(connection, table.id, 0)
    turn = Turn(connection, table, seats, table.seq, table.game_seq)  # only asked who sits where
    there = next((row for row in rows if row.seq == seq), None)
    if there is None:
        raise NotFound(say("The log of this table has no row %(row)s. Choose one of its lines.", row=str(seq)[:20]))
    game = GAMES[table.game]
    numbers = {seat.id: Seat(seat.number) for seat in seats}
    told, position = lines.read(game, [row for row in rows if row.seq <= seq], numbers)
    began = next((row for row in reversed(rows) if row.kind == "started"), None)
    this_game = began is not None and position.began == began.seq
    you = _eyes(turn, phone, rows, position) if this_game else None
    moves = [row.seq for row in rows if row.kind in GAME_KINDS]
    return Moment(
        game=game,
        seq=seq,
        at=there.at,
        head=rows[-1].seq,
        before=next((row for row in reversed(moves) if row < seq), None),
        after=next((row for row in moves if row > seq), None),
        you=you,
        says=next((line.says for line in reversed(told) if line.seq == seq), None),
        view=None if position.state is None else game.view_for(position.state, you),
        names={seat.number: seat.name for seat in seats} if this_game else _names_then(rows, position),
    )


def _eyes(turn: Turn, phone: int | None, rows: list[Any], then: log.Position) -> Seat | None:
    """The seat whose secrets of that time this phone may show: its only one, and only since the seat came to this
    phone. A phone that several share shows nobody's, and what was sealed when a seat was taken over stays sealed."""
    held = turn.seats_of(phone)
    if len(held) != 1:
        return None
    (seat,) = held
    came = max((row.seq for row in rows if row.kind == "moved" and row.by_seat_id == seat.id), default=0)
    if then.seq <= max(came, seat.sealed) or taps.veiled(then, seat):
        return None
    return Seat(seat.number)


def _names_then(rows: list[Any], position: log.Position) -> dict[int, str]:
    """The names of a start that was taken back: seats may have changed places since."""
    body = next((row.body for row in rows if row.seq == position.began), None)
    names = body.get("names") if isinstance(body, dict) else None
    return dict(enumerate(names)) if isinstance(names, list) else {}
