"""The kit downloads as a zip and works with nothing but Python."""

import hashlib
import io
import json
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.thirtyone.kit.commands import Said
from tournament.web.author_kit import TOP, packed

SYSTEM_PYTHON = "/usr/bin/python3"


def run(folder: Path, *argv: str) -> Said:
    """Run the system's Python without site packages and with an empty environment."""
    done = subprocess.run(
        [SYSTEM_PYTHON, "-S", "-E", "-s", "-m", "thirtyone", *argv],
        cwd=folder,
        env={},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.django_db
def test_the_download_works_where_nothing_but_python_is_installed(tmp_path: Path) -> None:
    response = Client().get("/thirtyone-kit.zip")
    assert response["Content-Type"] == "application/zip"
    assert f'filename="{TOP}.zip"' in response["Content-Disposition"]
    zipfile.ZipFile(io.BytesIO(response.content)).extractall(tmp_path)
    kit = tmp_path / TOP

    assert run(kit, "score", "norwegian", "AH", "KH", "QH").out == "31\n"
    assert run(kit, "new", "mine").status == 0
    assert run(kit, "check", "mine").status == 0
    played = run(kit, "play", "mine", "threshold", "--blocks", "2", "--record", "a.rec", "--json")
    assert json.loads(played.out)["faults"] == []
    assert run(kit, "verify", "a.rec").out.startswith("holds: 4 games")
    assert "Place 1" in run(kit, "show", "a.rec").out
    assert (kit / "README.md").read_text().startswith("# The author's kit")
    assert (kit / "bots_examples/in_c/bot.c").is_file()
    assert (kit / "docs/protocol.md").is_file()
    assert os.access(kit / "bots_examples/in_javascript/bot.js", os.R_OK)


def test_the_same_files_make_the_same_zip_and_nothing_else_is_in_it() -> None:
    root = Path(settings.BASE_DIR)

    first, second = packed(root), packed(root)

    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert first == second
    assert all(name.startswith(f"{TOP}/") for name in names)
    assert not [name for name in names if "__pycache__" in name or "tournament" in name]


@pytest.mark.django_db
def test_the_page_for_authors_links_to_the_kit_and_states_its_hash() -> None:
    page = Client().get("/write/").content.decode()
    response = Client().get("/thirtyone-kit.zip")

    assert 'href="/thirtyone-kit.zip"' in page
    assert hashlib.sha256(response.content).hexdigest() in page
    assert response["ETag"] == f'"{hashlib.sha256(response.content).hexdigest()}"'
