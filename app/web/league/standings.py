"""The first page of a league: who is where, why, and since when."""

from __future__ import annotations

from flask import Response

from app.leagues.games import LEAGUE_GAMES, GameKey
from app.leagues.stored import views, views_people
from app.leagues.stored.turn import Seen
from app.leagues.stored.views_missions import missions_of
from app.leagues.valid import Scope
from app.leagues.words import explained
from app.web.league import blueprint
from app.web.league.common import look, page, scope
from app.web.speech import spoken


@blueprint.get("/league/<slug>")
def standings(slug: str) -> Response:
    """Standings of a season, over all games or of one."""
    seen = look(slug)
    wanted = scope(seen)
    if wanted.game is not None and LEAGUE_GAMES[wanted.game].together:
        return page("missions", seen, scope=wanted, missions=missions_of(seen, wanted))
    table = views.standings(seen, wanted)
    drawn, days = views_people.points_chart(seen, wanted, views_people.leaders(table["rows"]))
    return page(
        "standings",
        seen,
        scope=wanted,
        table=table,
        chart=drawn,
        days=days,
        names=views.names_of(seen),
        records=views.records(seen, wanted),
        crews=[] if wanted.game else missions_of(seen, wanted)["crews"],
        explained=[spoken(each) for each in explained(seen.book.rules)],
        **_rated(seen, wanted),
    )


def _rated(seen: Seen, wanted: Scope) -> dict[str, object]:
    game: GameKey | None = wanted.game
    if game is None:
        return {"ratings": [], "rated_chart": None, "rated_days": {}}
    ratings = views.ratings(seen, game)
    best = views_people.best_rated(ratings)
    drawn, days = views_people.ratings_chart(seen, game, best)
    return {"ratings": ratings, "rated_chart": drawn, "rated_days": days}
