"""Every text of the site exists in every language."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client

from tests.parts import require

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
_FOLDERS = ("tournament", "thirtyone", "sandbox")
_PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|%[sd]")


def catalogue(root: Path, language: str) -> Catalog:
    """Return a language's catalogue below a checkout."""
    path = root / "tournament/locale" / language / "LC_MESSAGES/django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout whose catalogues hold every text in the source."""
    require("gettext")
    copy = tmp_path_factory.mktemp("checkout")
    for folder in _FOLDERS:
        shutil.copytree(settings.BASE_DIR / folder, copy / folder)
    shutil.copy(settings.BASE_DIR / "manage.py", copy)
    subprocess.run(
        [sys.executable, "../manage.py", "makemessages", "--all", "--no-obsolete"],
        cwd=copy / "tournament",
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"},
        check=True,
        capture_output=True,
    )
    return copy


def texts(message: Message) -> tuple[list[str], list[str]]:
    """Return the texts and the translations of a message, one for each plural."""
    ids, strings = message.id, message.string
    return (
        list(ids) if isinstance(ids, tuple | list) else [ids],
        list(strings) if isinstance(strings, tuple | list) else [strings],
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_in_the_source_is_translated(collected: Path, language: str) -> None:
    messages = [message for message in catalogue(collected, language) if message.id]

    open_texts = [m.id for m in messages if m.fuzzy or not all(texts(m)[1])]

    assert len(messages) > 300
    assert open_texts == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_names_what_its_text_names(language: str) -> None:
    for message in catalogue(settings.BASE_DIR, language):
        for text, translation in zip(*texts(message), strict=True):
            if message.id:
                said = sorted(_PLACEHOLDERS.findall(translation))
                assert said == sorted(_PLACEHOLDERS.findall(text)), text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nb", "Lær det når det skal banke."),
        ("fi", "milloin koputtaa"),
        ("sv", "Lär det när det ska knacka."),
        ("nl", "wanneer het moet kloppen"),
    ],
)
def test_a_page_speaks_the_readers_language(language: str, words: str) -> None:
    page = Client(headers={"Accept-Language": language}).get("/")

    assert words in page.content.decode()
