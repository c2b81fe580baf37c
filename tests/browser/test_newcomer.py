"""What a newcomer lives through on the real site, in a real browser."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.ops.site import READY, running_site
from tests.parts import require
from tests.settings import ROOT

PATIENCE_MS = 120_000


def first_bot() -> str:
    """Return the bot that the README shows."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a fresh site with its house league."""
    require("chromium")
    with running_site(tmp_path / "site") as site:
        site.wait_for_line(READY)
        yield site.address
        assert "Traceback" not in "".join(site.said)


@pytest.fixture
def browser(address: str) -> Iterator[Browser]:
    """Chromium from the system."""
    arguments = ["--disable-gpu", "--disable-background-networking", "--disable-quic"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        yield browser
        browser.close()


@pytest.mark.real
def test_a_newcomer_signs_up_uploads_a_bot_sees_it_enter_the_table_and_watches_its_replay(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    """The README's bot passes its check live, enters the open table live, and can be watched."""
    program = tmp_path / "bot.py"
    program.write_text(first_bot())
    context = browser.new_context(viewport={"width": 360, "height": 740})
    table, page = context.new_page(), context.new_page()
    complaints = listen_for_errors(table) + listen_for_errors(page)
    row = table.locator("table.standings tbody tr").filter(has_text="Newcomer")

    table.goto(address + "leagues/open-league/")
    table.evaluate("window.untouched = true")
    expect(row).to_have_count(0)
    sign_up(page, address)
    upload(page, program)

    expect(page.get_by_role("heading", name="Newcomer")).to_be_visible()
    expect(page.locator("#v1.state-active")).to_be_visible(timeout=PATIENCE_MS)
    expect(row).to_be_visible(timeout=PATIENCE_MS)
    expect(row).not_to_contain_text("unrated", timeout=PATIENCE_MS)
    assert table.evaluate("window.untouched") is True

    table.locator("a.match-line").filter(has_text="Newcomer").last.click()
    table.get_by_role("link", name="Watch the replay").click(timeout=PATIENCE_MS)
    step_through(table)
    assert [said for listened in complaints for said in listened] == []


def listen_for_errors(page: Page) -> list[list[str]]:
    """Return a list that fills with the errors of a page's scripts."""
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    return [said]


def sign_up(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill("newcomer")
    for number in (1, 2):
        page.locator(f"#id_password{number}").fill("a-card-in-the-hand")
    page.get_by_role("button", name="Create my account").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def upload(page: Page, program: Path) -> None:
    page.get_by_role("link", name="Upload", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Newcomer")
    page.get_by_label("Program").set_input_files(program)
    expect(page.get_by_label("Open league")).to_be_checked()
    page.get_by_role("button", name="Upload and check").click()


def step_through(page: Page) -> None:
    """Step by keyboard and by button; the position and the address follow."""
    position = page.locator("[data-slot=position]")
    expect(position).to_have_text("1")
    page.keyboard.press("ArrowRight")
    expect(position).to_have_text("2")
    page.get_by_role("link", name="Forward").click()
    expect(position).to_have_text("3")
    assert "step=3" in page.url
    told = page.locator("[data-slot=text]").inner_text()
    page.reload()
    expect(position).to_have_text("3")
    expect(page.locator("[data-slot=text]")).to_have_text(told)
    expect(page.locator("#replay .card").first).to_be_visible()
