"""The rules to read: every game's in the order of play, searched, and what is our reading only."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from app.games import GAMES
from app.games.rulebook import Rule
from app.judge.asking import game_called
from app.web.words import kind_word, spoken_text

blueprint = Blueprint("rules", __name__)

LONGEST_SEARCH = 80


@blueprint.get("/rules")
def games() -> Any:
    """The rules of which game?"""
    if len(GAMES) == 1:
        return redirect(url_for("rules.game", game=next(iter(GAMES))), 302)
    return render_template("games.html", games=GAMES.values())


@blueprint.get("/rules/<game>")
def game(game: str) -> str:
    """Every rule the app can cite, in the order of play, with its places in the books; ``q`` leaves those that have
    all its words. (Where there is a script, it does the same on the page.)"""
    played = game_called(game)
    book = import_module(f"app.games.{game}.rulebook")
    search = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    words = folded(search).split()
    sections = [
        (title, found)
        for title, rules in getattr(book, "SECTIONS", (("", tuple(played.rulebook.values())),))
        if (found := [rule for rule in rules if all(word in haystack(rule) for word in words)])
    ]
    return render_template(
        "rules.html",
        game=played,
        sections=sections,
        number=sum(len(found) for _title, found in sections),
        how_to=() if search else getattr(book, "HOW_TO", ()),
        search=search,
    )


@blueprint.get("/rules/readings")
def readings() -> str:
    """Every ruling of every game, with its reason and the other reading."""
    told = [(each, [rule for rule in each.rulebook.values() if rule.kind == "ruling"]) for each in GAMES.values()]
    return render_template("readings.html", told=told)


def haystack(rule: Rule) -> str:
    """Everything of a rule that a search looks at, in the reader's language and in those of the books."""
    parts = [rule.id, spoken_text(rule.text), kind_word(rule.kind)[1]]
    parts += [spoken_text(one) for one in (rule.reason, rule.other) if one]
    parts += [f"{place.book} {place.heading}" for place in rule.places]
    return folded(" ".join(parts))


def folded(text: str) -> str:
    """Without capitals and accents, so that ``etoile`` finds ``Étoile``."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign) or sign in "\u3099\u309a").casefold()
