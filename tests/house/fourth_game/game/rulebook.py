"""Every rule of Lamps that the app can cite, in the order of the book."""

from __future__ import annotations

from app.games.phrases import mark
from app.games.rulebook import Place, Rule, RuleId, bind

BOOK = "Lamps"
SET_UP, TURN, END = (Place(BOOK, heading, "en") for heading in ("Set-up", "Your turn", "The end"))

RULEBOOK = bind(
    (
        Rule(RuleId("lamps.row"), "text", mark("Five to fifteen lamps stand in a row. All are dark."), (SET_UP,)),
        Rule(RuleId("lamps.turn"), "text", mark("One after the other, clockwise, each player lights lamps."), (TURN,)),
        Rule(RuleId("lamps.one-or-two"), "text", mark("Light one lamp, or two."), (TURN,)),
        Rule(RuleId("lamps.stays-lit"), "text", mark("A lit lamp stays lit."), (TURN,)),
        Rule(
            RuleId("lamps.la-1"),
            "ruling",
            mark("Nobody passes: a turn lights at least one lamp."),
            (TURN,),
            mark("The book says that each player lights lamps, and knows no turn without one."),
            mark("Others let a player pass: then nobody has to light the lamp before the last."),
        ),
        Rule(RuleId("lamps.last"), "text", mark("Whoever lights the last lamp wins."), (END,)),
        Rule(
            RuleId("lamps.three-left"),
            "follows",
            mark("With three lamps left, whoever is next loses to a player who looks."),
            (TURN, END),
        ),
    )
)
