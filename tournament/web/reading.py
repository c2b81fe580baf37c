"""What pages read, gathered in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from thirtyone.match import half_points
from tournament.bots.models import Bot
from tournament.leagues.models import Fixture, League, Round
from tournament.live.fragments import Viewer
from tournament.matches.models import Fault, Match, Seat, SeatLog, Status


def with_seats(matches: "QuerySet[Match]") -> "QuerySet[Match]":
    """Read matches with their seats and bots, without their records."""
    seats = Seat.objects.select_related("version__bot").defer("version__report")
    return matches.defer("record", "result").prefetch_related(Prefetch("seats", seats))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as lists show it."""

    pk: str
    status: str
    status_said: str
    seats: Sequence[Seat]
    games_done: int
    games_total: int

    @property
    def is_open(self) -> bool:
        """Whether the match may still change."""
        return self.status in {Status.QUEUED, Status.RUNNING}

    @classmethod
    def of(cls, match: Match) -> "MatchLine":
        """Return the line of a match read by `with_seats`."""
        return cls(
            str(match.pk),
            match.status,
            match.get_status_display(),
            list(match.seats.all()),
            match.games_done,
            match.games_total,
        )


def recent_matches(bot: Bot, count: int) -> list[MatchLine]:
    """Return the newest matches of a bot, newest first."""
    found = Match.objects.filter(seats__version__bot=bot).distinct().order_by("-created_at")
    return [MatchLine.of(match) for match in with_seats(found)[:count]]


def league_rounds(league: League, count: int) -> list[tuple[Round, list[MatchLine]]]:
    """Return a league's newest rounds, newest first, each with its matches."""
    rounds = list(Round.objects.filter(league=league).order_by("-number")[:count])
    pairs = Fixture.objects.filter(round__in=rounds).values_list("round_id", "match_id")
    by_round: dict[int, list[Any]] = {}
    for round_id, match_id in pairs.order_by("pk"):
        by_round.setdefault(round_id, []).append(match_id)
    wanted = [match for matches in by_round.values() for match in matches]
    found = with_seats(Match.objects.filter(pk__in=wanted))
    lines = {match.pk: MatchLine.of(match) for match in found}
    return [(shown, [lines[pk] for pk in by_round.get(shown.pk, [])]) for shown in rounds]


@dataclass(frozen=True, slots=True)
class BlockLine:
    """One block of a finished match: each entrant's mean score in it."""

    number: int
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match with what this viewer may see of it."""

    match: Match
    seats: Sequence[Seat]
    faults: Sequence[Fault]
    blocks: Sequence[BlockLine]
    own_logs: Sequence[SeatLog]
    own_seats: frozenset[int]
    league: League | None

    @classmethod
    def of(cls, match: Match, viewer: Viewer) -> "MatchPage":
        """Gather a match's page; evidence and logs are those of the viewer's own bots alone."""
        seats = list(match.seats.select_related("version__bot__owner").defer("version__report"))
        own = frozenset(
            seat.pk
            for seat in seats
            if viewer.pk is not None and seat.version.bot.owner_id == viewer.pk
        )
        fixture = Fixture.objects.filter(match=match).select_related("round__league").first()
        return cls(
            match,
            seats,
            list(
                Fault.objects.filter(seat__match=match)
                .select_related("seat__version__bot")
                .defer(*(() if own else ("evidence",)))
            ),
            _blocks(match),
            list(SeatLog.objects.filter(seat__in=own).select_related("seat__version__bot")),
            own,
            None if fixture is None else fixture.round.league,
        )


def _blocks(match: Match) -> list[BlockLine]:
    if match.result is None:
        return []
    scores: dict[int, list[tuple[float, ...]]] = {}
    for game in match.result["games"]:
        scores.setdefault(game["block"], []).append(_scores(game["places"]))
    return [
        BlockLine(block, tuple(sum(column) / len(games) for column in zip(*games, strict=True)))
        for block, games in sorted(scores.items())
    ]


def _scores(places: Sequence[int]) -> tuple[float, ...]:
    """Return each entrant's share of the points of a game."""
    most = 2 * (len(places) - 1)
    return tuple(points / most for points in half_points(places))
