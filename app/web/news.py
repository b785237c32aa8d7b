"""What changed, in the words of the people at the table. Newest first."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.phrases import mark


@dataclass(frozen=True, slots=True)
class News:
    """One release: its version, its date (year, month, day) and what it brings."""

    version: str
    date: tuple[int, int, int]
    lines: tuple[str, ...]


NEWS: tuple[News, ...] = (
    News(
        "1.1.0",
        (2026, 11, 30),
        (
            mark("Stella Quest for two to four players: one tap per card, and who is ahead, with the reason."),
            mark("Trump, black star, radiance and collections are kept; two players get their opponent."),
            mark("Two phones entered the same card? You see who was faster, and can put yours in its place."),
            mark("Stellarion, alone or two together, with all expansions: touch cards, the app says what they make."),
            mark(
                "What is left in each deck, what the hands do, and where the Glaucous Sun goes: the app keeps it all."
            ),
            mark("The judge: any dispute answered without a table, with the reasons and the place in the book."),
            mark("Keep the judge on your phone where the address begins with https: it answers without network too."),
            mark("A wrong entry can be corrected later, also in a finished game: you see first what it changes."),
            mark("Correcting Stellarion: each entry says its decks and columns, also where two cards look the same."),
            mark("Receipts, house rules, and the table as it was at any line of its log."),
            mark("What if? See what something would do before you do it. Nothing secret is told."),
            mark("Our readings tell the other one too; six of them a table can play the other way."),
            mark("Leagues: seasons, standings, ratings, nights of many tables, BG Stats, spreadsheets and calendars."),
            mark("A night of many tables: phones and the wall show at once who comes, who sits where, and who won."),
        ),
    ),
    News(
        "1.0.0",
        (2026, 11, 30),
        (
            mark("The first release. Stella – Dixit Universe for three to six players, all four rounds."),
            mark("Every phone has its own screen; the screen on the wall shows what everybody may see."),
            mark("Marks stay secret, also for a player without a phone and when a phone changes hands."),
            mark("Every spark, fall and star says why, with the place in the rulebook."),
            mark("Undo and redo, a log that friends can read, records to take home."),
            mark("A bad connection loses no tap: what was not sent yet is kept and sent once."),
        ),
    ),
)
