"""A small HTTP proxy of one phone: it remembers everything the phone was told, and can be as bad as real networks.

Every request travels on a connection of its own. ``stream`` says what happens to server-sent events: ``pass``;
``mute`` (the connection stays, nothing more comes through: a socket that died in silence); ``buffer`` (a proxy that
waits for the end of an answer that has none); ``refuse`` (the connection is closed at once).
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass

END = b"\r\n\r\n"


@dataclass
class Told:
    """One answer, as it went to the phone, and when. ``body`` of a stream grows while it lasts."""

    method: str
    path: str
    asked: bytes
    at: float = 0.0
    head: bytes = b""
    body: bytes = b""

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1]) if self.head else 0

    @property
    def content(self) -> bytes:
        """The body without the frames of its transfer."""
        if b"transfer-encoding: chunked" not in self.head.lower():
            return self.body
        content, rest = b"", self.body
        while b"\r\n" in rest:
            size, rest = rest.split(b"\r\n", 1)
            length = int(size, 16)
            content, rest = content + rest[:length], rest[length + 2 :]
        return content


class Relay:
    """Listens on a port of its own and asks the server on the other."""

    def __init__(self, port: int) -> None:
        self.server = port
        self.stream = "pass"
        self.cut = False
        self.told: list[Told] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _listen(self) -> None:
        while True:
            try:
                phone, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(phone,), daemon=True).start()

    def _serve(self, phone: socket.socket) -> None:
        with contextlib.suppress(OSError), phone:
            request = _message(phone)
            if request is None or self.cut:
                return
            head, body = request
            method, path, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
            told = Told(method, path, body)
            self.told.append(told)
            if path.endswith("/events") and self.stream == "refuse":
                return
            with socket.create_connection(("127.0.0.1", self.server)) as server:
                server.sendall(_plain(head) + END + body)
                self._answer(server, phone, told)

    def _answer(self, server: socket.socket, phone: socket.socket, told: Told) -> None:
        got = b""
        while END not in got:
            more = server.recv(65536)
            if not more:
                return
            got += more
        told.at = time.monotonic()
        told.head, rest = got.split(END, 1)
        live = b"text/event-stream" in told.head
        head = b"\r\n".join(line for line in told.head.split(b"\r\n") if not line.lower().startswith(b"connection:"))
        if not (live and self.stream == "buffer"):
            phone.sendall(head + b"\r\nConnection: close" + END)
        while True:
            told.body += rest
            if self.cut:
                return
            if not (live and self.stream != "pass"):
                phone.sendall(rest)
            rest = server.recv(65536)
            if not rest:
                return


def _message(phone: socket.socket) -> tuple[bytes, bytes] | None:
    got = b""
    while END not in got:
        more = phone.recv(65536)
        if not more:
            return None
        got += more
    head, body = got.split(END, 1)
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        body += phone.recv(65536)
    return head, body


def _plain(head: bytes) -> bytes:
    """The request's head without wishes for compression or for keeping the connection: answers stay readable."""
    unwanted = (b"accept-encoding:", b"connection:")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(unwanted)]
    return b"\r\n".join([*lines, b"Connection: close"])
