"""Keep the house bots in step with the folders that the installation ships."""

from django.db import transaction
from django.utils import timezone

from tournament.bots.active import newest_active_version, tell_decided
from tournament.bots.house import house_folders, read_house
from tournament.bots.making import make_bot, next_number, publish, title_of
from tournament.bots.models import Bot, BotVersion
from tournament.bots.refusals import NameTaken
from tournament.bots.uploads import Upload, digest

State = BotVersion.State


@transaction.atomic
def sync_house_bots() -> list[BotVersion]:
    """Give each house folder its bot and newest version; return what plays now, by folder name.

    A changed folder makes a new version, which is active at once: it is code of the installation.
    Older versions, and those of a folder that is gone, are suspended. Safe to run at any time.
    """
    folders = house_folders()
    gone = BotVersion.objects.active().exclude(bot__house_folder="")
    for version in gone.exclude(bot__house_folder__in=folders).select_related("bot"):
        _suspend(version)
    return [_in_step(name, read_house(folder)) for name, folder in folders.items()]


def _in_step(folder: str, upload: Upload) -> BotVersion:
    about = _about(upload)
    bot = Bot.objects.filter(house_folder=folder).first()
    if bot is None:
        bot = _make(folder, about)
    elif bot.about != about:
        Bot.objects.filter(pk=bot.pk).update(about=about)
    number = next_number(bot)
    sha256 = digest(upload.archive)
    current = newest_active_version(bot)
    if current is not None and current.source_sha256 == sha256:
        return current
    for version in BotVersion.objects.active().filter(bot=bot).select_related("bot"):
        _suspend(version)
    version = BotVersion.objects.create(
        bot=bot,
        number=number,
        source_sha256=sha256,
        language=upload.language,
        forms=list(upload.plays.forms),
        rule_sets=list(upload.plays.rule_sets),
        state=State.ACTIVE,
        checked_at=timezone.now(),
    )
    tell_decided(version)
    publish(version)
    return version


def _make(folder: str, about: str) -> Bot:
    title = title_of(folder)
    try:
        return make_bot(title, about=about, house_folder=folder)
    except NameTaken:  # by a person, before the installation shipped this folder
        return make_bot(f"{title} (house)", about=about, house_folder=folder)


def _suspend(version: BotVersion) -> None:
    BotVersion.objects.filter(pk=version.pk).update(state=State.SUSPENDED)
    publish(version)


def _about(upload: Upload) -> str:
    """Return the first line of what the program says of itself."""
    text = upload.files["bot.py"].decode("utf-8").lstrip("\ufeff")
    if not text.startswith('"""'):
        return ""
    return text[3:].split('"""')[0].strip().split("\n")[0][:280]
