"""Stellarion by taps alone: really shuffled decks beside the phones, which are told what people do and see."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stellarion import GAME
from app.games.stellarion import actions as do
from app.games.stellarion.cards import Symbol
from app.games.stellarion.state import Finished, Opening, Revealing, State
from tests.browser.handset import Handset, until
from tests.games.stellarion.people import People
from tests.games.stellarion.playing import next_action
from tests.players import Night, fresh_key


def begin(night: Night, options: dict[str, Any]) -> Night:
    night.host.post(f"{night.at}/start", key=fresh_key(), **options).ok()
    return night


@dataclass
class Mission:
    """A game that is played out, by whoever is on turn on the own phone. ``kinds``: how often each action was tapped."""

    night: Night
    phones: tuple[Handset, ...]
    options: dict[str, Any]
    seed: int
    state: State = field(init=False)
    people: People = field(init=False)
    kinds: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first = GAME.wire.load_options(self.options, len(self.night.phones))
        self.state = GAME.setup(first, len(self.night.phones))
        self.people = People(random.Random(self.seed), self.state.table.expansions)

    def play(self) -> Iterator[do.Action]:
        seq = self.night.look(None)["seq"]
        for step in itertools.count():
            if isinstance(self.state, Finished):
                break
            action = self.step(seq + step)
            if step % 9 == 0:
                until(lambda: self.night.look(None)["seq"] == seq + step + 1)  # noqa: B023 (asked at once)
                self.agrees(self.night.look(None))
            yield action
        for phone in self.phones:
            phone.stage("finished")
        self.agrees(self.night.look(None))

    def step(self, seq: int) -> do.Action:
        """One action, tapped once the screen shows the table's number ``seq``."""
        phone = self.phones[self.state.table.player if len(self.phones) > 1 else 0]
        phone.page.locator(f'#screen[data-seq="{seq}"]').wait_for(state="attached")
        action = self.choose(phone)
        self.touch(phone, action)
        answer = GAME.apply(self.state, action)
        assert isinstance(answer, Accepted), action
        self.people.follow(action)
        self.people.agree(answer.state)
        self.state = answer.state
        self.kinds[action.name] = self.kinds.get(action.name, 0) + 1
        return action

    def choose(self, phone: Handset) -> do.Action:
        """What these people do next; the phone asks for the tops deck by deck."""
        if isinstance(self.state, Opening | Revealing) and any(deck.is_face_down for deck in self.state.table.decks):
            asked = phone.see("#tops").locator("[name=deck]").get_attribute("value") or ""
            return do.Reveal(Seat(0), self.people.top(Symbol(asked)))
        return next_action(self.people, self.state)

    def touch(self, phone: Handset, action: do.Action) -> None:
        match action:
            case do.Reveal(card=card):
                phone.tap(f"#tops [name=card][value={card.name}]")
            case do.Launch(cards=slots, star=star, voyage=spot):
                self.pick(phone, slots, star)
                phone.tap(f"#made form:has([name=voyage][value={spot.value}]) .cta")
            case do.Coordinate(cards=slots, thrusters=under):
                self.pick(phone, slots)
                phone.see("#coordinate")
                if under is not None:
                    phone.tap(f"#coordinate label:has([name=thrusters][value={under}])")
                phone.tap("#coordinate .cta")
            case do.Traverse(cards=slots):
                self.pick(phone, slots)
                phone.tap("#traverse .cta")
            case do.Search(card=card):
                self.target(phone, card.symbol).tap(f"#target-{card.symbol.value} [name=card][value={card.name}]")
            case do.Retrieve(cards=cards, on_top=on_top):
                self.target(phone, cards[0].symbol)
                self.retrieve(phone, f"#target-{cards[0].symbol.value}", [card.name for card in cards], on_top)
            case do.Look(upper=upper, lower=lower, put=put):
                here = f"#target-{upper.symbol.value}"
                self.target(phone, upper.symbol)
                phone.tap(f"{here} label:has([name=upper][value={upper.name}])")
                phone.tap(f"{here} label:has([name=lower][value={lower.name}])")
                if phone.at(f"{here} [name=put]").count():
                    phone.tap(f"{here} label:has([name=put][value={put.value}])")
                phone.tap(f"{here} .btn.block")
            case do.Stock(decks=symbols):
                self.stock(phone, [symbol.value for symbol in symbols])
            case do.Done():
                phone.tap("#done .cta")
            case do.Forfeit(back=back):
                if phone.at("#forfeit select").count():
                    phone.at("#forfeit select").select_option(str(back))
                phone.tap("#forfeit button")
            case do.Take(voyage=spot, to=to) | do.Meteors(voyage=spot, to=to):
                if isinstance(action, do.Meteors) and phone.at("#meteors:not([open])").count():
                    phone.tap("#meteors > summary")
                kind = f"form:has([name=type][value={action.name}]):has([name=voyage][value={spot.value}])"
                phone.tap(f"{kind} [name=to][value='{to}']")
            case do.Theory(next=following):
                phone.tap(f"#theory [name=next][value={'none' if following is None else following.value}]")
            case do.EndTurn():
                phone.tap("#end-turn .cta")
            case do.GiveUp():
                phone.tap("#give-up .btn")
            case _:
                raise AssertionError(f"no tap for {action}")

    def pick(self, phone: Handset, slots: tuple[do.Slot, ...], star: bool = False) -> None:
        for slot in slots:
            phone.tap(f"#pick label:has([name=cards][value={slot}])")
        if star:
            phone.tap("#pick .star-choice")

    def target(self, phone: Handset, symbol: Symbol) -> Handset:
        if not phone.at(f"#target-{symbol.value}[open]").count():
            phone.tap(f"#target-{symbol.value} > summary")
        return phone

    def retrieve(self, phone: Handset, here: str, names: list[str], on_top: bool) -> None:
        selects = phone.at(f"{here} select")
        if not selects.count():
            phone.tap(f"{here} [name=cards][value={names[0]}]")
            return
        for place, name in enumerate(names):
            selects.nth(place).select_option(name)
        if on_top:
            phone.tap(f"{here} label:has([name=put][value=on_top])")
        phone.tap(f"{here} .btn.block")

    def stock(self, phone: Handset, decks: list[str]) -> None:
        if phone.at("#stock button[name=decks]").count():
            phone.tap(f"#stock button[name=decks][value={decks[0]}]")
            return
        for deck in decks:
            phone.tap(f"#stock label:has([value={deck}])")
        phone.tap("#stock .btn.block")

    def agrees(self, look: dict[str, Any]) -> None:
        """The server knows of every deck what the table knows."""
        for deck in look["view"]["decks"]:
            pile = self.people.piles[Symbol(deck["deck"])]
            assert deck["up"] == [card.name for card in pile.cards[: pile.up]]
            assert deck["size"] == len(pile.cards)
            assert deck["discard"] == [card.name for card in pile.discard]
        assert [one["card"] for one in look["view"]["outpost"]] == [card.name for card in self.people.outpost]
