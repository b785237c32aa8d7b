"""A league of 20,000 games and 500 members: fold, standings, ratings and exchange, beside reading the same rows as
JSON; then its pages out of a house, beside reading the same rows with SQL.

All times are of the processor, the best of three, so that a busy machine says the same; the ratios are what counts.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from app.leagues import changes, fold, presets, seating
from app.leagues.answers import Accepted
from app.leagues.bests import bests
from app.leagues.book import ORGANISER, MemberId, Moment, Result, ResultId, Seated
from app.leagues.changes import Line
from app.leagues.exchange import bgstats, csv
from app.leagues.exchange import json as league_json
from app.leagues.games import USUAL as STELLA
from app.leagues.places import ranks
from app.leagues.ratings import ratings_of
from app.leagues.standings import standings_of
from app.leagues.stored.position import uncollected
from app.leagues.timeline import points
from app.leagues.valid import Scope, valid


def played(games: int, members: int, chance: random.Random) -> list[Line]:
    """The lines of a league in which so many members played so many games, one every six hours."""
    made: list[changes.Change] = [changes.Opened("league-1", "Owls", "Europe/Paris", presets.DEFAULT)]
    made += [changes.MemberAdded(MemberId(f"m{one}"), f"Player {one}") for one in range(members)]
    for number in range(games):
        people = chance.sample(range(members), chance.choice((3, 4, 4, 5, 6)))
        scores = [chance.randint(5, 40) for _ in people]
        seats = tuple(
            Seated(MemberId(f"m{one}"), place, score)
            for one, place, score in zip(people, ranks(scores), scores, strict=True)
        )
        ended = Moment(1_300_000_000_000 + number * 21_600_000)
        made.append(changes.ResultAdded(Result(ResultId(f"r{number}"), STELLA.key, ended, seats), by_organiser=True))
    return [Line(seq, Moment(1_800_000_000_000), ORGANISER, change) for seq, change in enumerate(made, 1)]


def main(games: int = 20_000, members: int = 500) -> None:
    chance = random.Random(4)
    lines = played(games, members, chance)
    rows = [(line.change.kind, json.dumps(changes.dump(line.change))) for line in lines]

    def best(what: Callable[[], Any], repeat: int = 3, before: Callable[[], Any] | None = None) -> tuple[float, Any]:
        times, answer = [], None
        for _ in range(repeat):
            if before is not None:
                before()
            begun = time.process_time()
            answer = what()
            times.append(time.process_time() - begun)
        return min(times), answer

    def load() -> list[changes.Change]:
        made = []
        for kind, body in rows:
            answer = changes.load(kind, json.loads(body))
            assert isinstance(answer, Accepted)
            made.append(answer.value)
        return made

    bare, _ = best(lambda: [json.loads(body) for _kind, body in rows])
    print(f"{games} games, {members} members: reading the rows as JSON {bare * 1000:.0f} ms")

    def told(name: str, what: Callable[[], Any]) -> Any:
        seconds, answer = best(uncollected()(what))  # as the house works in bulk
        print(f"  {name:44} {seconds * 1000:8.0f} ms {seconds / bare:6.1f} times")
        return answer

    told("rows to changes", load)
    book = told("fold all changes", lambda: fold.fold(lines)).book
    assert book is not None
    new = Line(len(lines) + 1, Moment(1_800_000_000_000), ORGANISER, changes.MemberRenamed(MemberId("m1"), "Zed"))
    told("one more change", lambda: fold.apply(book, new))
    merge = Line(len(lines) + 1, Moment(1_800_000_000_000), ORGANISER, changes.Merged(MemberId("m1"), MemberId("m2")))
    told("ask whether two can be merged", lambda: fold.apply(book, merge))
    counted = told("the games that count", lambda: valid(book))
    told("standings", lambda: standings_of(book, Scope(), games=counted))
    told("ratings, full replay", lambda: ratings_of(book, STELLA.key, games=counted))
    told("records", lambda: bests(counted, STELLA.key))
    told("points over time of eight", lambda: points(counted, book, [MemberId(f"m{one}") for one in range(8)]))
    told("CSV", lambda: csv.games(book, counted))
    told("BG Stats file", lambda: bgstats.export(book, counted))
    text = told("whole league to text", lambda: league_json.written(lines))
    told("whole league from text", lambda: league_json.read(text))
    for people in (12, 30, 60):
        who = [MemberId(f"m{one}") for one in range(people)]
        met = {frozenset((a, b)): chance.choice((0, 0, 1, 2)) for a in who for b in who if a < b}
        told(f"seat {people} people", lambda who=who, met=met: seating.seat(who, STELLA, 4, met=met))
    pages(lines, best)


def pages(lines: list[Line], best: Callable[..., tuple[float, Any]]) -> None:
    """The same league in a house, beside reading its rows with SQL and nothing else. Cold: a process that remembers
    nothing. Anew: and no snapshot either."""
    import tempfile
    from dataclasses import replace
    from pathlib import Path

    import sqlalchemy as sa

    from app.leagues.stored import doors, log, position, service, snapshots, turn
    from app.leagues.stored.models import League, LeagueLine
    from app.tables import phones, store
    from tests.houses import dispose, make_app

    with tempfile.TemporaryDirectory(prefix="starkeeper-") as folder:
        app = make_app(Path(folder))
        client = app.test_client(use_cookies=False)
        with app.app_context():
            phone, token = phones.new_phone()
        played = [line.change for line in lines if isinstance(line.change, changes.ResultAdded)]
        numbers = itertools.count(1)
        slug = ""

        def bare() -> list[Any]:
            with app.app_context(), store.reading() as connection:
                league = sa.select(League.id).where(League.slug == slug).scalar_subquery()
                query = sa.select(LeagueLine.kind, LeagueLine.body).where(LeagueLine.league_id == league)
                return list(connection.execute(query.order_by(LeagueLine.seq)))

        def bring() -> str:
            with app.app_context(), position.uncollected():
                read = league_json.read(text)
                assert isinstance(read, Accepted)
                return doors.bring(read.value.lines, phone, f"benchmark-{next(numbers)}", book=read.value.book).slug

        def ask(path: str = "?season=all") -> bytes:
            answer = client.get(f"/league/{slug}{path}", headers={"Cookie": f"starkeeper={token}"})
            assert answer.status_code == 200
            return bytes(answer.data)

        def cold(path: str = "?season=all") -> Callable[[], bytes]:
            def look() -> bytes:
                log.forget()
                return ask(path)

            return look

        def forgotten() -> None:
            with app.app_context(), store.writing() as connection:
                snapshots.throw_away(connection, turn.row_of(connection, slug).id)

        def anew() -> bytes:
            log.forget()
            return ask()

        def play() -> None:
            number = next(numbers)
            last = played[-1].result
            result = replace(last, id=ResultId(f"n{number}"), ended=Moment(last.ended + number * 60_000))
            with app.app_context():
                service.add(slug, phone, f"benchmark-{number}", result)

        def correct() -> None:
            number = next(numbers)
            with app.app_context():
                book = turn.look(slug, phone).book
                old = book.results[played[len(played) // 2].result.id]
                other = replace(old, seats=old.seats[::-1], note=f"seats {number}")
                turn.change(slug, phone, f"benchmark-{number}", changes.ResultCorrected(other, "the seats"))

        text = league_json.written(lines)
        taken, slug = best(bring)
        read, _ = best(position.uncollected()(bare))
        print(f"reading the rows with SQL {read * 1000:.0f} ms")

        def told(name: str, seconds: float) -> None:
            print(f"  {name:44} {seconds * 1000:8.0f} ms {seconds / read:6.2f} times")

        told("import of the league's document", taken)
        ask()
        told("standings page, cold", best(cold())[0])
        told("standings page, warm", best(ask)[0])
        told("standings page, anew", best(anew, before=forgotten)[0])
        ask("?season=all&game=stella")
        told("page of one game and its ratings, cold", best(cold("?season=all&game=stella"))[0])
        told("accepting a result", best(play)[0])
        told("standings page after a result", best(ask, before=play)[0])
        told("standings page after a result, cold", best(cold(), before=play)[0])
        told("standings page after an old game's correction", best(ask, before=correct)[0])
        book = turn_book(app, slug, phone)
        counted = valid(book)
        replayed = best(position.uncollected()(lambda: ratings_of(book, STELLA.key, games=counted)))[0]
        told("ratings, full replay", replayed)
        dispose(app)


def turn_book(app: Any, slug: str, phone: int) -> Any:
    from app.leagues.stored import turn

    with app.app_context():
        return turn.look(slug, phone).book


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
