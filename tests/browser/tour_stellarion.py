"""Every screen of Stellarion."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.handset import Handset
from tests.browser.screens import NAMES, Prepare, Screen, open_all
from tests.players import Night, Send, fresh_key, open_night

EXPANSIONS = {
    "first_player": 0, "stars": 3, "expansions": ["black_holes", "theories", "mirrors", "sun"],
    "left": ["alpha", "beta", "gamma", "delta"] * 2, "right": ["delta", "gamma", "beta", "alpha"] * 2,
    "theory": "ship", "breakthrough": "amplifier", "spaces": 30, "meteors": [5, 11, 17, 23],
}  # fmt: skip
DECKS = ("alpha", "beta", "gamma", "delta", "ship", "nebula", "stars", "planet")


def _choose_expansions(handset: Handset) -> None:
    for one in EXPANSIONS["expansions"]:  # type: ignore[attr-defined]
        handset.page.evaluate(
            "id => { const at = document.getElementById(id); if (!at.checked) at.click(); }", f"x-{one}"
        )


def _touch(*slots: str) -> Prepare:
    def prepare(handset: Handset) -> None:
        for slot in slots:
            handset.page.evaluate(
                "slot => { const at = document.querySelector(`#pick [value=${slot}]`); if (!at.checked) at.click(); }",
                slot,
            )
        handset.see("#made .made")

    return prepare


def _turn_up(night: Night, cards: dict[str, str]) -> None:
    """Turn up what is due: these cards, else what comes first."""
    while "reveal" in (view := night.look(0)["view"])["can"]:
        deck = next(each for each in view["decks"] if each["due"])
        card = cards.get(deck["deck"], deck["following"][0]["card"])
        night.act(0, type="reveal", deck=deck["deck"], card=card).ok()


def stellarion(send: Send) -> Iterator[Screen]:
    """Stellarion: two people, all expansions, every power; then a mission alone that fails."""
    night = open_night(send, 2, "stellarion")
    host, bo, here = night.phones[0], night.phones[1], f"/t/{night.code}"
    night.host.put(f"{night.at}/seats/{night.ids[1]}", name=NAMES[3]).ok()
    yield Screen("Stellarion, lobby", here, host)
    yield Screen("Stellarion, lobby, all expansions", here, host, _choose_expansions)
    night.host.post(f"{night.at}/start", key=fresh_key(), **EXPANSIONS).ok()
    yield Screen("Stellarion, tops", here, host)
    tops = (
        "alpha-stars",
        "beta-ship",
        "gamma-ship",
        "delta-planet",
        "alpha-ship",
        "alpha-nebula",
        "beta-stars",
        "alpha-planet",
    )
    _turn_up(night, dict(zip(DECKS, tops, strict=True)))
    yield Screen("Stellarion, turn", here, host, open_all)
    yield Screen("Stellarion, a launch", here, host, _touch("alpha", "ship", "nebula", "planet"))
    yield Screen("Stellarion, a coordinate", here, bo, _touch("beta", "gamma"))
    yield Screen("Stellarion, no action", here, bo, _touch("beta", "nebula"))
    yield Screen("Stellarion, watching", here)
    yield Screen("Stellarion, TV", f"{here}/tv", wall=True)
    night.act(0, type="coordinate", cards=["alpha", "stars"]).ok()
    yield Screen("Stellarion, Stars", here, host, open_all)
    night.act(0, type="look", deck="gamma", upper="gamma-nebula", lower="gamma-stars").ok()
    yield Screen("Stellarion, Stars again", here, host)
    night.act(0, type="done").ok()
    yield Screen("Stellarion, end of the turn", here, host)
    yield Screen("Stellarion, end of the turn, TV", f"{here}/tv", wall=True)
    _turn_up(night, {"alpha": "alpha-ship", "stars": "gamma-stars"})
    night.act(1, type="coordinate", cards=["alpha", "ship"]).ok()
    yield Screen("Stellarion, Ship", here, bo, open_all)
    night.act(1, type="search", deck="planet", card="beta-planet").ok()
    night.act(1, type="done").ok()
    _turn_up(night, {"alpha": "alpha-nebula", "ship": "delta-ship"})
    night.act(0, type="coordinate", cards=["alpha", "nebula"]).ok()
    yield Screen("Stellarion, Nebula", here, host, open_all)
    night.act(0, type="forfeit", back=0).ok()
    _turn_up(night, {"alpha": "alpha-planet", "nebula": "beta-nebula"})
    night.act(1, type="coordinate", cards=["alpha", "planet"]).ok()
    yield Screen("Stellarion, Planet", here, bo, open_all)
    night.act(1, type="stock", decks=["gamma"]).ok()
    yield Screen("Stellarion, Outpost", here, bo)
    yield from _mission_failed(send)


def _mission_failed(send: Send) -> Iterator[Screen]:
    night = open_night(send, 1, "stellarion")
    night.host.post(f"{night.at}/start", key=fresh_key(), stars=0).ok()
    tops = (
        "alpha-ship",
        "beta-nebula",
        "gamma-stars",
        "delta-planet",
        "alpha-ship",
        "beta-nebula",
        "gamma-stars",
        "delta-planet",
    )
    _turn_up(night, dict(zip(DECKS, tops, strict=True)))
    for _turn in range(40):
        view = night.look(0)["view"]
        if view["phase"] == "finished":
            break
        pair = view["coordinates"][0]["cards"]
        night.act(0, type="coordinate", cards=pair).ok()
        night.act(0, type="forfeit", back=0).ok()
        _turn_up(night, {})
        if night.look(0)["view"]["phase"] == "revealing":
            night.act(0, type="end_turn").ok()
    yield Screen("Stellarion, failed", f"/t/{night.code}", night.phones[0], open_all)
    yield Screen("Stellarion, failed, TV", f"/t/{night.code}/tv", wall=True)


def judge() -> Iterator[Screen]:
    """What the judge is asked about Stellarion: each question with a verdict, the longest ones, and what cannot be."""
    here, decks = "/judge/stellarion", "alpha-ship.beta-nebula.gamma-stars.delta-planet"
    yield Screen("judge, Stellarion, empty", here)
    yield Screen(
        "judge, a Launch", f"{here}/made?cards=alpha-ship.alpha-nebula.alpha-stars.alpha-planet", None, open_all
    )
    yield Screen(
        "judge, a Coordinate of the Outpost", f"{here}/made?cards=alpha-ship.beta-ship&outpost=1.2", None, open_all
    )
    yield Screen("judge, a Traverse", f"{here}/made?cards=black-hole.black-hole.black-hole.black-hole")
    yield Screen("judge, no action", f"{here}/made?cards=mirror.black-hole&star=1")
    yield Screen("judge, no such top", f"{here}/made?cards=alpha-ship.alpha-ship.alpha-ship")
    yield Screen("judge, into the Outpost", f"{here}/outpost?cards=alpha-ship.mirror&power=major&there=alpha")
    yield Screen("judge, retrieved", f"{here}/retrieve?cards=gamma-ship.gamma-ship&power=major&top=1&radar=1")
    yield Screen("judge, a Voyage", f"{here}/voyage?voyage=beta&mine=alpha&others=beta.gamma")
    yield Screen("judge, the sun", f"{here}/sun?did=major&forfeited=1&at=12&back=8&token=1")
    yield Screen("judge, the final space", f"{here}/sun?did=launch&at=20&left=4")
    yield Screen("judge, lost", f"{here}/lost?stars=0&cards={decks}.none.none.none.none&meteors=1")
    yield Screen(
        "judge, not lost",
        f"{here}/lost?stars=1&cards={decks}.alpha-nebula.beta-ship.black-hole.mirror&outpost=gamma-planet",
    )
