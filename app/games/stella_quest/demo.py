"""Two tables of Stella Quest to look at: cards as they may come, mostly of the lead colour; the cheapest is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.games.demo import Demo, Look, Step
from app.games.phrases import Seat


def _until(last: int) -> Callable[[Look, Any], Iterator[Step]]:
    """To the end, or to the end of that round."""

    def steps(look: Look, chance: Any) -> Iterator[Step]:
        colour, value = chance.choice(("blue", "green", "red", "yellow")), chance.randint(1, 6)
        yield 0, {"type": "first_card", "card": f"{colour}-{value}"}
        while (view := look(None)).phase != "finished" and view.number <= last:
            if view.phase == "taking":
                cheapest = min(view.options, key=lambda one: int(one.option.gem_loss))
                yield view.winner, {"type": "take", "card": cheapest.option.card.name}
            elif view.phase == "topping":
                yield view.winner, {"type": "top", "card": chance.choice(view.tops).name}
            else:
                yield view.turn, {"type": "play", "card": _card(look, view.turn, view.round.lead, chance)}

    return steps


def _card(look: Look, seat: Seat, lead: object, chance: Any) -> str:
    """A card that can still be in this hand."""
    cards = next(list(offer.fields["card"].expand()) for offer in look(seat).offers if offer.action == "play")
    follows = [card for card in cards if lead is None or card.startswith(f"{lead}-")]
    return str(chance.choice(follows if follows and chance.random() < 0.7 else cards))


_OPTIONS = {"first_player": "random", "recording": "each"}
DEMOS = (
    Demo("Stella Quest, three players, finished", 3, _until(99), _OPTIONS),
    Demo("Stella Quest, four players, before round 5", 4, _until(4), _OPTIONS),
)
