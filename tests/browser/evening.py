"""A whole evening by taps alone: six phones and a wall, from the QR code to the next game.

Ana leads and carries Mia, who has no phone; Gus only watches. What every phone was told is kept by its relay, and what
is secret at which moment by ``Evening.moments``, so that the two can be compared afterwards.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tests.browser.handset import Handset, House
from tests.games.stella import oracle

PLAYERS = ("Ana", "Mia", "Bo", "Chiyo", "Dan", "Émile")
WORDS = ("whisper", "", "étoile", "静けさ")
#: Marks per round and seat. Round 1 has numbers that no ordinary sentence of a screen has.
MARKS: tuple[tuple[set[int], ...], ...] = (
    ({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 4, 6, 8, 7},
     {1, 3, 5, 7, 0, 4}, {13, 0, 1, 2, 3, 4}),
    ({0, 7}, {0}, {7, 8}, {8}, {0, 7, 8}, {14}),
    ({3}, {3, 4}, {4}, {3}, {4, 5}, {5}),
    ({1, 2}, {2, 3}, {3, 1}, {1}, {9}, {9, 2}),
)  # fmt: skip

#: What a round's score says of each player: name, the stars each line kept, and the sum.
SCORES = """() => [...document.querySelectorAll('section.card.tight')].map(card => [
  card.querySelector('.who').innerText.trim(),
  [...card.querySelectorAll('.items .num')].map(line => Number(line.innerText.trim().split(/\\s+/).at(-1))),
  Number(card.querySelector('.sums .num').innerText)])"""


@dataclass
class Moment:
    """A time from which on something is no secret any more: ``counts`` of a round, or a shown ``cell`` of it."""

    at: float
    number: int
    counts: bool = False
    cell: int | None = None


@dataclass
class Evening:
    house: House
    phones: dict[str, Handset] = field(default_factory=dict)
    code: str = ""
    order: tuple[str, ...] = ()
    points: list[dict[int, int]] = field(default_factory=list)
    pointed: list[list[int]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    scores: dict[tuple[int, str], list[tuple[str, list[int], int]]] = field(default_factory=dict)

    @property
    def wall(self) -> Handset:
        return self.phones["wall"]

    def phone_of(self, seat: int) -> Handset:
        """The phone on which this seat is played, showing what that seat may see."""
        name = PLAYERS[seat]
        phone = self.phones["Ana" if name == "Mia" else name]
        return phone

    def now(self, number: int, counts: bool = False, cell: int | None = None) -> None:
        self.moments.append(Moment(time.monotonic(), number, counts, cell))

    # The lobby

    def gather(self) -> None:
        ana = self.phones["Ana"] = self.house.phone(relay=True)
        ana.go("/")
        ana.press("Start a new table")
        ana.at("#name").fill("Ana")
        ana.press("Open the table").stage("lobby")
        self.code = ana.at(".code-big").inner_text().strip()
        self.phones["wall"] = self.house.wall(relay=True).go("/tv")
        self.wall.at("input").first.fill(self.code)
        self.wall.page.keyboard.press("Enter")
        self.wall.stage("lobby")
        ana.at("#add-name").fill("Mia")
        ana.press("Add this player").see("text=without a phone of its own")
        for name in PLAYERS[2:]:
            guest = self.phones[name] = self.house.phone(relay=True)
            guest.go(f"/j/{self.code}").at("#name").fill(name)
            guest.press("Sit down").stage("waiting")
        gus = self.phones["Gus"] = self.house.phone(relay=True)
        gus.go(f"/j/{self.code}").press("Just watch").stage("waiting")
        ana.see("text=Émile")
        ana.at("#first").select_option(label="Ana")
        ana.press("Start (6 players)").stage("opening-1")
        for name, phone in self.phones.items():
            phone.stage("opening-1")
            phone.page.evaluate("window.sameLife = true")
            self.notes[name] = phone.page.url

    # A round

    def mark(self, number: int, seat: int) -> None:
        phone = self.phone_of(seat)
        if PLAYERS[seat] in ("Ana", "Mia"):
            phone.see(f"h1:has-text('{PLAYERS[seat]}')")
            phone.hand_over(f"I am {PLAYERS[seat]}")
        elif number == 1:
            phone.stage("side-1")
            phone.tap(f"label[data-side='{('left', 'across', 'right', 'host')[seat % 4]}']")
        phone.stage(f"marking-{number}")
        for cell in sorted(MARKS[number - 1][seat]):
            phone.tap(phone.tile(cell))
        phone.shows(MARKS[number - 1][seat])

    def round(self, number: int) -> None:
        ana = self.phones["Ana"]
        if number > 1:
            ana.press("Scores agreed: go on").stage(f"opening-{number}")
            ana.tap("label:has-text('middle B')")
        ana.at("#word").fill(WORDS[number - 1])
        ana.press("Start secret marking").stage(f"cover-{number}")
        last = len(PLAYERS) - 1
        for seat in range(len(PLAYERS)):
            phone = self.phone_of(seat)
            self.mark(number, seat)
            if seat == last:
                phone.tap("#lock")
                phone.see(".ask:has-text('You are the last')")
                self.now(number, counts=True)
                phone.tap(".ask .yes").stage(f"announced-{number}")
                continue
            phone.tap("#lock")
            if PLAYERS[seat] == "Ana":
                self.pass_on(phone, number)
            else:
                phone.stage(f"locked-{number}")
        for phone in self.phones.values():
            phone.stage(f"announced-{number}")
        ana.press("Lanterns placed: reveal")
        self.reveal(number)
        for name in ("Gus", "Bo"):
            self.scores[number, name] = self.phones[name].page.evaluate(SCORES)

    def pass_on(self, phone: Handset, number: int) -> None:
        """After one's own lock the phone goes on to the next."""
        phone.page.locator("[data-stage^='locked'], [data-stage^='cover']").first.wait_for(state="attached")
        if phone.where.startswith("locked"):
            phone.hand_over("Cover: pass the phone").stage(f"cover-{number}")

    def reveal(self, number: int) -> None:
        marks = dict(enumerate(MARKS[number - 1]))
        order = [(number - 1 + step) % 6 for step in range(6)]
        down: set[int] = set()
        hidden = {seat: set(cells) for seat, cells in marks.items()}
        pointed: list[int] = []
        place = 0
        while any(hidden[seat] for seat in marks if seat not in down):
            while order[place % 6] in down or not hidden[order[place % 6]]:
                place += 1
            scout = order[place % 6]
            place += 1
            cell = min(hidden[scout])
            self.point(number, scout, cell, len(pointed))
            pointed.append(cell)
            having = [seat for seat in marks if cell in hidden[seat]]
            for seat in having:
                hidden[seat].discard(cell)
            if len(having) == 1:
                down.add(scout)
        self.pointed.append(pointed)
        self.points.append(oracle.play_round(marks, order, pointed)[2])
        stage = f"scored-{number}" if number < 4 else "finished"
        for phone in self.phones.values():
            phone.stage(stage)
        if number == 4:
            for name in ("Gus", "Bo"):
                self.phones[name].tap("#round-4 > summary")

    def choose(self, number: int, scout: int, step: int) -> Handset:
        """The scout's phone, ready to be pointed on; one for two players is first handed over."""
        phone = self.phone_of(scout)
        pick = f"[data-stage='pick-{number}-{step}']"
        phone.page.locator(f"{pick}, [data-stage='cover-{number}-revealing']").first.wait_for(state="attached")
        if phone.where.startswith("cover"):
            phone.hand_over(f"I am {PLAYERS[scout]}")
        return phone.stage(f"pick-{number}-{step}")

    def point(self, number: int, scout: int, cell: int, step: int) -> None:
        phone = self.choose(number, scout, step)
        first = number == 1 and step == 0
        if first:  # a slip of the finger costs nothing: the first tap only chooses
            phone.tap(phone.tile(max(MARKS[0][scout])))
        phone.tap(phone.tile(cell))
        self.now(number, cell=cell)
        phone.tap("#reveal")
        if first:
            self.undo_first(phone, number, scout, cell)

    def undo_first(self, phone: Handset, number: int, scout: int, cell: int) -> None:
        """The scout takes the first card back, everybody sees it, and it is shown again."""
        bo = self.phones["Bo"].stage("reveal-1-1")
        self.notes["before undo"] = bo.see("h1.verdict").inner_text()
        back = phone.see(".steps-back .btn.back:has-text('A1')")
        self.notes["undo says"] = back.inner_text()
        phone.tap(back)
        bo.stage("reveal-1-0")
        phone = self.choose(number, scout, 0)
        phone.tap(phone.tile(cell)).tap("#reveal")
        bo.stage("reveal-1-1")

    def play(self) -> Evening:
        self.gather()
        for number in (1, 2, 3, 4):
            self.round(number)
        for name, phone in self.phones.items():
            assert phone.page.evaluate("window.sameLife") is True, f"{name}'s page was loaded again"
            self.notes[f"end {name}"] = phone.text
        return self
