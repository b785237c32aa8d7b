"""Entries of the log as a correction shows them: the line, and from where, so that no two of them read alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.phrases import Phrase, joined, say
from app.games.stellarion import actions as do
from app.games.stellarion import log
from app.games.stellarion.actions import Action, Slot
from app.games.stellarion.cards import Symbol, called, deck_called, type_called
from app.games.stellarion.slots import card_at, is_outpost
from app.games.stellarion.state import Common, Side, Spot, State


def entry_for(before: State, action: Action, after: State) -> Phrase | None:
    """The line, then the decks of the cards, the column of a Voyage, the next theory: the log leaves them out, but what
    a correction offers must be told apart (two decks can show the same card)."""
    told = log.line_for(before, action, after, None)
    for more in _besides(before.table, action):
        told = more if told is None else joined(told, more)
    return told


def _besides(table: Common, action: Action) -> Iterable[Phrase]:
    match action:
        case do.Launch(cards=cards, voyage=spot):
            return (*_from(table, cards), *_column(spot))
        case do.Coordinate(cards=cards) | do.Traverse(cards=cards):
            return _from(table, cards)
        case do.Stock(decks=symbols):
            return _from(table, [Slot(symbol.value) for symbol in symbols])
        case do.Retrieve(cards=cards, on_top=on_top):
            deck = say("Decks: %(decks)s.", decks=deck_called(cards[0].symbol))
            return (deck, say("Face up on top.")) if on_top else (deck,)
        case do.Take(voyage=spot) | do.Meteors(voyage=spot):
            return _column(spot)
        case do.Theory(next=kind) if kind is not None:
            return (say("Next: %(type)s.", type=type_called(kind)),)
        case _:
            return ()


def _from(table: Common, slots: Sequence[Slot]) -> tuple[Phrase, ...]:
    decks = [deck_called(Symbol(slot)) for slot in slots if not is_outpost(slot)]
    stocked = [called(card) for slot in slots if is_outpost(slot) and (card := card_at(table, slot)) is not None]
    return (
        *((say("Decks: %(decks)s.", decks=_listed(decks)),) if decks else ()),
        *((say("From the Outpost: %(cards)s.", cards=_listed(stocked)),) if stocked else ()),
    )


def _column(spot: Spot) -> tuple[Phrase, ...]:
    if not isinstance(spot, Side):
        return ()
    return (say("From the left column.") if spot is Side.LEFT else say("From the right column."),)


def _listed(names: Sequence[Phrase]) -> Phrase:
    told, *more = names
    for one in more:
        told = say("%(before)s, %(next)s", before=told, next=one)
    return told
