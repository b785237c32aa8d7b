"""``starkeeper demo`` opens a league by the services people use: what it shows, and that it holds."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask

from app.cli import cli
from app.leagues.stored import checking, demo, turn
from tests.houses import dispose, make_app


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_the_demonstration_has_everything_worth_looking_at(each_store: Flask, seed: int) -> None:
    shown = demo.play(seed)
    seen = turn.look(shown.slug, None)  # a stranger may look
    book = seen.book
    assert len(book.members) == 11
    assert sum(one.guest for one in book.members.values()) == 1
    assert len(seen.position.games) == demo.GAMES + demo.MISSIONS
    assert sum(game.result.mission is not None for game in seen.position.games) == demo.MISSIONS
    (season,) = book.seasons.values()
    assert all(season.start <= game.day <= season.end for game in seen.position.games)
    assert any(len({sat.place for sat in game.seats}) < len(game.seats) for game in seen.position.games), "a tie"
    assert any(not sat.member for game in seen.position.games for sat in game.seats), "a guest"
    (past,) = (past for each in book.past.values() for past in each)
    assert (past.what, bool(past.note)) == ("corrected", True)
    (night,) = book.nights.values()
    (sitting,) = night.sittings
    assert sorted(map(len, sitting.tables)) == [3, 4, 4]
    (told,) = checking.rebuild()
    assert told.troubles == ()


def test_the_command_prints_where_to_look(tmp_path: Path) -> None:
    lines = CliRunner().invoke(cli, ["demo", "--instance", str(tmp_path)], catch_exceptions=False).output.splitlines()
    league, organiser = lines[-2], lines[-1]
    address = urlsplit(league.split("  ")[0])
    assert (address.scheme, address.path) == ("http", "/league/friday-owls")
    house = make_app(tmp_path)
    client = house.test_client()
    assert client.get(address.path).status_code == 200
    slug, secret = organiser.split("  ")[0].split("/league/")[1].split("/organiser#")
    assert client.post(f"/league/{slug}/enter", data={"code": secret}).status_code == 303
    assert "Correct this game" in client.get(f"/league/{slug}/game/game-13").text
    with house.app_context():
        saved = [one for one in turn.look(slug, None).book.results.values() if one.source_id.startswith("table:")]
    codes = {line.split()[0] for line in lines[:-2] if "finished" in line}
    assert codes == {one.source_id.removeprefix("table:").split("-")[0] for one in saved}
    dispose(house)
