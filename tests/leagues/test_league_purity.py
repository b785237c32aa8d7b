"""Leagues are pure: read from their source, not from their promises."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import app.leagues
from app.leagues.changes import KINDS

ROOT = Path(app.leagues.__file__).parent
#: The stored half of leagues lies in the same folder.
STORED = ROOT / "stored"
MODULES = sorted(path for path in ROOT.rglob("*.py") if STORED not in path.parents)
#: What a clock, dice, a database, a request or a language would come in by.
IMPURE = {"time", "random", "secrets", "os", "sqlite3", "socket", "threading", "gettext", "locale", "uuid"}
#: What is pure elsewhere in the house.
FRIENDS = {"app.errors", "app.games", "app.games.phrases", "app.tables"}
CLOCKS = {"now", "utcnow", "today", "uuid1", "uuid4"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_standard_library_and_pure_friends(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
        found = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in found:
            top = name.split(".")[0]
            if top == "app":
                assert name.startswith("app.leagues") or name in FRIENDS, name
                if name == "app.tables" and isinstance(node, ast.ImportFrom):
                    assert {alias.name for alias in node.names} == {"names"}
            elif top == "openskill":
                assert path.name == "ratings.py"
            elif top == "uuid":
                assert path.name == "plays.py"
            else:
                assert top in sys.stdlib_module_names - IMPURE, name
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCKS, node.attr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_readable(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400


def test_kinds_are_promises() -> None:
    """A stored change must be read for ever: a kind may be added here, never renamed or removed."""
    assert set(KINDS) == {
        "opened",
        "named",
        "ruled",
        "member-added",
        "member-renamed",
        "member-set",
        "member-erased",
        "member-linked",
        "merged",
        "unmerged",
        "result-added",
        "result-confirmed",
        "result-corrected",
        "result-withdrawn",
        "result-restored",
        "season-set",
        "season-removed",
        "season-closed",
        "season-reopened",
        "night-set",
        "checked-in",
        "seating",
    }
