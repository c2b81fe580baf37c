"""Players that do as a test says."""

from collections.abc import Callable, Mapping
from typing import Any

from thirtyone.channel import Evidence, OurFault
from thirtyone.faults import FaultName
from thirtyone.players import Answer

Message = Mapping[str, Any]
Choose = Callable[[Message, tuple[str, ...]], Answer]


def plainly(message: Message, legal: tuple[str, ...]) -> Answer:
    """Draw from the stock, put the drawn card down, and knock in the third lap.

    In the exchange form swap the first card there is, or all as dealer.
    """
    if "knock" in legal and message["lap"] >= 2:
        return Answer("knock", 1)
    if "replace" in legal:
        return Answer("replace", 1)
    if "drawn" in message:
        return Answer(f"discard {message['drawn']}", 1)
    return Answer("stock" if "stock" in legal else legal[0], 1)


def failing(name: FaultName) -> Choose:
    """Fail in the same way at every request."""
    return lambda message, legal: Answer(None, 5, name, Evidence(why="as the test says"))


class ScriptedPlayer:
    """Answer by a function; count what the referee does; end when a fault ends a bot."""

    def __init__(self, choose: Choose = plainly, hello: Choose | None = None) -> None:
        self.choose, self.hello = choose, hello
        self.heard: list[Message] = []
        self.asked: list[Message] = []
        self.opened = self.closed = self.games = 0
        self.cpu = 0.0
        self.running = False

    def open(self) -> None:
        if not self.running:
            self.opened += 1
            self.cpu = 0.0
            self.running = True

    def new_game(self) -> None:
        self.games += 1

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        assert self.running
        self.heard.append(message)
        self.asked.append(message)
        if message["type"] == "hello":
            answer = self.hello(message, legal) if self.hello else Answer("ready", 3)
        else:
            answer = self.choose(message, legal)
        if answer.fault in (FaultName.CRASHED, FaultName.OUT_OF_MEMORY):
            self.running = False
        return answer

    def tell(self, message: Message) -> None:
        self.heard.append(message)

    def cpu_s(self) -> float:
        return self.cpu

    def close(self) -> None:
        self.closed += 1
        self.running = False

    def stderr(self) -> bytes:
        return b""


class BrokenPlayer(ScriptedPlayer):
    """Stand for a sandbox that fails, which is nobody's fault but ours."""

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        raise OurFault("the sandbox is gone")
