"""Matches where no sandbox is: house bots play, uploads wait and say why."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

import sandbox.backends.bwrap_command
from sandbox import Limits, SandboxUnavailable
from tests.tournament.matches.field import house, queued, uploaded
from thirtyone.channel import OurFault
from tournament.bots.models import BotVersion
from tournament.matches import play
from tournament.matches.availability import (
    forget_choice,
    local_state,
    report_host,
    sandbox_state,
)
from tournament.matches.checks import check_version
from tournament.matches.models import Check, Match, Status, WorkerHost
from tournament.matches.play import play_match
from tournament.matches.programs import NeedsSandbox, Stage, ready_programs
from tournament.matches.sweep import expire_leases
from tournament.matches.system_checks import check_sandbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_sandbox(settings: Settings) -> None:
    settings.KNOCK_SANDBOX = "none"


def test_house_bots_play_each_other_without_a_sandbox() -> None:
    match = queued(*house("threshold", "random"), blocks=2)

    assert play_match(match.pk)

    match.refresh_from_db()
    assert (match.status, match.games_done) == (Status.FINISHED, 4)
    assert not match.seats.filter(faults__isnull=False).exists()


def test_a_match_with_an_upload_stays_queued_and_says_why() -> None:
    match = queued(uploaded(active=True), *house("greedy"))

    assert not play_match(match.pk)

    match.refresh_from_db()
    assert (match.status, match.attempts) == (Status.QUEUED, 0)
    assert match.reason.startswith("Uploaded bots wait: there is no sandbox here.")


def test_an_upload_is_kept_and_its_check_waits() -> None:
    version = uploaded(active=False)

    assert not check_version(version.pk)
    assert not check_version(version.pk)

    version.refresh_from_db()
    job = Check.objects.get(version=version)
    assert version.state == BotVersion.State.WAITING
    assert (job.status, job.attempts) == (Status.QUEUED, 0)
    assert job.reason.startswith("Uploaded bots wait: there is no sandbox here.")


def test_an_upload_is_never_started_without_a_sandbox() -> None:
    """Whatever its rows say, and even if a worker were to try."""
    version = uploaded(active=True)
    stage = Stage(None, {}, Limits())

    with pytest.raises(NeedsSandbox), ready_programs([version], stage):
        pass
    version.bot.house_folder, version.bot.owner = "threshold", None
    with pytest.raises(NeedsSandbox), ready_programs([version], stage):
        pass


def test_a_house_bot_that_is_not_what_it_was_gives_the_match_back() -> None:
    """Its folder has changed under the feet of a queued match: our failure, nobody's loss."""
    match = queued(*house("threshold", "greedy"))
    version = match.seats.get(number=0).version
    super(type(BotVersion.objects.all()), BotVersion.objects.all()).update(source_sha256="0" * 64)

    assert not play_match(match.pk)

    match.refresh_from_db()
    assert (match.status, match.attempts, match.result) == (Status.QUEUED, 1, None)
    assert f"the folder of {version} has changed" in match.reason


def test_progress_is_shown_while_a_match_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    real = play.publish_progress

    def publish(match: Match, games_done: int) -> None:
        real(match, games_done)
        shown.append(Match.objects.get(pk=match.pk).games_done)

    monkeypatch.setattr(play, "_SHOW_EVERY_S", 0)
    monkeypatch.setattr(play, "publish_progress", publish)

    assert play_match(queued(*house("greedy", "random"), blocks=2).pk)

    assert shown == [1, 2, 3, 4]


def test_a_worker_that_loses_its_match_in_the_middle_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = queued(*house("greedy", "random"), blocks=2)
    real = play.publish_progress
    games: list[int] = []

    def lose(held: Match, games_done: int) -> None:
        games.append(games_done)
        Match.objects.filter(pk=match.pk).update(lease_until=timezone.now())
        expire_leases(timezone.now())
        real(held, games_done)

    monkeypatch.setattr(play, "_SHOW_EVERY_S", 0)
    monkeypatch.setattr(play, "publish_progress", lose)
    assert not play_match(match.pk)
    monkeypatch.setattr(play, "publish_progress", real)

    match.refresh_from_db()
    assert (match.status, match.attempts, games) == (Status.QUEUED, 1, [1])
    assert play_match(match.pk)


def test_a_failure_of_ours_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*given: object, **named: object) -> None:
        raise OurFault("the daemon went away")

    match = queued()
    monkeypatch.setattr(play, "referee_match", break_down)
    for _ in range(3):
        assert not play_match(match.pk)

    match.refresh_from_db()
    assert (match.status, match.attempts) == (Status.FAILED, 3)
    assert match.reason == "OurFault: the daemon went away"


def test_a_match_that_is_not_there_is_no_trouble() -> None:
    assert not play_match(uuid4())


def test_the_site_says_what_is_missing() -> None:
    state = local_state()

    assert state.backend is None
    assert state.reasons
    assert sandbox_state() == state


def test_manage_py_check_says_what_is_missing() -> None:
    """As on a machine where the sandbox was switched off, and where none can be had."""
    command = [sys.executable, "manage.py", "check", "--tag", "sandbox"]
    environment = {**os.environ, "KNOCK_SANDBOX": "none"}

    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert "No sandbox plays uploaded bots on this machine; they are kept and wait." in said.stderr
    assert "KNOCK_SANDBOX is none." in said.stderr


def test_a_machine_without_any_sandbox_is_told_what_to_install(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No Docker answers and there is no bubblewrap: the check names both."""
    settings.KNOCK_SANDBOX = "auto"
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setattr(sandbox.backends.bwrap_command, "find_bubblewrap", _no_bubblewrap)
    forget_choice()
    try:
        (found,) = check_sandbox()
    finally:
        forget_choice()

    assert "No sandbox plays uploaded bots" in found.msg
    assert "docker cannot be used" in str(found.hint)
    assert "apt install bubblewrap" in str(found.hint)


def _no_bubblewrap(runtime_dir: Path) -> Path:
    raise SandboxUnavailable("bubblewrap is not installed; apt install bubblewrap")


def test_the_site_believes_the_workers_rather_than_itself() -> None:
    """The web server's machine has no sandbox, a worker's has."""
    report_host()
    assert sandbox_state().backend is None
    WorkerHost.objects.create(name="worker", backend="docker", seen_at=timezone.now())

    assert sandbox_state().backend == "docker"
