"""Write a bot in Python: a class with two methods, and a call of ``run()``.

A bot's process imports this file and little else, so that it starts fast.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from thirtyone.rules import Rules

_CHUNK = 65536


class Situation:
    """Show a bot what it may know: the last message, with a name for each of its fields.

    Seats count from 0. Cards are texts of two characters, rank then suit: ``"9H"``, ``"TC"``.
    """

    __slots__ = ("_known", "message")

    def __init__(self, message: Mapping[str, Any], known: _Known) -> None:
        self.message = message
        self._known = known

    @property
    def seat(self) -> int:
        """Return your own seat."""
        return self._known.seat

    @property
    def seats(self) -> int:
        """Return how many seats the table has, those that are out included."""
        return self._known.seats

    @property
    def rules(self) -> Rules:
        """Return the rules of the match."""
        return self._known.rules()

    @property
    def hand(self) -> list[str]:
        """Return your cards: three, or four when you are to discard one."""
        return list(self.message["hand"])

    @property
    def legal(self) -> list[str]:
        """Return the actions that you may answer with."""
        return list(self.message["legal"])

    @property
    def form(self) -> str:
        """Return which form is played: ``"draw"`` or ``"exchange"``."""
        return self._known.form

    @property
    def discard(self) -> str | None:
        """Return the top card of the discard pile (draw form)."""
        return self._text("discard")

    @property
    def table(self) -> list[str]:
        """Return the three table cards (exchange form); none before the dealer has chosen."""
        return list(self.message.get("table", ()))

    @property
    def stock(self) -> int:
        """Return how many cards the stock holds."""
        return int(self.message["stock"])

    @property
    def knocker(self) -> int | None:
        """Return the seat that has knocked; None when nobody has."""
        knocker = self.message.get("knocker")
        return None if knocker is None else int(knocker)

    @property
    def lap(self) -> int:
        """Return the lap of this round, from 0."""
        return int(self.message["lap"])

    @property
    def round(self) -> int:
        """Return the round of this game, from 0."""
        return int(self.message["round"])

    @property
    def dealer(self) -> int:
        """Return the seat that dealt this round."""
        return int(self.message["dealer"])

    @property
    def lives(self) -> list[int]:
        """Return the lives of every seat; 0 is on grace, or out when it is not active."""
        return list(self.message["lives"])

    @property
    def active(self) -> list[int]:
        """Return the seats that are still in the game."""
        return list(self.message["active"])

    @property
    def drawn(self) -> str | None:
        """Return the card that you have just drawn, when you are to discard."""
        return self._text("drawn")

    @property
    def source(self) -> str | None:
        """Return how you drew it: ``"stock"`` or ``"take"``."""
        return self._text("from")

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return what happened since you were last told: ``{"seat": 1, "did": "take", …}``."""
        return list(self.message["events"])

    @property
    def discardable(self) -> list[str]:
        """Return the cards of your hand that you may put down now."""
        words = (action.split() for action in self.message["legal"])
        return list(dict.fromkeys(word[1] for word in words if word[0] == "discard"))

    def hand_after(self, action: str) -> list[str]:
        """Return the hand that one of ``legal`` leaves you with, as far as you can know it.

        A swap changes it; everything else leaves it as it is (exchange form).
        """
        if action == "swap three":
            return self.table
        if action.startswith("swap "):
            _, given, _, taken = action.split()
            return [taken if card == given else card for card in self.hand]
        return self.hand

    def without(self, card: str) -> list[str]:
        """Return your cards but for one."""
        return [kept for kept in self.message["hand"] if kept != card]

    @property
    def bank_ms(self) -> int:
        """Return the CPU time that you have left for this game, in milliseconds."""
        return int(self.message["time"]["bank_ms"])

    @property
    def wall_ms(self) -> int:
        """Return the wall time that you may still take to answer in this game, in milliseconds."""
        return int(self.message["time"]["wall_ms"])

    def value(self, cards: Sequence[str]) -> float:
        """Return what three cards are worth under the rules of this match; fire counts 32."""
        return self._known.rules().hands[tuple(cards)]

    def _text(self, field: str) -> str | None:
        text = self.message.get(field)
        return None if text is None else str(text)


class _Known:
    """What hello said, kept for the whole match."""

    __slots__ = ("_rules", "_rules_json", "form", "seat", "seats")

    def __init__(self, hello: Mapping[str, Any]) -> None:
        self.seat = int(hello["seat"])
        self.seats = int(hello["seats"])
        self._rules_json = hello["rules"]
        self.form = str(hello["rules"]["form"])
        self._rules: Rules | None = None

    def rules(self) -> Rules:
        if self._rules is None:
            from thirtyone.rules import Rules

            self._rules = Rules.from_json(self._rules_json)
        return self._rules


class Bot:
    """Play 31: derive from this class, write ``turn`` and ``discard``, call ``run()``.

    In the exchange form ``turn`` alone is enough.

    One object plays one pass of a match in one seat, game after game. ``forms`` says what it
    plays and ``rule_sets``, where it is not empty, that it plays those alone.
    """

    forms: tuple[str, ...] = ("draw",)
    rule_sets: tuple[str, ...] = ()
    _known: _Known

    def turn(self, view: Situation) -> str:
        """Choose what to do with your turn: one of ``view.legal``.

        In the draw form that is ``"knock"``, ``"stock"`` or ``"take"``, in the exchange form
        ``"swap KH for 7S"`` and the like, ``"swap three"``, ``"pass"`` or ``"knock"``.
        """
        raise NotImplementedError(f"{type(self).__name__} has no turn method")

    def discard(self, view: Situation) -> str:
        """Choose the card of ``view.hand`` to put down; a card that you took is not in ``legal``.

        Return the card, such as ``"9H"``, or one of ``view.legal``. Where the card leaves a hand
        that can be declared, ``declare`` is asked.
        """
        raise NotImplementedError(f"{type(self).__name__} has no discard method")

    def declare(self, view: Situation) -> bool:
        """Decide whether to declare a hand that ends the round; almost always you want to."""
        return True

    def choose(self, view: Situation) -> str:
        """Choose as dealer to ``"keep"`` your cards or to ``"replace"`` all three, unseen.

        What you put down lies on the table then. Keeps, unless you write it (exchange form).
        """
        return "keep"

    def exchange(self, view: Situation) -> str:
        """Choose a swap or ``"pass"`` when another player was dealt a special hand.

        The round is settled after it. Makes the best hand, unless you write it (exchange form).
        """
        return max(view.legal, key=lambda action: view.value(view.hand_after(action)))

    def heard(self, view: Situation) -> None:
        """Hear of a deal, a round's end or a game's end: ``view.message["type"]`` says which."""

    def receive(self, message: Mapping[str, Any]) -> str | None:
        """Hear one message; for a request return the action to answer with."""
        kind = message["type"]
        if kind == "hello":
            self._known = _Known(message)
            return "ready"
        view = Situation(message, self._known)
        if kind == "turn":
            return self.turn(view)
        if kind == "discard":
            return self._full_discard(view)
        if kind == "choose":
            return self.choose(view)
        if kind == "exchange":
            return self.exchange(view)
        if kind == "declare":
            return "declare" if self.declare(view) else "pass"
        if "legal" in message:  # a kind of request that this version does not know
            return str(message["legal"][0])
        self.heard(view)
        return None

    def run(self) -> None:
        """Play over standard input and output until the match ends.

        From here on ``print`` writes to standard error, so that it cannot break the protocol. At
        home ``random`` is seeded, so that a match on the same seed can be played again.
        """
        if seed := os.environ.get("THIRTYONE_SEED"):
            import random

            random.seed(seed)
        lines, reply_to = _take_over_streams()
        for line in lines:
            message = json.loads(line)
            action = self.receive(message)
            if "id" in message:
                reply = json.dumps({"id": message["id"], "action": action})
                _write_all(reply_to, reply.encode("ascii") + b"\n")
            if message["type"] == "match_end":
                return

    def _full_discard(self, view: Situation) -> str:
        chosen = self.discard(view)
        if chosen.startswith("discard "):
            return chosen
        action = f"discard {chosen}"
        declaring = f"{action} declare"
        if declaring in view.message["legal"] and self.declare(view):
            return declaring
        return action


def _take_over_streams() -> tuple[Iterator[bytes], int]:
    """Keep the protocol's two ends for this module alone; whatever else prints, prints to stderr.

    What was printed before ``run()`` and still waits in Python's buffer goes to stderr too.
    """
    source, target = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    sys.stdout.flush()
    sys.stdout = sys.stderr
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return _lines(source), target


def _lines(source: int) -> Iterator[bytes]:
    waiting = b""
    while chunk := os.read(source, _CHUNK):
        *lines, waiting = (waiting + chunk).split(b"\n")
        yield from lines


def _write_all(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
