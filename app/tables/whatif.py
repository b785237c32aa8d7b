"""What if: any action, looked at before it is taken. Nothing is stored, no bell rings.

In a game with secrets only what the asker could work out alone is answered: what the table's host does outside the
secret parts, and whether one's own secret choice would be taken. What it would uncover is asked of nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.errors import NotYourSeat, Refusal, Unfit
from app.games.amending import standing
from app.games.kernel import Accepted, Finding, Game, Refused, Several
from app.games.phrases import Phrase, Seat, say
from app.tables import alternatives, log, looking, store
from app.tables.playing import check_may, load_action
from app.tables.taps import check_seen, check_whole
from app.tables.turns import Turn, find_table

IN_SECRET = say("While people choose in secret, nothing can be tried out. Do it, or wait until all are in.")
UNSEEN = say("What that would show is secret until it is shown. It cannot be tried out.")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What the action would do: its line and reasons, remarks of the rules, the points ``before`` and ``after`` it, and
    the view after it with the eyes of the asking phone (``you``; None: the wall's). ``seq`` is the table's number,
    which does not move."""

    game: Game[Any, Any, Any]
    seq: int
    line: Phrase | None
    why: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    view: Any
    you: Seat | None
    before: tuple[int | None, ...] | None
    after: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be tried out now: its line, told apart from all others, and the action."""

    says: Phrase
    action: Any


@dataclass(frozen=True, slots=True)
class Ticks:
    """One's own secret choice: ``least`` to ``most`` of these, for the ``field`` of ``action``, by ``seat``."""

    action: str
    field: str
    seat: Seat
    of: tuple[int | str, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What this phone can try out. ``secret``: why not more."""

    game: Game[Any, Any, Any]
    seq: int
    choices: tuple[Choice, ...]
    ticks: Ticks | None
    secret: Phrase | None


def choices(code: str, phone: int | None) -> Choices:
    """Everything that this phone's seats could do now, or its host for all of them, as far as it may be tried out.

    Raises Stranger, and Closed in the lobby."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        turn.sitting(phone)
        position = log.position_at(connection, table)
        turn.need("playing", "finished")
        check_whole(position)
        game, state, host = position.game, position.state, turn.is_host(phone)
        mine = {seat.number for seat in turn.seats_of(phone)}
        found: dict[Phrase, Choice] = {}
        for action in alternatives.candidates(game, state, len(turn.seats)):
            may = host or (type(action).by == "seat" and action.seat in mine)
            if may and (says := _says(game, state, action)) is not None:
                found.setdefault(says, Choice(says, action))
        eyes = looking.eyes(turn, phone, position)
        ticks = None if eyes is None or game.draft is None else _ticks(game, state, eyes)
        return Choices(game, turn.head, tuple(found.values()), ticks, _secret(game, state, len(turn.seats)))


def _says(game: Game[Any, Any, Any], state: Any, action: Any) -> Phrase | None:
    """What tells an action that may be tried out from all others; None where it may not, or the rules refuse it."""
    try:
        _check_tells_nothing(game, state, action)
        match game.apply(state, action):
            case Accepted(state=after):
                _check_stays_secret(game, state, action, after)
                if game.entry_for is not None:
                    return game.entry_for(state, action, after)
                return game.line_for(state, action, after, None)
    except Unfit:
        return None
    return None


def _ticks(game: Game[Any, Any, Any], state: Any, seat: Seat) -> Ticks | None:
    """The secret choice of a seat that is still open to it, where it does not end the secret part."""
    for offer in game.legal_actions(state, seat):
        chosen = [(name, choice) for name, choice in offer.fields.items() if isinstance(choice, Several)]
        if len(chosen) == len(offer.fields) == 1 and game.draft_stage(state) is not None:
            ((name, choice),) = chosen
            return Ticks(offer.action, name, seat, choice.of, choice.at_least, choice.at_most)
    return None


def _secret(game: Game[Any, Any, Any], state: Any, seats: int) -> Phrase | None:
    """Why something that is due now is not among the choices: people choose in secret, or somebody shows what was."""
    if game.draft is None:
        return None
    if game.draft_stage(state) is not None:
        return IN_SECRET
    return UNSEEN if any(game.legal_actions(state, Seat(seat)) for seat in range(seats)) else None


def preview(
    code: str, phone: int | None, data: Mapping[str, Any], *, seen: int | None = None, for_seat: Seat | None = None
) -> WhatIf:
    """The action as ``playing.submit`` would take it. Raises what that raises, and Unfit where an answer would tell a
    secret."""
    with store.reading() as connection:
        table, seats = find_table(connection, code)
        turn = Turn(connection, table, seats, table.seq, table.game_seq)
        me = turn.sitting(phone)
        position = log.position_at(connection, table)
        turn.need("playing", "finished")
        check_whole(position)
        game = position.game
        seat = me if for_seat is None else turn.seat(for_seat)
        holds = seat.phone_id == phone
        if not holds and not turn.is_host(phone):
            raise NotYourSeat(say("That seat is played on another phone. Only it or the host can act for it."))
        action = load_action(game, data, Seat(seat.number))
        check_may(turn, phone, action, seat, holds, False, game)
        if type(action).sighted and seen is not None:
            check_seen(turn, position, seen)
        _check_tells_nothing(game, position.state, action)
        match game.apply(position.state, action):
            case Refused(violations=violations):
                raise Refusal(violations, seq=turn.head)
            case Accepted(state=after, notes=notes):
                _check_stays_secret(game, position.state, action, after)
                eyes = looking.eyes(turn, phone, position)
                return WhatIf(
                    game,
                    turn.head,
                    game.line_for(position.state, action, after, None),
                    game.why(position.state, action, after),
                    notes,
                    game.view_for(after, eyes),
                    eyes,
                    standing(game, position.state),
                    standing(game, after),
                )


def _check_tells_nothing(game: Game[Any, Any, Any], state: Any, action: Any) -> None:
    if game.draft is None:
        return
    if type(action).by == "host":
        if game.draft_stage(state) is not None:
            raise Unfit(IN_SECRET)
    elif type(action).sighted:
        raise Unfit(UNSEEN)


def _check_stays_secret(game: Game[Any, Any, Any], state: Any, action: Any, after: Any) -> None:
    """One's own secret choice may be tried, as long as it does not end the secret part."""
    secret = game.draft is not None and type(action).by == "seat"
    if secret and game.draft_stage(after) != game.draft_stage(state):
        raise Unfit(
            say("That ends the secret part for everybody, so it cannot be tried out. Lock in to see the numbers.")
        )
