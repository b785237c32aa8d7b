"""The command line: ``starkeeper serve | replay | verify | export | import | backup | demo | league``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from app import config, serving
from app.errors import Problem, Refusal
from app.games.kernel import Finding, Game
from app.games.phrases import Phrase

WHERE = click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the database and the secret key [STARKEEPER_INSTANCE; default: instance/ of a checkout].",
)


class Calm(click.Group):
    """Tells a problem in one line instead of a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except config.Unsafe as trouble:
            raise click.ClickException(str(trouble)) from trouble
        except Problem as trouble:
            raise click.ClickException(plain(trouble.says) + _fields(trouble)) from trouble
        except PermissionError as trouble:
            raise click.ClickException(
                f"{trouble.filename} cannot be written. Choose another folder with --instance."
            ) from trouble


def _fields(trouble: Problem) -> str:
    """Which field of a file is wrong, and why: only where it says where to look."""
    found = trouble.extra.get("fields")
    return f" ({json.dumps(found, ensure_ascii=False)})" if isinstance(found, dict) and "code" not in found else ""


def plain(phrase: Phrase, names: dict[int, str] | None = None) -> str:
    """The sentence in English; the command line needs no request to speak."""
    from app.web.speech import plainly

    return plainly(phrase, names or {})


def app_for(instance: Path | None, **overrides: Any) -> Any:
    from app import create_app

    return create_app(config.load(instance=instance, **overrides))


def _house(app: Any) -> str:
    """The address guests reach."""
    settings = app.config["STARKEEPER"]
    return serving.guest_url(settings.public_url, settings.host, settings.port)


@click.group(cls=Calm, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="starkeeper")
def cli() -> None:
    """Starkeeper, the companion at the table for Stella – Dixit Universe, Stella Quest and Stellarion."""


def _settings_help() -> str:
    rows = []
    for name in config.Settings.__dataclass_fields__.values():
        at = name.metadata
        rows.append(f"  {at['variable']:<22} {at['help']} (default: {at['default']})")
    return "\b\nSettings from the environment:\n" + "\n".join(rows)


@cli.command(epilog=_settings_help())
@WHERE
@click.option("--host", help="Address to listen on [STARKEEPER_HOST; 0.0.0.0: every network of this machine].")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on [STARKEEPER_PORT; 8000].")
@click.option("--public-url", help="The address guests reach, for QR codes [STARKEEPER_PUBLIC_URL].")
@click.option("--threads", type=click.IntRange(8, 2000), default=None, help="Use this many threads instead of gevent.")
@click.option("--no-qr", is_flag=True, help="Do not draw a QR code in the terminal.")
def serve(
    instance: Path | None,
    host: str | None,
    port: int | None,
    public_url: str | None,
    threads: int | None,
    no_qr: bool,
) -> None:
    """Start the server and show the address for the phones."""
    settings = config.load(instance=instance, host=host, port=port, public_url=public_url)
    if serving.port_taken(settings.host, settings.port):
        raise click.ClickException(
            f"Port {settings.port} is in use. Stop the other program, or choose one: --port {settings.port + 1}"
        )
    from app import create_app

    app = create_app(settings)
    url = serving.guest_url(settings.public_url, settings.host, settings.port)
    app.config["STARKEEPER_GUEST_URL"] = url
    click.echo(f"\nStarkeeper is open. Phones in this network go to:\n\n    {url}\n")
    if not no_qr:
        try:
            click.echo(serving.terminal_qr(url))
        except UnicodeEncodeError:  # a terminal without block characters
            click.echo("(This terminal cannot draw the QR code; the address above is all you need.)\n")
    click.echo(f"On this machine: http://127.0.0.1:{settings.port}   Data: {settings.instance}   Stop: Ctrl+C")
    sys.stdout.flush()
    try:
        if threads is None and _has_gevent():
            serving.serve_cooperatively(app, settings.host, settings.port)
        else:
            serving.serve_with_threads(app, settings.host, settings.port, threads or 200)
    except KeyboardInterrupt:
        click.echo("Closed. Every game is kept.")


def _has_gevent() -> bool:
    try:
        from gevent import monkey
    except ImportError:
        return False
    return bool(monkey.is_module_patched("socket"))


@cli.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def replay(file: Path) -> None:
    """Print every ruling and the result of a record FILE, without a server."""
    from app.tables import records

    loaded = records.load(_json(file))
    game, _start, _actions, folded = records.replayed(loaded)
    names = {number: seat["name"] for number, seat in enumerate(loaded["seats"])}
    click.echo(f"{game.title}, {len(names)} players: {', '.join(names.values())}")
    for number, line, findings in records.told(loaded):
        click.echo(f"{number:>4}  {plain(line, names)}")
        for finding in findings:
            click.echo(f"      {_cited(game, finding, names)}")
    if folded.refused is not None:
        raise click.ClickException(f"Action {folded.done + 1} is refused; everything before it holds.")
    ended = game.outcome(folded.state)
    if ended is None:
        click.echo("The game is not over.")
        return
    for seat in sorted(range(len(names)), key=lambda seat: ended.places[seat]):
        points = ended.points[seat]
        click.echo(f"{ended.places[seat]:>4}  {names[seat]}{'' if points is None else f'  {points}'}")
    for finding in (*ended.why, *ended.house):
        click.echo(f"      {_cited(game, finding, names)}")


def _cited(game: Game[Any, Any, Any], finding: Finding, names: dict[int, str]) -> str:
    rule = game.rulebook[finding.rule]
    label = {"text": "written", "follows": "follows", "ruling": "our reading"}[rule.kind]
    places = "; ".join(f"{place.book} › {place.heading}" for place in rule.places)
    return f"{plain(finding.says, names)}  [{label}: {places}]"


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, UnicodeDecodeError) as trouble:
        raise click.ClickException(f"{file} is not JSON: {trouble}") from trouble


@cli.command()
@WHERE
def verify(instance: Path | None) -> None:
    """Fold every stored table and name any that does not fold."""
    from app.tables import checking

    with app_for(instance).app_context():
        checked, troubles = checking.verify()
    for trouble in troubles:
        click.echo(f"{trouble.code}: {trouble.what}")
    click.echo(f"{checked} tables checked, {len(troubles)} with trouble.")
    if troubles:
        sys.exit(1)


@cli.command()
@click.argument("code")
@WHERE
@click.option("--complete", is_flag=True, help="With every secret: a backup for whoever holds the database.")
def export(code: str, instance: Path | None, complete: bool) -> None:
    """Print the record of table CODE as JSON."""
    from app.tables import records, turns

    with app_for(instance).app_context():
        click.echo(json.dumps(records.record(turns.tidy_code(code), complete=complete), ensure_ascii=False, indent=1))


@cli.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@WHERE
def import_(file: Path, instance: Path | None) -> None:
    """Make a table out of a record FILE and print its code."""
    from app.tables import phones, records

    with app_for(instance).app_context():
        phone, _token = phones.new_phone()
        try:
            click.echo(records.import_record(_json(file), phone))
        except Refusal as refused:
            raise click.ClickException(
                f"Action {refused.extra['action']} is refused: {plain(refused.says)}"
            ) from refused


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@WHERE
def backup(file: Path, instance: Path | None) -> None:
    """Write a copy of the SQLite database to FILE, safely while the server runs."""
    from app.tables import checking

    settings = config.load(instance=instance)
    if settings.database_url:
        raise click.ClickException("This instance uses DATABASE_URL. Use that database's own backup (pg_dump).")
    if file.exists():
        raise click.ClickException(f"{file} exists. Choose a new name, so that no older copy is lost.")
    checking.copy_sqlite(settings.instance / "starkeeper.sqlite3", file)
    click.echo(f"Copied to {file}.")


@cli.command()
@WHERE
@click.option("--seed", type=int, default=1, help="Another number makes another night.")
def demo(instance: Path | None, seed: int) -> None:
    """Fill an instance with a played night and a league to look at."""
    from app.leagues.stored import demo as club
    from app.tables import demo as night

    app = app_for(instance)
    with app.app_context():
        codes = []
        for code, title in night.play(seed):
            codes.append(code)
            click.echo(f"{code}  {title}")
        shown = club.play(seed, codes)
    here = f"{_house(app)}/league/{shown.slug}"
    click.echo(f"{here}  A league of eleven with a season, and tonight's tables")
    click.echo(f"{here}/organiser#{shown.organiser}  The same for its organiser")


@cli.group()
def league() -> None:
    """Look after leagues."""


@league.command()
@WHERE
def rebuild(instance: Path | None) -> None:
    """Throw away what is kept of all leagues, work it out from their changes, and name whatever differs."""
    from app.leagues.stored import checking

    with app_for(instance).app_context():
        told = checking.rebuild()
    for one in told:
        click.echo(f"{one.slug}: {one.lines} changes, {one.members} people, {one.games} games that count")
        for trouble in one.troubles:
            click.echo(f"  {trouble}")
    troubles = sum(bool(one.troubles) for one in told)
    click.echo(f"{len(told)} {'league' if len(told) == 1 else 'leagues'} rebuilt, {troubles} with trouble.")
    if troubles:
        sys.exit(1)


@league.command()
@click.argument("slug")
@WHERE
def organiser(slug: str, instance: Path | None) -> None:
    """Print a new organiser's link of league SLUG; the old one ends at once."""
    from app.leagues.stored import doors

    app = app_for(instance)
    with app.app_context():
        secret = doors.hand_out(slug)
    click.echo(f"{_house(app)}/league/{slug}/organiser#{secret}")
