"""Change bots: make them, add versions, and enter what a check found.

Each service checks, changes within one transaction, and publishes `bot:<id>` and `version:<id>`
after the commit.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.accounts.models import User
from tournament.bots.active import tell_decided
from tournament.bots.house import house_folders
from tournament.bots.household import sync_house_bots
from tournament.bots.making import make_bot, next_number, publish, title_of
from tournament.bots.models import Bot, BotVersion, Source
from tournament.bots.names import checked_about, checked_name
from tournament.bots.quotas import check_quota
from tournament.bots.refusals import NameTaken, NotTheOwner
from tournament.bots.uploads import Upload, digest
from tournament.celery import send_on_commit

__all__ = [
    "add_version",
    "check_owner",
    "create_bot",
    "mark_checking",
    "mark_waiting",
    "read_report",
    "read_source",
    "record_check",
    "sync_house_bots",
]

State = BotVersion.State


@transaction.atomic
def create_bot(owner: User, name: str, about: str, upload: Upload) -> BotVersion:
    """Make a bot with its first version, which waits for its check.

    Raises NameRefused, NameTaken, AboutRefused, TooManyWaiting and NoRoomLeft.
    """
    name, about = checked_name(name), checked_about(about)
    if name.casefold() in {title_of(folder).casefold() for folder in house_folders()}:
        raise NameTaken(name)
    return _add(make_bot(name, about=about, owner=owner), owner, upload)


@transaction.atomic
def add_version(bot: Bot, upload: Upload) -> BotVersion:
    """Add the next version of a person's bot; it waits for its check.

    Locks the bot's row, so that numbers rise one by one whoever uploads at the same time.
    Raises NotTheOwner for a house bot, whose versions come from the installation alone, and
    TooManyWaiting and NoRoomLeft.
    """
    if bot.owner is None:
        raise NotTheOwner
    return _add(bot, bot.owner, upload)


def _add(bot: Bot, owner: User, upload: Upload) -> BotVersion:
    archive = upload.archive
    sha256 = digest(archive)
    packed = Source.pack(archive)
    check_quota(owner, len(packed))
    source, _ = Source.objects.get_or_create(
        sha256=sha256, defaults={"archive": packed, "size": upload.size}
    )
    version = BotVersion.objects.create(
        bot=bot,
        number=next_number(bot),
        source=source,
        source_sha256=sha256,
        language=upload.language,
        forms=list(upload.forms),
    )
    send_on_commit("matches.start_check", version.pk)
    publish(version)
    return version


@transaction.atomic
def mark_checking(version: BotVersion) -> bool:
    """Note that a version's check has begun; say whether it was waiting for one."""
    begun = BotVersion.objects.filter(pk=version.pk, state=State.WAITING).update(
        state=State.CHECKING
    )
    if begun:
        publish(version)
    return bool(begun)


@transaction.atomic
def mark_waiting(version: BotVersion) -> None:
    """Note that a check was broken off by a failure of ours and will be made again."""
    if BotVersion.objects.filter(pk=version.pk, state=State.CHECKING).update(state=State.WAITING):
        publish(version)


@transaction.atomic
def record_check(version: BotVersion, report: dict[str, Any], passed: bool) -> bool:
    """Make a version active or reject it, keep its report for its owner, and tell higher apps.

    Whoever comes second changes nothing and is told so by False.
    """
    decided = (
        BotVersion.objects.waiting()
        .filter(pk=version.pk)
        .update(
            state=State.ACTIVE if passed else State.REJECTED,
            report=report,
            checked_at=timezone.now(),
        )
    )
    if not decided:
        return False
    version.refresh_from_db()
    tell_decided(version)
    publish(version)
    return True


def read_report(person: User, version: BotVersion) -> dict[str, Any] | None:
    """Return a version's check report, None before its check; raises NotTheOwner."""
    check_owner(person, version.bot)
    report: dict[str, Any] | None = version.report
    return report


def read_source(person: User, version: BotVersion) -> bytes:
    """Return the zip that a version's files are kept in; raises NotTheOwner."""
    check_owner(person, version.bot)
    if version.source is None:
        raise NotTheOwner
    return version.source.unpacked()


def check_owner(person: object, bot: Bot) -> None:
    """Refuse everybody but the owner, organisers and staff included; raises NotTheOwner."""
    if not isinstance(person, User) or bot.owner_id is None or bot.owner_id != person.pk:
        raise NotTheOwner
