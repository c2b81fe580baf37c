"""A person signs up, uploads, and reads what only the owner may read."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from tests.tournament.matches.field import THRESHOLD_BOT, person, uploaded
from tests.tournament.web.visitors import league_of_the_house, report_of, signed_in
from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion
from tournament.bots.services import record_check
from tournament.matches.checks import check_version

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_sandbox(settings: pytest.FixtureRequest) -> None:
    settings.KNOCK_SANDBOX = "none"  # type: ignore[attr-defined]


def file(content: bytes = THRESHOLD_BOT, name: str = "bot.py") -> SimpleUploadedFile:
    """Return a file as a browser sends it."""
    return SimpleUploadedFile(name, content)


def test_a_new_person_signs_up_and_is_led_to_the_upload() -> None:
    secret = "three of clubs in the rain"
    form = {"username": "nora", "password1": secret, "password2": secret}

    response = Client().post("/sign-up/", form, follow=True)

    assert response.redirect_chain == [("/bots/new/", 302)]
    assert User.objects.get(username="nora").check_password(secret)


def test_a_weak_password_is_refused_beside_its_field() -> None:
    form = {"username": "nora", "password1": "12345678", "password2": "12345678"}

    response = Client().post("/sign-up/", form)

    assert "too common" in response.content.decode()
    assert not User.objects.filter(username="nora").exists()


def test_the_default_league_is_ticked_and_an_upload_enters_it() -> None:
    league = league_of_the_house()
    ann = signed_in(person())
    assert "checked" in ann.get("/bots/new/").content.decode()

    form = {"name": "Careful", "about": "", "upload": file(), "leagues": [league.pk]}
    response = ann.post("/bots/new/", form, follow=True)

    assert response.redirect_chain == [("/bots/careful/", 302)]
    bot = Bot.objects.get(name="Careful")
    assert (bot.owner, bot.versions.get().state) == (person(), BotVersion.State.WAITING)
    assert league.entries.filter(bot=bot).exists()


def test_a_bot_that_waits_for_a_sandbox_says_so_on_its_page() -> None:
    version = uploaded(active=False)
    assert not check_version(version.pk)

    page = Client().get(f"/bots/{version.bot.slug}/").content.decode()

    assert "waiting for its check" in page
    assert "Uploaded bots wait: there is no sandbox here." in page


@pytest.mark.parametrize(
    ("upload", "message"),
    [
        (file(b"x", "bot.txt"), "Please upload one .py file"),
        (file(b"PK\x03\x04 broken", "bot.zip"), "zip"),
        (file(b"", "bot.py"), "empty"),
        (file(b"\xff\xfe", "bot.py"), "not UTF-8"),
        (file(b"#" * (1024 * 1024 + 1), "bot.py"), "a .py file may have"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_and_nothing_is_kept(
    upload: SimpleUploadedFile, message: str
) -> None:
    response = signed_in(person()).post("/bots/new/", {"name": "Careful", "upload": upload})

    assert message in response.content.decode()
    assert not Bot.objects.filter(name="Careful").exists()


@pytest.mark.parametrize("page", ["/bots/new/", "/bots/careful/upload/"])
def test_an_upload_beyond_what_a_person_may_have_waiting_is_refused_beside_the_file(
    settings: Settings, page: str
) -> None:
    settings.KNOCK_WAITING_UPLOADS = 1
    version = uploaded(active=False)

    response = signed_in(person()).post(page, {"name": "Second", "upload": file()})

    assert response.status_code == 200
    assert "1 of your uploads wait" in response.content.decode()
    assert list(Bot.objects.all()) == [version.bot]
    assert version.bot.versions.count() == 1


def test_a_taken_name_is_refused_beside_the_name() -> None:
    uploaded(active=True)

    response = signed_in(person("bob")).post("/bots/new/", {"name": "careful", "upload": file()})

    assert "There is a bot called" in response.content.decode()
    assert Bot.objects.filter(name__iexact="careful").count() == 1


def test_a_visitor_is_sent_to_sign_in_before_uploading() -> None:
    response = Client().get("/bots/new/")

    assert (response.status_code, response.headers["Location"]) == (
        302,
        "/sign-in/?next=/bots/new/",
    )


def test_a_new_version_is_for_the_owner_alone() -> None:
    version = uploaded(active=True)
    address = f"/bots/{version.bot.slug}/upload/"

    refused = signed_in(person("bob")).post(address, {"upload": file()})
    accepted = signed_in(person()).post(address, {"upload": file(THRESHOLD_BOT + b"# 2\n")})

    assert (refused.status_code, accepted.status_code) == (403, 302)
    assert list(version.bot.versions.values_list("number", flat=True)) == [2, 1]


def test_only_the_owner_reads_why_a_version_was_rejected() -> None:
    version = uploaded(active=False)
    record_check(version, report_of(version), passed=False)
    address = f"/bots/{version.bot.slug}/"

    own = signed_in(person()).get(address).content.decode()
    pages = [Client().get(address), signed_in(person("bob")).get(address)]

    for private in ("discard 1X", "discard 9H", "a private cry", "an action that was not allowed"):
        assert private in own
        assert not any(private in page.content.decode() for page in pages)
    assert all("did not pass its check" in page.content.decode() for page in pages)


def test_an_owner_enters_and_withdraws_a_bot_and_nobody_else_does() -> None:
    league = league_of_the_house()
    version = uploaded(active=True)
    address = f"/bots/{version.bot.slug}/leagues/{league.pk}/"

    refused = signed_in(person("bob")).post(address, {"do": "join"}, follow=True)
    assert "Only a bot&#x27;s owner" in refused.content.decode()
    assert not league.entries.filter(bot=version.bot).exists()

    signed_in(person()).post(address, {"do": "join"})
    assert league.entries.filter(bot=version.bot).exists()

    signed_in(person()).post(address, {"do": "leave"})
    assert not league.entries.filter(bot=version.bot).exists()
