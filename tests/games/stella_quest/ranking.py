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
    lead = colour_of(coloured[0])
    keys = [_key(top, names[:place], name, lead) for place, name in enumerate(names)]
    best = max(keys)
    assert best[0] == 0 or keys.count(best) == 1, "no ties"
    return keys.index(best), ("neutral", "lead", "trump", "super_trump")[best[0]]


def _key(top: str, earlier: tuple[str, ...], name: str, lead: str) -> tuple[int, int]:
    """What sorts a card among the others of its round."""
    if name == "rest":
        return 0, 0
    if name in (top, *earlier):
        return 3, len(earlier)
    if colour_of(name) == colour_of(top):
        return 2, value_of(name)
    return (1, value_of(name)) if colour_of(name) == lead else (0, 0)
