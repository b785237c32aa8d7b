"""Every rule of Stella that the app can cite, in the order of play.

The two books are the French and the Japanese rules of the game. Both are obeyed; where one is silent the other
decides. The words here are our own; what is our reading only is a ruling and gives its reason.
"""

from __future__ import annotations

from app.games.deciding import Alternatives
from app.games.phrases import mark
from app.games.rulebook import Place, Rule, RuleId, bind

FRENCH = "Stella – Dixit Universe"
JAPANESE = "ステラ：ディクシット・ユニバース"

F_BOX = Place(FRENCH, "3 à 6 joueurs", "fr")
F_AIM = Place(FRENCH, "But du jeu", "fr")
F_SETUP = Place(FRENCH, "Déroulement d’une partie", "fr")
F_ASSOCIATE = Place(FRENCH, "PREMIÈRE ÉTAPE DE LA MANCHE : ASSOCIER", "fr")
F_ANNOUNCE = Place(FRENCH, "DEUXIÈME ÉTAPE DE LA MANCHE : ANNONCER", "fr")
F_REVEAL = Place(FRENCH, "TROISIÈME ÉTAPE DE LA MANCHE : RÉVÉLER", "fr")
F_COUNT = Place(FRENCH, "QUATRIÈME ÉTAPE DE LA MANCHE : COMPTER LES POINTS", "fr")
F_WIN = Place(FRENCH, "Comment gagner à Stella ?", "fr")
J_INTRO = Place(JAPANESE, "同じ絵を選んだ仲間と、星を集める", "ja")
J_SETUP = Place(JAPANESE, "15枚の場と、向きの合った個人ボード", "ja")
J_MARK = Place(JAPANESE, "選ぶのは1～10枚、発表するのは枚数だけ", "ja")
J_REVEAL = Place(JAPANESE, "絵を1枚示し、選んだ人数で星を付ける", "ja")
J_DARK = Place(JAPANESE, "最初の例と、闇にいる人の得点", "ja")
J_NEXT = Place(JAPANESE, "行を交換して次へ、4回の合計で勝負", "ja")


def _text(name: str, text: str, *places: Place) -> Rule:
    """A book says it."""
    return Rule(_id(name), "text", text, places)


def _follows(name: str, text: str, *places: Place) -> Rule:
    """It follows from these places."""
    return Rule(_id(name), "follows", text, places)


def _ruling(name: str, text: str, reason: str, other: str, *places: Place) -> Rule:
    """Our reading, why, and the other one with what it would change."""
    return Rule(_id(name), "ruling", text, places, reason, other)


def _id(name: str) -> RuleId:
    return RuleId(f"stella.{name}")


# fmt: off
_SETUP = (
    _text("players",
        mark("Three to six people play, always with the same 15 cards and 4 rounds."),
        F_BOX, J_SETUP),
    _text("aim",
        mark("Link cards to the clue words, meet others on the same cards, and collect the most stars."),
        F_AIM, J_INTRO),
    _text("fifteen-cards",
        mark("84 picture cards are shuffled: three rows of five lie beside the board, the others are the draw pile."),
        F_SETUP, J_SETUP),
    _text("slate-matches-table",
        mark("Everybody turns the slate the way the table lies: each square stands for one of the 15 cards."),
        F_ASSOCIATE, J_SETUP),
    _text("colours",
        mark("Everybody picks a colour and takes its slate, a pen and its lantern."),
        F_SETUP, J_SETUP),
    _text("lanterns-at-start",
        mark("All lanterns wait, light side up, on the start space at the bottom of the board."),
        F_SETUP, J_SETUP),
    _text("round-tokens",
        mark("The round tokens I to IV lie on their four spaces, numbers up, from the bottom to the top."),
        J_SETUP),
    _text("score-board",
        mark("One player keeps the score board with everybody's name, and writes the points after each round."),
        F_SETUP, J_SETUP),
    _text("four-words",
        mark("Four word cards, drawn blind or the beginners' four in order, form a face-down pile."),
        F_SETUP, J_SETUP),
    _text("first-scout",
        mark("One player is named, or drawn, as the first scout and takes the First Scout pawn."),
        F_SETUP, J_SETUP),
    _text("pawn-stays",
        mark("The First Scout pawn stays with its holder for the whole round, whoever is the scout."),
        J_SETUP),
    _text("round-order",
        mark("A round has four steps: mark in secret, announce the numbers, show the cards one by one, count."),
        J_INTRO),
)
_ASSOCIATE = (
    _text("word",
        mark("The holder of the First Scout pawn turns a word card. Its upper word is the clue of the round; the lower "
             "one is hidden under the board."),
        F_ASSOCIATE, J_MARK),
    _text("other-word",
        mark("If everybody agrees, the other word of the card is played instead."),
        J_MARK),
    _ruling("st-13",
        mark("The word need not be told to the app. It can change until the first player has locked in."),
        mark("The books set no time limit for the change; once marks are made for a word it would be unfair."),
        mark("The word could change until all have locked in. Then some marks might be for another word."),
        F_ASSOCIATE, J_MARK),
    _text("marks-1-to-10",
        mark("Everybody marks at least 1 and at most 10 cards that fit the word."),
        F_ASSOCIATE, J_MARK),
    _text("secret-marks",
        mark("Marks are made in secret on one's own slate and shown to nobody."),
        J_MARK, J_INTRO),
    _text("pen-passed",
        mark("Who has finished marking passes the pen to the left. In the app this is locking in."),
        J_MARK),
    _text("selection-closed",
        mark("When everybody has finished, the selection is over and no mark can change any more."),
        F_ASSOCIATE, J_MARK),
    _ruling("st-1",
        mark("Until the last player has locked in, everybody may unlock and change marks; then nobody may."),
        mark("The books close the selection for all at once; they forbid no change of mind before that."),
        mark("Locking in could be final at once. Then nobody changes a mark after passing the pen."),
        F_ASSOCIATE, J_MARK),
    _ruling("last-one-confirms",
        mark("The last player to lock in is asked once more, because that ends the selection for everybody."),
        mark("Passing the last pen cannot be taken back at the table; a tap should not do it by accident."),
        mark("The last lock could end the selection without a question. Then a slip of the finger would count."),
        J_MARK),
)
_ANNOUNCE = (
    _text("announce-number",
        mark("Everybody says how many cards they marked, and puts the lantern, light side up, on that number."),
        F_ANNOUNCE, J_MARK),
    _ruling("st-2",
        mark("The announced number is the number of marks, counted by the app; all numbers appear together."),
        mark("The number cannot be chosen any more, so the order of saying it changes nothing."),
        mark("Everybody could tell the number aloud, one by one. Then a lantern might stand on a wrong number."),
        F_ANNOUNCE, J_MARK),
    _text("marks-stay-hidden",
        mark("Only the number is told. Which cards are marked stays hidden until they are shown one by one."),
        J_MARK),
    _text("dark",
        mark("If one player alone marked the most, that lantern is turned over: this player is in the dark."),
        F_ANNOUNCE, J_MARK, J_NEXT),
    _text("dark-tie",
        mark("If two or more share the most marks, nobody is in the dark."),
        F_ANNOUNCE, J_MARK, J_NEXT),
    _follows("st-3",
        mark("Darkness is decided anew each round and holds to its end, also after a fall."),
        F_COUNT, J_MARK, J_DARK, J_NEXT),
)
_REVEAL = (
    _text("first-scout-begins",
        mark("The holder of the First Scout pawn is the first to point at a card."),
        F_REVEAL, J_REVEAL),
    _text("scout-points",
        mark("The scout points at one marked card of their own that was not shown yet."),
        F_REVEAL, J_REVEAL),
    _ruling("st-5",
        mark("Pointing at anything else is not possible; it is never counted as a fall."),
        mark("The books say what the scout points at, and nothing about pointing elsewhere."),
        mark("Pointing at another card could be a fall. Then one could fall by mistake, or on purpose."),
        F_REVEAL, J_REVEAL),
    _text("honest",
        mark("The others look whether they marked the same card, and show it honestly."),
        J_REVEAL),
    _text("spark",
        mark("Three or more in all have the card: a spark. Each of them fills its two stars."),
        F_REVEAL, J_REVEAL),
    _text("super-spark",
        mark("Exactly two have the card: a super spark. Both fill its two stars and the bonus star, three in all."),
        F_REVEAL, J_REVEAL),
    _text("st-6",
        mark("For the number, everybody counts who marked the card: the scout and the fallen too."),
        J_REVEAL),
    _follows("st-7",
        mark("Only those who have not fallen fill stars: with one fallen partner the scout alone fills three."),
        F_REVEAL, J_REVEAL),
    _text("fall",
        mark("Nobody but the scout has the card: the scout falls and fills no star for it."),
        F_REVEAL, J_REVEAL, J_INTRO),
    _text("fallen-no-stars",
        mark("A fallen player fills no more stars this round."),
        F_REVEAL, J_REVEAL, J_DARK),
    _text("stars-stay",
        mark("Stars filled before the fall stay."),
        J_REVEAL, J_DARK),
    _text("fallen-marks-count",
        mark("A fallen player keeps the slate as it is: its marks count for the others until the round ends."),
        F_REVEAL, J_REVEAL, J_NEXT),
    _text("st-8",
        mark("A fall costs the card, all later stars and all later turns as scout of this round; nothing else."),
        F_REVEAL, J_REVEAL),
    _text("revealed-once",
        mark("A card that was shown is settled; nobody points at it again."),
        J_REVEAL),
    _text("next-scout",
        mark("After each card the player on the left, clockwise, becomes the scout."),
        F_REVEAL, J_REVEAL),
    _text("skip-fallen",
        mark("A fallen player is skipped: the next one becomes the scout."),
        F_REVEAL, J_REVEAL),
    _text("skip-spent",
        mark("A player without a marked card that is still hidden is skipped."),
        J_REVEAL),
    _follows("st-4",
        mark("Nobody may pass: who stands and has an open card must point. It can be the same player again."),
        F_REVEAL, J_REVEAL),
    _text("reveal-ends",
        mark("The step ends when all have fallen, or when nobody still standing has an open card."),
        F_REVEAL, J_REVEAL),
    _ruling("st-9",
        mark("Cards that only fallen players still have stay hidden and score nothing, even if two share one."),
        mark("The step is over then, and no book asks anybody to show the rest."),
        mark("These cards could be shown afterwards. Then everybody would know them, and no star would change."),
        F_REVEAL, J_REVEAL),
)
_COUNT = (
    _text("count-stars",
        mark("Everybody counts the stars filled this round, bonus stars too; they are written on the score board."),
        F_COUNT, J_DARK),
    _text("dark-standing",
        mark("Who is in the dark and did not fall counts like everybody else."),
        F_COUNT, J_DARK),
    _text("darkness-penalty",
        mark("Who is in the dark and fell erases one star of each spark and each super spark before counting."),
        F_COUNT, J_DARK, F_WIN),
    _text("bonus-star-stays",
        mark("A super spark loses one star like a spark, three become two: the bonus star is not erased."),
        J_DARK),
    _follows("st-10",
        mark("The penalty is for cards on which stars were filled before the fall, whoever pointed at them."),
        F_COUNT, J_DARK),
)
_NEXT = (
    _text("pawn-passed",
        mark("After the count the First Scout pawn goes to the next player clockwise."),
        F_COUNT, J_NEXT),
    _ruling("st-11",
        mark("The pawn moves one seat whatever happened. A holder who cannot point is skipped, the pawn stays."),
        mark("The books move the pawn in one way only, between the rounds, and know no exception."),
        mark("The pawn could pass by a player who cannot point. Then later rounds would have another first scout."),
        F_COUNT, J_NEXT),
    _text("swap-row",
        mark("One row of five cards, the one shown by this round's token, is replaced from the draw pile; the old "
             "cards and the token are put away."),
        F_COUNT, J_NEXT),
    _ruling("st-12",
        mark("The table tells which row the token shows, after rounds 1, 2 and 3. Points never depend on it."),
        mark("The row is printed on the real token only; after the last round no cards are needed."),
        mark("The rows could go by a fixed order, and after round 4 too. Only the cards on the table would be "
             "others."),
        F_COUNT, J_NEXT),
    _text("word-card-away",
        mark("The word card goes back into the box; the next round has a new word."),
        F_COUNT, J_NEXT),
    _text("clean-slates",
        mark("Lanterns return to the start, light side up; all marks and stars are wiped off the slates."),
        F_COUNT, J_NEXT),
    _text("four-rounds",
        mark("The game ends after the fourth round is counted."),
        F_COUNT, J_NEXT),
    _text("most-points",
        mark("Most points over the four rounds wins."),
        F_COUNT, J_INTRO, J_NEXT),
    _text("shared-victory",
        mark("Everybody with the highest total wins."),
        J_NEXT),
    _ruling("st-14",
        mark("Nothing breaks a tie. Equal totals share a place, and the next place is left out: 1, 1, 3."),
        mark("One book lets equal winners share; neither ranks the others, so they are treated alike."),
        mark("No place could be left out after a tie: 1, 1, 2. Then the next player would be second."),
        F_COUNT, J_NEXT),
    _ruling("st-15",
        mark("Who leaves counts as fallen for the running round; marks already locked in still count for the "
             "others. Later rounds go on without that seat until it is back. With fewer than three players the "
             "table may end the game with the rounds counted so far."),
        mark("No book knows players who leave; treating it as a fall changes least for everybody else."),
        mark("The marks of whoever leaves could be wiped. Then some cards of the others would become falls."),
        J_SETUP, F_BOX),
)
# fmt: on

#: The rules under the headings of play.
SECTIONS: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (mark("Setting up"), _SETUP),
    (mark("Mark in secret"), _ASSOCIATE),
    (mark("Announce the numbers"), _ANNOUNCE),
    (mark("Show the cards"), _REVEAL),
    (mark("Count the stars"), _COUNT),
    (mark("The next round, and the end"), _NEXT),
)
RULEBOOK = bind(rule for _title, rules in SECTIONS for rule in rules)

#: Rulings that a table can play the other way, and how it is then.
ALTERNATIVES: Alternatives = {
    _id("st-1"): mark("Locking in is final at once. Nobody can unlock."),
}

#: How Stella works in 60 seconds.
HOW_TO: tuple[str, ...] = (
    mark("15 cards lie on the table. Listen to the word."),
    mark("Mark 1 to 10 cards that fit. Show nobody."),
    mark("Say your number. Put your lantern on it."),
    mark("One player alone has the most? That player is in the dark."),
    mark("In turn, point at one of your cards."),
    mark("Two have it: 3 stars each. Three or more: 2 stars each."),
    mark("Only you have it? You fall: no more stars this round."),
    mark("Dark and fallen? Each spark loses one star."),
    mark("Four rounds. Most stars wins."),
)
