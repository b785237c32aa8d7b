"""Every "no" of Stella: the rule that says so, and the sentence that says what to do instead.

No sentence here tells more about anybody's marks than the table can see: that is checked for the whole engine.
"""

from __future__ import annotations

from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella.state import (
    Announced,
    Cell,
    Common,
    Finished,
    Marking,
    Opening,
    Revealing,
    Scored,
    State,
    cell_name,
)

#: The refusal that asks the last one for the second yes; screens turn it into a question.
LAST_ONE_CONFIRMS = RuleId("stella.last-one-confirms")


def _no(rule: str, says: Phrase) -> Refused:
    return refuse(RuleId(f"stella.{rule}"), says)


def game_over() -> Refused:
    return _no("four-rounds", say("The game is over. Undo a step, or start a new game."))


def no_seat(table: Common) -> Refused:
    return _no("players", say("There is no such seat: this table has seats 1 to %(num)s.", num=table.seats))


# Associate


def word_is_fixed() -> Refused:
    return _no("st-13", say("The word can be changed until the first player locks in. Keep it this round."))


def no_such_row() -> Refused:
    return _no("fifteen-cards", say("There are three rows: A, B and C. Choose one of them."))


def no_swap_now(state: State) -> Refused:
    if isinstance(state, Opening):
        return _no("swap-row", say("No row is swapped before round 1. Start the secret marking."))
    return _no("swap-row", say("A row is swapped before the marking starts. Undo to go back there."))


def row_not_told() -> Finding:
    return Finding(RuleId("stella.swap-row"), say("No swapped row was told. Swap five cards before you mark."))


def already_begun() -> Refused:
    return _no("round-order", say("The marking of this round has already started. Go on with the step on the screen."))


def not_marking(state: State) -> Refused:
    if isinstance(state, Opening):
        return _no("word", say("The marking has not started. Wait for the word."))
    return _no("selection-closed", say("Everybody has locked in. The selection is closed; marks stay as they are."))


def not_in_this_round(state: Marking, seat: Seat) -> Refused:
    if seat in state.table.gone:
        return _no("st-15", say("%(who)s has left the table. Mark the seat as back first.", who=Who(seat)))
    return _no("st-15", say("%(who)s is back and plays again from the next round.", who=Who(seat)))


def already_locked(seat: Seat) -> Refused:
    return _no("st-1", say("%(who)s has already locked in. Unlock first to change the marks.", who=Who(seat)))


def not_locked(seat: Seat) -> Refused:
    return _no("st-1", say("%(who)s has not locked in yet. There is nothing to unlock.", who=Who(seat)))


def locked_for_good(seat: Seat) -> Refused:
    return _no("st-1", say("At this table locking in is final at once: %(who)s keeps these marks.", who=Who(seat)))


#: Why a ruling cannot be decided on now.
BETWEEN_ROUNDS = say("Decide that between the rounds: wait until this one is counted.")


def no_such_card() -> Refused:
    return _no("fifteen-cards", say("Fifteen cards lie on the table, A1 to C5. Choose each at most once."))


def too_few_marks() -> Refused:
    return _no("marks-1-to-10", say("Mark at least 1 card."))


def too_many_marks() -> Refused:
    return _no("marks-1-to-10", say("10 is the most. Unmark one first."))


def last_one_confirms() -> Refused:
    return refuse(LAST_ONE_CONFIRMS, say("You are the last. Finish the secret part? Say yes once more."))


# Announce


def lanterns_not_now(state: State) -> Refused:
    if isinstance(state, Opening | Marking):
        return _no("announce-number", say("Not everybody has locked in. Numbers are told when all have."))
    return _no("round-order", say("The lanterns already stand this round. Go on with the step on the screen."))


# Reveal


def not_revealing(state: State) -> Refused:
    match state:
        case Opening():
            return _no("round-order", say("The round has not begun. Cards are shown after the marking."))
        case Marking():
            return _no("marks-stay-hidden", say("The selection is still open. Show cards when all have locked in."))
        case Announced():
            return _no("announce-number", say("Place all lanterns on their numbers first."))
        case Scored() | Finished() | Revealing():
            return _no("reveal-ends", say("The reveal of this round is over. Nothing more is shown."))


def not_the_scout(state: Revealing, seat: Seat) -> Refused:
    """Left, fallen, without an open card: all public, and told apart. Otherwise it is simply another one's turn."""
    scout = Who(state.scout)
    if seat in state.table.gone:
        return _no("st-15", say("%(who)s has left. The scout is %(scout)s.", who=Who(seat), scout=scout))
    if seat in state.fallen:
        return _no(
            "skip-fallen",
            say("%(who)s has fallen and scouts no more. The scout is %(scout)s.", who=Who(seat), scout=scout),
        )
    slate = state.marks[seat]
    if slate is None or slate.value.number == sum(seat in card.markers for card in state.reveals):
        return _no("skip-spent", say("%(who)s has no open card. The scout is %(scout)s.", who=Who(seat), scout=scout))
    return _no("next-scout", say("The scout is %(scout)s. %(who)s points later.", who=Who(seat), scout=scout))


def already_revealed(cell: Cell) -> Refused:
    return _no("revealed-once", say("%(cell)s was already shown. Point at another card.", cell=cell_name(cell)))


def not_own_card(seat: Seat, cell: Cell) -> Refused:
    return _no(
        "st-5",
        say("%(cell)s is not a card of %(who)s. Point at a marked one.", cell=cell_name(cell), who=Who(seat)),
    )


# Next round


def round_not_over(state: State) -> Refused:
    return _no("round-order", say("This round is not counted yet. Finish it first."))


# Questions without a table


def scout_stands(markers: int) -> Refused:
    """Too many fallen for one card: whoever points has not fallen."""
    if markers == 1:
        return _no("skip-fallen", say("The scout alone had it, and a scout has not fallen. Choose none."))
    text = count(
        "A scout has not fallen: of the others %(num)s at most. Choose fewer.",
        "A scout has not fallen: of the others %(num)s at most. Choose fewer.",
        markers - 1,
    )
    return _no("skip-fallen", text)


def too_many_cards(most: int) -> Refused:
    """More cards with stars than anybody marks; a fall is a marked card too."""
    text = say("Everybody marks 10 cards at most: here %(most)s with stars. Take some away.", most=most)
    return _no("marks-1-to-10", text)


# Leaving


def already_gone(seat: Seat) -> Refused:
    return _no("st-15", say("%(who)s has already left.", who=Who(seat)))


def not_gone(seat: Seat) -> Refused:
    return _no("st-15", say("%(who)s has not left.", who=Who(seat)))


def last_one_present() -> Refused:
    return _no("st-15", say("Only one player is left. End the game instead."))


def enough_players() -> Refused:
    return _no("st-15", say("At least three players are here. Play on."))
