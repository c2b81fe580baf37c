"""An organiser makes and runs leagues on the site; nobody else does."""

import pytest
from django.test import Client

from tests.tournament.leagues.league_field import make_organiser
from tests.tournament.matches.field import person
from tests.tournament.web.visitors import league_of_the_house, signed_in
from tournament.leagues.models import League

pytestmark = pytest.mark.django_db(transaction=True)

FORM = {
    "name": "Evening league",
    "about": "",
    "rules": "swedish",
    "blocks": 5,
    "cron": "0 20 * * *",
    "time_zone": "Europe/Oslo",
    "method": "fit",
}


def test_an_organiser_makes_starts_and_stops_a_league() -> None:
    olga = signed_in(make_organiser())

    olga.post("/leagues/new/", FORM)
    league = League.objects.get(name="Evening league")
    assert (league.state, league.rules["name"], league.blocks) == ("draft", "swedish", 5)

    olga.post("/leagues/evening-league/start/")
    league.refresh_from_db()
    assert league.state == "running"

    olga.post("/leagues/evening-league/stop/")
    league.refresh_from_db()
    assert league.state == "stopped"


def test_an_organiser_changes_the_schedule() -> None:
    olga = signed_in(make_organiser())
    olga.post("/leagues/new/", FORM)

    olga.post("/leagues/evening-league/edit/", {**FORM, "cron": "*/5 * * * *"})

    assert League.objects.get().cron == "*/5 * * * *"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("cron", "every day", "A schedule has five fields"),
        ("cron", "0 25 * * *", "The field for the hour"),
        ("cron", "0 0 30 2 *", "names a day that never comes"),
        ("time_zone", "Europe/Atlantis", "is not a time zone"),
        ("blocks", "0", "greater than or equal to 1"),
        ("rules", "poker", "not one of the available choices"),
        ("name", "", "This field is required"),
    ],
)
def test_impossible_terms_are_refused_beside_their_field(
    field: str, value: str, message: str
) -> None:
    response = signed_in(make_organiser()).post("/leagues/new/", {**FORM, field: value})

    assert message in response.content.decode()
    assert not League.objects.exists()


def test_the_form_shows_the_next_rounds_before_anything_is_saved() -> None:
    response = signed_in(make_organiser()).post("/leagues/new/", {**FORM, "preview": "1"})

    preview = response.content.decode().partition("The next rounds")[2]
    assert preview.count(", 20:00 CE") == 5
    assert not League.objects.exists()


@pytest.mark.parametrize("address", ["new/", "open-league/edit/"])
def test_only_organisers_see_the_form(address: str) -> None:
    league_of_the_house()

    assert signed_in(person()).get(f"/leagues/{address}").status_code == 403
    assert Client().get(f"/leagues/{address}").status_code == 302


@pytest.mark.parametrize("action", ["start", "stop"])
def test_only_organisers_start_and_stop(action: str) -> None:
    league = league_of_the_house()
    before = league.state

    page = signed_in(person()).post(f"/leagues/{league.slug}/{action}/", follow=True)

    league.refresh_from_db()
    assert league.state == before
    assert "Only this league&#x27;s organiser" in page.content.decode()


def test_a_table_takes_the_same_queries_for_any_number_of_bots(
    django_assert_max_num_queries: object,
) -> None:
    league_of_the_house()

    with django_assert_max_num_queries(30):  # type: ignore[operator]
        Client().get("/leagues/open-league/")
