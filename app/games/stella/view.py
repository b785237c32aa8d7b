"""What one seat, or the screen on the wall, may see of a table of Stella.

Built up from nothing: what is not copied here, nobody sees. Other seats' marks, and any number of them
before the announcement, are never copied. Marks that only fallen players had stay hidden for good (ST-9).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from app.games import deciding
from app.games.kernel import Finding, Offer, Outcome, Secret
from app.games.phrases import Seat
from app.games.rulebook import RuleId
from app.games.stella import reasons, rules, scoring, steps
from app.games.stella.rulebook import ALTERNATIVES
from app.games.stella.state import (
    ROUNDS,
    Announced,
    Cell,
    Common,
    Finished,
    Item,
    Kind,
    Marking,
    Marks,
    Opening,
    Revealed,
    Revealing,
    RoundScore,
    Row,
    Scored,
    Stars,
    State,
)

Phase = Literal["opening", "marking", "announced", "revealing", "scored", "finished"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as everybody may see them.

    ``locked`` only says that the seat has locked in; ``count`` is None before the announcement. ``filled`` are the
    stars on the slate this round (before any darkness penalty), ``total`` the finished rounds. ``open`` is how many of
    its marks are still unrevealed (count minus what was revealed), None before the announcement.
    """

    seat: Seat
    total: int
    filled: Stars
    locked: bool
    count: int | None
    open: int | None
    dark: bool
    fallen: bool
    gone: bool
    sitting_out: bool
    first_scout: bool


@dataclass(frozen=True, slots=True)
class RevealView:
    """A pointed card, with the reasons. ``had_fallen`` had the card but get nothing; ``skipped`` says who was
    passed over between this card and the next scout, and why; ``next_scout`` is None when the reveal ended here."""

    scout: Seat
    cell: Cell
    kind: Kind
    markers: tuple[Seat, ...]
    had_fallen: tuple[Seat, ...]
    stars: tuple[Stars, ...]
    why: tuple[Finding, ...]
    skipped: tuple[Finding, ...]
    next_scout: Seat | None


@dataclass(frozen=True, slots=True)
class SeatScoreView:
    """One seat's line of a round score; ``items`` sum to ``points``. ``count`` None: marked nothing."""

    seat: Seat
    count: int | None
    dark: bool
    fallen: bool
    items: tuple[Item, ...]
    points: Stars
    total: int
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A finished round. ``end`` says which of the two conditions ended the reveal, how darkness was counted, what
    stayed hidden, and who begins the next round. ``skipped`` are those passed over before the first card. While a
    later round is played, cards and reasons are left out (``_rounds``)."""

    number: int
    word: str
    first_scout: Seat
    dark: Seat | None
    seats: tuple[SeatScoreView, ...]
    reveals: tuple[RevealView, ...]
    end: tuple[Finding, ...]
    skipped: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Everything. ``my_marks`` are what the reading seat has locked (None: not locked, not this phase, or nobody's
    view); ``my_open`` the cells it may point at now (empty unless it is the scout). ``darkness`` is the reason for who
    is dark or why nobody is, from the announcement on. ``suggested_row`` is a guess for the swap (ST-12), to be checked
    on the real token. ``revealed`` are the cards of this round so far, ``skipped`` those passed over before the first
    of them. ``offers`` are for the reading seat. ``house`` are the rulings that are played the other way now."""

    phase: Phase
    number: int
    rounds: int
    word: str
    other_word: bool
    first_scout: Seat
    next_first_scout: Seat | None
    scout: Seat | None
    dark: Seat | None
    darkness: tuple[Finding, ...]
    swapped: tuple[Row | None, ...]
    suggested_row: Row | None
    seats: tuple[SeatView, ...]
    waiting_for: tuple[Seat, ...]
    revealed: tuple[RevealView, ...]
    scores: tuple[RoundView, ...]
    can_end_early: bool
    my_marks: tuple[Cell, ...] | None
    my_open: tuple[Cell, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    skipped: tuple[Finding, ...] = ()
    house: tuple[RuleId, ...] = ()


def view_for(state: State, seat: Seat | None) -> View:
    """All that ``seat``, or the screen on the wall (None), may see of the table.

    Only the reading seat's own slate is opened here: for ``my_marks``, ``my_open`` and ``offers``.
    """
    match state:
        case Opening():
            return _view(state, seat, "opening", suggested_row=_suggested_row(state.table))
        case Marking():
            return _view(
                state,
                seat,
                "marking",
                has_locked=frozenset(slate.owner for slate in state.locked if slate is not None),
                fallen=state.fallen,
                sitting_out=state.sitting_out,
                waiting_for=steps.waiting_for(state),
                my_marks=_own(state.locked, seat),
            )
        case Announced():
            counts = scoring.announced(state.marks)
            return _view(
                state,
                seat,
                "announced",
                has_locked=frozenset(slate.owner for slate in state.marks if slate is not None),
                counts=counts,
                dark=state.dark,
                fallen=state.fallen,
                sitting_out=state.sitting_out,
                my_marks=_own(state.marks, seat),
            )
        case Revealing():
            counts = scoring.announced(state.marks)
            left = reasons.left_with_marks(state.fallen, state.reveals)
            return _view(
                state,
                seat,
                "revealing",
                has_locked=frozenset(slate.owner for slate in state.marks if slate is not None),
                counts=counts,
                dark=state.dark,
                fallen=state.fallen,
                sitting_out=state.sitting_out,
                scout=state.scout,
                waiting_for=(state.scout,),
                reveals=state.reveals,
                revealed=_cards(state.reveals, counts, left, state.scout, state.fallen),
                skipped=_before_first(state.table.first_scout, state.reveals, counts, state.scout, state.fallen),
                my_marks=_own(state.marks, seat),
                my_open=tuple(sorted(steps.open_cells(state, seat))) if seat == state.scout else (),
            )
        case Scored() | Finished():
            return _counted(state, seat)


def _counted(state: Scored | Finished, seat: Seat | None) -> View:
    """Between the rounds and at the end: the slates of the round that was counted last, if it is this one."""
    table = state.table
    outcome = reasons.outcome(state) if isinstance(state, Finished) else None
    if not table.scores or table.scores[-1].number != table.number:
        return _view(state, seat, "finished", outcome=outcome)
    score = table.scores[-1]
    last = _rounds(table, "scored")[-1]
    return _view(
        state,
        seat,
        "finished" if isinstance(state, Finished) else "scored",
        counts=score.counts,
        dark=score.dark,
        fallen=score.fallen,
        reveals=score.reveals,
        revealed=last.reveals,
        skipped=last.skipped,
        next_first_scout=steps.left_of(table.seats, table.first_scout) if isinstance(state, Scored) else None,
        outcome=outcome,
    )


def _view(
    state: State,
    seat: Seat | None,
    phase: Phase,
    *,
    has_locked: frozenset[Seat] = frozenset(),
    counts: Sequence[int | None] | None = None,
    dark: Seat | None = None,
    fallen: frozenset[Seat] = frozenset(),
    sitting_out: frozenset[Seat] = frozenset(),
    scout: Seat | None = None,
    reveals: Sequence[Revealed] = (),
    revealed: tuple[RevealView, ...] = (),
    skipped: tuple[Finding, ...] = (),
    waiting_for: tuple[Seat, ...] = (),
    next_first_scout: Seat | None = None,
    suggested_row: Row | None = None,
    my_marks: tuple[Cell, ...] | None = None,
    my_open: tuple[Cell, ...] = (),
    outcome: Outcome | None = None,
) -> View:
    """The frame that every phase shares; whatever a phase does not hand in stays unseen."""
    table = state.table
    totals = scoring.totals(table.seats, table.scores)
    filled = scoring.filled_so_far(table.seats, reveals)
    seats: list[SeatView] = []
    for each in steps.everyone(table):
        number = counts[each] if counts is not None else None
        seats.append(
            SeatView(
                seat=each,
                total=totals[each],
                filled=filled[each],
                locked=each in has_locked,
                count=number,
                open=None if number is None else number - sum(each in card.markers for card in reveals),
                dark=each == dark,
                fallen=each in fallen,
                gone=each in table.gone,
                sitting_out=each in sitting_out,
                first_scout=each == table.first_scout,
            )
        )
    return View(
        phase=phase,
        number=table.number,
        rounds=ROUNDS,
        word=table.word,
        other_word=table.other_word,
        first_scout=table.first_scout,
        next_first_scout=next_first_scout,
        scout=scout,
        dark=dark,
        darkness=() if counts is None else (reasons.darkness(counts),),
        swapped=table.swapped,
        suggested_row=suggested_row,
        seats=tuple(seats),
        waiting_for=waiting_for,
        revealed=revealed,
        scores=_rounds(table, phase),
        can_end_early=steps.may_end_early(state),
        my_marks=my_marks,
        my_open=my_open,
        outcome=outcome,
        offers=() if seat is None else rules.legal_actions(state, seat),
        skipped=skipped,
        house=deciding.shown(table.house, ALTERNATIVES),
    )


def _own(slates: Sequence[Secret[Marks] | None], seat: Seat | None) -> tuple[Cell, ...] | None:
    """The one place where a slate is opened for a reader: its owner."""
    slate = None if seat is None else slates[seat]
    return None if slate is None else tuple(sorted(slate.value.cells))


def _suggested_row(table: Common) -> Row | None:
    """A guess until the table has told: the tokens lie from the bottom up, so bottom, middle, top (ST-12)."""
    if table.number == 1 or table.swapped[table.number - 2] is not None:
        return None
    return Row(ROUNDS - table.number)


def _rounds(table: Common, phase: Phase) -> tuple[RoundView, ...]:
    """The counted rounds: with cards and reasons the last one while it is talked about, all of them at the end. Older
    rounds are only numbers while a game runs, because every tap of every phone carries them."""
    full = len(table.scores) if phase == "finished" else 1 if phase == "scored" else 0
    told: list[RoundView] = []
    for index, score in enumerate(table.scores):
        upto = scoring.totals(table.seats, table.scores[: index + 1])
        told.append(_round(score, upto) if index >= len(table.scores) - full else _brief(score, upto))
    return tuple(told)


@lru_cache(maxsize=256)
def _brief(score: RoundScore, upto: tuple[int, ...]) -> RoundView:
    """The numbers of a round, without its cards and reasons."""
    full = _round(score, upto)
    return replace(full, reveals=(), end=(), skipped=(), seats=tuple(replace(line, why=()) for line in full.seats))


@lru_cache(maxsize=256)
def _round(score: RoundScore, upto: tuple[int, ...]) -> RoundView:
    """A counted round, all of it public, with its reasons; ``upto`` are the totals with it. Remembered, because every
    later view of the game shows it again."""
    left = reasons.left_with_marks(score.fallen, score.reveals)
    return RoundView(
        number=score.number,
        word=score.word,
        first_scout=score.first_scout,
        dark=score.dark,
        seats=tuple(
            SeatScoreView(
                seat=seat,
                count=score.counts[seat],
                dark=seat == score.dark,
                fallen=seat in score.fallen,
                items=score.items[seat],
                points=score.points[seat],
                total=upto[seat],
                why=reasons.seat_score(score, seat),
            )
            for seat in map(Seat, range(len(upto)))
        ),
        reveals=_cards(score.reveals, score.counts, left, None, score.fallen),
        end=(
            reasons.end_of_reveal(score),
            reasons.darkness_counted(score),
            *reasons.hidden_marks(score),
            *reasons.pawn_goes_on(score),
        ),
        skipped=_before_first(score.first_scout, score.reveals, score.counts, None, score.fallen),
    )


def _cards(
    reveals: tuple[Revealed, ...],
    counts: Sequence[int | None],
    left: frozenset[Seat],
    scout: Seat | None,
    fallen: frozenset[Seat],
) -> tuple[RevealView, ...]:
    """The shown cards in order; ``scout`` points next, None when the reveal is over."""
    filled = [0] * len(counts)
    cards: list[RevealView] = []
    for index, card in enumerate(reveals):
        then_scout, then_out = scout, fallen
        if index + 1 < len(reveals):
            then_scout, then_out = reveals[index + 1].scout, reveals[index + 1].out
        start = steps.left_of(len(counts), card.scout)
        cards.append(
            RevealView(
                scout=card.scout,
                cell=card.cell,
                kind=card.kind,
                markers=card.markers,
                had_fallen=card.fallen_before,
                stars=card.stars,
                why=reasons.pointed(card, filled[card.scout], left),
                skipped=() if then_scout is None else reasons.skipped(start, then_scout, counts, then_out, left),
                next_scout=then_scout,
            )
        )
        filled = [before + now for before, now in zip(filled, card.stars, strict=True)]
    return tuple(cards)


def _before_first(
    pawn: Seat, reveals: tuple[Revealed, ...], counts: Sequence[int | None], scout: Seat | None, fallen: frozenset[Seat]
) -> tuple[Finding, ...]:
    """Who was passed over before the first card: the pawn's holder may have left; the pawn stays (ST-11)."""
    scout, out = (reveals[0].scout, reveals[0].out) if reveals else (scout, fallen)
    return () if scout is None else reasons.skipped(pawn, scout, counts, out, out)
