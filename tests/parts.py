"""The real parts that some tests need, and what happens where one is missing."""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable

import docker
import pytest
import redis

ORDINARY_UID = "54321"


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


def _program(name: str) -> Callable[[], str]:
    return lambda: "" if shutil.which(name) else f"no {name} on the PATH"


def _root() -> str:
    return "" if os.geteuid() == 0 else "not running as root"


def as_ordinary_user(*command: str) -> list[str]:
    """Return a command as root runs it under an account without rights."""
    drop = ("--reuid", ORDINARY_UID, "--regid", ORDINARY_UID, "--clear-groups", "--")
    return ["setpriv", *drop, *command]


def _ordinary_user() -> str:
    if missing := _root():
        return missing
    ask = (sys.executable, "-c", "import sys, pytest; print(sys.version)")
    told = subprocess.run(as_ordinary_user(*ask), capture_output=True, text=True, check=False)
    if told.stdout.strip() == sys.version:
        return ""
    return f"an account without rights cannot run {sys.executable}: {told.stderr[-500:]}"


_PARTS: dict[str, Callable[[], str]] = {
    "docker": functools.cache(_docker),
    "redis": functools.cache(_redis),
    "postgresql": functools.cache(_postgresql),
    "chromium": functools.cache(_chromium),
    "gettext": functools.cache(_gettext),
    "gcc": _program("gcc"),
    "node": _program("node"),
    "perl": _program("perl"),
    "rustc": _program("rustc"),
    "root": functools.cache(_root),
    "ordinary_user": functools.cache(_ordinary_user),
}


def require(*names: str) -> None:
    """Skip the running test where a named part is missing; under CI fail it instead.

    Names: docker, redis, postgresql, chromium, gettext, gcc, node, perl, rustc, root,
    ordinary_user.
    """
    for name in names:
        missing = _PARTS[name]()
        if not missing:
            continue
        if os.environ.get("CI"):
            pytest.fail(f"{name} is missing: {missing}")
        pytest.skip(f"{name} is missing: {missing}")
