"""Queueing and cancelling matches, and what is secret until the end."""

import hashlib

import pytest

from tests.tournament.matches.field import SHORT, house, queued, uploaded
from thirtyone.rules import preset
from tournament.matches.jobs import claim
from tournament.matches.models import Match, Status
from tournament.matches.refusals import SeatsRefused, VersionNotActive
from tournament.matches.services import cancel_match, queue_match

pytestmark = pytest.mark.django_db


def test_a_queued_match_has_its_seats_and_a_seed_of_its_own() -> None:
    versions = house("threshold", "greedy")

    match = queue_match(versions, preset("finnish"), 3)
    other = queue_match(versions, preset("finnish"), 3)

    assert [seat.version for seat in match.seats.order_by("number")] == versions
    assert (match.status, match.games_total, match.games_done) == (Status.QUEUED, 6, 0)
    assert match.rules == preset("finnish").to_json()
    assert len(bytes(match.seed)) == 32
    assert bytes(match.seed) != bytes(other.seed)


def test_the_hash_of_the_seed_is_public_and_the_seed_is_not() -> None:
    match = queued()

    assert match.seed_sha256 == hashlib.sha256(bytes(match.seed)).hexdigest()
    for status in Status:
        match.status = status
        expected = bytes(match.seed).hex() if status == Status.FINISHED else None
        assert match.public_seed() == expected


def test_only_active_versions_play() -> None:
    waiting = uploaded(active=False)

    with pytest.raises(VersionNotActive, match="Careful v1 is not active"):
        queue_match([waiting, *house("greedy")], SHORT, 1)

    assert not Match.objects.exists()


@pytest.mark.parametrize(("seats", "blocks"), [(1, 1), (10, 1), (2, 0), (2, 501)])
def test_a_match_needs_seats_and_blocks_that_its_rules_allow(seats: int, blocks: int) -> None:
    with pytest.raises(SeatsRefused):
        queue_match(house("greedy") * seats, SHORT, blocks)


def test_a_queued_match_can_be_cancelled_once() -> None:
    match = queued()

    assert cancel_match(match, "The league was stopped.")
    assert not cancel_match(match, "Again.")

    match.refresh_from_db()
    assert (match.status, match.reason) == (Status.CANCELLED, "The league was stopped.")
    assert not claim(match, "w")


def test_a_running_match_is_not_cancelled() -> None:
    match = queued()
    claim(match, "w")

    assert not cancel_match(match, "The league was stopped.")

    match.refresh_from_db()
    assert match.status == Status.RUNNING
