"""A bot that the kit wrote goes through the site: uploaded as a folder, checked, and active."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from tests.settings import ROOT
from tests.tournament.matches.field import person
from tests.tournament.matches.sandboxes import backend
from tests.tournament.web.visitors import signed_in
from thirtyone.rules import preset
from tournament.bots.models import BotVersion
from tournament.matches.checks import check_version

pytestmark = pytest.mark.django_db(transaction=True)

EXCHANGES = '''
from thirtyone import Bot

class Swapper(Bot):
    def turn(self, view):
        """Make the best hand that one swap makes, and stand pat with a good one."""
        stay = [action for action in view.legal if action != "knock"]
        return max(stay, key=lambda action: view.value(view.hand_after(action)))

if __name__ == "__main__":
    Swapper().run()
'''


@pytest.fixture(autouse=True)
def _bubblewrap(settings: Settings) -> None:
    backend("bubblewrap")
    settings.KNOCK_SANDBOX = "bubblewrap"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot fresh from the kit, and the caches that its own test leaves beside it."""
    kit = [sys.executable, "-m", "thirtyone", "new", str(tmp_path / "my-bot")]
    subprocess.run(kit, cwd=ROOT, check=True, capture_output=True)
    test = [sys.executable, "-m", "unittest"]
    subprocess.run(test, cwd=tmp_path / "my-bot", check=True, capture_output=True)
    return tmp_path / "my-bot"


def upload(folder: Path, packed: Path) -> BotVersion:
    """Zip a folder, send it by the form, have it checked, and return what came of it."""
    archive = folder.parent / "upload.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for path in sorted(folder.rglob("*")):
            target.write(path, path.relative_to(packed))
    form = {
        "name": "My bot",
        "about": "",
        "upload": SimpleUploadedFile("my-bot.zip", archive.read_bytes()),
    }
    page = signed_in(person()).post("/bots/new/", form, follow=True)
    assert page.redirect_chain == [("/bots/my-bot/", 302)]
    version = BotVersion.objects.get()
    assert check_version(version.pk)
    version.refresh_from_db()
    return version


@pytest.mark.parametrize("whole_folder", [True, False])
def test_a_bot_from_the_kit_is_uploaded_as_a_zip_and_becomes_active(
    folder: Path, whole_folder: bool
) -> None:
    """With the folder at the top of the zip, and with its files there."""
    version = upload(folder, folder.parent if whole_folder else folder)

    assert version.state == BotVersion.State.ACTIVE, version.report
    assert version.plays.allows(preset("norwegian"))
    assert not version.plays.allows(preset("dutch-a7"))


@pytest.mark.parametrize("told_by", ["bot.toml", "class"])
def test_a_bot_that_names_the_exchange_form_is_checked_by_it_and_enters_nothing_else(
    folder: Path, told_by: str
) -> None:
    source = EXCHANGES
    if told_by == "class":
        source = re.sub(r"(class .*:\n)", r'\1    forms = ("exchange",)\n', source)
        (folder / "bot.toml").unlink()
    else:
        (folder / "bot.toml").write_text('forms = ["exchange"]\n')
    (folder / "bot.py").write_text(source)

    version = upload(folder, folder)

    assert version.state == BotVersion.State.ACTIVE, version.report
    assert version.report["forms"] == ["exchange"]
    assert version.plays.allows(preset("dutch-a7"))
    assert not version.plays.allows(preset("norwegian"))
