"""Why: the short steps behind every outcome of Stella. At most four, at most twelve words each, rules as subjects."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from app.games import deciding
from app.games.kernel import Finding, Outcome
from app.games.phrases import Everyone, Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella import scoring
from app.games.stella.rulebook import ALTERNATIVES
from app.games.stella.state import ROUNDS, Finished, Kind, Revealed, RoundScore, cell_name
from app.games.stella.steps import clockwise, everyone, left_of


def _because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stella.{rule}"), says)


def darkness(counts: Sequence[int | None]) -> Finding:
    """Who is dark, or why nobody is."""
    leaders = scoring.most(counts)
    if not leaders:
        return _because("st-15", say("Nobody marked a card: nobody is dark."))
    most = counts[leaders[0]] or 0
    if len(leaders) == 1:
        return _because(
            "dark",
            count(
                "%(who)s alone marked most, %(num)s card: dark.",
                "%(who)s alone marked most, %(num)s cards: dark.",
                most,
                who=Who(leaders[0]),
            ),
        )
    return _because(
        "dark-tie",
        count(
            "%(who)s share the most, %(num)s card: nobody is dark.",
            "%(who)s share the most, %(num)s cards: nobody is dark.",
            most,
            who=Everyone(leaders),
        ),
    )


def pointed(card: Revealed, filled_before: int, left: frozenset[Seat]) -> tuple[Finding, ...]:
    """Why a pointed card is what it is. ``filled_before``: the scout's stars before it; ``left``: who left (ST-15)."""
    cell, scout = cell_name(card.cell), Who(card.scout)
    match card.kind:
        case Kind.FALL:
            return (
                _because("fall", say("Nobody else has %(cell)s: %(who)s falls.", cell=cell, who=scout)),
                _because("fallen-no-stars", say("No more stars, no more scouting this round.")),
                _because(
                    "stars-stay", count("%(num)s star so far stays.", "%(num)s stars so far stay.", filled_before)
                ),
                _because("fallen-marks-count", say("The marks still count for the others.")),
            )
        case Kind.SPARK:
            number = len(card.markers)
            if card.fallen_before:
                standing = Everyone(_standing(card))
                first = say(
                    "%(num)s players have %(cell)s: spark, 2 stars for %(who)s.", num=number, cell=cell, who=standing
                )
            else:
                first = say("%(num)s players have %(cell)s: spark, 2 stars each.", num=number, cell=cell)
            return (_because("spark", first), *_had_fallen(card, left))
        case Kind.SUPER_SPARK:
            if card.fallen_before:
                standing = Everyone(_standing(card))
                first = say(
                    "Exactly 2 players have %(cell)s: super spark, 3 stars for %(who)s.", cell=cell, who=standing
                )
            else:
                first = say("Exactly 2 players have %(cell)s: super spark, 3 stars each.", cell=cell)
            return (_because("super-spark", first), *_had_fallen(card, left))


def _standing(card: Revealed) -> tuple[Seat, ...]:
    return tuple(seat for seat in card.markers if seat not in card.fallen_before)


def _had_fallen(card: Revealed, left: frozenset[Seat]) -> tuple[Finding, ...]:
    fallen = tuple(seat for seat in card.fallen_before if seat not in left)
    away = tuple(seat for seat in card.fallen_before if seat in left)
    found: tuple[Finding, ...] = ()
    if fallen:
        text = say("Fallen before: %(who)s. Counted, but no stars.", who=Everyone(fallen))
        found += (_because("fallen-marks-count", text),)
    if away:
        text = say("Left before: %(who)s. Counted, but no stars.", who=Everyone(away))
        found += (_because("st-15", text),)
    return found


def skipped(
    start: Seat, scout: Seat, counts: Sequence[int | None], out: frozenset[Seat], left: frozenset[Seat]
) -> tuple[Finding, ...]:
    """Who was passed over from ``start`` on until the scout was found, and why. Needs nothing secret.

    ``out`` had fallen or left by then; ``left`` are those who count as fallen only because they left.
    """
    passed = itertools.takewhile(lambda seat: seat != scout, clockwise(len(counts), start))
    return tuple(_passed_over(seat, counts[seat], seat in out, seat in left) for seat in passed)


def _passed_over(seat: Seat, number: int | None, out: bool, left: bool) -> Finding:
    who = Who(seat)
    if number is None:
        return _because("st-15", say("%(who)s marked nothing this round: skipped.", who=who))
    if out and left:
        return _because("st-15", say("%(who)s has left: skipped.", who=who))
    if out:
        return _because("skip-fallen", say("%(who)s has fallen: skipped.", who=who))
    return _because("skip-spent", say("%(who)s has no open card: skipped.", who=who))


def left_with_marks(fallen: frozenset[Seat], reveals: Sequence[Revealed]) -> frozenset[Seat]:
    """Those who count as fallen without having fallen: they left (ST-15)."""
    return fallen - {card.scout for card in reveals if card.kind is Kind.FALL}


def end_of_reveal(score: RoundScore) -> Finding:
    """Which of the two conditions ended it (ST-9)."""
    playing = [seat for seat, number in enumerate(score.counts) if number is not None]
    if not playing:
        return _because("st-15", say("Nobody has marks this round: nothing to reveal."))
    if score.fallen.issuperset(playing):
        return _because("reveal-ends", say("All have fallen: the reveal ends."))
    return _because("reveal-ends", say("Nobody standing has an open card: the reveal ends."))


def points_of(seat: Seat, points: int) -> Finding:
    """What a seat gets for a round, as a line of the log."""
    return _because(
        "count-stars",
        count("%(who)s: %(num)s star this round.", "%(who)s: %(num)s stars this round.", points, who=Who(seat)),
    )


def hidden_marks(score: RoundScore) -> tuple[Finding, ...]:
    """Marks that stay with the fallen, if there are any (ST-9). Only their number is known, and it is public."""
    hidden = sum(number or 0 for number in score.counts) - sum(len(card.markers) for card in score.reveals)
    if not hidden:
        return ()
    text = count("%(num)s mark of the fallen stays hidden.", "%(num)s marks of the fallen stay hidden.", hidden)
    return (_because("st-9", text),)


def darkness_counted(score: RoundScore) -> Finding:
    """How the darkness went into the round's count."""
    if score.dark is None:
        return darkness(score.counts)
    who = Who(score.dark)
    if score.dark not in score.fallen:
        return _because("dark-standing", say("%(who)s was dark and did not fall: full count.", who=who))
    lost = sum(item.filled - item.kept for item in score.items[score.dark])
    return _because(
        "darkness-penalty",
        count(
            "%(who)s was dark and fell: %(num)s star erased.",
            "%(who)s was dark and fell: %(num)s stars erased.",
            lost,
            who=who,
        ),
    )


def pawn_goes_on(score: RoundScore) -> tuple[Finding, ...]:
    """Who begins the next round, while there is one."""
    if score.number == ROUNDS:
        return ()
    who = Who(left_of(len(score.counts), score.first_scout))
    return (_because("pawn-passed", say("First Scout goes clockwise to %(who)s.", who=who)),)


def seat_score(score: RoundScore, seat: Seat) -> tuple[Finding, ...]:
    """Why a seat has the points it has. The items are shown beside it."""
    if score.counts[seat] is None:
        return (_because("st-15", say("No marks this round: no stars.")),)
    filled = sum(item.filled for item in score.items[seat])
    if seat not in score.fallen:
        text = count("%(num)s star filled, all count.", "%(num)s stars filled, all count.", filled)
        dark = (_because("dark-standing", say("Dark, but no fall.")),) if seat == score.dark else ()
        return (*dark, _because("count-stars", text))
    left = seat in left_with_marks(score.fallen, score.reveals)
    gone = (_because("st-15", say("Left during the round: counts as a fall.")),) if left else ()
    if seat != score.dark:
        text = count("%(num)s star filled before the fall stays.", "%(num)s stars filled before the fall stay.", filled)
        return (*gone, _because("stars-stay", text))
    lost = filled - score.points[seat]
    return (
        *gone,
        _because("darkness-penalty", say("Dark and fallen: each spark loses one star.")),
        _because(
            "st-10",
            say("%(filled)s filled, %(lost)s erased: %(points)s.", filled=filled, lost=lost, points=score.points[seat]),
        ),
    )


def outcome(state: Finished) -> Outcome:
    """The result: totals, places with ties shared, who won and why, and what the table decided (ST-14, ST-15)."""
    table = state.table
    points = scoring.totals(table.seats, table.scores)
    places = scoring.ranks(points)
    winners = tuple(seat for seat in everyone(table) if places[seat] == 1)
    best = max(points)
    house: list[Finding] = []
    if table.left_once:
        text = say("Left the table during the game: %(who)s.", who=Everyone(tuple(sorted(table.left_once))))
        house.append(_because("st-15", text))
    if state.early:
        house.append(_because("st-15", ended_early(len(table.scores))))
    if len(winners) == 1:
        text = count("%(who)s has most stars, %(num)s.", "%(who)s has most stars, %(num)s.", best, who=Who(winners[0]))
        why = _because("most-points", text)
    else:
        text = count(
            "%(who)s share the victory with %(num)s star.",
            "%(who)s share the victory with %(num)s stars.",
            best,
            who=Everyone(winners),
        )
        why = _because("shared-victory", text)
    house += deciding.on_the_result(table.house, ALTERNATIVES)
    return Outcome(places, points, (why,), tuple(house))


def ended_early(rounds: int) -> Phrase:
    return count("Ended early after %(num)s counted round.", "Ended early after %(num)s counted rounds.", rounds)
