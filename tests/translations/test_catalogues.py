"""The catalogues are complete and speak like the rulebooks: every word of the source, in good French and Japanese."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

TOP = Path(__file__).parents[2]
FOLDER = TOP / "app" / "translations"
LANGUAGES = ("fr", "ja")
HOLE = re.compile(r"%\(\w+\)s|\{\w+\}|%%")

#: What may look the same in both languages: signs, names, and words that they share.
SAME = {
    "fr": {
        "%(before)s, %(next)s",
        "%(first)s %(second)s",
        "%(who)s %(num)s",
        "Alpha",
        "Auto",
        "Beta",
        "Collections",
        "Date",
        "Delta",
        "Gamma",
        "OK",
        "Pages",
        "Place",
        "Points",
        "Records",
        "Score",
        "Scores",
        "Table",
        "Table %(code)s",
        "Table %(num)s",
        "Total",
        "Voyages",
        "accessible",
        "place %(num)s",
        "points",
        "triangle",
    },
    "ja": {"OK", "R%(num)s"},
}

#: English word of the game (a pattern), and what must stand for it in French and in Japanese. The first two columns
#: of words are those of the printed rules; the English books of the other games leave the words to us.
TERMS = [
    (r"super sparks?", r"super étincelle", r"スーパースパーク"),
    (r"sparks?", r"étincelle", r"スパーク"),
    (r"falls?|fell|fallen", r"chut", r"転落"),
    (r"lanterns?", r"lanterne", r"ランタン"),
    (r"dark|darkness", r"obscurité", r"闇|暗い面"),
    (r"light side|light tokens?|token light", r"lumière", r"明るい面"),
    (r"first scout", r"premier éclaireur", r"最初の探索者"),
    (r"scouts?|scouting", r"éclaireur", r"探索者"),
    (r"word cards?", r"carte mot|cartes mot", r"お題カード"),
    (r"slates?", r"ardoise", r"個人ボード"),
    (r"score board", r"plaquette score", r"得点ボード"),
    (r"bonus stars?", r"étoile bonus|étoiles bonus|bonus compris", r"追加の星"),
    (r"stars?", r"étoile|bonus", r"星"),
    (r"rounds?", r"manche", r"ラウンド"),
    (r"clockwise", r"horaire|aiguilles d’une montre", r"時計回り"),
    (r"super-trumps?", r"super atout", r"スーパー切り札"),
    (r"trumps?", r"atout", r"切り札"),
    (r"lead colour", r"couleur demandée", r"リードの色"),
    (r"emotion cards?", r"cartes? émotion", r"感情カード"),
    (r"rests?", r"repos|reste", r"休息|残り"),
    (r"radiance", r"éclat|l’a pris", r"輝き"),
    (r"gems?", r"gemme", r"宝石"),
    (r"artificial opponent", r"adversaire artificiel", r"仮想プレイヤー"),
    (r"black star", r"étoile noire", r"黒い星"),
]


def _documented(command: str) -> list[str]:
    """The words of that pybabel command, as the head of babel.cfg gives it."""
    told = re.search(rf"^#   pybabel ({command} .*?)(?: &&|$)", (FOLDER / "babel.cfg").read_text(), re.MULTILINE)
    assert told is not None
    return shlex.split(told.group(1))


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What the documented command finds in the source now."""
    found = tmp_path_factory.mktemp("words") / "messages.pot"
    words = _documented("extract")
    words[words.index("-o") + 1] = str(found)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(TOP)
        CommandLineInterface().run(["pybabel", "--quiet", *words])
    return read_po(found.open("rb"))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def _pairs(language: str) -> list[tuple[str, str]]:
    """Every English text with its translation; plural forms as many times as there are forms."""
    return [
        (_ids(message)[min(form, len(_ids(message)) - 1)], text)
        for message in _messages(_catalogue(language))
        for form, text in enumerate(_strings(message))
        if text
    ]


def test_everything_is_translated_and_nothing_is_left_over(source: Catalog, language: str) -> None:
    wanted = {message.id for message in _messages(source)}
    catalogue = _catalogue(language)
    assert {message.id for message in _messages(catalogue)} ^ wanted == set()
    assert [message.id for message in _messages(catalogue) if not all(_strings(message))] == []
    assert [message.id for message in _messages(catalogue) if message.fuzzy] == []
    assert list(catalogue.obsolete) == []


def test_plural_forms_are_those_of_the_language(language: str) -> None:
    forms = {"fr": "nplurals=2; plural=(n > 1);", "ja": "nplurals=1; plural=0;"}[language]
    catalogue = _catalogue(language)
    assert catalogue.plural_forms == forms
    counted = [message for message in _messages(catalogue) if len(_ids(message)) > 1]
    assert [message.id for message in counted if len(_strings(message)) != catalogue.num_plurals] == []


def test_holes_are_the_same(language: str) -> None:
    catalogue = _catalogue(language)
    assert [errors for message in _messages(catalogue) if (errors := list(message.check(catalogue)))] == []
    wrong = [(english, text) for english, text in _pairs(language) if _holes(english) != _holes(text)]
    assert wrong == []


def _holes(text: str) -> set[str]:
    return set(HOLE.findall(text))


def test_the_compiled_catalogue_is_fresh(language: str) -> None:
    with (FOLDER / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        compiled = read_mo(file)
    assert compiled.plural_forms == _catalogue(language).plural_forms
    assert {_ids(message)[0]: _strings(message) for message in _messages(compiled)} == {
        _ids(message)[0]: _strings(message) for message in _messages(_catalogue(language))
    }


def test_nothing_is_still_english(language: str) -> None:
    assert [text for english, text in _pairs(language) if english == text and english not in SAME[language]] == []


def test_sentences_end_as_sentences(language: str) -> None:
    ends = {"fr": (".", "?", "!"), "ja": ("。", "？")}[language]
    assert [text for english, text in _pairs(language) if english.endswith(".") and not text.endswith(ends)] == []
    assert [text for english, text in _pairs(language) if english[-1].isalnum() and text.endswith((".", "。"))] == []


def test_french_punctuation() -> None:
    """A thin space that does not break before ? ! ; and a plain one that does not break before : and in « »."""
    wrong = re.compile(r"(?<!\u202f)[?!;]|(?<!\u00a0):|(?<!\u00a0)»|«(?!\u00a0)|'|\.\.\.|  ")
    texts = [text.replace("Authorization: Bearer", "") for _english, text in _pairs("fr")]
    assert [text for text in texts if wrong.search(text)] == []


def test_japanese_punctuation() -> None:
    """Full-width marks in Japanese sentences, and no blanks; Latin words and numbers keep their own inside."""
    latin = re.compile(r"[A-Za-z0-9][A-Za-z0-9 –:.-]*[A-Za-z0-9]|[A-Za-z0-9]")
    texts = [(text, latin.sub("", HOLE.sub("", text))) for _english, text in _pairs("ja")]
    assert [text for text, rest in texts if re.search(r"[ ,.?!:;()\"'“”…]", rest.replace("…", "", 1))] == []


@pytest.mark.parametrize(("english", "french", "japanese"), TERMS, ids=[term[0] for term in TERMS])
def test_words_of_the_game(english: str, french: str, japanese: str) -> None:
    speaks = re.compile(rf"\b(?:{english})\b", re.IGNORECASE)
    for language, word in (("fr", french), ("ja", japanese)):
        wrong = [
            (told, text)
            for told, text in _pairs(language)
            if speaks.search(HOLE.sub("", told)) and not re.search(word, text, re.IGNORECASE)
        ]
        assert wrong == []
