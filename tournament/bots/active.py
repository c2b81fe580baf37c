"""Tell higher apps, in the same transaction, what became of a version."""

from collections.abc import Callable
from typing import Final

from tournament.bots.models import Bot, BotVersion

Callback = Callable[[BotVersion], None]

_CALLBACKS: Final[list[Callback]] = []


def when_activated(callback: Callback) -> None:
    """Register a function that is given each version that has become active or was rejected.

    It runs inside the transaction of the change: what it raises undoes the change. Registering a
    function twice has no effect.
    """
    if callback not in _CALLBACKS:
        _CALLBACKS.append(callback)


def tell_decided(version: BotVersion) -> None:
    """Call every registered function; the caller holds the transaction open."""
    for callback in _CALLBACKS:
        callback(version)


def newest_active_version(bot: Bot) -> BotVersion | None:
    """Return the version by which a bot is paired, or None before its first check has passed."""
    return BotVersion.objects.active().filter(bot=bot).order_by("-number").first()
