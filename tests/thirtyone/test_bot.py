"""A bot's own side: a class with two methods plays, whatever its author prints."""

import contextlib
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from thirtyone.bot import Bot, Situation
from thirtyone.pipes import PipeChannel
from thirtyone.protocol import decode, encode
from thirtyone.rules import preset

ROOT = Path(__file__).resolve().parents[2]
HELLO = {
    "type": "hello",
    "id": 1,
    "protocol": 1,
    "rules": preset("norwegian").to_json(),
    "seats": 2,
    "seat": 0,
    "clock": {"start_ms": 5000, "move_ms": 1000, "bank_ms": 10000, "wall_ms": 30000},
    "legal": ["ready"],
}
DISCARD = {
    "type": "discard",
    "hand": ["AH", "KH", "2C", "QH"],
    "drawn": "QH",
    "from": "stock",
    "legal": ["discard AH", "discard KH", "discard 2C", "discard QH", "discard 2C declare"],
}


@contextlib.contextmanager
def running(tmp_path: Path, program: str) -> Iterator[PipeChannel]:
    file = tmp_path / "bot.py"
    file.write_text(textwrap.dedent(program))
    channel = PipeChannel([sys.executable, str(file)], environment={"PYTHONPATH": str(ROOT)})
    try:
        yield channel
    finally:
        channel.close()


TALKATIVE = """
    import os, sys
    print("loading")
    from thirtyone import Bot

    class Mine(Bot):
        def turn(self, view):
            print("thinking")
            os.system("echo from a child; cat")
            os.write(1, b"straight to the descriptor" + bytes([10]))
            return "stock"

        def discard(self, view):
            print(view.hand, flush=True)
            return view.drawn

    Mine().run()
"""


def test_whatever_a_bot_prints_goes_to_standard_error_and_never_into_the_protocol(
    tmp_path: Path,
) -> None:
    with running(tmp_path, TALKATIVE) as channel:
        channel.write_line(encode(HELLO))
        ready = channel.read_line(10)
        channel.write_line(encode({"type": "turn", "id": 2, "legal": ["knock", "stock"]}))
        turn = channel.read_line(10)
        channel.write_line(encode({**DISCARD, "id": 3}))
        discard = channel.read_line(10)
        channel.write_line(encode({"type": "match_end"}))

    assert ready is not None
    assert turn is not None
    assert discard is not None
    assert decode(ready) == {"id": 1, "action": "ready"}
    assert decode(turn) == {"id": 2, "action": "stock"}
    assert decode(discard) == {"id": 3, "action": "discard QH"}
    for said in (b"loading", b"thinking", b"from a child", b"straight", b"'2C', 'QH'"):
        assert said in channel.stderr()


def test_a_bot_ends_by_itself_when_the_match_ends_and_when_its_input_ends(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(textwrap.dedent(TALKATIVE))
    for last in (encode({"type": "match_end"}) + b"\n", b""):
        done = subprocess.run(
            [sys.executable, str(file)],
            input=encode(HELLO) + b"\n" + last,
            capture_output=True,
            timeout=20,
            env={"PYTHONPATH": str(ROOT)},
            check=False,
        )

        assert (done.returncode, done.stdout) == (0, b'{"id": 1, "action": "ready"}\n')


class Puts(Bot):
    """Put down one given card."""

    def __init__(self, chosen: str, declares: bool = True) -> None:
        self.chosen, self.declares = chosen, declares
        self.receive(HELLO)

    def discard(self, view: Situation) -> str:
        return self.chosen

    def declare(self, view: Situation) -> bool:
        return self.declares


@pytest.mark.parametrize(
    ("bot", "action"),
    [
        (Puts("2C"), "discard 2C declare"),
        (Puts("2C", declares=False), "discard 2C"),
        (Puts("AH"), "discard AH"),
        (Puts("discard 2C"), "discard 2C"),
        (Puts("discard 2C declare"), "discard 2C declare"),
    ],
)
def test_a_discard_may_be_named_by_its_card_and_declares_unless_the_bot_says_no(
    bot: Puts, action: str
) -> None:
    assert action == bot.receive(DISCARD)


def test_a_situation_names_what_the_message_holds() -> None:
    seen: list[Situation] = []

    class Looking(Puts):
        def discard(self, view: Situation) -> str:
            seen.append(view)
            return "2C"

    Looking("2C").receive(DISCARD)

    view = seen[0]
    assert (view.source, view.drawn) == ("stock", "QH")
    assert view.discardable == ["AH", "KH", "2C", "QH"]
    assert view.value(view.without("2C")) == 31
    assert (view.seat, view.seats, view.rules.name) == (0, 2, "norwegian")


def test_a_message_of_an_unknown_type_is_heard_and_an_unknown_request_gets_a_legal_answer() -> None:
    bot = Puts("2C")

    assert bot.receive({"type": "weather", "sun": True}) is None
    assert bot.receive({"type": "riddle", "id": 9, "legal": ["stay", "go"]}) == "stay"


def test_starting_a_bot_loads_nothing_heavy() -> None:
    loaded = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
            "from thirtyone import Bot\n"
            "print(*sorted(sys.modules))",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert "thirtyone.bot" in loaded
    heavy = {"dataclasses", "inspect", "thirtyone.rules", "thirtyone.game", "asyncio", "subprocess"}
    assert set() == heavy & set(loaded)
