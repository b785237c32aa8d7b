"""Whoever guesses codes is slowed down; the people at the table never notice, though they share an address."""

from __future__ import annotations

from pathlib import Path

from tests.players import Phone, Server, free_port, open_night, over_http


def test_guessing_codes_ends_soon(instance: Path) -> None:
    with Server(instance / "data", free_port()) as server:
        send = over_http(server.port)
        night = open_night(send, people=6).start()
        guesser = Phone(send)
        statuses = [guesser.get(f"/tables/{a}{b}AA").status for a in "ABCDEFGH" for b in "ABCDEFGHJK"]
        assert statuses[:5] == [404] * 5
        assert statuses[-1] == 429
        assert 30 <= statuses.count(404) <= 45
        answer = guesser.get("/tables/ABCD")
        assert int(answer.headers["Retry-After"]) > 0
        answer.no(429, "too-many")
        for seat in range(6):
            assert night.look(seat)["you"] == seat
        night.begin()
