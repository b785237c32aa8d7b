"""What the screens show of a table of Stella Quest: the same to everybody, but for the offers.

Cards are public the moment they are played, and the app knows no hands: only how many cards are in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from app.games import deciding
from app.games.kernel import Finding
from app.games.phrases import Seat
from app.games.stella_quest import ending, reasons, refusals, rules, steps, supply, taking
from app.games.stella_quest.cards import CARDS, Card, Colour
from app.games.stella_quest.copies import copies
from app.games.stella_quest.rulebook import ALTERNATIVES, ONE_STAYS
from app.games.stella_quest.scoring import Score
from app.games.stella_quest.shown import (
    BriefRound,
    CountView,
    DrawView,
    LossView,
    OptionView,
    Phase,
    PlayedView,
    RoundView,
    SeatView,
    StruckView,
    SupplyView,
    View,
)
from app.games.stella_quest.state import (
    FULL_RADIANCE,
    LEAST_TO_PAY,
    Cause,
    Common,
    Drawn,
    Finished,
    Loss,
    Opening,
    Playing,
    Radiance,
    Round,
    Shuffled,
    State,
    Taking,
    Topping,
)
from app.games.stella_quest.verdict import Verdict, trump_of, verdict


def view_for(state: State, seat: Seat | None) -> View:
    """What ``seat``, or the screen on the wall (None), sees of the table; only the offers differ."""
    table = state.table
    round_ = steps.running(state)
    turn = steps.on_turn(state) if isinstance(state, Playing) else None
    top = table.pile[-1] if table.pile else None
    shown = None if round_ is None else _round(round_)
    return View(
        phase=_phase(state),
        number=1 if round_ is None else round_.number,
        recording=table.recording,
        opponent=steps.has_opponent(table),
        turn=None if turn is None else turn.seat,
        opponent_turn=turn is not None and turn.seat is None,
        winner=state.round.winner if isinstance(state, Taking | Topping) else None,
        marker=table.marker,
        top=top,
        trump=None if top is None else trump_of(top),
        trump_why=() if top is None else (reasons.trump(top),),
        lead_why=() if shown is None else _lead(shown),
        deck=table.deck,
        pile=len(table.pile),
        seats=_seats(state, round_),
        round=shown,
        last=_last(state),
        struck=_struck(state),
        draw=None if turn is None or turn.seat is None else _draw(table, turn.seat),
        options=_options(state),
        tops=_tops(state),
        notes=_notes(state),
        revokes=tuple(reasons.revoked(one) for one in table.revokes),
        scores=tuple(_brief(one) for one in table.rounds),
        counts=_counts(state),
        played_on=table.played_on,
        paused=not isinstance(state, Finished) and steps.paused(table),
        can_end_early=steps.may_end_early(state),
        outcome=ending.outcome(state) if isinstance(state, Finished) else None,
        offers=() if seat is None else rules.legal_actions(state, seat),
        house=deciding.shown(table.house, ALTERNATIVES),
    )


def _phase(state: State) -> Phase:
    match state:
        case Opening():
            return "opening"
        case Playing():
            return "playing"
        case Taking():
            return "taking"
        case Topping():
            return "topping"
        case Finished():
            return "finished"
        case _ as never:
            assert_never(never)


def _seats(state: State, round_: Round | None) -> tuple[SeatView, ...]:
    table = state.table
    first = _first(state)
    played = set() if round_ is None else {one.by for one in round_.played}
    out = ending.eliminated(state) if isinstance(state, Finished) else frozenset()
    scores = ending.counted(table, out)
    counted = ending.counts_points(state) if isinstance(state, Finished) else not table.played_on
    return tuple(
        SeatView(
            seat=seat,
            radiance=table.radiance[seat],
            dark=FULL_RADIANCE - table.radiance[seat],
            hand=table.hands[seat],
            collection=table.collections[seat],
            needs=taking.needs(table.collections[seat]),
            twice=tuple(sorted({card.value for card in scores[seat].flipped})),
            points=scores[seat].points if counted else None,
            marker=table.marker == seat,
            first=first == seat,
            played=seat in played,
            gone=seat in table.gone,
            eliminated=seat in out,
        )
        for seat in steps.everyone(table)
    )


def _first(state: State) -> Seat | None:
    """Who leads: the first present seat clockwise, where the first player has left."""
    if isinstance(state, Opening):
        return steps.leader(state.table, state.first)
    round_ = steps.running(state)
    return None if round_ is None else steps.leader(state.table, round_.first, round_.played)


def _last(state: State) -> RoundView | None:
    """The round before the one that is shown."""
    rounds = state.table.rounds[:-1] if isinstance(state, Finished) else state.table.rounds
    return _round(rounds[-1], _first(state)) if rounds else None


@lru_cache(maxsize=256)
def _round(round_: Round, next_first: Seat | None = None) -> RoundView:
    """A round with its reasons; ``next_first`` begins the next one, where there is one."""
    cards = round_.cards
    result = verdict(round_.top, cards)
    end: tuple[Finding, ...] = ()
    if next_first is not None:
        why_top = reasons.top(round_)
        end = (*(() if why_top is None else (why_top,)), *reasons.aftermath(round_, result, next_first))
    return RoundView(
        number=round_.number,
        first=round_.first,
        top=round_.top,
        trump=result.trump,
        lead=result.lead,
        played=_played(round_, result),
        ahead=result.winner,
        winner=round_.winner,
        why=reasons.verdict(cards, result),
        losses=tuple(_loss(lost, round_.taken) for lost in round_.losses),
        supplies=tuple(_supply(news) for news in round_.supplies),
        taken=round_.taken,
        on_top=round_.on_top,
        end=end,
    )


def _played(round_: Round, result: Verdict) -> tuple[PlayedView, ...]:
    shown: list[PlayedView] = []
    lead: Colour | None = None
    for one, category, same in zip(round_.played, result.categories, result.same_as, strict=True):
        colour = one.card.colour
        followed = None if lead is None or colour is None or one.by is None else colour is lead
        why = reasons.category(one.card, category, same)
        shown.append(PlayedView(one.by, one.card, category, same, followed, (why,)))
        lead = lead or colour
    return tuple(shown)


def _loss(lost: Loss, taken: Card | None) -> LossView:
    return LossView(lost.seat, lost.cause, lost.due, lost.flipped, reasons.loss(lost, taken))


def _supply(news: Drawn | Shuffled) -> SupplyView:
    match news:
        case Drawn(seat=seat, cards=cards, paid=paid):
            return SupplyView(seat, cards, paid, 0, reasons.supply(news))
        case Shuffled(cards=cards, after=after):
            return SupplyView(None, cards, False, after, reasons.supply(news))
        case _ as never:
            assert_never(never)


@lru_cache(maxsize=512)
def _brief(round_: Round) -> BriefRound:
    won_by = None if round_.winner is None else verdict(round_.top, round_.cards).by
    cards = tuple((one.by, one.card) for one in round_.played)
    return BriefRound(round_.number, cards, round_.winner, won_by, round_.taken, round_.on_top)


def _lead(round_: RoundView) -> tuple[Finding, ...]:
    why = reasons.lead([one.card for one in round_.played], round_.lead)
    return () if why is None else (why,)


def _struck(state: State) -> tuple[StruckView, ...]:
    """The keys that are struck out while cards are entered."""
    if not isinstance(state, Playing):
        return ()
    table, cards = state.table, state.round.cards
    possible = set(steps.cards_possible(state))
    return tuple(
        StruckView(card, refusals.found_elsewhere(copies(card, table.collections, table.pile, cards, table.away)))
        for card in CARDS
        if card not in possible
    )


def _draw(table: Common, seat: Seat) -> DrawView:
    cards = supply.paid_draw_size(table.hands[seat])
    if steps.can_pay(table, seat):
        return DrawView(True, cards, ())
    if table.radiance[seat] < LEAST_TO_PAY:
        return DrawView(False, 0, refusals.too_dim(seat).violations)
    return DrawView(False, 0, (refusals.nothing_to_draw() if cards else refusals.hand_full(seat)).violations)


def _options(state: State) -> tuple[OptionView, ...]:
    """What the winner may take and what it costs; a marker loss is paid already and counted in (QU-8)."""
    if not isinstance(state, Taking) or state.round.winner is None:
        return ()
    seat, table = state.round.winner, state.table
    paid = sum(lost.flipped for lost in state.round.losses if lost.cause is Cause.MARKER)
    before = Radiance(table.radiance[seat] + paid)
    found = taking.take_options(state.round.cards, table.collections[seat], before, has_marker=paid > 0)
    once = {option.card: option for option in reversed(found)}
    return tuple(OptionView(one, reasons.option(one)) for one in found if once[one.card] is one)


def _tops(state: State) -> tuple[Card, ...]:
    return taking.top_options(state.round.cards, state.round.taken) if isinstance(state, Topping) else ()


def _notes(state: State) -> tuple[Finding, ...]:
    """A card that did not follow, while it is the last one; a slip that it proved (QU-4)."""
    round_ = steps.running(state)
    if round_ is None or not round_.played:
        return ()
    last = round_.played[-1]
    notes: list[Finding] = []
    lead = verdict(round_.top, round_.cards[:-1]).lead
    if last.by is not None and lead is not None and last.card.colour not in (None, lead):
        notes.append(reasons.did_not_follow(last.by, lead))
    for one in state.table.revokes:
        if (one.seat, one.shown) == (last.by, round_.number):
            notes.append(reasons.revoked(one)[0])
    return tuple(notes)


def _counts(state: State) -> tuple[CountView, ...]:
    if not isinstance(state, Finished):
        return ()
    scores: Sequence[Score] = ending.scores(state)
    stays = ONE_STAYS in state.table.house
    return tuple(CountView(Seat(seat), score, ending.score_why(score, stays)) for seat, score in enumerate(scores))
