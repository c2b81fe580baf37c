"""The check of an upload: what its owner is told, and that nobody else is."""

from typing import Any

import pytest
from pytest_django import Settings

from tests.tournament.matches.bots import (
    CRASHES,
    FAIR,
    PLAYS_ILLEGAL_CARD,
    PRINTS_JUNK,
    SLEEPS,
)
from tests.tournament.matches.field import person, uploaded
from tests.tournament.matches.sandboxes import backend
from thirtyone.channel import OurFault
from tournament.bots.active import newest_active_version
from tournament.bots.models import BotVersion
from tournament.bots.refusals import NotTheOwner
from tournament.bots.services import read_report
from tournament.matches import checks
from tournament.matches.checks import check_version
from tournament.matches.models import Check, Status

pytestmark = pytest.mark.django_db(transaction=True)

State = BotVersion.State


@pytest.fixture(autouse=True)
def _bubblewrap(settings: Settings) -> None:
    backend("bubblewrap")
    settings.KNOCK_SANDBOX = "bubblewrap"


def first_finding(source: bytes) -> dict[str, Any]:
    """Check an upload, see it rejected, and return the first thing its owner is told."""
    version = uploaded(source, active=False)
    assert check_version(version.pk), Check.objects.get(version=version).reason
    version.refresh_from_db()
    assert version.state == State.REJECTED
    assert newest_active_version(version.bot) is None
    with pytest.raises(NotTheOwner):
        read_report(person("bob"), version)
    report = read_report(person(), version)
    assert report is not None
    assert not report["passed"]
    finding: dict[str, Any] = report["findings"][0]
    return finding


def test_a_fair_bot_becomes_active() -> None:
    version = uploaded(FAIR, active=False)

    assert check_version(version.pk)

    version.refresh_from_db()
    assert version.state == State.ACTIVE
    assert version.report["passed"]
    assert version.report["games"] >= 4
    assert version.report["positions"] >= 3
    assert Check.objects.get(version=version).status == Status.FINISHED
    assert not check_version(version.pk)


def test_a_bot_that_crashes_is_rejected_with_its_traceback() -> None:
    finding = first_finding(CRASHES)

    assert finding["name"] == "crashed"
    assert finding["evidence"]["exit_code"] == 1
    assert "KeyError: 'nine of hearts'" in finding["evidence"]["stderr_tail"]


def test_a_bot_that_prints_junk_is_shown_its_line() -> None:
    finding = first_finding(PRINTS_JUNK)

    assert finding["name"] == "unreadable_reply"
    assert '"type":"hello"' in finding["evidence"]["line_sent"]
    assert finding["evidence"]["line_received"] == r"hello, I am a bot \xff\x00"
    assert finding["evidence"]["why"]


def test_a_bot_that_plays_an_illegal_card_is_shown_what_was_allowed() -> None:
    finding = first_finding(PLAYS_ILLEGAL_CARD)

    assert finding["name"] == "illegal_action"
    assert '"action": "discard 1X"' in finding["evidence"]["line_received"]
    assert all(action.startswith("discard ") for action in finding["evidence"]["allowed"])
    assert '"type":"discard"' in finding["evidence"]["line_sent"]


def test_a_bot_that_sleeps_is_late() -> None:
    finding = first_finding(SLEEPS)

    assert finding["name"] == "late"
    assert finding["evidence"]["wall_ms"] >= 1000
    assert finding["evidence"]["allowed"]


def test_a_failure_of_ours_leaves_the_upload_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*given: object, **named: object) -> None:
        raise OurFault("the daemon went away")

    version = uploaded(FAIR, active=False)
    monkeypatch.setattr(checks, "check", break_down)
    assert not check_version(version.pk)

    version.refresh_from_db()
    job = Check.objects.get(version=version)
    assert (version.state, version.report) == (State.WAITING, None)
    assert (job.status, job.reason) == (Status.QUEUED, "OurFault: the daemon went away")
    monkeypatch.undo()
    assert check_version(version.pk)
    version.refresh_from_db()
    assert version.state == State.ACTIVE
