"""Start the program of a version: in a sandbox, or, a house bot alone, without one.

A version with a stored source is unpacked into a folder and started by a sandbox backend; there is
no other way for it. A house bot's files come from the installation by its folder's name.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final

from django.conf import settings
from django.db import connections

from sandbox import Backend, Limits, Program, SandboxUnavailable
from thirtyone.channel import Channel, OurFault
from thirtyone.pipes import PipeChannel
from thirtyone.sitting import ClockLimits
from tournament.bots.archives import ArchiveLimits, read_archive
from tournament.bots.house import folder_of, house_files
from tournament.bots.models import BotVersion
from tournament.bots.refusals import NotAHouseBot, UploadRefused
from tournament.bots.uploads import ENTRY
from tournament.matches.channels import SandboxChannel
from tournament.matches.folders import library_folder, program_folder
from tournament.matches.models import Job

OpenChannel = Callable[[], Channel]

CLOCK: Final = ClockLimits()
_MARGIN_S: Final = 10 * 60
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


class NeedsSandbox(OurFault):
    """An uploaded program that is to run where no sandbox is."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where programs run: a sandbox backend or None, the labels that its sandboxes carry, and
    their limits."""

    backend: Backend | None
    labels: Mapping[str, str]
    limits: Limits


def longest_s(entrants: int, games: int) -> int:
    """Return how long some games may take: all that the bots' clocks allow, and time of ours.

    A match beyond it is stuck by a failure of ours, because slow bots run out of time before.
    """
    return ceil(CLOCK.longest_s(entrants, games)) + _MARGIN_S


@cache
def site_label() -> str:
    """Return what tells this installation's sandboxes from those of another on the machine."""
    database = connections.settings["default"]
    parts = [settings.SECRET_KEY, *(str(database[key]) for key in ("HOST", "PORT", "NAME"))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def stage_for(job: Job, backend: Backend | None, lifetime_s: int) -> Stage:
    """Return where the programs of a claimed job run; their labels name the claim.

    A sandbox ends itself after ``lifetime_s`` seconds, should its worker be gone.
    """
    labels = {
        "site": site_label(),
        "role": job._meta.model_name or "",
        "job": str(job.pk),
        "attempt": str(job.attempts),
    }
    return Stage(backend, labels, Limits(lifetime_s=lifetime_s))


def needs_sandbox(version: BotVersion) -> bool:
    """Say whether a version may only be run by a sandbox; all but house bots may."""
    return version.source_id is not None or not version.bot.is_house


@contextmanager
def ready_programs(versions: Sequence[BotVersion], stage: Stage) -> Iterator[list[OpenChannel]]:
    """Lay out the programs of versions and return, by version, what starts one of them.

    Each call of such a function starts a fresh process; they touch no database and may be called
    from any thread. The folders are removed in the end. Raises OurFault.
    """
    with ExitStack() as stack:
        try:
            openers = [_opener(version, stage, stack) for version in versions]
        except (NotAHouseBot, OSError) as error:
            raise OurFault(str(error)) from error
        yield openers


def _opener(version: BotVersion, stage: Stage, stack: ExitStack) -> OpenChannel:
    if stage.backend is None:
        return _plain_opener(version)
    files = stored_files(version) if needs_sandbox(version) else house_files(version).files
    program = Program(
        folder=stack.enter_context(program_folder(files)),
        argv=("python3", f"/bot/{ENTRY}"),
        libraries={"thirtyone": library_folder()},
        language=version.language,
    )
    return _sandbox_opener(stage, stage.backend, program)


def _sandbox_opener(stage: Stage, backend: Backend, program: Program) -> OpenChannel:
    def open_channel() -> Channel:
        try:
            return SandboxChannel(backend.start(program, stage.limits, stage.labels))
        except SandboxUnavailable as error:
            raise OurFault(str(error)) from error

    return open_channel


def _plain_opener(version: BotVersion) -> OpenChannel:
    """Return what starts a house bot as a plain process; raises NeedsSandbox for any other."""
    if needs_sandbox(version):
        raise NeedsSandbox(f"{version} is an upload and never runs without a sandbox")
    house_files(version)  # refuses a folder that is not what this version was made from
    entry = folder_of(version.bot) / ENTRY
    environment = {
        "PATH": os.environ.get("PATH", _PATH),
        "PYTHONPATH": str(settings.BASE_DIR),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return lambda: PipeChannel(
        [sys.executable, str(entry)], cwd=entry.parent, environment=environment
    )


def stored_files(version: BotVersion) -> dict[str, bytes]:
    """Return the files of an uploaded version; raises OurFault where the archive is not whole."""
    if version.source is None:
        raise OurFault(f"{version} has no stored source")
    try:
        archive = version.source.unpacked()
        return read_archive(archive, ArchiveLimits(len(archive), len(archive)))
    except (ValueError, UploadRefused) as error:
        raise OurFault(f"the stored source of {version} cannot be read") from error
