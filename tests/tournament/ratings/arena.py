"""Bots and finished matches without the playing, for tests of what follows from them."""

import random
from collections.abc import Sequence

from django.utils import timezone

from thirtyone.rules import preset
from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion, Source
from tournament.matches.models import Match, Seat, Status
from tournament.ratings.models import Pool
from tournament.ratings.services import create_pool, rate_when_finished

RULES = preset("norwegian")


def make_versions(count: int, state: str = BotVersion.State.ACTIVE) -> list[BotVersion]:
    """Return the first versions of so many new bots of one owner."""
    owner, _ = User.objects.get_or_create(username="author")
    already = Bot.objects.count()
    bots = [
        Bot.objects.create(owner=owner, name=f"Bot {number}", slug=f"bot-{number}")
        for number in range(already, already + count)
    ]
    return [make_version(bot, 1, state) for bot in bots]


def make_version(
    bot: Bot,
    number: int,
    state: str = BotVersion.State.ACTIVE,
    forms: Sequence[str] = ("draw",),
    rule_sets: Sequence[str] = (),
) -> BotVersion:
    """Return a new version of a bot; all share one source, which nobody runs."""
    source, _ = Source.objects.get_or_create(sha256="0" * 64, defaults={"archive": b"", "size": 0})
    return BotVersion.objects.create(
        bot=bot,
        number=number,
        source=source,
        source_sha256=source.sha256,
        forms=list(forms),
        rule_sets=list(rule_sets),
        state=state,
    )


def make_pool(**wishes: object) -> Pool:
    """Return an empty pool for two seats."""
    return create_pool("A pool", RULES, 2, **wishes)


def finished_match(pool: Pool, versions: Sequence[BotVersion], wins: Sequence[int]) -> Match:
    """Return a finished match of blocks in each of which the first wins 0, 1 or 2 games.

    It is to be rated in the pool, and has not been.
    """
    places = {0: ([2, 1], [2, 1]), 1: ([1, 2], [2, 1]), 2: ([1, 2], [1, 2])}
    games = [
        {"block": block, "rotation": rotation, "places": places[won][rotation]}
        for rotation in (0, 1)
        for block, won in enumerate(wins)
    ]
    match = Match.objects.create(
        rules=RULES.to_json(),
        blocks=len(wins),
        seed=b"\0" * 32,
        seed_sha256="0" * 64,
        games_total=len(games),
        games_done=len(games),
        status=Status.FINISHED,
        finished_at=timezone.now(),
        result={"games": games},
        record=b"record",
    )
    for number, version in enumerate(versions):
        Seat.objects.create(match=match, number=number, version=version)
    rate_when_finished(pool, match)
    return match


def random_matches(pool: Pool, versions: Sequence[BotVersion], count: int) -> list[Match]:
    """Return so many finished matches of random pairs, the same ones each time."""
    source = random.Random(31)
    return [
        finished_match(pool, source.sample(versions, 2), source.choices([0, 1, 2], k=4))
        for _ in range(count)
    ]
