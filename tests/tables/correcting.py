"""Random corrections of random games, for the laws that every correction obeys. No database."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from marshmallow import ValidationError

from app.games.amending import BEGINNING, Edit
from app.games.kernel import Accepted, Game
from app.games.phrases import Seat
from app.games.stella.actions import Lock, Reveal
from app.games.stella.state import CELLS
from app.tables import amending, log
from app.tables.rewriting import Past, Step
from tests.conformance.drivers import DRIVERS


def steps_of(game: Game[Any, Any, Any], start: Any, actions: Sequence[Any]) -> list[Step]:
    """These actions as the log of a table holds them, one row each from row 5 on."""
    steps, state = [], start
    for row, action in enumerate(actions, 5):
        answer = game.apply(state, action)
        assert isinstance(answer, Accepted), (action, answer)
        state = answer.state
        steps.append(Step(row, row, 1, action, state))
    return steps


def position_of(game: Game[Any, Any, Any], start: Any, actions: Sequence[Any]) -> log.Position:
    return log.Position(game, seq=len(actions) + 4, start=start, steps=steps_of(game, start, actions))


def row(position: log.Position) -> Any:
    """The row that a correction of this position gets."""
    return SimpleNamespace(seq=position.seq + 1, at=99, by_seat_id=7)


def some_edits(rnd: random.Random, key: str, past: Past) -> list[Edit[Any]]:
    """One to three edits, sensible or not."""
    return [_edit(rnd, key, past) for _ in range(rnd.choice((1, 1, 1, 2, 3)))]


def _edit(rnd: random.Random, key: str, past: Past) -> Edit[Any]:
    if not past.entries or rnd.random() < 0.15:
        at = rnd.choice((BEGINNING, *(entry.id for entry in past.entries)))
        return Edit(at, _any_action(rnd, key, past), insert=True)
    entry = rnd.choice(past.entries)
    if rnd.random() < 0.2:
        return Edit(entry.id, None)
    action = entry.action
    if isinstance(action, Lock) and rnd.random() < 0.9:
        pool = sorted(action.told) or CELLS
        cells = frozenset(rnd.sample(pool if rnd.random() < 0.9 else CELLS, rnd.randint(0, min(4, len(pool)))))
        sealed = max(0, action.sealed + rnd.choice((0, 0, 0, 1, -1)))
        return Edit(entry.id, dataclasses.replace(action, cells=cells, sealed=sealed, told=frozenset()))
    if isinstance(action, Reveal) and rnd.random() < 0.5:
        return Edit(entry.id, dataclasses.replace(action, cell=rnd.choice(CELLS)))
    if hasattr(action, "seat") and rnd.random() < 0.3:
        return Edit(entry.id, dataclasses.replace(action, seat=Seat(rnd.randrange(4))))
    return Edit(entry.id, _any_action(rnd, key, past))


def _any_action(rnd: random.Random, key: str, past: Past) -> Any:
    """Anything that a phone can send."""
    while True:
        action = DRIVERS[key].any_action(rnd, past.start)
        with contextlib.suppress(ValidationError):
            return past.game.wire.load_action(past.game.wire.dump_action(action), None, record=True)


def weigh(position: log.Position, edits: Sequence[Edit[Any]]) -> amending.Plan:
    """The correction as a table weighs it. Raises Unfit."""
    turn: Any = SimpleNamespace(head=position.seq)
    return amending.weighed(turn, position, position.past(), tuple(edits))


def dropping_what_is_impossible(position: log.Position, edits: list[Edit[Any]]) -> tuple[list[Edit[Any]], Any]:
    """The edits with drops of all that would be impossible, as a host would add them; and the plan."""
    plan = weigh(position, edits)
    gone = {change.id for change in plan.effect.changes if change.kind == "impossible"}
    if not gone:
        return edits, plan
    old = {entry.id for entry in position.past().entries}
    kept = [edit for edit in edits if edit.insert or edit.at not in gone]
    numbers = {(position.seq + 1, number): edit for number, edit in enumerate((e for e in edits if e.insert), 1)}
    kept = [edit for edit in kept if not any(edit is numbers.get(one) for one in gone)]
    edits = [*kept, *(Edit(one, None) for one in sorted(gone) if one in old)]
    return edits, weigh(position, edits)
