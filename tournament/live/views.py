"""The stream behind live pages: server-sent events that carry whole HTML fragments."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.db import close_old_connections
from django.http import (
    HttpRequest,
    HttpResponseBase,
    HttpResponseNotFound,
    StreamingHttpResponse,
)
from django.utils import translation
from django.views.decorators.http import require_GET

from tournament.live.fragments import NoSuchFragment, Viewer, render, topics
from tournament.live.hub import hub

T = TypeVar("T")
KEEP_ALIVE_S = 15.0
SHORTEST_PAUSE_S = 0.2
MOST_FRAGMENTS = 8
# Streams are many and renders short: all streams share these threads and their connections.
_threads = ThreadPoolExecutor(4, thread_name_prefix="live")


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Stream the fragments named by `f` parameters, whole at first and whenever they change."""
    addresses = request.GET.getlist("f")[:MOST_FRAGMENTS]
    language = translation.get_language() or "en"
    try:
        viewer, first = await _apart(lambda: _start(request, addresses, language))
    except NoSuchFragment:
        # Not Http404: its page reads the database in a thread whose connection nobody gives back.
        return HttpResponseNotFound("There is no such part of a page.\n", content_type="text/plain")
    response = StreamingHttpResponse(
        _events(addresses, viewer, language, first), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _start(
    request: HttpRequest, addresses: list[str], language: str
) -> tuple[Viewer, dict[str, str]]:
    viewer: Viewer = get_user(request)
    return viewer, _rendered(addresses, viewer, language)


def _rendered(addresses: list[str], viewer: Viewer, language: str) -> dict[str, str]:
    with translation.override(language):
        return {address: render(address, viewer) for address in addresses}


async def _events(
    addresses: list[str], viewer: Viewer, language: str, first: dict[str, str]
) -> AsyncIterator[str]:
    shown: dict[str, str] = {}
    async with hub().listen(await _apart(lambda: topics(addresses))) as listener:
        current = first
        while True:
            for address, html in current.items():
                if shown.get(address) != html:
                    yield event(address, html)
            shown = current
            await asyncio.sleep(SHORTEST_PAUSE_S)
            while not await listener.heard(KEEP_ALIVE_S):
                yield ": still here\n\n"
            try:
                current = await _apart(lambda: _rendered(addresses, viewer, language))
            except NoSuchFragment:
                return
            listener.topics = frozenset(await _apart(lambda: topics(addresses)))


def event(address: str, html: str) -> str:
    """Write one server-sent event: a JSON object with the fragment's address and its HTML."""
    return f"data: {json.dumps({'address': address, 'html': html})}\n\n"


async def _apart(work: Callable[[], T]) -> T:
    """Run database work in the streams' own threads and give idle connections back."""

    def run() -> T:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await sync_to_async(run, thread_sensitive=False, executor=_threads)()
