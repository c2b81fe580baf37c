"""Schedulers that look at the same moment, on each of the databases."""

from pathlib import Path

import pytest

from tests.tournament.ratings.racing import run_race

SEED = """
from django.core.management import call_command
call_command("seed_arena")
"""
START = """
from datetime import timedelta
from django.utils import timezone
from tournament.leagues.rounds import start_due_rounds
print(len(start_due_rounds(timezone.now())))
"""
STOP = """
from tournament.leagues.models import League
from tournament.leagues.refusals import NotRunning
from tournament.leagues.services import stop_league
try:
    stop_league(None, League.objects.get())
    print("stopped")
except NotRunning:
    print("found stopped")
"""
LOOK = """
from tournament.leagues.models import League, Round
from tournament.matches.models import Match
print(League.objects.count(), Round.objects.count(), Match.objects.count())
"""


@pytest.mark.real
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_schedulers_at_once_do_everything_once(database: str, tmp_path: Path) -> None:
    """Four processes seed, start and stop: one league, one round, one stop."""
    _, seeded, started, looked, stopped = run_race(
        database,
        tmp_path,
        ("race", SEED),
        ("once", LOOK),
        ("race", START),
        ("once", LOOK),
        ("race", STOP),
    )

    assert seeded == "1 0 0"
    assert started == ["0", "0", "0", "1"]
    assert looked == "1 1 2"
    assert stopped == ["found stopped"] * 3 + ["stopped"]
