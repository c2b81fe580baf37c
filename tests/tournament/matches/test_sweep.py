"""What got lost is found: with the broker down, with messages gone, with uploads unheard of."""

import base64
import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import redis
from django.utils import timezone
from pytest_django import Settings

from tests.parts import require
from tests.tournament.matches.field import house, queued, uploaded
from tournament.bots.models import BotVersion
from tournament.celery import app
from tournament.matches.checks import check_version
from tournament.matches.jobs import claim
from tournament.matches.models import Check, Match, Status
from tournament.matches.sweep import expire_leases, requeue_failed_checks, sweep
from tournament.matches.tasks import tick

pytestmark = pytest.mark.django_db(transaction=True)

REDIS_URL = os.environ.get("KNOCK_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
QUEUES = ("control", "matches", "checks")
NOBODY_URL = "redis://127.0.0.1:1/0"


class Broker:
    """Where messages are sent, and what has arrived there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def move(self, url: str) -> None:
        """Send to this address from now on."""
        self._monkeypatch.setenv("CELERY_BROKER_WRITE_URL", url)
        self._monkeypatch.setattr(app.amqp, "_producer_pool", None)

    def start(self) -> None:
        """Send to the real Redis from now on."""
        self.move(REDIS_URL)

    @staticmethod
    def sent() -> list[tuple[str, object]]:
        """Return the tasks that have arrived since the last call, with their first argument."""
        client = redis.Redis.from_url(REDIS_URL)
        found = []
        while raw := next(filter(None, map(client.rpop, QUEUES)), None):
            message = json.loads(raw)
            arguments, _, _ = json.loads(base64.b64decode(message["body"]))
            found.append((message["headers"]["task"], arguments[0]))
        client.close()
        return found


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Broker]:
    """A broker that cannot be reached until it is started."""
    require("redis")
    settings.KNOCK_SANDBOX = "none"
    broker = Broker(monkeypatch)
    broker.sent()
    broker.move(NOBODY_URL)
    yield broker
    broker.sent()


def later() -> datetime:
    """Return a moment at which nothing is fresh any more."""
    return timezone.now() + timedelta(minutes=10)


def test_an_upload_is_kept_while_the_broker_is_down_and_sent_when_it_is_back(
    broker: Broker,
) -> None:
    version = uploaded(active=False)
    assert version.state == BotVersion.State.WAITING
    sweep(later())
    assert not Check.objects.exists()

    broker.start()
    sweep(later())

    assert broker.sent() == [("matches.start_check", version.pk)]


def test_a_match_is_kept_while_the_broker_is_down_and_sent_when_it_is_back(
    broker: Broker,
) -> None:
    match = queued()
    match.refresh_from_db()
    assert (match.status, match.dispatched_at) == (Status.QUEUED, None)

    broker.start()
    tick()
    tick()

    match.refresh_from_db()
    assert broker.sent() == [("matches.play_match", str(match.pk))]
    assert match.dispatched_at is not None


def test_a_match_is_sent_when_it_is_queued(broker: Broker) -> None:
    broker.start()

    match = queued()

    assert broker.sent() == [("matches.play_match", str(match.pk))]
    match.refresh_from_db()
    assert match.dispatched_at is not None


def test_a_message_that_got_lost_is_sent_again(broker: Broker) -> None:
    """Redis was started anew without its memory."""
    broker.start()
    match = queued()
    broker.sent()
    sweep(timezone.now())
    assert broker.sent() == []

    sweep(later())

    assert broker.sent() == [("matches.play_match", str(match.pk))]


def test_a_match_given_back_is_sent_again(broker: Broker) -> None:
    broker.start()
    match = queued()
    claim(match, "gone")
    broker.sent()

    sweep(later())

    match.refresh_from_db()
    assert match.status == Status.QUEUED
    assert broker.sent() == [("matches.play_match", str(match.pk))]


def test_what_waits_for_a_sandbox_is_not_sent_again_and_again(broker: Broker) -> None:
    broker.start()
    queued(uploaded(active=True), *house("greedy"))
    version = uploaded(b"print()\n", "Other", active=False)
    check_version(version.pk)
    sweep(timezone.now())
    broker.sent()

    sweep(later())

    assert broker.sent() == []


def test_a_check_whose_worker_died_waits_again(broker: Broker) -> None:
    version = uploaded(active=False)
    job = Check.objects.create(version=version)
    claim(job, "gone")
    BotVersion.objects.filter(pk=version.pk).update(state=BotVersion.State.CHECKING)

    assert expire_leases(later()) == 1

    job.refresh_from_db()
    version.refresh_from_db()
    assert (job.status, version.state) == (Status.QUEUED, BotVersion.State.WAITING)


def test_a_check_that_failed_by_our_fault_is_tried_again_an_hour_later(broker: Broker) -> None:
    job = Check.objects.create(version=uploaded(active=False))
    now = timezone.now()
    Check.objects.filter(pk=job.pk).update(status=Status.FAILED, attempts=3, finished_at=now)

    assert requeue_failed_checks(now + timedelta(minutes=59)) == 0
    assert requeue_failed_checks(now + timedelta(minutes=61)) == 1

    assert claim(job, "w")


def test_finished_and_cancelled_matches_are_left_alone(broker: Broker) -> None:
    broker.start()
    match = queued()
    broker.sent()
    Match.objects.filter(pk=match.pk).update(status=Status.CANCELLED, dispatched_at=None)

    sweep(later())

    assert broker.sent() == []
