"""Ana, Bo and Chiyo, who play Lamps: with browsers that have no script, and over the JSON API."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.players import Night, fresh_key, in_process, open_night

TURNS = ([1, 9], [2], [3, 4], [5], [6, 7], [8])  # Ana, Bo, Chiyo, Ana, Bo, Chiyo: who wins


def words(page: str) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style|template).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(text).split())


@dataclass
class Reader:
    """A person with a browser that has no script: pages by GET, everything else by forms."""

    client: FlaskClient
    name: str

    def get(self, path: str, status: int = 200) -> str:
        got = self.client.get(path)
        assert got.status_code == status, (path, got.status_code, words(got.text))
        return got.text

    def send(self, path: str, status: int = 303, **fields: Any) -> str:
        """A form; answers where it leads, or the page that came instead."""
        got = self.client.post(path, data={"key": fresh_key(), **fields})
        assert got.status_code == status, (path, got.status_code, words(got.text))
        return got.headers["Location"] if status == 303 else got.text

    def page(self, path: str) -> str:
        return words(self.get(path))


@dataclass
class Table:
    """Ana, Bo and Chiyo at a table of Lamps; Ana leads it."""

    people: list[Reader]
    at: str

    @property
    def host(self) -> Reader:
        return self.people[0]

    def seen(self, who: int) -> str:
        found = re.search(r'data-seq="(\d+)"', self.people[who].get(self.at))
        assert found is not None
        return found.group(1)

    def do(self, who: int, status: int = 303, **fields: Any) -> str:
        return self.people[who].send(f"{self.at}/do", status, seen=self.seen(who), **fields)

    def light(self, who: int, lamps: list[int], status: int = 303) -> str:
        return self.do(who, status, type="light", lamps=lamps)


def night_of(app: Flask, turns: int = len(TURNS)) -> Night:
    """The same over the JSON API, after so many turns."""
    night = open_night(in_process(app), 3, "lamps")
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0, lamps=9).ok()
    for number, lamps in enumerate(TURNS[:turns]):
        night.act(number % 3, type="light", lamps=lamps).ok()
    return night
