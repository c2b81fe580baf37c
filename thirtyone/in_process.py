"""Call a trusted bot's methods directly: for house bots at home, and for measuring."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from time import monotonic, thread_time
from typing import Protocol

from thirtyone.channel import Evidence, OurFault
from thirtyone.faults import FaultName
from thirtyone.players import STDERR_BYTES, Answer, Message
from thirtyone.protocol import encode, numbered


class Answering(Protocol):
    """Be a bot in this process: hear every message, and return an action for a request."""

    def receive(self, message: Message) -> str | None:
        """Hear one message; for a request (it has "legal") return the action chosen."""


class InProcessPlayer:
    """Play a bot by calling it: no process and no limits, so for trusted bots only."""

    def __init__(self, make_bot: Callable[[], Answering]) -> None:
        self._make_bot = make_bot
        self._bot: Answering | None = None
        self._failed: Evidence | None = None
        self._stderr = b""
        self._cpu_s = 0.0
        self._next_id = 1

    @property
    def running(self) -> bool:
        """Tell whether the bot exists and has not raised."""
        return self._bot is not None

    def open(self) -> None:
        """Make the bot; that it raised shows at the next request."""
        if self._bot is None:
            self._next_id, self._cpu_s, self._failed = 1, 0.0, None
            self._guarded(self._make)

    def new_game(self) -> None:
        """Do nothing: no limit is counted."""

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        """Call the bot; the time is measured but the limit is not enforced."""
        bot, request = self._bot, numbered(message, self._next_id, legal)
        self._next_id += 1
        started = monotonic()
        action = None if bot is None else self._guarded(lambda: bot.receive(request))
        wall_ms = round((monotonic() - started) * 1000)
        if self._bot is None:
            evidence = replace(self._failed or Evidence(), line_sent=encode(request), allowed=legal)
            return Answer(None, wall_ms, FaultName.CRASHED, evidence)
        if action in legal:
            return Answer(action, wall_ms)
        evidence = Evidence(
            line_sent=encode(request),
            line_received=repr(action).encode("utf-8", "replace"),
            allowed=legal,
            wall_ms=wall_ms,
            why="the action is not one of the legal ones",
        )
        return Answer(None, wall_ms, FaultName.ILLEGAL_ACTION, evidence)

    def tell(self, message: Message) -> None:
        """Let the bot hear the message."""
        bot = self._bot
        if bot is not None:
            self._guarded(lambda: bot.receive(message))

    def cpu_s(self) -> float:
        """Return the CPU seconds spent inside the bot's methods."""
        return self._cpu_s

    def close(self) -> None:
        """Forget the bot."""
        self._bot = None

    def stderr(self) -> bytes:
        """Return the tracebacks of its failures."""
        return self._stderr

    def _make(self) -> None:
        self._bot = self._make_bot()

    def _guarded(self, call: Callable[[], str | None]) -> str | None:
        before = thread_time()
        try:
            return call()
        except (OurFault, KeyboardInterrupt):
            raise
        except (Exception, SystemExit):  # noqa: BLE001 - whatever it raises is its own end
            self._stderr = (self._stderr + traceback.format_exc().encode())[-STDERR_BYTES:]
            self._failed = Evidence(stderr_tail=self._stderr)
            self._bot = None
            return None
        finally:
            self._cpu_s += thread_time() - before
