"""What a table of Stellarion can play the other way, and what the rules refuse only then."""

from __future__ import annotations

from app.games.deciding import Alternatives
from app.games.kernel import Refused, refuse
from app.games.phrases import mark, say
from app.games.stellarion.entries import rule_id

METEORS_SAVE_NOT, THREE_VOYAGES, ALL_THE_WAY = rule_id("sn-13"), rule_id("sn-8"), rule_id("sn-15")

#: Rulings that a table can play the other way, and how it is then.
ALTERNATIVES: Alternatives = {
    METEORS_SAVE_NOT: mark("Meteor tokens do not save: who can do nothing at the beginning of a turn has lost."),
    THREE_VOYAGES: mark("A Traverse is possible only while three Voyages can be taken."),
    ALL_THE_WAY: mark("A forfeit moves the figure exactly 8 or 4 spaces back, or to the start if that is nearer."),
}

#: Why a ruling cannot be decided on now.
BEFORE_THE_ACTION = say("Decide that at the beginning of a turn, before its action.")


def fewer_than_three() -> Refused:
    return refuse(THREE_VOYAGES, say("At this table a Traverse needs three Voyages to take. Choose another action."))


def not_far_enough(most: int) -> Refused:
    return refuse(ALL_THE_WAY, say("At this table it goes back exactly %(most)s spaces. Choose those.", most=most))
