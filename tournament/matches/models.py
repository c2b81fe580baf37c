"""Matches, their seats, faults and records; and the checks of uploads."""

import uuid

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from tournament.bots.models import BotVersion


class Status(models.TextChoices):
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    FAILED = "failed", _("failed")


class Job(models.Model):
    """Work that a worker claims, holds by a lease, and finishes exactly once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True, default="")
    lease_until = models.DateTimeField(null=True, blank=True)
    dispatched_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")  # why it was given back, failed or cancelled
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=~Q(status=Status.RUNNING)
                | (Q(lease_until__isnull=False) & Q(attempts__gte=1)),
                name="%(class)s_running_holds_a_lease",
            ),
            models.CheckConstraint(
                condition=~Q(status=Status.FINISHED) | Q(finished_at__isnull=False),
                name="%(class)s_finished_says_when",
            ),
        ]


class MatchQuerySet(models.QuerySet["Match"]):
    """Reads of matches."""

    def with_uploads(self) -> "MatchQuerySet":
        """Return those with an uploaded bot in a seat, which only a sandbox can play."""
        return self.filter(Exists(self._uploaded_seats()))

    def of_the_house(self) -> "MatchQuerySet":
        """Return those among house bots alone."""
        return self.filter(~Exists(self._uploaded_seats()))

    @staticmethod
    def _uploaded_seats() -> "models.QuerySet[Seat]":
        return Seat.objects.filter(match=OuterRef("pk"), version__source__isnull=False)


class Match(Job):
    """m blocks among the same bots on one secret seed."""

    rules = models.JSONField()  # Rules.to_json()
    blocks = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32)  # secret until finished
    seed_sha256 = models.CharField(max_length=64)  # public from the start
    games_total = models.PositiveIntegerField()
    games_done = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)  # matches.results.result_json
    record = models.BinaryField(null=True, blank=True)  # thirtyone.record.encode

    objects = MatchQuerySet.as_manager()

    class Meta(Job.Meta):
        verbose_name_plural = "matches"
        constraints = [
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=~Q(status=Status.FINISHED)
                | (Q(result__isnull=False) & Q(record__isnull=False)),
                name="match_finished_has_a_result",
            ),
            models.CheckConstraint(
                condition=Q(games_done__lte=F("games_total")), name="match_games_within_total"
            ),
        ]
        indexes = [models.Index(fields=["status", "created_at"])]

    def __str__(self) -> str:
        return str(self.id)

    def public_seed(self) -> str | None:
        """Return the match's seed in hexadecimal once it is finished, and None before."""
        return bytes(self.seed).hex() if self.status == Status.FINISHED else None


class Seat(models.Model):
    """One entrant of a match; its number is the entrant's number in the engine, from 0."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    version = models.ForeignKey(BotVersion, models.PROTECT, related_name="seats")
    score = models.FloatField(null=True, blank=True)  # mean of (n − rank)/(n − 1) over all games
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # by score; ties share

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_bot_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.number}"


class Fault(models.Model):
    """A bot's fault: its name and place are public, its evidence is for the owner alone."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="faults")
    block = models.PositiveSmallIntegerField()
    rotation = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    decision = models.PositiveIntegerField()
    name = models.CharField(max_length=20)  # thirtyone.faults.FaultName
    forfeits = models.BooleanField(default=False)
    evidence = models.JSONField(null=True, blank=True)  # private

    class Meta:
        ordering = ["seat", "rotation", "block", "decision"]

    def __str__(self) -> str:
        return self.name


class SeatLog(models.Model):
    """The end of what a bot wrote to stderr in a match, pass by pass; for the owner alone."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="log")
    text = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"log of {self.seat_id}"


class Check(Job):
    """The check of an upload; its outcome goes to `bots.services.record_check`."""

    version = models.OneToOneField(BotVersion, models.CASCADE, related_name="check_job")

    class Meta(Job.Meta):
        indexes = [models.Index(fields=["status", "created_at"])]

    def __str__(self) -> str:
        return f"check of {self.version_id}"


class WorkerHost(models.Model):
    """A machine that plays, and the sandbox that it found when it was last heard of."""

    name = models.CharField(max_length=120, primary_key=True)
    backend = models.CharField(max_length=20, blank=True, default="")  # empty: no sandbox
    reasons = models.JSONField(default=list)  # why there is none, and what to install
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
