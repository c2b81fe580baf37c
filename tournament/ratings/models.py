"""Rating pools: what was counted, and what was published."""

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from tournament.bots.models import BotVersion
from tournament.matches.models import Match, Status


class PoolQuerySet(models.QuerySet["Pool"]):
    """Reads of pools."""

    def behind(self) -> "PoolQuerySet":
        """Return the pools whose published ratings are not those of their ledger."""
        newer = LedgerRow.objects.filter(
            pool=OuterRef("pk"), id__gt=OuterRef("published_ledger_id")
        )
        return self.filter(Exists(newer) | ~Q(revision=F("published_revision")))


class Pool(models.Model):
    """Bots whose results under one rule set and table size are compared with each other."""

    class Method(models.TextChoices):
        FIT = "fit", _("best fit to all results")
        ELO = "elo", _("step by step Elo")

    name = models.CharField(max_length=120)
    rules = models.JSONField()
    table_size = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=3, choices=Method, default=Method.FIT)
    # The version that stands at 1500; without one the field's mean does.
    anchor = models.ForeignKey(BotVersion, models.PROTECT, null=True, blank=True, related_name="+")
    # Ledger rows up to this id are in the published ratings; it only moves forward.
    published_ledger_id = models.PositiveBigIntegerField(default=0)
    published_version = models.PositiveIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    # Rises when the table has to be reckoned anew although the ledger has not moved.
    revision = models.PositiveIntegerField(default=0)
    published_revision = models.PositiveIntegerField(default=0)
    # Where step by step Elo stands, unrounded: elo.Fold.to_json().
    fold = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PoolQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class RatedMatchQuerySet(models.QuerySet["RatedMatch"]):
    """Reads of which matches count where."""

    def waiting(self) -> "RatedMatchQuerySet":
        """Return those whose match has finished and is in no ledger yet, oldest result first."""
        return self.filter(counted=False, match__status=Status.FINISHED).order_by(
            "match__finished_at", "match_id"
        )


class RatedMatch(models.Model):
    """Says which pool a match counts in; written when the match is queued."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="rated")
    pool = models.ForeignKey(Pool, models.PROTECT, related_name="matches")
    counted = models.BooleanField(default=False)  # set with the ledger row, in its transaction

    objects = RatedMatchQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["match"], condition=Q(counted=False), name="rated_not_counted"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} in {self.pool_id}"


class LedgerRow(models.Model):
    """One match taken into a pool's counters, exactly once a kind."""

    class Kind(models.TextChoices):
        RESULT = "result", _("result")
        VOID = "void", _("void")

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="ledger")
    match = models.ForeignKey(Match, models.PROTECT, related_name="ledger")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.RESULT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "kind"], name="each_kind_once_a_match"),
        ]
        indexes = [models.Index(fields=["pool", "id"], name="ledger_in_order")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id}"


class PairCount(models.Model):
    """Half-points of `first` against `second` (first.id < second.id), summed over games."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="pairs")
    first = models.ForeignKey(BotVersion, models.PROTECT, related_name="+")
    second = models.ForeignKey(BotVersion, models.PROTECT, related_name="+")
    half_points = models.BigIntegerField(default=0)  # 2 ahead, 1 tied, 0 behind, a game
    games = models.BigIntegerField(default=0)
    matches = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "first", "second"], name="one_row_a_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_in_order"),
            models.CheckConstraint(
                condition=Q(half_points__gte=0) & Q(half_points__lte=2 * F("games")),
                name="half_points_within_games",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}–{self.second_id}"


class RatingQuerySet(models.QuerySet["Rating"]):
    """Reads of what was published."""

    def table(self, pool: Pool) -> "RatingQuerySet":
        """Return a pool's published ratings in rank order, with versions and bots at hand."""
        ratings = self.filter(pool=pool).select_related("version__bot", "version__bot__owner")
        return ratings.order_by("rank", "version_id")


class Rating(models.Model):
    """A version's published rating in a pool, and what it rests on."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="ratings")
    version = models.ForeignKey(BotVersion, models.PROTECT, related_name="ratings")
    rating = models.FloatField()  # Elo scale, rounded to 0.1
    rank = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    score = models.FloatField()  # mean points a pairwise game, 0 to 1

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["pool", "rank", "version"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "version"], name="one_rating_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.rating}"
