"""Bytes over the wire: everything a guest's phone fetches at the first visit, and every stage after it."""

from __future__ import annotations

import gzip
import http.client
import re

from tests.benchmarks import load


def fetched(port: int, path: str, token: str | None = None) -> tuple[int, str]:
    """(bytes of the compressed body, the body) of one address."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Accept-Encoding": "gzip"}
    if token:
        headers["Cookie"] = f"starkeeper={token}"
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    raw = answer.read()
    body = gzip.decompress(raw) if answer.getheader("Content-Encoding") == "gzip" else raw
    return len(raw), body.decode("utf-8", "replace")


def main() -> None:
    with load.starkeeper() as port:
        phone = load.Phone(port)
        sat = phone.call("POST", "/api/tables", {"game": "stella", "name": "P0"})
        size, page = fetched(port, f"/j/{sat['code']}")
        total = size
        linked = set(re.findall(r'(?:href|src)="(/static/[^"#]+|/manifest[^"]*)', page))
        for path in sorted(linked):
            one, _ = fetched(port, path)
            total += one
            print(f"{one:7} {path.partition('?')[0]}")
        print(f"{total:7} first visit to /j/CODE in all (aim: under 120000)")
        code, tokens = load.seated(port, 6)
        heaviest = 0
        for _ in load.night(load.Phone(port), code, tokens):
            size = max(fetched(port, f"/t/{code}/stage", token)[0] for token in tokens[:2])
            heaviest = max(heaviest, size)
        print(f"{heaviest:7} heaviest stage of a game of six (aim: under 15000)")


if __name__ == "__main__":
    main()
