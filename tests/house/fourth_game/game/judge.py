"""What the judge can be asked about Lamps: may so many be lit?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.judging import Dispute, Field, Question, Told, Verdict
from app.games.kernel import Finding, Refused, refuse
from app.games.lamps import rules
from app.games.lamps.state import MOST
from app.games.phrases import Seat, mark, say
from app.games.rulebook import RuleId


def _may(told: Told) -> Verdict | Refused:
    dark, lit = told["dark"], told["lit"]
    if (no := rules.too_few_or_many(lit)) is not None:
        return Verdict(say("No, not so many."), (no,), facts={"may": False})
    if lit > dark:
        return refuse(RuleId("lamps.row"), say("So many lamps are not left. Tell how many are dark."))
    yes = Finding(RuleId("lamps.one-or-two"), say("A turn lights one lamp or two."))
    left = dark - lit
    more: tuple[Finding, ...] = ()
    if left == 0:
        more = (Finding(RuleId("lamps.last"), say("It was the last lamp: that wins.")),)
    elif left == rules.MOST_LIT + 1:
        more = (Finding(RuleId("lamps.three-left"), say("Three are left: whoever looks has won.")),)
    return Verdict(say("Yes."), (yes,), more, facts={"may": True, "left": left})


QUESTIONS = (
    Question(
        "may",
        mark("May so many be lit?"),
        (
            Field("dark", mark("How many lamps are dark?"), tuple(range(1, MOST + 1))),
            Field("lit", mark("How many shall be lit?"), (0, 1, 2, 3)),
        ),
        _may,
    ),
)


def dispute(view: Mapping[str, Any]) -> Dispute | None:
    """While somebody is on turn: told how many lamps are dark."""
    if view["turn"] is None:
        return None
    return Dispute("may", {"dark": len(view["dark"])}, (Seat(view["turn"]),))
