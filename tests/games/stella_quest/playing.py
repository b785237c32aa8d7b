"""Random tables of Stella Quest: people with real hands at a real deck, beside the engine that sees none of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stella_quest import GAME, state, steps, taking
from app.games.stella_quest.actions import (
    Action,
    Decide,
    Draw,
    EndEarly,
    FirstCard,
    Leave,
    Opponent,
    Play,
    Recording,
    Return,
    Take,
    Top,
)
from app.games.stella_quest.cards import BY_NAME, CARDS, DECK, REST, Card
from app.games.stella_quest.state import Drawn, Finished, Opening, Options, Playing, Shuffled, State, Taking, Topping
from app.games.stella_quest.verdict import lead_of


def start(rnd: random.Random, seats: int | None = None) -> State:
    seats = rnd.randint(2, 4) if seats is None else seats
    return GAME.setup(Options(Seat(rnd.randrange(seats)), rnd.choice(tuple(state.Recording))), seats)


def any_action(rnd: random.Random, state_: State) -> Action:
    """Any action that the wire can load, sensible or not."""
    seat, card = Seat(rnd.randrange(-1, 5)), rnd.choice(CARDS)
    if isinstance(state_, Playing | Taking | Topping) and rnd.random() < 0.5:
        turn = steps.on_turn(state_) if isinstance(state_, Playing) else steps.Turn(state_.round.winner)
        seat = turn.seat if turn is not None and turn.seat is not None else seat
        card = rnd.choice(state_.round.cards or (card,)) if not isinstance(state_, Playing) else card
    return rnd.choice(
        (
            Recording(rnd.choice(tuple(state.Recording))),
            FirstCard(seat, card),
            Play(seat, card),
            Play(seat, card),
            Opponent(seat, card),
            Draw(seat),
            Take(seat, card),
            Top(seat, card),
            decision(rnd),
            *((Leave(seat), Return(seat), Return(seat), EndEarly()) if rnd.random() < 0.2 else ()),
        )
    )


def decision(rnd: random.Random) -> Decide:
    """A ruling is played the other way, or again as the app reads it."""
    return Decide(rnd.choice(tuple(GAME.alternatives)), rnd.random() < 0.7)


@dataclass
class People:
    """The physical game: a shuffled deck, hands, pile and collections that nobody told the app about.

    It moves cards as people would, from what it sees on the table and what the app says is due, and after every step
    the two must agree. ``honest``: everybody follows the lead colour when they can. ``restful``: how often somebody
    who holds a rest plays it; everybody is dealt one then.
    """

    rnd: random.Random
    seats: int
    honest: bool = True
    restful: float = 0.0
    deck: list[Card] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    collections: list[list[Card]] = field(default_factory=list)
    away: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        if self.restful:  # everybody is dealt one
            for seat in range(self.seats):
                self.deck.remove(REST)
                self.deck.insert(len(self.deck) - 5 * seat, REST)
        self.hands = [[self.deck.pop() for _ in range(5)] for _ in range(self.seats)]
        self.collections = [[] for _ in range(self.seats)]

    def next_action(self, now: State, draw: float = 0.1, bold: bool = True) -> Action:
        """What these people do next. ``draw``: how often somebody pays to draw."""
        rnd = self.rnd
        match now:
            case Opening():
                return FirstCard(Seat(rnd.randrange(self.seats)), self.deck[-1])
            case Playing(round=round_):
                turn = steps.on_turn(now)
                assert turn is not None
                if turn.seat is None:
                    return Opponent(Seat(rnd.randrange(2)), self.deck[-1])
                if rnd.random() < draw and steps.can_pay(now.table, turn.seat):
                    return Draw(turn.seat)
                return Play(turn.seat, self.choose(turn.seat, round_.cards))
            case Taking(round=round_):
                assert round_.winner is not None
                options = [card for card in round_.cards if not card.is_rest]
                if not bold:
                    held = self.collections[round_.winner]
                    options.sort(key=lambda card: taking.gem_loss(card, held))
                    options = options[:1]
                return Take(round_.winner, rnd.choice(options))
            case Topping(round=round_):
                assert round_.winner is not None
                return Top(round_.winner, rnd.choice(taking.top_options(round_.cards, round_.taken)))
            case Finished():
                raise AssertionError("the game is over")

    def choose(self, seat: Seat, cards: tuple[Card, ...]) -> Card:
        hand, lead = self.hands[seat], lead_of(cards)
        if REST in hand and self.rnd.random() < self.restful:
            return REST
        allowed = [card for card in hand if lead is None or card.colour in (None, lead)]
        if self.honest and any(card.colour is lead for card in hand):
            return self.rnd.choice(allowed)
        return self.rnd.choice(hand)

    def follow(self, action: Action, before: State, after: State) -> None:
        """Move the real cards: what the action did, then what the app said was due."""
        match action:
            case FirstCard(card=card):
                assert self.deck.pop() == card
                self.pile.append(card)
            case Play(seat=seat, card=card):
                self.hands[seat].remove(card)
                self.table.append(card)
            case Opponent(card=card):
                assert self.deck.pop() == card
                self.table.append(card)
            case Take(seat=seat, card=card):
                self.table.remove(card)
                self.collections[seat].append(card)
            case _:
                pass
        was, now = steps.running(before), steps.running(after)
        if isinstance(action, EndEarly) and was is not None and was.winner is not None and was.taken is not None:
            self.table.append(self.collections[was.winner].pop())  # the running round does not count
        if was is None or now is None or isinstance(action, EndEarly):
            return
        done = after.table.rounds[len(before.table.rounds) :]
        here = done[0] if done else now
        self.supply(here.supplies[len(was.supplies) :])
        if here.away:
            self.away += self.table
            self.table = []
        elif here.on_top is not None:
            self.table.remove(here.on_top)
            self.pile += [*self.table, here.on_top]
            self.table = []
        if now is not here:
            self.supply(now.supplies)

    def supply(self, news: tuple[Drawn | Shuffled, ...]) -> None:
        """Draw and shuffle as told; a shuffle in the middle of a draw is told after it, with its place."""
        for index, one in enumerate(news):
            if isinstance(one, Shuffled):
                if index == 0 or not isinstance(news[index - 1], Drawn):
                    self.shuffle(one.cards)
                continue
            after = news[index + 1] if index + 1 < len(news) else None
            for drawn in range(one.cards):
                if isinstance(after, Shuffled) and drawn == after.after:
                    self.shuffle(after.cards)
                self.hands[one.seat].append(self.deck.pop())
            if isinstance(after, Shuffled) and after.after == one.cards:
                self.shuffle(after.cards)

    def shuffle(self, cards: int) -> None:
        assert self.deck == []
        top = self.pile.pop()
        assert len(self.pile) == cards
        self.deck, self.pile = self.pile, [top]
        self.rnd.shuffle(self.deck)

    def agree(self, now: State) -> None:
        """The app says what lies on the table; no card is lost or made."""
        table = now.table
        assert table.deck == len(self.deck)
        assert table.hands == tuple(map(len, self.hands))
        assert list(table.pile) == self.pile
        assert [list(one) for one in table.collections] == self.collections
        assert table.away == len(self.away)
        everything = Counter([*self.deck, *self.pile, *self.table, *self.away])
        for cards in (*self.hands, *self.collections):
            everything.update(cards)
        assert everything == Counter(DECK)
        round_ = steps.running(now)
        assert sorted(self.table, key=DECK.index) == sorted(() if round_ is None else round_.on_table, key=DECK.index)
        assert table.deck > 0 or len(table.pile) <= 1, "an empty deck is made anew at once"


#: A start, the actions that held, and the state after each of them.
Played = tuple[State, list[Action], list[State]]


def game(
    rnd: random.Random,
    seats: int | None = None,
    *,
    leaving: float = 0.0,
    honest: bool = True,
    draw: float = 0.1,
    bold: bool = True,
    deciding: float = 0.0,
    restful: float = 0.0,
) -> Played:
    """A whole game with real cards. ``leaving``: how often somebody leaves or comes back; ``deciding``: how often the
    table decides on a ruling between the rounds."""
    first = now = start(rnd, seats)
    people = People(rnd, first.table.seats, honest, restful)
    actions: list[Action] = []
    states: list[State] = []
    while not isinstance(now, Finished):
        action = _leaving(rnd, now) if now.table.gone and steps.paused(now.table) else None
        if action is None and rnd.random() < leaving:
            action = _leaving(rnd, now)
        between = isinstance(now, Opening) or (isinstance(now, Playing) and not now.round.played)
        if action is None and between and rnd.random() < deciding:
            decides = decision(rnd)
            action = decides if (decides.rule in now.table.house) != decides.other else None
        if action is None:
            action = people.next_action(now, draw, bold)
        answer = GAME.apply(now, action)
        assert isinstance(answer, Accepted), (now, action, answer)
        people.follow(action, now, answer.state)
        people.agree(answer.state)
        now = answer.state
        actions.append(action)
        states.append(now)
    return first, actions, states


def _leaving(rnd: random.Random, now: State) -> Action:
    gone = now.table.gone
    if gone and rnd.random() < 0.2:
        return EndEarly()
    present = [seat for seat in steps.everyone(now.table) if seat not in gone]
    if gone and (len(present) == 1 or rnd.random() < 0.5):
        return Return(rnd.choice(sorted(gone)))
    return Leave(rnd.choice(present))


def payloads(rnd: random.Random) -> list[dict[str, Any]]:
    """What a seat could send: every card of every kind, and a draw."""
    kinds = ("first_card", "play", "opponent", "take", "top")
    return [{"type": "draw"}, *({"type": kind, "card": card.name} for kind in kinds for card in CARDS)]


def twin(rnd: random.Random, played: Played) -> tuple[Seat, list[Action]]:
    """Nothing is secret: the only other world that nobody could tell apart is the same one."""
    first, actions, _states = played
    return Seat(rnd.randrange(first.table.seats)), actions[: rnd.randint(1, len(actions))]


def position(given: dict[str, Any]) -> State:
    """A state in the middle of a game, as a case describes it: seats, first, pile, collections and the like."""
    seats = given["seats"]
    first = Seat(given.get("first", 0))
    opened = GAME.setup(Options(first), seats)
    pile = tuple(map(BY_NAME.__getitem__, given["pile"]))
    return Playing(_table(opened.table, given, pile), state.Round(given.get("number", 1), first, pile[-1]))


def _table(table: state.Common, given: dict[str, Any], pile: tuple[Card, ...]) -> state.Common:
    more: dict[str, Any] = {"pile": pile, "deck": given.get("deck", table.deck - len(pile))}
    if "collections" in given:
        more["collections"] = tuple(tuple(BY_NAME[name] for name in one) for one in given["collections"])
    for name in ("radiance", "hands"):
        if name in given:
            more[name] = tuple(given[name])
    if "marker" in given:
        more["marker"] = given["marker"]
    return replace(table, **more)
