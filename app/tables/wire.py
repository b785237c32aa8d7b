"""A table on the wire: what a phone sees of it as JSON. Names are promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields, validate

from app.games import GAMES
from app.games.phrases import Phrase
from app.tables.looking import Look

SIGNS = "0 triangle, 1 square, 2 hexagon, 3 diamond, 4 circle, 5 cross"


class SeatSchema(Schema):
    """One seat. ``on_phone_of``: the seat whose phone it is played on, when it has none of its own."""

    id = fields.Int(required=True, metadata={"description": "Names the seat in the lobby, where numbers still change"})
    number = fields.Int(required=True, metadata={"description": "Clockwise, from 0"})
    name = fields.Str(required=True)
    sign = fields.Int(required=True, metadata={"description": SIGNS})
    host = fields.Bool(required=True)
    here = fields.Bool(required=True, metadata={"description": "Its phone was heard of within the last minute"})
    on_phone_of = fields.Int(required=True, allow_none=True)


class ClaimSchema(Schema):
    id = fields.Int(required=True)
    seat = fields.Int(required=True)


class HouseRuleSchema(Schema):
    """A rule that this table plays differently."""

    seq = fields.Int(required=True, metadata={"description": "Its row of the log; names it when it is taken back"})
    at = fields.Int(required=True, metadata={"description": "Milliseconds since 1970, UTC"})
    by = fields.Int(required=True, allow_none=True, metadata={"description": "The seat that recorded it"})
    rule = fields.Str(required=True, metadata={"description": "Rule id, as in the game's rules"})
    text = fields.Str(required=True, metadata={"description": "How it is played here"})


class LookSchema(Schema):
    """A table as one phone may see it now."""

    code = fields.Str(required=True)
    game = fields.Str(required=True, validate=validate.OneOf(tuple(GAMES)))
    title = fields.Str(required=True)
    status = fields.Str(required=True, validate=validate.OneOf(("lobby", "playing", "finished")))
    seq = fields.Int(required=True, metadata={"description": "The newest number of the table; send it back as seen"})
    game_seq = fields.Int(required=True)
    fewest_players = fields.Int(required=True)
    most_players = fields.Int(required=True)
    joining_open = fields.Bool(required=True)
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    you = fields.Int(required=True, allow_none=True, metadata={"description": "Whose eyes these are; null: a watcher"})
    yours = fields.List(fields.Int(), required=True, metadata={"description": "All seats on this phone"})
    host = fields.Bool(required=True)
    host_away = fields.Bool(required=True)
    covered = fields.Bool(required=True, metadata={"description": "Several seats on this phone, none uncovered"})
    veiled = fields.Bool(
        required=True, metadata={"description": "Taken over in this round; what it chose stays sealed"}
    )
    turn = fields.Int(required=True, metadata={"description": "Side of the table: 0, 90, 180 or 270"})
    frame = fields.Int(
        required=True, allow_none=True, metadata={"description": "The seat from whose side the cards are named"}
    )
    view = fields.Dict(required=True, allow_none=True, metadata={"description": "The game as this seat may see it"})
    draft = fields.Dict(required=True, allow_none=True)
    undo = fields.Str(required=True, allow_none=True, metadata={"description": "What undo would take back"})
    redo = fields.Str(required=True, allow_none=True)
    can_reopen_lobby = fields.Bool(required=True)
    untouched = fields.Bool(required=True, metadata={"description": "Begun, but nothing was played yet"})
    claims = fields.List(fields.Nested(ClaimSchema), required=True)
    claim = fields.Str(required=True, allow_none=True, validate=validate.OneOf(("waiting", "yes", "no")))
    proposals = fields.Int(required=True, metadata={"description": "Corrections that wait for the host; else 0"})
    corrections = fields.Int(required=True, metadata={"description": "How often the log was corrected"})
    house_rules = fields.List(fields.Nested(HouseRuleSchema), required=True)
    verdict = fields.Str(
        required=True, allow_none=True, metadata={"description": "Address of the verdict that is shown to everybody"}
    )
    next_code = fields.Str(required=True, allow_none=True)
    started_at = fields.Int(required=True, allow_none=True, metadata={"description": "Milliseconds since 1970, UTC"})
    ended_at = fields.Int(required=True, allow_none=True)
    broken = fields.Int(required=True, allow_none=True)


def dump_look(look: Look, phrase: Callable[[Phrase], str]) -> dict[str, Any]:
    """A look as JSON (``LookSchema``); ``phrase`` renders a sentence in the reader's language.

    Built by hand: this runs at every tap of every phone, and every member is named here on purpose.
    """
    return {
        "code": look.code,
        "game": look.game.key,
        "title": look.game.title,
        "status": look.status,
        "seq": look.seq,
        "game_seq": look.game_seq,
        "fewest_players": look.game.seats.start,
        "most_players": look.game.seats.stop - 1,
        "joining_open": look.joining_open,
        "options": look.options,
        "seats": [
            {
                "id": seat.id,
                "number": seat.number,
                "name": seat.name,
                "sign": seat.sign,
                "host": seat.host,
                "here": seat.here,
                "on_phone_of": seat.on_phone_of,
            }
            for seat in look.seats
        ],
        "you": look.you,
        "yours": list(look.yours),
        "host": look.host,
        "host_away": look.host_away,
        "covered": look.covered,
        "veiled": look.veiled,
        "turn": look.turn,
        "frame": look.frame,
        "view": None if look.view is None else look.game.wire.dump_view(look.view, phrase),
        "draft": look.draft,
        "undo": None if look.undo is None else phrase(look.undo),
        "redo": None if look.redo is None else phrase(look.redo),
        "can_reopen_lobby": look.can_reopen_lobby,
        "untouched": look.untouched,
        "claims": [{"id": claim.id, "seat": claim.seat} for claim in look.claims],
        "claim": look.claim,
        "proposals": look.proposals,
        "corrections": look.corrections,
        "house_rules": [
            {"seq": rule.seq, "at": rule.at, "by": rule.by, "rule": rule.rule, "text": rule.text}
            for rule in look.house_rules
        ],
        "verdict": look.verdict,
        "next_code": look.next_code,
        "started_at": look.started_at,
        "ended_at": look.ended_at,
        "broken": look.broken,
    }
