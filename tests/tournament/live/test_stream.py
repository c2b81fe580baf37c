"""What the stream sends is what a fresh page shows."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient, Client

from tests.parts import require
from tests.tournament.matches.field import person, uploaded
from tests.tournament.web.visitors import league_of_the_house, played_match, signed_in
from tournament.hints import publish_on_commit
from tournament.live import fragments
from tournament.live.hub import hub

T = TypeVar("T")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_sandbox(settings: pytest.FixtureRequest) -> None:
    settings.KNOCK_SANDBOX = "none"  # type: ignore[attr-defined]


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a dialogue with the site, and close what its thread for database work has opened.

    A server does that at the end of each request; the test client leaves it to the test.
    """

    async def whole() -> T:
        try:
            return await work
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(whole())


async def next_fragment(stream: AsyncIterator[bytes]) -> dict[str, str]:
    """Return the next fragment of a stream, keep-alive comments left out."""
    while True:
        text = (await asyncio.wait_for(anext(stream), 20)).decode()
        if text.startswith("data: "):
            fragment: dict[str, str] = json.loads(text.removeprefix("data: "))
            return fragment


def parts_of(html: str) -> dict[str, str]:
    """Return the live parts of a page by address."""
    pieces = re.split(r'<div data-live="([^"]+)">', html)[1:]
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def test_every_fragment_stands_on_a_page_as_the_stream_sends_it() -> None:
    league = league_of_the_house()
    match = played_match(league)
    version = uploaded(active=True)
    browser = signed_in(person())
    pages = [
        browser.get(f"/leagues/{league.slug}/"),
        browser.get(f"/matches/{match.pk}/"),
        browser.get(f"/bots/{version.bot.slug}/"),
    ]
    shown = {a: html for page in pages for a, html in parts_of(page.content.decode()).items()}

    assert {address.partition(":")[0] for address in shown} == set(fragments.names())
    for address, html in shown.items():
        assert html.startswith(fragments.render(address, person()) + "</div>")


@pytest.mark.parametrize("address", ["league-table:x", "match:1", "nothing:1", "bot-versions:99"])
def test_a_stream_of_nothing_is_refused(address: str) -> None:
    async def ask() -> int:
        response = await AsyncClient().get("/live/", {"f": address})
        return response.status_code

    assert run(ask()) == 404


def test_a_change_reaches_an_open_stream() -> None:
    require("redis")
    league = league_of_the_house()
    address = f"league-table:{league.pk}"

    async def watch() -> tuple[str, str, str]:
        response = await AsyncClient().get("/live/", {"f": address})
        stream = response.streaming_content
        first = await next_fragment(stream)
        while not hub().connected:
            await asyncio.sleep(0.01)
        version = await sync_to_async(uploaded)(active=True)
        await sync_to_async(enter)(version, league)
        second = await next_fragment(stream)
        await stream.aclose()
        fresh = await sync_to_async(fragments.render)(address, person_in(league))
        return first["html"], second["html"], fresh

    first, second, fresh = run(watch())

    assert "Careful" not in first
    assert "Careful" in second
    assert second == fresh


def enter(version: object, league: object) -> None:
    """Enter a bot as its owner does."""
    from tournament.leagues.services import join

    join(version.bot.owner, league, version.bot)  # type: ignore[attr-defined]


def person_in(league: object) -> object:
    """Return a visitor, for whom the table is the same as for anybody."""
    from django.contrib.auth.models import AnonymousUser

    return AnonymousUser()


def test_streams_of_one_process_share_one_subscription() -> None:
    require("redis")

    async def listen() -> tuple[int, bool, bool]:
        async with hub().listen({"a"}) as one, hub().listen({"b"}) as two:
            while not hub().connected:
                await asyncio.sleep(0.01)
            one.woken.clear()
            two.woken.clear()
            await sync_to_async(publish_on_commit)("a")
            heard = await one.heard(10)
            return hub().subscriptions, heard, two.woken.is_set()

    assert run(listen()) == (1, True, False)


def test_a_page_stays_right_where_redis_is_gone(settings: pytest.FixtureRequest) -> None:
    league = league_of_the_house()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    address = f"league-table:{league.pk}"

    async def watch() -> dict[str, str]:
        response = await AsyncClient().get("/live/", {"f": address})
        stream = response.streaming_content
        fragment = await next_fragment(stream)
        await stream.aclose()
        return fragment

    fragment = run(watch())
    assert fragment["html"] in Client().get(f"/leagues/{league.slug}/").content.decode()
