"""Programs that break the protocol on purpose, played for real over pipes.

What only a sandbox can hold (memory, processes, the network) is tested with the sandbox.
"""

import sys
import textwrap
from pathlib import Path

import pytest

from tests.thirtyone.scripted import ScriptedPlayer
from thirtyone.match import MatchPlan
from thirtyone.pipes import PipeChannel
from thirtyone.players import LinePlayer
from thirtyone.record import verify
from thirtyone.referee import ClockLimits, MatchOutcome, play_match
from thirtyone.rules import preset

HONEST = """
import json, os, sys, time

def write(data):
    while data:
        data = data[os.write(1, data):]

def plain(message):
    legal = message["legal"]
    action = "stock" if "stock" in legal else legal[-1]
    return json.dumps({"id": message["id"], "action": action}).encode() + b"\\n"

def reply(message):
    write(plain(message))

def start():
    pass
"""
LOOP = """
start()
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["type"] == "hello":
        write(plain(message))
    else:
        reply(message)
"""


def outcome_of(attack: str, limits: ClockLimits, tmp_path: Path, blocks: int = 2) -> MatchOutcome:
    """Play a program against an honest one and hold the record to the rules."""
    file = tmp_path / "bot.py"
    file.write_text(HONEST + textwrap.dedent(attack) + LOOP)

    def open_channel() -> PipeChannel:
        return PipeChannel([sys.executable, "-I", "-S", str(file)])

    plan = MatchPlan("hostile", preset("norwegian"), 2, blocks, bytes(32))
    outcome = play_match(
        plan, lambda rotation: [LinePlayer(open_channel), ScriptedPlayer()], limits=limits
    )
    verify(outcome.record)
    return outcome


@pytest.mark.parametrize(
    ("attack", "verdict"),
    [
        ("def reply(m): os._exit(0)", "crashed"),
        ("def reply(m): raise RuntimeError('oh')", "crashed"),
        ("def reply(m): os.abort()", "crashed"),
        ("def start(): os._exit(0)", "crashed"),
        ("def start(): os.close(1); time.sleep(60)", "crashed"),
        ("def start(): time.sleep(60)", "did_not_start"),
        ("def start(): write(b'{\"id\":1,'); time.sleep(60)", "did_not_start"),
        ("def start(): print('hello', flush=True)", "unreadable_reply"),
        ("def reply(m): write(b'x' * 9000)", "too_much_output"),
        ("def reply(m): write(b'x' * 100_000_000)", "too_much_output"),
        ("def start():\n  while 1: write(b'x' * 65536)", "too_much_output"),
        ("def reply(m): write(b'\\xff\\xfe\\n')", "unreadable_reply"),
        (
            "def reply(m): write(plain(m)[:-1].decode().encode('utf-16') + b'\\n')",
            "unreadable_reply",
        ),
        ("def reply(m): write(b'\\0' + plain(m))", "unreadable_reply"),
        ("def reply(m): write(b'[' * 4000 + b'\\n')", "unreadable_reply"),
        ('def reply(m): write(b\'{"id":true,"action":"stock"}\\n\')', "unreadable_reply"),
        ("def reply(m): m['id'] += 1; write(plain(m))", "unreadable_reply"),
        ("def reply(m): write(plain(m) * 2)", "unreadable_reply"),
        ("def reply(m): write(plain(m) * 3000)", "unreadable_reply"),
        ("def reply(m): write(b'\\n')", "unreadable_reply"),
        ("def reply(m): m['legal'] = ['cheat']; write(plain(m))", "illegal_action"),
        ("def reply(m): m['legal'] = ['stock ']; write(plain(m))", "illegal_action"),
    ],
)
def test_each_attack_gets_its_verdict_and_costs_only_its_own_bot(
    attack: str, verdict: str, tmp_path: Path
) -> None:
    outcome = outcome_of(attack, ClockLimits(start_s=1.0, move_s=1.0), tmp_path)

    assert {fault.entrant for fault in outcome.result.faults} == {0}
    assert {fault.name.value for fault in outcome.result.faults} == {verdict}
    assert outcome.result.scores == (0.0, 1.0)
    assert len(outcome.record.games) == 4


@pytest.mark.parametrize(
    "attack",
    [
        "def reply(m): time.sleep(60)",
        "def reply(m): write(plain(m)[:-1]); time.sleep(60)",
        "def reply(m):\n  while 1: pass",
        "def reply(m):\n  for byte in plain(m): write(bytes([byte])); time.sleep(0.05)",
    ],
)
def test_whoever_does_not_finish_a_line_in_time_is_late(attack: str, tmp_path: Path) -> None:
    outcome = outcome_of(attack, ClockLimits(start_s=5.0, move_s=0.15), tmp_path)

    assert {fault.name.value for fault in outcome.result.faults} == {"late"}
    assert outcome.result.scores == (0.0, 1.0)


def test_an_endless_loop_with_little_in_the_bank_is_out_of_time(tmp_path: Path) -> None:
    limits = ClockLimits(start_s=5.0, move_s=0.5, bank_s=0.2)

    outcome = outcome_of("def reply(m):\n  while 1: pass", limits, tmp_path)

    assert {fault.name.value for fault in outcome.result.faults} == {"out_of_time"}
    assert len(outcome.result.faults) == 3


def test_answers_written_before_the_questions_are_read_are_no_answers(tmp_path: Path) -> None:
    attack = """
        def start():
            lines = [json.dumps({"id": n, "action": "stock"}) for n in range(2, 400)]
            write("\\n".join(['{"id": 1, "action": "ready"}', *lines, ""]).encode())
            time.sleep(60)
        """

    outcome = outcome_of(attack, ClockLimits(start_s=5.0, move_s=1.0), tmp_path)

    assert {fault.name.value for fault in outcome.result.faults} == {"unreadable_reply"}
    assert outcome.result.scores == (0.0, 1.0)


def test_a_late_reply_costs_one_fault_and_the_game_goes_on(tmp_path: Path) -> None:
    attack = """
        slow = [True]
        def reply(m):
            if slow:
                slow.clear()
                time.sleep(0.6)
            write(plain(m))
        """

    outcome = outcome_of(attack, ClockLimits(start_s=5.0, move_s=0.4), tmp_path, blocks=1)

    assert [fault.name.value for fault in outcome.result.faults] == ["late", "late"]
    assert not any(fault.forfeits for fault in outcome.result.faults)


def test_the_owner_sees_the_line_the_choices_and_the_last_words(tmp_path: Path) -> None:
    attack = """
        def reply(m):
            print("I am lost", file=sys.stderr, flush=True)
            write(b"what?\\n")
        """

    outcome = outcome_of(attack, ClockLimits(), tmp_path)
    fault, evidence = outcome.evidence[0]

    assert fault.name.value == "unreadable_reply"
    assert b'"type":"turn"' in (evidence.line_sent or b"")
    assert evidence.line_received == b"what?"
    assert evidence.allowed == ("knock", "stock", "take")
    assert b"I am lost" in evidence.stderr_tail
    assert "I am lost" in evidence.to_json()["stderr_tail"]
    assert b"I am lost" in outcome.logs[0].stderr
