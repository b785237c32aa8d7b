"""The law: at any table of any played game the judge, told what everybody sees, says what the table says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from app.games import GAMES
from app.games.kernel import Accepted, Refused
from app.games.stella.actions import Withdraw
from app.games.stella.judge import standing
from app.games.stella.state import Marking
from app.games.stella_quest.state import Taking
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
            if seat["locked"] and not seat["gone"]:
                locked = "me" if isinstance(state, Marking) else "all"
                may = isinstance(GAMES["stella"].apply(state, Withdraw(seat["seat"])), Accepted)
                assert facts("stella", "change", {"locked": locked})["may"] == may
