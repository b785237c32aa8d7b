"""From plays of another program to changes of a league. Who is who is decided by people once and remembered by uuid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.games.phrases import say
from app.leagues import changes, places, zones
from app.leagues.answers import Refused
from app.leagues.book import Book, MemberId, Mission, Moment, Result, ResultId, Seated, Source, who
from app.leagues.changes import Line
from app.leagues.exchange.plays import File, Play, PlayerScore, Skipped, uid
from app.leagues.fold import fold
from app.leagues.games import LEAGUE_GAMES
from app.leagues.people import Suggestion, suggest
from app.tables import names

#: Ids of the guests that stand for anonymous players.
GUEST = "guest-"


@dataclass(frozen=True, slots=True)
class Match:
    """A player of the file. ``member``: who it is for certain, by uuid; otherwise ``suggestion`` says who it may be."""

    uuid: str
    name: str
    member: MemberId | None
    suggestion: Suggestion


@dataclass(frozen=True, slots=True)
class Plan:
    """``lines``: changes that hold, in order, ready to be stored. ``there``: plays that are in the league already."""

    lines: tuple[Line, ...]
    there: int
    skipped: tuple[Skipped, ...]


def known(book: Book, origin: str) -> dict[str, MemberId]:
    """Everybody whom a file can name: by the uuid of our own exports, or by one that was matched before."""
    made = {uid(book.id, "player", member): member for member in book.members}
    for member in book.members.values():
        made |= {link.removeprefix(f"{origin}:"): member.id for link in member.links if link.startswith(f"{origin}:")}
    return {uuid: who(book.merged, member) for uuid, member in made.items()}


def matches(book: Book, file: File) -> tuple[Match, ...]:
    """The players of a file, for people to say who they are; anonymous ones become guests and are left out."""
    certain = known(book, file.origin)
    players = [player for player in file.players if not player.anonymous]
    told = suggest(book, [player.name for player in players])
    return tuple(
        Match(player.uuid, player.name, certain.get(player.uuid), suggestion)
        for player, suggestion in zip(players, told, strict=True)
    )


def plan(book: Book, file: File, chosen: Mapping[str, MemberId], at: Moment, by: str, *, note: str = "") -> Plan:
    """The changes that take the plays in. ``chosen``: member by player uuid, as people decided; ``note`` for closed
    seasons.

    Plays that are there already (by uuid, our own exports included) change nothing; what cannot hold is told.
    """
    certain = known(book, file.origin)
    people = {**{uuid: member for uuid, member in chosen.items() if uuid not in certain}, **certain}
    ours = {uid(book.id, "play", result) for result in book.results}
    sources = {result.source_id for result in book.results.values()}
    wanted: list[tuple[changes.Change, Play | None]] = []
    skipped = list(file.skipped)
    there, guests = 0, 0
    fresh = []
    for play in file.plays:
        if play.uuid in ours or f"{file.origin}:{play.uuid}" in sources:
            there += 1
            continue
        result = _result(book, file.origin, play, people)
        if isinstance(result, Refused):
            skipped.append(_skip(play, result))
        else:
            guests = max(guests, sum(score.player.anonymous for score in play.scores))
            fresh.append((changes.ResultAdded(result, by_organiser=True, note=note), play))
    used = {score.player.uuid for _change, play in fresh for score in play.scores if not score.player.anonymous}
    for uuid in sorted(used - set(certain)):
        wanted.append((changes.MemberLinked(people[uuid], f"{file.origin}:{uuid}"), None))
    wanted += [(change, None) for change in _guests(book, guests)]
    wanted += fresh
    lines: list[Line] = []
    for change, about, refused in _held(book, wanted, at, by):
        if refused is None:
            lines.append(Line(book.seq + len(lines) + 1, at, by, change))
        elif about is not None:
            skipped.append(_skip(about, refused))
    return Plan(tuple(lines), there, tuple(skipped))


def _held(
    book: Book, wanted: Sequence[tuple[changes.Change, Play | None]], at: Moment, by: str
) -> Iterable[tuple[changes.Change, Play | None, Refused | None]]:
    """Each change with its refusal, if it cannot hold after those before it."""
    rest = list(wanted)
    while rest:
        lines = [Line(book.seq + number, at, by, change) for number, (change, _play) in enumerate(rest, 1)]
        folded = fold(lines, book)
        yield from ((change, play, None) for change, play in rest[: folded.done])
        if folded.refused is None:
            return
        assert folded.book is not None
        change, play = rest[folded.done]
        yield change, play, folded.refused
        book, rest = folded.book, rest[folded.done + 1 :]


def _guests(book: Book, number: int) -> list[changes.Change]:
    taken = {names.key(member.name) for member in book.members.values()}
    made: list[changes.Change] = []
    for one in range(1, number + 1):
        if MemberId(f"{GUEST}{one}") not in book.members:
            name = f"Guest {one}"
            if names.key(name) in taken:
                name = names.numbered("Guest", taken)
            taken.add(names.key(name))
            made.append(changes.MemberAdded(MemberId(f"{GUEST}{one}"), name, guest=True))
    return made


def _skip(play: Play, why: Refused) -> Skipped:
    return Skipped(play.uuid, f"{play.when:%Y-%m-%d}", why.says)


def _result(book: Book, origin: str, play: Play, people: Mapping[str, MemberId]) -> Result | Refused:
    together = LEAGUE_GAMES[play.game].together
    taken = _places(play.scores)
    if not together and taken is None:
        return Refused(say("Nobody wrote down who won that play."), play.uuid)
    if taken is not None and any(score.winner and place > 1 for score, place in zip(play.scores, taken, strict=True)):
        return Refused(say("The places and the scores do not agree. Check both."), play.uuid)
    sure = taken is None or _agree(play.scores, taken)  # places that people gave win; scores against them stay texts
    seats, anonymous = [], 0
    for number, score in enumerate(play.scores):
        if score.player.anonymous:
            anonymous += 1
            member = MemberId(f"{GUEST}{anonymous}")
        elif score.player.uuid in people:
            member = people[score.player.uuid]
        else:
            return Refused(say("Say first who %(name)s is.", name=score.player.name), play.uuid)
        plain = score.written == ("" if score.score is None else str(score.score))
        seats.append(
            Seated(
                member,
                1 if taken is None or together else taken[number],
                score.score if sure else None,
                "" if plain and sure else score.written,
                first=score.first,
            )
        )
    ended = zones.moment_of(play.when, book.zone)
    return Result(
        ResultId(f"{origin}-{play.uuid}"[:60]),
        play.game,
        ended,
        tuple(seats),
        source=Source.FILE,
        source_id=f"{origin}:{play.uuid}",
        started=Moment(ended - play.minutes * 60_000) if play.minutes else None,
        turns=play.turns,
        variant=play.board,
        note=play.comments,
        mission=Mission(any(score.winner for score in play.scores)) if together else None,
    )


def _places(scores: Sequence[PlayerScore]) -> tuple[int, ...] | None:
    """By rank if everybody has one, else by score if everybody has one, else the winners before the others, and those
    by score if they all have one; None where nothing tells."""
    if scores and all(score.rank for score in scores):
        return places.close_up([score.rank or 0 for score in scores])
    known = [score.score for score in scores if score.score is not None]
    if known and len(known) == len(scores):
        return places.ranks(known)
    if not any(score.winner for score in scores):
        return None
    others = [score.score for score in scores if not score.winner]
    in_order = None not in others
    return places.ranks([(score.winner, 0 if score.winner or not in_order else score.score or 0) for score in scores])


def _agree(scores: Sequence[PlayerScore], taken: Sequence[int]) -> bool:
    """Whether a better score always has the better place, and equal ones the same."""
    seats = [(score.score, place) for score, place in zip(scores, taken, strict=True) if score.score is not None]
    return all((one > other) == (here < there) for one, here in seats for other, there in seats)
