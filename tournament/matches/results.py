"""Store what came of a match: everything in one transaction, once."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from thirtyone.channel import Evidence, readable
from thirtyone.match import MatchResult
from thirtyone.record import encode
from thirtyone.referee import BotLog, MatchOutcome
from tournament.hints import publish_on_commit
from tournament.matches.jobs import held, topics
from tournament.matches.models import Fault, Match, Seat, SeatLog, Status
from tournament.matches.outcomes import tell_finished
from tournament.matches.refusals import LeaseLost

# The end of stderr is kept whole in a match's log; beside each fault a little is enough.
STDERR_BYTES: Final = 4096


@transaction.atomic
def record_result(match: Match, outcome: MatchOutcome) -> None:
    """Finish a claimed match with its result, seats, faults, logs and record.

    What is registered with `matches.outcomes` runs inside. Raises LeaseLost, with nothing stored,
    where the match belongs to somebody else by now.
    """
    now = timezone.now()
    stored = held(match).update(
        status=Status.FINISHED,
        result=result_json(outcome.result),
        record=encode(outcome.record),
        games_done=match.games_total,
        finished_at=now,
        lease_until=None,
        reason="",
    )
    if not stored:
        raise LeaseLost(str(match))
    seats = list(match.seats.select_related("version").order_by("number"))
    _store_scores(seats, outcome.result)
    _store_faults(seats, outcome)
    SeatLog.objects.bulk_create(
        SeatLog(seat=seat, text=_log_text(log))
        for seat, log in zip(seats, outcome.logs, strict=True)
    )
    match.refresh_from_db()
    tell_finished(match)
    publish_on_commit(*topics(match), *sorted({f"bot:{seat.version.bot_id}" for seat in seats}))


def result_json(result: MatchResult) -> dict[str, Any]:
    """Return a result ready for JSON; places and lives are by entrant."""
    return {
        "entrants": result.entrants,
        "scores": list(result.scores),
        "placings": list(result.placings),
        "games": [
            {
                "block": game.block,
                "rotation": game.rotation,
                "places": list(game.places),
                "lives": list(game.lives),
            }
            for game in result.games
        ],
    }


def _store_scores(seats: list[Seat], result: MatchResult) -> None:
    for seat in seats:
        seat.score = result.scores[seat.number]
        seat.place = result.placings[seat.number]
    Seat.objects.bulk_update(seats, ["score", "place"])


def _store_faults(seats: list[Seat], outcome: MatchOutcome) -> None:
    Fault.objects.bulk_create(
        Fault(
            seat=seats[fault.entrant],
            block=fault.block,
            rotation=fault.rotation,
            round=fault.round,
            decision=fault.decision,
            name=fault.name.value,
            forfeits=fault.forfeits,
            evidence=_evidence_json(evidence),
        )
        for fault, evidence in outcome.evidence
    )


def _evidence_json(evidence: Evidence) -> dict[str, Any]:
    data = evidence.to_json()
    data["stderr_tail"] = readable(evidence.stderr_tail[-STDERR_BYTES:])
    return data


def _log_text(log: BotLog) -> str:
    return readable(log.stderr)
