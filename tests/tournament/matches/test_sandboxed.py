"""Uploads played for real, in each sandbox, and what becomes of matches when bots go wrong."""

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from tests.parts import as_ordinary_user, require
from tests.tournament.matches.bots import CRASHES, FAIR, PLAYS_ILLEGAL_CARD, PRINTS_JUNK
from tests.tournament.matches.field import house, person, queued, uploaded
from tests.tournament.matches.sandboxes import backend
from thirtyone.channel import ChannelFault, OurFault
from thirtyone.record import decode, verify
from tournament.bots.refusals import NotTheOwner
from tournament.matches.evidence import own_faults, own_log, public_faults
from tournament.matches.folders import runtime_dir
from tournament.matches.jobs import claim, give_back
from tournament.matches.models import Match, Status
from tournament.matches.play import play_match
from tournament.matches.programs import ready_programs, stage_for
from tournament.matches.sweep import sweep_sandboxes

pytestmark = pytest.mark.django_db(transaction=True)


def finish(match: Match) -> Match:
    """Play a match and return it with its result."""
    assert play_match(match.pk), Match.objects.get(pk=match.pk).reason
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    return match


@pytest.mark.parametrize("name", ["docker", "bubblewrap"])
def test_an_upload_plays_a_house_bot_in_a_sandbox(settings: Settings, name: str) -> None:
    backend(name)
    settings.KNOCK_SANDBOX = name

    match = finish(queued(uploaded(FAIR, active=True), *house("greedy"), blocks=2))

    record = decode(bytes(match.record or b""))
    verify(record)
    assert record.entrants == ("Careful v1", "Greedy v1")
    assert record.result.faults == ()
    assert match.games_done == 4
    assert list((runtime_dir() / "programs").iterdir()) == []


def test_an_ordinary_user_plays_an_upload_in_a_sandbox_too() -> None:
    """The test above, run by an account without rights and with folders of its own."""
    require("ordinary_user")
    chosen = f"{Path(__file__)}::test_an_upload_plays_a_house_bot_in_a_sandbox[bubblewrap]"
    run = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", chosen]
    ours = ("KNOCK_", "DATABASE_URL", "PYTEST_", "HOME")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}

    done = subprocess.run(
        as_ordinary_user(*run),
        env={**environment, "HOME": "/tmp"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.fixture
def _bubblewrap(settings: Settings) -> None:
    backend("bubblewrap")
    settings.KNOCK_SANDBOX = "bubblewrap"


@pytest.mark.usefixtures("_bubblewrap")
@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (CRASHES, "crashed"),
        (PRINTS_JUNK, "unreadable_reply"),
        (PLAYS_ILLEGAL_CARD, "illegal_action"),
    ],
)
def test_a_bot_that_goes_wrong_loses_and_its_opponent_does_not(source: bytes, fault: str) -> None:
    match = finish(queued(uploaded(source, active=True), *house("greedy"), blocks=2))

    bad, good = match.seats.order_by("number")
    assert (bad.score, bad.place, good.score, good.place) == (0.0, 2, 1.0, 1)
    faults = public_faults(match)
    assert {found.name for found in faults} == {fault}
    assert {found.seat_id for found in faults} == {bad.pk}
    assert all(found.evidence is None for found in faults)


@pytest.mark.usefixtures("_bubblewrap")
def test_the_owner_alone_reads_what_a_bot_left_behind() -> None:
    match = finish(queued(uploaded(CRASHES, active=True), *house("greedy")))
    seat = match.seats.get(number=0)

    evidence = own_faults(person(), seat)[0].evidence

    assert evidence is not None
    assert evidence["exit_code"] == 1
    assert "KeyError: 'nine of hearts'" in evidence["stderr_tail"]
    assert "no such luck" in own_log(person(), seat)
    for read in (own_faults, own_log):
        with pytest.raises(NotTheOwner):
            read(person("bob"), seat)


@pytest.mark.parametrize("name", ["docker", "bubblewrap"])
def test_a_sandbox_whose_match_was_given_back_is_swept_and_no_other(
    settings: Settings, name: str
) -> None:
    chosen = backend(name)
    settings.KNOCK_SANDBOX = name
    version = uploaded(FAIR, active=True)
    match = queued(version, *house("greedy"))
    assert claim(match, "gone")
    stage = stage_for(match, chosen, 600)
    elsewhere = replace(stage, labels={**stage.labels, "site": "another installation"})

    with (
        ready_programs([version], stage) as (start,),
        ready_programs([version], elsewhere) as (start_elsewhere,),
        closing(start()) as ours,
        closing(start_elsewhere()) as theirs,
    ):
        sweep_sandboxes()
        assert ours.read_line(0.1) is None
        give_back(match, "The daemon went away.")
        assert sweep_sandboxes() == 1
        with pytest.raises((ChannelFault, OurFault)):
            ours.read_line(5)
        assert theirs.read_line(0.1) is None
