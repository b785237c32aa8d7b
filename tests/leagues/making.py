"""Leagues for tests: by hand, one change after another, and at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from app.leagues import changes, fold, presets, seasons
from app.leagues.answers import Accepted, Refused
from app.leagues.book import (
    ORGANISER,
    Book,
    GuestRule,
    Measure,
    MemberId,
    Mission,
    Moment,
    NightId,
    Pair,
    Result,
    ResultId,
    Rules,
    SeasonId,
    Seated,
    Sitting,
    TieBreak,
)
from app.leagues.changes import Change, Line
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.places import ranks

STELLA, QUEST, STELLARION = GameKey("stella"), GameKey("stella_quest"), GameKey("stellarion")
NOW = Moment(1_800_000_000_000)


def utc(text: str) -> Moment:
    """``2026-01-31 22:30`` in UTC as a moment."""
    return Moment(int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000)


def seats(
    places: Sequence[int], people: Sequence[str], scores: Sequence[int | None] | None = None
) -> tuple[Seated, ...]:
    return tuple(
        Seated(MemberId(one), place, score)
        for one, place, score in zip(people, places, scores or [None] * len(people), strict=True)
    )


def result(id_: str, people: str | Sequence[str], places: Sequence[int] | None = None, **facts: Any) -> Result:
    """``people`` in seat order (``"a b c"``); in order of places, unless ``places`` or ``scores`` are given."""
    names = people.split() if isinstance(people, str) else list(people)
    scores = facts.pop("scores", None)
    if places is None:
        places = range(1, len(names) + 1) if scores is None else ranks(scores)
    known = {"game": STELLA, "ended": utc("2026-03-01 20:00"), **facts}
    return Result(id=ResultId(id_), seats=seats(list(places), names, scores), **known)


class League:
    """A league under way: ``do`` insists, ``attempt`` may be refused."""

    def __init__(
        self,
        rules: Rules = presets.DEFAULT,
        zone: str = "UTC",
        people: str = "",
        public: bool = False,
        id_: str = "league-1",
    ) -> None:
        self.lines: list[Line] = []
        self.book: Book
        self.at = NOW
        self.do(changes.Opened(id_, "Owls", zone, rules, public))
        for one in people.split():
            self.do(changes.MemberAdded(MemberId(one), one.upper()))

    def attempt(self, change: Change, by: str = ORGANISER) -> Refused | None:
        line = Line(len(self.lines) + 1, self.at, by, change)
        answer = fold.apply(getattr(self, "book", None), line)
        if isinstance(answer, Refused):
            return answer
        self.lines.append(line)
        self.book = answer.value
        return None

    def do(self, *wanted: Change, by: str = ORGANISER) -> None:
        for change in wanted:
            no = self.attempt(change, by)
            assert no is None, (change, no)

    def refused(self, change: Change, by: str = ORGANISER) -> str:
        """The English sentence of the refusal; the book stays as it was."""
        before = self.book
        no = self.attempt(change, by)
        assert no is not None, change
        assert self.book is before
        return told(no)

    def play(self, *results: Result) -> None:
        for one in results:
            self.do(changes.ResultAdded(one, by_organiser=True))


def told(no: Refused) -> str:
    """The refusal in English, holes filled."""

    def spoken(phrase: Any) -> str:
        text = phrase.text if phrase.plural is None or phrase.params["num"] == 1 else phrase.plural
        filled = {key: spoken(one) if hasattr(one, "text") else one for key, one in phrase.params.items()}
        return str(text % filled) if filled or "%" in text else str(text)

    return spoken(no.says)


def rules(**changed: Any) -> Rules:
    return replace(presets.DEFAULT, **{"confirmations": 0, **changed})


# At random

ZONES = ("UTC", "Europe/Paris", "America/St_Johns", "Pacific/Kiritimati", "Asia/Tokyo")


def any_rules(rnd: random.Random) -> Rules:
    rows = rnd.choice([preset.rules.rows for preset in presets.PRESETS.values()])
    return replace(
        presets.DEFAULT,
        rows=rows,
        measure=rnd.choice(list(Measure)),
        best=rnd.choice((None, 1, 2, 3)),
        minimum=rnd.choice((0, 0, 1, 3)),
        attendance=Fraction(rnd.randint(0, 3), rnd.choice((1, 2, 3))),
        attendance_days=rnd.choice((None, 2)),
        bye=Fraction(rnd.randint(0, 4), 2),
        byes=rnd.choice((None, 1)),
        guests=rnd.choice(list(GuestRule)),
        breaks=tuple(rnd.sample(list(TieBreak), rnd.randint(0, 5))),
        confirmations=rnd.choice((0, 0, 1, 2)),
        provisional=rnd.choice((0, 2, 5)),
    )


def any_result(rnd: random.Random, id_: str, people: Sequence[MemberId], source: str = "") -> Result:
    """Usually one that holds."""
    game = rnd.choice([STELLA, STELLA, QUEST, STELLARION])
    number = rnd.choice(list(LEAGUE_GAMES[game].seats))
    who = rnd.sample(list(people), min(number, len(people))) if rnd.random() < 0.95 else rnd.choices(people, k=number)
    ended = Moment(NOW - rnd.randint(0, 400) * 6 * 3_600_000)
    if game == STELLARION:
        mission = Mission(
            rnd.random() < 0.5, (), rnd.choice((None, 1, 3)), rnd.choice((None, 0, 1)), rnd.choice((None, 9))
        )
        return Result(
            ResultId(id_), game, ended, tuple(Seated(one, 1) for one in who), source_id=source, mission=mission
        )
    scores: list[int] = [rnd.randint(0, 6) for _ in who]
    taken = list(ranks(scores))
    if rnd.random() < 0.05:
        taken[0] += 1
    known = rnd.random() < 0.7
    pairs = (Pair(0, 1, rnd.randint(0, 5)),) if game == STELLA and rnd.random() < 0.5 else ()
    return Result(
        ResultId(id_),
        game,
        ended,
        tuple(
            Seated(one, place, score if known and rnd.random() < 0.9 else None, rounds=(score,) if known else ())
            for one, place, score in zip(who, taken, scores, strict=True)
        ),
        source_id=source,
        pairs=pairs,
        turns=rnd.choice((None, 4, 7)),
    )


def any_change(rnd: random.Random, league: League, number: int) -> Change:
    """Something somebody may try; a good part of it cannot hold."""
    book = league.book
    people = [*book.members, MemberId("nobody")] if rnd.random() < 0.05 or not book.members else list(book.members)
    known = [*book.results, ResultId("r-none")]
    one = rnd.choice(people)
    name = rnd.choice(("Ana", "Bo", "bo ", "Chiyo", "", "x" * 30, f"P{number}", f"Q{number}"))
    day = date(2026, 1, 1) + timedelta(days=rnd.randint(0, 400))
    note = rnd.choice(("", "typo", "double counted Ana"))
    match rnd.randrange(26):
        case 0 | 1 | 2:
            joined = rnd.choice((None, None, day))
            return changes.MemberAdded(MemberId(f"m{number}"), name, rnd.random() < 0.2, joined)
        case 3:
            return changes.MemberRenamed(one, name)
        case 4:
            left = rnd.choice((None, None, day))
            joined = rnd.choice((None, None, day - timedelta(days=rnd.randint(-2, 200))))
            return changes.MemberSet(one, rnd.random() < 0.2, rnd.random() < 0.2, rnd.random() < 0.8, joined, left)
        case 5:
            return changes.MemberErased(one, f"Star {number}")
        case 6 | 7:
            return changes.Merged(one, rnd.choice(people))
        case 8 | 9:
            return changes.Unmerged(rnd.choice([*book.merged, one]))
        case 10:
            return changes.Ruled(any_rules(rnd))
        case 11:
            return changes.Named(
                rnd.choice(("Owls", "Night owls", "")), rnd.choice((*ZONES, "Nowhere/At_All")), rnd.random() < 0.5
            )
        case 12 | 13:
            return changes.ResultCorrected(any_result(rnd, rnd.choice(known), people), note)
        case 14:
            return changes.ResultWithdrawn(rnd.choice(known), note)
        case 15:
            return changes.ResultRestored(rnd.choice([*book.withdrawn, *known]), note)
        case 16 | 17:
            return changes.ResultConfirmed(rnd.choice(known), rnd.choice((None, one)), note)
        case 18:
            return changes.SeasonSet(
                SeasonId(f"s{rnd.randint(1, 3)}"), name, day, day + timedelta(days=rnd.randint(-1, 90))
            )
        case 19:
            season = rnd.choice([*book.seasons, SeasonId("s-none")])
            return seasons.closing(book, season, note) if season in book.seasons else changes.SeasonRemoved(season)
        case 20:
            season = rnd.choice([*book.seasons, SeasonId("s-none")])
            closed = [known.id for known in book.seasons.values() if known.closed]
            reopened = changes.SeasonReopened(rnd.choice([*closed, season]), note)
            return reopened if rnd.random() < 0.7 else changes.SeasonRemoved(season)
        case 21:
            return changes.NightSet(
                NightId(f"n{rnd.randint(1, 3)}"), name, day, None, "Bo's", rnd.choice((None, STELLA))
            )
        case 22:
            return changes.CheckedIn(NightId(f"n{rnd.randint(1, 3)}"), one, rnd.random() < 0.7)
        case 23:
            sample = rnd.sample(people, min(len(people), 5))
            return changes.Seating(
                NightId(f"n{rnd.randint(1, 3)}"), rnd.randint(0, 3), Sitting((tuple(sample[1:]),), tuple(sample[:1]))
            )
        case _:
            source = rnd.choice(("", "", f"table:{rnd.randint(1, 30)}"))
            made = any_result(rnd, f"r{number}", people, source)
            return changes.ResultAdded(made, rnd.random() < 0.6, note)


def any_league(rnd: random.Random, steps: int = 60, **settings: Any) -> League:
    """A league after so many tries; what was refused left no trace."""
    league = League(settings.get("rules") or any_rules(rnd), rnd.choice(ZONES), "a b c d e")
    for number in range(steps):
        league.at = Moment(league.at + 1000)
        league.attempt(any_change(rnd, league, number), rnd.choice((ORGANISER, ORGANISER, "a", "table")))
    return league


def fresh(book: Book) -> League:
    """A league that never saw a mistake: the same people, seasons, nights and rules, and only the results as they are
    now."""
    from app.leagues.book import who
    from app.leagues.results import counts

    league = League(book.rules, book.zone, public=book.public)
    for member in book.members.values():
        if member.id not in book.merged:
            league.do(changes.MemberAdded(member.id, member.name))
            league.do(
                changes.MemberSet(member.id, member.guest, member.hidden, member.active, member.joined, member.left)
            )
    for season in book.seasons.values():
        league.do(changes.SeasonSet(season.id, season.name, season.start, season.end))
    for night in book.nights.values():
        league.do(changes.NightSet(night.id, night.name, night.day, game=night.game))
        for member in dict.fromkeys(who(book.merged, one) for one in night.here):
            league.do(changes.CheckedIn(night.id, member))
        for number, sitting in enumerate(night.sittings, 1):
            byes = tuple(dict.fromkeys(who(book.merged, one) for one in sitting.byes))
            league.do(changes.Seating(night.id, number, Sitting((), byes)))
        if night.cancelled:
            league.do(changes.NightSet(night.id, night.name, night.day, game=night.game, cancelled=True))
    for one in reversed(list(book.results.values())):
        if counts(book, one.id):
            people = tuple(replace(seat, member=who(book.merged, seat.member)) for seat in one.seats)
            league.play(replace(one, seats=people, night=None))
    return league


def accepted(answer: Any) -> Any:
    assert isinstance(answer, Accepted), answer
    return answer.value


def points(table: Any) -> Mapping[str, str]:
    return {row.member: str(row.points) for row in table.rows}


# For what goes out and comes in

#: What may stand in a foreign file instead of anything.
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def night() -> League:
    """Two games of people with odd names: one with everything written down, and a mission that was lost."""
    league = League(rules(), "Europe/Paris")
    for id_, name in (("a", "Ana & Co"), ("b", "=Bo"), ("c", "千代")):
        league.do(changes.MemberAdded(MemberId(id_), name))
    first = result("1", "a b c", scores=(28, 28, 12), ended=utc("2026-03-01 22:30"))
    seats = (
        replace(first.seats[0], rounds=(8, 20), first=True),
        replace(first.seats[1], written="28!"),
        first.seats[2],
    )
    league.play(
        replace(
            first,
            seats=seats,
            started=Moment(first.ended - 35 * 60_000),
            turns=4,
            note='-a, "b"\n<c>; d',
            house=("stella.st-15",),
        ),
        replace(
            result("2", "a c", (1, 1), game=STELLARION, ended=utc("2026-03-02 20:00")),
            mission=Mission(False, ("mirrors",)),
        ),
    )
    return league


def spoken(phrase: Any) -> str:
    """A sentence in English."""
    return told(Refused(phrase))
