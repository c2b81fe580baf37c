"""Play one match: claim it, run its programs, referee it, and store what came of it.

No database transaction is open while the match is played.
"""

import logging
from collections.abc import Sequence
from time import monotonic
from typing import Final
from uuid import UUID

from sandbox import SandboxUnavailable
from thirtyone.channel import OurFault
from thirtyone.match import MatchPlan
from thirtyone.players import LinePlayer, Player
from thirtyone.record import GameRecord
from thirtyone.referee import MatchOutcome
from thirtyone.referee import play_match as referee_match
from thirtyone.rules import Rules
from tournament.matches.availability import (
    forget_choice,
    local_choice,
    local_state,
    waiting_text,
)
from tournament.matches.jobs import claim, give_back, note_waiting, worker_name
from tournament.matches.lease import Lease
from tournament.matches.models import Match, Seat, Status
from tournament.matches.programs import (
    CLOCK,
    OpenChannel,
    Stage,
    longest_s,
    needs_sandbox,
    ready_programs,
    stage_for,
)
from tournament.matches.refusals import LeaseLost
from tournament.matches.results import record_result
from tournament.matches.services import publish_progress

logger = logging.getLogger(__name__)

_SHOW_EVERY_S: Final = 0.5


def play_match(match_id: UUID) -> bool:
    """Play a queued match; say whether its result was stored by this call.

    Whoever cannot claim the match walks away. A match with uploaded bots stays queued where no
    sandbox is. A failure of ours gives the match back; a bot's failure is part of the result.
    """
    match = Match.objects.filter(pk=match_id, status=Status.QUEUED).first()
    if match is None:
        return False
    seats = list(match.seats.select_related("version__bot", "version__source").order_by("number"))
    backend = local_choice().backend
    if backend is None and any(needs_sandbox(seat.version) for seat in seats):
        note_waiting(match, waiting_text(local_state()))
        return False
    if not claim(match, worker_name()):
        return False
    stage = stage_for(match, backend, _longest_s(match, seats))
    try:
        with Lease(match) as lease:
            record_result(match, _play(match, seats, stage, lease))
    except LeaseLost:
        logger.warning("match %s was lost to another worker", match)
        return False
    except Exception as error:  # noqa: BLE001 - whatever failed is ours: a bot's failure is a result
        _give_back(match, error)
        return False
    return True


def _longest_s(match: Match, seats: Sequence[Seat]) -> int:
    return longest_s(len(seats), len(seats) * match.blocks)


def _give_back(match: Match, error: Exception) -> None:
    if isinstance(error, OurFault):
        logger.warning("match %s: %s", match, error)
        if isinstance(error.__cause__, SandboxUnavailable):
            forget_choice()
    else:
        logger.error("match %s broke off", match, exc_info=error)
    try:
        give_back(match, f"{type(error).__name__}: {error}")
    except LeaseLost:
        logger.warning("match %s was lost to another worker", match)


def _play(match: Match, seats: Sequence[Seat], stage: Stage, lease: Lease) -> MatchOutcome:
    versions = [seat.version for seat in seats]
    plan = MatchPlan(
        str(match.pk), Rules.from_json(match.rules), len(seats), match.blocks, bytes(match.seed)
    )
    with ready_programs(versions, stage) as openers:
        return referee_match(
            plan,
            lambda rotation: _players(openers),
            limits=CLOCK,
            on_game=_Progress(match, lease, _longest_s(match, seats)),
            entrants=[str(version) for version in versions],
        )


def _players(openers: Sequence[OpenChannel]) -> list[Player]:
    return [LinePlayer(open_channel) for open_channel in openers]


class _Progress:
    """Hear of each finished game: stop where the match is lost, else show it now and then."""

    def __init__(self, match: Match, lease: Lease, longest_s: int) -> None:
        self._match = match
        self._lease = lease
        self._longest_s = longest_s
        self._games = 0
        self._started = self._shown = monotonic()

    def __call__(self, game: GameRecord) -> None:
        self._lease.check()
        self._games += 1
        now = monotonic()
        if now - self._started > self._longest_s:
            raise OurFault(f"the match took longer than {self._longest_s} s")
        if now - self._shown >= _SHOW_EVERY_S:
            publish_progress(self._match, self._games)
            self._shown = now
