"""What a league keeps of a game of Stellarion: won or lost together, and with which expansions."""

from __future__ import annotations

from app.games.club import Club
from app.games.phrases import mark
from app.games.stellarion.state import Expansion

CLUB = Club(
    together=True,
    bgg_id=360843,
    expansions={
        Expansion.BLACK_HOLES.value: mark("Black Holes and Revelations"),
        Expansion.THEORIES.value: mark("Theories and Breakthroughs"),
        Expansion.MIRRORS.value: mark("Mirrors and Orbits"),
        Expansion.SUN.value: mark("The Glaucous Sun"),
    },
)
