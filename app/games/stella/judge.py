"""What the judge can be asked about Stella, and which question people at a table have now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.judging import Dispute, Field, Question, Told, Verdict, other_way, player, plays
from app.games.kernel import Refused
from app.games.phrases import Phrase, Seat, mark, say
from app.games.stella import questions, rules
from app.games.stella.questions import Locked, Standing
from app.games.stella.rulebook import ALTERNATIVES
from app.games.stella.state import FEWEST_MARKS, MOST_MARKS, Kind

MOST_SEATS = rules.SEATS[-1]


def _number(value: int) -> Phrase:
    return Phrase(str(value))


def _stars(told: Told) -> Verdict | Refused:
    return questions.stars(told["markers"], told["fallen"])


def _fallen_offered(told: Told) -> tuple[int, ...]:
    """A big button stands for all larger numbers."""
    return tuple(range(min(3, told["markers"] or 3)))


STARS = Question(
    "stars",
    mark("Stars for one revealed card"),
    (
        Field(
            "markers",
            mark("How many had the card, scout included?"),
            tuple(range(1, MOST_SEATS + 1)),
            labels={1: _number(1), 2: _number(2), 3: say("3 or more")},
        ),
        Field(
            "fallen",
            mark("How many of them had fallen before?"),
            tuple(range(MOST_SEATS)),
            labels={0: say("none"), 1: say("one"), 2: say("two or more")},
            otherwise=0,
            offered=_fallen_offered,
        ),
    ),
    _stars,
)


def _round(told: Told) -> Verdict | Refused:
    return questions.round_points([Kind(card) for card in told["cards"]], told["dark"], told["fell"])


ROUND = Question(
    "round",
    mark("Dark and fell: count the round"),
    (
        Field(
            "cards",
            mark("Cards on which stars were filled"),
            (Kind.SPARK.value, Kind.SUPER_SPARK.value),
            "row",
            labels={Kind.SPARK.value: say("Spark +2"), Kind.SUPER_SPARK.value: say("Super Spark +3")},
            most=MOST_MARKS,
            pad="cards",
        ),
        Field("dark", mark("Was this player in the dark?"), kind="tick"),
        Field("fell", mark("Did this player fall?"), kind="tick"),
    ),
    _round,
)


def _dark(told: Told) -> Verdict:
    return questions.darkness(told["counts"])


DARK = Question(
    "dark",
    mark("Who is dark?"),
    (
        Field(
            "counts",
            mark("How many cards did each player mark?"),
            tuple(range(FEWEST_MARKS, MOST_MARKS + 1)),
            "row",
            labels={value: _number(value) for value in range(FEWEST_MARKS, MOST_MARKS + 1)},
            least=rules.SEATS[0],
            most=MOST_SEATS,
            pad="counts",
            entry=player,
        ),
    ),
    _dark,
)


def _scout(told: Told) -> Verdict:
    return questions.next_scout([Standing(one) for one in told["players"]], told["first_card"])


SCOUT = Question(
    "scout",
    mark("Who is the next scout?"),
    (
        Field(
            "players",
            mark("Clockwise from the last scout: what about each player?"),
            tuple(one.value for one in Standing),
            "row",
            labels={
                Standing.OPEN.value: say("open cards"),
                Standing.SPENT.value: say("none open"),
                Standing.FALLEN.value: say("fallen"),
            },
            least=rules.SEATS[0],
            most=MOST_SEATS,
            pad="players",
            entry=player,
        ),
        Field("first_card", mark("First card of the round: from the pawn’s holder"), kind="tick"),
    ),
    _scout,
)


def _change(told: Told) -> Verdict:
    return questions.change_marks(Locked(told["locked"]), told[FINAL.name])


FINAL = other_way(rules.FINAL_AT_ONCE, ALTERNATIVES)


CHANGE = Question(
    "change",
    mark("May I change my marks?"),
    (
        Field(
            "locked",
            mark("Who has locked in?"),
            tuple(one.value for one in Locked),
            labels={
                Locked.NOT_ME.value: say("I have not"),
                Locked.ME.value: say("I have, not everybody"),
                Locked.ALL.value: say("everybody"),
            },
        ),
        FINAL,
    ),
    _change,
)

QUESTIONS = (STARS, ROUND, DARK, SCOUT, CHANGE)


def dispute(view: Mapping[str, Any]) -> Dispute | None:
    """The last shown card; before it the numbers; before them whether marks may change."""
    phase = view["phase"]
    if phase == "marking":
        return Dispute(CHANGE.key, plays(view, FINAL))
    if phase == "announced":
        playing = [seat for seat in view["seats"] if seat["count"] is not None]
        return Dispute(
            DARK.key,
            {"counts": [seat["count"] for seat in playing]},
            tuple(Seat(seat["seat"]) for seat in playing),
        )
    if view["revealed"]:
        card = view["revealed"][-1]
        return Dispute(STARS.key, {"markers": len(card["markers"]), "fallen": len(card["had_fallen"])})
    if phase == "revealing":
        return _who_begins(view)
    return None


def _who_begins(view: Mapping[str, Any]) -> Dispute:
    seats = view["seats"]
    order = [(view["first_scout"] + step) % len(seats) for step in range(len(seats))]
    return Dispute(
        SCOUT.key,
        {"players": [standing(seats[number]).value for number in order], "first_card": True},
        tuple(map(Seat, order)),
    )


def standing(seat: Mapping[str, Any]) -> Standing:
    """What a seat can still do, as everybody can see it."""
    if seat["fallen"]:
        return Standing.FALLEN
    return Standing.OPEN if seat["open"] else Standing.SPENT
