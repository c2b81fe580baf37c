"""Fan hints out to the streams of this process, over one Redis subscription."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from tournament.hints import CHANNEL_PREFIX

logger = logging.getLogger(__name__)
RETRY_S = 2.0


@dataclass(eq=False, slots=True)
class Listener:
    """One stream's ear: the topics it waits for, and whether one of them was heard."""

    topics: frozenset[str]
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def heard(self, within_s: float) -> bool:
        """Wait for a hint and say whether one came in time."""
        try:
            await asyncio.wait_for(self.woken.wait(), within_s)
        except TimeoutError:
            return False
        self.woken.clear()
        return True


class Hub:
    """The listeners of one event loop. The subscription lives while somebody listens."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._reader: asyncio.Task[None] | None = None
        self.subscriptions = 0

    @property
    def connected(self) -> bool:
        """Whether hints can be heard now."""
        return self.subscriptions > 0

    @asynccontextmanager
    async def listen(self, topics: Iterable[str]) -> AsyncIterator[Listener]:
        """Hear of topics until the context ends."""
        listener = Listener(frozenset(topics))
        self._listeners.add(listener)
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read())
        try:
            yield listener
        finally:
            self._listeners.discard(listener)
            if not self._listeners and self._reader is not None:
                self._reader.cancel()
                self._reader = None

    async def _read(self) -> None:
        """Pass hints on; after each gap wake everybody, since a hint may have been missed."""
        while True:
            try:
                async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
                    await self._pass_on(client)
            except (RedisError, OSError) as error:
                logger.warning("no live hints: Redis does not answer (%s)", error)
                await asyncio.sleep(RETRY_S)

    async def _pass_on(self, client: redis.asyncio.Redis) -> None:
        async with client.pubsub() as subscription:
            await subscription.psubscribe(CHANNEL_PREFIX + "*")
            self.subscriptions += 1
            try:
                self._wake(None)
                async for message in subscription.listen():
                    if message["type"] == "pmessage":
                        self._wake(message["channel"].decode().removeprefix(CHANNEL_PREFIX))
            finally:
                self.subscriptions -= 1

    def _wake(self, topic: str | None) -> None:
        for listener in self._listeners:
            if topic is None or topic in listener.topics:
                listener.woken.set()


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for gone in [known for known in _hubs if known.is_closed()]:
        del _hubs[gone]
    return _hubs.setdefault(loop, Hub())
