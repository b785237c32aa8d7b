"""What a tap does to a position: the keys of a question, undo, and which field comes next. Values in, values out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.games.judging import Field, Question, Told, Word
from app.judge.asking import complete, missing


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what is told ``after`` its tap, whether it is chosen now, and whether it is struck out (it can be
    tapped, and the answer says why it cannot be). ``after`` None: nothing more fits."""

    value: Word | bool
    after: Told | None
    chosen: bool = False
    struck: bool = False


def keys_of(question: Question, told: Told, field: Field) -> tuple[Key, ...]:
    """The keys of one field, in order; those of a shared pad go to the place that is filled next."""
    if field.kind == "tick":
        return tuple(
            Key(value, _with(question, told, field, value), told[field.name] == value) for value in (False, True)
        )
    place = _place(question, told, field)
    offered = field.of if place is None or place.offered is None else place.offered(told)
    return tuple(_key(question, told, field, place, value, value in offered) for value in _shown(field, told, offered))


def _shown(field: Field, told: Told, offered: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a button: those with a label; a list of cards shows those that can be."""
    if field.labels:
        return tuple(value for value in field.of if value in field.labels)
    return offered if field.aside else field.of


def _place(question: Question, told: Told, field: Field) -> Field | None:
    """Where the next tap goes: fields with the same words on one pad are filled one after the other."""
    if not field.pad:
        return field
    shared = [one for one in question.fields if one.pad == field.pad and one.of == field.of]
    return next((one for one in shared if _room(one, told)), None)


def _room(field: Field, told: Told) -> bool:
    if field.kind == "pick":
        return told[field.name] is None
    if field.kind == "rows":
        rows = told[field.name]
        return bool(rows) and len(rows[-1]) < field.most
    return len(told[field.name]) < field.most


def _key(question: Question, told: Told, field: Field, place: Field | None, value: Word, offered: bool) -> Key:
    if place is None or (not offered and not field.pad):
        return Key(value, None)
    held = told[place.name]
    match place.kind:
        case "pick":
            chosen = not field.pad and _stands_for(field, held) == value
            return Key(value, _with(question, told, place, value), chosen, not offered)
        case "set":
            chosen = value in held
            after = tuple(one for one in held if one != value) if chosen else (*held, value)
            fits = len(after) <= place.most
            return Key(value, _with(question, told, place, after) if fits else None, chosen)
        case "rows":
            rows = (*held[:-1], (*held[-1], value)) if held else ()
            return Key(
                value, _with(question, told, place, rows) if _room(place, told) else None, struck=not _room(place, told)
            )
        case _:
            return Key(value, _with(question, told, place, (*held, value)), struck=not offered)


def _stands_for(field: Field, held: Word | None) -> Word | None:
    """The key of a value: without one of its own the next smaller number's ("3 or more")."""
    if held is None or held in field.labels or not isinstance(held, int):
        return held
    return max((one for one in field.labels if isinstance(one, int) and one <= held), default=held)


def _with(question: Question, told: Told, field: Field, value: Any) -> Told:
    """The position with one field changed; what was picked and does not fit any more is forgotten."""
    after = dict(complete(question, {**told, field.name: value}))
    for one in question.fields:
        if one.kind == "set" and one.offered is not None and one is not field:
            offered = one.offered(after)
            after[one.name] = tuple(chosen for chosen in after[one.name] if chosen in offered)
    narrowed = [one for one in question.fields if one.kind == "pick" and one.offered is not None and not one.pad]
    for one in narrowed:
        if (
            one is not field
            and after[one.name] != one.empty
            and one.offered
            and after[one.name] not in one.offered(after)
        ):
            after[one.name] = one.empty
    return after


def undone(question: Question, told: Told) -> Told | None:
    """The position without its last card or number; None where there is none."""
    for field in reversed([one for one in question.fields if one.pad]):
        held = told[field.name]
        if field.kind == "pick" and held is not None:
            return _with(question, told, field, None)
        if field.kind == "rows" and held and held[-1]:
            return _with(question, told, field, (*held[:-1], held[-1][:-1]))
        if field.kind == "row" and held:
            under = {one.name: told[one.name][: len(held) - 1] for one in question.fields if one.under == field.name}
            return _with(question, {**told, **under}, field, held[:-1])
    return None


def blank(question: Question, told: Told) -> bool:
    """Was nothing told yet?"""
    return all(told[field.name] in (field.empty, None, ()) for field in question.fields)


def due(question: Question, told: Told) -> Field | None:
    """What the page asks for now: what is missing, else the place that the pad fills next."""
    wanted = missing(question, told)
    if wanted is not None:
        return wanted
    return next((one for one in question.fields if one.pad and _room(one, told)), None)
