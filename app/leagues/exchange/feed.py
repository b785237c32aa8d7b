"""Feeds of a league: Atom for results, iCal for nights and seasons. Text in the reader's language comes from
outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from xml.sax.saxutils import escape, quoteattr

from app.games.phrases import Phrase, count, say
from app.leagues import zones
from app.leagues.book import Book, Moment, Night
from app.leagues.exchange.plays import uid
from app.leagues.games import LEAGUE_GAMES
from app.leagues.people import shown_names
from app.leagues.valid import Counted

#: Renders a sentence in the reader's language.
Render = Callable[[Phrase], str]
#: Newest results in a feed.
NEWEST = 50
#: How long a night is said to be, where only its beginning is known.
HOURS = 4
EPOCH = Moment(0)


# Sentences


def headline(game: Counted, names: dict[str, str]) -> Phrase:
    """Who won what: the title of an entry."""
    result, title = game.result, LEAGUE_GAMES[game.game].title
    winners = [names[sat.who] for sat in game.seats if sat.place == 1]
    if result.mission is not None:
        crew = ", ".join(names[sat.who] for sat in game.seats)
        if result.mission.won:
            return say("%(game)s: won by %(names)s", game=title, names=crew)
        return say("%(game)s: lost by %(names)s", game=title, names=crew)
    return count(
        "%(game)s: %(names)s wins", "%(game)s: %(names)s win", len(winners), game=title, names=", ".join(winners)
    )


def lines(game: Counted, names: dict[str, str]) -> list[str]:
    """``1. Bo 29``: everybody by place; scores where they are known. Needs no language."""
    if game.result.mission is not None:
        return [names[sat.who] for sat in game.seats]
    order = sorted(game.seats, key=lambda sat: (sat.place, names[sat.who]))
    return [f"{sat.place}. {names[sat.who]}" + ("" if sat.score is None else f" {sat.score}") for sat in order]


# Atom


def atom(book: Book, games: Sequence[Counted], url: str, self_url: str, phrase: Render) -> str:
    """The newest results. ``url``: the league's page; ``games`` in the order of ``valid``. Updated when the newest game
    ended, or when a result was corrected last."""
    names = {str(member): name for member, name in shown_names(book).items()}
    newest = list(reversed(games))[:NEWEST]
    entries = "".join(_entry(book, game, url, names, phrase) for game in newest)
    updated = max((_updated(book, game) for game in newest), default=EPOCH)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>urn:uuid:{uid(book.id, 'feed', 'results')}</id>\n"
        f"<title>{_xml(book.name)}</title>\n"
        f"<updated>{zones.utc_text(updated)}</updated>\n"
        f"<author><name>{_xml(book.name)}</name></author>\n"
        f'<link rel="self" type="application/atom+xml" href={_attribute(self_url)}/>\n'
        f'<link rel="alternate" href={_attribute(url)}/>\n'
        f"{entries}</feed>\n"
    )


def _entry(book: Book, game: Counted, url: str, names: dict[str, str], phrase: Render) -> str:
    body = "".join(f"<li>{_xml(line)}</li>" for line in lines(game, names))
    return (
        "<entry>\n"
        f"<id>urn:uuid:{uid(book.id, 'entry', game.id)}</id>\n"
        f"<title>{_xml(phrase(headline(game, names)))}</title>\n"
        f"<published>{zones.utc_text(game.ended)}</published>\n"
        f"<updated>{zones.utc_text(_updated(book, game))}</updated>\n"
        f'<link rel="alternate" href={_attribute(url)}/>\n'
        f'<content type="html">{_xml(f"<ul>{body}</ul>")}</content>\n'
        "</entry>\n"
    )


def _updated(book: Book, game: Counted) -> Moment:
    return max([game.ended, *(past.at for past in book.past.get(game.id, ()))])


def _xml(text: str) -> str:
    """Escaped, without the signs that XML cannot hold."""
    return escape("".join(sign for sign in text if sign in "\t\n\r" or sign >= " "))


def _attribute(text: str) -> str:
    return quoteattr("".join(sign for sign in text if sign >= " "))


# iCal


def ical(book: Book, games: Iterable[Counted], url: str, stamp: Moment, phrase: Render) -> str:
    """Nights to come and gone, and the games that were played. ``stamp``: when the calendar was asked for."""
    names = {str(member): name for member, name in shown_names(book).items()}
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Starkeeper//League//EN", f"X-WR-CALNAME:{_ical(book.name)}"]
    for night in book.nights.values():
        rows += _night(book, night, url, stamp)
    for game in games:
        begin = game.ended if game.result.started is None else game.result.started
        rows += [
            "BEGIN:VEVENT",
            f"UID:{uid(book.id, 'event', game.id)}",
            f"DTSTAMP:{_stamp(stamp)}",
            f"DTSTART:{_stamp(begin)}",
            f"DTEND:{_stamp(game.ended)}",
            f"SUMMARY:{_ical(phrase(headline(game, names)))}",
            f"DESCRIPTION:{_ical(chr(10).join(lines(game, names)))}",
            f"URL:{_uri(url)}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{folded(row)}\r\n" for row in [*rows, "END:VCALENDAR"])


def _night(book: Book, night: Night, url: str, stamp: Moment) -> list[str]:
    if night.starts is None:
        when = [f"DTSTART;VALUE=DATE:{night.day:%Y%m%d}", f"DTEND;VALUE=DATE:{night.day + timedelta(days=1):%Y%m%d}"]
    else:
        when = [f"DTSTART:{_stamp(night.starts)}", f"DTEND:{_stamp(Moment(night.starts + HOURS * 3_600_000))}"]
    return [
        "BEGIN:VEVENT",
        f"UID:{uid(book.id, 'night', night.id)}",
        f"DTSTAMP:{_stamp(stamp)}",
        *when,
        f"SUMMARY:{_ical(f'{book.name}: {night.name}')}",
        *([f"LOCATION:{_ical(night.place)}"] if night.place else []),
        f"URL:{_uri(url)}",
        f"STATUS:{'CANCELLED' if night.cancelled else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def _stamp(moment: Moment) -> str:
    return f"{zones.utc(moment):%Y%m%dT%H%M%SZ}"


def _ical(text: str) -> str:
    """A TEXT value: backslash, semicolon, comma and line breaks escaped, other control signs left out."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(sign for sign in text if sign >= " ")


def _uri(text: str) -> str:
    return "".join(sign for sign in text if sign > " ")


def folded(row: str) -> str:
    """A content line of at most 75 octets per row, broken between characters."""
    parts, part, octets = [], "", 0
    for sign in row:
        size = len(sign.encode())
        if octets + size > 75:
            parts.append(part)
            part, octets = " ", 1
        part += sign
        octets += size
    return "\r\n".join([*parts, part])
