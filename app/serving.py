"""The server of a host's laptop: gevent in one process, or threads where gevent has no wheel."""

from __future__ import annotations

import gc
import socket
from typing import Any
from urllib.parse import urlsplit

from flask import Flask


def home_address() -> str:
    """This machine's address in the home network, as guests' phones can reach it (127.0.0.1 without a network)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a route is chosen
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def guest_url(public_url: str, host: str, port: int) -> str:
    """The address for guests: the public one, else the one of the home network."""
    if public_url:
        return public_url
    shown = home_address() if host in ("0.0.0.0", "::", "") else host  # noqa: S104
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def serve_cooperatively(app: Flask, host: str, port: int) -> None:
    """Serve with gevent until interrupted. Thousands of waiting phones cost little memory here."""
    from gevent.pywsgi import WSGIHandler, WSGIServer

    class Handler(WSGIHandler):  # type: ignore[misc]
        """Head and body leave in two writes: without NODELAY the second waits for the phone's acknowledgement.
        A phone that went to sleep mid-answer is no error worth a traceback."""

        ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, 32, 54, 104, 107)

        def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            super().__init__(sock, address, server, rfile)

    gc.set_threshold(50_000, 20, 1_000)  # a full collection over thousands of streams pauses everybody
    server = WSGIServer((host, port), app, handler_class=Handler, log=None, error_log="default")
    server.serve_forever(stop_timeout=1)


def serve_with_threads(app: Flask, host: str, port: int, threads: int) -> None:
    """Serve with waitress; every waiting phone takes a thread."""
    import waitress

    waitress.serve(app, host=host, port=port, threads=threads, ident=None, channel_timeout=300)


def terminal_qr(url: str) -> str:
    """The address as a QR code for the terminal."""
    import io

    import segno

    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()


def port_taken(host: str, port: int) -> bool:
    """Whether another program listens there already."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def is_local(url: str) -> bool:
    """Whether only this machine can reach the address."""
    return urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")
