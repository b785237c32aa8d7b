"""The judge without a server: out of its archive alone, in a Python that has nothing else, it makes the same pages."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.lists import format_list
from flask import Flask

from app.games import GAMES
from app.judge import reader, wire
from app.web import kept
from app.web.security import POLICY
from tests.judge.asked import QUESTIONS, many

#: Reads addresses, answers with screens; then says what it has loaded from where.
ALONE = """
import json, sys
sys.path[:0] = [sys.argv[1]]
from app.judge import alone
told = [alone.at(address, language, "http://localhost") for address, language in json.load(sys.stdin)]
files = {name: str(getattr(one, "__file__", "")) for name, one in sys.modules.items()}
ours = {name.partition(".")[0] for name, file in files.items() if file.startswith(sys.argv[1])}
print(json.dumps({"told": told, "ours": sorted(ours), "path": sys.path, "loaded": sorted(sys.modules)}))
"""

#: What may be in the archive; a further file must be allowed here, with a reason.
ALLOWED = re.compile(
    r"app/(__init__\.py|kept\.json|errors\.py|saying\.py|games/([a-z_]+/)?[a-z_]+\.py|judge/[a-z_]+\.py"
    r"|translations/(fr|ja)/LC_MESSAGES/messages\.mo"
    rf"|templates/(judge/(screen|parts|plain|shown)|table/parts|({'|'.join(GAMES)})/(judge|parts))\.html)"
    r"|(jinja2|markupsafe|marshmallow)/([a-z]+/)?[a-z0-9_]+\.py|licences/(jinja2|markupsafe|marshmallow)\.txt"
)
WRONG = ("/judge/chess", "/judge/stella/chess", "/judge/stella/stars?markers=7", "/judge/stella/stars?markers=%00")


@pytest.fixture
def archive(app: Flask, tmp_path: Path) -> Path:
    path = tmp_path / "engine.zip"
    with app.test_request_context("/"):
        path.write_bytes(kept.archive())
    return path


def asked() -> Iterator[tuple[str, str]]:
    """Every question in every language, positions by chance, possible or not, and what is missing something."""
    for number, (game, question) in enumerate(QUESTIONS):
        for language in reader.LANGUAGES:
            yield f"/judge/{game.key}/{question.key}", language
            for told in many(question, 8, seed=20 + number):
                yield f"/judge/{game.key}/{question.key}?{wire.to_address(question, told)}", language
    yield from ((f"/judge/{game}", "ja") for game in GAMES)
    yield from ((address, language) for address in WRONG for language in reader.LANGUAGES)


def alone(archive: Path, addresses: list[tuple[str, str]]) -> dict[str, Any]:
    """The answers of a Python with the standard library and the archive, and nothing else."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(archive)],
        input=json.dumps(addresses), capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return dict(json.loads(run.stdout))


def test_the_archive_alone_makes_the_pages_of_the_server(app: Flask, archive: Path) -> None:
    addresses = list(asked())
    answers = alone(archive, addresses)
    assert answers["ours"] == ["app", "jinja2", "markupsafe", "marshmallow"]
    assert not [path for path in answers["path"] if "site-packages" in path]
    assert not {"flask", "sqlalchemy", "babel", "app.tables", "app.leagues", "app.config"} & set(answers["loaded"])
    client = app.test_client()
    for (address, language), told in zip(addresses, answers["told"], strict=True):
        client.set_cookie("lang", language)
        page = client.get(address, headers={"X-Starkeeper": "fragment"})
        text = page.get_data(as_text=True)
        if address in WRONG:
            assert page.status_code in (400, 404)
            assert html.escape(told["wrong"]) in text
        else:
            assert told["html"] == text, (address, language)


def test_a_table_in_the_address_is_led_back_to_and_nothing_of_it_is_known(archive: Path) -> None:
    told = alone(archive, [("/judge/stella_quest/winner?top=green-4&cards=blue-6&table=KAVE&seats=2.0", "en")])
    text = told["told"][0]["html"]
    assert 'href="/t/KAVE"' in text
    assert "Player 1 is ahead." in text
    assert "table=KAVE&amp;seats=2.0" in text
    assert "table=" not in re.findall(r'data-share="([^"]*)"', text)[0]


def test_the_archive_holds_nothing_else(app: Flask, archive: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    assert [name for name in held if not ALLOWED.fullmatch(name)] == []
    assert json.loads(held["app/kept.json"]).keys() == {"joining", "sprite"}
    settings = app.config["STARKEEPER"]
    secrets = [app.config["SECRET_KEY"], str(settings.instance), settings.sqlalchemy_url]
    for secret in secrets:
        assert secret
        assert not [name for name, data in held.items() if str(secret).encode() in data]
    for package in kept.PACKAGES:
        assert f"licences/{package}.txt" in held


def test_the_same_files_make_the_same_archive(app: Flask) -> None:
    with app.test_request_context("/"):
        first, version = kept.archive(), kept.engine()
        kept.archive.cache_clear()
        kept.engine.cache_clear()
        assert (kept.archive(), kept.engine()) == (first, version)


def test_what_it_says_of_its_size_is_true(app: Flask) -> None:
    with app.test_request_context("/"):
        on_the_way = sum(one["size"] for one in kept.files())
        assert kept.megabytes() - 1 < on_the_way / 1e6 <= kept.megabytes()
        readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
        assert f"({kept.megabytes()} MB, one tap on `/judge`)" in readme


def test_addresses_are_those_of_the_routes(app: Flask) -> None:
    rules = {(rule.endpoint, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)) for rule in app.url_map.iter_rules()}
    assert set(reader.ADDRESSES.items()) <= rules
    with app.test_request_context("/"):
        for endpoint, pattern in reader.ADDRESSES.items():
            values = {name: f"{name} é/?" for name in re.findall(r"{(\w+)}", pattern)}
            values |= {"rule": "a.b-c", "address": "/judge/stella?x=1.2&y=é ü", "_anchor": "a.b"}
            assert reader.url_for(endpoint, **values) == app.url_for(endpoint, **values)
        assert reader.url_for("judge.ask", game="stella") == app.url_for("judge.ask", game="stella")


@pytest.mark.parametrize("language", reader.LANGUAGES)
@pytest.mark.parametrize("number", range(6))
def test_names_are_joined_as_unicode_says(language: str, number: int) -> None:
    names = ["Ana", "Bo", "Chiyo", "Dan", "Eve"][:number]
    assert reader.joining(kept.joining(language))(names) == format_list(names, locale=language)


def test_only_the_worker_may_compile_webassembly(app: Flask) -> None:
    client = app.test_client()
    listed = client.get("/offline/judge/files").get_json()
    policies = {at: client.get(at).headers["Content-Security-Policy"] for at in (*listed["pages"], *listed["tries"])}
    assert set(policies.values()) == {POLICY}
    assert "wasm" not in POLICY
    ours = [one["from"] for one in listed["files"] if one["from"].startswith("/offline")]
    answers = {at.rsplit("/", 1)[1]: client.get(at) for at in ours}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert answers["engine.zip"].headers["Content-Security-Policy"] == POLICY
    policy = answers["worker.js"].headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    assert zipfile.ZipFile(BytesIO(answers["engine.zip"].data)).testzip() is None
    other = ours[0].replace(listed["engine"], "0" * 12)
    assert client.get(other).status_code == 404


def test_the_kept_page_says_what_it_needs_where_there_is_no_script(app: Flask) -> None:
    text = app.test_client().get("/offline/judge/screen").get_data(as_text=True)
    assert "Here the judge needs the Wi-Fi." in text.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "data-waits" in text


def test_pages_are_kept_in_the_language_they_are_asked_for(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("lang", "fr")
    for language, said in (("ja", "ja"), ("en", "en"), ("xx", "en"), ("", "fr")):
        headers = {"X-Starkeeper-Language": language} if language else {}
        answer = client.get("/judge", headers=headers)
        assert answer.headers["Content-Language"] == said
        assert f'<html lang="{said}"' in answer.get_data(as_text=True)
