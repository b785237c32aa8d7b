"""The steps of a table, and what a correction in its log makes of them. Nothing stored is ever rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games import amending
from app.games.amending import BEGINNING, Edit, Entry, Id
from app.games.kernel import Accepted, Game, Refused
from app.games.phrases import Seat


class Misfit(Exception):
    """A stored row that the rules refuse."""


@dataclass(slots=True)
class Step:
    """A played action: its log row's number, the action, and the state after it. ``part`` counts, from 1, the steps
    that one correction has put in: they share its row."""

    seq: int
    at: int
    by: int | None
    action: Any
    state: Any
    part: int = 0

    @property
    def id(self) -> Id:
        return self.seq, self.part


@dataclass(frozen=True, slots=True)
class Past:
    """What is public of a table's steps: ``entries`` can be corrected, ``rest`` (of a secret part that still runs)
    cannot. ``places``: of each entry among the steps; ``open_from``: the steps that cannot be corrected."""

    game: Game[Any, Any, Any]
    start: Any
    entries: tuple[Entry[Any], ...]
    rest: tuple[Any, ...]
    places: tuple[int, ...]
    open_from: int


def past(game: Game[Any, Any, Any], start: Any, steps: Sequence[Step]) -> Past:
    """The public past of these steps."""
    settled = game.settled(start, [step.action for step in steps])
    kept = [(place, action) for place, action in settled.steps if place < settled.open_from]
    return Past(
        game,
        start,
        tuple(Entry(steps[place].id, action, number) for number, (place, action) in enumerate(kept)),
        tuple(action for place, action in settled.steps if place >= settled.open_from),
        tuple(place for place, _action in kept),
        settled.open_from,
    )


def rewritten(before: Past, steps: Sequence[Step], edits: Sequence[Edit[Any]], row: Any) -> list[Step]:
    """The steps after a correction. What was never shown stays as it was; steps before the first edit keep their
    states, all others are folded anew. ``row`` has seq, at and by_seat_id. Raises Misfit."""
    game = before.game
    made: list[Step] = []
    for entry in amending.edited(before.entries, edits, row.seq):
        if entry.was is None:
            seq, part = entry.id
            made.append(Step(seq, row.at, row.by_seat_id, entry.action, None, part))
            continue
        step, public = steps[before.places[entry.was]], before.entries[entry.was].action
        action = game.unsealed(step.action, public, entry.action)
        made.append(Step(step.seq, step.at, step.by, action, None, step.part))
    return _folded(game, before.start, [*made, *steps[before.open_from :]], steps)


def _folded(game: Game[Any, Any, Any], start: Any, made: list[Step], steps: Sequence[Step]) -> list[Step]:
    state, same = start, True
    folded: list[Step] = []
    for place, step in enumerate(made):
        same = same and place < len(steps) and (steps[place].id, steps[place].action) == (step.id, step.action)
        if same:
            state = steps[place].state
        else:
            match game.apply(state, step.action):
                case Accepted(state=state):
                    pass
                case Refused():
                    raise Misfit
        folded.append(Step(step.seq, step.at, step.by, step.action, state, step.part))
    return folded


# Corrections as they are stored


def dump(game: Game[Any, Any, Any], entries: Iterable[Entry[Any]], edits: Sequence[Edit[Any]]) -> list[dict[str, Any]]:
    """Edits as they are kept in the log, each with what was there before (``was``), as far as it is public."""
    actions = {entry.id: entry.action for entry in entries}
    kept: list[dict[str, Any]] = []
    for edit in edits:
        at: dict[str, Any] = {"after" if edit.insert else "seq": edit.at[0], "part": edit.at[1]}
        at["action"] = None if edit.action is None else game.wire.dump_action(edit.action)
        if not edit.insert:
            at["was"] = game.wire.dump_action(actions[edit.at])
        kept.append(at)
    return kept


def load(
    game: Game[Any, Any, Any], entries: Iterable[Entry[Any]], kept: Sequence[Mapping[str, Any]]
) -> list[Edit[Any]]:
    """Edits out of the log. Raises Misfit for an entry that is not there, and what the wire raises."""
    known = {entry.id for entry in entries}
    edits: list[Edit[Any]] = []
    for one in kept:
        insert = "after" in one
        at: Id = (one["after" if insert else "seq"], one["part"])
        if at not in known and not (insert and at == BEGINNING):
            raise Misfit
        edits.append(Edit(at, None if one["action"] is None else action_of(game, one["action"]), insert))
    return edits


def action_of(game: Game[Any, Any, Any], dumped: Mapping[str, Any]) -> Any:
    """An action as the log and records hold it. Raises marshmallow.ValidationError."""
    data = dict(dumped)
    seat = data.pop("seat", -1)
    return game.wire.load_action(data, Seat(seat), record=True)
