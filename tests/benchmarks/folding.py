"""Fold, look at and write down whole games, beside reading the same log lines as JSON."""

from __future__ import annotations

import json
import random
import timeit
from typing import Any

from app.games import GAMES
from app.games.kernel import Accepted, fold
from app.games.phrases import Seat


def played(seats: int, chance: random.Random) -> list[dict[str, Any]]:
    """The log lines of a whole game of Stella at random."""
    game = GAMES["stella"]
    state = game.setup(game.wire.load_options({"first_scout": 0}, seats), seats)
    lines: list[dict[str, Any]] = []

    def do(seat: int = 0, **data: Any) -> None:
        nonlocal state
        action = game.wire.load_action(data, Seat(seat))
        answer = game.apply(state, action)
        assert isinstance(answer, Accepted), answer
        state = answer.state
        lines.append(game.wire.dump_action(action))

    while game.outcome(state) is None:
        view = game.view_for(state, None)
        match view.phase:
            case "opening":
                do(type="begin")
            case "marking":
                for seat in range(seats):
                    cells = chance.sample(range(15), chance.randint(1, 10))
                    do(seat, type="lock", cells=cells, closing=seat == seats - 1)
            case "announced":
                do(type="place_lanterns")
            case "revealing":
                mine = game.view_for(state, view.scout)
                do(view.scout, type="reveal", cell=chance.choice(mine.my_open))
            case "scored":
                do(type="next_round")
    return lines


def main() -> None:
    game = GAMES["stella"]
    lines = played(6, random.Random(4))
    text = json.dumps(lines)
    start = game.setup(game.wire.load_options({"first_scout": 0}, 6), 6)
    actions = [
        game.wire.load_action({k: v for k, v in line.items() if k != "seat"}, Seat(line.get("seat", -1)), record=True)
        for line in lines
    ]
    state = fold(game, start, actions).state
    view = game.view_for(state, Seat(0))

    def ms(what: Any, number: int = 200) -> float:
        return min(timeit.repeat(what, number=number, repeat=5)) / number * 1000

    read = ms(lambda: json.loads(text))
    folded = ms(lambda: fold(game, start, actions))
    print(f"{len(lines)} actions: fold {folded:.2f} ms, {folded / read:.1f} times reading them as JSON ({read:.2f} ms)")
    print(f"view of the finished game {ms(lambda: game.view_for(state, Seat(0))):.3f} ms")
    print(f"the same as JSON {ms(lambda: game.wire.dump_view(view, lambda phrase: phrase.text)):.3f} ms")


if __name__ == "__main__":
    main()
