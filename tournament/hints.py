"""Hints that something has changed: topics published over Redis after the commit.

A hint carries no data. Whoever gets one reads the database again; a lost hint costs nothing but
time, because each new connection starts from what a fresh page would show.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

CHANNEL_PREFIX = "knock:hint:"
_muted: ContextVar[bool] = ContextVar("muted", default=False)


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=2,
        socket_connect_timeout=2,
        retry=Retry(NoBackoff(), 0),  # a hint is not worth waiting for
    )


def publish_on_commit(*topics: str) -> None:
    """Publish each topic (`league:3`, `match:<id>`) once the open transaction has committed.

    A Redis that cannot be reached is logged by Django and stops nothing.
    """
    if not topics or _muted.get():
        return

    def publish_hints() -> None:  # a plain function: Django logs it by its name
        for topic in topics:
            _client().publish(CHANNEL_PREFIX + topic, b"")

    transaction.on_commit(publish_hints, robust=True)


@contextmanager
def muted() -> Iterator[None]:
    """Publish nothing meanwhile: for a site that is ending, where nobody listens any more."""
    token = _muted.set(True)
    try:
        yield
    finally:
        _muted.reset(token)
