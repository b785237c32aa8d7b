"""Values as short lists and back, for what is kept only to save work (``plain`` is the lasting form, with names).

A record is the list of its fields in order, without those at its end that hold their default. Nothing is checked:
whoever unpacks knows that this very code has packed it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Set
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, Union

from app.leagues.plain import fraction

T = TypeVar("T")
Way = Callable[[Any], Any]


class Ways(NamedTuple):
    """How a type is packed and unpacked; None: it is its own JSON."""

    pack: Way | None
    unpack: Way | None


AS_IT_IS = Ways(None, None)


def pack(kind: type[T], value: T) -> Any:
    """``value`` as JSON of lists."""
    way = ways(typing.cast(Any, kind)).pack
    return value if way is None else way(value)


def unpack(kind: type[T], data: Any) -> T:
    """The value out of it; ``data`` is used up."""
    way = ways(typing.cast(Any, kind)).unpack
    return data if way is None else way(data)  # type: ignore[no-any-return]


@cache
def ways(kind: Any) -> Ways:
    if isinstance(kind, typing.NewType):
        return ways(kind.__supertype__)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        (rest,) = (one for one in inside if one is not type(None))
        return _or_none(ways(rest))
    if origin is tuple and inside[1:] == (Ellipsis,):
        return _items(ways(inside[0]), tuple)
    if origin is tuple:
        return _row([ways(one) for one in inside])
    if origin is frozenset:
        return _items(ways(inside[0]), frozenset)
    if origin is not None and issubclass(origin, Mapping):
        return AS_IT_IS if inside[1] is Any else _mapping(ways(inside[0]), ways(inside[1]))
    if is_dataclass(kind):
        return _record(typing.cast(type, kind))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Ways(str, {str(one): one for one in kind}.__getitem__)
    return _PLAIN[kind]


_PLAIN: Mapping[Any, Ways] = {
    **dict.fromkeys((str, int, float, bool, Any), AS_IT_IS),
    date: Ways(date.isoformat, date.fromisoformat),
    Fraction: Ways(fraction, Fraction),
}


def _or_none(way: Ways) -> Ways:
    pack, unpack = way
    return Ways(
        pack and (lambda value: None if value is None else pack(value)),
        unpack and (lambda data: None if data is None else unpack(data)),
    )


def _items(way: Ways, made: Callable[[Any], Any]) -> Ways:
    pack, unpack = way

    def packed(value: Any) -> list[Any]:
        found = sorted(value) if isinstance(value, Set) else value
        return list(found) if pack is None else [pack(one) for one in found]

    return Ways(packed, made if unpack is None else (lambda data: made([unpack(one) for one in data])))


def _row(row: list[Ways]) -> Ways:
    packs, unpacks = ([way[side] or _same for way in row] for side in (0, 1))
    return Ways(
        lambda value: [pack(one) for pack, one in zip(packs, value, strict=True)],
        lambda data: tuple([unpack(one) for unpack, one in zip(unpacks, data, strict=True)]),
    )


def _same(value: Any) -> Any:
    return value


def _mapping(key: Ways, held: Ways) -> Ways:
    """Two lists: a key need be no text."""
    keys, values = _items(key, list), _items(held, list)
    assert keys.pack is not None
    assert values.pack is not None
    assert keys.unpack is not None
    assert values.unpack is not None
    pack_keys, pack_values, read_keys, read_values = keys.pack, values.pack, keys.unpack, values.unpack
    return Ways(
        lambda value: [pack_keys(list(value)), pack_values(list(value.values()))],
        lambda data: MappingProxyType(dict(zip(read_keys(data[0]), read_values(data[1]), strict=True))),
    )


def _record(kind: type) -> Ways:
    hints = typing.get_type_hints(kind)
    known = fields(kind)
    made = [ways(hints[one.name]) for one in known]
    plan = [(one.name, way.pack, one.default) for one, way in zip(known, made, strict=True)]
    special = [(number, way.unpack) for number, way in enumerate(made) if way.unpack is not None]

    def packed(value: Any) -> list[Any]:
        row: list[Any] = []
        length = 0
        for name, pack, default in plan:
            held = getattr(value, name)
            row.append(held if pack is None else pack(held))
            if default is MISSING or held != default:
                length = len(row)
        del row[length:]
        return row

    def unpacked(row: list[Any]) -> Any:
        length = len(row)
        for number, unpack in special:
            if number >= length:
                break
            row[number] = unpack(row[number])
        return kind(*row)

    return Ways(packed, unpacked)
