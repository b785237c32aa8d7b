"""The set-up as somebody entered it, checked against the book: tokens, Voyages, columns, theories, the board.

Without the wire's library: what is wrong is a field and a sentence that says what to send.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from app.games.kernel import Outcome
from app.games.phrases import Seat
from app.games.stellarion import voyages
from app.games.stellarion.cards import GALAXIES, Galaxy, Type
from app.games.stellarion.reading import Wrong
from app.games.stellarion.state import (
    FIRST_GAME_STARS,
    METEORS,
    MOST_STARS,
    STARS_FOR_TWO,
    VOYAGES_PER_GALAXY,
    Board,
    Breakthrough,
    Columns,
    Expansion,
    Options,
    ShootingStars,
    Space,
    Stacks,
)

MOST_TOKENS = MOST_STARS + STARS_FOR_TWO
MOST_VOYAGES = 16
MOST_SPACES = 99


def checked(sent: Mapping[str, Any], seats: int) -> Options:
    """The set-up of that many players. Raises ``Wrong``."""
    expansions = frozenset(map(Expansion, sent["expansions"]))
    if sent["first_player"] >= seats:
        raise Wrong("first_player", f"Send a seat from 0 to {seats - 1}.")
    if len(expansions) < len(sent["expansions"]):
        raise Wrong("expansions", "Send each expansion once.")
    theory, breakthrough = _theories(sent, expansions)
    return Options(
        stars=_stars(sent, seats),
        voyages=_voyages(sent, expansions),
        expansions=expansions,
        theory=theory,
        breakthrough=breakthrough,
        board=_board(sent, expansions),
        first_player=Seat(sent["first_player"]),
    )


def _stars(sent: Mapping[str, Any], seats: int) -> ShootingStars:
    """None to four, two more with two players; one step from the last game (``stellarion.stars-lost``)."""
    stars, before, then = sent["stars"], sent["before"], sent["before_stars"]
    more = STARS_FOR_TWO if seats == len(("one", "two")) else 0
    if not more <= stars <= MOST_STARS + more:
        raise Wrong("stars", f"Send {more} to {MOST_STARS + more} Shooting Stars.")
    if before in ("won", "lost"):
        if then is None or not more <= then <= MOST_STARS + more:
            raise Wrong("before_stars", f"Send the Shooting Stars of the last game, {more} to {MOST_STARS + more}.")
        allowed = {then, max(then - 1, more)} if before == "won" else {then, min(then + 1, MOST_STARS + more)}
    elif then is not None:
        raise Wrong("before_stars", "Send also how the last game ended: won or lost.")
    else:
        allowed = {FIRST_GAME_STARS + more} if before == "first" else {stars}
    if stars not in allowed:
        raise Wrong("stars", f"Send {' or '.join(map(str, sorted(allowed)))} Shooting Stars after that game.")
    return ShootingStars(stars)


def _voyages(sent: Mapping[str, Any], expansions: frozenset[Expansion]) -> Stacks | Columns:
    """Two of each Galaxy, and the advanced ones, at most two of each (``stellarion.advanced-voyages``, SN-18)."""
    number = voyages.advanced(expansions)
    if Expansion.MIRRORS in expansions:
        return _columns(sent, number)
    for side in ("left", "right"):
        if sent[side] is not None:
            raise Wrong(side, "Columns are for Mirrors and Orbits. Leave this out.")
    drawn = list(map(Galaxy, sent["advanced"] or ()))
    if len(drawn) != number:
        raise Wrong("advanced", f"Send the Galaxies of {number} advanced Voyages.")
    _check_advanced("advanced", drawn)
    return Stacks(tuple(VOYAGES_PER_GALAXY + drawn.count(galaxy) for galaxy in GALAXIES))


def _columns(sent: Mapping[str, Any], number: int) -> Columns:
    """All Voyages in two columns; the left one has the odd one more (``stellarion.columns-uneven``)."""
    if sent["advanced"] is not None:
        raise Wrong("advanced", "With Mirrors and Orbits send the two columns instead.")
    left, right = (tuple(map(Galaxy, sent[side] or ())) for side in ("left", "right"))
    total = len(GALAXIES) * VOYAGES_PER_GALAXY + number
    for side, column, size in (("left", left, (total + 1) // 2), ("right", right, total // 2)):
        if len(column) != size:
            raise Wrong(side, f"Send {size} Voyages, from the top down.")
    there = Counter(left + right)
    for galaxy in GALAXIES:
        if there[galaxy] < VOYAGES_PER_GALAXY:
            raise Wrong(
                "left", f"There are at least {VOYAGES_PER_GALAXY} Voyages of {galaxy.value}. Check the columns."
            )
    _check_advanced("left", list((there - Counter(GALAXIES * VOYAGES_PER_GALAXY)).elements()))
    return Columns(left, right)


def _check_advanced(field: str, drawn: Sequence[Galaxy]) -> None:
    for galaxy, number in Counter(drawn).items():
        if number > VOYAGES_PER_GALAXY:
            raise Wrong(field, f"There are only {VOYAGES_PER_GALAXY} advanced Voyages of {galaxy.value}.")


def _theories(sent: Mapping[str, Any], expansions: frozenset[Expansion]) -> tuple[Type | None, Breakthrough | None]:
    """The first Theory token and the Breakthrough (``stellarion.theories-stack``)."""
    for name in ("theory", "breakthrough"):
        if Expansion.THEORIES in expansions and sent[name] is None:
            raise Wrong(name, f"Send the {name} that was revealed.")
        if Expansion.THEORIES not in expansions and sent[name] is not None:
            raise Wrong(name, "Theories and Breakthroughs is not in play. Leave this out.")
    if Expansion.THEORIES not in expansions:
        return None, None
    return Type(sent["theory"]), Breakthrough(sent["breakthrough"])


def _board(sent: Mapping[str, Any], expansions: frozenset[Expansion]) -> Board | None:
    """The board's spaces and those of the Meteor tokens, or neither (SN-14)."""
    spaces, meteors = sent["spaces"], sent["meteors"] or None
    if Expansion.SUN not in expansions:
        for name, value in (("spaces", spaces), ("meteors", meteors)):
            if value is not None:
                raise Wrong(name, "The Glaucous Sun is not in play. Leave this out.")
        return None
    if spaces is None and meteors is None:
        return None
    if spaces is None:
        raise Wrong("spaces", "Send the number of the final space, or leave the Meteor spaces out too.")
    if meteors is None or len(set(meteors)) != METEORS or len(meteors) != METEORS:
        raise Wrong("meteors", f"Send the {METEORS} different spaces of the Meteor tokens.")
    if not all(0 < space < spaces for space in meteors):
        raise Wrong("meteors", f"Send spaces between 1 and {spaces - 1}: before the final one.")
    return Board(Space(spaces), tuple(sorted(map(Space, meteors))))


def again(options: Mapping[str, Any], seats: int, outcome: Outcome | None) -> dict[str, Any]:
    """The set-up of the next game with the same people: the same expansions and board, one step of Shooting Stars
    to choose (``stellarion.stars-lost``), and what is drawn anew left to be told anew."""
    kept = {name: options[name] for name in ("expansions", "spaces", "meteors", "stars") if name in options}
    if outcome is not None and "stars" in options:
        kept |= {"before": "won" if outcome.winners else "lost", "before_stars": options["stars"]}
    return {**kept, "first_player": (int(options.get("first_player", 0)) + 1) % seats}
