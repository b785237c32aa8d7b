"""The judge's answers about what is lost, drawn and counted in Stella Quest, by the functions of play."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.judging import Line, Verdict
from app.games.kernel import Finding, Refused, refuse
from app.games.phrases import Everyone, Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella_quest import questions, reasons, taking
from app.games.stella_quest.answers import too_many
from app.games.stella_quest.cards import Card, Colour, Value
from app.games.stella_quest.reasons import because
from app.games.stella_quest.state import LEAST_TO_PAY, MOST_IN_HAND, PAID_CARDS, PAID_PRICE, Radiance, Shuffled


def loss(radiance: Radiance, draws: int, has_marker: bool, twice: Value | None) -> Verdict | Refused:
    """What a round costs a player: ``draws`` paid for, then a win with the marker, then a card whose value is there
    already (``twice``; None: none is)."""
    left, lines, why = radiance, [], []
    for number in range(draws):
        if left < LEAST_TO_PAY:
            text = say("Draw %(num)s is not possible: it needs 2 radiance. Choose fewer.", num=number + 1)
            return refuse(RuleId("stella_quest.paid-draw-least"), text)
        left = taking.left_of(left, PAID_PRICE)
    if draws:
        lines.append(Line("draw", say("Paid draws"), -draws))
        why.append(because("paid-draw", say("Each paid draw costs 1 radiance.")))
    if marker := taking.marker_loss(has_marker):
        left = taking.left_of(left, marker)
        lines.append(Line("marker", say("Won with the black star"), -marker))
        why.append(because("marker-loss", say("Winning with the black star costs 1 radiance.")))
        if left == 0:
            why.append(because("qu-9", say("The black star took it: no card is taken.")))
            return _out(radiance, lines, why)
    if twice is not None:
        card = Card(Colour.BLUE, twice)
        due = taking.gem_loss(card, (card,))
        lines.append(Line("duplicate", say("A value %(value)s taken twice", value=int(twice)), -due))
        why.append(because("duplicate-loss", say("A value taken before costs its gems.")))
        if due > left:
            why.append(because("qu-10", say("The card costs %(due)s, only %(left)s left.", due=due, left=int(left))))
        left = taking.left_of(left, due)
        if left == 0:
            return _out(radiance, lines, why)
    if not why:
        nothing = because("lose-radiance", say("Only these three cost radiance."))
        return Verdict(say("No radiance is lost."), (nothing,), facts={"lost": 0, "left": int(left)})
    lost = int(radiance - left)
    headline = count(
        "%(num)s radiance lost, %(left)s left.", "%(num)s radiance lost, %(left)s left.", lost, left=int(left)
    )
    return Verdict(headline, tuple(why), lines=tuple(lines), facts={"lost": lost, "left": int(left)})


def _out(radiance: Radiance, lines: list[Line], why: list[Finding]) -> Verdict:
    """The last light is gone; of many reasons the last ones took it."""
    ends = because("game-ends", say("It takes the last radiance: out."))
    facts = {"lost": int(radiance), "left": 0}
    return Verdict(say("Out: the game ends."), (*why[-3:], ends), lines=tuple(lines), facts=facts)


def draw(hand: int, radiance: Radiance, deck: int, pile: int) -> Verdict | Refused:
    """How many cards are drawn: with no card in hand for nothing, else for 1 radiance. ``pile`` counts its top."""
    due: int
    if hand == 0:
        due = questions.refill_size(radiance)
        rule, text = "empty-hand", say("An empty hand draws one card per light.")
        if radiance == 1:
            rule, text = "one-light-two-cards", say("With only one light it draws 2.")
        why = [because(rule, text), because("refill-free", say("It turns no token."))]
    else:
        bought = questions.paid_draw(hand, radiance)
        if isinstance(bought, Refused):
            return Verdict(say("No draw is possible."), bought.violations, facts={"drawn": 0, "price": 0})
        due, why = bought, [because("paid-draw", say("1 radiance buys 3 cards."))]
        if due < PAID_CARDS:
            why = [
                because("hand-limit", say("Nobody holds more than %(most)s cards.", most=MOST_IN_HAND)),
                because("qu-5", say("Fewer cards cost 1 radiance as well.")),
            ]
    got = questions.draws(deck, pile, due)
    if got.shuffled:
        why.append(reasons.supply(Shuffled(got.shuffled, got.after)))
    if got.drawn < due:
        text = say("No more cards are left: %(num)s of %(due)s.", num=got.drawn, due=due)
        why.append(because("qu-7", text))
    price = int(PAID_PRICE) if hand and got.drawn else 0
    facts = {"drawn": got.drawn, "price": price, "deck": got.deck}
    if not got.drawn:
        return Verdict(say("No draw is possible."), tuple(why[-1:]), facts=facts)
    headline = (
        say("Draw %(cards)s, pay 1 radiance.", cards=got.drawn)
        if price
        else say("Draw %(cards)s, pay nothing.", cards=got.drawn)
    )
    return Verdict(headline, tuple(why), facts=facts)


def points(
    lights: Sequence[Radiance], collections: Sequence[Sequence[Value]], one_stays: bool = False
) -> Verdict | Refused:
    """Who wins: a completed collection, else the count. Whoever has no light is eliminated. ``one_stays``: the table
    plays QU-14 the other way."""
    if (no := too_many(collections)) is not None:
        return no
    cards = [[Card(Colour.BLUE, value) for value in held] for held in collections]
    out = [Seat(seat) for seat, light in enumerate(lights) if light == 0]
    full = [Seat(seat) for seat, held in enumerate(cards) if not taking.needs(held) and seat not in out]
    if len(out) > 1:
        text = say("Only one player can be out: the game ends at once. Give the others their lights.")
        return refuse(RuleId("stella_quest.game-ends"), text)
    if len(full) > 1 or (full and out):
        text = say("The game ends with the first of these. Undo what came later.")
        return refuse(RuleId("stella_quest.collection-wins"), text)
    if full:
        why = (because("collection-wins", say("%(who)s has collected 1 to 6 and wins at once.", who=Who(full[0]))),)
        return Verdict(say("%(who)s wins.", who=Who(full[0])), why, facts={"winners": [int(full[0])], "points": None})
    scores = questions.final_scores(cards, lights, frozenset(out), one_stays)
    told = [score.points for score in scores]
    winners = tuple(Seat(seat) for seat, place in enumerate(questions.ranks(told)) if place == 1)
    best = max(one for one in told if one is not None)
    lines = tuple(Line(str(seat), _line(Seat(seat), score), score.points) for seat, score in enumerate(scores))
    found = [*_ended(out, cards), _best(winners, best)]
    if one_stays and any(score.flipped for score in scores):
        found.append(because("qu-14", say("Of a value that is there twice one card counts.")))
    elif any(score.flipped for score in scores):
        found.append(because("flip-duplicates", say("A value that is there twice counts nothing.")))
    if len(found) < 4:
        found.append(because("count-points", say("Light tokens and gems are counted.")))
    headline = (
        say("%(who)s wins.", who=Who(winners[0]))
        if len(winners) == 1
        else count("%(num)s share the victory.", "%(num)s share the victory.", len(winners))
    )
    facts = {"winners": [int(one) for one in winners], "points": told}
    return Verdict(headline, tuple(found), lines=lines, facts=facts)


def _ended(out: Sequence[Seat], cards: Sequence[Sequence[Card]]) -> list[Finding]:
    """Why it is counted at all."""
    found: list[Finding] = []
    for seat in out:
        found.append(because("eliminated-not-scored", say("%(who)s has no light: out, counts nothing.", who=Who(seat))))
        if not taking.needs(cards[seat]):
            text = say("A card that completes 1 to 6 does not save %(who)s.", who=Who(seat))
            found.append(because("complete-and-out", text))
    return found


def _best(winners: tuple[Seat, ...], best: int) -> Finding:
    if len(winners) == 1:
        return because("most-points", say("%(who)s has most points, %(points)s.", who=Who(winners[0]), points=best))
    text = count(
        "%(who)s share the victory with %(num)s point.",
        "%(who)s share the victory with %(num)s points.",
        best,
        who=Everyone(winners),
    )
    return because("shared-victory", text)


def _line(seat: Seat, score: questions.Score) -> Phrase:
    """One player's count in a line."""
    if score.points is None:
        return say("%(who)s: out", who=Who(seat))
    gems = sum(line.gems for line in score.lines)
    return say(
        "%(who)s: lights %(light)s, gems %(gems)s, flipped %(flipped)s",
        who=Who(seat),
        light=int(score.light),
        gems=int(gems),
        flipped=len(score.flipped),
    )
