"""What a screen of Stella Quest gets: plain records, all of it public but for the offers, which are the reader's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.kernel import Finding, Offer, Outcome
from app.games.phrases import Seat
from app.games.rulebook import RuleId
from app.games.stella_quest.cards import Card, Colour, Value
from app.games.stella_quest.scoring import Score
from app.games.stella_quest.state import Cause, Radiance, Recording
from app.games.stella_quest.taking import TakeOption
from app.games.stella_quest.verdict import Category, Same

Phase = Literal["opening", "playing", "taking", "topping", "finished"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player. ``dark`` tokens are those turned over; ``needs`` the values still to collect, ``twice`` those that
    are there more than once; ``points`` what the seat would count if the game ended now, or has counted at its end;
    None where no points are counted for it. ``played``: this round. ``first``: it leads this round."""

    seat: Seat
    radiance: Radiance
    dark: int
    hand: int
    collection: tuple[Card, ...]
    needs: tuple[Value, ...]
    twice: tuple[Value, ...]
    points: int | None
    marker: bool
    first: bool
    played: bool
    gone: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A card on the table; ``by`` None is the artificial opponent. ``followed`` None: nothing led before it, or it is
    a rest. ``why`` says what the card is."""

    by: Seat | None
    card: Card
    category: Category
    same_as: Same | None
    followed: bool | None
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class LossView:
    """Radiance lost this round: ``flipped`` tokens of the ``due`` ones."""

    seat: Seat
    cause: Cause
    due: int
    flipped: int
    why: Finding


@dataclass(frozen=True, slots=True)
class SupplyView:
    """Cards from the deck: ``seat`` draws ``cards``; or, without a seat, ``cards`` are shuffled into a new deck,
    ``after`` so many of the draw before."""

    seat: Seat | None
    cards: int
    paid: bool
    after: int
    why: Finding


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: its cards, who is ahead or has won it and why. ``ahead`` is a place in ``played``; ``winner`` is None
    while it runs, where nobody won, and for the artificial opponent. The first of ``why`` decides and can be said
    alone. ``end`` tells how the round left the table: the top of the pile, the marker, the next first player."""

    number: int
    first: Seat
    top: Card
    trump: Colour | None
    lead: Colour | None
    played: tuple[PlayedView, ...]
    ahead: int | None
    winner: Seat | None
    why: tuple[Finding, ...]
    losses: tuple[LossView, ...]
    supplies: tuple[SupplyView, ...]
    taken: Card | None
    on_top: Card | None
    end: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class BriefRound:
    """A finished round in a line: who played what in order, who won it by what, what was taken and put on top."""

    number: int
    cards: tuple[tuple[Seat | None, Card], ...]
    winner: Seat | None
    won_by: Category | None
    taken: Card | None
    on_top: Card | None


@dataclass(frozen=True, slots=True)
class StruckView:
    """A key of the pad that is struck out, and where the copies are (QU-16)."""

    card: Card
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """The paid draw of whoever is on turn: how many ``cards`` it gives, or why it ``may`` not be."""

    may: bool
    cards: int
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """A card the winner may take; pairs are named once."""

    option: TakeOption
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class CountView:
    """One player's count at the end, line by line."""

    seat: Seat
    score: Score
    why: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything. ``turn`` is whose card is due, ``opponent_turn`` the artificial opponent's; ``winner`` chooses while
    taking and topping. ``trump_why`` and ``lead_why`` are empty where there is nothing to tell. ``round`` is the one
    under way (or the one the game ended in), ``last`` the one before it, ``scores`` all finished ones in brief.
    ``tops`` are the cards that may lie on top. ``notes`` are remarks on the last card; ``revokes`` the proven slips of
    the game, each with what was wrong and its two rounds (QU-4). ``played_on``: a round was decided without somebody
    who had left, so no points are counted any more (QU-17). ``offers`` are for the reading seat. ``house`` are the
    rulings that are played the other way now."""

    phase: Phase
    number: int
    recording: Recording
    opponent: bool
    turn: Seat | None
    opponent_turn: bool
    winner: Seat | None
    marker: Seat | None
    top: Card | None
    trump: Colour | None
    trump_why: tuple[Finding, ...]
    lead_why: tuple[Finding, ...]
    deck: int
    pile: int
    seats: tuple[SeatView, ...]
    round: RoundView | None
    last: RoundView | None
    struck: tuple[StruckView, ...]
    draw: DrawView | None
    options: tuple[OptionView, ...]
    tops: tuple[Card, ...]
    notes: tuple[Finding, ...]
    revokes: tuple[tuple[Finding, ...], ...]
    scores: tuple[BriefRound, ...]
    counts: tuple[CountView, ...]
    played_on: bool
    paused: bool
    can_end_early: bool
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    house: tuple[RuleId, ...] = ()
