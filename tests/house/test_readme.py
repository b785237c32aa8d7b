"""The README is true: every setting, option, command, picture and path it names exists, and none is missing."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from app import config
from app.cli import cli

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
SETTINGS = [field.metadata["variable"] for field in dataclasses.fields(config.Settings)]


@pytest.mark.parametrize("variable", SETTINGS)
def test_every_setting_has_a_row(variable: str) -> None:
    assert f"| `{variable}` |" in README


def test_no_row_names_a_setting_that_is_gone() -> None:
    rows = re.findall(r"^\| `([A-Z_]{4,})` \|", README, re.MULTILINE)
    assert sorted(rows) == sorted(SETTINGS)


def test_help_of_serve_names_every_setting() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--help"], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout
    assert [variable for variable in SETTINGS if variable not in shown] == []


def test_every_command_has_a_row() -> None:
    rows = re.findall(r"^\| `starkeeper ([a-z]+)", README, re.MULTILINE)
    assert sorted(rows) == sorted(cli.commands)


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_option_in_the_command_tables_exists(command: str) -> None:
    row = re.search(rf"^\| `starkeeper {command}.*$", README, re.MULTILINE)
    assert row is not None
    known = {name for parameter in cli.commands[command].params for name in parameter.opts}
    assert set(re.findall(r"--[a-z-]+", row.group())) <= known


def test_every_option_of_serve_is_in_the_settings_table() -> None:
    options = [
        parameter.opts[0]
        for parameter in cli.commands["serve"].params
        if isinstance(parameter, click.Option) and parameter.name not in ("help",)
    ]
    assert [option for option in options if f"`{option}" not in README] == []


@pytest.mark.parametrize("picture", re.findall(r"\]\((\.docs/[^)]+)\)", README))
def test_every_picture_is_there(picture: str) -> None:
    assert (TOP / picture).is_file()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:app|tests|templates|static)/[\w/.]*)`", README))))
def test_every_path_is_there(path: str) -> None:
    assert (TOP / path).exists()


def test_the_record_in_the_readme_is_a_record() -> None:
    import json

    from app.tables import records

    written = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert written is not None
    _game, _start, actions, folded = records.replayed(records.load(json.loads(written.group(1))))
    assert folded.refused is None
    assert folded.done == len(actions)
