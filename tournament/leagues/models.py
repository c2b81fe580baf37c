"""Leagues: scheduled competitions that go on."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from tournament.bots.models import Bot, BotVersion
from tournament.matches.models import Match, Status
from tournament.ratings.models import Pool


class LeagueQuerySet(models.QuerySet["League"]):
    """Reads of leagues."""

    def due(self, now: datetime) -> "LeagueQuerySet":
        """Return the running leagues whose next round should have started by now."""
        return self.filter(state=League.State.RUNNING, next_round_at__lte=now)

    def open(self) -> "LeagueQuerySet":
        """Return the leagues that bots may join."""
        return self.exclude(state=League.State.STOPPED)


class League(models.Model):
    """A round robin whose rounds start by a schedule, and its rating pool."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        STOPPED = "stopped", _("stopped")

    class PassedOver(models.TextChoices):
        """Why no round started at the last moment at which one was due."""

        TOO_FEW = "too_few", _("There were fewer than two bots to pair, so no round was played.")
        STILL_PLAYING = "playing", _("The round before it was still being played.")

    name = models.CharField(_("name"), max_length=60, unique=True)
    slug = models.SlugField(max_length=70, unique=True)
    about = models.CharField(_("about"), max_length=280, blank=True, default="")
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="leagues", null=True, blank=True
    )
    rules = models.JSONField()
    blocks = models.PositiveSmallIntegerField(_("blocks a match"), default=10)
    cron = models.CharField(_("schedule"), max_length=100, default="* * * * *")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    is_default = models.BooleanField(default=False)  # ticked for every new bot
    pool = models.OneToOneField(Pool, models.PROTECT, related_name="league")
    next_round_at = models.DateTimeField(null=True, blank=True)
    last_round = models.PositiveIntegerField(default=0)  # the number of the newest round
    passed_over = models.CharField(max_length=8, choices=PassedOver, blank=True, default="")
    passed_over_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        ordering = ["-is_default", "name"]
        permissions = [("organise_leagues", _("Can create and run leagues"))]
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], condition=Q(is_default=True), name="one_default_league"
            ),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(next_round_at__isnull=False),
                name="running_league_knows_its_next_round",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads of entries."""

    def newest_active(self) -> list[int]:
        """Return the id of each entered bot's newest active version, in order of entry.

        Bots that have no active version are left out.
        """
        active = BotVersion.objects.filter(bot=OuterRef("bot"), state=BotVersion.State.ACTIVE)
        newest = self.annotate(newest=Subquery(active.order_by("-number").values("pk")[:1]))
        return list(
            newest.filter(newest__isnull=False).order_by("pk").values_list("newest", flat=True)
        )


class Entry(models.Model):
    """A bot that its owner ticked into a league; its newest active version is paired."""

    league = models.ForeignKey(League, models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, models.CASCADE, related_name="entries")
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "bot"], name="one_entry_a_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.bot_id} in {self.league_id}"


class Round(models.Model):
    """One round of a league, made once for each moment at which one was due."""

    league = models.ForeignKey(League, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["league", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_round_a_number"),
            models.UniqueConstraint(fields=["league", "due_at"], name="one_round_a_moment"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} round {self.number}"


class FixtureQuerySet(models.QuerySet["Fixture"]):
    """Reads of pairings."""

    def unfinished(self) -> "FixtureQuerySet":
        """Return those whose match is queued or being played."""
        return self.filter(match__status__in=[Status.QUEUED, Status.RUNNING])


class Fixture(models.Model):
    """A pairing of a round and the match that plays it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="fixtures")
    match = models.OneToOneField(Match, models.PROTECT, related_name="fixture")

    objects = FixtureQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.round_id}: {self.match_id}"
