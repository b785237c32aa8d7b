"""What happens at the table by itself: a turn begins or ends, the figure moves, the game is won or lost.

Questions about a table first, then the steps that no button triggers.
"""

from __future__ import annotations

from dataclasses import replace

from app.games.kernel import Finding
from app.games.phrases import Seat
from app.games.stellarion import moves, sun, voyages
from app.games.stellarion.cards import Galaxy
from app.games.stellarion.house import METEORS_SAVE_NOT
from app.games.stellarion.state import (
    Acting,
    Common,
    Did,
    End,
    Finished,
    Power,
    Revealing,
    State,
    Stuck,
    Traversing,
    Turn,
)


def won(table: Common) -> bool:
    """All Voyages are acquired as they must be, and no theory is left (``stellarion.win-all``, SN-12)."""
    proven = table.theories is None or table.theories.top is None
    return proven and voyages.all_acquired(table)


def may_still_spend(table: Common) -> bool:
    """Two Meteor tokens and a Voyage for them (SN-13)."""
    return sun.can_spend(table.sun) and voyages.any_obtainable(table)


def next_player(table: Common) -> Seat:
    """Turns alternate."""
    return Seat((table.player + 1) % table.seats)


# A turn


def judged(table: Common) -> Acting | Stuck | Finished:
    """At the beginning of a turn: can whoever is on turn do anything (``stellarion.lose-unable``, SN-13)?"""
    if moves.able(table):
        return Acting(table)
    saved = may_still_spend(table) and METEORS_SAVE_NOT not in table.house
    return Stuck(table) if saved else Finished(table, End.UNABLE)


def turn_begins(table: Common, player: Seat) -> Acting | Stuck | Finished:
    return judged(replace(table, number=table.number + 1, player=player))


def turn_ends(state: Revealing) -> Acting | Stuck | Finished:
    """The last top was turned up, or none was face down; the next one's turn begins."""
    table = replace(state.table, turns=(*state.table.turns, state.turn))
    return turn_begins(table, next_player(table))


def acted(table: Common, turn: Turn) -> Revealing | Finished:
    """The action is done and the figure has moved: won, lost, or on to the reveals (SN-12, SN-15)."""
    if won(table):
        return Finished(replace(table, turns=(*table.turns, turn)), End.WON)
    if sun.at_final(table.sun):
        return Finished(replace(table, turns=(*table.turns, turn)), End.FINAL_SPACE)
    return Revealing(table, turn)


def turn_of(table: Common, did: Did, *took: Galaxy) -> Turn:
    return Turn(table.number, table.player, did, took)


def coordinated(state: Power, table: Common, used: bool) -> Revealing | Finished:
    """The effect is over; ``table`` is what it left, the figure moved already."""
    turn = replace(turn_of(table, Did.COORDINATE), type=state.type, major=state.major, used=used)
    return acted(table, turn)


def traversed(state: Traversing) -> Revealing | Finished:
    return acted(state.table, turn_of(state.table, Did.TRAVERSE, *state.took))


def after_gain(state: State, table: Common) -> State:
    """A Voyage came without an action: the game may be won, or a Launch may have become possible or impossible."""
    match state:
        case Revealing() if won(table):
            return Finished(replace(table, turns=(*table.turns, state.turn)), End.WON)
        case _ if won(table):
            return Finished(table, End.WON)
        case Acting() | Stuck():
            return judged(table)
        case Traversing() if not voyages.any_obtainable(table):
            return traversed(replace(state, table=table))
        case _:
            return replace(state, table=table)


def said(table: Common, *hands: Finding) -> Common:
    """The table with what its people do now."""
    return replace(table, hands=hands)
