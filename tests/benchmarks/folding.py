"""Fold, look at and write down whole games, beside reading the same log lines as JSON.

Every game of the house, played by its driver of the conformance laws; and Stella Quest's verdict by itself.
"""

from __future__ import annotations

import itertools
import json
import random
import timeit
from typing import Any

from app.games import GAMES
from app.games.kernel import fold
from app.games.phrases import Seat
from app.games.stella_quest.cards import EMOTIONS
from app.games.stella_quest.questions import who_wins
from tests.conformance.drivers import DRIVERS


def ms(what: Any, number: int = 100) -> float:
    """Milliseconds a call, the best of five rounds."""
    return min(timeit.repeat(what, number=number, repeat=5)) / number * 1000


def measure(key: str) -> None:
    """One whole game: of ten, the longest."""
    game = GAMES[key]
    chance = random.Random(4)
    start, actions, states = max((DRIVERS[key].game(chance) for _ in range(10)), key=lambda played: len(played[1]))
    text = json.dumps([game.wire.dump_action(action) for action in actions])
    view = game.view_for(states[-1], Seat(0))
    read, folded = ms(lambda: json.loads(text)), ms(lambda: fold(game, start, actions))
    print(
        f"{key}: {len(actions)} actions: fold {folded:.2f} ms, {folded / len(actions) * 1000:.0f} µs an action, "
        f"{folded / read:.1f} times reading them as JSON ({read:.2f} ms)"
    )
    print(f"  view of the finished game {ms(lambda: game.view_for(states[-1], Seat(0))):.3f} ms")
    print(f"  the same as JSON {ms(lambda: game.wire.dump_view(view, lambda phrase: phrase.text)):.3f} ms")


def verdicts() -> None:
    """Who wins, over many rounds of three cards, beside sorting three numbers."""
    chance = random.Random(4)
    rounds = [(chance.choice(EMOTIONS), chance.sample(EMOTIONS, 3)) for _ in range(1000)]
    bare = ms(lambda: [sorted(card.value for card in cards) for _top, cards in rounds], 10)
    judged = ms(lambda: list(itertools.starmap(who_wins, rounds)), 10)
    print(
        f"stella_quest: a verdict {judged:.2f} µs, {judged / bare:.1f} times sorting the three values ({bare:.2f} µs)"
    )


def main() -> None:
    for key in GAMES:
        measure(key)
    verdicts()


if __name__ == "__main__":
    main()
