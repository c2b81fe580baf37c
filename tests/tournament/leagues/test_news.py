"""Open league pages are told when something on them has changed."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.tournament.leagues.league_field import TERMS, running_league
from tests.tournament.ratings.arena import make_versions
from tournament import celery, hints
from tournament.bots.services import record_check
from tournament.leagues.models import League
from tournament.leagues.news import match_finished
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.services import edit_league, join, leave, start_league, stop_league
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def hinted(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> Callable[[Callable[[], object]], set[str]]:
    """Return a function that does something and returns the topics hinted at after its commit."""
    monkeypatch.setattr(celery.app, "send_task", Mock())

    def hinted(change: Callable[[], object]) -> set[str]:
        client = Mock()
        monkeypatch.setattr(hints, "_client", lambda: client)
        with django_capture_on_commit_callbacks(execute=True):
            change()
        topics = {call.args[0] for call in client.publish.call_args_list}
        return {topic.removeprefix(hints.CHANNEL_PREFIX) for topic in topics}

    return hinted


def test_a_leagues_page_is_told_of_what_its_people_do(
    hinted: Callable[[Callable[[], object]], set[str]],
) -> None:
    """Joining, leaving, editing, stopping and starting; what changes nothing is not told."""
    versions = make_versions(3)
    league = running_league(*(version.bot for version in versions[:2]))
    topic, bot = f"league:{league.pk}", versions[2].bot

    assert hinted(lambda: join(None, league, bot)) == {topic}
    assert hinted(lambda: join(None, league, bot)) == set()
    assert hinted(lambda: leave(None, league, bot)) == {topic}
    assert hinted(lambda: leave(None, league, bot)) == set()
    assert hinted(lambda: edit_league(None, league, TERMS)) == {topic}
    assert hinted(lambda: stop_league(None, league)) == {topic}
    assert hinted(lambda: start_league(None, league)) == {topic}


def test_a_leagues_page_is_told_of_its_rounds_and_matches(
    hinted: Callable[[Callable[[], object]], set[str]],
) -> None:
    """A round's start, and each match's end."""
    league = running_league(*(version.bot for version in make_versions(2)))
    topic, due_at = f"league:{league.pk}", League.objects.get().next_round_at

    assert topic in hinted(lambda: start_due_rounds(due_at))
    assert hinted(lambda: match_finished(Match.objects.get())) == {topic}


def test_a_leagues_page_is_told_when_an_entered_bot_passes_its_check(
    hinted: Callable[[Callable[[], object]], set[str]],
) -> None:
    """The newcomer's line appears without a reload."""
    (version,) = make_versions(1, "waiting")
    league = running_league(version.bot)

    assert f"league:{league.pk}" in hinted(lambda: record_check(version, {}, True))
