"""What an organiser does: corrections, merges, forgetting, closed seasons, nights; on both databases."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from flask import Flask

from app.leagues.stored.models import LeagueLine
from tests.houses import elsewhere, forget
from tests.leagues.clubs import ELEVEN, Club, open_club
from tests.players import fresh_key, in_process
from tests.tables.clock import rows


def _corrected(club: Club, id_: str, scores: dict[str, int]) -> dict[str, Any]:
    order = sorted(scores.values(), reverse=True)
    seats = [
        {"member": club.people[name], "place": order.index(score) + 1, "score": score} for name, score in scores.items()
    ]
    return {"id": id_, "game": "stella", "ended": club.result(id_)["ended"], "seats": seats}


def test_a_correction_shows_before_and_after_and_moves_the_standings(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}).ok()
    assert club.ranks() == {"Ana": (1, "10"), "Bo": (2, "6"), "Chiyo": (3, "2")}
    fixed = _corrected(club, "g1", {"Ana": 20, "Bo": 25, "Chiyo": 9})
    told = club.phone.post(f"{club.at}/previews", kind="result-corrected", body={"result": fixed, "note": "x"}).ok()[
        "tables"
    ][0]["moves"]
    assert [(one["name"], one["rank_before"], one["rank_after"]) for one in told] == [("Bo", 2, 1), ("Ana", 1, 2)]
    assert club.ranks()["Ana"] == (1, "10")  # a preview changes nothing
    club.change("result-corrected", result=fixed, note="").no(422)
    club.change("result-corrected", result=fixed, note="Bo's last round was missing").ok()
    assert club.ranks()["Bo"] == (1, "10")
    past = club.result("g1")["past"]
    assert [(one["what"], one["note"]) for one in past] == [("corrected", "Bo's last round was missing")]
    assert [seat["score"] for seat in past[0]["before"]["seats"]] == [20, 15, 9]


def test_what_a_member_types_in_waits_for_the_organiser(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    member = club.member()
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}, by=club.stranger()).no(401)
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}, by=member).ok()
    assert club.ranks() == {}
    assert club.look()["waiting"] == 1
    club.change("result-confirmed", member, result="g1").no(403)
    club.change("result-confirmed", result="g1").ok()
    assert len(club.ranks()) == 3


def test_a_merge_is_taken_back_exactly(each_app: Flask) -> None:
    club = open_club(in_process(each_app), people=("Ana", "Anna", "Bo", "Chiyo"))
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}).ok()
    club.typed("g2", {"Anna": 20, "Bo": 15, "Chiyo": 9}).ok()
    before = club.standings()
    club.change("merged", kept=club.people["Ana"], gone=club.people["Anna"]).ok()
    assert club.ranks()["Ana"] == (1, "20")
    assert "Anna" not in club.ranks()
    club.change("unmerged", gone=club.people["Anna"]).ok()
    assert club.standings() == before
    club.typed("g3", {"Ana": 3, "Anna": 2, "Bo": 1}).ok()
    club.change("merged", kept=club.people["Ana"], gone=club.people["Anna"]).no(422)


def test_a_closed_season_stays_and_tells_what_corrections_would_change(each_app: Flask) -> None:
    club = open_club(in_process(each_app))
    club.season()
    club.typed("g1", {"Ana": 20, "Bo": 15, "Chiyo": 9}).ok()
    member = club.member()
    member.post(f"{club.at}/seasons/s1/close", key=fresh_key()).no(403)
    club.phone.post(f"{club.at}/seasons/s1/close", key=fresh_key()).ok()
    club.typed("g2", {"Ana": 1, "Bo": 15, "Chiyo": 9}, by=member).no(422)
    club.typed("g2", {"Ana": 1, "Bo": 15, "Chiyo": 9}).no(422)  # without a note
    club.typed("g2", {"Ana": 1, "Bo": 15, "Chiyo": 9}, note="the sheet was found").ok()
    told = club.standings(season="s1")
    assert told["closed"]
    assert {row["name"]: row["points"] for row in told["rows"]} == {"Ana": "10", "Bo": "6", "Chiyo": "2"}
    assert {one["name"]: (one["value_before"], one["value_after"]) for one in told["since_closing"]} == {
        "Bo": ("6", "16"), "Ana": ("10", "12"), "Chiyo": ("2", "8"),
    }  # fmt: skip
    assert club.look()["seasons"][0]["notes"] == ["the sheet was found"]
    club.phone.post(f"{club.at}/seasons/s1/close", key=fresh_key()).no(422)  # once more needs a reason
    club.phone.post(f"{club.at}/seasons/s1/close", key=fresh_key(), note="with the found sheet").ok()
    assert club.standings(season="s1")["since_closing"] == []


def test_a_forgotten_person_leaves_every_line(each_app: Flask) -> None:
    club = open_club(in_process(each_app), people=("Ana", "Zebulon", "Bo"))
    club.change("member-renamed", member=club.people["Zebulon"], name="Zeb").ok()
    club.typed("g1", {"Ana": 20, "Zebulon": 15, "Bo": 9}, note="Zebulon brought cake").ok()
    before = [(row["rank"], row["points"]) for row in club.standings()["rows"]]
    with elsewhere():
        club.standings()  # another process remembers the name
        tap = fresh_key()
        at = f"{club.at}/members/{club.people['Zebulon']}/forget"
        club.member().post(at, pseudonym="Comet", key=tap).no(403)
        first = club.phone.post(at, pseudonym="Comet", key=tap).ok()
        assert club.phone.post(at, pseudonym="Comet", key=tap).ok() == {**first, "replayed": True}
    stored = json.dumps([row.body for row in rows(each_app, sa.select(LeagueLine.body))])
    assert "Zeb" not in stored
    for _ in range(2):
        told = json.dumps([club.standings(), club.result("g1"), club.phone.get(f"{club.at}/document").ok()])
        assert "Zeb" not in told
        assert "Comet" in told
        forget()
    assert [(row["rank"], row["points"]) for row in club.standings()["rows"]] == before


def test_hidden_people_are_initials_to_all_but_the_organiser(app: Flask) -> None:
    club = open_club(in_process(app), public=True, people=("Ana Lund", "Bo", "Chiyo"))
    club.change("member-set", member=club.people["Ana Lund"], hidden=True).ok()
    club.typed("g1", {"Ana Lund": 20, "Bo": 15, "Chiyo": 9}).ok()
    for path in ("", "/standings", "/members", "/results", "/results/g1", "/records", "/ratings/stella", "/plays"):
        told = club.stranger().get(club.at + path).raw.decode()
        assert "Lund" not in told, path
    for page in (
        "",
        "/games",
        "/members",
        f"/member/{club.people['Ana Lund']}",
        "/games.csv",
        "/feed.atom",
        "/calendar.ics",
    ):
        assert b"Lund" not in club.send("GET", f"/league/{club.slug}{page}", None, {}).raw, page
    assert "A.L." in str(club.standings(club.stranger()))
    assert "Ana Lund" in str(club.standings())


# Nights


def _seated(club: Club, night: str = "n1") -> list[set[str]]:
    told = club.phone.get(f"{club.at}/nights/{night}").ok()
    return [{one["name"] for one in table["people"]} for table in told["sittings"][-1]["tables"]]


def test_a_night_of_eleven_with_a_latecomer_and_somebody_who_leaves(each_app: Flask) -> None:
    club = open_club(in_process(each_app), people=ELEVEN)
    club.change("night-set", night="n1", name="Friday", day="2026-11-13", game="stella").ok()
    for name in ELEVEN[:10]:
        club.change("checked-in", night="n1", member=club.people[name]).ok()
    rounds = f"{club.at}/nights/n1/rounds"
    club.member().post(rounds, want=4, key=fresh_key()).no(403)
    club.phone.post(rounds, want=7, key=fresh_key()).no(400)
    tap = fresh_key()
    first = club.phone.post(rounds, want=4, key=tap).ok()
    assert club.phone.post(rounds, want=4, key=tap).ok() == {**first, "replayed": True}
    assert sorted(map(len, _seated(club))) == [3, 3, 4]
    late = ELEVEN[10]
    club.change("checked-in", night="n1", member=club.people[late]).ok()
    told = club.phone.get(f"{club.at}/nights/n1").ok()
    assert [one["name"] for one in told["without_place"]] == [late]
    club.phone.post(f"{club.at}/nights/n1/arrivals", member=club.people[late], key=fresh_key()).ok()
    assert sorted(map(len, _seated(club))) == [3, 4, 4]
    club.phone.post(f"{club.at}/nights/n1/arrivals", member=club.people[late], key=fresh_key()).no(422)
    club.change("checked-in", night="n1", member=club.people["Bo"], here=False).ok()
    assert [one["name"] for one in club.phone.get(f"{club.at}/nights/n1").ok()["left_a_place"]] == ["Bo"]
    club.phone.post(f"{club.at}/nights/n1/departures", member=club.people["Bo"], key=fresh_key()).ok()
    assert sorted(map(len, _seated(club))) in ([3, 3, 4], [2, 4, 4])
    assert set().union(*_seated(club)) == set(ELEVEN) - {"Bo"}
    club.phone.post(rounds, want=5, rule="bigger", key=fresh_key()).ok()
    assert sorted(map(len, _seated(club))) == [5, 5]
    assert club.phone.get(f"{club.at}/nights/n1").ok()["rounds"] == 2


def test_a_game_of_a_night_stands_at_its_table(app: Flask) -> None:
    club = open_club(in_process(app))
    club.change("night-set", night="n1", name="Friday", day="2026-11-13").ok()
    for name in club.people:
        club.change("checked-in", night="n1", member=club.people[name]).ok()
    club.phone.post(f"{club.at}/nights/n1/rounds", want=4, key=fresh_key()).ok()
    club.typed("g1", {"Ana": 4, "Bo": 3, "Chiyo": 2, "Dan": 1}, night="n1").ok()
    (sitting,) = club.phone.get(f"{club.at}/nights/n1").ok()["sittings"]
    assert sitting["tables"][0]["result"] == "g1"
    club.typed("g2", {"Ana": 4, "Bo": 3, "Chiyo": 2}, night="no-such").no(422)
