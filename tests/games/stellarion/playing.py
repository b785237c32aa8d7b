"""Random tables of Stellarion: people with real cards beside the engine that sees only what lies face up."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from app.games.kernel import Accepted, Offer
from app.games.phrases import Seat
from app.games.stellarion import GAME, voyages, wire
from app.games.stellarion import actions as do
from app.games.stellarion.cards import CARDS, GALAXIES, SYMBOLS, TYPES, Galaxy
from app.games.stellarion.slots import SLOTS
from app.games.stellarion.state import (
    ADVANCED,
    Acting,
    Breakthrough,
    Expansion,
    Finished,
    Opening,
    Revealing,
    State,
)
from tests.games.stellarion.people import People

#: Every way to combine the expansions.
COMBINATIONS = [frozenset(some) for size in range(5) for some in itertools.combinations(Expansion, size)]


def options(rnd: random.Random, seats: int, expansions: frozenset[Expansion], blank: bool = False) -> dict[str, Any]:
    """A set-up that the book allows, as the wire wants it."""
    sent: dict[str, Any] = {
        "first_player": rnd.randrange(seats),
        "expansions": [one.value for one in Expansion if one in expansions],
        "stars": rnd.randint(0, 4) + (2 if seats == 2 else 0),
    }
    drawn = rnd.sample([galaxy for galaxy in GALAXIES for _ in range(2)], sum(ADVANCED[one] for one in expansions))
    if Expansion.MIRRORS in expansions:
        voyages = [galaxy.value for galaxy in (*GALAXIES * 2, *drawn)]
        rnd.shuffle(voyages)
        half = (len(voyages) + 1) // 2
        sent |= {"left": voyages[:half], "right": voyages[half:]}
    else:
        sent["advanced"] = [galaxy.value for galaxy in drawn]
    if Expansion.THEORIES in expansions:
        sent |= {"theory": rnd.choice(TYPES).value, "breakthrough": rnd.choice(tuple(Breakthrough)).value}
    if Expansion.SUN in expansions and not blank:
        final = rnd.randint(20, 40)
        sent |= {"spaces": final, "meteors": rnd.sample(range(1, final), 4)}
    return sent


def start(
    rnd: random.Random,
    seats: int | None = None,
    expansions: frozenset[Expansion] | None = None,
    blank: bool = False,
) -> State:
    seats = rnd.randint(1, 2) if seats is None else seats
    expansions = rnd.choice(COMBINATIONS) if expansions is None else expansions
    return GAME.setup(wire.load_options(options(rnd, seats, expansions, blank), seats), seats)


def nearly_won(rnd: random.Random, first: State) -> State:
    """The same set-up with all but a few Voyages acquired already, and some Meteor tokens: people at random then win
    sometimes, and get stuck sometimes."""
    table = first.table
    hers = rnd.sample(GALAXIES, 2)
    piles: list[list[Galaxy]] = [[] for _ in range(table.seats)]
    left = table.voyages
    stay = rnd.randint(1, 3)
    while voyages.left(left) > stay:
        spot, galaxy = rnd.choice(voyages.ends(left))
        left = voyages.without(left, spot)
        piles[table.seats == 2 and galaxy in hers].append(galaxy)
    sun = table.sun
    if sun is not None and sun.board is not None:
        held = rnd.choice((0, 2, 3, 4))
        sun = replace(sun, held=held, board=replace(sun.board, meteors=sun.board.meteors[held:]))
    return replace(first, table=replace(table, voyages=left, piles=tuple(map(tuple, piles)), sun=sun))


def load(line: dict[str, Any], seat: Seat) -> do.Action:
    return wire.load_action(line, seat)


def expanded(offers: Iterable[Offer]) -> list[dict[str, Any]]:
    """Every line that these offers stand for."""
    return [{"type": offer.action, **payload} for offer in offers for payload in offer.expand()]


#: How often people prefer an action to the others.
EAGER = {"launch": 12, "traverse": 12, "theory": 20, "take": 1, "meteors": 1, "final_space": 0, "give_up": 1}


def next_action(people: People, now: State) -> do.Action:
    """What these people do next."""
    rnd = people.rnd
    seat = people.anyone(now.table.seats)
    offers = GAME.legal_actions(now, seat)
    assert offers, now
    if isinstance(now, Opening | Revealing) and offers[0].action == do.Reveal.name and rnd.random() < 0.95:
        symbol = rnd.choice([deck.symbol for deck in now.table.decks if deck.is_face_down])
        return do.Reveal(seat, people.top(symbol))
    offers = tuple(offer for offer in offers if offer.action != do.Reveal.name) or offers
    if offers[0].action == do.Reveal.name:
        return do.Reveal(seat, people.top(rnd.choice([deck.symbol for deck in now.table.decks if deck.is_face_down])))
    weights = [EAGER.get(offer.action, 3) for offer in offers]
    offer = rnd.choices(offers, weights if any(weights) else None)[0]
    return load(people.step(list(itertools.islice(expanded([offer]), 60))), seat)


def decision(rnd: random.Random) -> do.Decide:
    """A ruling is played the other way, or again as the app reads it."""
    return do.Decide(rnd.choice(tuple(GAME.alternatives)), rnd.random() < 0.7)


#: A start, the actions that held, and the state after each of them.
Played = tuple[State, list[do.Action], list[State]]


def game(
    rnd: random.Random,
    seats: int | None = None,
    expansions: frozenset[Expansion] | None = None,
    *,
    blank: bool = False,
    near: bool = False,
    deciding: float = 0.0,
) -> Played:
    """A whole game with real cards, compared after every step. ``deciding``: how often the table decides on a ruling
    at the beginning of a turn."""
    first = start(rnd, seats, expansions, blank)
    if near:
        first = nearly_won(rnd, first)
    now = first
    people = People(rnd, first.table.expansions)
    people.agree(now)
    actions: list[do.Action] = []
    states: list[State] = []
    while not isinstance(now, Finished):
        action: do.Action = next_action(people, now)
        if isinstance(now, Opening | Acting) and rnd.random() < deciding:
            decides = decision(rnd)
            if (decides.rule in now.table.house) != decides.other:
                action = decides
        answer = GAME.apply(now, action)
        assert isinstance(answer, Accepted), (now, action, answer)
        people.follow(action)
        people.agree(answer.state)
        now = answer.state
        actions.append(action)
        states.append(now)
    return first, actions, states


def any_line(rnd: random.Random) -> dict[str, Any]:
    """A line of any kind, sensible or not."""
    symbol = rnd.choice(SYMBOLS)
    names = list(CARDS[symbol])
    slots = rnd.sample(SLOTS[:8] if rnd.random() < 0.7 else SLOTS, rnd.choice((2, 2, 3, 4, 4, 5)))
    spot = rnd.choice((*(galaxy.value for galaxy in Galaxy), "left", "right"))
    return rnd.choice(
        (
            {"type": "reveal", "deck": symbol.value, "card": rnd.choice(names)},
            {"type": "launch", "cards": slots, "star": rnd.random() < 0.5, "voyage": spot},
            {"type": "coordinate", "cards": slots[:2], "thrusters": rnd.choice(("none", "none", *slots))},
            {"type": "search", "deck": symbol.value, "card": rnd.choice(names)},
            {
                "type": "retrieve",
                "deck": symbol.value,
                "cards": rnd.choices(names, k=rnd.randint(1, 2)),
                "put": rnd.choice(("shuffle", "on_top")),
            },
            {
                "type": "look",
                "deck": symbol.value,
                "upper": rnd.choice(names),
                "lower": rnd.choice(names),
                "put": rnd.choice(tuple(do.Put)).value,
            },
            {"type": "stock", "decks": rnd.sample([one.value for one in SYMBOLS], rnd.randint(1, 2))},
            {"type": "done"},
            {"type": "forfeit", "back": rnd.randint(0, 9)},
            {"type": "traverse", "cards": slots},
            {"type": "take", "voyage": spot, "to": rnd.randrange(2)},
            {"type": "theory", "next": rnd.choice(("none", *(kind.value for kind in TYPES)))},
            {"type": "meteors", "voyage": spot, "to": rnd.randrange(2)},
            {"type": "end_turn"},
            {"type": "give_up"},
            {"type": "decide", "rule": rnd.choice(tuple(GAME.alternatives)), "other": rnd.random() < 0.7},
            *(({"type": "final_space"},) if rnd.random() < 0.1 else ()),
        )
    )


def any_action(rnd: random.Random, state: State) -> do.Action:
    """Any action that the wire can load, sensible or not."""
    seat = Seat(rnd.randrange(-1, 3)) if rnd.random() < 0.2 else Seat(rnd.randrange(state.table.seats))
    if rnd.random() < 0.3:
        offers = GAME.legal_actions(state, Seat(0))
        if offers:
            offer = rnd.choice(offers)
            lines = list(itertools.islice(expanded([offer]), 60))
            line = rnd.choice(lines)
            if rnd.random() < 0.3:
                other = any_line(rnd)
                line |= {name: value for name, value in other.items() if name in line and other["type"] == line["type"]}
            return _read(line, seat) or load(rnd.choice(lines), seat)
    return _read(any_line(rnd), seat) or do.Done(seat)


def _read(line: dict[str, Any], seat: Seat) -> do.Action | None:
    try:
        return wire.load_action(line, seat)
    except wire.ValidationError:
        return None


def payloads(rnd: random.Random) -> list[dict[str, Any]]:
    """What a seat could send: some of every kind."""
    pairs = [list(pair) for pair in itertools.combinations(SLOTS[:8], 2)]
    spots = (*(galaxy.value for galaxy in Galaxy), "left", "right")
    cards = [(symbol.value, name) for symbol in SYMBOLS for name in CARDS[symbol]]
    looks = [(deck, upper, lower) for deck, upper in cards for deck_, lower in cards if deck == deck_ and upper < lower]
    every = [
        *({"type": kind, "deck": deck, "card": name} for kind in ("reveal", "search") for deck, name in cards),
        *({"type": "coordinate", "cards": pair, "thrusters": under} for pair in pairs for under in ("none", pair[0])),
        *(
            {"type": "retrieve", "deck": deck, "cards": [name], "put": put}
            for deck, name in cards
            for put in ("shuffle", "on_top")
        ),
        *(
            {"type": "look", "deck": deck, "upper": upper, "lower": lower, "put": put}
            for deck, upper, lower in rnd.sample(looks, 30)
            for put in ("apart", "on_top", "under")
        ),
        *({"type": "stock", "decks": [symbol.value]} for symbol in SYMBOLS),
        *({"type": "stock", "decks": [str(slot) for slot in pair]} for pair in pairs),
        *({"type": "forfeit", "back": back} for back in range(10)),
        *({"type": kind, "voyage": spot, "to": to} for kind in ("take", "meteors") for spot in spots for to in (0, 1)),
        *({"type": "theory", "next": name} for name in ("none", *(kind.value for kind in TYPES))),
        *(
            {"type": "launch", "cards": rnd.sample(SLOTS[:8], 3 + (not star)), "star": star, "voyage": spot}
            for star in (False, True)
            for spot in spots
        ),
        *({"type": "traverse", "cards": rnd.sample(SLOTS[:8], 4)} for _ in range(5)),
    ]
    return [*rnd.sample(every, 120), *({"type": kind} for kind in ("done", "end_turn", "give_up", "final_space"))]


def twin(rnd: random.Random, played: Played) -> tuple[Seat, list[do.Action]]:
    """Nothing is secret: the only other world that nobody could tell apart is the same one."""
    first, actions, _states = played
    return Seat(rnd.randrange(first.table.seats)), actions[: rnd.randint(1, len(actions))]
