"""What every template may use: icons, names of cards, a fresh key per form, the reader's settings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from babel.lists import format_list
from flask import Flask, current_app, g, request
from flask_babel import format_date, format_time, get_locale, gettext
from markupsafe import Markup

from app.games import GAMES
from app.games.kernel import Finding
from app.games.phrases import Phrase, say
from app.games.rulebook import RuleId
from app.judge import reader as plain
from app.web import qr
from app.web.problems import finding_json
from app.web.speech import LANGUAGES, spoken

THEMES = ("night", "light", "auto")
THEME_COOKIE, TEXT_COOKIE = "theme", "text"


def init_app(app: Flask) -> None:
    """Hang them on Jinja."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        icon=icon,
        sign_name=sign_name,
        tap_key=tap_key,
        here=here,
        theme=theme,
        large_text=large_text,
        languages=LANGUAGES,
        language=language,
        clock=clock,
        day=day,
        iso=iso,
        best_place=best_place,
        kind_word=kind_word,
        rule_url=plain.rule_url,
        gap=gap,
        rule_cited=rule_cited,
        other_reading=other_reading,
        spoken_text=spoken_text,
        presence=presence,
        moved=moved,
        names_of=names_of,
        short_title=plain.short_title,
        signed=plain.signed,
        qr_svg=qr.svg,
        join_address=qr.join_address,
        short_house=qr.short_house,
    )


def icon(name: str, extra: str = "") -> Markup:
    """A drawn sign; always beside a word."""
    sprite = g.get("sprite")
    if sprite is None:
        sprite = g.sprite = current_app.jinja_env.globals["asset"]("icons.svg")  # type: ignore[operator]
    return _icon(sprite, name, extra)


_icon = lru_cache(maxsize=512)(plain.icon)


def sign_name(sign: int) -> str:
    """The sign's shape as a word."""
    names: list[str] = [
        gettext("triangle"),
        gettext("square"),
        gettext("hexagon"),
        gettext("diamond"),
        gettext("circle"),
        gettext("cross"),
    ]
    return names[sign]


def tap_key() -> str:
    """The key of a form that works without a script. Scripts make their own, so their fragments carry none (and stay
    the same bytes as long as nothing changes)."""
    return "" if g.get("fragment") else secrets.token_hex(12)


def here() -> str:
    """The address of this page, to come back to."""
    return request.full_path.rstrip("?")


def theme() -> str:
    """night, light or auto."""
    chosen = request.cookies.get(THEME_COOKIE)
    return chosen if chosen in THEMES else "night"


def large_text() -> bool:
    """Whether the reader wants larger text."""
    return request.cookies.get(TEXT_COOKIE) == "large"


def language() -> str:
    """The language of this page, for ``lang``."""
    locale = get_locale()
    return str(locale.language) if locale is not None else "en"


def _local(millis: int) -> datetime:
    """In the zone of the machine that serves: at home, that is where the table stands."""
    return datetime.fromtimestamp(millis / 1000).astimezone()


def clock(millis: int) -> str:
    """The time of day, on 24 hours so that a column of them is narrow."""
    return str(format_time(_local(millis), "HH:mm", rebase=False))


def day(millis: int) -> str:
    """The date, the reader's way of writing it."""
    return str(format_date(_local(millis), "medium", rebase=False))


def iso(millis: int) -> str:
    """For ``datetime`` attributes."""
    return _local(millis).isoformat(timespec="seconds")


def best_place(places: list[dict[str, str]]) -> dict[str, str] | None:
    """The place in the book of the reader's language, else the first."""
    return plain.best_place(places, language())


def kind_word(kind: str) -> tuple[str, str]:
    """How sure we are, as a style and as words."""
    return plain.kind_word(kind, gettext)


#: A sentence without words; gettext would answer the empty message with its own header.
NOTHING = Phrase("–")


def rule_cited(rule: str) -> dict[str, Any]:
    """A rule as a finding has it, to be cited where a screen states it without having decided anything."""
    return finding_json(Finding(RuleId(rule), NOTHING), {})


def other_reading(rule: str) -> str:
    """How else a ruling could be read, and what that would change; empty where the book decides."""
    other = GAMES[rule.partition(".")[0]].rulebook[RuleId(rule)].other
    return spoken(say(other)) if other else ""


def gap() -> str:
    """What stands between two sentences: a blank, in Japanese nothing."""
    return "" if language() == "ja" else " "


def spoken_text(text: str) -> str:
    """A sentence of a rulebook in the reader's language."""
    return spoken(say(text))


def presence(seat: Mapping[str, Any], seats: Sequence[Mapping[str, Any]] = ()) -> Markup:
    """Is its phone here? A word beside the dot."""
    if seat["on_phone_of"] is not None:
        state, word = "shared", gettext("without a phone of its own")
    elif seat["here"]:
        state, word = "here", gettext("here")
    else:
        state, word = "away", gettext("away")
    return Markup('<span class="presence" data-state="{}">{}</span>').format(state, word)


def moved(seats: Sequence[Mapping[str, Any]], index: int, step: int) -> str:
    """The order of all seat ids after one seat moved by a step."""
    order = [seat["id"] for seat in seats]
    other = index + step
    order[index], order[other] = order[other], order[index]
    return ",".join(map(str, order))


def names_of(numbers: Sequence[int], seats: Sequence[Mapping[str, Any]]) -> str:
    """Names of seats, joined the way the reader's language joins them."""
    return format_list([str(seats[number]["name"]) for number in numbers], locale=get_locale() or "en")
