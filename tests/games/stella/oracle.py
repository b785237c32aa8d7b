"""A second scorer, written from the rulebooks alone and in another shape: tables of stars, no states, no engine."""

from __future__ import annotations

from collections import Counter


def who_is_dark(marks: dict[int, set[int]]) -> int | None:
    """The strict single maximum."""
    by_size = sorted(marks, key=lambda seat: len(marks[seat]), reverse=True)
    if len(by_size) == 1 or (by_size and len(marks[by_size[0]]) > len(marks[by_size[1]])):
        return by_size[0]
    return None


def who_falls(marks: dict[int, set[int]]) -> set[int]:
    """Exactly those with a card that nobody else marked: sooner or later they must point at it."""
    owners = Counter(cell for cells in marks.values() for cell in cells)
    return {seat for seat, cells in marks.items() if any(owners[cell] == 1 for cell in cells)}


def play_round(
    marks: dict[int, set[int]], order: list[int], pointed: list[int]
) -> tuple[list[int], dict[int, int], dict[int, int]]:
    """Scouts and points of a round from the marks, the seats in pointing order and the cells pointed at, in order.

    Returns the scouts, the stars on each slate, and the points after the darkness.
    """
    stars: dict[int, dict[int, int]] = {seat: {} for seat in marks}
    down: set[int] = set()
    hidden = {seat: set(cells) for seat, cells in marks.items()}
    scouts: list[int] = []
    place = 0
    for cell in pointed:
        while order[place % len(order)] in down or not hidden.get(order[place % len(order)]):
            place += 1
        scout = order[place % len(order)]
        place += 1
        scouts.append(scout)
        assert cell in hidden[scout]
        having = [seat for seat in marks if cell in marks[seat]]
        for seat in having:
            hidden[seat].discard(cell)
        if len(having) == 1:
            down.add(scout)
            continue
        for seat in having:
            if seat not in down:
                stars[seat][cell] = 3 if len(having) == 2 else 2
    assert all(seat in down or not hidden[seat] for seat in marks), "the reveal is not over"
    filled = {seat: sum(line.values()) for seat, line in stars.items()}
    dark = who_is_dark(marks)
    points = {seat: filled[seat] - (len(stars[seat]) if seat == dark and seat in down else 0) for seat in marks}
    return scouts, filled, points
