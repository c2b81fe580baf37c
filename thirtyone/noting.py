"""Note what a bot is sent, so that its author can send it again."""

from __future__ import annotations

from collections.abc import MutableMapping

from thirtyone.players import Answer, Message, Player
from thirtyone.protocol import encode, numbered


class Noting:
    """A player that notes the lines of the round that its bot is in.

    ``faulty`` gets, under the last line before each fault, all lines that led there.
    """

    def __init__(self, player: Player, faulty: MutableMapping[bytes, list[str]]) -> None:
        self._player = player
        self._faulty = faulty
        self._hello: list[str] = []
        self._lines: list[str] = []
        self._number = 0

    @property
    def lines(self) -> list[str]:
        """The hello, and the lines since the round was dealt."""
        return [*self._hello, *self._lines]

    @property
    def running(self) -> bool:
        """Tell what the player tells."""
        return self._player.running

    def begin(self) -> None:
        """Forget the lines of the round before."""
        self._lines.clear()

    def open(self) -> None:
        """Open the player; its requests are numbered anew."""
        self._number = 0
        self._player.open()

    def new_game(self) -> None:
        """Pass it on."""
        self._player.new_game()

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        """Note the request and pass it on."""
        self._number += 1
        line = encode(numbered(message, self._number, legal))
        if message["type"] == "hello":
            self._hello = [line.decode("ascii")]
            self.begin()
        else:
            self._lines.append(line.decode("ascii"))
        answer = self._player.ask(message, legal, limit_s)
        if answer.evidence is None:
            return answer
        if answer.evidence.line_sent is None:  # refused before it was sent, so not a line
            self._number -= 1
            self._lines = self._lines[:-1]
        else:
            self._faulty[answer.evidence.line_sent] = self.lines
        return answer

    def tell(self, message: Message) -> None:
        """Note the message and pass it on."""
        if message["type"] == "deal":
            self.begin()
        self._lines.append(encode(message).decode("ascii"))
        self._player.tell(message)

    def cpu_s(self) -> float:
        """Return what the player returns."""
        return self._player.cpu_s()

    def close(self) -> None:
        """Close the player."""
        self._player.close()

    def stderr(self) -> bytes:
        """Return what the player returns."""
        return self._player.stderr()
