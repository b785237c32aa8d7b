"""Games that are won together, as JSON: by set-up, and by crew."""

from __future__ import annotations

from app.leagues.book import MemberId
from app.leagues.games import LEAGUE_GAMES
from app.leagues.missions import Configuration, Missions, by_configuration, by_crew
from app.leagues.stored.turn import Seen
from app.leagues.stored.views import Json, names_of
from app.leagues.valid import Counted, Scope

_BySetUp = tuple[tuple[Configuration, Missions], ...]
_ByCrew = tuple[tuple[tuple[MemberId, ...], Missions], ...]


def missions_of(seen: Seen, scope: Scope) -> Json:
    """Those of the season of ``scope``, whichever game it names."""
    names, at, season = names_of(seen), seen.position, scope.season

    def games() -> list[Counted]:
        together = [game.key for game in LEAGUE_GAMES.values() if game.together]
        return [one for game in together for one in at.within(Scope(season, game))]

    set_ups = at.kept(f"set-ups {season}", _BySetUp, lambda: tuple(by_configuration(games()).items()))
    crews = at.kept(f"crews {season}", _ByCrew, lambda: tuple(by_crew(games()).items()))
    return {
        "configurations": [
            {"players": key.players, "expansions": list(key.expansions), "stars": key.stars if key.stars >= 0 else None}
            | _mission(told)
            for key, told in set_ups
        ],
        "crews": [
            {"members": list(crew), "names": [names[one] for one in crew]} | _mission(told) for crew, told in crews
        ],
    }


def _mission(told: Missions) -> Json:
    return {
        "played": told.played,
        "won": told.won,
        "streak": told.streak,
        "longest": told.longest,
        "fewest_stars": told.fewest_stars,
        "fewest_turns": told.fewest_turns,
    }
