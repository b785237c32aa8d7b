"""Everything of a league has a name, and rules can be read."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

import pytest
from flask import Flask

from app.leagues import presets, words
from app.leagues.answers import Refused
from app.web.league.words import as_read
from tests.leagues.making import rules, told


@pytest.mark.parametrize(
    "named", [words.TIE_BREAKS, words.APART, words.BESTS, words.REMAINDERS, words.GUESTS, words.MEASURES]
)
def test_each_has_a_name_of_its_own(named: dict[StrEnum, str]) -> None:
    kind = type(next(iter(named)))
    assert list(named) == list(kind)
    assert len(set(named.values())) == len(named)


def test_rules_in_sentences() -> None:
    made = rules(
        rows=presets.rows((3, 1), (Fraction(7, 2), Fraction(22, 3), 0)),
        best=3,
        attendance=Fraction(1, 2),
        bye=Fraction(2),
        minimum=4,
    )
    assert [told(Refused(one)) for one in words.explained(made)] == [
        "The points of all results are added up.",
        "Table of 2: 3 – 1.",
        "Table of 3: 3.5 – 22/3 – 0.",
        "Who ties shares the points of the tied places.",
        "The best 3 results count.",
        "Each day of play gives 0.5 more.",
        "Sitting out a round gives 2.",
        "Ranked from 4 games on.",
        "A guest keeps the place; its points go to nobody.",
    ]
    share = replace(presets.PRESETS["beaten"].rules, minimum=0)
    assert len(words.explained(share)) == 2


@pytest.mark.parametrize("key", presets.PRESETS)
def test_presets_can_be_read(key: str) -> None:
    preset = presets.PRESETS[key]
    assert preset.title
    assert preset.why.endswith(".")
    assert all(told(Refused(one)).endswith(".") for one in words.explained(preset.rules))


READ = {
    "whole": ("7", "7", "7", "7"),
    "a decimal": ("7.5", "7.5", "7,5", "7.5"),
    "thirds": ("22/3", "7⅓", "7⅓", "7⅓"),
    "less than one": ("1/3", "⅓", "⅓", "⅓"),
    "sevenths": ("50/7", "7\u00a01/7", "7\u00a01/7", "7\u00a01/7"),
    "below zero": ("-7/2", "−3½", "−3½", "−3½"),
    "a share": ("62.5\u00a0%", "62.5\u00a0%", "62,5\u00a0%", "62.5\u00a0%"),
}


@pytest.mark.parametrize(("number", "english", "french", "japanese"), READ.values(), ids=READ)
def test_numbers_in_the_readers_way(app: Flask, number: str, english: str, french: str, japanese: str) -> None:
    for language, wanted in (("en", english), ("fr", french), ("ja", japanese)):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert as_read(number) == wanted
