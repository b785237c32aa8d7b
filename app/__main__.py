"""The entry point. Serving patches the standard library first, before anything else is imported."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; ``serve`` becomes cooperative where gevent is installed."""
    if "serve" in sys.argv[1:2] and "--threads" not in sys.argv:
        try:
            from gevent import monkey
        except ImportError:
            pass
        else:
            monkey.patch_all()
    from app.cli import cli

    cli()


if __name__ == "__main__":
    main()
