"""Leagues under way over the API: an organiser's phone, a member's, tables that are saved."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.players import NAMES, Answer, Night, Phone, Send, fresh_key, open_night

ELEVEN = ("Ana", "Bo", "Chiyo", "Dan", "Émile", "Fumiko", "Gus", "Hal", "Ida", "Jo", "Maximiliane-Éléonore")


@dataclass
class Club:
    """A league with its organiser's phone; ``secrets``: what its two links carry."""

    send: Send
    phone: Phone
    slug: str
    secrets: dict[str, str]
    people: dict[str, str] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"/leagues/{self.slug}"

    def stranger(self) -> Phone:
        return Phone(self.send)

    def member(self) -> Phone:
        """A phone that came by the members' link."""
        phone = Phone(self.send)
        self.enter(phone, "member").ok()
        return phone

    def enter(self, phone: Phone, which: str) -> Answer:
        return phone.post(f"{self.at}/keys", code=self.secrets[which])

    def change(self, kind: str, by: Phone | None = None, **body: Any) -> Answer:
        more = {name: body.pop(name) for name in ("key", "seen") if name in body}
        return (by or self.phone).post(f"{self.at}/changes", **{"kind": kind, "body": body, "key": fresh_key(), **more})

    def add(self, *names: str, guest: bool = False) -> None:
        for name in names:
            self.people[name] = f"m-{len(self.people)}"
            self.change("member-added", member=self.people[name], name=name, guest=guest).ok()

    def season(self, id_: str = "s1", start: str = "2020-01-01", end: str = "2099-12-31") -> None:
        self.change("season-set", season=id_, name=f"Season {id_}", start=start, end=end).ok()

    def typed(self, id_: str, scores: dict[str, int], by: Phone | None = None, **more: Any) -> Answer:
        """A game by hand, yesterday."""
        day = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
        seats = [{"member": self.people[name], "score": score} for name, score in scores.items()]
        told = {"id": id_, "game": "stella", "day": day, "seats": seats, "key": fresh_key(), **more}
        return (by or self.phone).post(f"{self.at}/results", **told)

    def save(self, night: Night, phone: Phone | None = None, **more: Any) -> Answer:
        """Save a finished table; everybody is the member of the same name."""
        body = {"members": [self.people[name] for name in names_at(night)], "key": fresh_key(), **more}
        return (phone or night.host).post(f"{self.at}/tables/{night.code}", **body)

    def look(self, phone: Phone | None = None) -> Any:
        return (phone or self.phone).get(self.at).ok()

    def standings(self, phone: Phone | None = None, **asked: str) -> Any:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        return (phone or self.phone).get(f"{self.at}/standings?{query}").ok()

    def ranks(self, **asked: str) -> dict[str, tuple[int | None, str]]:
        return {row["name"]: (row["rank"], row["value"]) for row in self.standings(**asked)["rows"]}

    def result(self, id_: str) -> Any:
        return self.phone.get(f"{self.at}/results/{id_}").ok()


def open_club(send: Send, *, name: str = "Friday Owls", people: Sequence[str] = NAMES[:4], **more: Any) -> Club:
    """A league with these members; one word is enough unless ``confirmations`` says otherwise."""
    phone = Phone(send)
    told = {"name": name, "zone": "Europe/Paris", "confirmations": 1, "key": fresh_key(), **more}
    opened = phone.post("/leagues", **told).ok()
    club = Club(send, phone, opened["slug"], {"organiser": opened["organiser"], "member": opened["member"]})
    club.add(*people)
    return club


def names_at(night: Night) -> list[str]:
    return [seat["name"] for seat in night.look(None)["seats"]]


def finished(send: Send, people: int = 4, seed: int = 1) -> Night:
    """A table of Stella that was played to its end."""
    night = open_night(send, people).start()
    return night.play(random.Random(seed))


def ended_early(send: Send, people: int = 3) -> Night:
    """A table of Stella that ended after its first round, to be quick."""
    night = open_night(send, people).start()
    night.play_round([[0, 1, 2], [0, 1], [0], [3]][:people])
    night.act(0, type="leave", seat=people - 1).ok()
    night.act(0, type="end_early").ok()
    return night
