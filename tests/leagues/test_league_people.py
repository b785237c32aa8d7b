"""People of a league: names, merging and taking it back, hiding, leaving, and being forgotten."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.leagues import changes, fold
from app.leagues.book import MemberId, ResultId
from app.leagues.exchange import json as league_json
from app.leagues.forgetting import forget
from app.leagues.games import COMPETITIVE
from app.leagues.people import shown_names, suggest
from app.leagues.ratings import ratings_of
from app.leagues.standings import standings_of
from app.leagues.valid import Scope, valid
from tests.leagues.making import League, accepted, any_league, any_result, points, result, rules, told

rnds = st.integers(0, 2**32 - 1).map(random.Random)
few = settings(max_examples=60, deadline=None)
A, B, C = MemberId("a"), MemberId("b"), MemberId("c")


def add(league: League, id_: str, name: str, **facts: object) -> str:
    no = league.attempt(changes.MemberAdded(MemberId(id_), name, **facts))  # type: ignore[arg-type]
    return "" if no is None else told(no)


# Names

SAME = {
    "the same": ("Bo", "Bo"),
    "case": ("Bo", "bO"),
    "blanks": ("Bo K", " bo  k "),
    "zero width": ("Bo", "B\u200bo"),
    "direction": ("Bo", "\u202eBo\u202c"),
    "composed": ("Émile", "E\u0301mile"),
    "full width": ("Bo", "Ｂｏ"),
    "ligature": ("ﬁfi", "fifi"),
    "sharp s": ("Weiß", "WEISS"),
}


@pytest.mark.parametrize(("first", "second"), SAME.values(), ids=SAME)
def test_one_name_for_one_person(first: str, second: str) -> None:
    league = League()
    assert add(league, "a", first) == ""
    assert add(league, "b", second).startswith("There is already a ")
    assert add(league, "b", "Somebody else") == ""
    assert league.refused(changes.MemberRenamed(B, second)).startswith("There is already a ")
    league.do(changes.MemberRenamed(A, second))


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 25, "\u3164"])
def test_names_that_are_none(name: str) -> None:
    league = League(people="a")
    assert add(league, "b", name)
    assert league.refused(changes.MemberRenamed(A, name))


def test_an_id_is_used_once() -> None:
    league = League(people="a")
    assert add(league, "a", "Another") == "That member has been added already."


def test_nobody_leaves_before_joining() -> None:
    from datetime import date

    league = League(people="a")
    change = changes.MemberSet(A, joined=date(2026, 2, 2), left=date(2026, 2, 1))
    assert league.refused(change) == "Nobody can leave before joining. Check the two days."


# Merging


def test_merging_adds_up_and_can_be_taken_back() -> None:
    league = League(rules(), people="a b c d")
    league.play(result("1", "a c d"), result("2", "c b d"))
    before = standings_of(league.book, Scope())
    assert points(before) == {"c": "16", "a": "10", "b": "6", "d": "4"}
    league.do(changes.Merged(A, B))
    assert points(standings_of(league.book, Scope())) == {"a": "16", "c": "16", "d": "4"}
    league.do(changes.Unmerged(B))
    assert standings_of(league.book, Scope()) == before


def test_two_who_sat_together_are_two() -> None:
    league = League(rules(), people="a b c d")
    league.play(result("1", "a b c"))
    assert league.refused(changes.Merged(A, B)) == "A and B sat at the same table once, so they are two people."
    league.do(changes.ResultWithdrawn(ResultId("1"), "never played"), changes.Merged(A, B))
    sentence = league.refused(changes.ResultRestored(ResultId("1"), "it was"))
    assert sentence == "A would sit at this table twice. Give each seat its own person."


def test_the_same_by_way_of_others() -> None:
    league = League(rules(), people="a b c d e")
    league.play(result("1", "a b d"))
    league.do(changes.Merged(C, B))
    assert league.refused(changes.Merged(A, C)) == "A and C sat at the same table once, so they are two people."
    assert league.refused(changes.Merged(A, B)) == "B is now C. Choose C."
    assert league.refused(changes.ResultAdded(result("2", "b c d"))) == "B is now C. Choose C."
    league.do(changes.Merged(MemberId("e"), C), changes.Unmerged(C))
    assert "c" in points(standings_of(league.book, Scope()))
    assert league.refused(changes.Unmerged(C)) == "This person was not merged with anybody."


def test_a_result_from_before_a_merge_can_be_corrected() -> None:
    league = League(rules(), people="a b c d")
    first = result("1", "b c d")
    league.play(first)
    league.do(changes.Merged(A, B))
    swapped = replace(first, seats=result("1", "c b d").seats)
    league.do(changes.ResultCorrected(swapped, "swapped"))
    assert points(standings_of(league.book, Scope())) == {"c": "10", "a": "6", "d": "2"}
    both = replace(first, seats=result("1", "a b d").seats)
    assert league.refused(changes.ResultCorrected(both, "wrong")).startswith("A would sit at this table twice.")


def test_taking_back_needs_a_free_name() -> None:
    league = League(rules(), people="a b")
    league.do(changes.Merged(A, B), changes.MemberAdded(C, "B"))
    assert league.refused(changes.Unmerged(B)).startswith("There is already a B.")
    league.do(changes.MemberRenamed(C, "Bea"), changes.Unmerged(B))


@few
@given(rnds)
def test_a_merge_keeps_all_totals_and_its_undo_restores_everything(rnd: random.Random) -> None:
    league = any_league(rnd, rules=rules())
    league.do(changes.Ruled(rules()))
    roots = [one for one in league.book.members if one not in league.book.merged]
    members = [one for one in roots if not league.book.members[one].guest]
    if len(members) < 2:
        return
    kept, gone = rnd.sample(members, 2)
    for one in (kept, gone):
        league.do(changes.MemberSet(one))
    before = standings_of(league.book, Scope())
    rated = [ratings_of(league.book, game) for game in COMPETITIVE]
    together = any(
        {kept, gone} <= {sat.who for sat in game.seats}
        for game in valid(replace(league.book, confirmed=dict.fromkeys(league.book.results, ("organiser",))))
    )
    no = league.attempt(changes.Merged(kept, gone))
    assert (no is not None) == together
    if no is None:
        old = {row.member: row for row in before.rows}
        new = {row.member: row for row in standings_of(league.book, Scope()).rows}
        assert gone not in new
        for what in ("points", "games", "wins", "met", "beaten"):
            sums = [sum((getattr(row, what) for row in rows.values()), Fraction(0)) for rows in (old, new)]
            assert sums[0] == sums[1], what
            if kept in new:
                both = [getattr(old[one], what) for one in (kept, gone) if one in old]
                assert getattr(new[kept], what) == sum(both, Fraction(0))
        free = league.attempt(changes.Unmerged(gone))
        assert free is None or told(free).startswith("There is already")
        if free is None:
            assert standings_of(league.book, Scope()) == before
            assert [ratings_of(league.book, game) for game in COMPETITIVE] == rated


# What others see


def test_hidden_people_are_initials_and_told_apart() -> None:
    league = League()
    for id_, name in (("a", "Ana Bell"), ("b", "Abe Boss"), ("c", "Cy")):
        league.do(changes.MemberAdded(MemberId(id_), name))
    for one in (A, B):
        league.do(changes.MemberSet(one, hidden=True))
    assert shown_names(league.book) == {"a": "A.B.", "b": "A.B. 2", "c": "Cy"}
    assert shown_names(league.book, to_all=False) == {"a": "Ana Bell", "b": "Abe Boss", "c": "Cy"}
    league.do(changes.Merged(C, A))
    assert shown_names(league.book) == {"a": "Cy", "b": "A.B.", "c": "Cy"}


def test_seats_are_suggested_never_matched() -> None:
    league = League()
    for id_, name in (("a", "Chiyo"), ("b", "Chiyo K"), ("c", "Bo")):
        league.do(changes.MemberAdded(MemberId(id_), name))
    told_ = suggest(league.book, ["chiyo", "Bo L", "Zed", ""])
    assert [(one.same, one.alike) for one in told_] == [("a", ("b",)), (None, ("c",)), (None, ()), (None, ())]


# Being forgotten


def test_erasing_keeps_results_under_a_pseudonym() -> None:
    league = League(rules(), people="a b c")
    league.play(result("1", "a b c"))
    before = standings_of(league.book, Scope())
    league.do(changes.MemberErased(A, "Star 7"))
    assert standings_of(league.book, Scope()) == before
    assert shown_names(league.book)[A] == "Star 7"
    assert league.refused(changes.MemberErased(A, "Star 8")) == "This person is forgotten already."
    assert league.refused(changes.MemberRenamed(A, "Ana")) == (
        "This person asked to be forgotten and keeps the name Star 7."
    )


def test_no_line_remembers_the_forgotten() -> None:
    """Names, earlier names, those of merged people, and free texts; in any case of letters, but not inside other
    words."""
    league = League(rules())
    for id_, name in (("a", "Anastasia"), ("b", "Bo"), ("c", "Stacy"), ("d", "Dan")):
        league.do(changes.MemberAdded(MemberId(id_), name))
    league.play(replace(result("1", "a b d"), note="at anastasia's; Stacys cake, STACY"))
    league.do(
        changes.ResultCorrected(replace(result("1", "b a d"), note="Anastasia said so"), "Anastasia and Bo swapped"),
        changes.MemberRenamed(A, "Ana S"),
        changes.Merged(A, C),
        changes.MemberLinked(A, "bgstats:1234"),
    )
    change = changes.MemberErased(A, "Star 7")
    lines = forget(league.lines, A, "Star 7")
    folded = fold.fold(lines)
    assert folded.refused is None
    again = League()
    again.lines, again.book = list(lines), folded.book  # type: ignore[assignment]
    again.do(change)
    text = league_json.written(again.lines)
    assert not any(word in text.lower() for word in ("anastasia", "ana s", '"stacy"', "1234"))
    assert "Stacys cake" in text
    assert "Bo swapped" in text
    assert standings_of(again.book, Scope()) == standings_of(league.book, Scope())
    assert accepted(league_json.read(text)).book == again.book
    again.do(changes.Unmerged(C))
    assert shown_names(again.book) == {"a": "Star 7", "b": "Bo", "c": "Star 7 2", "d": "Dan"}


@few
@given(rnds)
def test_forgetting_changes_no_standing(rnd: random.Random) -> None:
    league = any_league(rnd)
    roots = [one for one in league.book.members if one not in league.book.merged]
    member = rnd.choice([one for one in roots if not league.book.members[one].erased] or roots)
    folded = fold.fold(forget(league.lines, member, "Forgotten"))
    assert folded.refused is None
    assert folded.book is not None
    for game in (None, *COMPETITIVE):
        assert standings_of(folded.book, Scope(None, game)) == standings_of(league.book, Scope(None, game))


def test_a_frozen_season_holds_no_names() -> None:
    from datetime import date

    from app.leagues import seasons

    league = League(rules())
    league.do(*[changes.MemberAdded(MemberId(one), f"Name of {one}") for one in "abc"])
    league.do(changes.SeasonSet(seasons.SeasonId("s"), "Spring", date(2026, 1, 1), date(2026, 6, 30)))
    league.play(result("1", "a b c"))
    assert "Name of" not in json.dumps(seasons.freeze(league.book, seasons.SeasonId("s")))


# Confirming


def test_two_of_the_table_or_the_organiser_confirm() -> None:
    league = League(rules(confirmations=2), people="a b c d")
    league.do(changes.ResultAdded(result("1", "a b c")), by="table")
    one = ResultId("1")
    assert points(standings_of(league.book, Scope())) == {}
    assert league.refused(changes.ResultConfirmed(one, MemberId("d"))) == (
        "Only who sat at the table can confirm its result."
    )
    league.do(changes.ResultConfirmed(one, A), by="a")
    assert league.refused(changes.ResultConfirmed(one, A)) == "You have confirmed that result already."
    assert league.refused(changes.ResultConfirmed(one), by="b") == "Only the organiser can confirm for everybody."
    assert points(standings_of(league.book, Scope())) == {}
    league.do(changes.ResultConfirmed(one, B), by="b")
    assert points(standings_of(league.book, Scope())) == {"a": "10", "b": "6", "c": "2"}
    league.do(changes.ResultAdded(result("2", "a b c")), changes.ResultConfirmed(ResultId("2")))
    assert points(standings_of(league.book, Scope())) == {"a": "20", "b": "12", "c": "4"}


def test_a_merge_does_not_make_one_person_confirm_twice() -> None:
    league = League(rules(confirmations=2), people="a b c d")
    one = ResultId("1")
    league.do(changes.ResultAdded(result("1", "b c d")), changes.ResultConfirmed(one, B), changes.Merged(A, B))
    assert league.refused(changes.ResultConfirmed(one, A)) == "You have confirmed that result already."
    assert league.refused(changes.ResultConfirmed(one, B)) == "You have confirmed that result already."


def test_who_played_alone_confirms_alone() -> None:
    from app.leagues.book import Mission
    from app.leagues.results import missing, waiting
    from tests.leagues.making import STELLARION

    league = League(rules(confirmations=2), people="a")
    league.do(changes.ResultAdded(replace(result("m", "a", game=STELLARION), mission=Mission(False))))
    assert missing(league.book, ResultId("m")) == 1
    assert waiting(league.book) == ("m",)
    league.do(changes.ResultConfirmed(ResultId("m"), A))
    assert missing(league.book, ResultId("m")) == 0
    assert waiting(league.book) == ()


# What no result can be


def _bad() -> dict[str, tuple[object, str]]:
    from app.leagues.book import Mission, Moment, NightId, Pair
    from tests.leagues.making import QUEST, STELLARION

    good = result("r", "a b c", scores=(9, 5, 1))
    return {
        "unknown game": (replace(good, game="chess"), "This league does not know that game."),
        "too few": (result("r", "a b"), "Stella – Dixit Universe is played by 3 to 6 people."),
        "too many": (result("r", "a b c d e", game=QUEST), "Stella Quest is played by 2 to 4 people."),
        "a stranger": (result("r", "a b x"), "Nobody here is known as x."),
        "twice": (result("r", "a b a"), "A would sit at this table twice."),
        "no ranking": (result("r", "a b c", (1, 1, 2)), "The places do not fit together."),
        "scores and places": (
            result("r", "a b c", (2, 1, 3), scores=(9, 5, 1)),
            "The places and the scores do not agree.",
        ),
        "equal scores": (result("r", "a b c", (1, 2, 3), scores=(9, 9, 1)), "The places and the scores do not agree."),
        "still to come": (replace(good, ended=Moment(1_900_000_000_000)), "That game has not been played yet."),
        "before 1970": (replace(good, ended=Moment(-1)), "That game has not been played yet."),
        "ends before it begins": (replace(good, started=Moment(good.ended + 1)), "A game cannot end before it begins."),
        "a mission with places": (
            replace(good, mission=Mission(True)),
            "Stella – Dixit Universe is no game that is won",
        ),
        "no mission": (result("r", "a b", (1, 1), game=STELLARION), "Say whether the mission was won."),
        "places of a mission": (
            replace(result("r", "a b", game=STELLARION), mission=Mission(True)),
            "In Stellarion all win or lose together",
        ),
        "expansions": (
            replace(result("r", "a", game=STELLARION), mission=Mission(True, ("b", "a"))),
            "Name each expansion once.",
        ),
        "a pair of one": (replace(good, pairs=(Pair(1, 1, 2),)), "A super spark belongs to two people"),
        "a pair beyond": (replace(good, pairs=(Pair(1, 3, 2),)), "A super spark belongs to two people"),
        "turns": (replace(good, turns=-1), "That number is out of reach."),
        "a night": (replace(good, night=NightId("n")), "There is no such night."),
        "no id": (replace(good, id=""), "That id is empty or too long."),
    }


@pytest.mark.parametrize(("bad", "sentence"), _bad().values(), ids=_bad())
def test_results_that_cannot_hold(bad: object, sentence: str) -> None:
    league = League(rules(), people="a b c d e")
    assert league.refused(changes.ResultAdded(bad)).startswith(sentence)  # type: ignore[arg-type]


def test_one_source_counts_once() -> None:
    league = League(rules(), people="a b c")
    league.play(replace(result("1", "a b c"), source_id="table:KAWE"))
    again = changes.ResultAdded(replace(result("2", "a b c"), source_id="table:KAWE"))
    assert league.refused(again) == "That game is in the league already. Correct it there."
    league.do(changes.ResultWithdrawn(ResultId("1"), "never played"))
    assert league.refused(again) == "That game is in the league already. Correct it there."


def test_corrections_say_why() -> None:
    league = League(rules(), people="a b c")
    first = result("1", "a b c")
    league.play(first)
    assert league.refused(changes.ResultCorrected(result("1", "b a c"), " ")).startswith("Write a note")
    assert league.refused(changes.ResultCorrected(first, "why")).startswith("Nothing would change.")
    assert league.refused(changes.ResultCorrected(result("2", "b a c"), "why")).startswith("That result is not in")
    assert league.refused(changes.ResultWithdrawn(ResultId("1"), "")).startswith("Write a note")
    assert league.refused(changes.ResultRestored(ResultId("1"), "why")) == "That result is not withdrawn."


@few
@given(rnds)
def test_withdrawing_and_restoring_is_nothing(rnd: random.Random) -> None:
    league = League(rules(), people="a b c d e f")
    for number in range(12):
        league.attempt(changes.ResultAdded(any_result(rnd, f"r{number}", [MemberId(one) for one in "abcdef"]), True))
    before = standings_of(league.book, Scope())
    one = rnd.choice(list(league.book.results))
    league.do(changes.ResultWithdrawn(one, "really?"))
    assert all(one != game.id for game in valid(league.book))
    league.do(changes.ResultRestored(one, "really."))
    assert standings_of(league.book, Scope()) == before
