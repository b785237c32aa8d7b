"""What the hands do on the table after an action: one short instruction for each thing to do."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kernel import Finding
from app.games.phrases import Seat, Who, count, say
from app.games.stellarion.actions import Put
from app.games.stellarion.cards import Card, Galaxy, Symbol, Type, called, deck_called, galaxy_called, type_called
from app.games.stellarion.reasons import because
from app.games.stellarion.state import Sun


def discard(cards: Sequence[Card]) -> tuple[Finding, ...]:
    return tuple(
        because(
            "discard-own-pile",
            say("Discard %(card)s on the %(deck)s pile.", card=called(card), deck=deck_called(card.symbol)),
        )
        for card in cards
    )


def under(card: Card) -> Finding:
    name = deck_called(card.symbol)
    return because("thrusters", say("Put %(card)s at the bottom of the %(deck)s deck.", card=called(card), deck=name))


def voyage(galaxy: Galaxy, to: Seat, seats: int) -> Finding:
    name = galaxy_called(galaxy)
    if seats == 1:
        return because("launch-voyage", say("Put a Voyage of %(galaxy)s into the victory pile.", galaxy=name))
    text = say("Put a Voyage of %(galaxy)s into the pile of %(who)s.", galaxy=name, who=Who(to))
    return because("two-piles", text)


def star() -> Finding:
    return because("star-removed", say("Remove a Shooting Star from the game."))


def search(card: Card) -> Finding:
    text = say(
        "Shuffle the %(deck)s deck and put %(card)s face up on top.",
        deck=deck_called(card.symbol),
        card=called(card),
    )
    return because("ship-minor", text)


def retrieve(cards: Sequence[Card], on_top: bool) -> tuple[Finding, ...]:
    """The first card ends uppermost, so that it is put there last."""
    deck = deck_called(cards[0].symbol)
    if on_top:
        return tuple(
            because("radar", say("Put %(card)s face up on top of the %(deck)s deck.", card=called(card), deck=deck))
            for card in reversed(cards)
        )
    name = called(cards[0])
    if len(cards) == 2:
        text = say(
            "Shuffle %(card)s and %(other)s into the %(deck)s deck, all face down.",
            card=name,
            other=called(cards[1]),
            deck=deck,
        )
        return (because("shuffle-hides", text),)
    text = say("Shuffle %(card)s into the %(deck)s deck, all face down.", card=name, deck=deck)
    return (because("shuffle-hides", text),)


def look(upper: Card, lower: Card, put: Put) -> tuple[Finding, ...]:
    deck, above, below = deck_called(upper.symbol), called(upper), called(lower)
    match put:
        case Put.APART:
            return (
                because("stars-minor", say("Put %(card)s face up on top of the %(deck)s deck.", card=above, deck=deck)),
                because("stars-minor", say("Put %(card)s at the bottom of the %(deck)s deck.", card=below, deck=deck)),
            )
        case Put.ON_TOP:
            return (
                because("amplifier", say("Put %(card)s face up on top of the %(deck)s deck.", card=below, deck=deck)),
                because("amplifier", say("Put %(card)s face up on it.", card=above)),
            )
        case Put.UNDER:
            return (
                because("amplifier", say("Put %(card)s at the bottom of the %(deck)s deck.", card=above, deck=deck)),
                because("amplifier", say("Put %(card)s under it.", card=below)),
            )


def stock(cards: Sequence[Card]) -> tuple[Finding, ...]:
    return tuple(because("outpost-stock", say("Put %(card)s into the Outpost.", card=called(card))) for card in cards)


def sun(before: Sun | None, after: Sun | None) -> tuple[Finding, ...]:
    """Where the figure goes, and the token it takes."""
    if before is None or after is None or before.at == after.at:
        return ()
    moved = abs(after.at - before.at)
    if after.at > before.at:
        text = count(
            "Move the Glaucous Sun %(num)s space forward, to space %(space)s.",
            "Move the Glaucous Sun %(num)s spaces forward, to space %(space)s.",
            moved,
            space=int(after.at),
        )
        return (because("sun-moves", text),)
    text = count(
        "Move the Glaucous Sun %(num)s space backward, to space %(space)s.",
        "Move the Glaucous Sun %(num)s spaces backward, to space %(space)s.",
        moved,
        space=int(after.at),
    )
    if after.held > before.held:
        return (because("sun-back", text), because("meteor-taken", say("Take the Meteor token of that space.")))
    return (because("sun-back", text),)


def theory(proven: Type, following: Type | None) -> tuple[Finding, ...]:
    gone = because("theory-next", say("Remove the theory %(type)s from the game.", type=type_called(proven)))
    if following is None:
        return (gone,)
    shown = say("The next theory is %(type)s.", type=type_called(following))
    return (gone, because("theory-next", shown))


def meteors() -> Finding:
    return because("meteors-spend", say("Remove two Meteor tokens from the game."))


def turn_up(symbols: Sequence[Symbol]) -> tuple[Finding, ...]:
    """The decks whose tops are due now (SN-1)."""
    return tuple(
        because("turn-reveal", say("Turn up the top of the %(deck)s deck.", deck=deck_called(symbol)))
        for symbol in symbols
    )
