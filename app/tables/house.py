"""House rules: "we decide otherwise".

Some the engine follows: those are actions of the game (``games.deciding``), and ``decisions`` lists them. All others
are words that change nothing the app counts; the table's log and receipt keep them.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.errors import Malformed, NotFound, NotYourSeat, TooMany
from app.games.deciding import Decide
from app.games.kernel import Refused
from app.games.phrases import Phrase, say
from app.games.rulebook import Rule, RuleId
from app.tables import log, results, store, texts
from app.tables.taps import Submitted, check_key, check_whole, counted_before
from app.tables.turns import Turn, at_table, find_table

MOST = 30


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling that this table can play the other way: ``how`` it is then, whether it does (``other``), and why that
    cannot be changed at this moment; None: it can."""

    rule: Rule
    how: str
    other: bool
    refused: Phrase | None


def decisions(code: str) -> tuple[Decision, ...]:
    """Every ruling of which the game can follow the other reading. It tells nothing but the step the table is at."""
    with store.reading() as connection:
        table, _seats = find_table(connection, code)
        position = log.position_at(connection, table)
        check_whole(position)
        return tuple(_decision(position, rule, how) for rule, how in position.game.alternatives.items())


def _decision(position: log.Position, rule: RuleId, how: str) -> Decision:
    game, state = position.game, position.state
    if state is None:
        return Decision(game.rulebook[rule], how, False, say("Begin the game, then decide it."))
    other = rule in game.view_for(state, None).house
    match game.apply(state, Decide(rule, not other)):
        case Refused(violations=(finding, *_)):
            return Decision(game.rulebook[rule], how, other, finding.says)
    return Decision(game.rulebook[rule], how, other, None)


def record(code: str, phone: int | None, rule: object, text: object, *, key: str) -> Submitted:
    """The table plays this rule as ``text`` says. By whoever sits at the table; the log names who and when.

    Raises Stranger, Malformed for a rule that the game does not have, TooMany."""
    key, text = check_key(key), texts.tidy(text, "text")
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return before
        check_whole(position)
        if not isinstance(rule, str) or rule not in position.game.rulebook:
            raise Malformed(
                say("This game has no such rule. Choose one out of its rulebook."), fields={"rule": "unknown"}
            )
        if not text:
            raise Malformed(say("Say how you play it instead."), fields={"text": "empty"})
        if len(position.house) >= MOST:
            raise TooMany(say("There are enough house rules. Take one back first."), retry_after=60)
        seq = turn.append("house_rule", {"rule": rule, "text": text, "name": me.name}, me.id, key)
        _follow(turn, position)
    return Submitted(seq, False)


def take_back(code: str, phone: int | None, row: int, *, key: str) -> Submitted:
    """The book holds again: by the host, or by whoever recorded that house rule (its log row).

    Raises Stranger, NotYourSeat, NotFound for one that does not stand."""
    key = check_key(key)
    with at_table(code) as turn:
        me = turn.sitting(phone)
        position = log.position_at(turn.connection, turn.table)
        if (before := counted_before(turn, phone, position, key)) is not None:
            return before
        check_whole(position)
        rule = next((rule for rule in position.house if rule.seq == row), None)
        if rule is None:
            raise NotFound(say("That house rule does not stand at this table. Look at the list again."))
        if not turn.is_host(phone) and rule.by not in {seat.id for seat in turn.seats_of(phone)}:
            raise NotYourSeat(say("Only whoever recorded that house rule, or the host, can take it back."))
        body = {"row": row, "rule": rule.rule, "text": rule.text, "name": me.name}
        seq = turn.append("house_back", body, me.id, key)
        _follow(turn, position)
    return Submitted(seq, False)


def _follow(turn: Turn, position: log.Position) -> None:
    """A finished game's result names the house rules too."""
    results.follow(turn, position.game, position.state)
