"""Every "no" of Stella Quest: the rule that says so, and the sentence that says what to do instead."""

from __future__ import annotations

from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella_quest.cards import Card, called
from app.games.stella_quest.copies import Copies
from app.games.stella_quest.state import (
    LEAST_TO_PAY,
    MOST_IN_HAND,
    Common,
    Finished,
    Opening,
    Playing,
    State,
    Taking,
    Topping,
)


def _no(rule: str, says: Phrase) -> Refused:
    return refuse(RuleId(f"stella_quest.{rule}"), says)


def _because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stella_quest.{rule}"), says)


def game_over() -> Refused:
    return _no("game-ends", say("The game is over. Undo a step, or start a new game."))


def no_seat(table: Common) -> Refused:
    return _no("qu-1", say("There is no such seat. Choose one from 1 to %(num)s.", num=table.seats))


def first_card_told() -> Refused:
    return _no("first-pile-card", say("The first card of the pile is told already. Undo to change it."))


def not_this_step(state: State) -> Refused:
    """The steps of a round come in order: what is due instead."""
    match state:
        case Opening():
            return _no("first-pile-card", say("First tell which card lies on the pile."))
        case Playing():
            return _no("round-order", say("The round is not over. First everybody plays a card."))
        case Taking():
            return _no("take-one", say("First %(who)s takes a card.", who=_winner(state)))
        case Topping():
            return _no("choose-top", say("First %(who)s chooses the top of the pile.", who=_winner(state)))
        case Finished():
            return game_over()


def _winner(state: Taking | Topping) -> Who:
    return Who(Seat(-1) if state.round.winner is None else state.round.winner)


#: Why a ruling cannot be decided on now.
BETWEEN_ROUNDS = say("Decide that between the rounds: finish this one first.")


# Whose turn it is


def not_on_turn(seat: Seat, turn: Seat | None) -> Refused:
    """``turn`` None: the artificial opponent's."""
    if turn is None:
        text = say("Now the artificial opponent plays: turn up the top card of the deck.")
        return _no("opponent-second", text)
    return _no("turn-order", say("It is the turn of %(turn)s. %(who)s plays later.", turn=Who(turn), who=Who(seat)))


def has_played(seat: Seat) -> Refused:
    return _no("one-card-each", say("%(who)s has played a card this round. Undo to change it.", who=Who(seat)))


def no_opponent_now(has_one: bool, turn: Seat | None) -> Refused:
    if not has_one:
        return _no("opponent-joins", say("The artificial opponent plays only in a game of two. Play a card."))
    if turn is None:
        return paused()
    return _no(
        "opponent-second", say("It is not the artificial opponent's turn. Now %(turn)s plays a card.", turn=Who(turn))
    )


# Impossible cards


def impossible(found: Copies) -> Refused:
    """All copies are elsewhere: how many there are, and where they lie (QU-16)."""
    return Refused(found_elsewhere(found))


def found_elsewhere(found: Copies) -> tuple[Finding, ...]:
    card = called(found.card)
    if found.card.is_rest:
        told = [_because("six-rests", say("There are 6 rest cards, and all 6 are seen. Check the card."))]
    else:
        text = say("There are 2 cards %(card)s, and both are seen. Check the card.", card=card)
        told = [_because("two-copies", text)]
    for seat in found.collections:
        told.append(_because("qu-16", say("%(card)s lies in %(who)s's collection.", card=card, who=Who(seat))))
    if found.on_table:
        text = count(
            "%(card)s was played this round: %(num)s card.",
            "%(card)s was played this round: %(num)s cards.",
            found.on_table,
            card=card,
        )
        told.append(_because("qu-16", text))
    if found.on_top:
        told.append(_because("qu-16", say("%(card)s lies on top of the pile.", card=card)))
    if buried := found.in_pile - found.on_top:
        text = count(
            "%(card)s lies deeper in the pile: %(num)s card.",
            "%(card)s lies deeper in the pile: %(num)s cards.",
            buried,
            card=card,
        )
        told.append(_because("qu-16", text))
    if found.away:
        text = count("%(num)s rest has left the game.", "%(num)s rests have left the game.", found.away)
        told.append(_because("qu-13", text))
    return tuple(told)


# Drawing


def too_dim(seat: Seat | None) -> Refused:
    """``seat`` None: asked without a table."""
    if seat is None:
        return _no(
            "paid-draw-least", say("Drawing needs at least %(least)s radiance. Play a card.", least=int(LEAST_TO_PAY))
        )
    text = say("%(who)s needs %(least)s radiance to draw. Play a card.", who=Who(seat), least=int(LEAST_TO_PAY))
    return _no("paid-draw-least", text)


def hand_full(seat: Seat | None) -> Refused:
    """``seat`` None: asked without a table."""
    if seat is None:
        return _no(
            "hand-limit", say("With %(most)s cards in hand nothing can be drawn. Play a card.", most=MOST_IN_HAND)
        )
    text = say("%(who)s holds %(most)s cards, the most. Play a card.", who=Who(seat), most=MOST_IN_HAND)
    return _no("hand-limit", text)


def nothing_to_draw() -> Refused:
    return _no("qu-7", say("Deck and pile have no card left to draw. Play a card."))


def already_played_no_draw(seat: Seat) -> Refused:
    return _no("qu-5", say("%(who)s has played. Draw on your turn, before your card.", who=Who(seat)))


# Taking


def not_winner(state: Taking | Topping, seat: Seat) -> Refused:
    text = say("%(winner)s won the round, not %(who)s. %(winner)s chooses.", winner=_winner(state), who=Who(seat))
    return _no("take-one", text)


def rest_not_taken() -> Refused:
    return _no("rest-not-taken", say("A rest card cannot be taken. Take an emotion card."))


def not_played(card: Card) -> Refused:
    return _no("take-one", say("%(card)s was not played this round. Take one that was.", card=called(card)))


def not_left(card: Card) -> Refused:
    return _no("choose-top", say("%(card)s is not among the cards left. Choose one of them.", card=called(card)))


# Leaving


def already_gone(seat: Seat) -> Refused:
    return _no("qu-17", say("%(who)s has already left. Play on, or mark the seat as back.", who=Who(seat)))


def not_gone(seat: Seat) -> Refused:
    return _no("qu-17", say("%(who)s has not left. Play on.", who=Who(seat)))


def has_left(seat: Seat) -> Refused:
    return _no("qu-17", say("%(who)s has left the table. Mark the seat as back first.", who=Who(seat)))


def last_one_present() -> Refused:
    return _no("qu-17", say("Only one player is left. End the game instead."))


def nobody_left_table() -> Refused:
    return _no("qu-17", say("Nobody has left. Play on."))


def paused() -> Refused:
    return _no("qu-17", say("Only one player is here. Wait for somebody to be back, or end the game."))
