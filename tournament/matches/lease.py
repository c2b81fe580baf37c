"""Keep a claimed job while it is worked on."""

import logging
import threading
from types import TracebackType
from typing import Final, Self

from django.db import DatabaseError, connections

from tournament.matches.jobs import renew_lease
from tournament.matches.models import Job
from tournament.matches.refusals import LeaseLost

logger = logging.getLogger(__name__)

RENEW_EVERY_S: Final = 15.0


class Lease:
    """Renew a job's lease in a thread of its own from entering to leaving.

    The thread has a database connection of its own and closes it. Where a renewal finds that the
    job belongs to somebody else, `check` raises LeaseLost from then on.
    """

    def __init__(self, job: Job, every_s: float = RENEW_EVERY_S) -> None:
        self._job = job
        self._every_s = every_s
        self._over = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._renew, name=f"lease {job.pk}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def check(self) -> None:
        """Raise LeaseLost where the job is no longer ours."""
        if self._lost.is_set():
            raise LeaseLost(str(self._job))

    def _renew(self) -> None:
        try:
            while not self._over.wait(self._every_s):
                try:
                    renew_lease(self._job)
                except LeaseLost:
                    self._lost.set()
                    return
                except DatabaseError:  # the lease outlives a few missed renewals
                    logger.exception("could not renew the lease of %s", self._job)
                    connections.close_all()
        finally:
            connections.close_all()
