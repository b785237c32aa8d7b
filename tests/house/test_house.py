"""The house stays as it was planned: what lies at the top, how long a file is, where the words come from."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.web import kept

TOP = Path(__file__).parents[2]
ALLOWED = {"pyproject.toml", "README.md", "app", "templates", "static", "tests", "instance"}
LONGEST = 400


def _kept() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [TOP / line for line in listed.stdout.splitlines() if (TOP / line).is_file()]


def test_nothing_else_lies_at_the_top() -> None:
    top = {path.relative_to(TOP).parts[0] for path in _kept()}
    assert {name for name in top if not name.startswith(".")} <= ALLOWED


def test_of_instance_only_its_gitignore_is_kept() -> None:
    assert [path.name for path in _kept() if path.parent == TOP / "instance"] == [".gitignore"]


def test_no_program_file_is_long() -> None:
    long = {
        str(path.relative_to(TOP)): lines
        for path in _kept()
        if path.suffix in (".py", ".html", ".js") and "vendor" not in path.parts
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_vendored_files_carry_version_and_licence() -> None:
    vendor = TOP / "static" / "vendor"
    told = (vendor / "README.md").read_text(encoding="utf-8")
    for script in vendor.glob("*.js"):
        assert script.name in told
        assert (vendor / f"{script.name.split('.')[0]}.LICENSE.txt").is_file()
        assert re.search(r"\d+\.\d+\.\d+", told)


def test_the_browsers_python_is_as_its_package_has_it() -> None:
    vendor = TOP / "static" / "vendor"
    told = dict(re.findall(r"^\| `([\w.]+)` \| `(\w{64})` \|$", (vendor / "README.md").read_text("utf-8"), re.M))
    folder = TOP / "static" / kept.PYTHON
    found = {}
    for name in kept.RUNTIME:
        data = (folder / name).read_bytes()
        data = gzip.decompress(data) if name.endswith(".gz") else data
        found[name.removesuffix(".gz")] = hashlib.sha256(data).hexdigest()
    assert found == told
    assert {path.name for path in folder.iterdir()} == {*kept.RUNTIME, "LICENSE.txt", "python.LICENSE.txt"}
    assert f'from "/static/{kept.PYTHON}/pyodide.mjs"' in kept.worker().decode()


def test_lint() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "."], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_format() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--check", "."], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_types() -> None:
    found = subprocess.run([sys.executable, "-m", "mypy"], cwd=TOP, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
