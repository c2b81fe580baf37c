"""Store a new bot under a free name and address, and number its versions."""

from typing import Final

from django.db import IntegrityError, transaction

from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion
from tournament.bots.names import slug_of
from tournament.bots.refusals import NameTaken
from tournament.hints import publish_on_commit

_SLUG_ATTEMPTS: Final = 50


def make_bot(name: str, *, about: str, owner: User | None = None, house_folder: str = "") -> Bot:
    """Store a bot under a name that was checked, at a free address; raises NameTaken."""
    for attempt in range(1, _SLUG_ATTEMPTS):
        if Bot.objects.filter(name__iexact=name).exists():
            break
        slug = slug_of(name, attempt)
        if Bot.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Bot.objects.create(
                    name=name, slug=slug, about=about, owner=owner, house_folder=house_folder
                )
        except IntegrityError:  # somebody took the name or the address just now: look again
            continue
    raise NameTaken(name)


def next_number(bot: Bot) -> int:
    """Lock a bot's row and return the number of its next version; within a transaction.

    SQLite has no row locks: its transactions are IMMEDIATE there, so that one writes at a time.
    """
    Bot.objects.select_for_update(of=("self",), no_key=True).get(pk=bot.pk)
    newest = BotVersion.objects.filter(bot=bot).order_by("-number").first()
    return 1 if newest is None else newest.number + 1


def title_of(folder: str) -> str:
    """Return the name by which a house folder's bot is shown."""
    return folder.replace("_", " ").capitalize()


def publish(version: BotVersion) -> None:
    """Hint after the commit that a version, and so its bot, has changed."""
    publish_on_commit(f"version:{version.pk}", f"bot:{version.bot_id}")
