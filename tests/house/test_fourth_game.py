"""A further game is one folder, its templates and one line: shown with a fourth one, in a copy of the house.

The game is not in this house. ``fourth_game/game`` and ``fourth_game/templates`` are put into a copy of it, with the
one line that the README speaks of, and its line among the drivers; then the laws and an evening run there. A fifth is
the same game without all that may be left out.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app.games import GAMES
from app.web import forms

TOP = Path(__file__).parents[2]
FOURTH = Path(__file__).parent / "fourth_game"
LAWS = TOP / "tests/conformance/test_laws.py"
EVENING = [FOURTH / name for name in ("evening.py", "afterwards.py", "barest.py")]
DUST = shutil.ignore_patterns("__pycache__", "browser", "benchmarks")

#: What a game may leave out: these of its files, these lines of its ``GAME``, these of its templates.
LEFT_OUT_FILES = ("judge.py", "club.py")
LEFT_OUT_LINES = ("kept", "quiet", "questions", "dispute", "club")
LEFT_OUT_TEMPLATES = ("setup.html", "receipt.html", "receipt.txt")


def _with_line(file: Path, after: str, line: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(after) == 1, f"{file} has no longer one place for a further game"
    file.write_text(text.replace(after, after + line), encoding="utf-8")


def _add(copy: Path, key: str, game: Path, templates: Path) -> None:
    """What the README asks of whoever adds a game."""
    shutil.copytree(game, copy / "app/games" / key, ignore=DUST)
    shutil.copytree(templates, copy / "templates" / key)
    _with_line(copy / "app/games/__init__.py", '    "stellarion",\n', f'    "{key}",\n')


def _barest(copy: Path) -> tuple[Path, Path]:
    """Lamps under another name, and without what may be left out."""
    game, templates = copy / "barest/game", copy / "barest/templates"
    shutil.copytree(FOURTH / "game", game, ignore=DUST)
    shutil.copytree(FOURTH / "templates", templates)
    for name in LEFT_OUT_FILES:
        (game / name).unlink()
    for name in LEFT_OUT_TEMPLATES:
        (templates / name).unlink()
    for file in (*game.iterdir(), *templates.iterdir()):
        text = file.read_text(encoding="utf-8")
        text = text.replace("app.games.lamps", "app.games.candles").replace('"lamps.', '"candles.')
        text = text.replace('"lamps/', '"candles/').replace('key="lamps"', 'key="candles"')
        file.write_text(text.replace('title="Lamps"', 'title="Candles"'), encoding="utf-8")
    head = game / "__init__.py"
    text = head.read_text(encoding="utf-8").replace("import judge, log", "import log")
    text = re.sub(r"^from \S+\.club import CLUB\n", "", text, flags=re.MULTILINE)
    head.write_text(re.sub(rf"^    ({'|'.join(LEFT_OUT_LINES)})=.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    return game, templates


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with both games in it."""
    copy = tmp_path_factory.mktemp("house")
    for name in ("app", "templates", "tests"):
        shutil.copytree(TOP / name, copy / name, ignore=DUST)
    shutil.copy(TOP / "pyproject.toml", copy)
    (copy / "static").symlink_to(TOP / "static")
    _add(copy, "candles", *_barest(copy))
    _add(copy, "lamps", FOURTH / "game", FOURTH / "templates")
    drivers = copy / "tests/conformance/drivers.py"
    for key in ("candles", "lamps"):
        playing = (FOURTH / "playing.py").read_text(encoding="utf-8").replace("app.games.lamps", f"app.games.{key}")
        (copy / "tests/games" / key).mkdir()
        (copy / "tests/games" / key / "playing.py").write_text(playing, encoding="utf-8")
        _with_line(drivers, "game=_stellarion_game),\n", f'    "{key}": by_module("{key}"),\n')
    return copy


@pytest.fixture(scope="module")
def played(house: Path) -> dict[str, str]:
    """What became of each test in the copy: empty where it held."""
    report = house / "report.xml"
    files = [str(file.relative_to(TOP)) for file in (*EVENING, LAWS)]
    command = [sys.executable, "-m", "pytest", *files, "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    command += ["-k", "lamps or fourth_game", f"--junitxml={report}"]
    env = {**os.environ, "PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=house, env=env, capture_output=True, text=True, check=False)
    assert report.exists(), done.stdout + done.stderr
    told: dict[str, str] = {}
    for case in ET.parse(report).iter("testcase"):
        name = str(case.get("name")).partition("[")[0]
        trouble = "".join(str(one.text) for one in case if one.tag in ("failure", "error", "skipped"))
        told[name] = told.get(name, "") + trouble
    return told


def _tests(file: Path, argument: str = "") -> list[str]:
    """The names of its tests; of those that take that argument, where one is given."""
    return [
        one.name
        for one in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        if not argument or argument in [each.arg for each in one.args.args]
    ]


@pytest.mark.parametrize("name", _tests(LAWS, "key"))
def test_the_laws_hold_for_it(played: dict[str, str], name: str) -> None:
    assert played[name] == "", played[name]


@pytest.mark.parametrize("name", [name for file in EVENING for name in _tests(file)])
def test_an_evening(played: dict[str, str], name: str) -> None:
    assert played[name] == "", played[name]


# The house names no game

#: Where a game of the house may be named: where it is listed, in what was new, and in its own folders.
OWN = ("app/games/__init__.py", "app/web/news.py", "app/translations/")
KEYS = ("stella_quest", "stellarion", "stella")


def _places() -> Iterator[Path]:
    for folder, kinds in (("app", "*.py"), ("templates", "*.*"), ("static/js", "*.js")):
        yield from (TOP / folder).rglob(kinds)


@pytest.mark.parametrize("key", KEYS)
def test_the_house_knows_no_game_by_its_key(key: str) -> None:
    """Whatever is about one game only stands in its folder, its templates or its module of addresses."""
    quoted = re.compile(rf"""["'/.]{key}\b|import {key}\b""")
    named = []
    for path in _places():
        at = str(path.relative_to(TOP))
        if at.startswith(
            (*OWN, *(f"{room}/{one}" for room in ("app/games", "app/web/games", "templates") for one in KEYS))
        ):
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        named += [f"{at}:{number}" for number, line in enumerate(lines, 1) if quoted.search(line)]
    assert named == []


@pytest.mark.parametrize("key", KEYS)
def test_what_a_form_may_send_several_of_is_said_by_the_tables_own_game(app: Flask, key: str) -> None:
    """Two games may use like words for their actions."""
    own = {kind: names for kind, names in getattr(GAMES[key].wire, "LISTS", {}).items() if kind != "start"}
    for kind in {kind for game in GAMES.values() for kind in getattr(game.wire, "LISTS", {})} - {"start"}:
        with app.test_request_context(method="POST", data={"type": kind, "key": "of a tap"}):
            sent = forms.action(forms.sent(), GAMES[key], from_draft=False)
        assert sent == {"type": kind, **{name: [] for name in own.get(kind, ())}}
