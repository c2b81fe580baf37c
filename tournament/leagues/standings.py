"""Read a league's table: the entered bots in the order of their published ratings."""

from dataclasses import dataclass

from tournament.bots.models import Bot, BotVersion
from tournament.leagues.models import Entry, League
from tournament.ratings.models import Rating


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's line; a version without a published rating is unrated, and ranked by nobody.

    `rank` is among the rows shown, those level share the better one; `score` is the mean of points
    a game between 0 and 1.
    """

    rank: int | None
    bot: Bot
    version: BotVersion
    rating: float | None
    games: int
    matches: int
    score: float | None

    @property
    def is_rated(self) -> bool:
        """Say whether the version has a published rating."""
        return self.rating is not None


def table(league: League) -> list[Row]:
    """Return a line for each entered bot that has an active version, best first, unrated last.

    Everything comes from the ratings as published, in three queries whatever the size.
    """
    ids = Entry.objects.filter(league=league).newest_active()
    versions = BotVersion.objects.select_related("bot__owner").defer("report").in_bulk(ids)
    ratings = {r.version_id: r for r in Rating.objects.filter(pool=league.pool_id, version__in=ids)}
    rated = sorted((ratings[pk] for pk in ids if pk in ratings), key=_best_first)
    ranks: dict[float, int] = {}
    for rank, rating in enumerate(rated, 1):
        ranks.setdefault(rating.rating, rank)
    rows = [
        Row(
            rank=ranks[r.rating],
            bot=versions[r.version_id].bot,
            version=versions[r.version_id],
            rating=r.rating,
            games=r.games,
            matches=r.matches,
            score=r.score,
        )
        for r in rated
    ]
    unrated = (versions[pk] for pk in ids if pk not in ratings)
    return rows + [Row(None, v.bot, v, None, 0, 0, None) for v in unrated]


def _best_first(rating: Rating) -> tuple[float, int]:
    return -rating.rating, rating.version_id
