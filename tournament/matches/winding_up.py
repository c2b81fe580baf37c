"""Leave things in order where a site stops: nothing running here, and what was running queued."""

import logging
import socket
from collections.abc import Callable, Iterable
from itertools import chain

from django.db import DatabaseError, connections

from sandbox import SandboxUnavailable
from tournament.hints import muted
from tournament.matches.jobs import held, release
from tournament.matches.models import Check, Job, Match, Status
from tournament.matches.sweep import sweep_sandboxes

logger = logging.getLogger(__name__)


def wind_up(say: Callable[[str], None]) -> None:
    """Queue the jobs of this machine's workers again and end their sandboxes.

    To be called when none of the workers runs any more. What fails is said and left to the next
    start: the leases run out, and the sandboxes are swept.
    """
    try:
        with muted():
            given_back = sum(_give_back(job) for job in _running_here())
        sweep_sandboxes()
    except (DatabaseError, SandboxUnavailable, OSError) as error:
        say(f"Not everything could be put in order; the next start does it: {error}")
    else:
        if given_back:
            say(f"{given_back} matches and checks will be played again at the next start")
    finally:
        connections.close_all()


def _running_here() -> Iterable[Job]:
    here = {"status": Status.RUNNING, "worker__startswith": f"{socket.gethostname()}:"}
    return chain(
        Match.objects.filter(**here), Check.objects.filter(**here).select_related("version")
    )


def _give_back(job: Job) -> bool:
    return release(job, held(job), "The site was stopped while this was played.")
