"""The real parts that some tests need, and what happens where one is missing."""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable

import docker
import pytest
import redis


def _docker() -> str:
    try:
        with contextlib.closing(docker.from_env(timeout=5)) as client:
            client.ping()
    except docker.errors.DockerException as error:
        return f"no Docker engine answers ({error})"
    return ""


def _redis() -> str:
    url = os.environ.get("KNOCK_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
    try:
        redis.Redis.from_url(url, socket_timeout=2).ping()
    except redis.RedisError as error:
        return f"no Redis answers at {url} ({error})"
    return ""


def _postgresql() -> str:
    return "" if os.environ.get("KNOCK_TEST_DATABASE_URL") else "KNOCK_TEST_DATABASE_URL is not set"


def _chromium() -> str:
    return "" if shutil.which("chromium") else "no chromium on the PATH"


def _gettext() -> str:
    return "" if shutil.which("xgettext") else "no xgettext on the PATH"


def _root() -> str:
    return "" if os.geteuid() == 0 else "not running as root"


_PARTS: dict[str, Callable[[], str]] = {
    "docker": functools.cache(_docker),
    "redis": functools.cache(_redis),
    "postgresql": functools.cache(_postgresql),
    "chromium": functools.cache(_chromium),
    "gettext": functools.cache(_gettext),
    "root": functools.cache(_root),
}


def require(*names: str) -> None:
    """Skip the running test where a named part is missing; under CI fail it instead.

    Names: docker, redis, postgresql, chromium, gettext, root.
    """
    for name in names:
        missing = _PARTS[name]()
        if not missing:
            continue
        if os.environ.get("CI"):
            pytest.fail(f"{name} is missing: {missing}")
        pytest.skip(f"{name} is missing: {missing}")
