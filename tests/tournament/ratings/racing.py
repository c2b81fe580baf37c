"""Let processes do the same thing at once on one real database of their own."""

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests import parts

ROOT = Path(__file__).resolve().parents[3]

_SCRIPT = """
import contextlib, io, json, multiprocessing, sys
from unittest.mock import Mock
import django
django.setup()
from django.core.management import call_command
from django.db import connections
from tournament import celery, hints

celery.app.send_task = hints._client = Mock()
steps, racers = json.loads(sys.argv[1]), int(sys.argv[2])

def run(code):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    connections.close_all()
    return printed.getvalue().strip()

def race(code, barrier, results):
    barrier.wait(timeout=30)
    results.put(run(code))

def race_all(code):
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(racers), context.SimpleQueue()
    children = [context.Process(target=race, args=(code, barrier, results)) for _ in range(racers)]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0] * racers
    return sorted(results.get() for _ in children)

call_command("migrate", verbosity=0, skip_checks=True)
connections.close_all()
print(json.dumps([race_all(code) if raced else run(code) for raced, code in steps]))
"""


def run_race(database: str, folder: Path, *steps: tuple[str, str], racers: int = 4) -> list:
    """Run steps of code one after another on a new database; return what each printed.

    `database` is sqlite (in a file) or postgresql (on the server for tests). A step is
    ("once", code), whose printed text is returned, or ("race", code), which that many processes
    run from the same moment on, each with connections of its own, and whose texts are returned
    sorted.
    """
    with _sqlite(folder) if database == "sqlite" else _postgresql() as url:
        finished = subprocess.run(
            [
                sys.executable,
                "-c",
                _SCRIPT,
                json.dumps([(how == "race", code) for how, code in steps]),
                str(racers),
            ],
            env=os.environ
            | {
                "DATABASE_URL": url,
                "DJANGO_SETTINGS_MODULE": "tournament.settings",
                "KNOCK_DATA_DIR": str(folder),
            },
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=120,
        )
    return json.loads(finished.stdout)


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'race.sqlite3'}"


@contextmanager
def _postgresql() -> Iterator[str]:
    parts.require("postgresql")
    server = os.environ["KNOCK_TEST_DATABASE_URL"]
    name = f"knock_race_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
