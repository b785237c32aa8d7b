"""Correcting a table over its API, for tests."""

from __future__ import annotations

from typing import Any

from flask import Flask

from app.tables.models import Entry, Result
from tests.players import Answer, Night, Phone, fresh_key
from tests.tables.clock import rows

#: Three rounds' worth of marks: Ana, Bo and Chiyo share A1; Ana and Bo share A2; Chiyo alone has A3.
MARKS = [[0, 1], [0, 1], [0, 2]]


def entries(night: Night) -> list[Any]:
    return list(night.host.get(f"{night.at}/amendments").ok()["entries"])


def entry(night: Night, kind: str, seat: int | None = None, last: bool = False, **more: Any) -> Any:
    """The first (or last) entry of that kind, of that seat, with these members."""
    found = [
        one
        for one in entries(night)
        if one["action"]["type"] == kind
        and (seat is None or one["action"].get("seat") == seat)
        and all(one["action"].get(name) == value for name, value in more.items())
    ]
    return found[-1 if last else 0]


def edit(of: Any, action: Any) -> dict[str, Any]:
    return {"seq": of["seq"], "part": of["part"], "action": action}


def preview(night: Night, who: int | Phone, *edits: Any) -> Answer:
    phone = night.phones[who] if isinstance(who, int) else who
    return phone.post(f"{night.at}/amendments/preview", edits=list(edits))


def amend(night: Night, who: int | Phone, *edits: Any, **more: Any) -> Answer:
    phone = night.phones[who] if isinstance(who, int) else who
    more = {"key": fresh_key(), "why": "It lay like that.", **more}
    more.setdefault("seen", night.look(None)["seq"])
    return phone.post(f"{night.at}/amendments", edits=list(edits), **more)


def decide(night: Night, who: int | Phone, proposal: int, yes: bool, **more: Any) -> Answer:
    phone = night.phones[who] if isinstance(who, int) else who
    more = {"key": fresh_key(), "seen": night.look(None)["seq"], **more}
    return phone.post(f"{night.at}/amendments/{proposal}", yes=yes, **more)


def log_lines(night: Night) -> list[Any]:
    return list(night.host.get(f"{night.at}/log").ok())


def stored(app: Flask) -> list[tuple[int, str, Any]]:
    """All rows of the log: number, kind, body."""
    return [(row.seq, row.kind, row.body) for row in rows(app, Entry.__table__.select().order_by(Entry.seq))]


def results(app: Flask) -> list[Any]:
    return [row.body for row in rows(app, Result.__table__.select())]


def points(night: Night) -> list[int]:
    return [seat.get("total", seat.get("points")) for seat in night.look(None)["view"]["seats"]]


def quest(night: Night) -> Night:
    """A game of Stella Quest that has begun: green 4 lies on the pile."""
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0, recording="each").ok()
    night.act(0, type="first_card", card="green-4").ok()
    return night


def quest_round(night: Night, cards: list[str], take: str, top: str | None = None) -> Night:
    """Everybody plays in turn, the winner takes a card and, where there is a choice, chooses the top."""
    for card in cards:
        view = night.look(None)["view"]
        night.act(0, type="play", card=card, for_=view["turn"]).ok()
    winner = night.look(None)["view"]["winner"]
    night.act(0, type="take", card=take, for_=winner).ok()
    if top is not None:
        night.act(0, type="top", card=top, for_=winner).ok()
    return night
