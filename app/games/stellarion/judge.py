"""What the judge can be asked about Stellarion, and which question people at a table have now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.deciding import House
from app.games.judging import Dispute, Field, Question, Told, Verdict, other_way, plays
from app.games.kernel import Refused
from app.games.phrases import Phrase, Seat, mark, say
from app.games.stellarion import answers, questions, voyages
from app.games.stellarion.cards import CELESTIAL, GALAXIES, NAMES, SYMBOLS, Galaxy, galaxy_called
from app.games.stellarion.described import NONE, possible
from app.games.stellarion.house import ALL_THE_WAY, ALTERNATIVES, METEORS_SAVE_NOT, THREE_VOYAGES
from app.games.stellarion.options import MOST_SPACES
from app.games.stellarion.state import (
    GALAXIES_PER_PILE,
    MOST_STARS,
    STARS_FOR_TWO,
    TRAVERSE_HOLES,
    TRAVERSE_VOYAGES,
    Columns,
    Common,
    Stacks,
)
from app.games.stellarion.sun import MAJOR_BACK, MINOR_BACK

FEWEST, MOST = 2, 4
PAD = "cards"

_GALAXIES: Mapping[str | int, Phrase] = {galaxy.value: galaxy_called(galaxy) for galaxy in GALAXIES}
_ANY_GALAXY = tuple(galaxy.value for galaxy in GALAXIES)


def _numbers(some: Sequence[int]) -> Mapping[str | int, Phrase]:
    return {value: Phrase(str(value)) for value in some}


def _possible(told: Told) -> tuple[str, ...]:
    """The keys that are not struck out: what one deck more can show."""
    stocked = told.get("outpost", ())
    return possible([name for place, name in enumerate(told["cards"], 1) if place not in stocked])


def _power(minor: Phrase, major: Phrase) -> Field:
    labels: Mapping[str | int, Phrase] = {"minor": minor, "major": major}
    return Field("power", mark("Which power?"), tuple(labels), labels=labels, otherwise="minor", aside="first")


# What do these cards make


NO_RESCUE, THREE, ALL = (other_way(rule, ALTERNATIVES) for rule in (METEORS_SAVE_NOT, THREE_VOYAGES, ALL_THE_WAY))


def _house(told: Told, *fields: Field) -> House:
    """What the table plays the other way, as it was told."""
    return House(frozenset(one.decides for one in fields if one.decides is not None and told[one.name]))


def _made(told: Told) -> Verdict | Refused:
    outpost = [place - 1 for place in told["outpost"]]
    return answers.made(told["cards"], outpost, told["star"], _house(told, THREE, ALL))


def _places(told: Told) -> tuple[int, ...]:
    return tuple(range(1, len(told["cards"]) + 1))


MADE = Question(
    "made",
    mark("What do these cards make?"),
    (
        Field(
            "cards",
            mark("Which cards, two to four?"),
            NAMES,
            "row",
            least=FEWEST,
            most=MOST,
            pad=PAD,
            offered=_possible,
        ),
        Field("star", mark("With a Shooting Star?"), kind="tick", aside="first"),
        Field(
            "outpost",
            mark("Which of them lie in the Outpost?"),
            tuple(range(1, MOST + 1)),
            "set",
            labels=_numbers(range(1, MOST + 1)),
            most=MOST,
            aside="last",
            offered=_places,
        ),
        THREE,
        ALL,
    ),
    _made,
)


# Is this effect allowed


def _stock(told: Told) -> Verdict | Refused:
    return answers.stock(told["cards"], told["power"], told["there"], told["twin"], told["biodomes"])


STOCK = Question(
    "outpost",
    mark("May this card go into the Outpost?"),
    (
        Field(
            "cards", mark("Which cards of the Observatory?"), NAMES, "row", least=1, most=2, pad=PAD, offered=_possible
        ),
        _power(say("minor: one card"), say("major: two")),
        Field(
            "there",
            mark("Which Galaxy lies in the Outpost?"),
            (NONE, *_ANY_GALAXY),
            labels={NONE: say("none"), **_GALAXIES},
            otherwise=NONE,
            aside="first",
        ),
        Field("twin", mark("Does the same card lie there?"), kind="tick", aside="last"),
        Field("biodomes", mark("Inflatable biodomes?"), kind="tick", aside="last"),
    ),
    _stock,
)


def _retrieve(told: Told) -> Verdict | Refused:
    return answers.retrieve(told["cards"], told["power"], told["top"], told["radar"])


RETRIEVE = Question(
    "retrieve",
    mark("May this card be retrieved?"),
    (
        Field("cards", mark("Which cards of a discard pile?"), NAMES, "row", least=1, most=2, pad=PAD),
        _power(say("minor: one card"), say("major: two")),
        Field("top", mark("Face up on top of the deck?"), kind="tick", aside="last"),
        Field("radar", mark("Time shift radar?"), kind="tick", aside="last"),
    ),
    _retrieve,
)


# May this Voyage be taken


def _voyage(told: Told) -> Verdict:
    mine, others = (list(map(Galaxy, told[name])) for name in ("mine", "others"))
    return answers.voyage(Galaxy(told["voyage"]), mine, others)


def _pile(name: str, title: str) -> Field:
    return Field(name, title, _ANY_GALAXY, "set", labels=_GALAXIES, most=GALAXIES_PER_PILE)


VOYAGE = Question(
    "voyage",
    mark("Two players: may it be taken?"),
    (
        Field("voyage", mark("Which Voyage is to be taken?"), _ANY_GALAXY, labels=_GALAXIES),
        _pile("mine", mark("What has this player’s pile?")),
        _pile("others", mark("What has the other player’s pile?")),
    ),
    _voyage,
)


# Where does the sun end

_MAJOR = {"major": True, "minor": False}


def _back(told: Told) -> tuple[int, ...]:
    """How far a forfeited Coordinate can move it back; nothing where none was forfeited."""
    if not told["forfeited"] or told["did"] not in _MAJOR:
        return ()
    most = MAJOR_BACK if _MAJOR[told["did"]] else MINOR_BACK
    most = most if told["at"] is None else min(most, told["at"])
    return (most,) if told[ALL.name] else tuple(range(most + 1))


def _sun(told: Told) -> Verdict | Refused:
    major = _MAJOR.get(told["did"])
    if told["forfeited"] and major is None:
        return answers.nothing_to_forfeit()
    back = told["back"] if told["forfeited"] else None
    return answers.sun(told["at"], major, back, told["left"], told["token"], _house(told, ALL))


SUN = Question(
    "sun",
    mark("Where does the Glaucous Sun end?"),
    (
        Field(
            "did",
            mark("What was done?"),
            ("launch", *_MAJOR),
            labels={"launch": say("Launch"), "major": say("major"), "minor": say("minor")},
            aside="first",
        ),
        Field("forfeited", mark("Was the effect forfeited?"), kind="tick", aside="first"),
        Field(
            "back",
            mark("How many spaces back?"),
            tuple(range(MAJOR_BACK + 1)),
            wanted=lambda told: bool(_back(told)),
            offered=_back,
            aside="first",
        ),
        Field(
            "at",
            mark("On which space was the figure?"),
            tuple(range(MOST_SPACES + 1)),
            labels=_numbers(range(36)),
            aside="last",
        ),
        Field(
            "left",
            mark("How far was the final space?"),
            tuple(range(1, MOST_SPACES + 1)),
            labels={**_numbers(range(1, 5)), 5: Phrase("5+")},
            wanted=lambda told: False,
        ),
        Field("token", mark("Is a Meteor token where it ends?"), kind="tick"),
        ALL,
    ),
    _sun,
)


# Have we lost


def _lost(told: Told) -> Verdict | Refused:
    gone = list(map(Galaxy, told["gone"]))
    meteors, gift, few = told["meteors"], told["gift"], told["few"]
    house = _house(told, NO_RESCUE, THREE)
    return answers.lost(told["cards"], told["outpost"], told["stars"], gone, meteors, gift, few, house)


def _holes(told: Told) -> bool:
    return list(told["cards"]).count("black-hole") >= TRAVERSE_HOLES


_FACES = (*NAMES, NONE)


def _tops(told: Told) -> tuple[str, ...]:
    return (*possible(told["cards"]), NONE)


def _stockable(told: Told) -> tuple[str, ...]:
    return tuple(name for name in CELESTIAL if name not in told["outpost"])


LOST = Question(
    "lost",
    mark("Have we lost?"),
    (
        Field(
            "stars",
            mark("Is a Shooting Star left?"),
            tuple(range(MOST_STARS + STARS_FOR_TWO + 1)),
            labels={0: say("no"), 1: say("yes")},
            aside="first",
        ),
        Field(
            "cards", mark("Which cards lie on top, deck by deck?"), _FACES, "row",
            least=1, most=len(SYMBOLS), pad=PAD, offered=_tops,
        ),
        Field(
            "outpost", mark("What lies in the Outpost?"), _FACES, "row",
            most=len(CELESTIAL), pad=PAD, offered=_stockable, short=mark("Outpost"),
        ),
        Field(
            "gone",
            mark("Of which Galaxy can no Voyage be taken?"),
            _ANY_GALAXY,
            "set",
            labels=_GALAXIES,
            most=len(GALAXIES),
            aside="last",
        ),
        Field("meteors", mark("Two Meteor tokens?"), kind="tick", aside="last"),
        Field("gift", mark("A Voyage for the other player?"), kind="tick", quiet=True),
        Field("few", mark("Fewer than three Voyages to take?"), kind="tick", aside="last", wanted=_holes),
        NO_RESCUE,
        THREE,
    ),
    _lost,
)  # fmt: skip

QUESTIONS = (MADE, STOCK, RETRIEVE, VOYAGE, SUN, LOST)


def dispute(view: Mapping[str, Any]) -> Dispute | None:
    """What the cards under way make; at the beginning of a turn, and at the end, whether the game is lost."""
    match view["phase"]:
        case "power":
            cards = [one["card"] for one in view["power"]["cards"]]
            return Dispute(MADE.key, {"cards": cards, **plays(view, THREE, ALL)})
        case "traversing":
            return Dispute(MADE.key, {"cards": ["black-hole"] * MOST, **plays(view, THREE, ALL)})
        case "acting" | "stuck":
            return _have_we_lost(view, view["player"])
        case "finished" if any(one["rule"] == "stellarion.lose-unable" for one in view["why"]):
            before = view["scores"][-1]["player"] if view["scores"] else -1
            return _have_we_lost(view, (before + 1) % len(view["seats"]))
        case _:
            return None


def _few(view: Mapping[str, Any]) -> bool:
    """Can fewer Voyages be taken than a Traverse takes?"""
    told = view["voyages"]
    left: Stacks | Columns = Stacks(tuple(told["counts"][galaxy] for galaxy in _ANY_GALAXY))
    if told["left_column"] is not None:
        left = Columns(tuple(map(Galaxy, told["left_column"])), tuple(map(Galaxy, told["right_column"])))
    piles = [list(map(Galaxy, seat["pile"])) for seat in view["seats"]]
    table = questions.imagined({}, left=left, piles=piles)
    return isinstance(table, Common) and not voyages.can_take(table, TRAVERSE_VOYAGES)


def _have_we_lost(view: Mapping[str, Any], player: int) -> Dispute:
    ends = view["voyages"]["ends"]
    mine = {end["galaxy"] for end in ends if player in end["fits"]}
    sun = view["sun"]
    told = {
        "stars": view["stars"],
        "cards": [deck["up"][0] if deck["up"] else NONE for deck in view["decks"]],
        "outpost": [one["card"] for one in view["outpost"]],
        "gone": [galaxy for galaxy in _ANY_GALAXY if galaxy not in mine],
        "meteors": sun is not None and sun["can_spend"],
        "gift": any(end["fits"] for end in ends) and not mine,
        "few": _few(view),
        **plays(view, NO_RESCUE, THREE),
    }
    others = (seat["seat"] for seat in view["seats"] if seat["seat"] != player)
    return Dispute(LOST.key, told, (Seat(player), *map(Seat, others)))
