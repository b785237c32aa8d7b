"""A played night to look at: made through the same services that phones use, by chance that can be repeated."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

from app.games.phrases import Seat
from app.tables import drafts, looking, opening, phones, playing, seats

PEOPLE = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko")
WORDS = ("whisper", "harvest", "journey", "mirror")


def play(seed: int) -> Iterator[tuple[str, str]]:
    """Play finished games and some that are under way. Yields (code, what it is)."""
    chance = random.Random(seed)  # noqa: S311 (a demonstration, no secret)
    yield _stella(chance, people=4, rounds=4), "Stella, four players, finished"
    yield _stella(chance, people=5, rounds=2), "Stella, five players, before round 3"
    yield _quest(chance, people=3, rounds=99), "Stella Quest, three players, finished"
    yield _quest(chance, people=4, rounds=4), "Stella Quest, four players, before round 5"
    yield _stellarion(chance, steps=60), "Stellarion, two players together, under way"


def _stella(chance: random.Random, people: int, rounds: int) -> str:
    key = _keys(chance)
    crowd = [phones.new_phone()[0] for _ in range(people)]
    code, act = _open("stella", crowd, {"first_scout": "random"}, key)

    for round_number in range(rounds):
        if round_number:
            act(0, type="next_round")
            act(0, type="swap_row", row=3 - round_number)
        act(0, type="word", text=WORDS[round_number])
        act(0, type="begin")
        favourites = chance.sample(range(15), 9)  # people think alike, mostly
        for number in range(people):
            cells = {cell for cell in favourites if chance.random() < 0.5}
            cells |= {chance.randrange(15)}
            drafts.save(code, crowd[number], {"cells": sorted(cells)})
            act(number, type="lock", cells=sorted(cells), closing=number == people - 1)
        act(0, type="place_lanterns")
        _reveal(code, crowd, chance, act)
    return code


Act = Callable[..., None]


def _open(game: str, crowd: list[int], options: dict[str, object], key: Callable[[], str]) -> tuple[str, Act]:
    """A table that has begun: its code, and how its seats act."""
    code = opening.open_table(game, PEOPLE[0], crowd[0], key=key())
    for number in range(1, len(crowd)):
        seats.sit(code, crowd[number], PEOPLE[number])
    opening.start(code, crowd[0], options, key())

    def act(number: int, **data: object) -> None:
        playing.submit(code, crowd[number], data, key=key(), seen=looking.look(code, None).seq)

    return code, act


def _quest(chance: random.Random, people: int, rounds: int) -> str:
    """Cards as they may come: mostly of the lead colour, sometimes a rest; the cheapest is taken."""
    key = _keys(chance)
    crowd = [phones.new_phone()[0] for _ in range(people)]
    code, act = _open("stella_quest", crowd, {"first_player": "random", "recording": "each"}, key)
    act(0, type="first_card", card=f"{chance.choice(('blue', 'green', 'red', 'yellow'))}-{chance.randint(1, 6)}")
    while (view := looking.look(code, None).view).phase != "finished" and view.number <= rounds:
        if view.phase == "taking":
            cheapest = min(view.options, key=lambda one: one.option.gem_loss)
            act(view.winner, type="take", card=cheapest.option.card.name)
        elif view.phase == "topping":
            act(view.winner, type="top", card=chance.choice(view.tops).name)
        else:
            act(view.turn, type="play", card=_card(chance, code, crowd[view.turn], view.round.lead))
    return code


def _stellarion(chance: random.Random, steps: int) -> str:
    """Two people and the Glaucous Sun: they launch when they can."""
    key = _keys(chance)
    crowd = [phones.new_phone()[0] for _ in range(2)]
    board = {"spaces": 30, "meteors": [5, 11, 17, 23]}
    code, act = _open("stellarion", crowd, {"stars": 3, "expansions": ["sun"], "advanced": ["alpha"], **board}, key)
    for _step in range(steps):
        view = looking.look(code, crowd[0]).view
        if view.phase == "finished":
            break
        eager = [offer for offer in view.offers if offer.action in ("launch", "reveal")]
        offer = chance.choice(eager or view.offers)
        act(view.player or 0, type=offer.action, **chance.choice(list(itertools.islice(offer.expand(), 40))))
    return code


def _card(chance: random.Random, code: str, phone: int, lead: object) -> str:
    """A card that can still be in this hand."""
    offers = looking.look(code, phone).view.offers
    cards = next(list(offer.fields["card"].expand()) for offer in offers if offer.action == "play")
    follows = [card for card in cards if lead is None or card.startswith(f"{lead}-")]
    return str(chance.choice(follows if follows and chance.random() < 0.7 else cards))


def _reveal(code: str, crowd: list[int], chance: random.Random, act: Act) -> None:
    while (view := looking.look(code, None).view).phase == "revealing":
        scout = Seat(view.scout)
        mine = looking.look(code, crowd[scout]).view
        act(scout, type="reveal", cell=chance.choice(mine.my_open))


def _keys(chance: random.Random) -> Callable[[], str]:
    return lambda: f"demo-{chance.getrandbits(96):024x}"
