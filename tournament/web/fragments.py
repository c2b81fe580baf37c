"""The live parts of the pages: how each is rendered, and what makes it change."""

from typing import TypeVar
from uuid import UUID

from django.db.models import Model
from django.template.loader import render_to_string

from tournament.bots.models import Bot
from tournament.bots.refusals import NotTheOwner
from tournament.bots.services import check_owner
from tournament.leagues.models import League
from tournament.leagues.standings import table
from tournament.live.fragments import Fragment, NoSuchFragment, Viewer, register
from tournament.matches.models import Match
from tournament.ratings.models import Rating
from tournament.web.reading import MatchPage, league_rounds

M = TypeVar("M", bound=Model)
Key = int | UUID
ROUNDS_SHOWN = 5


def register_all() -> None:
    """Register every fragment of the pages."""
    register(Fragment("league-table", _league_topics, _league_table))
    register(Fragment("league-rounds", _rounds_topics, _league_rounds))
    register(Fragment("match", lambda key: [f"match:{key}"], _match))
    register(Fragment("bot-versions", lambda key: [f"bot:{key}"], _bot_versions))
    register(Fragment("bot-ratings", _bot_topics, _bot_ratings))


def _found(model: type[M], key: Key) -> M:
    found = model._default_manager.filter(pk=key).first()
    if found is None:
        raise NoSuchFragment(str(key))
    return found


def _number(key: str) -> int:
    if not (key.isascii() and key.isdigit() and len(key) < 18):
        raise NoSuchFragment(key)
    return int(key)


def _league_topics(key: str) -> list[str]:
    league = _found(League, _number(key))
    return [f"league:{league.pk}", f"pool:{league.pool_id}"]


def _league_table(key: str, viewer: Viewer) -> str:
    league = _found(League, _number(key))
    context = {"league": league, "rows": table(league)}
    return render_to_string("web/fragments/league_table.html", context)


def _rounds_topics(key: str) -> list[str]:
    league = _found(League, _number(key))
    shown = league_rounds(league, ROUNDS_SHOWN)
    unfinished = [f"match:{match.pk}" for _, matches in shown for match in matches if match.is_open]
    return [f"league:{league.pk}", *unfinished]


def _league_rounds(key: str, viewer: Viewer) -> str:
    league = _found(League, _number(key))
    context = {"league": league, "rounds": league_rounds(league, ROUNDS_SHOWN)}
    return render_to_string("web/fragments/league_rounds.html", context)


def _match(key: str, viewer: Viewer) -> str:
    try:
        match = _found(Match, UUID(key))
    except ValueError as error:
        raise NoSuchFragment(key) from error
    context = {"page": MatchPage.of(match, viewer)}
    return render_to_string("web/fragments/match.html", context)


def _bot_versions(key: str, viewer: Viewer) -> str:
    bot = _found(Bot, _number(key))
    context = {
        "bot": bot,
        "versions": bot.versions.select_related("check_job"),
        "own": owns(viewer, bot),
    }
    return render_to_string("web/fragments/bot_versions.html", context)


def owns(viewer: Viewer, bot: Bot) -> bool:
    """Say whether the viewer may see what is private about a bot."""
    try:
        check_owner(viewer, bot)
    except NotTheOwner:
        return False
    return True


def _bot_topics(key: str) -> list[str]:
    bot = _found(Bot, _number(key))
    pools = Rating.objects.filter(version__bot=bot).values_list("pool_id", flat=True).distinct()
    entered = bot.entries.values_list("league__pool_id", flat=True)
    return [f"bot:{bot.pk}", *(f"pool:{pool}" for pool in {*pools, *entered})]


def _bot_ratings(key: str, viewer: Viewer) -> str:
    bot = _found(Bot, _number(key))
    ratings = (
        Rating.objects.filter(version__bot=bot)
        .select_related("pool__league", "version__bot")
        .order_by("pool__name", "-version__number")
    )
    return render_to_string("web/fragments/bot_ratings.html", {"bot": bot, "ratings": ratings})
