"""Random tables of Stella for the property tests: whole games, with and without people who leave."""

from __future__ import annotations

import random
from dataclasses import replace

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stella import GAME, steps
from app.games.stella.actions import (
    Action,
    Begin,
    Decide,
    EndEarly,
    Leave,
    Lock,
    NextRound,
    OtherWord,
    PlaceLanterns,
    Return,
    Reveal,
    SwapRow,
    Withdraw,
    Word,
)
from app.games.stella.state import (
    CELLS,
    ROWS,
    Announced,
    Cell,
    Finished,
    Marking,
    Opening,
    Options,
    Revealing,
    Scored,
    State,
)

WORDS = ("", "whisper", "étoile", "静けさ", "100 %")


def start(rnd: random.Random, seats: int | None = None) -> State:
    seats = rnd.randint(3, 6) if seats is None else seats
    return GAME.setup(Options(Seat(rnd.randrange(seats))), seats)


def some_cells(rnd: random.Random) -> frozenset[Cell]:
    """1 to 10 marks out of a few popular cards and some of all, so that sparks, super sparks and falls all happen."""
    pool = list(CELLS[: rnd.choice((3, 6, 10, 15))])
    return frozenset(rnd.sample(pool, rnd.randint(1, min(10, len(pool)))))


def any_action(rnd: random.Random, state: State) -> Action:
    """Any action that the wire can load, sensible or not."""
    seat, cell = Seat(rnd.randrange(-1, 7)), Cell(rnd.randrange(15))
    cells = frozenset(rnd.sample(CELLS, rnd.choice((0, 1, 2, 5, 10, 11, 15))))
    return rnd.choice(
        (
            Word(rnd.choice(WORDS)),
            OtherWord(rnd.choice(WORDS)),
            SwapRow(rnd.choice(ROWS)),
            Begin(),
            Lock(seat, cells, rnd.random() < 0.5, rnd.choice((0, 0, 0, 1, 10))),
            Withdraw(seat),
            PlaceLanterns(),
            Reveal(seat, cell),
            NextRound(),
            Leave(seat),
            Return(seat),
            EndEarly(),
            decision(rnd),
        )
    )


def decision(rnd: random.Random) -> Decide:
    """A ruling is played the other way, or again as the app reads it."""
    return Decide(rnd.choice(tuple(GAME.alternatives)), rnd.random() < 0.6)


def likely_action(rnd: random.Random, state: State, leaving: float = 0.0) -> Action:
    """What a table would tell next. ``leaving``: how often somebody leaves or comes back instead."""
    table = state.table
    if rnd.random() < leaving:
        if table.gone and rnd.random() < 0.5:
            return Return(rnd.choice(sorted(table.gone)))
        present = [seat for seat in steps.everyone(table) if seat not in table.gone]
        if len(present) > 1:
            return Leave(rnd.choice(present))
    match state:
        case Opening():
            return (
                rnd.choice((Begin(), Begin(), Word(rnd.choice(WORDS)), OtherWord("storm")))
                if (table.number == 1 or rnd.random() < 0.7)
                else SwapRow(rnd.choice(ROWS))
            )
        case Marking():
            locked = [seat for seat in steps.everyone(table) if state.locked[seat] and seat not in state.fallen]
            if locked and rnd.random() < 0.15:
                return Withdraw(rnd.choice(locked))
            if not any(state.locked) and rnd.random() < 0.1:
                return Word(rnd.choice(WORDS))
            seat = rnd.choice(steps.waiting_for(state))
            return Lock(seat, some_cells(rnd), closing=steps.is_last(state, seat))
        case Announced():
            return PlaceLanterns()
        case Revealing():
            return Reveal(state.scout, rnd.choice(sorted(steps.open_cells(state, state.scout))))
        case Scored():
            return NextRound()
        case Finished():
            raise AssertionError("the game is over")


def game(
    rnd: random.Random, seats: int | None = None, leaving: float = 0.0, deciding: float = 0.0
) -> tuple[State, list[Action], list[State]]:
    """A whole game: the start, the actions that held, and the state after each of them. ``deciding``: how often the
    table decides on a ruling between the rounds."""
    first = state = start(rnd, seats)
    actions: list[Action] = []
    states: list[State] = []
    while not isinstance(state, Finished):
        early = leaving and steps.may_end_early(state) and rnd.random() < 0.05
        decides = isinstance(state, Opening | Scored) and rnd.random() < deciding
        action = decision(rnd) if decides else EndEarly() if early else likely_action(rnd, state, leaving)
        answer = GAME.apply(state, action)
        if isinstance(answer, Accepted):
            state = answer.state
            actions.append(action)
            states.append(state)
    return first, actions, states


def marked_round(marks: list[frozenset[Cell]], first: int = 0) -> Revealing:
    """A first round whose lanterns stand."""
    state: State = GAME.setup(Options(Seat(first)), len(marks))
    for action in (Begin(), *(Lock(Seat(seat), cells, True) for seat, cells in enumerate(marks)), PlaceLanterns()):
        answer = GAME.apply(state, action)
        assert isinstance(answer, Accepted), answer
        state = answer.state
    assert isinstance(state, Revealing)
    return state


def turned(first: State, actions: list[Action], by: int) -> tuple[State, list[Action]]:
    """The same game with everybody moved ``by`` seats clockwise."""
    seats = first.table.seats

    def move(seat: Seat) -> Seat:
        return Seat((seat + by) % seats)

    moved = [replace(action, seat=move(action.seat)) if hasattr(action, "seat") else action for action in actions]
    return GAME.setup(Options(move(first.table.first_scout)), seats), moved
