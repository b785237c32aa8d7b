"""Addresses that carry a right of their own: one play for BG Stats, a private league's feeds. Made from the house's
secret key, so that nothing need be stored; the feeds' also from the members' link, so that a new link ends them."""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app, url_for

from app.leagues.book import ResultId
from app.leagues.stored.turn import Seen
from app.web import qr


def _signed(*parts: str) -> str:
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, "\0".join(parts).encode(), hashlib.sha256).hexdigest()


def push_token(league: str, game: ResultId) -> str:
    """16 hexadecimal digits: nobody guesses another game's in a lifetime of tries."""
    return _signed("bgstats", league, game)[:16]


def push_address(seen: Seen, game: ResultId) -> str:
    """The short address that leads to BG Stats with this play."""
    return f"{qr.house()}{url_for('league.push', slug=seen.slug, game=game, token=push_token(seen.book.id, game))}"


def feed_token(league_id: str, member_hash: str) -> str:
    """What a private league's feeds carry in their address, because readers of feeds cannot do more than fetch."""
    return _signed("feed", league_id, member_hash)[:40]
