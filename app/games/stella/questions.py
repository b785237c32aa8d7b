"""Questions about Stella that need no table: answered by the same functions that the table itself asks.

Each answers with a ``Verdict``, or with a ``Refused`` where the position cannot be; its sentence says what to change.
Seats count clockwise from 0, beginning with the first player that is told of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from app.games.deciding import House
from app.games.judging import Line, Verdict
from app.games.kernel import Accepted, Finding, Refused, Secret
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella import reasons, refusals, rules, scoring, steps
from app.games.stella.actions import Lock, Withdraw
from app.games.stella.state import (
    CELLS,
    MOST_MARKS,
    Announced,
    Common,
    Kind,
    Marking,
    Marks,
    Options,
    Revealed,
    Revealing,
    RoundScore,
)

ME, NEXT, THIRD = Seat(0), Seat(1), Seat(2)


def _because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stella.{rule}"), says)


# One card


def stars(markers: int, fallen: int) -> Verdict | Refused:
    """What one pointed card gives: ``markers`` have it, the scout included, ``fallen`` of them had fallen before.

    The scout has not fallen (``stella.skip-fallen``), so one marker at least stands.
    """
    if not 0 <= fallen < markers:
        return refusals.scout_stands(markers)
    everyone = tuple(map(Seat, range(markers)))
    slate = Marks(frozenset({CELLS[0]}))
    card = scoring.point_at(
        ME, CELLS[0], tuple(Secret(seat, slate) for seat in everyone), frozenset(everyone[markers - fallen :])
    )
    each, alone = int(card.stars[ME]), fallen == markers - 1
    facts = {"kind": card.kind.value, "stars": each, "standing": sum(map(bool, card.stars))}
    if card.kind is Kind.FALL:
        return Verdict(
            say("Fall: no stars."),
            (
                _because("fall", say("Nobody but the scout has it: the scout falls.")),
                _because("fallen-no-stars", say("No more stars, no more scouting this round.")),
                _because("stars-stay", say("Stars filled before stay.")),
                _because("fallen-marks-count", say("The marks still count for the others.")),
            ),
            facts=facts,
        )
    if card.kind is Kind.SUPER_SPARK:
        headline = say("Super Spark: scout gets 3.") if alone else say("Super Spark: 3 stars each.")
        why = _because("super-spark", say("Exactly 2 have it: super spark, 3 stars."))
    else:
        headline = say("Spark: scout gets 2.") if alone else say("Spark: 2 stars each.")
        why = _because("spark", say("3 or more have it: spark, 2 stars."))
    if not fallen:
        return Verdict(headline, (why,), (_because("st-6", say("The scout is one of them.")),), facts=facts)
    return Verdict(
        headline,
        (
            why,
            _because("st-6", say("The fallen count for the number too.")),
            _because("fallen-no-stars", say("The fallen fill no stars.")),
        ),
        (_because("st-7", say("Only those who stand fill stars.")),),
        facts=facts,
    )


# A round's count


def round_points(cards: Sequence[Kind], dark: bool, fell: bool) -> Verdict | Refused:
    """One player's round: the ``cards`` on which stars were filled, each a spark or a super spark."""
    if len(cards) + fell > MOST_MARKS:
        return refusals.too_many_cards(MOST_MARKS - fell)
    score = _score(cards, dark, fell)
    items, points = score.items[ME], int(score.points[ME])
    lines = tuple(
        Line(
            item.kind.value,
            say("Spark: %(filled)s filled, %(kept)s kept.", filled=int(item.filled), kept=int(item.kept))
            if item.kind is Kind.SPARK
            else say("Super spark: %(filled)s filled, %(kept)s kept.", filled=int(item.filled), kept=int(item.kept)),
            int(item.kept),
        )
        for item in items
    )
    why = reasons.seat_score(score, ME)
    besides: tuple[Finding, ...] = ()
    if dark and fell:
        why, besides = why[:1], why[1:]
        if Kind.SUPER_SPARK in cards:
            why += (_because("bonus-star-stays", say("A super spark loses one star too, 3 become 2.")),)
    elif fell:
        besides = (_because("fallen-no-stars", say("Cards matched after the fall give nothing.")),)
    headline = count("%(num)s star counts.", "%(num)s stars count.", points)
    return Verdict(headline, why, besides, lines, facts={"points": points, "kept": [int(item.kept) for item in items]})


def _score(cards: Sequence[Kind], dark: bool, fell: bool) -> RoundScore:
    """The round, counted as at a table: my cards, then my fall."""
    shown = tuple(
        Revealed(
            scout=NEXT,
            cell=CELLS[place],
            kind=kind,
            markers=(ME, NEXT) if kind is Kind.SUPER_SPARK else (ME, NEXT, THIRD),
            fallen_before=(),
            stars=(scoring.stars_of(kind), scoring.NO_STARS, scoring.NO_STARS),
        )
        for place, kind in enumerate(cards)
    )
    if fell:
        nothing = (scoring.NO_STARS,) * 3
        shown += (Revealed(ME, CELLS[len(cards)], Kind.FALL, (ME,), (), nothing),)
    mine = Secret(ME, Marks(frozenset(card.cell for card in shown)))
    return scoring.score_round(
        Revealing(
            _table(3),
            frozenset(),
            (mine, None, None),
            ME if dark else None,
            ME,
            frozenset({ME} if fell else ()),
            shown,
        )
    )


def _table(seats: int) -> Common:
    return rules.setup(Options(), seats).table


# Who is dark


def darkness(counts: Sequence[int]) -> Verdict:
    """Who is in the dark; ``counts`` are the announced numbers, clockwise."""
    dark = scoring.in_the_dark(counts)
    headline = say("Nobody is dark.") if dark is None else say("%(who)s is dark.", who=Who(dark))
    holds = () if dark is None else (_because("st-3", say("It holds to the end of the round, also after a fall.")),)
    return Verdict(headline, (reasons.darkness(counts),), holds, about=dark, facts={"dark": dark})


# Who points next


class Standing(StrEnum):
    """What a player can still do in the reveal."""

    OPEN = "open"
    FALLEN = "fallen"
    SPENT = "spent"


def next_scout(players: Sequence[Standing], first_card: bool) -> Verdict:
    """Who points now. ``players`` are clockwise from the one who pointed last, or before the ``first_card`` from the
    holder of the First Scout pawn."""
    seats = len(players)
    start = ME if first_card else steps.left_of(seats, ME)
    fallen = frozenset(Seat(seat) for seat, one in enumerate(players) if one is Standing.FALLEN)
    unable = frozenset(Seat(seat) for seat, one in enumerate(players) if one is not Standing.OPEN)
    scout = steps.first_able(seats, start, unable)
    if scout is None:
        over = (
            say("All have fallen: the reveal ends.")
            if len(fallen) == seats
            else say("Nobody standing has an open card: the reveal ends.")
        )
        hidden = (_because("st-9", say("Cards that only the fallen have stay hidden.")),) if fallen else ()
        return Verdict(say("The reveal is over."), (_because("reveal-ends", over),), hidden, facts={"scout": None})
    passed = reasons.skipped(start, scout, (1,) * seats, fallen, frozenset())
    if first_card:
        whence = _because("first-scout-begins", say("The holder of the First Scout pawn begins."))
    else:
        whence = _because("next-scout", say("Clockwise from the last scout."))
    rest: tuple[Finding, ...] = ()
    if len(passed) < 3 and scout == ME and not first_card:
        rest = (_because("st-4", say("It can be the same player again. Nobody may pass.")),)
    elif len(passed) < 3:
        rest = (_because("st-4", say("Nobody may pass: who has an open card points.")),)
    shown = (whence, *passed) if len(passed) < 4 else passed[:4]
    return Verdict(say("%(who)s is the scout.", who=Who(scout)), shown, rest, about=scout, facts={"scout": int(scout)})


# Changing marks


class Locked(StrEnum):
    """Who has locked in: not even I, I and not everybody, everybody."""

    NOT_ME = "not_me"
    ME = "me"
    ALL = "all"


def change_marks(locked: Locked, final: bool) -> Verdict:
    """May I change my marks? Asked of the rules of play, at a table where that many have locked in; ``final``: it
    plays ST-1 the other way."""
    slates = tuple(Secret(seat, Marks(frozenset({CELLS[0]}))) for seat in (ME, NEXT, THIRD))
    mine, third = None if locked is Locked.NOT_ME else slates[0], slates[2] if locked is Locked.ALL else None
    table = replace(_table(3), house=House(frozenset({rules.FINAL_AT_ONCE}))) if final else _table(3)
    state: Marking | Announced = steps.closed(Marking(table, frozenset(), (mine, slates[1], third)))
    action = Lock(ME, frozenset({CELLS[1]})) if mine is None else Withdraw(ME)
    match rules.apply(state, action):
        case Refused() if locked is Locked.ME:
            text = say("At this table locking in is final at once.")
            return Verdict(say("No, locking in is final."), (_because("st-1", text),), facts={"may": False})
        case Refused(violations=why):
            return Verdict(say("No, the selection is closed."), why, facts={"may": False})
        case Accepted() if mine is None:
            text = say("Marks are final when everybody has finished.")
            why_free = _because("selection-closed", text)
            if final:
                why_free = _because("st-1", say("At this table marks are final once you have locked in."))
            return Verdict(say("Yes, mark as you like."), (why_free,), facts={"may": True})
        case Accepted():
            return Verdict(
                say("Yes, unlock first."),
                (
                    _because("st-1", say("Until the last player has locked in, marks may change.")),
                    _because("selection-closed", say("Then the selection is closed for everybody.")),
                ),
                facts={"may": True},
            )
