"""Stella Quest by taps alone: real hands and a real deck beside the phones, which are told what is played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.games.kernel import Accepted
from app.games.phrases import Seat
from app.games.stella_quest import GAME
from app.games.stella_quest.actions import Action, Draw, Opponent, Play, Take, Top
from app.games.stella_quest.state import Finished, Opening, Options, Playing, Recording, State, Taking, Topping
from tests.browser.handset import Handset, until
from tests.games.stella_quest.playing import People
from tests.players import Night, fresh_key

#: Where every key of the pad is: left, top, width, height.
KEYS = """() => Object.fromEntries([...document.querySelectorAll('#pad .key, #pad .key-rest')].map(key => {
  const box = key.getBoundingClientRect();
  return [key.value, [box.left, box.top, box.width, box.height]];
}))"""

Pad = dict[str, list[float]]


def moved(pads: list[Pad]) -> float:
    """How far any key ever was from where it was first, in pixels."""
    first = pads[0]
    assert all(pad.keys() == first.keys() for pad in pads)
    return max(abs(a - b) for pad in pads for key in pad for a, b in zip(pad[key], first[key], strict=True))


def begin(night: Night, recording: str = "one", first: int = 0) -> Night:
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=first, recording=recording).ok()
    return night


@dataclass
class QuestNight:
    """A game that is played out. ``phones`` are one per seat, or one for all; ``taps`` the taps of each round."""

    phones: tuple[Handset, ...]
    seats: int
    seed: int
    draw: float = 0.1
    recording: str = "one"
    state: State = field(init=False)
    people: People = field(init=False)
    taps: dict[int, int] = field(default_factory=dict)
    pads: list[Pad] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        self.people = People(chance, self.seats)
        self.state = GAME.setup(Options(Seat(0), Recording(self.recording)), self.seats)

    def play(self) -> Iterator[Action]:
        """Plays to the end, one action after the other, each by a tap."""
        while not isinstance(self.state, Finished):
            action = self.people.next_action(self.state, self.draw, bold=True)
            number = getattr(self.state, "round", None)
            self.touch(action)
            answer = GAME.apply(self.state, action)
            assert isinstance(answer, Accepted), action
            self.people.follow(action, self.state, answer.state)
            self.people.agree(answer.state)
            if number is not None and not isinstance(action, Draw):
                self.taps[number.number] = self.taps.get(number.number, 0) + 1
            self.state = answer.state
            yield action
        for phone in self.phones:
            phone.stage("finished")

    def phone_for(self, action: Action) -> Handset:
        if len(self.phones) == 1:
            return self.phones[0]
        return self.phones[getattr(action, "seat", 0)]

    def touch(self, action: Action) -> None:
        """The tap that tells this action. The screen is waited for, as a person would."""
        phone = self.phone_for(action)
        match self.state, action:
            case Opening(), _:
                phone = self.phones[0]
                phone.stage("opening")
                phone.tap(f"#pad [value={action.card.name}]")  # type: ignore[union-attr]
                return
            case Playing(round=round_), Play() | Opponent() | Draw():
                phone.stage(f"playing-{round_.number}").see(f'#stage[data-step^="{len(round_.played)}"]')
                if isinstance(action, Opponent) and len(self.phones) > 1:
                    phone = self.phones[round_.played[-1].by or 0]
                    phone.stage(f"playing-{round_.number}").see(f'#stage[data-step^="{len(round_.played)}"]')
                phone.see("#pad")
                self.pads.append(phone.page.evaluate(KEYS))
                if isinstance(action, Draw):
                    held = self.people.hands[action.seat]
                    phone.tap("button[form=draw]")
                    phone.see(f".pad-head:not(:has-text('holds {len(held)} card'))")
                else:
                    phone.tap(f"#pad [value={action.card.name}]")
            case Taking(round=round_), Take(card=card):
                phone.stage(f"taking-{round_.number}").tap(f"#take [value={card.name}]")
            case Topping(round=round_), Top(card=card):
                phone.stage(f"topping-{round_.number}").tap(f"#top [value={card.name}]")
            case _:
                raise AssertionError(f"no tap for {action} in {self.state}")

    def agrees(self, look: dict[str, Any]) -> None:
        """The server counts what really lies on the table."""
        view = look["view"]
        assert [seat["hand"] for seat in view["seats"]] == [len(hand) for hand in self.people.hands]
        assert view["deck"] == len(self.people.deck)
        assert [seat["collection"] for seat in view["seats"]] == [
            [card.name for card in cards] for cards in self.people.collections
        ]


def settled(night: Night, phase: str) -> dict[str, Any]:
    """The table, once it is in this phase."""
    return dict(until(lambda: look if (look := night.look(None))["view"]["phase"] == phase else None, why=phase))
