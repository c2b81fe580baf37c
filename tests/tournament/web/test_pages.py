"""Every page answers, to whom it should, in every language."""

from collections import deque

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client

from tests.tournament.matches.field import person, uploaded
from tests.tournament.web.visitors import league_of_the_house, links, played_match, signed_in
from thirtyone.check import check
from thirtyone.programs import find
from tournament.accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_sandbox(settings: pytest.FixtureRequest) -> None:
    settings.KNOCK_SANDBOX = "none"  # type: ignore[attr-defined]


def crawl(client: Client) -> dict[str, int]:
    """Follow every link from the front page and return each address with its status."""
    statuses: dict[str, int] = {}
    waiting = deque(["/"])
    while waiting:
        address = waiting.popleft()
        if address in statuses or "step=" in address:
            continue
        response = client.get(address)
        statuses[address] = response.status_code
        if response.headers["Content-Type"].startswith("text/html"):
            waiting.extend(links(response.content.decode()))
    return statuses


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_link_of_a_visitor_leads_somewhere(language: str) -> None:
    league = league_of_the_house()
    match = played_match(league)
    visitor = Client(headers={"Accept-Language": language})

    found = crawl(visitor)

    assert {f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/", "/rules/swedish/"} <= set(
        found
    )
    assert {address for address, status in found.items() if status not in {200, 302}} == set()
    assert f'lang="{language}"' in visitor.get("/").content.decode()


def test_every_link_of_an_organiser_leads_somewhere() -> None:
    played_match(league_of_the_house())
    olga = person("olga")
    olga.user_permissions.add(Permission.objects.get(codename="organise_leagues"))

    found = crawl(signed_in(User.objects.get(pk=olga.pk)))

    assert {"/leagues/new/", "/leagues/open-league/edit/", "/bots/new/"} <= set(found)
    assert {address for address, status in found.items() if status != 200} == set()


def test_pages_allow_nothing_from_elsewhere_and_no_inline_code() -> None:
    league_of_the_house()

    response = Client().get("/")

    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    html = response.content.decode()
    assert "style=" not in html
    assert "onclick" not in html


def test_a_name_made_of_markup_is_shown_and_not_obeyed() -> None:
    league = league_of_the_house()
    version = uploaded(name="Careful", active=True)
    type(version.bot).objects.filter(pk=version.bot_id).update(name="<script>alert(1)</script>")
    from tournament.leagues.services import join

    version.bot.refresh_from_db()
    join(version.bot.owner, league, version.bot)

    html = Client().get(f"/leagues/{league.slug}/").content.decode()

    assert "<script>alert(1)</script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_a_page_that_is_not_there_says_so_kindly() -> None:
    response = Client().get("/nothing-here/")

    assert response.status_code == 404
    assert "Nothing here" in response.content.decode()


def test_the_site_says_when_there_is_no_sandbox() -> None:
    html = Client().get("/").content.decode()

    assert "only the house bots play, and uploads wait" in html


def test_an_old_form_is_refused_with_a_way_out() -> None:
    strict = Client(enforce_csrf_checks=True)

    response = strict.post("/sign-in/", {"username": "ann", "password": "x"})

    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()


def test_the_bot_on_the_page_about_bots_passes_the_check(tmp_path: object) -> None:
    from pathlib import Path

    from tournament import web

    bot = Path(str(web.__file__)).parent / "templates/web/first_bot.py"
    assert "Patient().run()" in Client().get("/write/").content.decode()

    report = check(find(str(bot)).player)

    assert report.to_text().startswith("passed")
