"""A bot that remembers every card it saw wins nothing by it: no process meets a deck twice."""

from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

import pytest
from pytest_django import Settings

from sandbox import Limits
from tests.tournament.matches.bots import FORGETS, REMEMBERS
from tests.tournament.matches.field import SHORT, queued, uploaded
from tests.tournament.matches.sandboxes import backend
from thirtyone.channel import Channel
from thirtyone.match import MatchPlan
from thirtyone.players import LinePlayer
from thirtyone.record import decode
from thirtyone.referee import play_match as referee_match
from tournament.matches.models import Match, Status
from tournament.matches.play import play_match
from tournament.matches.programs import OpenChannel, Stage, ready_programs

BLOCKS = 20


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of a mean score, its blocks being the observations."""
    reach = 1.96 * stdev(scores) / sqrt(len(scores))
    return mean(scores) - reach, mean(scores) + reach


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_remembers_is_no_better_than_its_memoryless_twin(
    settings: Settings,
) -> None:
    """It writes to memory, /tmp, /dev/shm and its own folder, and finds nothing there again."""
    backend("bubblewrap")
    settings.KNOCK_SANDBOX = "bubblewrap"
    remembers = uploaded(REMEMBERS, "Remembers", active=True)
    match = queued(remembers, uploaded(FORGETS, "Forgets", active=True), blocks=BLOCKS)

    assert play_match(match.pk), Match.objects.get(pk=match.pk).reason

    match.refresh_from_db()
    assert match.status == Status.FINISHED
    result = decode(bytes(match.record or b"")).result
    low, high = interval([result.block_scores(block)[0] for block in range(BLOCKS)])
    assert low <= 0.5 <= high
    assert result.faults == ()
    notes = match.seats.get(number=0).log.text
    assert notes == "pass 1, places with notes: []\n" * 2


class _Kept:
    """A channel that outlives its pass, which is what the arena must never do."""

    def __init__(self, open_channel: OpenChannel) -> None:
        self.channel: Channel = open_channel()

    def __getattr__(self, name: str) -> object:
        return getattr(self.channel, name)

    def close(self) -> None:
        """Stay open."""


def test_the_same_bot_wins_when_one_process_serves_both_passes(db: None) -> None:
    """The test above would see it: here the twins meet each deck twice in one process."""
    versions = [
        uploaded(REMEMBERS, "Remembers", active=True),
        uploaded(FORGETS, "Forgets", active=True),
    ]
    plan = MatchPlan("memory", SHORT, 2, BLOCKS, bytes(32))

    with ready_programs(versions, Stage(backend("bubblewrap"), {}, Limits())) as openers:
        kept = [_Kept(open_channel) for open_channel in openers]
        try:
            outcome = referee_match(
                plan, lambda _: [LinePlayer(lambda channel=channel: channel) for channel in kept]
            )
        finally:
            for channel in kept:
                channel.channel.close()

    scores = [outcome.result.block_scores(block)[0] for block in range(BLOCKS)]
    low, _ = interval(scores)
    assert low > 0.5
    assert b"remembered" in outcome.logs[0].stderr
