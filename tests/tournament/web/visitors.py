"""People and pages for the tests of the site."""

from collections.abc import Iterator
from html.parser import HTMLParser

from django.test import Client

from tests.tournament.matches.field import SHORT, house
from tournament.accounts.models import User
from tournament.bots.models import BotVersion
from tournament.leagues.models import League
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.services import create_league, join, start_league
from tournament.leagues.terms import LeagueTerms
from tournament.matches.models import Match
from tournament.matches.play import play_match


def signed_in(person: User) -> Client:
    """Return a browser in which a person is signed in."""
    client = Client()
    client.force_login(person)
    return client


def league_of_the_house(name: str = "Open league") -> League:
    """Return the running default league with two house bots, its first round due."""
    versions = house("threshold", "greedy")
    terms = LeagueTerms(name=name, rules=SHORT, blocks=2)
    league = create_league(None, terms, anchor=versions[0], is_default=True)
    for version in versions:
        join(None, league, version.bot)
    return start_league(None, league, first_round_at_once=True)


def played_match(league: League) -> Match:
    """Start the league's due round and play its one match."""
    assert league.next_round_at is not None
    start_due_rounds(league.next_round_at)
    match = Match.objects.get(fixture__round__league=league)
    assert play_match(match.pk)
    match.refresh_from_db()
    return match


def report_of(version: BotVersion) -> dict[str, object]:
    """Return a report with one finding whose evidence nobody but the owner may read."""
    return {
        "passed": False,
        "forms": ["draw"],
        "games": 1,
        "positions": 0,
        "findings": [
            {
                "name": "illegal_action",
                "where": "norwegian, block 1",
                "evidence": {
                    "why": "this is not one of the allowed actions",
                    "line_received": '{"id": 3, "action": "discard 1X"}',
                    "line_sent": '{"type": "discard"}',
                    "allowed": ["discard 9H"],
                    "exit_code": None,
                    "signal": None,
                    "stderr_tail": "a private cry",
                },
                "reproduce": ["first line"],
            }
        ],
    }


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "href" and value and tag == "a"]


def links(html: str) -> Iterator[str]:
    """Return the addresses within the site that a page links to."""
    parser = _Links()
    parser.feed(html)
    return (link for link in parser.found if link.startswith("/"))
