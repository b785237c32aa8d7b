"""What an entry of the log could have been instead: everything the rules allow at that point of the public past.

Asked of what is public alone, as a correction itself is (``amending``), so the list tells nothing that was never shown.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields, validate

from app.errors import Unfit
from app.games import amending as entries_of
from app.games.amending import BEGINNING, Entry, Id
from app.games.kernel import Accepted, Choice, Game, Offer, OneOf, Several, Words
from app.games.phrases import Phrase, Seat, say
from app.tables import amending, log, store
from app.tables.rewriting import Past
from app.tables.taps import check_whole
from app.tables.turns import Turn, find_table

#: So many sentences are offered; of more, those that are most like the entry.
MOST = 200
#: What stands for more than this is no list to choose from.
MOST_EXPANDED = 3000


@dataclass(frozen=True, slots=True)
class Alternative:
    """A sentence that could stand there; ``holds``: it is the one that does."""

    says: Phrase
    action: Any
    holds: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What should it have been? ``action`` and ``says`` are the entry (None: something is put in behind ``at``).

    ``before`` is the entry before it, behind which something can be put in. ``text``: it is a word that can be any;
    ``cells``: of a choice made in secret, the cards of which everybody knows by now, to be ticked."""

    game: Game[Any, Any, Any]
    seq: int
    at: Id
    says: Phrase | None
    action: Any
    before: Id
    choices: tuple[Alternative, ...]
    text: str | None
    cells: tuple[int, ...] | None


def ask(
    code: str,
    phone: int | None,
    at: Id,
    edits: Sequence[Mapping[str, Any]] = (),
    *,
    insert: bool = False,
    anything: bool = False,
) -> Question:
    """What entry ``at`` could be with these edits made; with ``insert`` what could stand behind it, with ``anything``
    not only what is of its kind. Raises what a preview raises."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        turn.sitting(phone)
        turn.need("playing", "finished")
        position = log.position_at(connection, table)
        check_whole(position)
        past = position.past()
        made = amending.read(turn, position, past, edits) if edits else []
    if not insert:
        made = [edit for edit in made if edit.insert or edit.at != at]
    entries = entries_of.edited(past.entries, made, turn.head + 1)
    return _question(turn, past, entries, at, insert, anything)


def _question(
    turn: Turn, past: Past, entries: tuple[Entry[Any], ...], at: Id, insert: bool, anything: bool
) -> Question:
    game = past.game
    place = _place(entries, at, insert)
    state = _state(past, entries[:place])
    action = None if insert else entries[place].action
    known = [entry.id for entry in entries[:place] if entry.was is not None]
    says = None
    if not insert:
        told, _end = entries_of.tell(game, past.start, past.entries)
        says = told[at].entry
    kind = None if action is None or anything else type(action).name
    old = [entry.action for entry in past.entries]
    around = (entries[:place], entries[place:] if insert else entries[place + 1 :])
    found: dict[Phrase, Alternative] = {}
    for one in candidates(game, state, len(turn.seats), kind, action):
        told_as = _told(game, state, one)
        if told_as is None or told_as in found:
            continue
        was = None if action is None else entries[place].was
        new = [*_listed(around[0]), (was, one), *_listed(around[1])]
        if one == action or game.beyond(old, new) is None:
            found[told_as] = Alternative(told_as, one, one == action)
    return Question(
        game,
        turn.head,
        at,
        says,
        action,
        known[-1] if known else BEGINNING,
        tuple(found.values()),
        None if anything else _text(action),
        None if anything else _cells(action),
    )


def _place(entries: Sequence[Entry[Any]], at: Id, insert: bool) -> int:
    """Where the entry stands, or what is put in would."""
    place = 0
    if not (insert and at == BEGINNING):
        found = next((number for number, entry in enumerate(entries) if entry.id == at), None)
        if found is None:
            raise Unfit(say("That entry is not in the log, or was taken back. Look at the log again."))
        place = found + insert
    while insert and place < len(entries) and entries[place].was is None:
        place += 1
    return place


def _state(past: Past, entries: Sequence[Entry[Any]]) -> Any:
    """The state after these entries; what the rules refuse is passed over."""
    state = past.start
    for entry in entries:
        match past.game.apply(state, entry.action):
            case Accepted(state=after):
                state = after
    return state


def _listed(entries: Sequence[Entry[Any]]) -> list[tuple[int | None, Any]]:
    return [(entry.was, entry.action) for entry in entries]


def _told(game: Game[Any, Any, Any], state: Any, action: Any) -> Phrase | None:
    match game.apply(state, action):
        case Accepted(state=after):
            if game.entry_for is not None:
                return game.entry_for(state, action, after)
            return game.line_for(state, action, after, None)
    return None


def _text(action: Any) -> str | None:
    text = getattr(action, "text", None)
    return text if isinstance(text, str) else None


def _cells(action: Any) -> tuple[int, ...] | None:
    told = getattr(action, "told", None)
    return tuple(sorted(told)) if isinstance(told, frozenset) else None


# Everything that can be done at a point


def candidates(
    game: Game[Any, Any, Any], state: Any, seats: int, kind: str | None = None, like: Any = None
) -> Iterator[Any]:
    """Actions that may stand there: those of the seat of ``like`` first, ``kind`` is their only type. Not all hold:
    the host's own are tried out."""
    data = {} if like is None else game.wire.dump_action(like)
    own = data.get("seat")
    order = sorted(range(seats), key=lambda seat: seat != own)
    offered = [
        (Seat(seat), {"type": offer.action, **payload})
        for seat in order
        for offer in game.legal_actions(state, Seat(seat))
        if (kind is None or offer.action == kind) and size(offer) <= MOST_EXPANDED
        for payload in offer.expand()
    ]
    if len(offered) > MOST:
        alike = sorted(offered, key=lambda one: -sum(data.get(name) == value for name, value in one[1].items()))
        kept = {id(one) for one in alike[:MOST]}
        offered = [one for one in offered if id(one) in kept]
    for seat, payload in offered:
        with contextlib.suppress(ValidationError):
            yield game.wire.load_action(payload, seat)
    yield from _host_actions(game, seats, kind)


def _host_actions(game: Game[Any, Any, Any], seats: int, kind: str | None) -> Iterator[Any]:
    """The host's own actions: nobody is offered them, so everything that their schemas allow is tried out."""
    for name, schema in game.wire.ACTION_SCHEMAS.items():
        if kind is not None and name != kind:
            continue
        values = [range(seats) if field == "seat" else _values(schema.fields[field]) for field in schema.fields]
        if math.prod(map(len, values)) > MOST:
            continue
        for chosen in itertools.product(*values):
            with contextlib.suppress(ValidationError):
                action = game.wire.load_action({"type": name, **dict(zip(schema.fields, chosen, strict=True))}, None)
                if type(action).by == "host":
                    yield action


def _values(field: fields.Field[Any]) -> Sequence[Any]:
    """All that this field of a schema takes, where those are few; else nothing."""
    if isinstance(field, fields.Boolean):
        return (True, False)
    if isinstance(field, fields.Enum):
        return [one.value if field.by_value else one.name for one in field.enum]
    for check in field.validators:
        match check:
            case validate.OneOf(choices=choices):
                return list(choices)
            case validate.Range(min=int(low), max=int(high)) if high - low < MOST:
                return range(low, high + 1)
    return ()


def size(offer: Offer) -> int:
    """How many payloads an offer stands for."""
    return math.prod(_choices(choice) for choice in offer.fields.values())


def _choices(choice: Choice) -> int:
    match choice:
        case OneOf(of=of):
            return len(of)
        case Several(of=of, in_order=in_order) as several:
            ways = math.perm if in_order else math.comb
            return sum(ways(len(of), number) for number in several.sizes)
        case Words():
            return 1
