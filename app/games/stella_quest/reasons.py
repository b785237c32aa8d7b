"""Why: the short steps behind everything that happens in Stella Quest. At most four, at most twelve words each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.games.kernel import Finding
from app.games.phrases import Phrase, Seat, Who, count, say
from app.games.rulebook import RuleId
from app.games.stella_quest import taking
from app.games.stella_quest.cards import Card, Colour, called, coloured
from app.games.stella_quest.following import Duty
from app.games.stella_quest.state import Cause, Drawn, Loss, Revoke, Round, Shuffled
from app.games.stella_quest.taking import TakeOption
from app.games.stella_quest.verdict import Category, Same, Verdict


def because(rule: str, says: Phrase) -> Finding:
    return Finding(RuleId(f"stella_quest.{rule}"), says)


# Lead, trump, and what a card is


def trump(top: Card) -> Finding:
    """What the top of the pile makes trump."""
    if top.colour is None:
        return because("rest-hides-trump", say("A rest lies on top: no colour is trump."))
    return because("trump-colour", say("%(card)s lies on top: its colour is trump.", card=called(top)))


def lead(cards: Sequence[Card], colour: Colour | None) -> Finding | None:
    """Which colour leads, and by which card."""
    if not cards:
        return None
    if colour is None:
        return because("rest-first", say("No emotion card yet: no colour leads."))
    card = next(one for one in cards if one.colour is colour)
    if cards[0].is_rest:
        return because("rest-first", say("%(card)s is the first emotion card: its colour leads.", card=called(card)))
    return because("lead-colour", say("%(card)s was played first: its colour leads.", card=called(card)))


def category(card: Card, kind: Category, same: Same | None) -> Finding:
    """What a card is the moment it is played (QU-3)."""
    name = called(card)
    match kind:
        case Category.SUPER_TRUMP if same is Same.PILE:
            return because("super-by-pile", say("%(card)s equals the top of the pile: super-trump.", card=name))
        case Category.SUPER_TRUMP:
            return because("super-by-earlier", say("%(card)s repeats a card of this round: super-trump.", card=name))
        case Category.TRUMP:
            return because("trump-colour", say("%(card)s has the trump colour: trump.", card=name))
        case Category.LEAD:
            return because("lead-colour", say("%(card)s has the lead colour.", card=name))
        case Category.NEUTRAL:
            return because("neutral", say("%(card)s is neither lead nor trump: it cannot win.", card=name))
        case Category.REST:
            return because("rest-no-value", say("A rest cannot win."))
        case _ as never:
            assert_never(never)


def verdict(cards: Sequence[Card], result: Verdict) -> tuple[Finding, ...]:
    """Why this card wins, or is ahead; or why nobody wins. The first reason decides and can be said alone."""
    if not cards:
        return ()
    if result.winner is None:
        return (because("all-rest", say("Only rests: nobody wins.")),)
    card = cards[result.winner]
    kinds = result.categories
    match result.by:
        case Category.SUPER_TRUMP:
            supers = [place for place, kind in enumerate(kinds) if kind is Category.SUPER_TRUMP]
            why = tuple(category(cards[place], kinds[place], result.same_as[place]) for place in supers)
            if len(supers) > 1:
                second = say("%(card)s is the second super-trump: it wins.", card=called(card))
                return (because("second-super-trump", second), *why)
            return (*why, because("super-trump-wins", say("A super-trump beats everything else.")))
        case Category.TRUMP:
            if kinds.count(Category.TRUMP) == 1:
                return (because("trump-wins", say("%(card)s is the only trump.", card=called(card))),)
            return (because("trump-wins", say("%(card)s is the highest trump.", card=called(card))),)
        case _:
            no_trump = because("trump-wins", say("Nobody played a trump."))
            if kinds.count(Category.LEAD) == 1:
                only = say("%(card)s is the only card of the lead colour.", card=called(card))
                return (because("lead-wins", only), no_trump)
            return (
                because("lead-wins", say("%(card)s is the highest of the lead colour.", card=called(card))),
                no_trump,
            )


def duty(answer: Duty) -> Finding:
    """The answer to "may this card be played?" (QU-4)."""
    match answer:
        case Duty.LEADS:
            return because("first-plays-any", say("No colour leads yet: any card may be played."))
        case Duty.FOLLOWS:
            return because("must-follow", say("It follows the lead colour."))
        case Duty.RESTS:
            return because("rest-always", say("A rest may always be played."))
        case Duty.NONE_HELD:
            return because("none-held", say("No card of the lead colour in hand: any card may be played."))
        case Duty.MUST_FOLLOW:
            return because("must-follow", say("A card of the lead colour is in hand: play it, or rest."))
        case Duty.NOT_IN_HAND:
            return because("backs-match", say("No card in this hand has that colour on its back."))
        case _ as never:
            assert_never(never)


def depends() -> Finding:
    """The answer as long as nobody has told the other backs of the hand."""
    return because("must-follow", say("Yes, if no other back in the hand has the lead colour."))


def did_not_follow(seat: Seat, colour: Colour) -> Finding:
    """A remark, never a block: the backs are on the table for everybody to see (QU-4)."""
    text = say("%(who)s did not follow %(colour)s: fine without that colour.", who=Who(seat), colour=coloured(colour))
    return because("qu-4", text)


def revoked(found: Revoke) -> tuple[Finding, ...]:
    """What was wrong, then the two rounds that prove it. The book names no penalty (QU-4)."""
    who, doubt = Who(found.seat), found.doubt
    return (
        because(
            "must-follow",
            say(
                "Proven: %(who)s had %(colour)s in round %(num)s and did not follow.",
                num=doubt.number,
                who=who,
                colour=coloured(doubt.colour),
            ),
        ),
        because(
            "must-follow",
            say(
                "Round %(num)s: %(who)s played %(card)s on %(colour)s.",
                num=doubt.number,
                who=who,
                card=called(doubt.card),
                colour=coloured(doubt.colour),
            ),
        ),
        because(
            "qu-4",
            say(
                "Round %(num)s: %(who)s played %(card)s, without a draw between.",
                num=found.shown,
                who=who,
                card=called(found.card),
            ),
        ),
    )


# What it costs


def loss(lost: Loss, card: Card | None) -> Finding:
    """Why radiance went; ``card`` is the taken one."""
    who = Who(lost.seat)
    match lost.cause:
        case Cause.MARKER:
            return because("marker-loss", say("%(who)s won with the black star: 1 radiance.", who=who))
        case Cause.DUPLICATE:
            told = say("the card") if card is None else called(card)
            if lost.flipped < lost.due:
                text = count(
                    "%(card)s costs %(due)s, %(who)s had %(num)s radiance: all lost.",
                    "%(card)s costs %(due)s, %(who)s had %(num)s radiance: all lost.",
                    lost.flipped,
                    card=told,
                    due=lost.due,
                    who=who,
                )
                return because("qu-10", text)
            text = count(
                "%(who)s has that value: %(card)s costs %(num)s radiance.",
                "%(who)s has that value: %(card)s costs %(num)s radiance.",
                lost.due,
                who=who,
                card=told,
            )
            return because("duplicate-loss", text)
        case Cause.DRAW:
            return because("paid-draw", say("%(who)s paid 1 radiance to draw.", who=who))
        case _ as never:
            assert_never(never)


def option(choice: TakeOption) -> tuple[Finding, ...]:
    """What taking a card means."""
    card = called(choice.card)
    if choice.gem_loss:
        text = count(
            "%(card)s: this value is there, so %(num)s gem of radiance.",
            "%(card)s: this value is there, so %(num)s gems of radiance.",
            choice.gem_loss,
            card=card,
        )
        why = (because("duplicate-loss", text),)
    else:
        why = (because("take-one", say("%(card)s: a new value costs nothing.", card=card)),)
    match choice.then:
        case taking.Then.ELIMINATED if choice.completes:
            return (*why, because("complete-and-out", say("It completes 1 to 6 with the last radiance: out.")))
        case taking.Then.ELIMINATED:
            return (*why, because("game-ends", say("It takes the last radiance: out.")))
        case taking.Then.WINS:
            return (*why, because("collection-wins", say("It completes 1 to 6: the game is won.")))
        case taking.Then.CONTINUES:
            return why
        case _ as never:
            assert_never(never)


# Where the cards go, and who begins


def top(round_: Round) -> Finding | None:
    """Why that card lies on top of the pile after the round."""
    if round_.on_top is None:
        return None
    if round_.away:
        return because("qu-13", say("The rests leave the game: the pile stays as it is."))
    if round_.on_top.is_rest:
        rule = "rest-on-top" if round_.winner is not None else "qu-13"
        return because(rule, say("A rest was played: it lies on top."))
    card = called(round_.on_top)
    if round_.winner is None:
        return because("opponent-top", say("%(card)s of the artificial opponent lies on top.", card=card))
    if len(taking.top_options(round_.cards, round_.taken)) == 1:
        return because("choose-top", say("Only %(card)s is left to lie on top.", card=card))
    return because("choose-top", say("%(who)s put %(card)s on top.", who=Who(round_.winner), card=card))


def aftermath(round_: Round, result: Verdict, first: Seat) -> tuple[Finding, ...]:
    """Where the marker went and who begins the next round; ``first`` is that player, who is at the table (QU-17)."""
    begins = Who(first)
    if round_.winner is not None:
        rule = "winner-leads" if first == round_.winner else "qu-17"
        return (
            because("marker-to-winner", say("%(who)s takes the black star.", who=Who(round_.winner))),
            because(rule, say("%(who)s plays first next.", who=begins)),
        )
    if result.winner is None:
        stays = because("all-rest", say("All rested: the black star stays where it is."))
        if first != round_.first:
            return (stays, because("qu-17", say("%(who)s plays first next.", who=begins)))
        return (stays, because("all-rest", say("%(who)s plays first again.", who=begins)))
    nobody = because("opponent-nobody", say("The artificial opponent would win: nobody wins."))
    centre = because("opponent-marker", say("The black star goes to the centre."))
    if first != next(one.by for one in reversed(round_.played) if one.by is not None):
        return (nobody, centre, because("qu-17", say("%(who)s plays first next.", who=begins)))
    return (nobody, centre, because("last-leads", say("%(who)s played last and plays first next.", who=begins)))


# Cards from the deck


def supply(news: Drawn | Shuffled) -> Finding:
    """Who draws how many and why, or that the pile becomes the deck."""
    match news:
        case Drawn(seat=seat, cards=cards, due=due) if cards < due:
            text = count(
                "%(who)s draws %(num)s card of %(due)s: no more are left.",
                "%(who)s draws %(num)s cards of %(due)s: no more are left.",
                cards,
                who=Who(seat),
                due=due,
            )
            return because("qu-7", text)
        case Drawn(seat=seat, cards=cards, paid=True):
            text = count(
                "%(who)s pays 1 radiance: draw %(num)s card.",
                "%(who)s pays 1 radiance: draw %(num)s cards.",
                cards,
                who=Who(seat),
            )
            return because("paid-draw" if cards == 3 else "hand-limit", text)
        case Drawn(seat=seat, cards=cards, light=light):
            text = count(
                "%(who)s has no cards left: draw %(num)s.",
                "%(who)s has no cards left: draw %(num)s.",
                cards,
                who=Who(seat),
            )
            return because("one-light-two-cards" if light == 1 else "empty-hand", text)
        case Shuffled(cards=cards, after=0):
            text = count(
                "Shuffle the pile without its top, %(num)s card: the new deck.",
                "Shuffle the pile without its top, %(num)s cards: the new deck.",
                cards,
            )
            return because("deck-out", text)
        case Shuffled(cards=cards, after=after):
            text = count(
                "Deck empty after %(after)s: shuffle the pile without top, %(num)s card.",
                "Deck empty after %(after)s: shuffle the pile without top, %(num)s cards.",
                cards,
                after=after,
            )
            return because("deck-out", text)
        case _ as never:
            assert_never(never)
