"""Every screen there is, one after the other, with a table behind it that was brought there over the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.browser import tour_amending, tour_league, tour_stellarion
from tests.browser.handset import Handset
from tests.browser.screens import NAMES, Screen, open_all, post
from tests.players import Night, Send, fresh_key, open_night


def _ask_last(handset: Handset) -> None:
    handset.tap("#lock").see(".ask")


def _pick(handset: Handset) -> None:
    handset.tap(".tile.mine >> nth=0")


def _peek(handset: Handset) -> None:
    handset.tap("[data-peek]").see("#peek")


def _shade(handset: Handset) -> None:
    handset.tap("[data-hide]")


def pages(send: Send) -> Iterator[Screen]:
    """Pages without a running game."""
    night = open_night(send, 2)
    code, host, guest = night.code, night.phones[0], night.phones[1]
    host.post(f"{night.at}/seats", name=NAMES[3], without_phone=True).ok()
    yield Screen("home", "/")
    yield Screen("home, seated", "/", host)
    yield Screen("home, wrong code", "/find?code=KALS")
    yield Screen("new table", "/new")
    yield Screen("join", f"/j/{code}")
    yield Screen("join, taken name", f"/j/{code}", None, post(f"/j/{code}", {"name": "Bo"}))
    yield Screen("rules", "/rules/stella")
    yield Screen("settings", "/settings")
    yield Screen("news", "/changelog")
    yield Screen("import", "/import")
    yield Screen("import, no record", "/import", None, post("/import", {"text": "[]"}))
    yield Screen("not found", "/nothing/here")
    yield Screen("offline", "/offline")
    yield Screen("API", "/api")
    yield Screen("TV, which table", "/tv")
    yield Screen("lobby, host", f"/t/{code}", host)
    yield Screen("lobby, guest", f"/t/{code}", guest)
    yield Screen("lobby, watching", f"/t/{code}")
    yield Screen("lobby, TV", f"/t/{code}/tv", wall=True)
    yield Screen("big QR", f"/t/{code}/qr", host)
    yield Screen("people, host", f"/t/{code}/people", host)
    yield Screen("people, guest", f"/t/{code}/people", guest)
    yield Screen("a person", f"/t/{code}/people/{night.ids[1]}", host)
    yield Screen("move my seat", f"/t/{code}/move", guest)
    yield Screen("sit here", f"/t/{code}/move")
    offer = f"/t/{code}/seats/{night.ids[1]}/move"
    yield Screen("seat code", f"/t/{code}/people", guest, post(offer, {}))
    yield Screen("remove?", f"/t/{code}/sure/remove?seat={night.ids[1]}", host)
    yield Screen("put away?", f"/t/{code}/sure/put-away", host)
    yield Screen("put away", f"/t/{code}/away", host)


def game(send: Send) -> Iterator[Screen]:
    """The stages of a game: five seats, one of them on the host's phone."""
    night = open_night(send, 4)
    night.host.post(f"{night.at}/seats", name=NAMES[3], without_phone=True).ok()
    night.phones[3].name = "Dan"
    for phone, name in zip(night.phones, NAMES, strict=False):
        phone.name = name
    yield from _round(night)
    yield from _after(night)


def quest(send: Send) -> Iterator[Screen]:
    """The stages of Stella Quest: four seats and one phone that records; then two people and their opponent."""
    night = open_night(send, 4, "stella_quest")
    host, bo, here = night.phones[0], night.phones[1], f"/t/{night.code}"
    night.host.put(f"{night.at}/seats/{night.ids[3]}", name=NAMES[3]).ok()
    yield Screen("Quest, lobby", here, host)
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=0).ok()
    yield Screen("Quest, first card", here, host)
    yield Screen("Quest, first card, other", here, bo)
    yield Screen("Quest, first card, TV", f"{here}/tv", wall=True)
    night.act(0, type="first_card", card="green-4").ok()
    yield Screen("Quest, round 1", here, host, open_all)
    for seat, card in ((0, "blue-6"), (1, "green-4")):
        night.act(seat, type="play", card=card).ok()
    yield Screen("Quest, two cards", here, host, open_all)
    yield Screen("Quest, two cards, other", here, bo, open_all)
    yield Screen("Quest, two cards, TV", f"{here}/tv", wall=True)
    yield Screen(
        "Quest, impossible card", here, host, lambda phone: phone.tap("#pad [value=green-4]").see(".banner.warn")
    )
    yield Screen("Quest, may it be played", f"{here}/may-play?lead=blue&backs=blue&card=red-3", host)
    for seat, card in ((2, "rest"), (3, "red-2")):
        night.act(seat, type="play", card=card).ok()
    yield Screen("Quest, take", here, host, open_all)
    yield Screen("Quest, take, other", here, bo)
    yield Screen("Quest, take, TV", f"{here}/tv", wall=True)
    night.act(1, type="take", card="green-4").ok()
    yield Screen("Quest, round 2", here, host, open_all)
    for seat, card in ((1, "blue-1"), (2, "blue-2"), (3, "blue-5"), (0, "blue-3")):
        night.act(seat, type="play", card=card).ok()
    night.act(3, type="take", card="blue-1").ok()
    yield Screen("Quest, top", here, host, open_all)
    yield Screen("Quest, top, other", here, bo)
    yield from _quest_end(send)


def judge(send: Send) -> Iterator[Screen]:
    """The judge and the rules: every question with a verdict, the longest ones, what cannot be, and from a table."""
    quest, stella = "/judge/stella_quest", "/judge/stella"
    yield Screen("judge, which game", "/judge")
    yield Screen("judge, Quest, empty", quest)
    yield Screen(
        "judge, Quest, four cards", f"{quest}/winner?top=yellow-3&cards=blue-6.blue-6.yellow-3.rest", None, open_all
    )
    yield Screen("judge, Quest, impossible", f"{quest}/winner?top=blue-2&cards=blue-2.blue-6.blue-2")
    yield Screen("judge, Quest, all rest", f"{quest}/winner?top=red-1&cards=rest.rest.rest")
    yield Screen("judge, may it be played", f"{quest}/follow?lead=blue&card=red&hand=blue.rest")
    yield Screen("judge, take", f"{quest}/take?cards=green-4.green-2.rest&values=2.3.4&radiance=4&marker=1")
    yield Screen("judge, out by the star", f"{quest}/take?cards=green-4&radiance=1&marker=1")
    yield Screen("judge, top", f"{quest}/top?cards=blue-5.blue-2.green-6.rest&taken=blue-2")
    yield Screen("judge, loss", f"{quest}/loss?radiance=3&draws=1&marker=1&twice=1")
    yield Screen("judge, draw", f"{quest}/draw?hand=9&deck=0&pile=3")
    yield Screen("judge, points", f"{quest}/points?lights=0.3.5.1&collections=123456.16635..22", None, open_all)
    yield Screen("judge, opponent", f"{quest}/opponent?top=red-1&cards=blue-1.blue-6.blue-3")
    yield Screen("judge, Stella, empty", stella)
    yield Screen("judge, stars", f"{stella}/stars?markers=4&fallen=2", None, open_all)
    yield Screen("judge, fall", f"{stella}/stars?markers=1")
    yield Screen("judge, count", f"{stella}/round?cards=spark.spark.super_spark.spark&dark=1&fell=1")
    yield Screen("judge, dark", f"{stella}/dark?counts=10.9.10.3.2.1")
    yield Screen("judge, scout", f"{stella}/scout?players=open.fallen.spent.fallen.spent.open")
    yield Screen("judge, marks", f"{stella}/change?locked=me")
    yield from tour_stellarion.judge()
    yield Screen("judge, no network", "/offline/judge")
    yield Screen("rules, which game", "/rules")
    yield Screen("rules of Quest", "/rules/stella_quest")
    yield Screen("rules, searched", "/rules/stella_quest?q=super")
    yield Screen("rules, nothing found", "/rules/stella?q=zebra")
    yield Screen("our readings", "/rules/readings")
    yield Screen("judge, wrong address", f"{stella}/stars?markers=99")
    night = open_night(send, 4, "stella_quest")
    night.host.put(f"{night.at}/seats/{night.ids[3]}", name=NAMES[3]).ok()
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=3).ok()
    night.act(0, type="first_card", card="green-4").ok()
    for seat, card in ((3, "green-4"), (0, "blue-1")):
        night.act(seat, type="play", card=card).ok()
    yield Screen("judge, from a table", f"/t/{night.code}/judge", night.host)


def _quest_end(send: Send) -> Iterator[Screen]:
    """Two people, each with the own phone: the opponent would win a round, Bo wins one, and leaves."""
    night = open_night(send, 2, "stella_quest")
    host, bo, here = night.phones[0], night.phones[1], f"/t/{night.code}"
    night.host.post(f"{night.at}/start", key=fresh_key(), first_player=1, recording="each").ok()
    night.act(1, type="first_card", card="rest").ok()
    night.act(1, type="play", card="red-1").ok()
    yield Screen("Quest, opponent", here, bo, open_all)
    night.act(1, type="opponent", card="red-5").ok()
    night.act(0, type="play", card="red-4").ok()
    yield Screen("Quest, nobody won", here, host, open_all)
    night.act(0, type="play", card="yellow-1").ok()
    night.act(0, type="opponent", card="yellow-2").ok()
    night.act(1, type="play", card="yellow-3").ok()
    night.act(1, type="take", card="yellow-1").ok()
    night.act(1, type="top", card="yellow-2").ok()
    night.act(0, type="leave", seat=1).ok()
    yield Screen("Quest, one has left", here, host, open_all)
    yield Screen("Quest, end it?", f"{here}/sure/end-early", host)
    night.act(0, type="end_early").ok()
    yield Screen("Quest, finished", here, host, open_all)
    yield Screen("Quest, finished, TV", f"{here}/tv", wall=True)


def _round(night: Night) -> Iterator[Screen]:
    here, host, bo, chiyo, dan = f"/t/{night.code}", *night.phones
    night.start()
    yield Screen("opening, host", here, host)
    yield Screen("opening, other", here, bo)
    yield Screen("opening, TV", f"{here}/tv", wall=True)
    night.act(0, type="word", text="Wirklichkeitsverlust").ok()
    night.begin()
    yield Screen("side", here, bo)
    yield Screen("cover", here, host)
    for seat in (1, 2, 3):
        night.draft(seat, [0, 3, 6, 14] if seat == 1 else [0, 3])
    yield Screen("mark", here, bo)
    yield Screen("mark, shaded", here, bo, _shade)
    host.post(f"{night.at}/uncover", seat=0).ok()
    yield Screen("mark, host", here, host, open_all)
    night.lock(0, [0, 1, 3], for_=0).ok()
    host.post(f"{night.at}/uncover", seat=4).ok()
    night.act(0, type="lock", cells=[3, 4], for_=4).ok()
    yield Screen("locked, two seats", here, host, open_all)
    night.lock(2, [0, 3]).ok()
    yield Screen("locked", here, chiyo)
    yield Screen("locked, peek", here, chiyo, _peek)
    yield Screen("peek page", f"{here}/peek", chiyo)
    yield Screen("watch", here)
    yield Screen("marking, TV", f"{here}/tv", wall=True)
    night.lock(3, [0, 3]).ok()
    yield Screen("the last one", here, bo, _ask_last)
    night.lock(1, [0, 3, 6, 14], closing=True).ok()
    yield Screen("announced, host", here, host, open_all)
    yield Screen("announced, other", here, dan, open_all)
    yield Screen("announced, TV", f"{here}/tv", wall=True)
    night.act(0, type="place_lanterns").ok()
    host.post(f"{night.at}/uncover", seat=0).ok()
    yield Screen("pick", here, host, _pick)
    yield Screen("reveal, first", here, dan)
    night.act(0, type="reveal", cell=0, for_=0).ok()
    yield Screen("reveal, spark", here, dan, open_all)
    yield Screen("reveal, spark, TV", f"{here}/tv", wall=True)
    yield Screen("pick, second", here, bo, open_all)
    night.act(1, type="reveal", cell=14).ok()
    yield Screen("reveal, fall", here, dan, open_all)
    yield Screen("reveal, fall, TV", f"{here}/tv", wall=True)


def _rest(night: Night) -> None:
    """Scouts point until the round is counted; seat 4 is played on the host's phone."""
    while (view := night.look(None)["view"])["phase"] == "revealing":
        scout = view["scout"]
        phone = 0 if scout == 4 else scout
        if phone == 0:
            night.host.post(f"{night.at}/uncover", seat=scout).ok()
        cells = night.look(phone)["view"]["my_open"]
        night.act(phone, type="reveal", cell=min(cells), for_=scout).ok()


def _lock_all(night: Night, marks: list[list[int]]) -> None:
    night.begin()
    for seat, cells in enumerate(marks):
        phone = 0 if seat == 4 else seat
        if phone == 0:
            night.host.post(f"{night.at}/uncover", seat=seat).ok()
        night.act(phone, type="lock", cells=cells, for_=seat, closing=seat == 4).ok()
    night.act(0, type="place_lanterns").ok()


def _after(night: Night) -> Iterator[Screen]:
    here, host, bo, chiyo, dan = f"/t/{night.code}", *night.phones
    _rest(night)
    yield Screen("scored, host", here, host)
    yield Screen("scored, other", here, dan, open_all)
    yield Screen("scored, TV", f"{here}/tv", wall=True)
    night.act(0, type="next_round").ok()
    yield Screen("opening 2, host", here, host)
    yield Screen("opening 2, other", here, bo)
    _lock_all(night, [[0, 1], [0], [1, 2], [2, 3], [2]])
    night.host.post(f"{night.at}/uncover", seat=0).ok()
    night.act(0, type="reveal", cell=0, for_=0) if night.look(None)["view"]["scout"] == 0 else _reveal_one(night)
    yield Screen("reveal, super spark", here, dan)
    _rest(night)
    for marks in ([[0], [0], [0], [1], [1]], [[5, 6], [5], [6], [6], [5, 6]]):
        night.act(0, type="next_round").ok()
        _lock_all(night, marks)
        _rest(night)
    yield Screen("finished, host", here, host)
    yield Screen("finished, other", here, bo, open_all)
    yield Screen("finished, TV", f"{here}/tv", wall=True)
    yield Screen("log", f"{here}/log", chiyo)
    yield Screen("people, playing", f"{here}/people", host)
    yield Screen("a person, playing", f"{here}/people/{night.ids[1]}", host)
    yield Screen("too late to join", f"/j/{night.code}")


def _reveal_one(night: Night) -> None:
    """One card, by whoever is the scout."""
    scout = night.look(None)["view"]["scout"]
    cell = min(night.look(scout)["view"]["my_open"])
    night.act(scout, type="reveal", cell=cell, for_=scout).ok()


#: All screens, part by part.
PARTS: dict[str, Callable[[Send], Iterator[Screen]]] = {
    "pages": pages,
    "game": game,
    "quest": quest,
    "stellarion": tour_stellarion.stellarion,
    "judge": judge,
    "amending": tour_amending.amending,
    "league": tour_league.league,
}
