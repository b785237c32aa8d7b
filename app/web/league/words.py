"""What templates of leagues may use: names of what has a code, days and times in the league's zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from babel.dates import format_skeleton as babel_skeleton
from babel.numbers import get_decimal_symbol
from flask import Flask
from flask_babel import format_date, format_time, get_locale, gettext

from app.games import GAMES
from app.games.phrases import say
from app.games.rulebook import RuleId
from app.leagues import presets, words, zones
from app.leagues.bests import Best
from app.leagues.book import Measure, MemberId, Moment, TieBreak
from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.seating import Remainder
from app.leagues.standings import Apart
from app.leagues.stored import doors, tables
from app.leagues.stored.tables import Link
from app.leagues.timeline import Days
from app.web.phone import current_phone
from app.web.speech import spoken
from app.web.words import spoken_text


def init_app(app: Flask) -> None:
    """Hang them on Jinja."""
    app.jinja_env.filters["as_read"] = as_read
    app.jinja_env.globals.update(
        tie_break=lambda one: spoken(say(words.TIE_BREAKS[TieBreak(one)])),
        apart_word=lambda one: spoken(say(words.APART[Apart(one)])),
        best_title=lambda one: spoken(say(words.BESTS[Best(one)])),
        remainder_word=lambda one: spoken(say(words.REMAINDERS[Remainder(one)])),
        measure_word=lambda one: spoken(say(words.MEASURES[Measure(one)])),
        league_game=lambda key: LEAGUE_GAMES[GameKey(key)],
        house_word=house_word,
        league_games=list(LEAGUE_GAMES.values()),
        league_links=links_at,
        leagues_of_phone=lambda: doors.mine(current_phone()),
        zone_day=zone_day,
        zone_clock=zone_clock,
        zone_moment=zone_moment,
        on_day=on_day,
        presets=list(presets.PRESETS.values()),
        tie_breaks=[str(one) for one in TieBreak],
        remainders=[str(one) for one in Remainder],
        measures=[str(one) for one in Measure],
        short_name=short_name,
        chart_day=chart_day,
        days_table=days_table,
        expansion_word=expansion_word,
    )


#: Fractions that have a sign of their own: no points are shared by more than six.
_SIGNS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 6): "⅙", (5, 6): "⅚"}


def as_read(number: str) -> str:
    """An exact number as the reader writes it: ``7.5`` is ``7,5`` in French, and ``22/3`` is ``7⅓``."""
    sign, digits = ("−", number[1:]) if number.startswith("-") else ("", number)
    top, _, bottom = digits.partition("/")
    if not bottom:
        return sign + digits.replace(".", str(get_decimal_symbol(get_locale())))
    whole, rest = divmod(int(top), int(bottom))
    part = _SIGNS.get((rest, int(bottom)))
    if part is None:
        part = f"\u00a0{rest}/{bottom}" if whole else f"{rest}/{bottom}"
    return f"{sign}{whole or ''}{part}"


def house_word(game: str, rule: str) -> str:
    """How a table plays that rule the other way."""
    how = GAMES[game].alternatives.get(RuleId(rule))
    return rule.rpartition(".")[2].upper() if how is None else spoken_text(how)


def links_at(code: str) -> list[Link]:
    """The leagues a table was opened for or saved to, as far as this phone may know."""
    return tables.links_of(code, current_phone())


def zone_day(moment: int, zone: str) -> str:
    """The local date of a moment, the reader's way of writing it."""
    return str(format_date(zones.local(Moment(moment), zone), "medium", rebase=False))


def zone_clock(moment: int, zone: str) -> str:
    return str(format_time(zones.local(Moment(moment), zone), "HH:mm", rebase=False))


def zone_moment(moment: int, zone: str) -> str:
    return f"{zone_day(moment, zone)}, {zone_clock(moment, zone)}"


def on_day(day: str, form: str = "medium") -> str:
    """A day like ``2026-01-31``, the reader's way of writing it."""
    return str(format_date(date.fromisoformat(day), form))


def short_name(name: str, most: int = 9) -> str:
    """A name for the end of a line in a chart, where there is little room."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def expansion_word(key: str) -> str:
    """An expansion by its name; unknown ones (of a file) by their key."""
    for game in LEAGUE_GAMES.values():
        if key in game.expansions:
            return gettext(game.expansions[key])
    return key.replace("_", " ").replace("-", " ").capitalize()


def chart_day(day: date, long: bool = False) -> str:
    """A day for the axis of a chart (short: no year), or for its table."""
    return str(format_date(day, "medium") if long else babel_skeleton("MMMd", day, locale=get_locale() or "en"))


#: Rows of a chart's table: the newest ones, which is what a chart is asked about.
MOST_ROWS = 60


def days_table(days: Mapping[MemberId, Days]) -> list[dict[str, Any]]:
    """The values of a chart by day, newest first; between two changes a value stays."""
    every = sorted({day for line in days.values() for day, _value in line}, reverse=True)[:MOST_ROWS]
    lines = {member: dict(line) for member, line in days.items()}
    rows = []
    for day in every:
        cells = []
        for member, line in lines.items():
            known = [when for when, _value in days[member] if when <= day]
            cells.append(as_read(words.number(line[known[-1]])) if known else "–")
        rows.append({"day": day, "cells": cells})
    return rows
