"""The law: at any table of any played game the judge, told what everybody sees, says what the table says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from app.games import GAMES
from app.games.judging import plays
from app.games.kernel import Accepted, Refused
from app.games.stella.actions import Withdraw
from app.games.stella.judge import FINAL, standing
from app.games.stella.state import Marking
from app.games.stella_quest.state import End, Taking
from app.games.stellarion.dump import makes
from app.games.stellarion.judge import ALL
from app.games.stellarion.questions import made
from app.games.stellarion.state import Finished, Revealing, Stuck
from app.judge import asking
from tests.conformance.drivers import DRIVERS
from tests.judge.asked import english, found, judged

GAMES_PLAYED = 30


def played(game: str, seed: int) -> tuple[list[Any], list[dict[str, Any]]]:
    """The states of a game by chance, and what the screen on the wall shows of each."""
    first, _actions, states = DRIVERS[game].game(random.Random(seed))
    every = [first, *states]
    return every, [GAMES[game].wire.dump_view(GAMES[game].view_for(state, None), english) for state in every]


def facts(game: str, key: str, told: dict[str, Any]) -> Any:
    answer = judged(game, key, told)
    assert isinstance(answer, asking.Judged), (told, answer)
    return answer.verdict.facts


def disputes(game: str, views: list[dict[str, Any]]) -> Iterator[tuple[Any, dict[str, Any], asking.Judged]]:
    """What people ask in each position, and the answer: what a table shows can always be asked."""
    for view in views:
        dispute = GAMES[game].dispute(view)
        if dispute is None:
            continue
        _game, question = found(game, dispute.question)
        told = asking.complete(question, dispute.told)
        if asking.missing(question, told) is None:
            answer = asking.ask(GAMES[game], question, told)
            assert isinstance(answer, asking.Judged), (dispute, answer)
            yield dispute, view, answer


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_quest_who_wins(seed: int) -> None:
    _states, views = played("stella_quest", seed)
    asked = list(disputes("stella_quest", views))
    assert asked
    for dispute, view, answer in asked:
        facts, round_ = answer.verdict.facts, view["round"]
        if dispute.question == "points":
            assert facts["winners"] == view["outcome"]["winners"]
            if view["counts"]:
                assert facts["points"] == [one["points"] for one in view["counts"]]
            continue
        assert facts["winner"] == round_["ahead"]
        assert facts["categories"] == [one["category"] for one in round_["played"]]
        if answer.verdict.about is not None:
            by = round_["played"][round_["ahead"]]["by"]
            place = answer.verdict.about // 2 if view["opponent"] else answer.verdict.about
            assert by is None or dispute.seats[place] == by
            said = [english(finding.says) for finding in answer.verdict.reasons]
            assert said == [one["text"] for one in round_["why"]] or facts.get("won") is False


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_quest_taking_topping_drawing(seed: int) -> None:
    states, views = played("stella_quest", seed)
    for state, view in zip(states, views, strict=True):
        if view["options"]:
            cards = [one["card"] for one in view["round"]["played"]]
            seat = view["seats"][view["winner"]]
            paid = sum(lost["flipped"] for lost in view["round"]["losses"] if lost["cause"] == "marker")
            held = sorted({int(card[-1]) for card in seat["collection"]})
            told = {"cards": cards, "values": held, "radiance": seat["radiance"] + paid, "marker": paid > 0}
            options = facts("stella_quest", "take", told)["options"]
            assert [(one["card"], one["radiance"], one["then"]) for one in options] == [
                (one["card"], one["radiance"], one["then"]) for one in view["options"]
            ]
        if view["tops"]:
            cards = [one["card"] for one in view["round"]["played"]]
            told = {"cards": cards, "taken": view["round"]["taken"]}
            assert facts("stella_quest", "top", told)["tops"] == view["tops"]
        if view["draw"] and view["seats"][view["turn"]]["hand"]:
            seat = view["seats"][view["turn"]]
            told = {"hand": seat["hand"], "radiance": seat["radiance"], "deck": view["deck"], "pile": view["pile"]}
            answer = facts("stella_quest", "draw", told)
            assert bool(answer["drawn"]) == view["draw"]["may"], (told, state)


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_quest_what_a_duplicate_costs(seed: int) -> None:
    states, views = played("stella_quest", seed)
    for (before, after), (old, new) in zip(pairwise(states), pairwise(views), strict=True):
        taken = new["round"] and (new["round"]["taken"] or (new["last"] or {}).get("taken"))
        if getattr(after, "end", None) is End.EARLY:  # what the round cost is given back
            continue
        if isinstance(before, Taking) and taken and before.table.rounds != after.table.rounds:
            seat, value = before.round.winner, int(taken[-1])
            radiance = old["seats"][seat]["radiance"]
            twice = value if value not in old["seats"][seat]["needs"] else 0
            answer = facts("stella_quest", "loss", {"radiance": radiance, "twice": twice})
            assert answer["left"] == new["seats"][seat]["radiance"]


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_stars_darkness_and_scouts(seed: int) -> None:
    _states, views = played("stella", seed)
    for dispute, view, answer in disputes("stella", views):
        if dispute.question == "dark":
            dark = answer.verdict.facts["dark"]
            assert (None if dark is None else dispute.seats[dark]) == view["dark"]
        if dispute.question == "scout":
            assert dispute.seats[answer.verdict.facts["scout"]] == view["scout"]
    for view in views:
        for card in view["revealed"]:
            told = {"markers": len(card["markers"]), "fallen": len(card["had_fallen"])}
            answer = facts("stella", "stars", told)
            assert answer["kind"] == card["kind"]
            assert answer["stars"] == card["stars"][card["scout"]]
            assert answer["standing"] == sum(map(bool, card["stars"]))
        if view["phase"] == "revealing" and view["revealed"]:
            seats, last = view["seats"], view["revealed"][-1]["scout"]
            order = [(last + step) % len(seats) for step in range(len(seats))]
            told = {"players": [standing(seats[seat]).value for seat in order]}
            assert order[facts("stella", "scout", told)["scout"]] == view["scout"]


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_counts_a_round_as_the_table_does(seed: int) -> None:
    _states, views = played("stella", seed)
    for view in views:
        for round_ in view["scores"]:
            for line in round_["seats"]:
                told = {"cards": [one["kind"] for one in line["items"]], "dark": line["dark"], "fell": line["fallen"]}
                answer = judged("stella", "round", told)
                if isinstance(answer, Refused):  # ten cards, all shown, and then left the table: no fall (ST-15)
                    assert len(told["cards"]) == 10
                    continue
                assert answer.verdict.facts["points"] == line["points"]
                assert answer.verdict.facts["kept"] == [one["kept"] for one in line["items"]]


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stella_marks_change_as_the_table_lets_them(seed: int) -> None:
    states, views = played("stella", seed)
    for state, view in zip(states, views, strict=True):
        if view["phase"] not in ("marking", "announced"):
            continue
        for seat in view["seats"]:
            if seat["locked"] and not seat["gone"] and not seat["fallen"]:  # who left and came back waits (ST-15)
                locked = "me" if isinstance(state, Marking) else "all"
                may = isinstance(GAMES["stella"].apply(state, Withdraw(seat["seat"])), Accepted)
                assert facts("stella", "change", {"locked": locked, **plays(view, FINAL)})["may"] == may


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stellarion_have_we_lost(seed: int) -> None:
    """At every beginning of a turn; what can be done is what the table offers."""
    states, views = played("stellarion", seed)
    asked = list(disputes("stellarion", views))
    assert asked
    for dispute, view, answer in asked:
        facts = answer.verdict.facts
        if dispute.question == "made":
            assert facts["makes"] == ("coordinate" if view["phase"] == "power" else "traverse")
            if view["phase"] == "power":
                assert (facts["power"], facts["major"]) == (view["power"]["power"], view["power"]["major"])
                does = english(answer.verdict.besides[0].says)
                assert does == view["power"]["does"]["text"]
            continue
        assert facts["lost"] == (view["phase"] == "finished")
        assert facts["stuck"] == (view["phase"] == "stuck")
        launches = {f"launch-{one['galaxy']}" for one in view["launches"]}
        powers = {f"coordinate-{one['power']}-{'major' if one['major'] else 'minor'}" for one in view["coordinates"]}
        assert set(facts["can"]) == launches | powers | ({"traverse"} if view["traverse"] else set())
    assert {type(state).__name__ for state in states} >= {"Acting", "Finished"}


#: What the judge of some cards is not told: which Voyages and Shooting Stars there are, whose turn it is.
UNTOLD = {"sn-3", "sn-8", "accessible", "two-galaxies", "star-removed", "traverse-option"}


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stellarion_what_cards_make(seed: int) -> None:
    """Any cards of a table, sensible or not."""
    chance = random.Random(seed)
    states, views = played("stellarion", seed)
    for state, view in zip(states, views, strict=True):
        if view["phase"] != "acting":
            continue
        lies = {deck["deck"]: deck["up"][0] for deck in view["decks"] if deck["up"]}
        lies |= {one["slot"]: one["card"] for one in view["outpost"]}
        picks = [(one["cards"], one["star"]) for one in view["launches"]]
        picks += [(one["cards"], False) for one in view["coordinates"]]
        picks += [(view["traverse"][:4], False)] if view["traverse"] else []
        most = min(4, len(lies))
        picks += [
            (chance.sample(list(lies), chance.randint(min(2, most), most)), chance.random() < 0.3) for _ in range(8)
        ]
        for slots, star in picks:
            if len(slots) < 2:
                continue
            stocked = [place for place, slot in enumerate(slots, 1) if slot.startswith("outpost-")]
            told = {"cards": [lies[slot] for slot in slots], "outpost": stocked, "star": star}
            answer = judged("stellarion", "made", told)
            assert isinstance(answer, asking.Judged), (told, answer)
            table = made(state.table, slots, star)
            if isinstance(table, Refused):
                rules = [finding.rule for finding in table.violations]
                if rules[0].removeprefix("stellarion.") not in UNTOLD:
                    assert [finding.rule for finding in answer.verdict.reasons] == rules
            else:
                mine = {name: value for name, value in makes(table).items() if name != "spots"}
                assert {name: value for name, value in answer.verdict.facts.items() if name != "spots"} == mine


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stellarion_where_the_sun_goes(seed: int) -> None:
    """Every move of the figure on a board that the app knows."""
    states, views = played("stellarion", seed)
    for (before, after), (old, new) in zip(pairwise(states), pairwise(views), strict=True):
        sun, then = old["sun"], new["sun"]
        turn = after.turn if isinstance(after, Revealing) else (after.table.turns or [None])[-1]
        ends = isinstance(after, Revealing | Finished) and not isinstance(before, Revealing | Stuck)
        if sun is None or not sun["judged"] or not ends or turn is None or turn.number != before.table.number:
            continue
        if turn.did.value == "traverse" or sun["spent"] != then["spent"]:
            continue
        did = "launch" if turn.did.value == "launch" else "major" if turn.major else "minor"
        back = did != "launch" and not turn.used
        told = {"at": sun["at"], "did": did, "forfeited": back, "left": sun["final"] - sun["at"]}
        told |= {"back": sun["at"] - then["at"]} if back else {}
        told["token"] = then["at"] in sun["meteors"]
        told |= plays(old, ALL)
        answer = facts("stellarion", "sun", told)
        assert answer["at"] == then["at"]
        assert answer["meteor"] == (then["held"] > sun["held"])
        assert answer["final"] == (then["at"] >= sun["final"])


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_stellarion_what_fits_a_pile(seed: int) -> None:
    _states, views = played("stellarion", seed)
    for view in views:
        if len(view["seats"]) == 2:
            for end in view["voyages"]["ends"]:
                for seat in (0, 1):
                    mine, others = (sorted(set(view["seats"][one]["pile"])) for one in (seat, 1 - seat))
                    told = {"voyage": end["galaxy"], "mine": mine, "others": others}
                    assert facts("stellarion", "voyage", told)["may"] == (seat in end["fits"])
