"""What the judge can be asked about Stella Quest, and which question people at a table have now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from app.games.judging import Dispute, Field, Question, Told, Verdict, other_way, player, plays
from app.games.kernel import Refused
from app.games.phrases import Phrase, Seat, mark, say
from app.games.stella_quest import accounts, answers, rules
from app.games.stella_quest.cards import BY_NAME, REST, VALUES, Back, Card, Colour, Value, coloured
from app.games.stella_quest.copies import possible
from app.games.stella_quest.following import Held
from app.games.stella_quest.rulebook import ALTERNATIVES, ONE_STAYS, RESTS_LEAVE
from app.games.stella_quest.state import FULL_RADIANCE, MOST_IN_HAND, Radiance

MOST_SEATS = rules.SEATS[-1]
CARDS = tuple(BY_NAME)
PAD = "cards"


def _number(value: int) -> Phrase:
    return Phrase(str(value))


def _cards(told: Told, name: str = "cards") -> list[Card]:
    return [BY_NAME[one] for one in told[name]]


def _still(told: Told) -> tuple[str, ...]:
    """The keys of the pad that are not struck out."""
    pile = (BY_NAME[told["top"]],) if told.get("top") else ()
    return tuple(card.name for card in possible((), pile, _cards(told)))


TOP = Field("top", mark("Which card lies on the pile?"), CARDS, pad=PAD, short=mark("Pile"))


def _played(title: str, most: int = MOST_SEATS, entry: Callable[[int], Phrase] | None = None) -> Field:
    return Field("cards", title, CARDS, "row", least=1, most=most, pad=PAD, offered=_still, entry=entry)


def _of_two(place: int) -> Phrase:
    """The artificial opponent is the second of three."""
    return say("Opponent") if place == 1 else player(place // 2)


#: What a table can play the other way.
LEAVE = other_way(RESTS_LEAVE, ALTERNATIVES)
STAYS = other_way(ONE_STAYS, ALTERNATIVES)

BY_PLAYERS = _played(mark("Which cards were played, in order?"), entry=player)
PLAYED = _played(mark("Which cards were played?"))


def _radiance(title: str, aside: Literal["", "first"] = "") -> Field:
    of = tuple(range(1, FULL_RADIANCE + 1))
    labels: Mapping[str | int, Phrase] = {value: _number(value) for value in of}
    return Field("radiance", title, of, labels=labels, otherwise=int(FULL_RADIANCE), aside=aside)


def _winner(told: Told) -> Verdict | Refused:
    return answers.winner(BY_NAME[told["top"]], _cards(told), told["players"], told[LEAVE.name])


WINNER = Question(
    "winner",
    mark("Who wins the round?"),
    (
        TOP,
        BY_PLAYERS,
        Field("players", mark("How many play?"), tuple(rules.SEATS), quiet=True),
        LEAVE,
    ),
    _winner,
)


# May it be played

_SUITS: Mapping[str | int, Phrase] = {
    **{back.value: coloured(Colour(back.value)) for back in Back if back is not Back.REST},
    Back.REST.value: say("rest"),
}
_BACKS = tuple(back.value for back in Back)
_HELD = tuple(dict.fromkeys((*_BACKS, *CARDS)))


def _held(name: str) -> Held:
    return BY_NAME[name] if "-" in name else Back(name)


def _follow(told: Told) -> Verdict:
    lead = None if told["lead"] == "none" else Colour(told["lead"])
    name = told["card"]
    card = BY_NAME.get(name) or Card(Colour(name), VALUES[0])
    return answers.follow(lead, card, [_held(one) for one in told["hand"]])


FOLLOW = Question(
    "follow",
    mark("May this card be played?"),
    (
        Field(
            "lead",
            mark("Which colour leads?"),
            (*(colour.value for colour in Colour), "none"),
            labels={**{colour.value: _SUITS[colour.value] for colour in Colour}, "none": say("none yet")},
        ),
        Field("card", mark("Which card is to be played?"), _HELD, labels=_SUITS),
        Field(
            "hand",
            mark("Which backs are in the hand, besides this card?"),
            _HELD,
            "set",
            labels=_SUITS,
            most=MOST_IN_HAND - 1,
        ),
    ),
    _follow,
)


# Taking, and the top


def _take(told: Told) -> Verdict | Refused:
    values = [Value(value) for value in told["values"]]
    return answers.take(_cards(told), values, Radiance(told["radiance"]), told["marker"])


TAKE = Question(
    "take",
    mark("What may be taken?"),
    (
        PLAYED,
        Field(
            "values",
            mark("Which values has the winner already?"),
            tuple(map(int, VALUES)),
            "set",
            labels={int(value): _number(value) for value in VALUES},
            most=len(VALUES),
            aside="first",
        ),
        _radiance(mark("How many lights has the winner?"), aside="first"),
        Field("marker", mark("Had the winner the black star?"), kind="tick", aside="first"),
    ),
    _take,
)


def _on_top(told: Told) -> Verdict | Refused:
    return answers.on_top(_cards(told), None if told["taken"] is None else BY_NAME[told["taken"]], told[LEAVE.name])


def _takable(told: Told) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.name for card in _cards(told) if not card.is_rest))


ON_TOP = Question(
    "top",
    mark("What goes on top?"),
    (
        PLAYED,
        Field(
            "taken",
            mark("Which one was taken?"),
            CARDS,
            wanted=lambda told: REST.name not in told["cards"],
            offered=_takable,
            aside="first",
        ),
        LEAVE,
    ),
    _on_top,
)


# Losing, drawing, counting


def _loss(told: Told) -> Verdict | Refused:
    twice = Value(told["twice"]) if told["twice"] else None
    return accounts.loss(Radiance(told["radiance"]), told["draws"], told["marker"], twice)


LOSS = Question(
    "loss",
    mark("How much radiance is lost?"),
    (
        _radiance(mark("How many lights before?")),
        Field(
            "draws",
            mark("How many paid draws?"),
            tuple(range(FULL_RADIANCE)),
            labels={number: _number(number) for number in range(FULL_RADIANCE)},
            otherwise=0,
        ),
        Field("marker", mark("Won with the black star?"), kind="tick"),
        Field(
            "twice",
            mark("Taken a value that was there?"),
            (0, *map(int, VALUES)),
            labels={0: say("no"), 1: say("1 or 2"), 3: say("3 or 4"), 5: say("5 or 6")},
            otherwise=0,
        ),
    ),
    _loss,
)


def _draw(told: Told) -> Verdict | Refused:
    return accounts.draw(told["hand"], Radiance(told["radiance"]), told["deck"], told["pile"])


def _up_to(most: int, least: int = 0) -> Mapping[str | int, Phrase]:
    """Numbers on buttons; the last stands for all larger ones."""
    numbers: dict[str | int, Phrase] = {number: _number(number) for number in range(least, most)}
    return {**numbers, most: Phrase(f"{most}+")}


DRAW = Question(
    "draw",
    mark("How many cards are drawn?"),
    (
        Field(
            "hand",
            mark("How many cards in hand?"),
            tuple(range(MOST_IN_HAND + 1)),
            labels={number: _number(number) for number in range(MOST_IN_HAND + 1)},
        ),
        _radiance(mark("How many lights?")),
        Field(
            "deck", mark("How many cards in the deck?"), tuple(range(55)), labels=_up_to(6), otherwise=6, aside="last"
        ),
        Field(
            "pile", mark("How many in the pile?"), tuple(range(1, 55)), labels=_up_to(6, 1), otherwise=6, aside="last"
        ),
    ),
    _draw,
)


def _points(told: Told) -> Verdict | Refused:
    lights = [Radiance(light) for light in told["lights"]]
    values = [[Value(value) for value in held] for held in told["collections"]]
    return accounts.points(lights, values, told[STAYS.name])


POINTS = Question(
    "points",
    mark("End and points"),
    (
        Field(
            "lights",
            mark("The next player: how many lights?"),
            tuple(range(FULL_RADIANCE + 1)),
            "row",
            labels={number: _number(number) for number in range(FULL_RADIANCE + 1)},
            least=rules.SEATS[0],
            most=MOST_SEATS,
            pad="counts",
            entry=player,
        ),
        Field(
            "collections",
            mark("Which values lie in this player’s collection?"),
            tuple(map(int, VALUES)),
            "rows",
            labels={int(value): _number(value) for value in VALUES},
            most=48,
            under="lights",
            pad="counts",
        ),
        STAYS,
    ),
    _points,
)


def _opponent(told: Told) -> Verdict | Refused:
    return answers.opponent(BY_NAME[told["top"]], _cards(told), told[LEAVE.name])


OPPONENT = Question(
    "opponent",
    mark("Two players: the opponent’s round"),
    (
        TOP,
        _played(mark("Which cards were played? The second is the opponent’s."), answers.ALL_PLAYED, _of_two),
        LEAVE,
    ),
    _opponent,
)

QUESTIONS = (WINNER, FOLLOW, TAKE, ON_TOP, LOSS, DRAW, POINTS, OPPONENT)


def dispute(view: Mapping[str, Any]) -> Dispute | None:
    """Who wins the round on the table; at the end, the count."""
    round_ = view["round"]
    if view["phase"] == "finished":
        return _count(view) if view["counts"] or _complete(view["seats"]) else None
    if round_ is None:
        return None
    played = [one["card"] for one in round_["played"]]
    told: dict[str, Any] = {"top": round_["top"], "cards": played, **plays(view, LEAVE)}
    order = [(round_["first"] + step) % len(view["seats"]) for step in range(len(view["seats"]))]
    people = tuple(Seat(seat) for seat in order if view["seats"][seat]["played"] or not view["seats"][seat]["gone"])
    if view["opponent"]:
        return Dispute(OPPONENT.key, told, people)
    return Dispute(WINNER.key, {**told, "players": len(people) if len(people) in rules.SEATS else None}, people)


def _complete(seats: Sequence[Mapping[str, Any]]) -> bool:
    return any(not seat["needs"] and not seat["eliminated"] for seat in seats)


def _count(view: Mapping[str, Any]) -> Dispute:
    seats = view["seats"]
    return Dispute(
        POINTS.key,
        {
            "lights": [seat["radiance"] for seat in seats],
            "collections": [[int(card.partition("-")[2]) for card in seat["collection"]] for seat in seats],
            **plays(view, STAYS),
        },
        tuple(Seat(seat["seat"]) for seat in seats),
    )
