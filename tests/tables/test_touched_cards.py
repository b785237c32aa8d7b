"""What the touched cards make, as a table of Stellarion shows it before anything is done."""

from __future__ import annotations

from flask import Flask

from tests.players import fresh_key, in_process, open_night

ALPHA = {"ship": "alpha-ship", "nebula": "alpha-nebula", "stars": "alpha-stars", "planet": "alpha-planet"}
TOPS = {**ALPHA, "alpha": "alpha-ship", "beta": "beta-ship", "gamma": "gamma-ship", "delta": "delta-planet"}


def test_the_figure_is_not_told_to_go_beyond_the_final_space(app: Flask) -> None:
    night = open_night(in_process(app), 1, "stellarion")
    board = {"expansions": ["sun"], "advanced": ["alpha"], "spaces": 5, "meteors": [1, 2, 3, 4]}
    night.host.post(f"{night.at}/start", key=fresh_key(), stars=1, **board).ok()
    for deck, card in TOPS.items():
        night.act(0, type="reveal", deck=deck, card=card).ok()
    told = [_told(app, night.code)]
    for found, after in (("beta-ship", "gamma-ship"), ("beta-nebula", "gamma-nebula")):
        night.act(0, type="coordinate", cards=["beta", "gamma"]).ok()
        night.act(0, type="search", deck="beta", card=found).ok()
        night.act(0, type="reveal", deck="gamma", card=after).ok()
        told.append(_told(app, night.code))
    assert ["+4 → 4" in text for text in told] == [True, False, False]
    assert ["+4 → 5" in text for text in told] == [False, True, True]
    assert ["final space!" in text for text in told] == [False, True, True]


def _told(app: Flask, code: str) -> str:
    cards = "&".join(f"cards={deck}" for deck in ALPHA)
    answer = app.test_client().get(f"/t/{code}/made?{cards}", headers={"X-Starkeeper": "fragment"})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)
