"""How a game of Stella Quest ended: the result, who won and why, and what the table decided."""

from __future__ import annotations

from app.games import deciding
from app.games.kernel import Finding, Outcome
from app.games.phrases import Everyone, Phrase, Seat, Who, count, say
from app.games.stella_quest import scoring
from app.games.stella_quest.reasons import because
from app.games.stella_quest.rulebook import ALTERNATIVES, ONE_STAYS
from app.games.stella_quest.scoring import Score
from app.games.stella_quest.state import Cause, Common, End, Finished, State
from app.games.stella_quest.steps import everyone
from app.games.stella_quest.taking import needs


def scores(state: Finished) -> tuple[Score, ...]:
    """The count line by line, for the two ends that count points; empty after a completed collection."""
    if state.end is End.COLLECTION or not counts_points(state):
        return ()
    return counted(state.table, eliminated(state))


def counted(table: Common, out: frozenset[Seat] = frozenset()) -> tuple[Score, ...]:
    """What every seat would count now, as this table flips duplicates (QU-14)."""
    return scoring.final_scores(table.collections, table.radiance, out, ONE_STAYS in table.house)


def standing(state: State) -> tuple[int | None, ...]:
    """The points so far: what each seat would count if the game ended now; those of the outcome once it has."""
    if isinstance(state, Finished):
        return outcome(state).points
    return tuple(score.points for score in counted(state.table))


def counts_points(state: Finished) -> bool:
    """A completed collection wins without points (QU-14); a table that played on without somebody counts none, however
    the game ends (QU-17)."""
    return state.end is not End.COLLECTION and not state.table.played_on


def unfinished(state: Finished) -> bool:
    """Whether a round was under way when the game was ended early: it does not count (QU-17)."""
    rounds = state.table.rounds
    return state.end is End.EARLY and bool(rounds) and rounds[-1].on_top is None


def eliminated(state: Finished) -> frozenset[Seat]:
    return frozenset() if state.end is not End.ELIMINATION or state.who is None else frozenset({state.who})


def outcome(state: Finished) -> Outcome:
    """Places with ties shared; points where the book counts them (QU-14), who won and why, house decisions (QU-17)."""
    table = state.table
    match state.end:
        case End.COLLECTION:
            winner = state.who
            places = tuple(1 if seat == winner else 2 for seat in everyone(table))
            return Outcome(places, (None,) * table.seats, _collected(state), _house(state))
        case End.ELIMINATION | End.EARLY if counts_points(state):
            points = tuple(score.points for score in scores(state))
            places = scoring.ranks(points)
            return Outcome(places, points, (*_out(state), _most(places, points)), _house(state))
        case End.ELIMINATION | End.EARLY:
            out = eliminated(state) | table.gone
            places = scoring.ranks(tuple(None if seat in out else 0 for seat in everyone(table)))
            return Outcome(places, (None,) * table.seats, (*_out(state), _without_points(places)), _house(state))


def _collected(state: Finished) -> tuple[Finding, ...]:
    who = Who(Seat(-1) if state.who is None else state.who)
    return (because("collection-wins", say("%(who)s has collected 1 to 6 and wins at once.", who=who)),)


def _out(state: Finished) -> tuple[Finding, ...]:
    """Who lost the last radiance, and by what."""
    if state.end is not End.ELIMINATION or state.who is None:
        return ()
    who = Who(state.who)
    out = because("game-ends", say("%(who)s lost the last radiance: out, the game ends.", who=who))
    last = state.table.rounds[-1]
    if last.losses[-1].cause is not Cause.MARKER:
        return (out,)
    why = (out, because("qu-9", say("The black star took it: no card is taken.")))
    held = state.table.collections[state.who]
    if any(not needs((*held, card)) for card in last.cards):
        return (*why, because("complete-and-out", say("A card that completes 1 to 6 does not save %(who)s.", who=who)))
    return why


def _most(places: tuple[int, ...], points: tuple[int | None, ...]) -> Finding:
    winners = tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
    best = max(number for number in points if number is not None)
    if len(winners) == 1:
        text = say("%(who)s has most points, %(points)s.", who=Who(winners[0]), points=best)
        return because("most-points", text)
    text = count(
        "%(who)s share the victory with %(num)s point.",
        "%(who)s share the victory with %(num)s points.",
        best,
        who=Everyone(winners),
    )
    return because("shared-victory", text)


def _without_points(places: tuple[int, ...]) -> Finding:
    winners = tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
    if len(winners) == 1:
        return because("qu-17", say("Only %(who)s is left: the victory, without points.", who=Who(winners[0])))
    return because("qu-17", say("%(who)s share the victory, without points.", who=Everyone(winners)))


def _house(state: Finished) -> tuple[Finding, ...]:
    """Decisions of the table that the book does not know."""
    table = state.table
    found: list[Finding] = []
    if table.left_once:
        found.append(because("qu-17", left(table)))
    if state.end is End.EARLY:
        found.append(because("qu-17", ended_early(state)))
        if unfinished(state) and not table.played_on:
            found.append(because("qu-17", say("The unfinished round does not count, nor what it cost.")))
    if table.played_on:
        found.append(because("qu-17", say("The table played on after that: no points are counted.")))
    return (*found, *deciding.on_the_result(table.house, ALTERNATIVES))


def ended_early(state: Finished) -> Phrase:
    if state.table.played_on:
        return say("The game was ended early.")
    return say("The game was ended early with the points so far.")


def left(table: Common) -> Phrase:
    return say("Left the table during the game: %(who)s.", who=Everyone(tuple(sorted(table.left_once))))


def score_why(score: Score, one_stays: bool) -> tuple[Finding, ...]:
    """How one player's points come together; ``one_stays``: of a duplicated value one card counts (QU-14)."""
    if score.points is None:
        return (because("eliminated-not-scored", say("Eliminated: counts no points.")),)
    why = [because("count-points", say("Radiance: %(num)s.", num=int(score.light)))]
    if score.flipped:
        text = count(
            "%(num)s duplicate flipped: counts nothing.",
            "%(num)s duplicates flipped: count nothing.",
            len(score.flipped),
        )
        why.append(because("qu-14" if one_stays else "flip-duplicates", text))
    gems = sum(line.gems for line in score.lines)
    if score.flipped:
        text = count("%(num)s gem on the others.", "%(num)s gems on the others.", gems)
    else:
        text = count("%(num)s gem in the collection.", "%(num)s gems in the collection.", gems)
    why.append(because("count-points", text))
    return tuple(why)
