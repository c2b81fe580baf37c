"""Bots and matches to test with."""

from thirtyone.rules import Rules, preset
from tournament.accounts.models import User
from tournament.bots.models import BotVersion
from tournament.bots.services import create_bot, record_check, sync_house_bots
from tournament.bots.uploads import read_upload
from tournament.matches.models import Match
from tournament.matches.services import queue_match

SHORT = preset("norwegian", lives=1)

THRESHOLD_BOT = b"""
from thirtyone import Bot

class Careful(Bot):
    def turn(self, view):
        if "knock" in view.legal and view.value(view.hand) >= 24:
            return "knock"
        return "stock" if "stock" in view.legal else "take"

    def discard(self, view):
        return max(view.discardable, key=lambda card: view.value(view.without(card)))

Careful().run()
"""


def house(*folders: str) -> list[BotVersion]:
    """Return the versions of house bots by folder name."""
    versions = {version.bot.house_folder: version for version in sync_house_bots()}
    return [versions[folder] for folder in folders]


def person(name: str = "ann") -> User:
    """Return a person, made on first use."""
    return User.objects.get_or_create(username=name)[0]


def uploaded(source: bytes = THRESHOLD_BOT, name: str = "Careful", *, active: bool) -> BotVersion:
    """Return an uploaded version, its check passed (by decree) or still to come."""
    version = create_bot(person(), name, "", read_upload("bot.py", source))
    if active:
        assert record_check(version, {}, passed=True)
    return version


def queued(*versions: BotVersion, blocks: int = 1, rules: Rules = SHORT) -> Match:
    """Return a queued match, of two house bots unless others are named."""
    return queue_match(versions or house("threshold", "greedy"), rules, blocks)
