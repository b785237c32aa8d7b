"""The Glaucous Sun: where the figure goes, which Meteor token it takes, and when it has gone too far."""

from __future__ import annotations

from dataclasses import replace

from app.games.stellarion.house import ALL_THE_WAY
from app.games.stellarion.state import METEOR_PRICE, METEORS, Common, Space, Sun

LAUNCH_SPACES, MAJOR_SPACES, MINOR_SPACES = 4, 2, 1
MAJOR_BACK, MINOR_BACK = 8, 4


def forward(sun: Sun | None, spaces: int) -> Sun | None:
    """So many spaces forward; the final space ends the way (SN-15)."""
    if sun is None:
        return None
    at = sun.at + spaces
    return replace(sun, at=Space(at if sun.board is None else min(at, sun.board.final)))


def at_final(sun: Sun | None) -> bool:
    """The figure stands on the final space (``stellarion.sun-final``)."""
    return sun is not None and sun.board is not None and sun.at >= sun.board.final


def most_back(sun: Sun | None, major: bool) -> int:
    """How far a forfeited Coordinate may move it backward: never behind the starting field (SN-15)."""
    if sun is None:
        return 0
    return min(sun.at, MAJOR_BACK if major else MINOR_BACK)


def least_back(table: Common, major: bool) -> int:
    """How far it must move backward at least: not at all, or where the table plays it so all the way (SN-15)."""
    return most_back(table.sun, major) if ALL_THE_WAY in table.house else 0


def backward(sun: Sun | None, spaces: int) -> Sun | None:
    """Backward; a token on the last space of the move is taken (``stellarion.meteor-taken``)."""
    if sun is None or not spaces:
        return sun
    at, board = Space(sun.at - spaces), sun.board
    if board is None or at not in board.meteors:
        return replace(sun, at=at)
    left = replace(board, meteors=tuple(space for space in board.meteors if space != at))
    return replace(sun, at=at, board=left, held=sun.held + 1)


def can_spend(sun: Sun | None) -> bool:
    """Two tokens are there; without a board the table says so, as long as the box has them (SN-14)."""
    if sun is None:
        return False
    if sun.board is None:
        return sun.spent + METEOR_PRICE <= METEORS
    return sun.held >= METEOR_PRICE


def spend(table: Common) -> Common:
    """Two tokens leave the game (``stellarion.meteors-spend``)."""
    sun = table.sun
    assert sun is not None
    held = sun.held if sun.board is None else sun.held - METEOR_PRICE
    return replace(table, sun=replace(sun, held=held, spent=sun.spent + METEOR_PRICE))
