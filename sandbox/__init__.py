"""Run one untrusted program behind a line-by-line channel, within limits.

It knows no cards and no web framework. ``choose()`` picks a backend, ``backend.start(program,
limits, labels)`` gives a ``Process``.
"""

from sandbox.backends.base import Backend, Promise
from sandbox.choose import Choice, choose
from sandbox.limits import Limits
from sandbox.process import Process
from sandbox.program import Program
from sandbox.seats import default_runtime_dir
from sandbox.verdicts import Evidence, Exit, ProgramEnded, SandboxUnavailable, Verdict

__all__ = [
    "Backend",
    "Choice",
    "Evidence",
    "Exit",
    "Limits",
    "Process",
    "Program",
    "ProgramEnded",
    "Promise",
    "SandboxUnavailable",
    "Verdict",
    "choose",
    "default_runtime_dir",
]
