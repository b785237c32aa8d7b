"""Frozen dataclasses as plain JSON and back, by the types of their fields.

Fields that hold their default are left out; unknown ones are ignored, so that a newer file can be read. Fractions are
whole numbers or texts like ``7/2``; days are ``2026-01-31``. Readers are made once per type.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union

T = TypeVar("T")
Reader = Callable[[Any], Any]

LONGEST_TEXT = 2_000
MOST_ITEMS = 100_000
#: The largest whole number that every JSON reader keeps.
LARGEST = 2**53 - 1


class Unreadable(ValueError):
    """The data is not of that type; the text names the place. Whoever reads foreign data catches it."""


def dump(value: Any) -> Any:
    """``value`` as JSON."""
    kind: Any = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if (names := _fields(kind)) is not None:
        return {name: dump(held) for name, default in names if (held := getattr(value, name)) != default}
    match value:
        case int():
            return int(value)
        case str():
            return str(value)
        case Fraction():
            return fraction(value)
        case date():
            return value.isoformat()
        case tuple() | list():
            return [dump(one) for one in value]
        case Mapping():
            return {str(key): dump(one) for key, one in value.items()}
    raise AssertionError(kind)


_AS_THEY_ARE = frozenset({type(None), bool, int, str})


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...] | None:
    """Name and default of each field of a record; None for what is none."""
    return tuple([(one.name, one.default) for one in fields(kind)]) if is_dataclass(kind) else None


def fraction(value: Fraction) -> int | str:
    """``3`` or ``7/2``."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def load(kind: type[T], data: Any) -> T:
    """A ``kind`` out of JSON. Raises Unreadable."""
    value: T = _reader(typing.cast(Any, kind))(data)
    return value


@cache
def _reader(kind: Any) -> Reader:
    if isinstance(kind, typing.NewType):
        return _reader(kind.__supertype__)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        rest = [one for one in inside if one is not type(None)]
        assert len(rest) == 1, kind
        return _or_none(_reader(rest[0]))
    if origin is tuple:
        assert len(inside) == 2, kind
        assert inside[1] is Ellipsis, kind
        return _items(_reader(inside[0]))
    if kind is Any or (origin is not None and issubclass(origin, Mapping)):
        return _mapping if kind is not Any else (lambda data: data)
    if is_dataclass(kind):
        return _record(typing.cast(type, kind))
    if issubclass(kind, StrEnum):
        return _word(kind)
    return _PLAIN[kind]


def _or_none(read: Reader) -> Reader:
    return lambda data: None if data is None else read(data)


def _items(read: Reader) -> Reader:
    def items(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple) or len(data) > MOST_ITEMS:
            raise Unreadable(": a list is needed")
        made: list[Any] = []
        try:
            for one in data:
                made.append(read(one))
        except Unreadable as wrong:
            raise Unreadable(f"[{len(made)}]{wrong}") from None
        return tuple(made)

    return items


def _mapping(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Unreadable(": an object is needed")
    return data


def _record(kind: type) -> Reader:
    hints = typing.get_type_hints(kind)
    readers = {one.name: _reader(hints[one.name]) for one in fields(kind)}
    reader_of = readers.get
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]

    def record(data: Any) -> Any:
        if not isinstance(data, dict):
            raise Unreadable(": an object is needed")
        for name in needed:
            if name not in data:
                raise Unreadable(f".{name}: missing")
        made = {}
        name = ""
        try:
            for name, held in data.items():
                read = reader_of(name)
                if read is not None:
                    made[name] = read(held)
        except Unreadable as wrong:
            raise Unreadable(f".{name}{wrong}") from None
        return kind(**made)

    return record


def _word(kind: type[StrEnum]) -> Reader:
    def word(data: Any) -> StrEnum:
        try:
            return kind(data)
        except ValueError:
            raise Unreadable(f": one of {', '.join(kind)} is needed") from None

    return word


def _text(data: Any) -> str:
    if not isinstance(data, str) or len(data) > LONGEST_TEXT:
        raise Unreadable(f": a text of at most {LONGEST_TEXT} characters is needed")
    if "\0" in data or (not data.isascii() and any("\ud800" <= sign <= "\udfff" for sign in data)):
        raise Unreadable(": a sign in it that no database keeps")
    return data


def _whole(data: Any) -> int:
    if type(data) is not int or not -LARGEST <= data <= LARGEST:
        raise Unreadable(": a whole number is needed")
    return data


def _yes_or_no(data: Any) -> bool:
    if not isinstance(data, bool):
        raise Unreadable(": true or false is needed")
    return data


def _day(data: Any) -> date:
    try:
        day = date.fromisoformat(data) if isinstance(data, str) and len(data) == 10 else None
    except ValueError:
        day = None
    if day is None or not 1900 <= day.year < 9999:
        raise Unreadable(": a day like 2026-01-31 is needed")
    return day


def _fraction(data: Any) -> Fraction:
    if type(data) is int and abs(data) <= LARGEST:
        return Fraction(data)
    if isinstance(data, str) and len(data) <= 40:
        top, _, bottom = data.partition("/")
        if data.isascii() and top.removeprefix("-").isdecimal() and bottom.isdecimal() and int(bottom):
            return Fraction(int(top), int(bottom))
    raise Unreadable(": a whole number, or a fraction like 7/2, is needed")


_PLAIN: Mapping[Any, Reader] = {
    str: _text,
    int: _whole,
    bool: _yes_or_no,
    date: _day,
    Fraction: _fraction,
}
