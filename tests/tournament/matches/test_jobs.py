"""Claims, leases and results: whatever is delivered twice or lost, a match is counted once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import Settings

from tests.tournament.matches.field import house, queued
from thirtyone.match import MatchPlan
from thirtyone.programs import find
from thirtyone.record import decode, verify
from thirtyone.referee import MatchOutcome
from thirtyone.referee import play_match as referee_match
from thirtyone.rules import Rules
from tournament.matches import outcomes
from tournament.matches.jobs import ATTEMPTS, LEASE, claim, expire, fail, give_back, renew_lease
from tournament.matches.lease import Lease
from tournament.matches.models import Match, Status
from tournament.matches.outcomes import on_finished
from tournament.matches.play import play_match
from tournament.matches.refusals import LeaseLost
from tournament.matches.services import publish_progress, record_result
from tournament.matches.sweep import expire_leases


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that higher apps are told of; nobody else listens."""
    heard: list[Match] = []
    monkeypatch.setattr(outcomes, "_CALLBACKS", [])
    on_finished(heard.append)
    return heard


def played(match: Match) -> MatchOutcome:
    """Return an outcome of the match, played without processes."""
    rules = Rules.from_json(match.rules)
    plan = MatchPlan(str(match.pk), rules, 2, match.blocks, bytes(match.seed))
    names = ("threshold", "greedy")
    return referee_match(plan, lambda _: [find(name).in_process_player() for name in names])


def claimed(worker: str = "one") -> Match:
    """Return a match that a worker holds."""
    match = queued()
    assert claim(match, worker)
    return match


def run_out(match: Match) -> None:
    """Let the lease of a match lie in the past."""
    past = timezone.now() - timedelta(seconds=1)
    assert Match.objects.filter(pk=match.pk).update(lease_until=past)


@pytest.mark.django_db
def test_a_match_is_claimed_once() -> None:
    match = queued()
    late = Match.objects.get(pk=match.pk)

    assert claim(match, "one")
    assert not claim(late, "two")

    assert (match.status, match.attempts, match.worker) == (Status.RUNNING, 1, "one")
    assert match.lease_until is not None
    assert timezone.now() < match.lease_until <= timezone.now() + LEASE


@pytest.mark.django_db(transaction=True)
def test_of_workers_that_claim_at_the_same_moment_one_gets_the_match() -> None:
    match = queued()
    together = threading.Barrier(4)

    def attempt(number: int) -> bool:
        mine = Match.objects.get(pk=match.pk)
        together.wait()
        try:
            return claim(mine, f"worker {number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        won = list(pool.map(attempt, range(4)))

    match.refresh_from_db()
    assert sorted(won) == [False, False, False, True]
    assert (match.attempts, match.worker) == (1, f"worker {won.index(True)}")


@pytest.mark.django_db
def test_a_result_brings_scores_faults_logs_and_a_record_that_verifies(told: list[Match]) -> None:
    match = claimed()
    outcome = played(match)

    record_result(match, outcome)

    match.refresh_from_db()
    record = decode(bytes(match.record or b""))
    verify(record)
    assert record.seed == match.public_seed()
    assert match.status == Status.FINISHED
    assert (match.games_done, match.lease_until) == (match.games_total, None)
    assert [seat.score for seat in match.seats.all()] == list(outcome.result.scores)
    assert [seat.place for seat in match.seats.all()] == list(outcome.result.placings)
    assert [seat.log.text for seat in match.seats.all()] == ["", ""]
    assert told == [match]


@pytest.mark.django_db
def test_a_result_is_stored_once(told: list[Match]) -> None:
    match = claimed()
    outcome = played(match)
    record_result(match, outcome)

    with pytest.raises(LeaseLost):
        record_result(match, outcome)

    assert len(told) == 1


@pytest.mark.django_db
def test_a_worker_that_lost_its_lease_writes_no_result(told: list[Match]) -> None:
    """It was held up, its match was given to another worker, and then it comes back."""
    slow = claimed("slow")
    outcome = played(slow)
    run_out(slow)
    assert expire_leases(timezone.now()) == 1
    quick = Match.objects.get(pk=slow.pk)
    assert claim(quick, "quick")

    for attempt in (
        lambda: record_result(slow, outcome),
        lambda: publish_progress(slow, 1),
        lambda: renew_lease(slow),
        lambda: give_back(slow, "mine!"),
        lambda: fail(slow, "mine!"),
    ):
        with pytest.raises(LeaseLost):
            attempt()

    quick.refresh_from_db()
    assert (quick.status, quick.worker, quick.games_done) == (Status.RUNNING, "quick", 0)
    assert told == []
    record_result(quick, outcome)
    assert told == [quick]


@pytest.mark.django_db
def test_a_result_that_a_listener_cannot_follow_is_undone(told: list[Match]) -> None:
    def refuse(match: Match) -> None:
        raise RuntimeError("no room")

    match = claimed()
    on_finished(refuse)

    with pytest.raises(RuntimeError):
        record_result(match, played(match))

    match.refresh_from_db()
    assert (match.status, match.result) == (Status.RUNNING, None)
    assert all(seat.score is None for seat in match.seats.all())


@pytest.mark.django_db
def test_after_three_attempts_a_match_has_failed_with_its_reason() -> None:
    match = queued()
    for attempt in range(1, ATTEMPTS + 1):
        assert claim(match, "w")
        status = give_back(match, f"reason {attempt}")
        assert status == (Status.QUEUED if attempt < ATTEMPTS else Status.FAILED)

    match.refresh_from_db()
    assert (match.status, match.reason) == (Status.FAILED, "reason 3")
    assert not claim(match, "w")


@pytest.mark.django_db
def test_a_lease_that_runs_out_gives_the_match_back_once() -> None:
    match = claimed("gone")
    assert expire_leases(timezone.now()) == 0
    run_out(match)
    now = timezone.now()

    assert expire_leases(now) == 1
    assert expire_leases(now) == 0

    match.refresh_from_db()
    assert (match.status, match.attempts) == (Status.QUEUED, 1)
    assert match.reason == "The worker gone stopped answering."


@pytest.mark.django_db
def test_a_lease_renewed_at_the_last_moment_holds() -> None:
    """The sweep has read the row with the old lease when the worker renews it."""
    match = claimed()
    run_out(match)
    seen = Match.objects.get(pk=match.pk)
    renew_lease(match)

    assert not expire(seen, timezone.now())

    match.refresh_from_db()
    assert match.status == Status.RUNNING


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_renewed_while_its_holder_works() -> None:
    match = claimed()
    run_out(match)

    with Lease(match, every_s=0.02) as lease:
        for _ in range(500):
            lease.check()
            match.refresh_from_db()
            if match.lease_until is not None and match.lease_until > timezone.now():
                break
            threading.Event().wait(0.02)

    assert match.lease_until is not None
    assert match.lease_until > timezone.now()


@pytest.mark.django_db(transaction=True)
def test_a_holder_is_told_that_its_lease_is_lost() -> None:
    match = claimed()
    Match.objects.filter(pk=match.pk).update(attempts=2)

    def work(lease: Lease) -> None:
        for _ in range(500):
            lease.check()
            threading.Event().wait(0.02)

    with Lease(match, every_s=0.02) as lease, pytest.raises(LeaseLost):
        work(lease)


@pytest.mark.django_db(transaction=True)
def test_a_message_delivered_twice_plays_the_match_once(
    told: list[Match], settings: Settings
) -> None:
    settings.KNOCK_SANDBOX = "none"
    match = queued(*house("greedy", "random"))

    def deliver(_: int) -> bool:
        try:
            return play_match(match.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        stored = sorted(pool.map(deliver, range(2)))

    match.refresh_from_db()
    assert stored == [False, True]
    assert (match.status, match.attempts, len(told)) == (Status.FINISHED, 1, 1)
    assert not play_match(match.pk)
