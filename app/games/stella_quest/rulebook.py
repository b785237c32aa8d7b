"""Every rule of Stella Quest that the app can cite, in the order of the book.

The words here are our own. What the book says is a ``text``, what two of its places say together ``follows``, and
what is our reading only is a ruling and gives its reason.
"""

from __future__ import annotations

from app.games.phrases import mark
from app.games.rulebook import Place, Rule, RuleId, bind

BOOK = "Stella Quest"


def _place(heading: str) -> Place:
    return Place(BOOK, heading, "en")


COMPONENTS = _place("Components")
GOAL = _place("Goal of the Game")
SETUP = _place("Setup")
LEAD = _place("Lead color")
TRUMP = _place("Trump color")
STRUCTURE = _place("Round Structure")
RUNNING_OUT = _place("Running Out of Cards")
WHO_WINS = _place("Who Wins a Round?")
EXAMPLE_1 = _place("Example 1. Higher value")
EXAMPLE_2 = _place("Example 2. Trump card")
EXAMPLE_3 = _place("Example 3. Card of the lead color")
EXAMPLE_4 = _place("Example 4. Super-trump card")
EXAMPLE_5 = _place("Example 5. Super-trump card")
EXAMPLE_6 = _place("Example 6. Second super-trump card")
ROUND_EXAMPLE = _place("Round Example")
RADIANCE = _place("Radiance Tokens")
LOSS_EXAMPLE = _place("Radiance Loss Example")
RESTS = _place("Rest Cards")
END = _place("End of the Game")
SCORING_EXAMPLE = _place("Scoring Example")
TWO_PLAYERS = _place("Two-Player Game")


def _text(name: str, text: str, *places: Place) -> Rule:
    """The book says it."""
    return Rule(_id(name), "text", text, places)


def _follows(name: str, text: str, *places: Place) -> Rule:
    """It follows from these places."""
    return Rule(_id(name), "follows", text, places)


def _ruling(name: str, text: str, reason: str, *places: Place) -> Rule:
    """Our reading, and why."""
    return Rule(_id(name), "ruling", text, places, reason)


def _id(name: str) -> RuleId:
    return RuleId(f"stella_quest.{name}")


# fmt: off
_SETUP = (
    _text("two-copies",
        mark("48 emotion cards in four colours; each colour has every value from 1 to 6 twice."),
        COMPONENTS),
    _text("six-rests",
        mark("The other 6 of the 54 cards are rests."),
        COMPONENTS),
    _text("backs-match",
        mark("The back of a card has the colour of its face."),
        COMPONENTS),
    _ruling("qu-2",
        mark("Rests have a back of their own and belong to no colour. A rest can be the first card of the pile, and "
             "on top it hides the emotion card under it: no trump, and no super-trump by the pile."),
        mark("The book gives rests no colour and no value, and says there is no trump while one is on top."),
        COMPONENTS, RESTS, TRUMP),
    _text("components",
        mark("The box also has 20 radiance tokens, one side light and one dark, a card holder, and the black star "
             "marker, put together before the first game."),
        COMPONENTS),
    _follows("qu-1",
        mark("Two to four play: 20 tokens are enough for four, and a game of two is described."),
        COMPONENTS, SETUP, TWO_PLAYERS),
    _text("goal",
        mark("Win by collecting six emotion cards with the values 1 to 6, in any colours."),
        GOAL, END),
    _text("last-light",
        mark("Whoever has turned all five tokens to the dark side loses."),
        GOAL, RADIANCE),
    _text("deal-five",
        mark("Emotion cards and rests are shuffled together; everybody is dealt 5, the others are the deck."),
        SETUP),
    _text("first-pile-card",
        mark("The top card of the deck is turned up beside it and begins the pile."),
        SETUP),
    _text("five-lights",
        mark("Everybody lays out 5 radiance tokens, light side up."),
        SETUP, RADIANCE),
    _text("tokens-visible",
        mark("All players can see everybody's tokens throughout the game."),
        SETUP),
    _text("marker-at-start",
        mark("The black star marker starts in the centre, in front of nobody."),
        SETUP),
    _text("first-player",
        mark("Whoever last looked at the stars plays first."),
        SETUP),
)
_ROUND = (
    _text("round-order",
        mark("A round has six steps: first card, the others' cards, winner, take and discard, marker, next round."),
        STRUCTURE),
    _text("first-plays-any",
        mark("The first player plays any card from the hand, face up."),
        STRUCTURE, ROUND_EXAMPLE),
    _text("lead-colour",
        mark("The colour of the first emotion card of a round is the lead colour for the whole round."),
        LEAD, STRUCTURE, ROUND_EXAMPLE),
    _text("turn-order",
        mark("The others play in turn order, clockwise from the first player."),
        STRUCTURE),
    _text("one-card-each",
        mark("Everybody plays exactly one card in a round."),
        STRUCTURE),
    _text("must-follow",
        mark("Who has a card of the lead colour must play one."),
        LEAD, STRUCTURE, ROUND_EXAMPLE),
    _text("none-held",
        mark("Who has no card of the lead colour plays any card, a trump too."),
        TRUMP, STRUCTURE, ROUND_EXAMPLE),
    _text("rest-always",
        mark("A rest may be played even with a card of the lead colour in hand."),
        STRUCTURE, RESTS),
    _text("backs-visible",
        mark("Everybody must be able to see the colours on the backs of all hands; covering them is not allowed."),
        STRUCTURE),
    _ruling("qu-4",
        mark("The lead colour must be played if held, also when a card of another colour would be a super-trump. The "
             "app judges this when told a hand or its backs. It remarks on a proven slip and never blocks it."),
        mark("The app sees no hands, the backs are public at the table, and the book names no penalty."),
        STRUCTURE, LEAD, WHO_WINS),
    _text("trump-colour",
        mark("The colour of the emotion card on top of the pile is trump."),
        TRUMP),
    _text("neutral",
        mark("A card of neither the lead nor the trump colour is neutral."),
        EXAMPLE_3, EXAMPLE_5, ROUND_EXAMPLE),
    _ruling("qu-16",
        mark("A third copy of an emotion card or a seventh rest among collections, pile and table is refused, with "
             "the places of the others. After a shuffle the shuffled cards are unseen again."),
        mark("The box has no such card, so one of them must have been entered by mistake."),
        COMPONENTS, RUNNING_OUT),
)
_SUPPLY = (
    _text("empty-hand",
        mark("Whose hand is empty draws at once as many cards as light tokens."),
        RUNNING_OUT),
    _text("one-light-two-cards",
        mark("With only one light token an empty hand draws 2 cards."),
        RUNNING_OUT),
    _text("refill-free",
        mark("Filling an empty hand turns no token."),
        RUNNING_OUT),
    _ruling("qu-6",
        mark("An empty hand is filled right after its last card is played, before the next card and before any loss "
             "of this round."),
        mark("The book says at once, and the hand is empty from the moment its last card is played."),
        RUNNING_OUT),
    _text("deck-out",
        mark("When the deck runs out, the pile without its top card is shuffled into a new deck at once."),
        RUNNING_OUT),
    _ruling("qu-7",
        mark("Cards of the running round are not shuffled in. With nothing left one draws what there is; paying for "
             "no card is not possible, and who has no card at all is passed over until there are some."),
        mark("They are not in the pile yet. The book does not say what happens when there are no cards to draw."),
        RUNNING_OUT, RADIANCE),
)
_WINNER = (
    _text("lead-wins",
        mark("Without trumps the highest card of the lead colour wins."),
        STRUCTURE, WHO_WINS, EXAMPLE_1, EXAMPLE_3),
    _text("trump-wins",
        mark("The highest trump beats every card of the lead colour."),
        TRUMP, STRUCTURE, WHO_WINS, EXAMPLE_2),
    _text("super-trump-wins",
        mark("A super-trump wins the round."),
        STRUCTURE, WHO_WINS),
    _text("super-by-pile",
        mark("An emotion card equal in colour and value to the top of the pile is a super-trump."),
        WHO_WINS, EXAMPLE_6),
    _text("super-by-earlier",
        mark("An emotion card equal to one played earlier in the round is a super-trump, of any colour."),
        WHO_WINS, EXAMPLE_4, EXAMPLE_5),
    _text("second-super-trump",
        mark("Of two super-trumps in a round the second one wins."),
        WHO_WINS, EXAMPLE_6),
    _text("priority",
        mark("Super-trump beats trump, trump beats lead; within one of them the higher value wins."),
        WHO_WINS),
    _ruling("qu-3",
        mark("What a card is does not change after it is played: the first of a pair does not become a super-trump. "
             "Only the top of the pile counts, not the cards under it. A super-trump wins even when another colour "
             "should have been played."),
        mark("The book compares with the top and with earlier cards only, and asks for no card to be judged again."),
        WHO_WINS, STRUCTURE),
    _text("all-rest",
        mark("If everybody rests, nobody wins: marker and first player stay, and no radiance is lost."),
        STRUCTURE, WHO_WINS, RESTS),
)
_TAKE = (
    _text("take-one",
        mark("The winner takes one emotion card of the round into the collection, face up."),
        STRUCTURE, ROUND_EXAMPLE),
    _text("rest-not-taken",
        mark("A rest cannot be taken."),
        STRUCTURE, RESTS, LOSS_EXAMPLE),
    _text("choose-top",
        mark("The winner discards the other cards and chooses which one is on top: the next trump colour."),
        STRUCTURE, ROUND_EXAMPLE),
    _text("rest-on-top",
        mark("If a rest was played, a rest must be on top."),
        STRUCTURE, RESTS),
    _text("marker-to-winner",
        mark("The winner takes the black star marker."),
        STRUCTURE, ROUND_EXAMPLE),
    _text("winner-leads",
        mark("The player with the marker begins the next round."),
        STRUCTURE),
    _follows("qu-8",
        mark("The order: pay for the black star, take a card, pay for a duplicate, see who is complete or out, "
             "discard, move the marker. Any emotion card of the round can be taken, one's own too; one must be."),
        STRUCTURE, RADIANCE, LOSS_EXAMPLE),
    _ruling("qu-13",
        mark("After a round of rests only, its cards go to the pile, a rest on top."),
        mark("The book does not say where they go; every other round ends on the pile."),
        RESTS, STRUCTURE),
)
_RADIANCE = (
    _text("lose-radiance",
        mark("To lose radiance is to turn a token to its dark side."),
        RADIANCE),
    _text("marker-loss",
        mark("Winning with the black star in front of oneself costs 1 radiance."),
        RADIANCE, LOSS_EXAMPLE),
    _follows("qu-12",
        mark("It depends on the marker, not on winning twice in a row: a round of rests between changes nothing."),
        RADIANCE, RESTS),
    _ruling("qu-9",
        mark("If the black star takes the last radiance, the game ends there: nothing is taken and nothing moves."),
        mark("The book ends the game immediately; a card taken afterwards would change no winner and no points."),
        RADIANCE, LOSS_EXAMPLE),
    _text("duplicate-loss",
        mark("Taking a value that is already in the collection costs as many radiance as the card has gems."),
        RADIANCE, LOSS_EXAMPLE),
    _text("gems",
        mark("Values 1 and 2 have 3 gems, 3 and 4 have 2, 5 and 6 have 1."),
        RADIANCE),
    _ruling("qu-10",
        mark("A loss greater than the radiance left turns all tokens. Only a round's winner can be eliminated."),
        mark("There is nothing more to turn, and a paid draw always leaves one token light."),
        RADIANCE, END),
    _text("paid-draw",
        mark("On one's turn one may lose 1 radiance to draw 3 cards."),
        RADIANCE),
    _text("paid-draw-least",
        mark("It may be repeated in a turn, each time with at least 2 radiance."),
        RADIANCE),
    _text("hand-limit",
        mark("Nobody holds more than 10 cards: drawing stops before an eleventh."),
        RADIANCE),
    _text("no-discarding",
        mark("Cards cannot simply be thrown away."),
        RADIANCE),
    _ruling("qu-5",
        mark("Paid draws come before one's card. Fewer than 3 cards, because the hand is full then, cost 1 radiance "
             "as well; with 10 in hand nothing can be paid."),
        mark("A turn is for playing the card; the price buys the draw, and nothing is bought with a full hand."),
        RADIANCE),
    _text("game-ends",
        mark("The last lost radiance eliminates its player and ends the game at once."),
        RADIANCE, END),
)
_REST = (
    _text("rest-no-value",
        mark("A rest has no value and never wins."),
        RESTS, EXAMPLE_3),
    _text("rest-hides-trump",
        mark("While a rest is on top of the pile, no colour is trump."),
        RESTS),
    _text("rest-first",
        mark("After a rest as the first card, the first emotion card sets the lead colour."),
        RESTS),
)
_END = (
    _text("collection-wins",
        mark("Whoever has the values 1 to 6 in the collection wins, and the game ends at once."),
        END, GOAL),
    _text("complete-and-out",
        mark("Who completes the collection and loses the last radiance in the same round is eliminated."),
        END),
    _text("qu-11",
        mark("Complete and out together: no victory. The others count their points."),
        END),
    _text("eliminated-not-scored",
        mark("After an elimination the other players count points; the eliminated one does not."),
        END, RADIANCE),
    _text("flip-duplicates",
        mark("Before the count everybody flips all cards whose value is in the collection more than once."),
        END, SCORING_EXAMPLE),
    _text("count-points",
        mark("Points are the light tokens and the gems on the cards that are not flipped."),
        END, SCORING_EXAMPLE),
    _text("most-points",
        mark("Most points wins."),
        END),
    _text("shared-victory",
        mark("Who ties for most points shares the victory."),
        END),
    _ruling("qu-14",
        mark("Every copy of a duplicated value is flipped. After a completed collection there is a winner and no "
             "points."),
        mark("The rule and its example in brackets say so; the scoring example shows one flipped card only."),
        END, SCORING_EXAMPLE),
)
_TWO = (
    _text("opponent-joins",
        mark("In a game of two an artificial opponent takes part."),
        TWO_PLAYERS, STRUCTURE),
    _text("opponent-nothing",
        mark("It has no hand and no radiance, never plays first and cannot win the game."),
        TWO_PLAYERS),
    _text("opponent-second",
        mark("The artificial opponent plays right after the first player, before the other one."),
        TWO_PLAYERS),
    _text("opponent-card",
        mark("It plays the top card of the deck."),
        TWO_PLAYERS),
    _text("opponent-nobody",
        mark("If the artificial opponent should win the round, nobody wins it."),
        TWO_PLAYERS),
    _text("opponent-top",
        mark("Then all cards are discarded, its card on top; a rest, if one was played, goes on top instead."),
        TWO_PLAYERS),
    _text("opponent-marker",
        mark("Then the black star marker goes back to the centre."),
        TWO_PLAYERS),
    _text("last-leads",
        mark("Then the player of the round's last card plays first next."),
        TWO_PLAYERS),
    _ruling("qu-15",
        mark("The artificial opponent need not follow. Its card can set the lead, repeat a card, be repeated, and be "
             "taken. If both people rest and it does not, it should win."),
        mark("It plays whatever the deck gives; the book treats its card like any other card of the round."),
        TWO_PLAYERS, LEAD, WHO_WINS),
    _ruling("qu-17",
        mark("When somebody leaves, the table ends the game with the points of the finished rounds, or plays on "
             "without that seat: once a round is decided without it, a completed collection still wins, but points "
             "are not counted any more, however the game ends."),
        mark("The book knows no players who leave; this is the table's decision and is written on the result."),
        SETUP, END),
)
# fmt: on

#: The rules under the headings of play.
SECTIONS: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (mark("Setting up"), _SETUP),
    (mark("Playing a card"), _ROUND),
    (mark("Drawing cards"), _SUPPLY),
    (mark("Who wins the round"), _WINNER),
    (mark("After the round"), _TAKE),
    (mark("Radiance"), _RADIANCE),
    (mark("Rests"), _REST),
    (mark("End and points"), _END),
    (mark("Two players"), _TWO),
)
RULEBOOK = bind(rule for _title, rules in SECTIONS for rule in rules)

#: How Stella Quest works in 60 seconds.
HOW_TO: tuple[str, ...] = (
    mark("Collect the values 1 to 6. Guard your five radiance."),
    mark("Everybody plays one card. Follow the first colour if you can."),
    mark("The pile's top colour is trump. Trump beats the lead."),
    mark("The same card again is a super-trump: it wins."),
    mark("A rest never wins. You may always play it."),
    mark("The winner takes one card, the black star, and begins."),
    mark("Winning with the black star costs 1 radiance."),
    mark("A value twice costs its gems. Three cards cost 1."),
    mark("No radiance left? You are out; the others count."),
)
