"""Bots, their versions and their private sources."""

import hashlib
import zlib
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Source(models.Model):
    """The files of an upload, by content; read by the sandbox and by the owner alone."""

    sha256 = models.CharField(max_length=64, unique=True)
    archive = models.BinaryField()  # what pack() makes of a zip that we wrote ourselves
    size = models.PositiveIntegerField()  # bytes of the files, unpacked
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.sha256[:12]

    @staticmethod
    def pack(archive: bytes) -> bytes:
        """Return an archive as it is stored: compressed, under the hash of what it was before."""
        return zlib.compress(archive)

    def unpacked(self) -> bytes:
        """Return the archive; raises ValueError where it is not what was stored."""
        try:
            archive = zlib.decompress(bytes(self.archive))
        except zlib.error as error:
            raise ValueError(f"the archive of {self} cannot be unpacked") from error
        if hashlib.sha256(archive).hexdigest() != self.sha256:
            raise ValueError(f"the archive of {self} is not what was uploaded")
        return archive


class Bot(models.Model):
    """A program's name and owner; what plays is one of its versions."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="bots", null=True, blank=True
    )
    name = models.CharField(_("name"), max_length=40, unique=True)
    slug = models.SlugField(max_length=50, unique=True)
    # The folder in bots_examples/ that a house bot runs from; empty for everybody else's.
    house_folder = models.CharField(max_length=40, blank=True, default="")
    about = models.CharField(_("about"), max_length=280, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(house_folder="", owner__isnull=False)
                | (~Q(house_folder="") & Q(owner__isnull=True)),
                name="bot_is_owned_or_of_the_house",
            ),
            models.UniqueConstraint(Lower("name"), name="bot_name_once_in_any_case"),
            models.UniqueConstraint(
                fields=["house_folder"],
                condition=~Q(house_folder=""),
                name="one_bot_a_house_folder",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        """Say whether the bot ships with the installation."""
        return bool(self.house_folder)


class VersionIsImmutable(Exception):
    """An attempt to change what a version is; upload another version instead."""


_CHANGING: Final = frozenset({"state", "report", "checked_at"})


class BotVersionQuerySet(models.QuerySet["BotVersion"]):
    """Reads of versions, and the few changes that they allow."""

    def active(self) -> "BotVersionQuerySet":
        """Return those that play."""
        return self.filter(state=BotVersion.State.ACTIVE)

    def waiting(self) -> "BotVersionQuerySet":
        """Return uploads that have not been checked to the end."""
        unchecked = (BotVersion.State.WAITING, BotVersion.State.CHECKING)
        return self.filter(state__in=unchecked, source__isnull=False)

    def update(self, **values: Any) -> int:
        """Change the state, report or time of the check; raises VersionIsImmutable for others."""
        if not _CHANGING.issuperset(values):
            raise VersionIsImmutable(f"a version's {sorted(set(values) - _CHANGING)} never change")
        return super().update(**values)


class BotVersion(models.Model):
    """One immutable upload of a bot. Only its state and check report change after creation."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for its check")
        CHECKING = "checking", _("being checked")
        ACTIVE = "active", _("active")
        REJECTED = "rejected", _("rejected")
        SUSPENDED = "suspended", _("suspended")

    bot = models.ForeignKey(Bot, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    source = models.ForeignKey(Source, models.PROTECT, null=True, blank=True, related_name="+")
    source_sha256 = models.CharField(max_length=64)  # of a house bot's folder too
    language = models.CharField(max_length=20, default="python")
    forms = models.JSONField(default=list)  # ["draw"]: the forms that the bot says it plays
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    report = models.JSONField(null=True, blank=True)  # CheckReport, for the owner alone
    created_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    objects = BotVersionQuerySet.as_manager()

    class Meta:
        ordering = ["bot", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_once_a_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"

    def save(self, **options: Any) -> None:
        """Store a new version; raises VersionIsImmutable for one that is stored already."""
        if not self._state.adding and not _CHANGING.issuperset(options.get("update_fields") or "*"):
            raise VersionIsImmutable(f"{self} is stored; use its services to change its state")
        super().save(**options)
