"""What a seat is still thinking about: kept outside the log, one row per seat, shown to that seat alone.

A draft rings no bell and gets no number: how often a seat saves would tell how much it has marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from marshmallow import ValidationError
from sqlalchemy.engine import Connection

from app.errors import Malformed, NotYourSeat, Refusal, Unfit
from app.games.kernel import Game, Refused
from app.games.phrases import Seat, Who, say
from app.tables import log
from app.tables.models import Draft
from app.tables.taps import check_whole
from app.tables.turns import Turn, at_table


def save(code: str, phone: int | None, data: Mapping[str, Any], for_seat: Seat | None = None) -> None:
    """Keep this in place of what the seat had saved before.

    Raises Refusal where the game wants no draft now (everybody has locked in, the seat does not play).
    """
    with at_table(code) as turn:
        me = turn.sitting(phone)
        seat = me if for_seat is None else turn.seat(for_seat)
        if seat.phone_id != phone:
            raise NotYourSeat(say("That seat is played on another phone. Only it or the host can act for it."))
        turn.need("playing", "finished")
        position = log.position_at(turn.connection, turn.table)
        check_whole(position)
        game = position.game
        if game.draft is None:
            raise Malformed(say("This game keeps no drafts."))
        try:
            checked = game.draft(position.state, Seat(seat.number), data)
        except ValidationError as wrong:
            raise Malformed(say("These marks cannot be read. Reload the page."), fields=wrong.messages) from wrong
        if isinstance(checked, Refused):
            raise Refusal(checked.violations, seq=turn.head)
        turn.connection.execute(sa.delete(Draft).where(Draft.seat_id == seat.id))
        stage = game.draft_stage(position.state)
        turn.connection.execute(sa.insert(Draft).values(seat_id=seat.id, stage=stage, body=checked.state))


def read(connection: Connection, seat_id: int, stage: str | None) -> dict[str, Any] | None:
    """What the seat saved in this stage of the game."""
    if stage is None:
        return None
    row = connection.execute(sa.select(Draft.stage, Draft.body).where(Draft.seat_id == seat_id)).first()
    return dict(row.body) if row is not None and row.stage == stage else None


def body_of(turn: Turn, seat: Any, position: log.Position) -> dict[str, Any]:
    """What the seat saved, to be handed in. Raises Unfit where there is nothing, or nothing in it: how much somebody
    has marked is nobody's business."""
    body = read(turn.connection, seat.id, position.game.draft_stage(position.state))
    if body is None or not any(body.values()):
        raise Unfit(say("%(who)s has saved nothing that could be locked in.", who=Who(Seat(seat.number))))
    return body


def forget(turn: Turn) -> None:
    """All drafts of the table are over."""
    turn.connection.execute(sa.delete(Draft).where(Draft.seat_id.in_([seat.id for seat in turn.seats])))


def keep_what_was_locked(turn: Turn, game: Game[Any, Any, Any], steps: list[log.Step], after: Any) -> None:
    """When a secret selection is opened again, each seat finds what it had locked as its draft, but never on a phone
    that took it over since."""
    stage = game.draft_stage(after)
    if game.draft is None or stage is None:
        if game.draft is not None:
            forget(turn)
        return
    by_number = {seat.number: seat for seat in turn.seats}
    kept: dict[int, dict[str, Any]] = {}
    for step in steps:
        data = game.wire.dump_action(step.action)
        chosen = {name: data[name] for name in game.drafted if name in data}
        if type(step.action).by == "seat" and chosen and step.seq > by_number[data["seat"]].sealed:
            kept[by_number[data["seat"]].id] = chosen
    for seat_id, body in kept.items():
        turn.connection.execute(sa.delete(Draft).where(Draft.seat_id == seat_id))
        turn.connection.execute(sa.insert(Draft).values(seat_id=seat_id, stage=stage, body=body))
