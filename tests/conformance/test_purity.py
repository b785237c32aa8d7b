"""The games are pure: read from their source, not from their promises."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import app.games

ROOT = Path(app.games.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
#: What a clock, dice, a database, a request or a language would come in by.
IMPURE = {"time", "datetime", "random", "secrets", "os", "sqlite3", "socket", "threading", "gettext", "locale", "uuid"}


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_standard_library_and_the_games(path: Path) -> None:
    for name in imported(ast.parse(path.read_text(encoding="utf-8"))):
        top = name.split(".")[0]
        if name.startswith("app.games"):
            continue
        if top == "marshmallow":
            assert path.name == "wire.py", name
            continue
        assert top in sys.stdlib_module_names - IMPURE, name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_knows_another(path: Path) -> None:
    relative = path.relative_to(ROOT)
    if len(relative.parts) == 1:
        return
    for name in imported(ast.parse(path.read_text(encoding="utf-8"))):
        parts = name.split(".")
        if parts[:2] == ["app", "games"] and len(parts) > 2:
            assert parts[2] in {
                relative.parts[0],
                "kernel",
                "phrases",
                "rulebook",
                "dump",
                "judging",
                "club",
                "deciding",
                "demo",
                "wire",
            }, name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_readable(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400
