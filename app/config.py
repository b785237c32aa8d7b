"""Settings, each from one environment variable, each documented here and in the README (a test compares them)."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


class Unsafe(ValueError):
    """Settings that contradict each other or would lose or leak something."""


def _checkout() -> Path | None:
    """The project's folder when the app runs from a checkout, None when it was installed as a wheel."""
    top = PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "templates").is_dir() else None


def folder(name: str) -> Path:
    """``templates`` or ``static``: beside the package in a checkout, inside it in a wheel."""
    top = _checkout()
    return (top or PACKAGE) / name


def default_instance() -> Path:
    """Where data lives when nothing is said: ``instance/`` of a checkout, else the user's data folder."""
    top = _checkout()
    if top is not None:
        return top / "instance"
    from platformdirs import user_data_path

    return user_data_path("starkeeper", appauthor=False)


def setting(variable: str, help: str, default: str = "") -> dict[str, str]:
    """What the README and ``serve --help`` say about a setting."""
    return {"variable": variable, "help": help, "default": default}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. ``instance`` is made when it is missing; the secret key is made there once and kept."""

    instance: Path = field(
        metadata=setting("STARKEEPER_INSTANCE", "folder for the database and the secret key", "instance/ of a checkout")
    )
    database_url: str = field(
        default="",
        metadata=setting("DATABASE_URL", "postgresql://… when SQLite is outgrown", "SQLite in the instance folder"),
    )
    redis_url: str = field(
        default="",
        metadata=setting("REDIS_URL", "redis://… when several processes serve the same tables", "one process"),
    )
    public_url: str = field(
        default="",
        metadata=setting("STARKEEPER_PUBLIC_URL", "the address guests reach, for QR codes", "found out by itself"),
    )
    host: str = field(default="0.0.0.0", metadata=setting("STARKEEPER_HOST", "address to listen on", "0.0.0.0"))  # noqa: S104
    port: int = field(default=8000, metadata=setting("STARKEEPER_PORT", "port to listen on", "8000"))
    proxies: int = field(
        default=0,
        metadata=setting("STARKEEPER_PROXIES", "how many proxies in front are trusted for X-Forwarded-…", "0"),
    )
    processes: int = field(
        default=1, metadata=setting("STARKEEPER_PROCESSES", "how many processes you serve with (checked only)", "1")
    )
    secret_key: str = field(
        default="",
        metadata=setting("SECRET_KEY", "signs short messages between pages", "made once, kept in the instance folder"),
    )

    @property
    def sqlalchemy_url(self) -> str:
        """The database's address in SQLAlchemy's form."""
        if not self.database_url:
            return f"sqlite:///{self.instance / 'starkeeper.sqlite3'}"
        for scheme in ("postgres://", "postgresql://"):
            if self.database_url.startswith(scheme):
                return "postgresql+psycopg://" + self.database_url.removeprefix(scheme)
        return self.database_url

    @property
    def secure(self) -> bool:
        """Whether guests come by https, so that cookies may insist on it."""
        return self.public_url.startswith("https://")


def _number(env: Mapping[str, str], variable: str, default: int, least: int, most: int) -> int:
    text = env.get(variable, "").strip()
    if not text:
        return default
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Unsafe(f"{variable} is {text!r}: use a whole number from {least} to {most}.")
    return int(text)


def load(env: Mapping[str, str] | None = None, **overrides: object) -> Settings:
    """Settings from the environment; ``overrides`` (command line options, tests) win where they are not None.

    Raises Unsafe, saying what to do, for settings that cannot work together.
    """
    env = os.environ if env is None else env
    values: dict[str, object] = {
        "instance": Path(env.get("STARKEEPER_INSTANCE") or default_instance()),
        "database_url": env.get("DATABASE_URL", ""),
        "redis_url": env.get("REDIS_URL", ""),
        "public_url": env.get("STARKEEPER_PUBLIC_URL", "").rstrip("/"),
        "host": env.get("STARKEEPER_HOST") or "0.0.0.0",  # noqa: S104
        "port": _number(env, "STARKEEPER_PORT", 8000, 1, 65535),
        "proxies": _number(env, "STARKEEPER_PROXIES", 0, 0, 9),
        "processes": _number(env, "STARKEEPER_PROCESSES", 1, 1, 64),
        "secret_key": env.get("SECRET_KEY", ""),
    }
    values.update({name: value for name, value in overrides.items() if value is not None})
    settings = Settings(**values)  # type: ignore[arg-type]
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Raises Unsafe for combinations that would lose or leak something."""
    if settings.processes > 1 and not settings.redis_url:
        raise Unsafe("Several processes need REDIS_URL, or a phone on one would not hear the bell of another.")
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise Unsafe("STARKEEPER_PUBLIC_URL begins with http:// or https://.")
    if settings.secret_key and len(settings.secret_key) < 16:
        raise Unsafe("SECRET_KEY needs at least 16 characters. Leave it out and a good one is made.")


def secret_key(settings: Settings) -> str:
    """The key from the settings, or the one kept in the instance folder, made on the first start."""
    if settings.secret_key:
        return settings.secret_key
    path = settings.instance / "secret_key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        fresh = secrets.token_urlsafe(48)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(fresh)
        except FileExistsError:  # another process was faster
            return path.read_text().strip()
        return fresh
