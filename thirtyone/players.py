"""Players: what the referee asks for a move, whatever stands behind it.

A ``LinePlayer`` numbers requests and judges the lines of one program. For trusted bots there is
``thirtyone.in_process``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from thirtyone.channel import Channel, ChannelFault, Evidence, OurFault
from thirtyone.faults import FaultName
from thirtyone.protocol import (
    IllegalReply,
    UnreadableReply,
    encode,
    match_action,
    numbered,
    parse_reply,
)

__all__ = [
    "Answer",
    "Channel",
    "ChannelFault",
    "Evidence",
    "LinePlayer",
    "OurFault",
    "Player",
]

Message = Mapping[str, Any]
STDERR_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold a player's reply to one request: one of the legal actions, or the fault instead."""

    action: str | None
    wall_ms: int = 0
    fault: FaultName | None = None
    evidence: Evidence | None = None


class Player(Protocol):
    """Answer requests and hear messages on behalf of one entrant, for one pass."""

    @property
    def running(self) -> bool:
        """Tell whether the bot is there to be asked; a bot that died is opened again."""

    def open(self) -> None:
        """Start the bot, or start it again after its end; raises OurFault."""

    def new_game(self) -> None:
        """Note that a game begins: limits counted by game start anew."""

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        """Send a request and return the answer; raises OurFault, never a bot's failure."""

    def tell(self, message: Message) -> None:
        """Send a message that wants no reply; a failure shows at the next request."""

    def cpu_s(self) -> float:
        """Return the CPU seconds that the bot has used since it was opened."""

    def close(self) -> None:
        """End the bot; may be called twice."""

    def stderr(self) -> bytes:
        """Return the end of what the bot wrote to standard error."""


class LinePlayer:
    """Play through a channel: numbered requests, strict replies, one fault a stray line."""

    def __init__(self, open_channel: Callable[[], Channel]) -> None:
        self._open_channel = open_channel
        self._channel: Channel | None = None
        self._pending: ChannelFault | None = None
        self._stderr = b""
        self._next_id = 1
        self._judged: set[int] = set()  # requests judged before their reply came; see ask

    @property
    def running(self) -> bool:
        """Tell whether a program is there to be asked."""
        return self._channel is not None

    def open(self) -> None:
        """Start the program if none runs; that it did not start shows at the next request."""
        if self._channel is not None:
            return
        self._pending = None
        self._next_id = 1
        self._judged.clear()
        try:
            self._channel = self._open_channel()
        except ChannelFault as fault:
            self._pending = fault

    def new_game(self) -> None:
        """Give the program its whole output limit again."""
        if self._channel is not None:
            self._channel.reset_output()

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        """Send a numbered request and judge what comes back within the limit.

        A line that was already there before the request is a fault of its own and the request is
        not sent. A request that was judged late or unreadable stays open: its reply, should it
        still come, is dropped once. The set of such requests grows by one a fault, and three
        faults end a game, so that it stays small.
        """
        if self._channel is None:
            return self._gone(self._pending or ChannelFault(FaultName.CRASHED), None, legal)
        sent: bytes | None = None
        cpu = self._channel.cpu_s()
        started = monotonic()
        try:
            if self._pending is not None:
                raise self._pending
            early = self._stray()
            if early is None:
                request = self._next_id
                sent = encode(numbered(message, request, legal))
                self._next_id += 1
                self._channel.write_line(sent)
                started = monotonic()
                answer = self._wait(request, legal, started + limit_s)
            else:
                answer = _refused("a line came before it was asked for", early)
        except ChannelFault as fault:
            if fault.name is not FaultName.LATE:
                return self._gone(fault, sent, legal)
            self._judged.add(self._next_id - 1)
            answer = Answer(None, 0, FaultName.LATE, fault.detail)
        wall_ms = round((monotonic() - started) * 1000)
        if answer.fault is None:
            return replace(answer, wall_ms=wall_ms)
        evidence = replace(
            answer.evidence or Evidence(),
            line_sent=sent,
            allowed=legal,
            wall_ms=wall_ms,
            cpu_ms=round((self._channel.cpu_s() - cpu) * 1000),
            stderr_tail=self._channel.stderr(),
        )
        return replace(answer, wall_ms=wall_ms, evidence=evidence)

    def tell(self, message: Message) -> None:
        """Send a message without a number."""
        if self._channel is None or self._pending is not None:
            return
        try:
            self._channel.write_line(encode(message))
        except ChannelFault as fault:
            if fault.name is not FaultName.LATE:
                self._pending = fault

    def cpu_s(self) -> float:
        """Return the CPU seconds since the program's start; 0 when none runs."""
        return 0.0 if self._channel is None else self._channel.cpu_s()

    def close(self) -> None:
        """End the program and keep the end of its standard error."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()
            self._stderr = (self._stderr + channel.stderr())[-STDERR_BYTES:]

    def stderr(self) -> bytes:
        """Return the last 64 KiB of standard error over all its starts."""
        here = b"" if self._channel is None else self._channel.stderr()
        return (self._stderr + here)[-STDERR_BYTES:]

    def _stray(self) -> bytes | None:
        """Return a line that nobody asked for, after dropping replies to judged requests."""
        assert self._channel is not None
        while (line := self._channel.read_line(0)) is not None:
            if not self._drop(line):
                return line
        return None

    def _drop(self, line: bytes) -> bool:
        if not self._judged:
            return False
        try:
            number = parse_reply(line).id
        except UnreadableReply:
            return False
        if number not in self._judged:
            return False
        self._judged.remove(number)
        return True

    def _wait(self, request: int, legal: tuple[str, ...], deadline: float) -> Answer:
        assert self._channel is not None
        while True:
            line = self._channel.read_line(max(0.0, deadline - monotonic()))
            if line is None:
                self._judged.add(request)
                return Answer(None, 0, FaultName.LATE, Evidence(why="no reply within the limit"))
            if self._drop(line):
                continue
            try:
                reply = parse_reply(line)
                if reply.id != request:
                    raise UnreadableReply(
                        f"a reply to request {reply.id} when {request} was the one to answer"
                    )
                return Answer(match_action(reply, legal))
            except UnreadableReply as error:
                self._judged.add(request)
                return _refused(error.why, line)
            except IllegalReply as error:
                return _refused(error.why, line, FaultName.ILLEGAL_ACTION)

    def _gone(self, fault: ChannelFault, sent: bytes | None, legal: tuple[str, ...]) -> Answer:
        evidence = replace(fault.detail, line_sent=sent, allowed=legal)
        self._pending = None
        self.close()
        if not evidence.stderr_tail:
            evidence = replace(evidence, stderr_tail=self._stderr)
        return Answer(None, 0, fault.name, evidence)


def _refused(why: str, line: bytes, name: FaultName = FaultName.UNREADABLE_REPLY) -> Answer:
    return Answer(None, 0, name, Evidence(line_received=line, why=why))
