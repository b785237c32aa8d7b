"""A second ranking, written from the rulebook alone and in another shape: names of cards, sorted keys, no engine."""

from __future__ import annotations

COLOURS = ("blue", "green", "red", "yellow")
NAMES = (*(f"{colour}-{value}" for colour in COLOURS for value in range(1, 7)), "rest")
HOW_MANY = {name: 6 if name == "rest" else 2 for name in NAMES}


def colour_of(name: str) -> str:
    """``rest`` is nobody's colour."""
    return "" if name == "rest" else name.split("-")[0]


def value_of(name: str) -> int:
    return 0 if name == "rest" else int(name[-1])


def can_exist(names: tuple[str, ...]) -> bool:
    return all(names.count(name) <= HOW_MANY[name] for name in set(names))


def winner(top: str, names: tuple[str, ...]) -> tuple[int, str] | None:
    """The place of the card that wins and by what, or None: the best of all cards by one sorted key.

    The key: the last super-trump, else the highest trump, else the highest card of the lead colour.
    """
    coloured = [name for name in names if name != "rest"]
    if not coloured:
        return None
    lead, trump = colour_of(coloured[0]), colour_of(top)
    keys = []
    for place, name in enumerate(names):
        twin = name != "rest" and (top, *names[:place]).count(name) > 0
        keys.append(
            (
                (3, place)
                if twin
                else (2, value_of(name))
                if name != "rest" and colour_of(name) == trump
                else (1, value_of(name))
                if colour_of(name) == lead
                else (0, 0)
            )
        )
    best = max(keys)
    assert keys.count(best) == 1 or best == (0, 0), "no ties"
    return keys.index(best), ("neutral", "lead", "trump", "super_trump")[best[0]]
