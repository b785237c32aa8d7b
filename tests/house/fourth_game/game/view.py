"""What the screens show of a table of Lamps: the same to everybody, but for the offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.kernel import Offer, Outcome
from app.games.lamps import rules
from app.games.lamps.state import Finished, Lamp, Playing, State, Turn
from app.games.phrases import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, and how many lamps this seat has lit."""

    seat: Seat
    lit: int


@dataclass(frozen=True, slots=True)
class View:
    """``phase``, ``seats``, ``outcome`` and ``offers`` are what the house reads of every game; ``turn`` None: over."""

    phase: Literal["playing", "finished"]
    seats: tuple[SeatView, ...]
    turn: Seat | None
    lamps: int
    dark: tuple[Lamp, ...]
    turns: tuple[Turn, ...]
    colour: str
    outcome: Outcome | None
    offers: tuple[Offer, ...]


def view_for(state: State, seat: Seat | None) -> View:
    """What ``seat``, or the screen on the wall (None), sees of the table."""
    return View(
        phase="finished" if isinstance(state, Finished) else "playing",
        seats=tuple(
            SeatView(Seat(one), sum(len(turn.lamps) for turn in state.turns if turn.seat == one))
            for one in range(state.seats)
        ),
        turn=state.turn if isinstance(state, Playing) else None,
        lamps=state.lamps,
        dark=state.dark if isinstance(state, Playing) else (),
        turns=state.turns,
        colour=state.colour,
        outcome=rules.outcome(state),
        offers=() if seat is None else rules.legal_actions(state, seat),
    )
