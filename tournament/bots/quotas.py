"""Keep one person's uploads from filling the disk or the queue of checks."""

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import Length

from tournament.accounts.models import User
from tournament.bots.archives import size_text
from tournament.bots.models import BotVersion, Source
from tournament.bots.refusals import NoRoomLeft, TooManyWaiting


def check_quota(owner: User, source_bytes: int) -> None:
    """Refuse an upload that stores so many bytes where its owner has had enough.

    Locks the owner's row, so that uploads of one person are counted one by one; within a
    transaction. Raises TooManyWaiting and NoRoomLeft.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    own = BotVersion.objects.filter(bot__owner=owner)
    most = settings.KNOCK_WAITING_UPLOADS
    if own.waiting().count() >= most:
        raise TooManyWaiting(most)
    sources = Source.objects.filter(pk__in=own.values("source"))
    stored = sources.aggregate(bytes=Sum(Length("archive")))["bytes"] or 0
    if stored + source_bytes > settings.KNOCK_STORED_BYTES:
        raise NoRoomLeft(size_text(stored), size_text(settings.KNOCK_STORED_BYTES))
