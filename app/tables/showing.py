"""A verdict of the judge, shown to everybody at the table until the game goes on. Only its address is kept: each
phone words it in its own language, by the engine of now."""

from __future__ import annotations

from app.errors import Malformed
from app.games.phrases import say
from app.tables import log
from app.tables.taps import Submitted, check_key, counted_before
from app.tables.turns import at_table

LONGEST = 1_500


def show(code: str, phone: int | None, address: object, *, key: str) -> Submitted:
    """By whoever sits at the table. ``address`` is that of a verdict on this table's game (whoever calls has asked the
    judge for it). Raises Stranger, Malformed."""
    key = check_key(key)
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return before
        if (
            not isinstance(address, str)
            or len(address) > LONGEST
            or not address.startswith(f"/judge/{turn.table.game}/")
        ):
            raise Malformed(say("Show a verdict on the game of this table."), fields={"address": "unknown"})
        seq = turn.append("verdict", {"address": address, "name": me.name}, me.id, key)
    return Submitted(seq, False)
